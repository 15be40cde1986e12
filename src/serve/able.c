/* SPDX-License-Identifier: MIT */
/* Can a target be served, and is it still there? */
#include "serve/inner.h"

bool serve_lost(struct target_run *run, struct target_stop *stop)
{
	struct target_stop now = { .reason = TARGET_STOP_HALTED };

	if (!run->target->control->wait(run, false, &now) ||
	    now.reason != TARGET_STOP_LOST)
		return false;
	*stop = now;
	return true;
}

bool serve_can(const struct target *t, struct error *err)
{
	if (!target_needs(t, TARGET_REGISTERS | TARGET_CONTROL | TARGET_MEMORY,
			  "a server of GDB", err))
		return false;
	if (!t->control->step)
		return error_set(err,
				 "%s cannot carry out one instruction alone, "
				 "which a server of GDB needs",
				 t->facts.title);
	return serve_core_of(t->program) ||
	       error_set(err, "%s: no description of its core for GDB is known",
			 t->facts.title);
}
