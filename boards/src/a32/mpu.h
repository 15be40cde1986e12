/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_MPU_H
#define BOARD_A32_MPU_H

#include "boards/src/a32/mmu.h"

/* The memory protection unit of ARMv6, behind the interface of mmu.h. */

/* Fills in what the regions say of `vaddr`. */
void mpu_look_up(const struct mmu_control *c, struct mmu_page *page,
		 uint32_t vaddr, bool fetch);

#endif
