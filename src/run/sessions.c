/* SPDX-License-Identifier: MIT */
/*
 * The sessions of one run: for each of its passes one on each monitor that
 * counts something there, opened and closed as one window.
 */
#include <stdio.h>
#include <stdlib.h>

#include "run/job.h"

static bool allocate(struct job_member *p, const struct tally_monitor *m,
		     struct error *err)
{
	p->slot = calloc(m->counters + 1u, sizeof *p->slot);
	p->total = calloc(m->counters + 1u, sizeof *p->total);
	p->event = calloc(m->counters + 1u, sizeof *p->event);
	p->inner = calloc(m->counters + 1u, sizeof *p->inner);
	p->apart = calloc(m->counters + 1u, sizeof *p->apart);
	p->step = calloc(m->steps + 1u, sizeof *p->step);
	return (p->slot && p->total && p->event && p->inner && p->apart &&
		p->step) ||
	       error_no_memory(err);
}

static void free_pass(struct job_pass *pass)
{
	for (unsigned i = 0; i < REQUEST_MEMBERS; i++) {
		struct job_member *p = &pass->member[i];

		free(p->slot);
		free(p->total);
		free(p->event);
		free(p->inner);
		free(p->apart);
		free(p->step);
	}
}

void sessions_free(struct job *job)
{
	for (unsigned i = 0; i < job->passes; i++)
		free_pass(&job->pass[i]);
	free(job->pass);
	job->pass = NULL;
	job->passes = 0;
}

/* The setup of the pass, without events that this target does not model. */
static void make_setup(const struct job *job, struct job_pass *pass,
		       unsigned member)
{
	struct job_member *p = &pass->member[member];
	unsigned slots = 0;

	request_setup(job->request, member, pass->number,
		      job->options->divide ? TALLY_DIVIDE : 0, p->slot,
		      p->event, &p->setup);
	for (unsigned i = 0; i < p->setup.slots; i++) {
		if (!job->modelled[p->event[i]])
			continue;
		p->event[slots] = p->event[i];
		p->slot[slots++] = p->slot[i];
	}
	p->setup.slots = (uint8_t)slots;
}

/* A monitor that has nothing to count is left alone, unless all have. */
static void choose(const struct job *job, struct job_pass *pass)
{
	bool any = false;

	for (unsigned i = 0; i < job->request->members; i++) {
		pass->member[i].used = pass->member[i].setup.slots > 0;
		any |= pass->member[i].used;
	}
	if (!any)
		pass->member[0].used = true;
}

static bool failed(struct job *job, const char *doing, const char *what,
		   enum tally_status status, struct error *err)
{
	char text[96];

	snprintf(text, sizeof text, "%s %s", doing, what);
	return job_bus_failed(job, text, status, err);
}

static bool open_used(struct job *job, struct job_pass *pass, struct error *err)
{
	struct tally_store store[REQUEST_MEMBERS];
	struct tally_member member[REQUEST_MEMBERS];
	unsigned members = 0, which = 0;
	enum tally_status status;

	for (unsigned i = 0; i < job->request->members; i++) {
		const struct tally_monitor *m =
			job->request->member[i].monitor->monitor;
		struct job_member *p = &pass->member[i];

		if (!p->used)
			continue;
		store[members] = (struct tally_store){ p->total, p->step,
						       m->counters, m->steps };
		member[members] =
			(struct tally_member){ &p->session, m,
					       job_bus(job, pass, i), &p->setup,
					       &store[members] };
		members++;
	}
	status = tally_together_open(&pass->together, member, members, false,
				     &which);
	if (!status)
		return true;
	if (job->request->members == 1)
		return failed(job, "opening", "the monitor", status, err);
	for (unsigned i = 0; i < job->request->members; i++)
		if (member[which].monitor ==
		    job->request->member[i].monitor->monitor)
			return failed(job, "opening",
				      job->request->member[i].monitor->name,
				      status, err);
	return failed(job, "opening", "the monitors", status, err);
}

static enum tally_status take_empty(struct tally_session *s)
{
	for (unsigned k = 0; k < s->setup->slots; k++)
		s->total[k].empty = tally_session_count(s, k);
	return tally_session_reset(s);
}

/*
 * Looking at a register may have the core carry out instructions: what a
 * window's end looks at is counted as well: so the empty window has it, too.
 * The first shows what is looked at, and the second takes as many instructions
 * for it as those of the program will.
 */
static bool calibrate_by_windows(struct job *job, struct job_pass *pass,
				 struct error *err)
{
	enum { WINDOWS = 2 };
	enum tally_status status = TALLY_OK;

	for (unsigned i = 0; i < WINDOWS && !status; i++) {
		if (!window_empty(job, pass, err))
			return false;
		for (unsigned k = 0; k < pass->together.sessions; k++)
			if (!status)
				status = take_empty(pass->together.session[k]);
	}
	return !status ||
	       job_bus_failed(job, "measuring the empty region", status, err);
}

static bool calibrate(struct job *job, struct job_pass *pass, struct error *err)
{
	enum tally_status status;

	if (job->options->inside)
		return inside_calibrate(job, pass, err);
	if (job->on->target->facts.goes_on)
		return calibrate_by_windows(job, pass, err);
	status = tally_together_calibrate(&pass->together, 1);
	return !status ||
	       job_bus_failed(job, "measuring the empty region", status, err);
}

static bool open_pass(struct job *job, struct job_pass *pass, struct error *err)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		const struct request_member *p = &job->request->member[i];

		if (!allocate(&pass->member[i], p->monitor->monitor, err))
			return false;
		make_setup(job, pass, i);
	}
	choose(job, pass);
	if (!open_used(job, pass, err))
		return false;
	/* A look at a core that is never halted takes nothing of it. */
	return job->options->no_calibrate ||
	       job->on->target->facts.never_halted || calibrate(job, pass, err);
}

bool sessions_open(struct job *job, struct error *err)
{
	for (unsigned i = 0; i < job->passes; i++)
		if (!open_pass(job, &job->pass[i], err))
			return false;
	return true;
}

/* Windows that the target opened by itself are the session's as well. */
static void take_counts(const struct job *job, struct job_pass *pass,
			struct job_member *p)
{
	const struct job_counts *to = &pass->counts;

	if (pass->part)
		p->session.windows = (uint32_t)pass->entered.times;
	else if (job->window.handed)
		p->session.windows = (uint32_t)job->window.count;
	for (unsigned i = 0; i < p->setup.slots; i++) {
		const unsigned event = p->event[i];
		const uint64_t count = tally_session_net(&p->session, i);
		const uint64_t inner = job->window.again * p->inner[i];

		to->count[event] = count > inner ? count - inner : 0;
		to->have[event] = true;
		to->empty[event] = p->total[i].empty + inner;
	}
}

/* A bus that failed while it was read fails when the session closes, too. */
static enum tally_status finish_pass(const struct job *job,
				     struct job_pass *pass)
{
	for (unsigned i = 0; i < job->request->members; i++)
		take_counts(job, pass, &pass->member[i]);
	return tally_together_close(&pass->together);
}

/* The first pass found the state that all passes share, so it is the last to
 * put that state back. */
bool sessions_finish(struct job *job, struct error *err)
{
	for (unsigned i = job->passes; i-- > 0;) {
		enum tally_status status = finish_pass(job, &job->pass[i]);

		if (status)
			return job_bus_failed(job, "reading the counters",
					      status, err);
	}
	return target_settle(job->on, err);
}

void sessions_close(struct job *job)
{
	struct error ignored;

	for (unsigned i = job->passes; i-- > 0;) {
		struct job_pass *pass = &job->pass[i];

		for (unsigned k = 0; k < job->request->members; k++)
			(void)tally_bus_recover(job_bus(job, pass, k));
		(void)tally_together_close(&pass->together);
	}
	(void)target_settle(job->on, &ignored);
}
