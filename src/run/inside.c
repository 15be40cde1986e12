/* SPDX-License-Identifier: MIT */
/*
 * A region whose window the target opens and closes by what was left there for
 * it, so that the program is not halted before the region is over.  What that
 * takes is measured in an empty region, entered once, and once more from within
 * itself; as often as the region enters itself that is taken off as well.
 */
#include <stdlib.h>

#include "run/conditions.h"
#include "run/job.h"

bool inside_can(const struct run_options *o, struct error *err)
{
	return !o->inside || o->target->control->resident ||
	       error_set(err,
			 "--inside is for a core behind a GDB server, which is "
			 "halted for a region; %s is not: leave it out",
			 o->target->facts.title);
}

/* Gives the window to the target: of the region, or of an empty one. */
static bool leave_window(struct job *job, struct job_pass *p, unsigned entries,
			 struct error *err)
{
	struct target_step step[2 * REQUEST_MEMBERS];
	const struct target_window w = {
		.from = job->region->from,
		.returns = true,
		.opens = p->together.sessions,
		.closes = p->together.sessions,
	};

	parts_steps(job, p, step, step + w.opens);
	return target_settle(job->on, err) &&
	       job->on->target->control->resident(job->on, &w, step, entries,
						  err);
}

/* Takes what each slot counts of an empty region, which is the window's own. */
static bool look(struct job *job, struct job_pass *p, bool twice,
		 struct error *err)
{
	enum tally_status status = TALLY_OK;

	if (!window_look(job, p, err))
		return false;
	for (unsigned i = 0; i < job->request->members && !status; i++) {
		struct job_member *m = &p->member[i];

		if (!m->used)
			continue;
		for (unsigned k = 0; k < m->setup.slots; k++) {
			const uint64_t count =
				tally_session_count(&m->session, k);

			if (!twice)
				m->inner[k] = count;
			else
				m->inner[k] = count > m->inner[k]
						      ? count - m->inner[k]
						      : 0;
		}
		status = m->session.bus->status;
	}
	for (unsigned k = 0; k < p->together.sessions && !status; k++)
		status = tally_session_reset(p->together.session[k]);
	return !status ||
	       job_bus_failed(job, "measuring the empty region", status, err);
}

bool inside_calibrate(struct job *job, struct job_pass *p, struct error *err)
{
	if (!leave_window(job, p, 1, err) || !look(job, p, false, err))
		return false;
	for (unsigned i = 0; i < job->request->members; i++)
		for (unsigned k = 0; k < p->member[i].setup.slots; k++)
			p->member[i].total[k].empty = p->member[i].inner[k];
	return leave_window(job, p, 2, err) && look(job, p, true, err);
}

bool inside_begin(struct job *job, struct error *err)
{
	return (!job->first || conditions_read(job, err)) &&
	       leave_window(job, &job->pass[0], 0, err);
}

bool inside_over(struct job *job, const struct target_stop *stop,
		 struct error *err)
{
	job->window.handed = true;
	job->window.count = 1;
	job->window.again = stop->windows.entered - 1;
	if (!window_poll(job, err))
		return false;
	window_written(job);
	return !job->first || conditions_read(job, err);
}
