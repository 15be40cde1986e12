/* SPDX-License-Identifier: MIT */
/* Limits of changes.  See limit.h. */
#include "cli/diff/limit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* No number of the locale's: digits and a point. */
static bool read_value(struct limit *limit, const char *text)
{
	char *end;

	text += strspn(text, " \t");
	if (!*text || strspn(text, "+-0123456789.eE") == 0)
		return false;
	limit->value = strtod(text, &end);
	if (end == text || !isfinite(limit->value))
		return false;
	end += strspn(end, " \t");
	limit->percent = *end == '%';
	end += limit->percent;
	end += strspn(end, " \t");
	return !*end;
}

bool limit_read(struct limit *limit, const char *text, struct error *err)
{
	size_t before = strcspn(text, "<>");
	size_t name = before;

	*limit = (struct limit){ .above = text[before] == '>' };
	while (name && is_blank(text[name - 1]))
		name--;
	while (name && is_blank(*text)) {
		text++;
		name--;
		before--;
	}
	if (!text[before] || !name || name >= sizeof limit->name ||
	    !read_value(limit, text + before + 1))
		return error_set(err,
				 "%s is no limit of a change ('cycles > +2%%', "
				 "'cpi > 0.1', 'ipc < -1%%')",
				 text);
	memcpy(limit->name, text, name);
	return true;
}

/* "name", or "monitor:name" where several monitors have one. */
static bool is_named(const struct diff_row *row, const char *name)
{
	size_t monitor = strlen(row->monitor);
	size_t region = row->region ? strlen(row->region) : 0;

	/* "walk:cycles", of one of several regions. */
	if (region) {
		if (strncmp(name, row->region, region) != 0 ||
		    name[region] != ':')
			return false;
		name += region + 1;
	}
	return strcmp(row->name, name) == 0 ||
	       (strncmp(name, row->monitor, monitor) == 0 &&
		name[monitor] == ':' &&
		strcmp(name + monitor + 1, row->name) == 0);
}

static const struct diff_row *find(const struct limit *limit,
				   const struct diff *d, struct error *err)
{
	struct nearest near = { 0 };

	for (unsigned i = 0; i < d->rows; i++)
		if (is_named(&d->row[i], limit->name))
			return &d->row[i];
	if (strcmp(limit->name, "cycles") == 0 && diff_cycles(d))
		return diff_cycles(d);
	for (unsigned i = 0; i < d->rows; i++)
		nearest_offer(&near, limit->name, d->row[i].name);
	if (near.best)
		error_set(err, "%s was not measured; did you mean %s?",
			  limit->name, near.best);
	else
		error_set(err, "%s was not measured", limit->name);
	return NULL;
}

enum limit_verdict limit_judge(const struct limit *limit, const struct diff *d,
			       struct error *err)
{
	const struct diff_row *row = find(limit, d, err);
	double change = 0;

	if (!row)
		return LIMIT_NO_ROW;
	if (row->word == DIFF_UNKNOWN) {
		error_set(err, "%s cannot be judged: %s", limit->name,
			  row->why);
		return LIMIT_UNKNOWN;
	}
	if (row->word != DIFF_SAME) {
		change = row->test.after - row->test.before;
		if (limit->percent && !diff_percent(row, &change)) {
			error_set(err,
				  "%s cannot be judged: there was nothing of "
				  "it before; give a limit without %%",
				  limit->name);
			return LIMIT_UNKNOWN;
		}
	}
	if (limit->above ? change <= limit->value : change >= limit->value)
		return LIMIT_KEPT;
	error_set(err, "%s: the change is %+.4g%s", limit->name, change,
		  limit->percent ? " %" : "");
	return LIMIT_EXCEEDED;
}
