/* SPDX-License-Identifier: MIT */
#ifndef BOARD_INORDER_H
#define BOARD_INORDER_H

#include "boards/src/core/uarch.h"

/*
 * Cores that issue in order, some instructions a cycle, as a table of rows has
 * it: a class of instructions (operands/), the units that it takes, when its
 * results are there, and for whom earlier.  inorder.c is the pipeline, and a
 * core is a table: cortex_a53.c, cortex_a8.c.
 */
extern const struct uarch_ops uarch_cortex_a53_ops, uarch_cortex_a8_ops;

#endif
