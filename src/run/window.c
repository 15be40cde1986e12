/* SPDX-License-Identifier: MIT */
/*
 * The counting window of one run.  The core is stopped whenever this
 * code works, so nothing that it does is counted.
 */
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "run/conditions.h"
#include "run/job.h"

/*
 * A program that writes to the monitor spoils what is counted here, and the
 * counts need not show it: a counter that was reset only counts less.  Writes
 * matter from the moment when the counters are loaded, which is long before the
 * first window.
 */
static void take_writes(struct job *job, const struct target_writes *wrote)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		const struct target_writes *w = &wrote[job->monitor[i]];
		struct run_writes *spoiled = &job->spoiled[i];

		if (!job_uses(job, i))
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
		uint64_t sum = job->window.count > 1 ? t->row[i].count : 0;

		t->row[i] = t->after[i];
		t->row[i].count = sum + t->after[i].count - t->before[i].count;
	}
	return true;
}

void window_written(struct job *job)
{
	take_writes(job, job->wrote);
}

void window_looked(struct job *job)
{
	job->window.poll = job->cycles;
	job->window.poll_seconds = seconds_now();
}

/*
 * Could a counter have wrapped twice since the last look?  If the target does
 * not know the cycles, the host's time and the clock give an upper bound.
 */
static bool too_late(const struct job *job)
{
	const struct target_facts *f = &job->on->target->facts;
	const uint64_t limit = job_poll_limit(job);

	if (f->knows_cycles)
		return job->cycles - job->window.poll > limit;
	return limit != UINT64_MAX &&
	       (f->clock_hz <= 0 ||
		(seconds_now() - job->window.poll_seconds) * f->clock_hz >
			(double)limit);
}

static bool start(struct job *job, struct error *err)
{
	for (unsigned i = 0; i < job->passes; i++) {
		enum tally_status status = TALLY_OK;

		if (!job->pass[i].part)
			status = tally_together_start(&job->pass[i].together);
		if (status)
			return job_bus_failed(job, "starting the counters",
					      status, err);
	}
	return true;
}

static bool stop(struct job *job, struct error *err)
{
	for (unsigned i = 0; i < job->passes; i++) {
		enum tally_status status = TALLY_OK;

		if (!job->pass[i].part)
			status = tally_together_stop(&job->pass[i].together);
		if (status)
			return job_bus_failed(job, "stopping the counters",
					      status, err);
	}
	return true;
}

bool window_open(struct job *job, struct error *err)
{
	job->window.whole = job->bursts;
	if (job->first && job->window.count == 0 && !conditions_read(job, err))
		return false;
	if (job->truth && !read_truth(job, job->truth->before, err))
		return false;
	if (!target_settle(job->on, err) || !start(job, err))
		return false;
	job->window.open = true;
	window_looked(job);
	job->window.count++;
	return true;
}

/* PMC0 of a device has to be seen once before both of its words move. */
static void look_at_counts(const struct job *job, struct job_pass *p)
{
	for (unsigned i = 0; i < job->request->members; i++)
		for (unsigned k = 0; k < p->member[i].setup.slots; k++)
			(void)tally_session_count(&p->member[i].session, k);
}

bool window_look(struct job *job, struct job_pass *p, struct error *err)
{
	(void)tally_together_overflow(&p->together);
	look_at_counts(job, p);
	for (unsigned i = 0; i < job->request->members; i++) {
		enum tally_status status = job_bus(job, p, i)->status;

		if (status)
			return job_bus_failed(job, "reading the counters",
					      status, err);
	}
	return true;
}

/* Nothing waits when the counters start, as in a window of the program. */
static bool start_empty(struct job *job, struct job_pass *p, struct error *err)
{
	enum tally_status status;

	if (!target_settle(job->on, err))
		return false;
	status = tally_together_start(&p->together);
	if (status)
		return job_bus_failed(job, "measuring the empty region", status,
				      err);
	return target_settle(job->on, err);
}

bool window_empty(struct job *job, struct job_pass *p, struct error *err)
{
	enum tally_status status;

	if (!start_empty(job, p, err) || !window_look(job, p, err))
		return false;
	status = tally_together_stop(&p->together);
	return !status ||
	       job_bus_failed(job, "measuring the empty region", status, err);
}

/* The target has closed the windows of a part, until it goes on. */
static bool poll_part(struct job *job, struct job_pass *p, struct error *err)
{
	enum tally_status status = tally_together_start(&p->together);

	if (!status && !window_look(job, p, err))
		return false;
	if (!status)
		status = tally_together_stop(&p->together);
	return !status ||
	       job_bus_failed(job, "reading the counters", status, err);
}

bool window_poll(struct job *job, struct error *err)
{
	if (!parts_look(job, err))
		return false;
	for (unsigned i = 0; i < job->passes; i++)
		if (!(job->pass[i].part ? poll_part
					: window_look)(job, &job->pass[i], err))
			return false;
	job->window.late |= too_late(job);
	window_looked(job);
	return true;
}

/*
 * Overflow flags are handled while the counters still run, since some monitors
 * clear them only then.  The conditions are read when the first window opens
 * and when it closes, since a program may turn its caches on in between; both
 * readings count.  Broken bursts are looked for in every window.
 */
bool window_close(struct job *job, struct error *err)
{
	if (!window_poll(job, err))
		return false;
	window_written(job);
	if (!stop(job, err))
		return false;
	job->window.open = false;
	job->window.layers |=
		target_bursts_more(&job->bursts, &job->window.whole);
	if (job->truth && !add_truth(job, err))
		return false;
	return !job->first || job->window.count != 1 ||
	       conditions_read(job, err);
}

bool window_stand(struct job *job, struct error *err)
{
	if (!job->window.open && job_is_halted(job))
		return true;
	return window_poll(job, err) && (!job_is_halted(job) || stop(job, err));
}

bool window_go_on(struct job *job, struct error *err)
{
	if (!job->window.open || !job_is_halted(job))
		return true;
	if (!target_settle(job->on, err) || !start(job, err))
		return false;
	window_looked(job);
	return true;
}

/*
 * Breakpoints are moved only when necessary, since each move costs a message
 * and an answer.  The one at the end stays for the next entry from the same
 * place; the one at the entry stays until it is met inside of a window.
 */
static bool stop_at(struct job *job, uint64_t addr, bool set, struct error *err)
{
	return job->on->target->control->stop_at(job->on, addr, set, err);
}

static bool watch_end(struct job *job, uint64_t back, struct error *err)
{
	if (job->window.watched && job->window.back == back)
		return true;
	if (job->window.watched && !stop_at(job, job->window.back, false, err))
		return false;
	job->window.back = back;
	job->window.watched = true;
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
		job->window.sp = at.sp;
		back = at.link;
	}
	if (job->window.nests && !stop_at(job, job->region->from, false, err))
		return false;
	if (!watch_end(job, back, err))
		return false;
	if (job->warmup == job->window.skipped)
		return window_open(job, err);
	job->window.skipped++;
	job->window.passing = true;
	return true;
}

/*
 * The return address alone does not show that the region was left: a recursion
 * may reach it with a deeper stack.
 */
static bool leave(struct job *job, struct error *err)
{
	struct target_where at;

	if (job->region->kind == REGION_SYMBOL) {
		if (!where(job, &at, err))
			return false;
		if (at.sp < job->window.sp)
			return true;
	}
	if (job->window.passing)
		job->window.passing = false;
	else if (!window_close(job, err))
		return false;
	return (!job->window.nests ||
		stop_at(job, job->region->from, true, err));
}

/* Inner calls of the same code are part of the window: no need to stop. */
static bool nest(struct job *job, struct error *err)
{
	if (job->window.nests)
		return true;
	job->window.nests = true;
	return stop_at(job, job->region->from, false, err);
}

bool window_at(struct job *job, uint64_t pc, struct error *err)
{
	const bool within = job->window.open || job->window.passing;

	if (within && pc == job->window.back && !leave(job, err))
		return false;
	if (pc != job->region->from)
		return true;
	return job->window.open || job->window.passing ? nest(job, err)
						       : enter(job, err);
}

/* ---- windows that the target opens and closes ---------------------------- */

static void list_steps(const struct job *job, struct target_step *open,
		       struct target_step *close)
{
	for (unsigned i = 0; i < job->passes; i++) {
		const struct job_pass *p = &job->pass[i];

		parts_steps(job, p, open, close);
		open += p->together.sessions;
		close += p->together.sessions;
	}
}

static unsigned count_steps(const struct job *job)
{
	unsigned steps = 0;

	for (unsigned i = 0; i < job->passes; i++)
		steps += job->pass[i].together.sessions;
	return steps;
}

/* The target's account is of all its windows so far, and replaces an earlier
 * one. */
static bool take_causes(struct job *job, struct error *err)
{
	struct target_told told;

	if (!job->truth)
		return true;
	if (!job->on->target->control->told(job->on, 0, &told, NULL, 0, err))
		return false;
	memcpy(job->truth->cause, told.cause, sizeof told.cause);
	return true;
}

/* Takes what they counted in windows that the target opened and closed. */
static bool take_running_on(struct job *job, struct error *err)
{
	const unsigned counters = runs_on_count(job);
	struct target_counted *counted;
	struct target_told told;
	bool good;

	if (!counters)
		return true;
	counted = calloc(counters, sizeof *counted);
	if (!counted)
		return error_no_memory(err);
	good = job->on->target->control->told(job->on, 0, &told, counted,
					      counters, err);
	for (struct runs_on at = { 0 }; good && runs_on_find(job, &at);
	     runs_on_next(job, &at))
		runs_on_take(job, &job->pass[at.pass], at.member, at.slot,
			     counted + at.counters);
	free(counted);
	return good;
}

static bool hand_over(struct job *job, struct error *err)
{
	const unsigned steps = count_steps(job);
	struct target_step *step = calloc(2 * steps + 1u, sizeof *step);
	struct target_counter *counter =
		calloc(runs_on_count(job) + 1u, sizeof *counter);
	const struct target_window w = {
		.from = job->region->from,
		.to = job->region->to,
		.returns = job->region->kind == REGION_SYMBOL,
		.opens = steps,
		.closes = steps,
		.counters = runs_on_count(job),
	};
	bool good = false;

	if (step && counter) {
		list_steps(job, step, step + steps);
		for (struct runs_on at = { 0 }; runs_on_find(job, &at);
		     runs_on_next(job, &at))
			runs_on_counters(job, &job->pass[at.pass], at.member,
					 at.slot, counter + at.counters);
		good = job->on->target->control->window(job->on, &w, step,
							counter, err);
	} else {
		error_no_memory(err);
	}
	free(step);
	free(counter);
	return good;
}

/*
 * The first window is opened and closed from here, since the target's state is
 * looked at around it.  So are all windows if the ledger's events are wanted,
 * since their rows are read around each; causes the target adds up by itself.
 */
bool window_hand_over(struct job *job, struct error *err)
{
	if (job->window.open || !job->window.count ||
	    (job->truth && job->truth->events) ||
	    !job->on->target->control->window)
		return true;
	if ((job->window.watched &&
	     !stop_at(job, job->window.back, false, err)) ||
	    !stop_at(job, job->region->from, false, err) ||
	    !hand_over(job, err))
		return false;
	job->window.watched = false;
	job->window.handed = true;
	return true;
}

/*
 * The target is stopped between two windows, or in a window that it has closed
 * until it goes on.  The counters are started for a moment in which nothing
 * happens, since some overflow flags can be cleared only while they run.
 */
bool window_handed(struct job *job, const struct target_windows *w,
		   struct error *err)
{
	struct target_writes wrote[TARGET_MONITORS];

	if (!take_causes(job, err) || !take_running_on(job, err) ||
	    !start(job, err) || !window_poll(job, err) || !stop(job, err))
		return false;
	job->window.count += w->entered;
	job->window.layers |= w->broken;
	if (!w->ended)
		return true;
	memcpy(wrote, job->wrote, sizeof wrote);
	job_add_writes(wrote, w->writes);
	take_writes(job, wrote);
	return true;
}
