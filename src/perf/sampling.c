/* SPDX-License-Identifier: MIT */
/*
 * Samples of a command: an event and a ring for each processor, since the
 * kernel maps no ring of a task's that children share.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "linux/inner.h"
#include "perf/sampling.h"

enum {
	RING_PAGES = 64,
	TICK_MS = 20, /* the command's end is looked for so often */
};

/* One event on one processor. */
struct stream {
	int fd;
	uint32_t event;
	struct perf_ring ring;
};

struct streams {
	const struct perf_sampling *s;
	struct stream *stream;
	struct pollfd *poll;
	unsigned streams;
	struct perf_set set; /* for what the kernel refuses */
};

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t ring_size(void)
{
	return (RING_PAGES + 1) * page_size();
}

/* The first event tells what is mapped, and who is called what, too. */
static struct perf_event_attr attr_of(const struct perf_sampling *s,
				      unsigned event)
{
	const struct perf_event *e = &s->event[event];
	struct perf_event_attr attr = {
		.size = sizeof attr,
		.type = e->type,
		.config = e->config,
		.config1 = e->config1,
		.config2 = e->config2,
		.sample_period = s->period[event],
		.sample_type = PERF_SAMPLED,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.enable_on_exec = 1,
		.inherit = 1,
		.sample_id_all = 1,
		.mmap = event == 0,
		.mmap2 = event == 0,
		.task = event == 0,
		.comm = event == 0,
		.exclude_callchain_kernel = 1,
		.watermark = 1,
		.wakeup_watermark = (uint32_t)(RING_PAGES / 2 * page_size()),
	};

	linux_levels(&attr, e->levels);
	return attr;
}

static bool open_one(struct streams *all, unsigned event, int cpu, pid_t pid,
		     struct error *err)
{
	const struct perf_sampling *s = all->s;
	struct perf_event_attr attr = attr_of(s, event);
	struct stream *one = &all->stream[all->streams];
	void *map;

	one->event = event;
	one->fd = s->kernel->open(&attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (one->fd < 0) {
		all->set.at = event;
		all->set.error = errno;
		return perf_refused(&all->set, s->machine, err);
	}
	all->poll[all->streams] = (struct pollfd){ one->fd, POLLIN, 0 };
	all->streams++;
	map = s->kernel->map(one->fd, ring_size());
	if (!map)
		return error_set(err,
				 "no room for samples: %s; `sysctl "
				 "kernel.perf_event_mlock_kb` and `ulimit -l` "
				 "allow more",
				 strerror(errno));
	one->ring = (struct perf_ring){ map, (uint8_t *)map + page_size(),
					RING_PAGES * page_size(), event,
					s->period[event] };
	return true;
}

static bool open_all(struct streams *all, pid_t pid, struct error *err)
{
	const struct perf_sampling *s = all->s;
	unsigned cpus = 0;

	for (unsigned n = 0; n < PERF_CPUS; n++)
		cpus += perf_has_cpu(s->cpu, n);
	all->stream = calloc(cpus * s->events + 1u, sizeof *all->stream);
	all->poll = calloc(cpus * s->events + 1u, sizeof *all->poll);
	if (!all->stream || !all->poll)
		return error_no_memory(err);
	for (unsigned event = 0; event < s->events; event++)
		for (unsigned n = 0; n < PERF_CPUS; n++) {
			const struct perf_pmu *pmu = s->event[event].pmu;

			if (perf_has_cpu(s->cpu, n) &&
			    (!pmu || !perf_has_any(pmu->cpu) ||
			     perf_has_cpu(pmu->cpu, n)) &&
			    !open_one(all, event, (int)n, pid, err))
				return false;
		}
	return true;
}

static void close_all(struct streams *all)
{
	for (unsigned i = 0; i < all->streams; i++) {
		struct stream *one = &all->stream[i];

		if (one->ring.page)
			all->s->kernel->unmap(one->ring.page, ring_size());
		(void)all->s->kernel->close(one->fd);
	}
	free(all->stream);
	free(all->poll);
}

static void drain(const struct streams *all, struct perf_taking *to)
{
	for (unsigned i = 0; i < all->streams; i++)
		perf_ring_drain(&all->stream[i].ring, to);
}

/* What each event came to, with what no sample was taken of. */
static bool read_totals(const struct streams *all, uint64_t *total,
			struct error *err)
{
	for (unsigned i = 0; i < all->s->events; i++)
		total[i] = 0;
	for (unsigned i = 0; i < all->streams; i++) {
		const struct stream *one = &all->stream[i];
		uint64_t now[3];

		if (all->s->kernel->read(one->fd, now, sizeof now) !=
		    (ssize_t)sizeof now)
			return error_set(err, "%s: the kernel gives no count",
					 all->s->event[one->event].name);
		total[one->event] += now[0];
	}
	return true;
}

static bool follow(struct streams *all, struct perf_command *c,
		   const volatile bool *stop, struct perf_taking *to,
		   struct perf_end *end, struct error *err)
{
	enum perf_state state;
	bool told = false;

	while ((state = perf_command_ended(c, end, err)) == PERF_RUNS) {
		if (stop && *stop && !told) {
			told = true;
			perf_command_end(c);
		}
		(void)poll(all->poll, all->streams, TICK_MS);
		/* Whose task has ended is readable for ever. */
		for (unsigned i = 0; i < all->streams; i++)
			if (all->poll[i].revents & (POLLHUP | POLLERR))
				all->poll[i].fd = -1;
		drain(all, to);
	}
	drain(all, to);
	return state == PERF_ENDED;
}

bool perf_sample(const struct perf_sampling *s, struct perf_command *c,
		 const volatile bool *stop, struct perf_taking *to,
		 uint64_t *total, struct perf_end *end, struct error *err)
{
	struct streams all = { .s = s,
			       .set = { .kernel = s->kernel,
					.event = s->event,
					.events = s->events } };
	bool good;

	if (!perf_command_start(c, err))
		return false;
	if (!open_all(&all, c->pid, err)) {
		perf_command_drop(c);
		close_all(&all);
		return false;
	}
	good = perf_command_go(c, err);
	good = follow(&all, c, stop, to, end, err) && good;
	good = good && read_totals(&all, total, err);
	close_all(&all);
	if (good && to->full)
		return error_no_memory(err);
	perf_taking_sort(to);
	return good;
}
