/* SPDX-License-Identifier: MIT */
/* The ways of a script to its registers, as the rows of their spaces say. */
#include <string.h>

#include "script/inner.h"

bool scripts_reach(const struct scripts *s, enum space_way way,
		   struct error *err)
{
	const struct catalog_monitor *m = s->script->monitor;

	for (unsigned i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];

		if ((scripts_write(s, r) || scripts_read(s, r)) &&
		    !space_way(&r->reg, way, r->name, m->name, err))
			return false;
	}
	return true;
}

/* Are its registers in memory, big-endian whatever the core? */
static bool is_big(const struct catalog_monitor *m)
{
	const char *list = m->native;
	char way[SCRIPT_NAME];

	return catalog_word(&list, way, sizeof way) &&
	       strcmp(way, "MMIO_BE") == 0;
}

void script_space_note(FILE *to, const char *line, const struct scripts *s,
		       enum space_way way)
{
	const struct script *one = s->script;
	const struct catalog_register *r = script_count(one, 0);
	struct error ignored;
	const struct space_access *a =
		space_way(&r->reg, way, r->name, one->monitor->name, &ignored);
	char text[512];

	if (!a || !a->note)
		return;
	snprintf(text, sizeof text, "%s%s%s", a->note,
		 a->big && is_big(one->monitor) ? " " : "",
		 a->big && is_big(one->monitor) ? a->big : "");
	script_wrapped(to, line, line, text);
}
