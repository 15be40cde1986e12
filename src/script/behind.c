/* SPDX-License-Identifier: MIT */
/*
 * Registers behind a select register: TALLY_NTH().  A bus selects by itself;
 * the users of a script have no bus, so the script names the select register
 * and the register through which the selected one is accessed.
 */
#include "script/inner.h"

bool script_behind(const struct catalog_monitor *m,
		   const struct catalog_register *r, struct script_behind *b)
{
	if (!tally_reg_behind(r->reg))
		return false;
	b->number = tally_reg_number(r->reg);
	b->select = catalog_register_at(m, tally_reg_select(r->reg));
	b->window = catalog_register_at(m, tally_reg_window(r->reg));
	return true;
}

/* "- PMN0 is PMXEVCNTR while PMSELR is 0", of those that are used. */
void script_where(FILE *to, const char *line, const char *more,
		  const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;
	struct script_behind b;
	char text[256];

	for (unsigned i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];

		if (!script_behind(m, r, &b) ||
		    (!scripts_write(s, r) && !scripts_read(s, r)))
			continue;
		snprintf(text, sizeof text, "- %s is %s while %s is %u",
			 r->name, b.window->name, b.select->name, b.number);
		script_wrapped(to, line, more, text);
	}
}
