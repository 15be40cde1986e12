/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARD_TRACE_H
#define BOARD_BOARD_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "target/told.h"

/* A trace tells what became of each instruction of a window; a part of board.h.
 */
struct board;

enum { BOARD_TRACE_MOST = 100000 }; /* steps of a window */

enum board_trace_kind {
	BOARD_TRACE_INSTRUCTION,
	BOARD_TRACE_EXCEPTION, /* one is entered */
	BOARD_TRACE_WAIT,      /* the core waits for an interrupt */
	BOARD_TRACE_KINDS
};

/*
 * A step.  Each begins in the cycle in which the one before ended, and its
 * causes, in the order of truth(), sum to its cycles.  An instruction that
 * issues beside another one has none of its own.
 */
struct board_trace_row {
	uint32_t kind; /* enum board_trace_kind */
	uint32_t word; /* of an instruction, as struct insn has it */
	uint64_t addr;
	uint64_t begin, end; /* the core's cycles since reset */
	/* Not 0: the core's model has a schedule, and these are of it: when the
	 * instruction came to the place from which it issues, issued, and had
	 * its last result, for whoever reads that first; and when it retired,
	 * 0: as soon as it was done. */
	uint32_t scheduled;
	uint64_t dispatched, issued, done, retired;
	uint64_t cause[TARGET_CAUSES];
};

/*
 * From the next go on, so many steps are kept, 1 to BOARD_TRACE_MOST; with the
 * last of them the board stops with TARGET_STOP_SLICE.
 */
bool board_trace(struct board *b, uint32_t steps, struct error *err);
/*
 * Behind that go; all steps so far, in their order, which are forgotten then.
 * `take` returns false where it wants no more, which is an error with its text.
 */
bool board_trace_read(struct board *b,
		      bool (*take)(void *ctx, const struct board_trace_row *row,
				   struct error *err),
		      void *ctx, struct error *err);

#endif
