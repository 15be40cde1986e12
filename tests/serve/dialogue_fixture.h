/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SERVE_DIALOGUE_FIXTURE_H
#define TESTS_SERVE_DIALOGUE_FIXTURE_H

#include "memory_fixture.h"

/* GDB, which says what is written down, packet by packet, to a server of the
 * target of memory. */

/* A packet, NULL: none, and its answer, which begins so where it ends in '~';
 * NULL: none comes.  "^" interrupts. */
struct turn {
	const char *said, *answer;
};

extern struct target_stop stop;
extern struct error err;

/* What the session came to; the dialogue was as it is written down. */
bool serves(const struct turn *turn, enum serve_end *how);
/* It came to this end. */
void ends_with(const struct turn *turn, enum serve_end wanted);
/* The same of one turn. */
void tells(const char *said, const char *answer, enum serve_end wanted);

#endif
