/* SPDX-License-Identifier: MIT */
/* Numbers of a table of a profile.  See columns.h. */
#include "report/columns.h"

#include <string.h>

#include "base/csv.h"
#include "base/digits.h"

enum {
	SHARE = 8,   /* of "  38.3 %" */
	METRIC = 10, /* of a metric's value, at least */
};

static int wider(int a, int b)
{
	return a > b ? a : b;
}

/* A first event for which nobody asked orders the rows of what was. */
static bool is_asked(const struct sample *s, bool metric, unsigned of)
{
	return metric ? s->metric[of].asked : !of || s->column[of].asked;
}

/* Columns that were asked for come first, events and then metrics; of the rest
 * metrics do.  False: there are no more. */
static bool column_at(const struct sample *s, unsigned which, bool *metric,
		      unsigned *of)
{
	for (unsigned part = 0; part < 4; part++) {
		const bool asked = part < 2;

		*metric = part == 1 || part == 2;
		for (*of = 0; *of < (*metric ? s->metrics : s->columns); ++*of)
			if (is_asked(s, *metric, *of) == asked && !which--)
				return true;
	}
	return false;
}

/* The mark behind a heading: of cycles, and what is made of them, where they
 * are a sketch. */
static const char *mark_of(const struct sample *s, bool metric, unsigned of)
{
	const struct sample_metric *m = metric ? &s->metric[of] : NULL;

	if (!m)
		return strcmp(s->column[of].class, "sketch") == 0 ? "^" : "";
	for (unsigned i = 0; i < m->operands; i++)
		if (m->operand[i] < s->columns &&
		    strcmp(s->column[m->operand[i]].class, "sketch") == 0)
			return "^";
	return "";
}

static int heading(const struct sample *s, bool metric, unsigned of, char *to,
		   size_t room)
{
	return snprintf(to, room, "%s%s%s",
			metric ? s->metric[of].name : s->column[of].name,
			metric && s->metric[of].users ? "=" : "",
			mark_of(s, metric, of));
}

bool columns_users(const struct sample *s)
{
	for (unsigned i = 0; i < s->metrics; i++)
		if (s->metric[i].users)
			return true;
	return false;
}

static int width_of(const struct sample *s, const uint64_t *all, bool metric,
		    unsigned of)
{
	char text[128];
	const int name = heading(s, metric, of, text, sizeof text);

	if (metric)
		return wider(METRIC, name);
	return wider((int)strlen(digits_grouped(all[of]).text) + SHARE, name);
}

struct columns columns_choose(const struct sample *s, const uint64_t *all,
			      int room, const struct columns *before)
{
	struct columns c = { .all = all, .next = before ? before->next : 0 };
	bool metric;
	unsigned of;

	for (; column_at(s, c.next, &metric, &of); c.next++) {
		const int width = width_of(s, all, metric, of);
		const bool asked = is_asked(s, metric, of);

		if (c.count == COLUMNS_SHOWN ||
		    (c.count && c.used + width + 2 > room)) {
			c.more = asked;
			if (asked)
				break;
			c.left_out++;
			continue;
		}
		c.metric[c.count] = metric;
		c.of[c.count] = of;
		c.width[c.count++] = width;
		c.used += width + 2;
	}
	return c;
}

void columns_heading(FILE *to, const struct sample *s, const struct columns *c)
{
	char name[128];

	for (unsigned i = 0; i < c->count; i++) {
		heading(s, c->metric[i], c->of[i], name, sizeof name);
		fprintf(to, "%*s  ", c->width[i], name);
	}
}

static void print_share(FILE *to, int width, uint64_t count, uint64_t all,
			bool sparse)
{
	const struct digits d = digits_grouped(count);

	if (all && (count || !sparse))
		fprintf(to, "%*s %5.1f %%", width - SHARE, d.text,
			(double)count * 100 / (double)all);
	else
		fprintf(to, "%*s        ", width - SHARE, d.text);
}

void columns_numbers(FILE *to, const struct sample *s, const struct columns *c,
		     const uint64_t *cost)
{
	double value;

	for (unsigned i = 0; i < c->count; i++) {
		const unsigned k = c->of[i];

		if (!c->metric[i])
			print_share(to, c->width[i], cost[k], c->all[k],
				    c->sparse);
		else if (sample_value(s, k, cost, &value))
			fprintf(to, "%*.*f", c->width[i], value >= 1000 ? 0 : 3,
				value);
		else
			fprintf(to, "%*s", c->width[i], "-");
		fputs("  ", to);
	}
}

/* ---- CSV ----------------------------------------------------------------- */

/* Is it one of the words, which commas are between? */
static bool is_word(const char *words, const char *name)
{
	const size_t length = strlen(name);

	while (words) {
		if (strncmp(words, name, length) == 0 &&
		    (words[length] == ',' || !words[length]))
			return true;
		words = strchr(words, ',');
		if (words)
			words++;
	}
	return false;
}

static bool is_alone(const struct sample *s, unsigned column, const char *own)
{
	const char *name = s->column[column].name;

	for (unsigned i = 0; i < s->columns; i++)
		if (i != column && strcmp(s->column[i].name, name) == 0)
			return false;
	for (unsigned i = 0; i < s->metrics; i++)
		if (strcmp(s->metric[i].name, name) == 0)
			return false;
	return !is_word(own, name);
}

static void csv_event(FILE *to, const struct sample *s, unsigned column,
		      const char *own)
{
	const struct sample_column *c = &s->column[column];
	char text[160];

	fputc(',', to);
	if (is_alone(s, column, own)) {
		csv_text(to, c->name);
		return;
	}
	snprintf(text, sizeof text, "%.60s:%.80s", c->monitor, c->name);
	csv_text(to, text);
}

void columns_csv(FILE *to, const struct sample *s, const char *own)
{
	fputs(own, to);
	for (unsigned i = 0; i < s->columns; i++)
		csv_event(to, s, i, own);
	for (unsigned i = 0; i < s->metrics; i++) {
		fputs(s->metric[i].users ? ",user:" : ",", to);
		csv_text(to, s->metric[i].name);
	}
}
