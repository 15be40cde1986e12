/* SPDX-License-Identifier: MIT */
#ifndef BOARD_UARCH_ARM1176_H
#define BOARD_UARCH_ARM1176_H

#include "board/uarch_model.h"

/*
 * The data side of the ARM1176 model, for its instruction side.
 */

/* A page that a MicroTLB does not have. */
void arm1176_main_tlb(struct uarch *u, uint32_t vaddr,
		      const struct mapping *map);

/* A load or store once its operands are there; the instruction was ready to
 * go, but for its operands, in cycle `from`. */
void arm1176_data(struct uarch *u, const struct retired *r, uint64_t from);

/* DSB, and before a strongly ordered access. */
void arm1176_drain(struct uarch *u);

#endif
