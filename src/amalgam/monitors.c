/* SPDX-License-Identifier: MIT */
/*
 * Monitors in the two files: which can be together, and what is written of a
 * core of the user's.  The library has the monitor whose registers that one
 * has, and the header the events of its list.
 */
#include "amalgam/monitors.h"

#include <ctype.h>
#include <inttypes.h>

#include "catalog/names.h"

enum { WORD_ROOM = 128 };

const struct catalog_monitor *amalgam_base(const struct catalog_monitor *m)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	/* A user's has a copy, which has the facts of what it is a copy of. */
	for (unsigned i = 0; i < count; i++)
		if (all[i]->monitor->facts == m->monitor->facts &&
		    all[i]->monitor->ops == m->monitor->ops)
			return all[i];
	return m;
}

static bool takes_codes(const struct catalog_monitor *m, struct error *err)
{
	const struct catalog_monitor *base = amalgam_base(m);

	return base == m || base->monitor->raw ||
	       error_set(err,
			 "%s has the monitor of %s, which takes no event but "
			 "its own: the library would refuse those of the list; "
			 "tally amalgam -m %s makes one with its events",
			 m->name, base->name, base->name);
}

bool amalgam_in_memory(const struct catalog_monitor *m)
{
	return m->reg[0].reg.space == TALLY_MMIO;
}

bool amalgam_fits(const struct amalgam *a, struct error *err)
{
	const struct catalog_monitor *core = NULL;

	for (unsigned i = 0; i < a->monitors; i++) {
		const struct catalog_monitor *m = a->monitor[i];

		if (!takes_codes(m, err))
			return false;
		if (amalgam_in_memory(m))
			continue;
		if (core)
			return error_set(
				err,
				"%s and %s are both a core's own, and "
				"code runs on one core; make a pair of "
				"files for each",
				core->name, m->name);
		core = m;
	}
	return true;
}

static void put_upper(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(isalnum((unsigned char)*text)
			      ? toupper((unsigned char)*text)
			      : '_',
		      out);
}

void amalgam_put_events(FILE *out, const struct catalog_monitor *m)
{
	char word[WORD_ROOM], base[WORD_ROOM];

	if (amalgam_base(m) == m)
		return;
	name_word(m->name, word, sizeof(word));
	name_word(amalgam_base(m)->name, base, sizeof(base));
	fprintf(out,
		"\n/*\n"
		" * %s: events of the user's list.  Its monitor is "
		"tally_%s, which takes\n"
		" * these codes whether or not the core has them.\n"
		" */\n"
		"enum tally_%s_event {\n",
		m->name, base, word);
	for (unsigned i = 0; i < m->events; i++) {
		if (m->event[i].code == TALLY_EVENT_CYCLES)
			continue;
		fputs("\tTALLY_", out);
		put_upper(out, word);
		fputc('_', out);
		put_upper(out, m->event[i].name);
		fprintf(out, " = 0x%04" PRIx32 ",\n",
			(uint32_t)m->event[i].code);
	}
	fputs("};\n", out);
}
