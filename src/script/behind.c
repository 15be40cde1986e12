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
