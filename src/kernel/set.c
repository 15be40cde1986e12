/* SPDX-License-Identifier: MIT */
/*
 * Events as a set that begins and ends together.  Each counter is read by
 * itself: kernels before 4.13 cannot read an inherited group at once.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/event.h"
#include "kernel/perf.h"

static int *fd_of(const struct perf_set *s, unsigned lane, unsigned event)
{
	return &s->fd[(size_t)lane * s->events + event];
}

/* The first event of the same group on this lane; -1: there is none yet. */
static int leader_of(const struct perf_set *s, unsigned lane, unsigned event)
{
	for (unsigned i = 0; i < event; i++)
		if (s->event[i].group == s->event[event].group &&
		    *fd_of(s, lane, i) >= 0)
			return *fd_of(s, lane, i);
	return -1;
}

/* A member of a group goes by its leader's state. */
static struct perf_event_attr attr_of(const struct perf_set *s,
				      const struct perf_event *e, bool leads)
{
	struct perf_event_attr attr = {
		.size = sizeof(struct perf_event_attr),
		.type = e->type,
		.config = e->config,
		.config1 = e->config1,
		.config2 = e->config2,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = leads,
		.enable_on_exec = leads && s->on_exec,
		.pinned = leads && e->pinned,
		.inherit = s->inherit,
	};

	linux_levels(&attr, e->levels);
	return attr;
}

static bool open_one(struct perf_set *s, unsigned lane, unsigned event)
{
	const struct perf_lane *l = &s->lane[lane];
	const int leader = leader_of(s, lane, event);
	struct perf_event_attr attr = attr_of(s, &s->event[event], leader < 0);
	int fd = s->doors->open(&attr, l->pid, l->cpu, leader,
				PERF_FLAG_FD_CLOEXEC |
					(s->cgroup ? PERF_FLAG_PID_CGROUP : 0));

	*fd_of(s, lane, event) = fd;
	if (fd >= 0)
		return true;
	s->at = event;
	s->error = errno;
	return false;
}

static void close_lane(const struct perf_set *s, unsigned lane)
{
	for (unsigned i = 0; i < s->events; i++) {
		if (*fd_of(s, lane, i) >= 0)
			(void)s->doors->close(*fd_of(s, lane, i));
		*fd_of(s, lane, i) = -1;
	}
}

/* All of its events, or none. */
static bool open_lane(struct perf_set *s, unsigned lane, bool *any)
{
	for (unsigned i = 0; i < s->events; i++) {
		if (s->event[i].pmu != s->lane[lane].pmu)
			continue;
		if (!open_one(s, lane, i)) {
			close_lane(s, lane);
			return false;
		}
	}
	for (unsigned i = 0; i < s->events; i++)
		*any |= *fd_of(s, lane, i) >= 0;
	return true;
}

/* A thread may have ended, also the first one of a process that goes on. */
bool perf_set_open(struct perf_set *s)
{
	const size_t fds = (size_t)s->lanes * s->events;
	bool any = false, gone = false;

	s->at = 0;
	s->error = ENOMEM;
	s->fd = malloc((fds + 1) * sizeof *s->fd);
	if (!s->fd)
		return false;
	memset(s->fd, 0xff, (fds + 1) * sizeof *s->fd);
	for (unsigned lane = 0; lane < s->lanes; lane++) {
		if (open_lane(s, lane, &any))
			continue;
		gone = true;
		if (s->error != ESRCH) {
			any = false;
			break;
		}
	}
	if (gone && !any)
		perf_set_close(s);
	return any || !gone;
}

void perf_set_enable(const struct perf_set *s, bool on)
{
	for (unsigned lane = 0; lane < s->lanes; lane++)
		for (unsigned i = 0; i < s->events; i++)
			if (*fd_of(s, lane, i) >= 0 &&
			    leader_of(s, lane, i) < 0)
				(void)s->doors->control(
					*fd_of(s, lane, i),
					on ? PERF_EVENT_IOC_ENABLE
					   : PERF_EVENT_IOC_DISABLE,
					0);
}

/* A pinned group that lost its counters has an end where others have counts. */
static bool add_one(struct perf_set *s, unsigned lane, unsigned event,
		    struct error *err)
{
	struct perf_event *e = &s->event[event];
	const int fd = *fd_of(s, lane, event);
	struct perf_apart now = { 0 };
	ssize_t got = s->doors->read(fd, &now, sizeof now);

	if (got == 0) {
		e->stopped = true;
		return true;
	}
	if (got != (ssize_t)sizeof now)
		return error_set(err, "%s: the kernel gives no count: %s",
				 e->name,
				 got < 0 ? strerror(errno) : "it is cut short");
	e->value += now.value;
	e->enabled += now.enabled;
	e->running += now.running;
	if (s->apart)
		s->apart[(size_t)lane * s->events + event] = now;
	return true;
}

bool perf_set_read(struct perf_set *s, struct error *err)
{
	for (unsigned i = 0; i < s->events; i++) {
		struct perf_event *e = &s->event[i];

		e->value = e->enabled = e->running = 0;
		e->stopped = false;
		for (unsigned lane = 0; lane < s->lanes; lane++)
			if (*fd_of(s, lane, i) >= 0 &&
			    !add_one(s, lane, i, err))
				return false;
	}
	return true;
}

void perf_set_close(struct perf_set *s)
{
	for (unsigned lane = 0; s->fd && lane < s->lanes; lane++)
		close_lane(s, lane);
	free(s->fd);
	s->fd = NULL;
}
