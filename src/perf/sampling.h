/* SPDX-License-Identifier: MIT */
#ifndef PERF_SAMPLING_H
#define PERF_SAMPLING_H

#include "perf/perf.h"
#include "perf/ring.h"

/* What a command is sampled by. */
struct perf_sampling {
	const struct perf_kernel *kernel;
	const struct perf_machine *machine;
	struct perf_event *event;
	const uint64_t *period; /* of each event */
	unsigned events;
	const uint64_t *cpu; /* the processors that are on */
};

/*
 * Runs the command, with all that it starts, and takes samples until it has
 * ended.  `total`: what each event came to.
 */
bool perf_sample(const struct perf_sampling *s, struct perf_command *c,
		 const volatile bool *stop, struct perf_taking *to,
		 uint64_t *total, struct perf_end *end, struct error *err);

#endif
