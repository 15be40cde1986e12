/* SPDX-License-Identifier: MIT */
#ifndef TARGET_LINUX_INNER_H
#define TARGET_LINUX_INNER_H

#include "kernel/perf.h"
#include "target/inner.h"
#include "target/linux/linux.h"

struct linux_target {
	struct target target;
	const struct tally_linux_doors *doors;
	struct perf_machine machine;
	struct linux_wish wish;
	uint64_t cpu[PERF_CPUS / 64]; /* of the wish, or those that are on */
	pid_t cgroup;                 /* a file of the wish's; -1: none */
	bool user_only;               /* nobody may count the kernel here */
	char title[160];
	char lacks[400];
	/* Of each of facts.monitor the processor's; NULL: the kernel's. */
	const struct perf_pmu *pmu[TARGET_MONITORS];
	struct perf_name *named; /* that were asked for */
	const char *untold;      /* why one is not known; NULL: it is none */
};

/* The one that is asked. */
const struct tally_linux_doors *linux_asked(void);

static inline struct linux_target *linux_of(struct target *t)
{
	return (struct linux_target *)t;
}

/*
 * Events of the kernel's for one of Tally's: of a machine with two kinds of
 * processors that no table knows, one for each kind.  Returns how many; 0: the
 * kernel is not asked for it.
 */
enum { LINUX_KINDS = 2 };
unsigned linux_events(const struct linux_target *t,
		      const struct target_count *c,
		      struct perf_event event[LINUX_KINDS]);

/* Lanes of a set by what their counts are told apart by.  Begin with {0}. */
struct linux_apart {
	char (*name)[TARGET_PART_NAME];
	unsigned parts;
	unsigned *of; /* per lane */
};
/* Of an open set, if the target's wish is that. */
bool linux_apart_begin(struct linux_apart *a, const struct linux_target *t,
		       struct perf_set *s, struct error *err);
/* Fills events that were read with the counts of one part; of all: `parts`. */
void linux_apart_fill(const struct linux_apart *a, struct perf_set *s,
		      unsigned part);
void linux_apart_free(struct linux_apart *a, struct perf_set *s);

/* Is it a time, which Tally measures itself? */
bool linux_is_time(const struct linux_target *t, const struct target_count *c);

/* Lanes of the events of a task, or of whole processors.  The caller frees
 * them; NULL: no memory. */
struct perf_lane *linux_lanes(const struct linux_target *t, pid_t pid,
			      unsigned *lanes);

/* Which processors are on, as the kernel tells it; false: it does not. */
bool linux_online_text(const struct linux_target *t, uint64_t *cpu, char *text,
		       size_t room);
/* Which processors are on: PERF_CPUS bits. */
bool linux_online(const struct linux_target *t, uint64_t *cpu,
		  struct error *err);
bool linux_sample(struct target *target, const struct target_count *c,
		  const struct target_sampled *how, struct perf_taking *to,
		  struct target_stop *end, struct error *err);
bool linux_limits(struct target *target, unsigned monitor,
		  struct tally_limits *limits, struct error *err);
const struct catalog_event *linux_named(struct target *target, unsigned monitor,
					const char *name);
bool linux_fits(struct target *target, struct target_count *c, unsigned count,
		unsigned *monitor, struct error *err);
bool linux_run(struct target *target, struct target_count *c, unsigned count,
	       const struct target_counting *how, struct target_stop *end,
	       struct error *err);

#endif
