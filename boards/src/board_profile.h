/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARD_PROFILE_H
#define BOARD_BOARD_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* A profile tells where events happen on a board; a part of board.h. */
struct board;

/* A row of the table that board_truth_read() gives, by its monitor's rows. */
struct board_column {
	uint32_t monitor; /* index into board_info.monitor */
	uint32_t row;     /* of that monitor's, from 0 */
};
/* In place of a monitor: `row` is the so-manieth cause of the core's cycles;
 * behind the last of them, cycles for which other instructions wait for this
 * one. */
#define BOARD_COLUMN_CAUSE UINT32_MAX
enum { BOARD_COLUMNS = 512, BOARD_SPANS = 1000000 }; /* at most, of a profile */

/* Causes of events that are no instruction's doing. */
enum board_cause {
	BOARD_CAUSE_EXCEPTION, /* an exception is entered */
	BOARD_CAUSE_WAIT,      /* the core waits for an interrupt */
	BOARD_CAUSE_OUTSIDE,   /* what devices and other masters do */
	BOARD_CAUSE_END,       /* after the last instruction that is over */
	BOARD_CAUSE_NO_ROOM,   /* more instructions than there is room for */
	BOARD_CAUSES
};

/* In place of a function: no function's first address is odd. */
enum board_function {
	BOARD_FUNCTION_START = 1,     /* whoever begins the program */
	BOARD_FUNCTION_EXCEPTION = 3, /* whatever an exception interrupts */
	BOARD_FUNCTION_TASK = 5,      /* nobody knows who has called */
	BOARD_FUNCTION_RUNS = 7,      /* of a span: the context has the core */
};

enum board_profile_kind {
	BOARD_PROFILE_CAUSE, /* `from`: enum board_cause */
	/*
	 * An instruction: `addr`, `word`, `function` it belongs to, `count`:
	 * how often it was executed.
	 */
	BOARD_PROFILE_PLACE,
	/*
	 * Calls of `function` by the instruction that is the `from`-th of the
	 * places, `count` of them; costs are those of all that the callee did,
	 * once where it calls itself.
	 */
	BOARD_PROFILE_CALL,
	/*
	 * A path of calls that ends in `function`, behind the `from`-th path;
	 * the first is behind none.  `count` calls; costs are its own.
	 */
	BOARD_PROFILE_PATH,
	/*
	 * The deeds of the instruction that is the `place`-th of the places on
	 * the `from`-th path; by paths, then by places.  An instruction without
	 * any did all of it on the only path to its function.
	 */
	BOARD_PROFILE_STEP,
	/*
	 * The `from`-th of the places waited `count` cycles for what the
	 * `place`-th one does, and `word` says by which cause these are the
	 * cycles of the first: the so-manieth.  There are none unless that is a
	 * column.
	 */
	BOARD_PROFILE_WAIT,
	/*
	 * A context has a stack of calls for itself: the program, a task, a
	 * handler; `function` is the one that its stack begins with, of enum
	 * board_function.
	 */
	BOARD_PROFILE_CONTEXT,
	/*
	 * In the `from`-th context, from the core's cycle `begin` to `end`: a
	 * call of `function`, waiting and interruptions included, or that the
	 * context has the core.  In the order of `begin`; the calls of a
	 * context are nested, and `count` of them are around this one.
	 */
	BOARD_PROFILE_SPAN,
	BOARD_PROFILE_KINDS
};

struct board_profile_row {
	uint32_t kind; /* enum board_profile_kind */
	uint32_t from, word;
	uint64_t addr, function;
	uint32_t place; /* of a step, of a wait */
	uint64_t count;
	uint64_t begin, end;          /* of a span */
	uint64_t cost[BOARD_COLUMNS]; /* as many as there are columns */
};

struct board_profile_end {
	uint64_t lost_calls;     /* for which there was no room */
	uint64_t astray;         /* returns from exceptions, to nothing known */
	uint32_t full;           /* paths, calls or instructions are left out */
	uint64_t spans_left_out; /* that came behind those that are kept */
	uint64_t spans_until; /* the cycle before which all spans are there */
};

/*
 * From the next go on it stops with TARGET_STOP_OVERFLOW behind each
 * instruction with which a counter of an instance from 1 on asked for an
 * interrupt.  Until board_go() only the monitors' registers can be reached
 * then.  The program is not disturbed.  In place of board_profile().
 */
bool board_watch(struct board *b, struct error *err);

/*
 * From the start of the program on, the board writes down where these happen,
 * and when the first so many calls begin and end.  Before it is let run.
 */
bool board_profile(struct board *b, const struct board_column *column,
		   unsigned columns, uint32_t spans, struct error *err);
/*
 * After the run; all rows in the order of enum board_profile_kind.  `take`
 * returns false where it wants no more, which is an error with its text.
 */
bool board_profile_read(struct board *b,
			bool (*take)(void *ctx,
				     const struct board_profile_row *row,
				     struct error *err),
			void *ctx, struct board_profile_end *end,
			struct error *err);

#endif
