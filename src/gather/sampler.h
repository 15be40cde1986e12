/* SPDX-License-Identifier: MIT */
#ifndef GATHER_SAMPLER_H
#define GATHER_SAMPLER_H

#include <tally/session.h>

#include "base/rng.h"
#include "gather/points.h"
#include "request/request.h"
#include "run/sink.h"
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
	const struct run_sink *sink;
};

/*
 * Runs the program to its end.  The profile of one that was stopped before has
 * what was counted until then.  NULL and `err`: it cannot be sampled.
 */
struct sample *sampler_run(const struct sampler_wish *wish, struct error *err);

/* ---- inside of this room only -------------------------------------------- */

/* A pass of the plan: one session on an instance of the monitor. */
struct sampling {
	struct tally_session session;
	struct tally_setup setup;
	struct tally_slot *slot;
	struct tally_total *total;
	struct tally_step *step;
	uint16_t *event;  /* per slot: of the request */
	uint32_t *column; /* per slot */
	uint64_t *seen;   /* per slot: the count at the last sample */
	bool open;
};

struct sampler {
	const struct sampler_wish *wish;
	const struct tally_monitor *monitor;
	unsigned which; /* of the target's monitors */
	struct target_run *on;
	struct sampling *pass;
	unsigned passes;
	struct sample *profile;
	struct points points;
	struct rng rng;
};

/* sampler_passes.c: finds the monitor.  False and `err`: it cannot be sampled.
 */
bool sampler_monitor(struct sampler *s, struct error *err);
/* Makes the profile's columns, and the passes of their events, on a target that
 * was opened. */
bool sampler_passes(struct sampler *s, struct error *err);

#endif
