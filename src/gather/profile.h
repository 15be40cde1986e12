/* SPDX-License-Identifier: MIT */
#ifndef GATHER_PROFILE_H
#define GATHER_PROFILE_H

#include "request/request.h"
#include "run/sink.h"
#include "sample/sample.h"
#include "target/target.h"

/*
 * Profiles of all instructions of a run on a simulated board, which writes down
 * itself where events happen.
 */
struct profile_wish {
	struct target *target; /* with the program loaded */
	const struct request *request;
	uint32_t spans; /* calls whose begin and end are told; 0: of none */
	/* The causes of the core's cycles are columns, too, behind the others:
	 * simulated causes, and no events of a monitor. */
	bool causes;
	const struct run_sink *sink;
};

/*
 * Runs the program to its end.  The profile of one that was stopped before has
 * what was measured until then, and says so.  NULL and `err`: the board does
 * not count one of the events, or was lost.
 */
struct sample *profile_run(const struct profile_wish *wish, struct error *err);

/* ---- inside of this room only -------------------------------------------- */

struct board;

/*
 * profile_columns.c: asks the board for what is wished of it, before the
 * program is let run.  NULL and `err`: it does not count one of the events.
 */
struct sample *profile_begin(const struct profile_wish *wish, struct board *b,
			     struct error *err);
/* profile_rows.c, after the run: fills the profile with what the board wrote
 * down. */
bool profile_end(struct sample *s, struct board *b,
		 const struct program *program, struct error *err);

#endif
