/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_BLOCK_MEMORY_H
#define BOARD_A32_BLOCK_MEMORY_H

#include "boards/src/a32/block/inner.h"

/* Loads of the pc, which gets its value in *pc; false: nothing was done. */
bool memory_multiple_pc(struct blocks *b, const struct quick *q, uint32_t *pc);
bool memory_load_pc(struct blocks *b, const struct decoded *d, uint32_t *pc);

#endif
