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

static const struct target_control *control(const struct job *job)
{
	return job->on->target->control;
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
		job->monitor[i] = (unsigned)n;
	}
	return true;
}

bool job_start(struct job *job, struct error *err)
{
	const struct run_options *o = job->options;

	if (!find_members(job, err))
		return false;
	job->on = target_open(o->target, job->number, err);
	if (!job->on)
		return false;
	if (job->first && o->sink && o->sink->console && control(job)->console)
		control(job)->console(job->on, o->sink->console, o->sink->ctx);
	return true;
}

/* Does a member have counters that only a poll can read in time? */
static bool polls(const struct request *r)
{
	for (unsigned i = 0; i < r->members; i++) {
		const struct tally_counting *c =
			r->member[i].monitor->monitor->counting;

		if (c->poll && !c->flagged)
			return true;
	}
	return false;
}

/* Cycles after which somebody has to look in; 0: nobody needs to. */
static uint64_t slice(const struct job *job)
{
	const bool counting =
		job->window.open || job->window.handed || job->parts->count;
	uint64_t limit = job_poll_limit(job);

	if (counting && limit == UINT64_MAX)
		limit = LOOK;
	if ((!counting && !polls(job->request)) || limit == UINT64_MAX)
		return 0;
	return limit > 2 * LATE ? limit - LATE : limit / 2 + 1;
}

/*
 * While it counts, the target stops before a counter can wrap twice.  Outside
 * of the windows nothing counts, so no stop is needed.  The exception are
 * counters that only a poll can read in time: they run on.
 */
static bool proceed(struct job *job, struct error *err)
{
	const uint64_t cycles =
		job->on->target->facts.knows_cycles ? slice(job) : 0;
	uint64_t until;

	/* A halt before there is anything to see would be for nothing. */
	if (!job->series || (job_is_halted(job) && !job->window.open)) {
		job->going = control(job)->go(job->on, cycles, err);
		return job->going;
	}
	until = series_next(job);
	if (cycles && cycles < until - job->cycles)
		until = job->cycles + cycles;
	job->going = control(job)->go_until(job->on, until, err);
	return job->going;
}

/* The target may be stopped at the region's first instruction already. */
static bool watch_region(struct job *job, struct error *err)
{
	struct target_where at;

	return control(job)->stop_at(job->on, job->region->from, true, err) &&
	       control(job)->where(job->on, &at, err) &&
	       window_at(job, at.pc, err);
}

bool job_go(struct job *job, struct error *err)
{
	if (!sessions_open(job, err) || !parts_hand_over(job, err))
		return false;
	window_looked(job);
	if (job->options->inside)
		return inside_begin(job, err) && proceed(job, err);
	if (job->region->kind == REGION_WHOLE ? !window_open(job, err)
					      : !watch_region(job, err))
		return false;
	return proceed(job, err);
}

/* Somebody wants to know of an entry of what was never entered. */
static bool was_entered(const struct job *job, struct error *err)
{
	const bool goes_on = job->on->target->facts.goes_on;

	if (job->window.count)
		return true;
	if (job->window.skipped)
		return error_set(err,
				 "the region '%s' was entered %u times, and "
				 "--warmup leaves out the first %u",
				 job->options->region.text, job->window.skipped,
				 job->warmup);
	if (goes_on)
		return error_set(err,
				 "the program ended before a call of '%s' was "
				 "over; each pass and each repeat takes one",
				 job->options->region.text);
	return error_set(err,
			 "the region '%s' was never entered in %llu "
			 "instructions; a function that was inlined has no "
			 "entry of its own",
			 job->options->region.text,
			 (unsigned long long)job->instructions);
}

/* Nothing counts from here on. */
static bool close_windows(struct job *job, struct error *err)
{
	if (job->window.open)
		return window_close(job, err);
	if (!job->parts->count)
		return true;
	window_written(job);
	return window_poll(job, err);
}

/* The run is over: take the counts, put the monitors back. */
static bool finish(struct job *job, const struct target_stop *stop,
		   struct error *err)
{
	job->exited = stop->reason == TARGET_STOP_EXIT &&
		      !job->on->target->facts.never_halted &&
		      !job->on->target->facts.timed;
	job->unfinished = job->region->kind != REGION_WHOLE &&
			  (stop->windows.within || job->window.open);
	job->status = stop->status;
	job->instructions = stop->instructions;
	job->frames = stop->frames;
	if (!close_windows(job, err) || !was_entered(job, err) ||
	    !parts_take(job, err) || !series_look(job, true, err) ||
	    !causes_look(job, err) || !sessions_finish(job, err))
		return false;
	job->done = true;
	return true;
}

/* A handed window's writes are those before the stop's. */
static bool take_stop(struct job *job, const struct target_stop *stop,
		      struct error *err)
{
	const bool good = stop->reason == TARGET_STOP_SLICE ||
			  stop->reason == TARGET_STOP_EXIT;

	job->going = false;
	job->cycles = stop->cycles;
	job->bursts = stop->bursts;
	if (job->window.handed && good &&
	    !window_handed(job, &stop->windows, err))
		return false;
	job_add_writes(job->wrote, stop->writes);
	return true;
}

/* At a breakpoint; one window is all of a target that goes on. */
static bool at_break(struct job *job, const struct target_stop *stop,
		     struct error *err)
{
	if (job->options->inside ? !inside_over(job, stop, err)
				 : !window_at(job, stop->pc, err))
		return false;
	if (job->on->target->facts.goes_on && job->window.count &&
	    !job->window.open)
		return finish(job, stop, err);
	return window_hand_over(job, err) && proceed(job, err);
}

/* Of a region on what goes on: was it not called, or did it not return? */
static bool given_up(const struct job *job, const struct target_stop *stop,
		     struct error *err)
{
	error_set(err, "%s", stop->text);
	if (!job->on->target->facts.goes_on)
		return false;
	return error_within(err, "'%s' %s", job->options->region.text,
			    job->window.open || stop->windows.within
				    ? "was entered and does not return"
				    : "is not called");
}

bool job_step(struct job *job, const struct target_stop *stop,
	      struct error *err)
{
	if (!take_stop(job, stop, err))
		return false;
	switch (stop->reason) {
	case TARGET_STOP_BREAK:
		return at_break(job, stop, err);
	case TARGET_STOP_SLICE:
		return (job->window.handed || window_stand(job, err)) &&
		       series_look(job, false, err) && causes_look(job, err) &&
		       window_go_on(job, err) && proceed(job, err);
	case TARGET_STOP_EXIT:
		return finish(job, stop, err);
	case TARGET_STOP_FAULT:
		return error_set(err, "the program failed on the %s: %s",
				 job->on->target->facts.simulated ? "board"
								  : "target",
				 stop->text);
	case TARGET_STOP_GIVEN_UP:
	case TARGET_STOP_TIMEOUT:
		return given_up(job, stop, err);
	case TARGET_STOP_LOST:
		return error_set(err, "%s", stop->text);
	case TARGET_STOP_HALTED:
	case TARGET_STOP_OVERFLOW: /* nobody watches */
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
