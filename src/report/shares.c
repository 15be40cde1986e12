/* SPDX-License-Identifier: MIT */
/*
 * Counts that an operating system told apart, by threads or by cores, for
 * people: a row for each, and as many columns beside each other as a line has
 * room for.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/inner.h"

enum { SHARES_WIDTH = 80, SHARES_NAME = 22, SHARES_LEAST = 13 };

/* A column is an event, or behind them a metric. */
static bool is_share_shown(const struct record *r, unsigned column)
{
	if (column >= r->events)
		return true;
	return r->event[column].asked ||
	       reading_has_value(&r->event[column].reading);
}

static const char *share_name(const struct record *r, unsigned column)
{
	return column < r->events ? r->event[column].name
				  : r->metric[column - r->events].name;
}

static int share_width(const struct record *r, unsigned column)
{
	const int name = (int)strlen(share_name(r, column));

	return 2 + (name > SHARES_LEAST ? name : SHARES_LEAST);
}

static struct number share_number(const struct record_part *p,
				  const struct record *r, unsigned column)
{
	const bool event = column < r->events;
	const struct reading *own =
		event ? &p->event[column].reading
		      : &p->metric[column - r->events].reading;
	struct number n;

	if (!reading_has_value(own)) {
		snprintf(n.text, sizeof n.text, "%s", word_of_missing(own));
		return n;
	}
	if (event)
		n = number_of_event(&p->event[column]);
	else
		n = number_of_metric(&p->metric[column - r->events]);
	n.text[strcspn(n.text, " ")] = '\0';
	return n;
}

static void print_shares(FILE *to, const struct record *r, unsigned from,
			 unsigned end)
{
	fprintf(to, "%-*s", SHARES_NAME, "");
	for (unsigned c = from; c < end; c++)
		if (is_share_shown(r, c))
			fprintf(to, "%*s", share_width(r, c), share_name(r, c));
	fputc('\n', to);
	for (unsigned i = 0; i < r->parts; i++) {
		char *name = text_cleaned(r->part[i].region.text);

		fprintf(to, "%-*s", SHARES_NAME, name ? name : "");
		free(name);
		for (unsigned c = from; c < end; c++)
			if (is_share_shown(r, c))
				fprintf(to, "%*s", share_width(r, c),
					share_number(&r->part[i], r, c).text);
		fputc('\n', to);
	}
	fputc('\n', to);
}

void shares_print(FILE *to, const struct record *r)
{
	const unsigned columns = r->events + r->metrics;
	unsigned end;

	fprintf(to, "what each of %u %s came to, within the whole\n\n",
		r->parts,
		r->part[0].region.kind == REGION_THREAD ? "threads" : "cores");
	for (unsigned from = 0; from < columns; from = end) {
		int width = SHARES_NAME;

		for (end = from; end < columns; end++) {
			const int more = is_share_shown(r, end)
						 ? share_width(r, end)
						 : 0;

			if (end > from && width + more > SHARES_WIDTH)
				break;
			width += more;
		}
		print_shares(to, r, from, end);
	}
}
