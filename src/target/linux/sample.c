/* SPDX-License-Identifier: MIT */
/* Samples of a command by the kernel's records. */
#include <stdlib.h>

#include "kernel/sampling.h"
#include "target/linux/inner.h"

/* The kernel's events for each, of two kinds of processors both.  There is room
 * for all. */
static bool take_events(const struct linux_target *t,
			const struct target_count *c, unsigned count,
			struct perf_sampling *to, unsigned *column,
			struct error *err)
{
	for (unsigned i = 0; i < count; i++) {
		const unsigned n =
			linux_events(t, &c[i], to->event + to->events);

		if (n == 0)
			return error_set(err,
					 "%s: time of the whole run has no "
					 "samples; cpu-clock has",
					 c[i].event->name);
		for (unsigned k = 0; k < n; k++)
			column[to->events++] = i;
	}
	return true;
}

/* The kernel has a limit of its own for all that sample. */
static bool often_enough(const struct linux_target *t, uint64_t hz,
			 struct error *err)
{
	static const char file[] =
		"/proc/sys/kernel/perf_event_max_sample_rate";
	char text[32];
	unsigned long long most;

	if (!hz || !perf_file(t->doors, file, text, sizeof text))
		return true;
	most = strtoull(text, NULL, 10);
	return hz <= most ||
	       error_set(err,
			 "-F %llu: the kernel takes %llu samples a second at "
			 "most; ask for fewer, or `sysctl "
			 "kernel.perf_event_max_sample_rate=%llu`",
			 (unsigned long long)hz, most, (unsigned long long)hz);
}

bool linux_sample(struct target *target, const struct target_count *c,
		  const struct target_sampled *how, struct perf_taking *to,
		  struct target_stop *end, struct error *err)
{
	struct linux_target *t = linux_of(target);
	uint64_t online[PERF_CPUS / 64] = { 0 };
	const size_t most = (size_t)LINUX_KINDS * how->count + LINUX_KINDS;
	struct perf_event *event = calloc(most, sizeof *event);
	unsigned *column = calloc(most, sizeof *column);
	struct perf_command command = { .word = t->wish.command,
					.quiet = t->wish.quiet };
	struct perf_sampling s = { .doors = t->doors,
				   .machine = &t->machine,
				   .event = event,
				   .period = how->period,
				   .hz = how->hz,
				   .column = column,
				   .cpu = t->wish.cpus ? t->cpu : online,
				   .online = online,
				   .pid = t->wish.pid,
				   .all = t->wish.all,
				   .cgroup =
					   t->cgroup < 0 ? NULL : &t->cgroup };
	const struct perf_meanwhile meanwhile = { .go_on = how->go_on,
						  .ctx = how->ctx };
	struct perf_end ended = { 0 };
	bool good;

	if (!event || !column) {
		free(event);
		free(column);
		return error_no_memory(err);
	}
	good = often_enough(t, how->hz, err) && linux_online(t, online, err) &&
	       take_events(t, c, how->count, &s, column, err) &&
	       perf_sample(&s, t->wish.command ? &command : NULL, &meanwhile,
			   to, how->total, &ended, err);
	if (good)
		*end = (struct target_stop){ .reason = TARGET_STOP_EXIT,
					     .status = ended.status };
	free(event);
	free(column);
	return good;
}
