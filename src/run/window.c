/* SPDX-License-Identifier: MIT */
/*
 * The counting window of one run.  The core is stopped whenever this
 * code works, so nothing that it does is counted.
 */
#include <string.h>

#include "base/seconds.h"
#include "run/conditions.h"
#include "run/job.h"

/*
 * A program that programs the monitor itself spoils what is counted here, and
 * the counts need not show it: a counter that was reset has fewer.  It matters
 * from the loading of the counters on, for what a window starts with is loaded
 * long before.
 */
static void take_writes(struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		const struct target_writes *w =
			&job->wrote[job->member[i].number];
		struct run_writes *spoiled = &job->spoiled[i];

		if (!job->member[i].used)
			continue;
		spoiled->count = w->count;
		spoiled->reg = w->reg;
		memcpy(spoiled->where, w->where, sizeof spoiled->where);
	}
}

static bool read_truth(struct job *job, struct target_truth *row,
		       struct error *err)
{
	return job_truth_read(job, row, &job->truth->count, err);
}

static bool add_truth(struct job *job, struct error *err)
{
	struct job_truth *t = job->truth;

	if (!read_truth(job, t->after, err))
		return false;
	for (unsigned i = 0; i < t->count; i++) {
		uint64_t sum = job->windows > 1 ? t->row[i].count : 0;

		t->row[i] = t->after[i];
		t->row[i].count = sum + t->after[i].count - t->before[i].count;
	}
	return true;
}

static void looked(struct job *job)
{
	job->poll = job->cycles;
	job->poll_seconds = seconds_now();
}

/*
 * Could a counter have wrapped twice since?  Where nobody tells the cycles, the
 * host's time and the clock say how many there can have been.
 */
static bool too_late(const struct job *job)
{
	const struct target_facts *f = &job->on->target->facts;
	const uint64_t limit = tally_together_poll_limit(&job->together);

	if (f->knows_cycles)
		return job->cycles - job->poll > limit;
	return limit != UINT64_MAX &&
	       (f->clock_hz <= 0 ||
		(seconds_now() - job->poll_seconds) * f->clock_hz >
			(double)limit);
}

bool window_open(struct job *job, struct error *err)
{
	enum tally_status status;

	job->whole = job->broken;
	if (job->run == 0 && job->windows == 0 && !conditions_read(job, err))
		return false;
	if (job->truth && !read_truth(job, job->truth->before, err))
		return false;
	status = tally_together_start(&job->together);
	if (status)
		return job_bus_failed(job, "starting the counters", status,
				      err);
	job->window = true;
	looked(job);
	job->windows++;
	return true;
}

/* PMC0 of a device has to be seen once before both of its words move. */
static void look_at_counts(struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++)
		for (unsigned k = 0; k < job->member[i].setup.slots; k++)
			(void)tally_session_count(&job->member[i].session, k);
}

bool window_poll(struct job *job, struct error *err)
{
	(void)tally_together_overflow(&job->together);
	look_at_counts(job);
	for (unsigned i = 0; i < job->request->members; i++) {
		enum tally_status status = job_bus(job, i)->status;

		if (status)
			return job_bus_failed(job, "reading the counters",
					      status, err);
	}
	job->late |= too_late(job);
	looked(job);
	return true;
}

/*
 * Flags are taken up while the counters still run: some clear only then.  What
 * holds when the first window opens or closes: a program may turn its caches
 * on in between, and then both readings count.  A burst may be broken in any.
 */
bool window_close(struct job *job, struct error *err)
{
	enum tally_status status;

	if (!window_poll(job, err))
		return false;
	take_writes(job);
	status = tally_together_stop(&job->together);
	if (status)
		return job_bus_failed(job, "stopping the counters", status,
				      err);
	job->window = false;
	job->conditions[WHEN_BURST_BROKEN] |= job->broken > job->whole;
	if (job->truth && !add_truth(job, err))
		return false;
	return job->run != 0 || job->windows != 1 || conditions_read(job, err);
}

/*
 * Breakpoints are moved only when they must be, since each move is a message
 * there and back: the end's stays for the next entry from the same place, and
 * the entry's stays until it is met inside of a window.
 */
static bool stop_at(struct job *job, uint64_t addr, bool set, struct error *err)
{
	return job->on->target->control->stop_at(job->on, addr, set, err);
}

static bool watch_end(struct job *job, uint64_t back, struct error *err)
{
	if (job->watched && job->back == back)
		return true;
	if (job->watched && !stop_at(job, job->back, false, err))
		return false;
	job->back = back;
	job->watched = true;
	return stop_at(job, back, true, err);
}

static bool where(struct job *job, struct target_where *at, struct error *err)
{
	return job->on->target->control->where(job->on, at, err);
}

static bool enter(struct job *job, struct error *err)
{
	uint64_t back = job->region->to;
	struct target_where at;

	if (job->region->kind == REGION_SYMBOL) {
		if (!where(job, &at, err))
			return false;
		job->sp = at.sp;
		back = at.link;
	}
	if (job->nests && !stop_at(job, job->region->from, false, err))
		return false;
	return watch_end(job, back, err) && window_open(job, err);
}

/*
 * The return address alone does not tell a return: a recursion may come by
 * there on deeper stack.
 */
static bool leave(struct job *job, struct error *err)
{
	struct target_where at;

	if (job->region->kind == REGION_SYMBOL) {
		if (!where(job, &at, err))
			return false;
		if (at.sp < job->sp)
			return true;
	}
	return window_close(job, err) &&
	       (!job->nests || stop_at(job, job->region->from, true, err));
}

/* Inner calls of the same code are part of the window: no need to stop. */
static bool nest(struct job *job, struct error *err)
{
	if (job->nests)
		return true;
	job->nests = true;
	return stop_at(job, job->region->from, false, err);
}

bool window_at(struct job *job, uint64_t pc, struct error *err)
{
	if (job->window && pc == job->back && !leave(job, err))
		return false;
	if (pc != job->region->from)
		return true;
	return job->window ? nest(job, err) : enter(job, err);
}
