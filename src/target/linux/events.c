/* SPDX-License-Identifier: MIT */
/* Events that Linux is asked to count, and whose. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/kernel.h"
#include "kernel/event.h"
#include "kernel/there.h"
#include "target/linux/inner.h"

/* PMLCb of a counter, which the upper half of an e500's event is: THRESHMUL,
 * a power of two, and THRESHOLD [Linux arch/powerpc/perf/e500-pmu.c]. */
static uint64_t threshold_of(const struct catalog_event *e)
{
	unsigned threshold = e->refine ? e->refine->threshold : 0, power = 0;

	for (; threshold > 63; threshold /= 2)
		power++;
	return (uint64_t)(power << 8 | threshold) << 32;
}

/* Cycles have no code of their own on every processor. */
static uint64_t config_of(const struct perf_pmu *pmu,
			  const struct catalog_event *e, uint32_t *type)
{
	const bool pmuv3 =
		strncmp(pmu->name, "armv", 4) == 0 && pmu->name[4] >= '8';

	*type = pmu->type;
	if (e->code != TALLY_EVENT_CYCLES)
		return e->code | threshold_of(e);
	if (pmuv3)
		return 0x11; /* CPU_CYCLES: the driver takes its counter */
	*type = PERF_TYPE_HARDWARE;
	return PERF_COUNT_HW_CPU_CYCLES;
}

/* Is it "cpu_core:WHAT", or as perf has it "cpu_core/WHAT/"?  WHAT then. */
static const char *of_pmu(const struct perf_pmu *pmu, const char *name,
			  char *what, size_t room)
{
	const size_t length = strlen(pmu->name);
	size_t used;

	if (strncmp(name, pmu->name, length) != 0 ||
	    (name[length] != '/' && name[length] != ':'))
		return NULL;
	snprintf(what, room, "%s", name + length + 1);
	used = strlen(what);
	if (name[length] == '/' && used && what[used - 1] == '/')
		what[used - 1] = '\0';
	return what;
}

/* The kernel's name of an event of hardware, or a code: r1a. */
static bool find_what(const struct perf_pmu *pmu, const char *what,
		      struct perf_name *to)
{
	struct error ignored;
	const struct catalog_monitor *m = catalog_monitor("kernel", &ignored);
	const struct catalog_event *e =
		m ? catalog_event(m, what, &ignored) : NULL;
	char *end;

	to->pmu = pmu;
	if (e && e->code >= KERNEL_HARDWARE) {
		(void)linux_event(e->code, &to->type, &to->config[0]);
		to->config[0] |= (uint64_t)pmu->type << 32;
		snprintf(to->title, sizeof to->title, "%s", e->title);
		return true;
	}
	if (what[0] != 'r' || !what[1])
		return false;
	to->type = pmu->type;
	to->config[0] = strtoull(what + 1, &end, 16);
	return !*end;
}

/* A tracepoint, or of a machine with several kinds of processors an event of
 * one of them. */
static const struct perf_name *by_kernel(struct linux_target *t,
					 const char *name)
{
	struct perf_name found = { 0 };
	char what[128];

	for (const struct perf_name *n = t->named; n; n = n->next)
		if (strcmp(n->name, name) == 0)
			return n;
	if (perf_tracepoint(t->doors, name, &found))
		return perf_name_add(&t->named, &found, name,
				     "perf_event_open(2)");
	for (unsigned i = 0; t->machine.pmus > 1 && i < t->machine.pmus; i++) {
		const struct perf_pmu *pmu = &t->machine.pmu[i];

		if (!pmu->monitor && of_pmu(pmu, name, what, sizeof what) &&
		    find_what(pmu, what, &found))
			return perf_name_add(&t->named, &found, name,
					     "perf_event_open(2)");
	}
	return NULL;
}

const struct catalog_event *linux_named(struct target *target, unsigned monitor,
					const char *name)
{
	struct linux_target *t = linux_of(target);
	const struct perf_name *n = t->pmu[monitor] ? NULL : by_kernel(t, name);

	if (!n && !t->pmu[monitor])
		n = perf_name_find(&t->named, name);
	if (!n && !t->untold)
		t->untold = perf_tracepoint_lacks(t->doors, name);
	return n ? &n->row : NULL;
}

static void take_named(const struct linux_target *t,
		       const struct target_count *c, struct perf_event *e)
{
	const struct perf_name *n = perf_name_of(t->named, c->event->code);

	if (!n || c->raw)
		return;
	e->pmu = n->pmu;
	e->type = n->type;
	e->config = n->config[0];
	e->config1 = n->config[1];
	e->config2 = n->config[2];
}

static uint64_t kernel_config(const struct target_count *c, uint32_t *type)
{
	uint64_t config = c->event->code;

	*type = PERF_TYPE_RAW;
	if (!c->raw)
		(void)linux_event(c->event->code, type, &config);
	return config;
}

bool linux_is_time(const struct linux_target *t, const struct target_count *c)
{
	return !t->pmu[c->monitor] && !c->raw &&
	       c->event->code >= KERNEL_TIME &&
	       c->event->code < KERNEL_TIME + KERNEL_TIMES;
}

/* Kinds of processors that no table knows, where there are several. */
static unsigned kinds(const struct linux_target *t,
		      const struct perf_pmu *kind[LINUX_KINDS])
{
	unsigned count = 0;

	for (unsigned i = 0; i < t->machine.pmus; i++)
		if (!t->machine.pmu[i].monitor && count < LINUX_KINDS)
			kind[count++] = &t->machine.pmu[i];
	return count;
}

unsigned linux_events(const struct linux_target *t,
		      const struct target_count *c,
		      struct perf_event event[LINUX_KINDS])
{
	const struct perf_pmu *kind[LINUX_KINDS];
	struct perf_event e = {
		.name = c->event->name,
		.pmu = t->pmu[c->monitor],
		.levels = c->event->levels,
		.group = 2 * c->pass,
	};

	if (linux_is_time(t, c))
		return 0;
	if (!e.levels && t->user_only)
		e.levels = TALLY_EL0;
	e.config = e.pmu ? config_of(e.pmu, c->event, &e.type)
			 : kernel_config(c, &e.type);
	if (!e.pmu)
		take_named(t, c, &e);
	event[0] = e;
	if (e.type == PERF_TYPE_SOFTWARE)
		return 1;
	event[0].group++;
	event[0].pinned = !t->wish.shared;
	if (e.pmu || kinds(t, kind) < 2)
		return 1;
	event[1] = event[0];
	for (unsigned i = 0; i < LINUX_KINDS; i++) {
		event[i].pmu = kind[i];
		if (e.type == PERF_TYPE_RAW)
			event[i].type = kind[i]->type;
		else
			event[i].config |= (uint64_t)kind[i]->type << 32;
	}
	return LINUX_KINDS;
}

/* ---- whose ----------------------------------------------------------------
 */

static bool add_lane(struct perf_lane **lane, unsigned *lanes,
		     const struct perf_lane *one)
{
	struct perf_lane *more = reallocarray(*lane, *lanes + 1, sizeof *more);

	if (!more)
		return false;
	more[(*lanes)++] = *one;
	*lane = more;
	return true;
}

static bool add_cpus(const struct linux_target *t, const struct perf_pmu *pmu,
		     struct perf_lane **lane, unsigned *lanes)
{
	const bool any = !pmu || !perf_has_any(pmu->cpu);
	bool good = true;

	for (unsigned n = 0; n < PERF_CPUS && good; n++)
		if (perf_has_cpu(t->cpu, n) &&
		    (any || perf_has_cpu(pmu->cpu, n)))
			good = add_lane(
				lane, lanes,
				&(struct perf_lane){ pmu, t->cgroup, (int)n });
	return good;
}

/* The threads that a process has now; those to come are inherited.  Of none
 * opening tells that there is no such process. */
static bool add_threads(const struct linux_target *t,
			const struct perf_pmu *pmu, struct perf_lane **lane,
			unsigned *lanes)
{
	size_t count;
	pid_t *thread = perf_threads(t->doors, t->wish.pid, &count);
	bool good = thread != NULL;

	for (size_t i = 0; good && i < count; i++)
		good = add_lane(lane, lanes,
				&(struct perf_lane){ pmu, thread[i], -1 });
	free(thread);
	return good;
}

static bool add_lanes(const struct linux_target *t, pid_t pid,
		      const struct perf_pmu *pmu, struct perf_lane **lane,
		      unsigned *lanes)
{
	if (t->wish.all)
		return add_cpus(t, pmu, lane, lanes);
	if (t->wish.pid)
		return add_threads(t, pmu, lane, lanes);
	return add_lane(lane, lanes, &(struct perf_lane){ pmu, pid, -1 });
}

struct perf_lane *linux_lanes(const struct linux_target *t, pid_t pid,
			      unsigned *lanes)
{
	struct perf_lane *lane = NULL;
	bool good;

	*lanes = 0;
	good = add_lanes(t, pid, NULL, &lane, lanes);
	for (unsigned i = 0; i < t->machine.pmus && good; i++)
		good = add_lanes(t, pid, &t->machine.pmu[i], &lane, lanes);
	if (good)
		return lane;
	free(lane);
	return NULL;
}
