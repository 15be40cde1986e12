/* SPDX-License-Identifier: MIT */
#ifndef BOARD_OUTOFORDER_H
#define BOARD_OUTOFORDER_H

#include "boards/src/core/uarch.h"

/*
 * Cores that issue out of order, as a table of rows has it: a class of
 * instructions (operands/), the ports that it may go to, when its results are
 * there, and for whom earlier.  outoforder.c is the pipeline, and a core is a
 * table: cortex_a9.c, cortex_a57.c, cortex_a72.c.
 */
extern const struct uarch_ops uarch_cortex_a9_ops, uarch_cortex_a57_ops,
	uarch_cortex_a72_ops;

#endif
