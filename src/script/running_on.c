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

/* Is it the slot's counter, or its other word? */
static bool is_of(const struct script *s, unsigned slot, struct tally_reg reg)
{
	const struct catalog_register *r = catalog_register_at(s->monitor, reg);

	return r == script_count(s, slot) || r == script_other_word(s, slot);
}

/* Exact code puts it back by itself, where it stood. */
void script_leave_running_on(const struct script *s, struct tally_script *from)
{
	uint16_t kept = 0;

	for (unsigned k = 0; k < from->count; k++) {
		bool left = false;

		for (unsigned i = 0; i < s->setup.slots; i++)
			left |= runs_on(s, i) && is_of(s, i, from->step[k].reg);
		if (!left)
			from->step[kept++] = from->step[k];
	}
	from->count = kept;
}
