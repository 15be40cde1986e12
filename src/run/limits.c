/* SPDX-License-Identifier: MIT */
/*
 * Reads from the target how many counters and which events its monitor has, if
 * that is not the same on every core.
 */
#include <stdlib.h>

#include "run/job.h"
#include "run/run.h"

/* A target that is lost says why. */
static const char *why_not(struct target_run *run, enum tally_status status,
			   struct target_stop *stop)
{
	const struct target_control *control = run->target->control;

	return status == TALLY_E_BUS && control &&
			       control->wait(run, false, stop) &&
			       stop->reason == TARGET_STOP_LOST
		       ? stop->text
		       : tally_status_text(status);
}

bool run_limits(struct target *target, const struct catalog_monitor *m,
		struct tally_limits *limits, struct error *err)
{
	const int number = target_monitor(target, m->name);
	enum tally_status status;
	struct target_stop stop = { 0 };
	struct target_run *run;

	if (number < 0)
		return error_set(err, "%s has no %s", target->facts.name,
				 m->name);
	if (!target_needs(target, TARGET_REGISTERS, "asking what is there",
			  err))
		return false;
	run = target_open(target, 0, err);
	if (!run)
		return false;
	status = tally_limits_read(
		m->monitor, target->registers->bus(run, (unsigned)number),
		limits);
	if (!status) {
		target_put_back(run);
		return true;
	}
	error_set(err, "asking %s what it has: %s", m->name,
		  why_not(run, status, &stop));
	target_end(run);
	return false;
}

bool run_unmodelled(struct target *target, const struct catalog_monitor *m,
		    struct run_unmodelled *to, struct error *err)
{
	const int number = target_monitor(target, m->name);
	struct target_truth *row;
	struct target_run *run;
	unsigned rows = 0;
	bool good;

	to->codes = 0;
	if (number < 0 || !target->ops->truth)
		return true;
	row = calloc(JOB_TRUTHS, sizeof *row);
	if (!row)
		return error_no_memory(err);
	run = target_open(target, 0, err);
	good = run && target->ops->truth(run, row, JOB_TRUTHS, &rows, err);
	for (unsigned i = 0; good && i < rows; i++)
		if (row[i].monitor == number &&
		    row[i].class == TARGET_NOT_MODELLED &&
		    to->codes < sizeof to->code / sizeof *to->code)
			to->code[to->codes++] = row[i].code;
	if (good)
		target_put_back(run);
	else
		target_end(run);
	free(row);
	return good;
}
