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

static void add_column(struct columns *c, bool metric, unsigned which,
		       int width, int room)
{
	if (c->count == COLUMNS_SHOWN || c->used + width + 2 > room) {
		c->left_out++;
		return;
	}
	c->metric[c->count] = metric;
	c->of[c->count] = which;
	c->width[c->count++] = width;
	c->used += width + 2;
}

static void add_event(const struct sample *s, struct columns *c, unsigned i,
		      int room)
{
	const struct digits most = digits_grouped(c->all[i]);

	add_column(c, false, i,
		   wider((int)strlen(most.text) + SHARE,
			 (int)strlen(s->column[i].name)),
		   room);
}

static void add_events(const struct sample *s, struct columns *c, bool asked,
		       int room)
{
	for (unsigned i = 0; i < s->columns; i++)
		if (s->column[i].asked == asked)
			add_event(s, c, i, room);
}

/* What was asked for comes first; the rows are ordered by the first event. */
struct columns columns_choose(const struct sample *s, const uint64_t *all,
			      int room)
{
	struct columns c = { .all = all };

	if (!s->column[0].asked)
		add_event(s, &c, 0, room);
	add_events(s, &c, true, room);
	for (unsigned i = 0; i < s->metrics; i++)
		add_column(&c, true, i,
			   wider(METRIC, (int)strlen(s->metric[i].name)), room);
	if (s->column[0].asked)
		add_events(s, &c, false, room);
	return c;
}

void columns_heading(FILE *to, const struct sample *s, const struct columns *c)
{
	for (unsigned i = 0; i < c->count; i++)
		fprintf(to, "%*s  ", c->width[i],
			c->metric[i] ? s->metric[c->of[i]].name
				     : s->column[c->of[i]].name);
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
		fputc(',', to);
		csv_text(to, s->metric[i].name);
	}
}
