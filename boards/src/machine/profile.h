/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_PROFILE_H
#define BOARD_MACHINE_PROFILE_H

#include "boards/src/machine/machine.h"

/*
 * A profile tells where events happen: after each retired instruction, what the
 * ledgers have gained goes to that instruction, and to the functions that were
 * called on the way to it.  What no instruction has caused is kept by its
 * cause.
 */
struct profile;

/*
 * From now on, of these rows of the table that monitor_ledger gives for each
 * monitor; before the first instruction.  `spans`: of so many calls, at most,
 * when they began and ended.  False and `err`: it cannot be.
 */
bool machine_profile(struct machine *m, const struct board_column *column,
		     unsigned columns, uint32_t spans, struct error *err);
void profile_free(struct profile *p);

/*
 * The next of what was found, in this order: causes, places, functions' calls,
 * paths, steps, contexts, spans.  `place` counts from 0.  False: there are no
 * more.
 */
bool machine_profile_row(struct machine *m, uint64_t place,
			 struct board_profile_row *row);
void machine_profile_end(const struct machine *m,
			 struct board_profile_end *end);

#endif
