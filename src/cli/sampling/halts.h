/* SPDX-License-Identifier: MIT */
#ifndef CLI_SAMPLING_HALTS_H
#define CLI_SAMPLING_HALTS_H

#include "cli/sampling/points.h"
#include "target/target.h"

/*
 * Sampling by halting, where nothing stops a target when a counter runs over:
 * again and again it is stopped for a moment, and where it stands is a sample.
 * What a sample weighs is the microseconds that the target ran before it, by
 * this computer's clock.
 */
struct halts_wish {
	struct target *target; /* with the program loaded */
	double hz;             /* how often a second, about */
	bool even;     /* each time as long; else a quarter longer or shorter */
	double length; /* in seconds; it ends before if the program does */
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *ctx;
	const volatile bool *stop; /* becomes true on Ctrl-C, which ends it */
};

/* As sampler_run() has it. */
struct sample *halts_run(const struct halts_wish *wish, struct points *points,
			 struct error *err);

#endif
