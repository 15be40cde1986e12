/* SPDX-License-Identifier: MIT */
/*
 * The life of one run, from the opened target to the restored monitor.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tally/counting.h>

#include "run/job.h"

/* How late a target may be to stop [target.h, go()]. */
#define LATE (UINT64_C(1) << 30)
/* Cycles between looks at counters of 64 bits: chosen. */
#define LOOK (UINT64_C(1) << 31)

/* How long a running target gets to stop when asked to. */
enum { PATIENCE_MS = 2000 };

/* A monitor that the program wrote to need not answer as it should. */
static void blame_program(const struct job *job, struct error *err)
{
	char text[sizeof err->text], name[32];

	for (unsigned i = 0; i < job->request->members; i++) {
		const struct target_writes *w =
			&job->wrote[job->member[i].number];
		const struct run_writes first = { .reg = w->reg };

		if (!w->count || !job->member[i].used)
			continue;
		snprintf(text, sizeof text, "%s", err->text);
		error_set(err, "%.160s; the program itself wrote %s at %s",
			  text,
			  run_register(job->request->member[i].monitor, &first,
				       name, sizeof name),
			  w->where);
		return;
	}
}

static const struct target_control *control(const struct job *job)
{
	return job->on->target->control;
}

bool job_wait(struct job *job, struct target_stop *stop)
{
	return control(job)->wait(job->on, false, stop);
}

struct tally_bus *job_bus(const struct job *job, unsigned member)
{
	return job->on->target->registers->bus(job->on,
					       job->member[member].number);
}

bool job_bus_failed(struct job *job, const char *doing,
		    enum tally_status status, struct error *err)
{
	struct target_stop stop = { 0 };

	if (status == TALLY_E_BUS && job_wait(job, &stop) &&
	    stop.reason == TARGET_STOP_LOST)
		return error_set(err, "%s: %s", doing, stop.text);
	error_set(err, "%s: %s", doing, tally_status_text(status));
	blame_program(job, err);
	return false;
}

/* Which member it is, of the target's monitors; -1: none. */
static int member_of(const struct job *job, unsigned monitor)
{
	for (unsigned i = 0; i < job->request->members; i++)
		if (job->member[i].number == monitor)
			return (int)i;
	return -1;
}

bool job_truth_read(struct job *job, struct target_truth *row, unsigned *rows,
		    struct error *err)
{
	const struct target_ops *ops = job->on->target->ops;
	unsigned all;

	*rows = 0;
	if (!ops->truth)
		return true;
	if (!ops->truth(job->on, row, JOB_TRUTHS, &all, err))
		return false;
	for (unsigned i = 0; i < all; i++) {
		int member = member_of(job, row[i].monitor);

		if (member < 0)
			continue;
		row[*rows] = row[i];
		row[(*rows)++].monitor = (uint8_t)member;
	}
	return true;
}

/* Which of the target's monitors the members are. */
static bool find_members(struct job *job, struct error *err)
{
	const struct target *t = job->options->target;

	for (unsigned i = 0; i < job->request->members; i++) {
		const char *name = job->request->member[i].monitor->name;
		int n = target_monitor(t, name);

		if (n < 0)
			return error_set(err, "%s has no %s", t->facts.name,
					 name);
		job->member[i].number = (unsigned)n;
	}
	return true;
}

bool job_start(struct job *job, struct error *err)
{
	const struct run_options *o = job->options;

	if (!find_members(job, err))
		return false;
	job->on = target_open(o->target, job->run, err);
	if (!job->on)
		return false;
	if (job->run == 0 && o->console && control(job)->console)
		control(job)->console(job->on, o->console, o->ctx);
	return true;
}

/* Does a member have counters that only a poll can read in time? */
static bool polls(const struct request *r)
{
	for (unsigned i = 0; i < r->members; i++)
		if (r->member[i].monitor->monitor->counting->poll)
			return true;
	return false;
}

/* Cycles after which somebody has to look in; 0: nobody needs to. */
static uint64_t slice(const struct job *job)
{
	uint64_t limit = tally_together_poll_limit(&job->together);

	if (job->window && limit == UINT64_MAX)
		limit = LOOK;
	if ((!job->window && !polls(job->request)) || limit == UINT64_MAX)
		return 0;
	return limit > 2 * LATE ? limit - LATE : limit / 2 + 1;
}

/*
 * While counting, it stops before a counter can wrap twice.  Outside of the
 * windows nothing counts, and nothing has to be looked for, but where counters
 * are polled alone: one of these runs on.
 */
static bool proceed(struct job *job, struct error *err)
{
	const uint64_t cycles =
		job->on->target->facts.knows_cycles ? slice(job) : 0;

	job->going = control(job)->go(job->on, cycles, err);
	return job->going;
}

/* It may stand at the region's beginning already. */
static bool watch_region(struct job *job, struct error *err)
{
	struct target_where at;

	return control(job)->stop_at(job->on, job->region->from, true, err) &&
	       control(job)->where(job->on, &at, err) &&
	       window_at(job, at.pc, err);
}

bool job_go(struct job *job, struct error *err)
{
	if (!sessions_open(job, err))
		return false;
	if (job->region->kind == REGION_WHOLE ? !window_open(job, err)
					      : !watch_region(job, err))
		return false;
	return proceed(job, err);
}

/* The program ended: take the counts, put the monitor back. */
static bool finish(struct job *job, const struct target_stop *stop,
		   struct error *err)
{
	job->unfinished = job->window && job->region->kind != REGION_WHOLE;
	job->status = stop->status;
	job->instructions = stop->instructions;
	job->frames = stop->frames;
	if (job->window && !window_close(job, err))
		return false;
	if (!job->windows)
		return error_set(
			err,
			"the region '%s' was never entered in %llu "
			"instructions; a function that was inlined has no "
			"entry of its own",
			job->options->region.text,
			(unsigned long long)stop->instructions);
	if (!sessions_finish(job, err))
		return false;
	job->done = true;
	return true;
}

/* Of the first write of all, how it was. */
static void note_writes(struct job *job, const struct target_stop *stop)
{
	for (unsigned i = 0; i < TARGET_MONITORS; i++) {
		struct target_writes *all = &job->wrote[i];
		uint64_t before = all->count;

		if (!before)
			*all = stop->writes[i];
		else
			all->count = before + stop->writes[i].count;
	}
}

bool job_step(struct job *job, const struct target_stop *stop,
	      struct error *err)
{
	job->going = false;
	job->cycles = stop->cycles;
	job->broken = stop->broken;
	note_writes(job, stop);
	switch (stop->reason) {
	case TARGET_STOP_BREAK:
		return window_at(job, stop->pc, err) && proceed(job, err);
	case TARGET_STOP_SLICE:
		return window_poll(job, err) && proceed(job, err);
	case TARGET_STOP_EXIT:
		return finish(job, stop, err);
	case TARGET_STOP_FAULT:
		return error_set(err, "the program failed on the %s: %s",
				 job->on->target->facts.simulated ? "board"
								  : "target",
				 stop->text);
	case TARGET_STOP_GIVEN_UP:
	case TARGET_STOP_LOST:
		return error_set(err, "%s", stop->text);
	case TARGET_STOP_HALTED:
		break;
	}
	return error_set(err, "interrupted");
}

/* A running target lets nobody at its registers: stop it first. */
static void halt(struct job *job)
{
	struct pollfd fd = { .fd = control(job)->fd(job->on),
			     .events = POLLIN };
	struct target_stop stop;

	control(job)->halt(job->on);
	errno = 0;
	while (!job_wait(job, &stop))
		if (poll(&fd, 1, PATIENCE_MS) <= 0 && errno != EINTR)
			return;
	job->going = false;
}

void job_close(struct job *job)
{
	if (!job->on)
		return;
	if (job->going)
		halt(job);
	if (!job->going)
		sessions_close(job);
	target_end(job->on);
	job->on = NULL;
	sessions_free(job);
}
