/* SPDX-License-Identifier: MIT */
/*
 * Counts from the command line or from a log.
 */
#include "gather/counts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "catalog/names.h"

enum { LINE_ROOM = 1024 };

static const char blanks[] = " \t\r\n\v\f";

static bool add_clock(struct counts *c, const char *value, struct error *err)
{
	uint64_t hz;

	if (!number_read(value, &hz, err))
		return error_within(err, "clock_hz");
	if (!hz)
		return error_set(
			err, "clock_hz cannot be 0; give the core clock in Hz");
	if (c->clock_hz > 0)
		return error_set(err, "clock_hz is given twice; leave one out");
	c->clock_hz = (double)hz;
	return true;
}

static bool add_ratio(struct counts *c, const char *value, struct error *err)
{
	if (c->clock_ratio > 0)
		return error_set(err,
				 "clock_ratio is given twice; leave one out");
	return number_ratio(value, &c->clock_ratio, err);
}

/* The monitor itself, unless a name is qualified with another. */
static const struct catalog_monitor *owner_of(const struct catalog_monitor *m,
					      const struct catalog_event *e,
					      const char *name)
{
	const struct catalog_monitor *other;
	const char *within = name;

	for (unsigned i = 0; i < m->events; i++)
		if (&m->event[i] == e)
			return m;
	other = catalog_qualifier(name, &within);
	return other ? owner_of(other, e, within) : m;
}

/* Of the first monitor that has it. */
static const struct catalog_event *find(const struct counts *c,
					const char *name,
					const struct catalog_monitor **m,
					struct error *err)
{
	const struct catalog_event *e = catalog_event(c->monitor, name, err);
	struct error ignored;

	*m = c->monitor;
	for (unsigned i = 0; !e && c->other[i]; i++) {
		*m = c->other[i];
		e = catalog_event(*m, name, &ignored);
	}
	if (e)
		*m = owner_of(*m, e, name);
	return e;
}

static bool add(struct counts *c, const char *name, const char *value,
		struct error *err)
{
	const struct catalog_monitor *m;
	const struct catalog_event *e;
	struct count *more;
	uint64_t n;
	unsigned i;

	if (name_same(name, "clock_hz"))
		return add_clock(c, value, err);
	if (name_same(name, "clock_ratio"))
		return add_ratio(c, value, err);
	e = find(c, name, &m, err);
	if (!e)
		return false;
	if (!number_read(value, &n, err))
		return error_within(err, "%s", name);
	for (i = 0; i < c->counts; i++)
		if (c->count[i].event == e)
			return error_set(
				err, "%s is given twice%s%s; leave one out",
				e->name,
				name_same(name, e->name) ? "" : ", now as ",
				name_same(name, e->name) ? "" : name);
	more = realloc(c->count, (c->counts + 1) * sizeof(*more));
	if (!more)
		return error_no_memory(err);
	c->count = more;
	c->count[c->counts++] = (struct count){ e, m, n };
	return true;
}

/* Removes blanks at both ends, in place. */
static char *trim(char *text)
{
	size_t n;

	text += strspn(text, blanks);
	n = strlen(text);
	while (n && strchr(blanks, text[n - 1]))
		n--;
	text[n] = '\0';
	return text;
}

bool counts_argument(struct counts *c, const char *text, struct error *err)
{
	char copy[LINE_ROOM], *equals;

	if (strlen(text) >= sizeof(copy))
		return error_set(err,
				 "%.20s... is too long for NAME=COUNT, such as "
				 "cycles=1234",
				 text);
	memcpy(copy, text, strlen(text) + 1);
	equals = strchr(copy, '=');
	if (!equals)
		return error_set(
			err, "%s is no NAME=COUNT, such as cycles=1234", text);
	*equals = '\0';
	return add(c, trim(copy), trim(equals + 1), err);
}

static void strip_comment(char *line)
{
	char *hash = strchr(line, '#'), *slashes = strstr(line, "//");

	if (hash)
		*hash = '\0';
	if (slashes)
		*slashes = '\0';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The first colon that a blank follows, or NULL.  Other colons are in names. */
static char *marking_colon(char *line)
{
	char *colon = strchr(line, ':');

	while (colon && !(colon[1] && strchr(blanks, colon[1])))
		colon = strchr(colon + 1, ':');
	return colon;
}

/* Cuts a trimmed line in two: at '=', else at such a colon, else at a blank. */
static bool split(char *line, char **name, char **value, struct error *err)
{
	char *cut = strchr(line, '=');
	bool marked;

	if (!cut)
		cut = marking_colon(line);
	marked = cut != NULL;
	if (!marked)
		cut = line + strcspn(line, blanks);
	if (!*cut)
		return error_set(err,
				 "%s is no NAME = COUNT, such as cycles = 1234",
				 line);
	*cut = '\0';
	*name = trim(line);
	*value = trim(cut + 1);
	if (!marked && is_digit(**name) && !is_digit(**value)) {
		char *swapped = *name;

		*name = *value;
		*value = swapped;
	}
	return true;
}

static bool add_line(struct counts *c, char *line, struct error *err)
{
	char *name = NULL, *value = NULL, *text;

	strip_comment(line);
	text = trim(line);
	return !*text ||
	       (split(text, &name, &value, err) && add(c, name, value, err));
}

bool counts_read(struct counts *c, FILE *from, struct error *err)
{
	char line[LINE_ROOM];
	unsigned number = 0;

	while (fgets(line, sizeof(line), from)) {
		number++;
		if (!strchr(line, '\n') && !feof(from))
			return error_set(
				err,
				"line %u is longer than %d characters; is this "
				"a log of counts?",
				number, LINE_ROOM - 2);
		if (!add_line(c, line, err))
			return error_within(err, "line %u", number);
	}
	if (ferror(from))
		return error_set(err,
				 "standard input could not be read: %s; "
				 "pipe a log into it",
				 strerror(errno));
	return true;
}

const struct count *counts_given(const struct counts *c, const char *name)
{
	struct error ignored;
	const struct catalog_monitor *m;
	const struct catalog_event *e = find(c, name, &m, &ignored);

	for (unsigned i = 0; e && i < c->counts; i++)
		if (c->count[i].event == e)
			return &c->count[i];
	return NULL;
}

void counts_free(struct counts *c)
{
	free(c->count);
	c->count = NULL;
	c->counts = 0;
}
