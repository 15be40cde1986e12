/* SPDX-License-Identifier: MIT */
#ifndef VERSATILE_FIXTURE_H
#define VERSATILE_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boards/src/machine/machine.h"

/*
 * The tests of the versatile share this: a run of one of the programs of
 * versatile_guest.S, and what the board's book says of it.
 */
enum { SCRATCH = 0x00200000, COUNTERS = 91 };

struct guest {
	struct machine *m;
	struct program *p;
	struct target_stop stop;
	struct board_cpu cpu;
	uint64_t truth[COUNTERS];
};

struct wanted {
	const char *name;
	uint64_t count;
};

/* Blocks of what is loaded from now on rest as always, or never, or for ever:
 * all then goes by steps without the engine. */
enum resting { RESTING_AS_ALWAYS, RESTING_NEVER, RESTING_FOR_EVER };
void versatile_resting(enum resting how);

/* Load only, with a breakpoint at `done`. */
void load(struct guest *g, const char *name,
	  const struct board_options *options);
/* From `name` to `done`; run() also holds it to the bus's identities. */
void run_with(struct guest *g, const char *name,
	      const struct board_options *options);
void run(struct guest *g, const char *name);
void run_injected(struct guest *g, const char *name, const char *fault);
void end(struct guest *g);

/* Since reset, by the name of the counter. */
uint64_t count(const struct guest *g, const char *name);
void check(struct guest *g, const struct wanted *w);
/* Run it, and hold it to what it shall have counted. */
void counts(const char *name, const struct wanted *wanted);
/* A word of the program's, by its label. */
uint32_t logged(struct guest *g, const char *name);

/* For main(): where the guest is, by the first argument, or beside the test. */
void versatile_folder(int argc, char **argv);

#endif
