/* SPDX-License-Identifier: MIT */
/* Counting on Linux: a pass as a set of the kernel's events. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include "base/seconds.h"
#include "catalog/kernel.h"
#include "target/linux/inner.h"

/* ---- one set ---------------------------------------------------------------
 */

struct counting {
	struct linux_target *target;
	struct target_count *count;
	unsigned counts;
	struct perf_set set;
	unsigned *of; /* per event of the set: of which count */
	const struct target_counting *how;
	struct linux_apart apart;
};

static void release(struct counting *c)
{
	perf_set_close(&c->set);
	linux_apart_free(&c->apart, &c->set);
	free((void *)(uintptr_t)c->set.lane);
	free(c->set.event);
	free(c->of);
}

static bool prepare(struct counting *c, pid_t pid, struct error *err)
{
	struct perf_set *s = &c->set;
	struct perf_event two[LINUX_KINDS];

	s->doors = c->target->doors;
	s->cgroup = c->target->wish.all && c->target->cgroup >= 0;
	s->event = calloc(LINUX_KINDS * c->counts + 1u, sizeof *s->event);
	c->of = calloc(LINUX_KINDS * c->counts + 1u, sizeof *c->of);
	if (!s->event || !c->of)
		return error_no_memory(err);
	for (unsigned i = 0; i < c->counts; i++) {
		const unsigned n = linux_events(c->target, &c->count[i], two);

		for (unsigned k = 0; k < n; k++) {
			c->of[s->events] = i;
			s->event[s->events++] = two[k];
		}
	}
	s->lane = linux_lanes(c->target, pid, &s->lanes);
	return s->lane || error_no_memory(err);
}

static bool open_set(struct counting *c, struct error *err)
{
	return perf_set_open(&c->set) ||
	       perf_refused(&c->set, &c->target->machine, err);
}

/* ---- what there is ----------------------------------------------------------
 */

/*
 * Does the kernel take the event of this process itself?  No: there is none.
 * Whatever else it refuses for is told when the event is wanted.  Software
 * events are in every kernel, and to open one makes it change its own code.
 */
static bool is_there(struct linux_target *t, unsigned monitor,
		     const struct catalog_event *e)
{
	struct target_count count = { .monitor = monitor, .event = e };
	struct counting c = { .target = t, .count = &count, .counts = 1 };
	const struct linux_wish whole = t->wish;
	struct error ignored;
	int error = 0;

	if (e->code < KERNEL_HARDWARE)
		return true;
	t->wish = (struct linux_wish){ 0 };
	if (prepare(&c, 0, &ignored) && !perf_set_open(&c.set))
		error = c.set.error;
	t->wish = whole;
	release(&c);
	return error != ENOENT && error != ENODEV && error != EOPNOTSUPP &&
	       error != EINVAL;
}

/* An event of the kernel alone, where nobody may count that. */
static bool hidden(const struct linux_target *t, const struct catalog_event *e)
{
	return t->user_only &&
	       (e->code == KERNEL_SOFTWARE + PERF_COUNT_SW_CONTEXT_SWITCHES ||
		e->code == KERNEL_SOFTWARE + PERF_COUNT_SW_CPU_MIGRATIONS);
}

static void leave_out(struct tally_limits *limits, uint16_t code)
{
	limits->event[code >> 14] &= ~(UINT64_C(1) << (code & 63));
}

/* The processor's own monitor has these under its own names. */
static void limit_kernel(struct linux_target *t, unsigned monitor,
			 const struct catalog_monitor *m,
			 struct tally_limits *limits)
{
	bool any = false;

	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];
		const bool hardware = e->code >= KERNEL_HARDWARE;
		const bool there = !hidden(t, e) && !(hardware && t->pmu[0]) &&
				   is_there(t, monitor, e);

		if (!there)
			leave_out(limits, e->code);
		any |= there && hardware;
	}
	if (!any && !t->pmu[0] && !t->lacks[0])
		perf_no_hardware(t->doors, t->lacks, sizeof t->lacks);
}

bool linux_limits(struct target *target, unsigned monitor,
		  struct tally_limits *limits, struct error *err)
{
	struct linux_target *t = linux_of(target);
	const struct catalog_monitor *m =
		catalog_monitor(target->facts.monitor[monitor].name, err);

	*limits = (struct tally_limits){
		.counters = UINT32_MAX,
		.code_max = UINT16_MAX,
		.event = { UINT64_MAX, UINT64_MAX },
	};
	if (!m)
		return false;
	if (!t->pmu[monitor]) {
		limit_kernel(t, monitor, m, limits);
		return true;
	}
	for (unsigned i = 0; i < m->events; i++)
		if (!(m->event[i].code & ~0x403F) &&
		    perf_lacks(t->doors, t->pmu[monitor], m->event[i].code))
			leave_out(limits, m->event[i].code);
	return true;
}

/* The events of one lane and group are scheduled, or not, for a moment. */
static bool schedules(const struct counting *c, unsigned *monitor,
		      struct error *err)
{
	const int cpu = sched_getcpu();
	struct error ignored;
	volatile unsigned spin = 0;

	perf_set_enable(&c->set, true);
	while (spin < 2000)
		spin = spin + 1;
	perf_set_enable(&c->set, false);
	if (!perf_set_read((struct perf_set *)&c->set, &ignored))
		return true;
	for (unsigned i = 0; i < c->set.events; i++) {
		const struct perf_event *e = &c->set.event[i];

		if (e->pmu && cpu >= 0 &&
		    !perf_has_cpu(e->pmu->cpu, (unsigned)cpu))
			continue; /* it is of another kind of processor */
		if (e->type == PERF_TYPE_SOFTWARE ||
		    (!e->stopped && (e->running || !e->enabled)))
			continue;
		*monitor = c->count[c->of[i]].monitor;
		return error_set(err,
				 "%s: the kernel takes it, and never has a "
				 "counter for it; somebody else holds them, as "
				 "the NMI watchdog does (`sysctl "
				 "kernel.nmi_watchdog=0`)",
				 e->name);
	}
	return true;
}

/* Software events fit anyhow. */
static bool any_hardware(const struct perf_set *s)
{
	unsigned i = 0;

	while (i < s->events && s->event[i].type == PERF_TYPE_SOFTWARE)
		i++;
	return i < s->events;
}

/* The kernel lets nobody set what marks a process. */
static bool tells_levels(const struct target_count *c, unsigned count,
			 struct error *err)
{
	for (unsigned i = 0; i < count; i++)
		if (c[i].event->levels & ~(TALLY_EL0 | TALLY_EL1 | TALLY_EL2))
			return error_set(err,
					 "%s: Linux does not tell marked "
					 "processes from others; leave out "
					 "the letters m and n",
					 c[i].event->name);
	return true;
}

bool linux_fits(struct target *target, struct target_count *c, unsigned count,
		unsigned *monitor, struct error *err)
{
	struct linux_target *t = linux_of(target);
	struct counting trial = { .target = t, .count = c, .counts = count };
	const struct linux_wish whole = t->wish;
	bool good;

	*monitor = target->facts.monitors;
	if (!tells_levels(c, count, err))
		return false;
	if (!t->wish.all)
		t->wish = (struct linux_wish){ 0 };
	good = prepare(&trial, 0, err);
	if (!good || !any_hardware(&trial.set)) {
		t->wish = whole;
		release(&trial);
		return good;
	}
	if (!open_set(&trial, err)) {
		good = false;
		if (trial.set.error == EINVAL || trial.set.error == ENOSPC)
			*monitor = c[trial.of[trial.set.at]].monitor;
	}
	good = good && schedules(&trial, monitor, err);
	t->wish = whole;
	release(&trial);
	return good;
}

/* ---- a run ------------------------------------------------------------------
 */

enum { TICK_MS = 50 };

/*
 * An event that the kernel never counted until it was over has been enabled for
 * longer than it ran.  Before that it may be that nothing has begun yet; what
 * could not stay on a counter has no number.
 */
static void mark(struct counting *c, bool over)
{
	for (unsigned i = 0; i < c->set.events; i++) {
		struct target_count *to = &c->count[c->of[i]];

		if (!over && c->set.event[i].stopped)
			to->value = UINT64_MAX;
		else if (over && !to->enabled)
			to->enabled = 1;
	}
}

static void take_counts(struct counting *c, const struct perf_end *end,
			bool over)
{
	const uint64_t time[KERNEL_TIMES] = { end->elapsed, end->user,
					      end->system };

	for (unsigned i = 0; i < c->counts; i++) {
		struct target_count *to = &c->count[i];

		to->value = to->enabled = to->running = 0;
		if (linux_is_time(c->target, to))
			to->value = time[to->event->code - KERNEL_TIME];
	}
	for (unsigned i = 0; i < c->set.events; i++) {
		const struct perf_event *e = &c->set.event[i];
		struct target_count *to = &c->count[c->of[i]];

		to->value += e->value;
		to->running += e->running;
		if (e->enabled > to->enabled)
			to->enabled = e->enabled;
	}
	mark(c, over);
}

/* Counts as they stand.  Whose time it was is known at the end. */
static bool look(void *ctx, uint64_t now, struct error *err)
{
	struct counting *c = ctx;
	const struct perf_end so_far = { .elapsed = now,
					 .user = UINT64_MAX,
					 .system = UINT64_MAX };

	if (!perf_set_read(&c->set, err))
		return false;
	take_counts(c, &so_far, false);
	return c->how->look(c->how->ctx, now, false, err);
}

static bool goes_on(const struct target_counting *how)
{
	return !how->go_on || how->go_on(how->ctx);
}

static bool asked(void *ctx)
{
	return goes_on(((const struct counting *)ctx)->how);
}

static int doze_ms(const struct target_counting *how, uint64_t now,
		   uint64_t next)
{
	const uint64_t ms = (next - now) / 1000000 + 1;

	return how->period && ms < TICK_MS ? (int)ms : TICK_MS;
}

/* Until somebody says so, or the process is gone. */
static bool wait_until(struct counting *c, struct perf_end *end,
		       struct error *err)
{
	const struct target_counting *how = c->how;
	const pid_t pid = c->target->wish.pid;
	const double began = seconds_now();
	uint64_t now = 0, next = how->period;
	bool good = true;

	while (good && goes_on(how) &&
	       (!pid || kill(pid, 0) == 0 || errno == EPERM)) {
		if (how->period && now >= next) {
			good = look(c, now, err);
			next = (now / how->period + 1) * how->period;
		}
		(void)poll(NULL, 0, doze_ms(how, now, next));
		now = (uint64_t)((seconds_now() - began) * 1e9);
	}
	*end = (struct perf_end){ .elapsed = now };
	return good;
}

static bool count_command(struct counting *c, struct perf_end *end,
			  struct error *err)
{
	const struct linux_wish *w = &c->target->wish;
	const bool others = w->pid || w->all;
	struct perf_command command = { .word = w->command, .quiet = w->quiet };
	const struct perf_meanwhile meanwhile = { asked, c->how->period, look,
						  c };

	if (!perf_command_start(&command, err))
		return false;
	c->set.on_exec = !others;
	if (!prepare(c, command.pid, err) || !open_set(c, err) ||
	    !linux_apart_begin(&c->apart, c->target, &c->set, err)) {
		perf_command_drop(&command);
		return false;
	}
	if (others)
		perf_set_enable(&c->set, true);
	return perf_command_run(&command, &meanwhile, end, err);
}

static bool count_others(struct counting *c, struct perf_end *end,
			 struct error *err)
{
	if (!prepare(c, c->target->wish.pid, err) || !open_set(c, err) ||
	    !linux_apart_begin(&c->apart, c->target, &c->set, err))
		return false;
	perf_set_enable(&c->set, true);
	return wait_until(c, end, err);
}

/* Tells the counts of each part; then events have those of all again. */
static bool tell_parts(struct counting *c, const struct perf_end *end,
		       struct error *err)
{
	const struct perf_end own = { .elapsed = end->elapsed,
				      .user = UINT64_MAX,
				      .system = UINT64_MAX };
	bool good = true;

	for (unsigned i = 0; good && c->how->part && i < c->apart.parts; i++) {
		linux_apart_fill(&c->apart, &c->set, i);
		take_counts(c, &own, true);
		good = c->how->part(c->how->ctx, c->apart.name[i],
				    c->target->wish.by == LINUX_BY_THREAD,
				    c->count, err);
	}
	if (c->apart.parts)
		linux_apart_fill(&c->apart, &c->set, c->apart.parts);
	return good;
}

bool linux_run(struct target *target, struct target_count *c, unsigned count,
	       const struct target_counting *how, struct target_stop *end,
	       struct error *err)
{
	struct linux_target *t = linux_of(target);
	struct counting run = {
		.target = t,
		.count = c,
		.counts = count,
		.set = { .inherit = !t->wish.all },
		.how = how,
	};
	struct perf_end ended = { 0 };
	bool good = t->wish.command ? count_command(&run, &ended, err)
				    : count_others(&run, &ended, err);

	if (good && (t->wish.pid || t->wish.all))
		perf_set_enable(&run.set, false);
	good = good && perf_set_read(&run.set, err) &&
	       tell_parts(&run, &ended, err);
	if (good) {
		take_counts(&run, &ended, true);
		*end = (struct target_stop){
			.reason = goes_on(how) ? TARGET_STOP_EXIT
					       : TARGET_STOP_HALTED,
			.status = ended.status,
		};
	}
	if (good && how->period)
		good = how->look(how->ctx, ended.elapsed, true, err);
	release(&run);
	return good;
}

/* ---- this thread itself -----------------------------------------------------
 */

bool target_linux_count_here(struct target *target, struct target_count *c,
			     void (*work)(void *ctx), void *ctx,
			     struct error *err)
{
	struct linux_target *t = linux_of(target);
	struct counting here = { .target = t, .count = c, .counts = 1 };
	const struct perf_end untimed = { 0 };
	const struct linux_wish whole = t->wish;
	bool good;

	t->wish = (struct linux_wish){ 0 };
	good = prepare(&here, 0, err) && open_set(&here, err);
	t->wish = whole;
	if (good) {
		perf_set_enable(&here.set, true);
		work(ctx);
		perf_set_enable(&here.set, false);
		good = perf_set_read(&here.set, err);
	}
	if (good)
		take_counts(&here, &untimed, true);
	release(&here);
	return good;
}
