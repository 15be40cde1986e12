/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_EXCEPTION_H
#define BOARD_A32_EXCEPTION_H

#include <stdbool.h>
#include <stdint.h>

struct machine;

/* In the order of their vectors. */
enum exception {
	EXCEPTION_RESET,
	EXCEPTION_UNDEFINED,
	EXCEPTION_SVC,
	EXCEPTION_PREFETCH_ABORT,
	EXCEPTION_DATA_ABORT,
	EXCEPTION_RESERVED,
	EXCEPTION_IRQ,
	EXCEPTION_FIQ,
};

/*
 * Enters the guest's handler: banked registers, masks, vector.  `link` is
 * what LR shall be.  False if nothing is at the vector: then nothing has
 * changed, and the caller ends the run with words of its own.
 */
bool exception_enter(struct machine *m, enum exception what, uint32_t link);

#endif
