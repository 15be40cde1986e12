/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_TRACE_H
#define BOARD_MACHINE_TRACE_H

#include "boards/src/machine/machine.h"

/*
 * A trace of a window: what became of so many instructions, one after the
 * other, and of what came between them.  The cycles of its steps are all that
 * went by in it.
 */
struct trace;

/* From now on, of so many steps, after which the run ends with
 * TARGET_STOP_SLICE.  False and `err`: it cannot be. */
bool machine_trace(struct machine *m, uint32_t steps, struct error *err);
/* The step of that number, from 0; false: there are no more. */
bool machine_trace_row(const struct machine *m, uint32_t number,
		       struct board_trace_row *row);
/* Between two runs: nobody is observed any more, and no step is kept. */
void machine_trace_end(struct machine *m);

#endif
