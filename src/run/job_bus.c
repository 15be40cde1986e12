/* SPDX-License-Identifier: MIT */
/* Answers to the parts of a run: its monitors' buses and limits, and whose
 * fault a failure is. */
#include "run/job.h"

#include <stdio.h>

/* A monitor that the program wrote to need not answer as it should. */
static void blame_program(const struct job *job, struct error *err)
{
	char text[sizeof err->text], name[32];

	for (unsigned i = 0; i < job->request->members; i++) {
		const struct target_writes *w = &job->wrote[job->monitor[i]];
		const struct run_writes first = { .reg = w->reg };

		if (!w->count || !job_uses(job, i))
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

bool job_wait(struct job *job, struct target_stop *stop)
{
	return job->on->target->control->wait(job->on, false, stop);
}

struct tally_bus *job_bus(const struct job *job, const struct job_pass *p,
			  unsigned member)
{
	const struct target_registers *r = job->on->target->registers;

	return p->instance
		       ? r->instance(job->on, job->monitor[member], p->instance)
		       : r->bus(job->on, job->monitor[member]);
}

bool job_uses(const struct job *job, unsigned member)
{
	for (unsigned i = 0; i < job->passes; i++)
		if (job->pass[i].member[member].used)
			return true;
	return false;
}

uint64_t job_poll_limit(const struct job *job)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < job->passes; i++) {
		uint64_t limit =
			tally_together_poll_limit(&job->pass[i].together);

		least = limit < least ? limit : least;
	}
	return least;
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

void job_add_writes(struct target_writes *all, const struct target_writes *more)
{
	for (unsigned i = 0; i < TARGET_MONITORS; i++) {
		uint64_t before = all[i].count;

		if (!before)
			all[i] = more[i];
		else
			all[i].count = before + more[i].count;
	}
}

/* Which member it is, of the target's monitors; -1: none. */
static int member_of(const struct job *job, unsigned monitor)
{
	for (unsigned i = 0; i < job->request->members; i++)
		if (job->monitor[i] == monitor)
			return (int)i;
	return -1;
}

/* Of the target's rows only those of the request's monitors are left. */
static unsigned keep_members(const struct job *job, struct target_truth *row,
			     unsigned all)
{
	unsigned rows = 0;

	for (unsigned i = 0; i < all; i++) {
		int member = member_of(job, row[i].monitor);

		if (member < 0)
			continue;
		row[rows] = row[i];
		row[rows++].monitor = (uint8_t)member;
	}
	return rows;
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
	*rows = keep_members(job, row, all);
	return true;
}

bool job_truth_of(struct job *job, unsigned window, struct target_truth *row,
		  unsigned *rows, struct error *err)
{
	unsigned all;

	*rows = 0;
	if (!job->on->target->control->truth_of(job->on, window, row,
						JOB_TRUTHS, &all, err))
		return false;
	*rows = keep_members(job, row, all);
	return true;
}
