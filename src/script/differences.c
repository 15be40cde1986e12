/* SPDX-License-Identifier: MIT */
/*
 * Scripts of counters that nothing starts or stops: a count is the difference
 * of two reads, one where the window opens and one where it closes.
 */
#include <inttypes.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/session.h>

#include "script/inner.h"

bool script_differs(const struct script *s)
{
	return s->monitor->monitor->counting == &tally_unstopped.counting;
}

void script_drop_nowhere(struct tally_script *script)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < script->count; i++)
		if (!tally_reg_none(script->step[i].reg))
			script->step[kept++] = script->step[i];
	script->count = (uint16_t)kept;
}

uint64_t script_difference_mask(const struct script *s, unsigned slot)
{
	return tally_counter_mask(
		tally_slot_bits(s->monitor->monitor, &s->setup, slot));
}

void script_text_difference(FILE *to, const struct script *s, bool closes)
{
	fprintf(to, "  read, where the window %s\n",
		closes ? "closes" : "opens");
	for (unsigned i = 0; i < s->setup.slots; i++) {
		const char *event = script_event(s, i)->name;
		const char *reg = script_count(s, i)->name;

		fprintf(to, "    %s = ", event);
		if (closes)
			fprintf(to, "(%s - %s) & 0x%" PRIx64 "\n", reg, event,
				script_difference_mask(s, i));
		else
			fprintf(to, "%s\n", reg);
	}
}

bool script_can_differ(const struct script *s, struct error *err)
{
	const struct script_wishes *w = s->wishes;
	const bool two = w->form == SCRIPT_TEXT || w->form == SCRIPT_JSON ||
			 (w->form == SCRIPT_C && !w->exact) ||
			 (w->form == SCRIPT_GDB && w->via < SCRIPT_VIA_OPENOCD);

	return two || !script_differs(s) ||
	       error_set(err,
			 "%s: nothing starts or stops its counters, so a count "
			 "is the difference of two reads, and this form has "
			 "one; --as text, c, gdb and json have both, as a "
			 "session of the library has",
			 s->monitor->name);
}
