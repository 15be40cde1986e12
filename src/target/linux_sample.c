/* SPDX-License-Identifier: MIT */
/* Samples of a command by the kernel's records. */
#include <stdlib.h>

#include "perf/sampling.h"
#include "target/linux_inner.h"

/* One of the kernel's events for each; of two kinds of processors, that which
 * comes first has both. */
static bool take_events(const struct linux_target *t,
			const struct target_count *c, unsigned count,
			struct perf_event *event, struct error *err)
{
	for (unsigned i = 0; i < count; i++) {
		struct perf_event kinds[LINUX_KINDS];
		const unsigned n = linux_events(t, &c[i], kinds);

		if (n == 0)
			return error_set(err,
					 "%s: time of the whole run has no "
					 "samples; cpu-clock has",
					 c[i].event->name);
		if (n > 1)
			return error_set(err,
					 "%s: this machine has processors of "
					 "several kinds, each with an event of "
					 "its own; name one: %s:%s",
					 c[i].event->name, kinds[0].pmu->name,
					 c[i].event->name);
		event[i] = kinds[0];
	}
	return true;
}

bool linux_sample(struct target *target, const struct target_count *c,
		  const struct target_sampled *how, struct perf_taking *to,
		  struct target_stop *end, struct error *err)
{
	struct linux_target *t = linux_of(target);
	uint64_t online[PERF_CPUS / 64] = { 0 };
	struct perf_event *event = calloc(how->count + 1u, sizeof *event);
	struct perf_command command = { .word = t->wish.command,
					.quiet = t->wish.quiet };
	struct perf_sampling s = { .kernel = t->kernel,
				   .machine = &t->machine,
				   .event = event,
				   .period = how->period,
				   .events = how->count,
				   .cpu = t->wish.cpus ? t->cpu : online,
				   .online = online,
				   .pid = t->wish.pid,
				   .all = t->wish.all };
	struct perf_end ended = { 0 };
	bool good;

	if (!event)
		return error_no_memory(err);
	good = linux_online(t, online, err) &&
	       take_events(t, c, how->count, event, err) &&
	       perf_sample(&s, t->wish.command ? &command : NULL, how->stop, to,
			   how->total, &ended, err);
	if (good)
		*end = (struct target_stop){ .reason = TARGET_STOP_EXIT,
					     .status = ended.status };
	free(event);
	return good;
}
