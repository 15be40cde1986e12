/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_THERE_H
#define KERNEL_THERE_H

#include <sys/types.h>

#include "kernel/perf.h"
#include "kernel/ring.h"

/*
 * Takes what was there before sampling began, which no record tells: names of a
 * process's threads and the files that it has mapped; 0: of all processes.
 */
void perf_there(const struct tally_linux_doors *k, pid_t pid,
		struct perf_taking *to);

/* The threads that a process has now, or its own number where nobody tells any;
 * the caller's to free.  NULL: out of memory. */
pid_t *perf_threads(const struct tally_linux_doors *k, pid_t pid,
		    size_t *count);

#endif
