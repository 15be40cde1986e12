/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_PERF_H
#define KERNEL_PERF_H

#include "catalog/catalog.h"
#include "kernel/doors.h"

/*
 * Counts by Linux, which programs the counters and gives each task its own:
 * perf_event_open(2).  Nothing here knows what is asked for together, or why.
 */

/* ---- what there is: pmu.c -------------------------------------------------
 */

enum { PERF_PMUS = 4, PERF_CPUS = 1024 };

/* A kind of processor with counters of its own. */
struct perf_pmu {
	char name[64]; /* the kernel's: "armv8_cortex_a57" */
	uint32_t type; /* of perf_event_attr */
	/* Bit n: it is that of processor n; all 0: of any. */
	uint64_t cpu[PERF_CPUS / 64];
	/* The catalogue's, whose codes it takes; NULL: none is known. */
	const struct catalog_monitor *monitor;
	/* The main ID register of all its processors; 0: they differ, or it is
	 * not known. */
	uint32_t main_id;
};

struct perf_machine {
	struct perf_pmu pmu[PERF_PMUS];
	unsigned pmus;
	char release[64]; /* of the kernel */
	char name[64];    /* of the machine's architecture */
	int paranoid;     /* perf_event_paranoid; INT_MAX: there is none */
};

void perf_machine_read(const struct tally_linux_doors *k,
		       struct perf_machine *m);

/*
 * Do the kernel's own files tell that this processor lacks the event?  They
 * name those of the architecture that it has.
 */
bool perf_lacks(const struct tally_linux_doors *k, const struct perf_pmu *pmu,
		uint16_t code);

/* The contents of a file below the root, without the line's end; false: there
 * is none. */
bool perf_file(const struct tally_linux_doors *k, const char *path, char *to,
	       size_t room);
/* "0-3,8" as bits; false: it is no such list. */
bool perf_cpu_list(const char *text, uint64_t *cpu);
bool perf_has_cpu(const uint64_t *cpu, unsigned n);
bool perf_has_any(const uint64_t *cpu);

/* ---- names of further processors: libpfm.c --------------------------------
 */

struct perf_name {
	struct perf_name *next;
	struct catalog_event row;   /* its code is KERNEL_NAMED and more */
	const struct perf_pmu *pmu; /* the one that it is of; NULL: any */
	uint32_t type;              /* of perf_event_attr */
	uint64_t config[3];
	char name[128], title[160];
};

/* By its name without modifiers; looked up once, it is one of `known`.  NULL:
 * nobody knows it. */
const struct perf_name *perf_name_find(struct perf_name **known,
				       const char *name);
/* One that is none of libpfm4's.  NULL: out of memory. */
const struct perf_name *perf_name_add(struct perf_name **known,
				      const struct perf_name *found,
				      const char *name, const char *source);
/* NULL: none has this code. */
const struct perf_name *perf_name_of(const struct perf_name *known,
				     unsigned code);
void perf_names_free(struct perf_name *known);

/* "sched:sched_switch": tracepoint.c.  False: the kernel shows none. */
bool perf_tracepoint(const struct tally_linux_doors *k, const char *name,
		     struct perf_name *to);
/* Why it may show none of that name, a clause; NULL: there is none. */
const char *perf_tracepoint_lacks(const struct tally_linux_doors *k,
				  const char *name);

/* ---- counting: set.c ------------------------------------------------------
 */

/* One counter of the kernel's, on each of the lanes that it belongs to. */
struct perf_event {
	const char *name;           /* for messages */
	const struct perf_pmu *pmu; /* NULL: it belongs to no processor */
	uint32_t type;
	uint64_t config, config1, config2;
	uint8_t levels; /* enum tally_level; 0: all */
	/* Events of one group are counted at the same time, or none is. */
	unsigned group;
	bool pinned;
	/* The event's count, the sum of all lanes. */
	uint64_t value, enabled, running;
	bool stopped; /* a pinned one that could not stay on a counter */
};

/* A lane says whose events are counted: of a task anywhere, or of a processor.
 */
struct perf_lane {
	const struct perf_pmu *pmu; /* NULL: of events that have none */
	pid_t pid;                  /* -1: of every task */
	int cpu;                    /* -1: on any processor */
};

/* A lane's own part of an event's count. */
struct perf_apart {
	uint64_t value, enabled, running;
};

struct perf_set {
	const struct tally_linux_doors *doors;
	struct perf_event *event;
	unsigned events;
	const struct perf_lane *lane;
	unsigned lanes;
	bool inherit; /* children of the task, too */
	bool on_exec; /* it begins when the task executes a program */
	bool cgroup;  /* a lane's `pid` is a file of a control group */
	int *fd;      /* per lane and event; -1: not there */
	/* Per lane and event, where not NULL: filled when it is read. */
	struct perf_apart *apart;
	unsigned at; /* where opening failed: an event */
	int error;   /* errno */
};

/* Opens all of it, but for tasks that have ended, as long as one is left;
 * nothing counts yet.  False: `at` and `error` tell. */
bool perf_set_open(struct perf_set *s);
/* Lets it begin, or ends it, where no exec does. */
void perf_set_enable(const struct perf_set *s, bool on);
/* Fills what the events came to. */
bool perf_set_read(struct perf_set *s, struct error *err);
void perf_set_close(struct perf_set *s);

/* Why the kernel refused, and what cures it; always returns false. */
bool perf_refused(const struct perf_set *s, const struct perf_machine *m,
		  struct error *err);
/* The reason as a clause, of a machine whose processor nobody can count: why.
 */
void perf_no_hardware(const struct tally_linux_doors *k, char *to, size_t room);

/* The file of a control group, by its folder below where they are; -1 and
 * `err`: there is none. */
int perf_cgroup_open(const struct tally_linux_doors *k, const char *name,
		     struct error *err);

/* ---- a command: command.c -------------------------------------------------
 */

struct perf_command {
	char *const *word; /* NULL ends it */
	bool quiet;        /* what it says is dropped */
	pid_t pid;
	int gate; /* it waits here until perf_command_go() */
	int said; /* why it could not be executed */
	double began;
};

struct perf_end {
	int status;  /* exit status; 128 + signal, as a shell tells it */
	bool signal; /* one ended it */
	uint64_t elapsed, user, system; /* ns */
};

/* Functions that are called while a command runs. */
struct perf_meanwhile {
	bool (*go_on)(void *ctx); /* false: it has to end; NULL: it goes on */
	uint64_t period; /* from one tick to the next, in ns; 0: none */
	/* `now`: ns since it was let go.  False and `err`: it has to end. */
	bool (*tick)(void *ctx, uint64_t now, struct error *err);
	void *ctx;
};

/* Makes the process, which waits.  Its standard output is our standard error.
 */
bool perf_command_start(struct perf_command *c, struct error *err);
/* Lets it execute the command. */
bool perf_command_go(struct perf_command *c, struct error *err);
/* Looks at what was let go; `end` is filled where it has ended, `err` where
 * the command could not be executed. */
enum perf_state { PERF_RUNS, PERF_ENDED, PERF_NOT_BEGUN };
enum perf_state perf_command_ended(struct perf_command *c, struct perf_end *end,
				   struct error *err);
/* Has it end, by a signal, unless it does so by itself. */
void perf_command_end(const struct perf_command *c);
/* Ends it at once, and waits for that. */
void perf_command_kill(struct perf_command *c);
/* Lets it execute the command, and waits for its end. */
bool perf_command_run(struct perf_command *c, const struct perf_meanwhile *m,
		      struct perf_end *end, struct error *err);
/* Before it was let go: it goes away. */
void perf_command_drop(struct perf_command *c);

#endif
