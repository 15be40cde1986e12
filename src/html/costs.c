/* SPDX-License-Identifier: MIT */
/*
 * Tables of a profile's numbers.  As many events as were asked for are shown:
 * where these are more than a few, shares stand below their counts, and what
 * has no room beside them is in a table of its own.
 */
#include <string.h>

#include "html/inner.h"
#include "html/profile.h"

enum {
	FEW = 3,    /* beside each other with their shares */
	ROOM = 74,  /* characters that columns have together */
	EVENT = 12, /* of a count, at least */
	METRIC = 9, /* of a value, at least */
	BETWEEN = 2,
};

/* The first one orders the rows; what was asked for follows. */
static bool is_wanted(const struct sample *s, unsigned event)
{
	return !event || s->column[event].asked;
}

static int width_of(const char *name, int least)
{
	const int length = (int)strlen(name);

	return (length > least ? length : least) + BETWEEN;
}

static bool has_room(const struct html_columns *c, int *room, int width)
{
	if (!c->dense)
		return true;
	if (c->events + c->metrics == HTML_COLUMNS ||
	    (c->events + c->metrics && *room < width))
		return false;
	*room -= width;
	return true;
}

static bool is_dense(const struct sample *s)
{
	unsigned events = 0;

	for (unsigned i = 0; i < s->columns; i++)
		events += is_wanted(s, i);
	return events > FEW || s->metrics > FEW;
}

struct html_columns html_columns(const struct sample *s,
				 const struct html_columns *before)
{
	struct html_columns c = { .dense = is_dense(s) };
	unsigned at = before ? before->next : 0;
	int room = ROOM;

	for (; at < s->columns; at++) {
		if (!is_wanted(s, at))
			continue;
		if (!has_room(&c, &room, width_of(s->column[at].name, EVENT)))
			break;
		c.event[c.events++] = at;
	}
	for (; at >= s->columns && at < s->columns + s->metrics; at++) {
		const unsigned metric = at - s->columns;

		if (!has_room(&c, &room,
			      width_of(s->metric[metric].name, METRIC)))
			break;
		c.metric[c.metrics++] = metric;
	}
	c.next = at;
	c.more = at < s->columns + s->metrics;
	return c;
}

unsigned html_columns_cells(const struct html_columns *c)
{
	return c->events + c->metrics + (c->events && !c->dense);
}

void html_costs_begin(FILE *to, const struct sample *s,
		      const struct html_columns *c, const char *what)
{
	fprintf(to, "<table class=\"lines%s\">\n<caption>",
		c->dense ? " dense" : "");
	xml_text(to, what);
	fputs("</caption>\n<thead><tr><th scope=\"col\">Where</th>", to);
	for (unsigned i = 0; i < c->events; i++) {
		fputs("<th scope=\"col\" class=\"number\">", to);
		xml_text(to, s->column[c->event[i]].name);
		fputs(" <span class=\"word\">share</span></th>", to);
		if (i == 0 && !c->dense)
			fputs("<td class=\"wide\"></td>", to);
	}
	for (unsigned i = 0; i < c->metrics; i++) {
		fputs("<th scope=\"col\" class=\"number\">", to);
		xml_text(to, s->metric[c->metric[i]].name);
		html_users(to, s->metric[c->metric[i]].users);
		fputs("</th>", to);
	}
	fputs("</tr></thead>\n<tbody>\n", to);
}

static void put_event(FILE *to, uint64_t count, uint64_t total, bool meter)
{
	const double share = total ? (double)count / (double)total : -1;

	fputs("<td class=\"number\">", to);
	html_count(to, count);
	fputs(" <span class=\"word soft\">", to);
	if (total)
		fprintf(to, "%.1f %%", share * 100);
	fputs("</span></td>", to);
	if (meter)
		html_meter(to, share);
}

void html_costs(FILE *to, const struct sample *s, const struct html_columns *c,
		const uint64_t *cost)
{
	char text[32];
	double value;

	for (unsigned i = 0; i < c->events; i++)
		put_event(to, cost[c->event[i]], s->total[c->event[i]],
			  i == 0 && !c->dense);
	for (unsigned i = 0; i < c->metrics; i++) {
		fputs("<td class=\"number\">", to);
		if (sample_value(s, c->metric[i], cost, &value)) {
			snprintf(text, sizeof text, "%.*f",
				 value >= 1000 ? 0 : 3, value);
			html_number(to, value, text);
		}
		fputs("</td>", to);
	}
	fputs("</tr>\n", to);
}
