/* SPDX-License-Identifier: MIT */
/*
 * Reads from the target how many counters and which events its monitor has, if
 * that is not the same on every core.
 */
#include "run/run.h"

bool run_limits(struct target *target, const struct catalog_monitor *m,
		struct tally_limits *limits, struct error *err)
{
	const int number = target_monitor(target, m->name);
	enum tally_status status;
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
	target_end(run);
	return error_set(err, "asking %s what it has: %s", m->name,
			 tally_status_text(status));
}
