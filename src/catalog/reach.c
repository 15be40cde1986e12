/* SPDX-License-Identifier: MIT */
/* Modes of a core, and what they may do with a monitor. */
#include "catalog/reach.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"

/* A text that grows in its room, and is cut there. */
struct growing {
	char *text;
	size_t at, room;
};

__attribute__((format(printf, 2, 3))) static void add(struct growing *g,
						      const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(g->text + g->at, g->room - g->at, format, args);
	va_end(args);
	g->at += length > 0 ? (size_t)length : 0;
	if (g->at >= g->room)
		g->at = g->room - 1;
}

/* "A.X and A.Y are 1": the bits that have to be `value`; false: none. */
static bool add_bits(struct growing *g, const char *by, const char *before,
		     unsigned value)
{
	char word[REACH_WORD];
	unsigned count = 0;

	while (catalog_word(&by, word, sizeof(word))) {
		const bool zero = *word == '!';

		if (zero == !value)
			add(g, "%s%s", count++ ? " and " : before, word + zero);
	}
	if (count)
		add(g, " %s %u", count > 1 ? "are" : "is", value);
	return count > 0;
}

static void add_conditions(struct growing *g, const char *by)
{
	const bool ones = add_bits(g, by, " where ", 1);

	add_bits(g, by, ones ? ", and " : " where ", 0);
}

const char *catalog_reach_text(const struct catalog_reach *r,
			       char text[REACH_TEXT])
{
	static const char *const does[] = {
		[REACH_NOTHING] = "may not reach it",
		[REACH_READ] = "may read it",
		[REACH_ALL] = "may read and write it",
	};
	struct growing g = { text, 0, REACH_TEXT };

	add(&g, "%s %s", r->mode, does[r->may]);
	add_conditions(&g, r->by);
	return text;
}

const char *catalog_reach_user(const struct catalog_monitor *m, const char *reg,
			       char text[REACH_USER])
{
	static const char *const does[] = {
		[REACH_NOTHING] = "nothing",
		[REACH_READ] = "read",
		[REACH_ALL] = "read and write",
	};
	struct growing g = { text, 0, REACH_USER };
	bool said = false;

	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];

		if (r->level != TALLY_EL0)
			continue;
		said = true;
		if (!catalog_about(r->about, reg))
			continue;
		add(&g, "%s%s", g.at ? "; " : "", does[r->may]);
		add_conditions(&g, r->by);
	}
	if (!g.at)
		add(&g, "%s", said ? does[REACH_NOTHING] : "not established");
	return text;
}

static const struct catalog_field *field_called(const struct catalog_monitor *m,
						const char *name)
{
	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		const size_t length = strlen(f->reg);

		if (strncmp(name, f->reg, length) == 0 && name[length] == '.' &&
		    strcmp(name + length + 1, f->name) == 0)
			return f;
	}
	return NULL;
}

const struct catalog_field *
catalog_reach_admits(const struct catalog_monitor *m, const char *reg)
{
	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];
		const char *by = r->by;
		char word[REACH_WORD];

		if (r->level == TALLY_EL0 && r->may == REACH_ALL &&
		    catalog_about(r->about, reg) &&
		    catalog_word(&by, word, sizeof word) && *word != '!')
			return field_called(m, word);
	}
	return NULL;
}

const char *catalog_reach_seen(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];

		if (r->level == TALLY_EL0 && r->may == REACH_READ && !*r->by)
			return r->about;
	}
	return NULL;
}
