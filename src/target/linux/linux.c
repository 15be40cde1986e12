/* SPDX-License-Identifier: MIT */
/* `-t linux`: what it is, and what was asked of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "target/linux/inner.h"

static const struct tally_linux_doors *asked = &linux_doors;

void target_linux_on(const struct tally_linux_doors *d)
{
	asked = d;
}

const struct tally_linux_doors *linux_asked(void)
{
	return asked;
}

static void close_target(struct target *target)
{
	if (linux_of(target)->cgroup >= 0)
		(void)close(linux_of(target)->cgroup);
	perf_names_free(linux_of(target)->named);
	free(linux_of(target));
}

static const struct target_ops ops = { .close = close_target };

static const char *lacks(const struct target *target)
{
	const struct linux_target *t = (const struct linux_target *)target;

	return t->lacks[0] ? t->lacks : NULL;
}

static const struct target_counts counts = {
	.limits = linux_limits,
	.named = linux_named,
	.lacks = lacks,
	.fits = linux_fits,
	.run = linux_run,
	.sample = linux_sample,
};
static const struct target_counts shared_counts = {
	.limits = linux_limits,
	.named = linux_named,
	.lacks = lacks,
	.fits = linux_fits,
	.run = linux_run,
	.sample = linux_sample,
	.shared = true,
};

bool target_linux_user_only(const struct target *t)
{
	return ((const struct linux_target *)t)->user_only;
}

const char *target_linux_untold(const struct target *t)
{
	return ((const struct linux_target *)t)->untold;
}

/* Processors that the catalogue knows first, then what the kernel names. */
static void take_monitors(struct linux_target *t)
{
	struct target_facts *facts = &t->target.facts;

	for (unsigned i = 0; i < t->machine.pmus; i++) {
		const struct perf_pmu *pmu = &t->machine.pmu[i];

		if (!pmu->monitor || facts->monitors == TARGET_MONITORS - 1)
			continue;
		t->pmu[facts->monitors] = pmu;
		facts->monitor[facts->monitors++] = (struct target_monitor){
			.name = pmu->monitor->name,
			.main_id = pmu->main_id,
		};
	}
	facts->monitor[facts->monitors++].name = "kernel";
}

/* May anybody count what the kernel does?  The clock of a task tells. */
static void find_permission(struct linux_target *t)
{
	struct perf_event clock = { .name = "task_clock",
				    .type = PERF_TYPE_SOFTWARE,
				    .config = PERF_COUNT_SW_TASK_CLOCK };
	const struct perf_lane self = { .pid = 0, .cpu = -1 };
	struct perf_set s = { .doors = t->doors,
			      .event = &clock,
			      .events = 1,
			      .lane = &self,
			      .lanes = 1 };
	bool all = perf_set_open(&s);

	perf_set_close(&s);
	if (all)
		return;
	clock.levels = TALLY_EL0;
	t->user_only = perf_set_open(&s);
	perf_set_close(&s);
}

static struct target *
find(const char *rest, const struct board_options *machine, struct error *err)
{
	struct linux_target *t;

	(void)machine;
	if (*rest) {
		error_set(err, "'linux:%s': there is one Linux here, -t linux",
			  rest);
		return NULL;
	}
	t = calloc(1, sizeof *t);
	if (!t) {
		error_no_memory(err);
		return NULL;
	}
	t->doors = asked;
	t->cgroup = -1;
	perf_machine_read(t->doors, &t->machine);
	take_monitors(t);
	find_permission(t);
	snprintf(t->title, sizeof t->title, "Linux %s %s%s", t->machine.release,
		 t->machine.name, t->user_only ? ", user space alone" : "");
	if (t->user_only)
		snprintf(t->lacks, sizeof t->lacks,
			 "perf_event_paranoid is %d: user space alone is "
			 "counted; `sysctl kernel.perf_event_paranoid=1`, or "
			 "CAP_PERFMON, counts the kernel, too",
			 t->machine.paranoid);
	t->target.facts.name = "linux";
	t->target.facts.title = t->title;
	t->target.facts.varies = true;
	t->target.ops = &ops;
	t->target.counts = &counts;
	return &t->target;
}

static bool take_cpus(struct linux_target *t, const char *list,
		      struct error *err)
{
	uint64_t on[PERF_CPUS / 64];
	char online[512];

	if (!perf_cpu_list(list, t->cpu) || !perf_has_any(t->cpu))
		return error_set(err,
				 "--cpu: '%s' is no list of processors, as in "
				 "0-3,8",
				 list);
	if (!linux_online_text(t, on, online, sizeof online))
		return true;
	for (unsigned n = 0; n < PERF_CPUS; n++)
		if (perf_has_cpu(t->cpu, n) && !perf_has_cpu(on, n))
			return error_set(err,
					 "--cpu: processor %u is not on; on "
					 "are %s",
					 n, online);
	return true;
}

bool target_linux_set(struct target *target, const struct linux_wish *w,
		      struct error *err)
{
	struct linux_target *t = linux_of(target);

	t->wish = *w;
	if (w->shared)
		target->counts = &shared_counts;
	if (w->cpus && !take_cpus(t, w->cpus, err))
		return false;
	if (w->cgroup) {
		t->cgroup = perf_cgroup_open(t->doors, w->cgroup, err);
		if (t->cgroup < 0)
			return false;
	}
	t->wish.all |= w->cpus || w->cgroup;
	if (t->wish.all && !w->cpus && !linux_online(t, t->cpu, err))
		return false;
	if (w->pid && t->wish.all)
		return error_set(err, "-p is of one process, and -a, --cpu or "
				      "--cgroup of all; leave one out");
	return true;
}

const struct target_kind target_linux_kind = {
	.name = "linux",
	.plural = "this computer",
	.form = "linux",
	.find = find,
};
