/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SERVE_DIALOGUE_FIXTURE_H
#define TESTS_SERVE_DIALOGUE_FIXTURE_H

#include "memory_fixture.h"

/* GDB, which says what is written down, packet by packet, to a server of the
 * target of memory. */

/* A packet, NULL: none, and its answer, which begins so where it ends in '~';
 * NULL: none comes.  "^" interrupts, "~" is a packet of one NUL. */
struct turn {
	const char *said, *answer;
};

extern struct target_stop stop;
extern struct error err;

/* Serves one dialogue, which was as it is written down; `how`: its end. */
bool serves(const struct turn *turn, enum serve_end *how);
/* The session came to this end. */
void ends_with(const struct turn *turn, enum serve_end wanted);
/* A dialogue of one turn came to this end. */
void tells(const char *said, const char *answer, enum serve_end wanted);

#endif
