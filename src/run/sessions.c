/* SPDX-License-Identifier: MIT */
/*
 * The sessions of one run: one on each monitor that counts something in
 * its pass, opened and closed as one window.
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
	p->step = calloc(m->steps + 1u, sizeof *p->step);
	return (p->slot && p->total && p->event && p->step) ||
	       error_set(err, "out of memory");
}

void sessions_free(struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		struct job_member *p = &job->member[i];

		free(p->slot);
		free(p->total);
		free(p->event);
		free(p->step);
		*p = (struct job_member){ 0 };
	}
}

/* The pass's setup, less what this target does not model. */
static void make_setup(struct job *job, unsigned member)
{
	struct job_member *p = &job->member[member];
	unsigned slots = 0;

	request_setup(job->request, member, job->pass,
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
static void choose(struct job *job)
{
	bool any = false;

	for (unsigned i = 0; i < job->request->members; i++) {
		job->member[i].used = job->member[i].setup.slots > 0;
		any |= job->member[i].used;
	}
	if (!any)
		job->member[0].used = true;
}

static bool failed(struct job *job, const char *doing, const char *what,
		   enum tally_status status, struct error *err)
{
	char text[96];

	snprintf(text, sizeof text, "%s %s", doing, what);
	return job_bus_failed(job, text, status, err);
}

static bool open_used(struct job *job, struct error *err)
{
	struct tally_store store[REQUEST_MEMBERS];
	struct tally_member member[REQUEST_MEMBERS];
	unsigned members = 0, which = 0;
	enum tally_status status;

	for (unsigned i = 0; i < job->request->members; i++) {
		const struct tally_monitor *m =
			job->request->member[i].monitor->monitor;
		struct job_member *p = &job->member[i];

		if (!p->used)
			continue;
		store[members] = (struct tally_store){ p->total, p->step,
						       m->counters, m->steps };
		member[members] =
			(struct tally_member){ &p->session, m, job_bus(job, i),
					       &p->setup, &store[members] };
		members++;
	}
	status = tally_together_open(&job->together, member, members, false,
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

bool sessions_open(struct job *job, struct error *err)
{
	enum tally_status status;

	for (unsigned i = 0; i < job->request->members; i++) {
		const struct request_member *p = &job->request->member[i];

		if (!allocate(&job->member[i], p->monitor->monitor, err))
			return false;
		make_setup(job, i);
	}
	choose(job);
	if (!open_used(job, err))
		return false;
	if (job->options->no_calibrate)
		return true;
	status = tally_together_calibrate(&job->together, 1);
	return !status ||
	       job_bus_failed(job, "measuring the empty region", status, err);
}

static void take_counts(struct job *job, struct job_member *p)
{
	const struct job_counts *to = &job->counts;

	for (unsigned i = 0; i < p->setup.slots; i++) {
		const unsigned event = p->event[i];
		const uint64_t count = tally_session_net(&p->session, i);

		to->count[event] = count;
		to->have[event] = true;
		to->empty[event] = p->total[i].empty;
	}
}

bool sessions_finish(struct job *job, struct error *err)
{
	enum tally_status status = TALLY_OK;

	for (unsigned i = 0; i < job->request->members; i++) {
		take_counts(job, &job->member[i]);
		if (!status)
			status = job_bus(job, i)->status;
	}
	if (!status)
		status = tally_together_close(&job->together);
	return !status ||
	       job_bus_failed(job, "reading the counters", status, err);
}

void sessions_close(struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++)
		(void)tally_bus_recover(job_bus(job, i));
	(void)tally_together_close(&job->together);
}
