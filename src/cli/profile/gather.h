/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROFILE_GATHER_H
#define CLI_PROFILE_GATHER_H

#include "request/request.h"
#include "sample/sample.h"
#include "target/target.h"

struct board;

/*
 * Asks the board for the events of a request, before the program is let run,
 * and for when the first `spans` calls begin and end; 0: for none.  NULL and
 * `err`: it does not count one of the events.
 */
struct sample *gather_begin(struct target *t, struct board *b,
			    const struct request *q, uint32_t spans,
			    struct error *err);
/* After the run: fills the profile with what the board wrote down. */
bool gather_end(struct sample *s, struct board *b,
		const struct program *program, struct error *err);

#endif
