/* SPDX-License-Identifier: MIT */
#ifndef GATHER_HALTS_H
#define GATHER_HALTS_H

#include "run/sink.h"
#include "sample/sample.h"
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
	const struct run_sink *sink;
};

/* The profile.  NULL and `err`: it cannot be halted, or ended before. */
struct sample *halts_run(const struct halts_wish *wish, struct error *err);

#endif
