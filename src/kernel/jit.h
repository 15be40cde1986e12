/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_JIT_H
#define KERNEL_JIT_H

#include <stddef.h>
#include <stdint.h>

struct perf_taking;
struct tally_linux_doors;

/*
 * Functions that a process made while it ran, as it tells them itself: a
 * compiler writes a line for each to /tmp/perf-PID.map [Linux
 * tools/perf/Documentation/jit-interface.txt].
 */
struct perf_jit_function {
	uint32_t pid;
	uint64_t addr, size;
	size_t line; /* of the file: later ones are made over earlier ones */
	const char *name;
};

struct perf_jit {
	struct perf_jit_function *function;
	size_t count, room;
	char **text; /* of the files */
	size_t texts, text_room;
};

/* Of each process that a sample is of.  Files of other users than root and the
 * one who asks are left alone. */
void perf_jit_read(const struct tally_linux_doors *k,
		   const struct perf_taking *t, struct perf_jit *to);
/* Which one has the address; `count`: none has. */
size_t perf_jit_at(const struct perf_jit *j, uint32_t pid, uint64_t addr);
void perf_jit_free(struct perf_jit *j);

#endif
