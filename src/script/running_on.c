/* SPDX-License-Identifier: MIT */
/* Scripts and counters that run on where all are stopped (TALLY_RUNS_ON). */
#include "script/inner.h"

/* Does the slot's counter run on where all are stopped? */
static bool runs_on(const struct script *s, unsigned slot)
{
	return s->monitor->monitor->counter[s->slot[slot].counter].fixed ==
	       TALLY_RUNS_ON;
}

/*
 * A session reads such a counter at both ends.  Who reads it once, at the end,
 * has to have it begin at 0.
 */
void script_clear_running_on(const struct script *s, struct tally_script *to)
{
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!runs_on(s, i))
			continue;
		tally_script_write(to, &script_count(s, i)->reg, 0);
		if (script_other_word(s, i))
			tally_script_write(to, &script_other_word(s, i)->reg,
					   0);
	}
}

bool script_runs_on(const struct script *s, struct tally_reg reg)
{
	const struct catalog_register *r = catalog_register_at(s->monitor, reg);

	for (unsigned i = 0; i < s->setup.slots; i++)
		if (runs_on(s, i) &&
		    (r == script_count(s, i) || r == script_other_word(s, i)))
			return true;
	return false;
}
