/* SPDX-License-Identifier: MIT */
#ifndef GATHER_SAMPLER_H
#define GATHER_SAMPLER_H

#include "request/request.h"
#include "sample/sample.h"
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
 * Runs the program to its end.  The profile of one that was stopped before has
 * what was counted until then.  NULL and `err`: it cannot be sampled.
 */
struct sample *sampler_run(const struct sampler_wish *wish, struct error *err);

#endif
