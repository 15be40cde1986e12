/* SPDX-License-Identifier: MIT */
#ifndef CLI_SAMPLING_SAMPLER_H
#define CLI_SAMPLING_SAMPLER_H

#include "cli/sampling/points.h"
#include "request/request.h"
#include "target/target.h"

/*
 * Sampling by overflow, from outside: counters are loaded with a period less
 * than their top, and the target stops where one runs over.  No handler is
 * there; which instruction it was, the target knows.
 */
struct sampler_wish {
	struct target *target; /* with the program loaded */
	const struct request *request;
	uint64_t period;
	/* Each period as long as the others, so that a loop may hide from
	 * it; else a quarter longer or shorter, by a fixed seed. */
	bool even;
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *ctx;
	const volatile bool *stop; /* becomes true on Ctrl-C */
};

/*
 * Runs the program to its end.  The profile has its columns, its program's end
 * and its points then.  One that was stopped before has what was counted until
 * then.  NULL and `err`: it cannot be sampled.
 */
struct sample *sampler_run(const struct sampler_wish *wish,
			   struct points *points, struct error *err);

#endif
