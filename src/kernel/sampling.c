/* SPDX-License-Identifier: MIT */
/*
 * Samples of a command, a process or all tasks: an event and a ring for each
 * processor, since the kernel maps no ring of a task's that children share.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/array.h"
#include "kernel/event.h"
#include "kernel/sampling.h"
#include "kernel/there.h"

enum {
	RING_PAGES = 64,
	RING_MORE = 8, /* times as many for root, whom no limit holds */
	TICK_MS = 20,  /* the command's end is looked for so often */
};

/* One event on one processor, of one task or of all. */
struct stream {
	int fd;
	uint32_t event;
	struct perf_ring ring; /* no page: another task's has its records */
};

struct streams {
	const struct perf_sampling *s;
	struct stream *stream;
	struct pollfd *poll;
	size_t streams, stream_room, poll_room;
	const pid_t *task; /* -1: all */
	size_t tasks;
	struct perf_set set; /* for what the kernel refuses */
};

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* All users but root have a part of their memory for that. */
static size_t ring_pages(void)
{
	return (size_t)RING_PAGES * (geteuid() ? 1 : RING_MORE);
}

/* Not of a command that begins by it. */
static bool others(const struct perf_sampling *s)
{
	return s->pid || s->all;
}

/* The first event tells what is mapped, and who is called what, too.  Behind
 * the last one is one that does nothing else, for processors that it is not on.
 */
static struct perf_event_attr attr_of(const struct perf_sampling *s,
				      unsigned event)
{
	const struct perf_event nothing = { .type = PERF_TYPE_SOFTWARE,
					    .config = PERF_COUNT_SW_DUMMY,
					    .levels = s->event[0].levels };
	const bool teller = event == s->events;
	const struct perf_event *e = teller ? &nothing : &s->event[event];
	const bool tells = teller || event == 0;
	struct perf_event_attr attr = {
		.size = sizeof attr,
		.type = e->type,
		.config = e->config,
		.config1 = e->config1,
		.config2 = e->config2,
		.sample_period = teller ? 1 : s->period[s->column[event]],
		.sample_type = PERF_SAMPLED,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.enable_on_exec = !others(s),
		.inherit = !s->all,
		.sample_id_all = 1,
		.mmap = tells,
		.mmap2 = tells,
		.task = tells,
		.comm = tells,
		.comm_exec = tells,
		.exclude_callchain_kernel = 1,
		.sample_regs_user = REGISTERS_MASK,
		.sample_stack_user = REGISTERS ? REGISTERS_STACK : 0,
		.watermark = 1,
		.wakeup_watermark = (uint32_t)(RING_PAGES / 2 * page_size()),
	};

	linux_levels(&attr, e->levels);
	if (s->hz && !teller) {
		attr.freq = 1;
		attr.sample_freq = s->hz;
		attr.sample_type |= PERF_SAMPLE_PERIOD;
	}
	return attr;
}

static bool add_stream(struct streams *all, const struct stream *one)
{
	if (!array_grow(&all->stream, all->streams, &all->stream_room,
			sizeof *all->stream) ||
	    !array_grow(&all->poll, all->streams, &all->poll_room,
			sizeof *all->poll))
		return false;
	all->poll[all->streams] = (struct pollfd){ one->fd, POLLIN, 0 };
	all->stream[all->streams++] = *one;
	return true;
}

/* A ring of its own; the tasks that follow on this processor share it. */
static bool map_ring(struct streams *all, struct stream *one, struct error *err)
{
	const struct perf_sampling *s = all->s;
	size_t size = ring_pages() * page_size();
	void *map = s->doors->map(one->fd, size + page_size(),
				  PROT_READ | PROT_WRITE);

	if (!map) { /* a container's root is held, too */
		size = RING_PAGES * page_size();
		map = s->doors->map(one->fd, size + page_size(),
				    PROT_READ | PROT_WRITE);
	}

	if (!map)
		return error_set(err,
				 "no room for samples: %s; `sysctl "
				 "kernel.perf_event_mlock_kb` and `ulimit -l` "
				 "allow more",
				 strerror(errno));
	one->ring = (struct perf_ring){ .page = map,
					.data = (uint8_t *)map + page_size(),
					.size = size,
					.period = 1 };
	if (one->event < s->events) {
		one->ring.event = s->column[one->event];
		one->ring.period = s->hz ? 0 : s->period[one->ring.event];
	}
	return true;
}

static bool refused(struct streams *all, unsigned event, struct error *err)
{
	static const struct perf_lane everybody = { .pid = -1 };

	all->set.at = event < all->s->events ? event : 0;
	all->set.error = errno;
	all->set.lane = &everybody;
	all->set.lanes = all->s->all;
	return perf_refused(&all->set, all->s->machine, err);
}

/* All tasks' event on one processor.  A thread may have ended, also the first
 * one of a process that goes on. */
static bool open_lane(struct streams *all, unsigned event, int cpu,
		      struct error *err)
{
	const struct perf_sampling *s = all->s;
	struct perf_event_attr attr = attr_of(s, event);
	int ring = -1;

	for (size_t i = 0; i < all->tasks; i++) {
		struct stream one = { .event = event };

		one.fd = s->doors->open(
			&attr, all->task[i], cpu, -1,
			PERF_FLAG_FD_CLOEXEC |
				(s->cgroup ? PERF_FLAG_PID_CGROUP : 0));
		if (one.fd < 0 && errno == ESRCH &&
		    (ring >= 0 || i + 1 < all->tasks))
			continue;
		if (one.fd < 0)
			return refused(all, event, err);
		if (!add_stream(all, &one)) {
			(void)s->doors->close(one.fd);
			return error_no_memory(err);
		}
		if (ring >= 0 &&
		    s->doors->control(one.fd, PERF_EVENT_IOC_SET_OUTPUT,
				      (unsigned long)ring) == 0)
			continue;
		ring = one.fd;
		if (!map_ring(all, &all->stream[all->streams - 1], err))
			return false;
	}
	return true;
}

static bool is_on(const struct perf_sampling *s, unsigned event, unsigned cpu)
{
	const struct perf_pmu *pmu = s->event[event].pmu;

	return perf_has_cpu(s->cpu, cpu) &&
	       (!pmu || !perf_has_any(pmu->cpu) || perf_has_cpu(pmu->cpu, cpu));
}

static bool open_all(struct streams *all, struct error *err)
{
	const struct perf_sampling *s = all->s;

	for (unsigned event = 0; event < s->events; event++)
		for (unsigned n = 0; n < PERF_CPUS; n++)
			if (is_on(s, event, n) &&
			    !open_lane(all, event, (int)n, err))
				return false;
	for (unsigned n = 0; n < PERF_CPUS; n++)
		if (perf_has_cpu(s->online, n) && !is_on(s, 0, n) &&
		    !open_lane(all, s->events, (int)n, err))
			return false;
	return true;
}

static void close_all(struct streams *all)
{
	for (size_t i = 0; i < all->streams; i++) {
		struct stream *one = &all->stream[i];

		if (one->ring.page)
			all->s->doors->unmap(one->ring.page,
					     one->ring.size + page_size());
		(void)all->s->doors->close(one->fd);
	}
	free(all->stream);
	free(all->poll);
}

static void drain(const struct streams *all, struct perf_taking *to)
{
	for (size_t i = 0; i < all->streams; i++)
		if (all->stream[i].ring.page)
			perf_ring_drain(&all->stream[i].ring, to);
}

/* Reads what each event came to, with what no sample was taken of. */
static bool read_totals(const struct streams *all, uint64_t *total,
			struct error *err)
{
	for (unsigned i = 0; i < all->s->events; i++)
		total[all->s->column[i]] = 0;
	for (size_t i = 0; i < all->streams; i++) {
		const struct stream *one = &all->stream[i];
		uint64_t now[3];

		if (one->event == all->s->events)
			continue;
		if (all->s->doors->read(one->fd, now, sizeof now) !=
		    (ssize_t)sizeof now)
			return error_set(err, "%s: the kernel gives no count",
					 all->s->event[one->event].name);
		total[all->s->column[one->event]] += now[0];
	}
	return true;
}

static void enable(const struct streams *all, bool on)
{
	for (size_t i = 0; i < all->streams; i++)
		(void)all->s->doors->control(
			all->stream[i].fd,
			on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static void take_some(struct streams *all, struct perf_taking *to)
{
	(void)poll(all->poll, all->streams, TICK_MS);
	/* A stream whose task has ended is readable for ever. */
	for (size_t i = 0; i < all->streams; i++)
		if (all->poll[i].revents & (POLLHUP | POLLERR))
			all->poll[i].fd = -1;
	drain(all, to);
}

static bool goes_on(const struct perf_meanwhile *m)
{
	return !m->go_on || m->go_on(m->ctx);
}

/* Until the command has ended, or nobody wants any more. */
static bool follow(struct streams *all, struct perf_command *c,
		   const struct perf_meanwhile *m, struct perf_taking *to,
		   struct perf_end *end, struct error *err)
{
	enum perf_state state;
	bool told = false;

	while ((state = perf_command_ended(c, end, err)) == PERF_RUNS) {
		if (!told && !goes_on(m)) {
			told = true;
			perf_command_end(c);
		}
		take_some(all, to);
	}
	return state == PERF_ENDED;
}

static void follow_others(struct streams *all, const struct perf_meanwhile *m,
			  struct perf_taking *to)
{
	const pid_t pid = all->s->pid;

	while (goes_on(m) && (!pid || kill(pid, 0) == 0 || errno == EPERM))
		take_some(all, to);
}

/* From the moment when everything is open. */
static bool sample(struct streams *all, struct perf_command *c,
		   const struct perf_meanwhile *m, struct perf_taking *to,
		   struct perf_end *end, struct error *err)
{
	bool good = true;

	if (others(all->s)) {
		perf_there(all->s->doors, all->s->pid, to);
		enable(all, true);
	}
	if (c) {
		good = perf_command_go(c, err);
		good = follow(all, c, m, to, end, err) && good;
	} else {
		follow_others(all, m, to);
	}
	if (others(all->s))
		enable(all, false);
	drain(all, to);
	return good;
}

static bool any_in_kernel(const struct perf_taking *t)
{
	size_t i = 0;

	while (i < t->takens && !t->taken[i].kernel)
		i++;
	return i < t->takens;
}

bool perf_sample(const struct perf_sampling *s, struct perf_command *c,
		 const struct perf_meanwhile *m, struct perf_taking *to,
		 uint64_t *total, struct perf_end *end, struct error *err)
{
	static const pid_t everybody = -1;
	struct streams all = { .s = s,
			       .task = &everybody,
			       .tasks = 1,
			       .set = { .doors = s->doors,
					.event = s->event,
					.events = s->events } };
	pid_t *threads = NULL;
	bool good;

	if (c && !perf_command_start(c, err))
		return false;
	if (s->cgroup)
		all.task = s->cgroup;
	if (s->pid)
		all.task = threads = perf_threads(s->doors, s->pid, &all.tasks);
	else if (c && !s->all)
		all.task = &c->pid;
	good = all.task ? open_all(&all, err) : error_no_memory(err);
	if (good)
		good = sample(&all, c, m, to, end, err);
	else if (c)
		perf_command_drop(c);
	good = good && read_totals(&all, total, err);
	close_all(&all);
	free(threads);
	if (good && to->full)
		return error_no_memory(err);
	perf_taking_sort(to);
	perf_jit_read(s->doors, to, &to->jit);
	if (any_in_kernel(to))
		perf_symbols_read(s->doors, &to->kernel);
	return good;
}
