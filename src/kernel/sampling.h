/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_SAMPLING_H
#define KERNEL_SAMPLING_H

#include "kernel/perf.h"
#include "kernel/ring.h"

/* A wish says what is sampled, and whose. */
struct perf_sampling {
	const struct tally_linux_doors *doors;
	const struct perf_machine *machine;
	struct perf_event *event;
	unsigned events;
	const unsigned *column; /* that each event is of: two kinds of
				   processors have one each */
	const uint64_t *period; /* of each column */
	uint64_t hz; /* instead: so often a second, by periods that the kernel
			chooses; 0: by those */
	const uint64_t *online; /* the processors that are on ... */
	const uint64_t *cpu;    /* ... and those that are wanted of them */
	pid_t pid;              /* of a process that is there; 0: none */
	bool all;               /* of all tasks ... */
	const pid_t *cgroup;    /* ... of a group, by its file; NULL: of any */
};

/*
 * Runs the command, with all that it starts, and takes samples until it has
 * ended.  Of a process that is there, or of all tasks, the command says how
 * long; where it is NULL, until the process or somebody ends it.  Of `m` only
 * go_on is called.  `total`: what each column came to.
 */
bool perf_sample(const struct perf_sampling *s, struct perf_command *c,
		 const struct perf_meanwhile *m, struct perf_taking *to,
		 uint64_t *total, struct perf_end *end, struct error *err);

#endif
