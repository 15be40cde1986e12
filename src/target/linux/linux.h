/* SPDX-License-Identifier: MIT */
#ifndef TARGET_LINUX_LINUX_H
#define TARGET_LINUX_LINUX_H

#include <sys/types.h>

#include "target/target.h"

/*
 * Wishes that are particular to `-t linux`: whose events are counted.  Of a
 * command, which is then run for each pass; of a process that is there; or of
 * whole processors.  A command beside one of the latter two says how long.
 */
enum linux_by { LINUX_TOGETHER, LINUX_BY_THREAD, LINUX_BY_CORE };

struct linux_wish {
	char *const *command; /* NULL ends it; NULL: there is none */
	bool quiet;           /* what it says is dropped */
	pid_t pid;            /* 0: none */
	bool all;             /* of all tasks, on all processors ... */
	const char *cpus;     /* ... or on these: "0-3,8" */
	const char *cgroup;   /* ... of this control group; NULL: of any */
	enum linux_by by;     /* counts are told apart, besides */
	bool shared;          /* passes take turns on the counters */
};

/* Does the kernel let itself not be counted? */
bool target_linux_user_only(const struct target *t);
/* Why a name that was asked for is not known, a clause; NULL: nothing of this
 * computer is in the way. */
const char *target_linux_untold(const struct target *t);
/* Before anything else is asked of it; the words stay. */
bool target_linux_set(struct target *t, const struct linux_wish *w,
		      struct error *err);

/*
 * Counts one event of this thread while it does the work; what the calls around
 * it do is counted, too.  False and `err`: the kernel does not count it.
 */
bool target_linux_count_here(struct target *t, struct target_count *c,
			     void (*work)(void *ctx), void *ctx,
			     struct error *err);
/* Has this thread run on processors of the monitor's kind alone. */
bool target_linux_stay(struct target *t, unsigned monitor, struct error *err);

struct tally_linux_doors;
/* Another kernel than the one that runs: for tests. */
void target_linux_on(const struct tally_linux_doors *d);

#endif
