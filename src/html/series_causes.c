/* SPDX-License-Identifier: MIT */
/*
 * Cycles of a simulated core over time by where they went: areas above each
 * other, each interval's shares, so that one that is shorter sets no scale.
 */
#include <stdlib.h>

#include "base/digits.h"
#include "html/series.h"
#include "record/stack.h"

enum { OTHERS = CHART_PARTS - 1 };

struct causes {
	const struct record_series *s;
	unsigned order[RECORD_CAUSES]; /* the largest first */
	unsigned parts;
	struct {
		char text[64];
	} name[CHART_PARTS];
	struct chart_area area[HTML_STEPS + 1];
	unsigned areas;
};

static unsigned colour_of(unsigned rank)
{
	return rank < OTHERS ? rank : OTHERS;
}

static uint64_t cycles_between(const struct causes *c, unsigned rank,
			       unsigned from, unsigned end)
{
	const uint64_t *row =
		c->s->cycles + (size_t)c->order[rank] * c->s->intervals;
	uint64_t sum = 0;

	for (unsigned i = from; i < end; i++)
		sum += row[i];
	return sum;
}

static uint64_t all_between(const struct causes *c, unsigned from, unsigned end)
{
	uint64_t sum = 0;

	for (unsigned i = from; i < end; i++)
		sum += series_cycles(c->s, i);
	return sum;
}

/* "data, memory: 17.1 %" */
static void name_parts(struct causes *c)
{
	const unsigned n = c->s->intervals;
	const uint64_t all = all_between(c, 0, n);
	uint64_t sum[CHART_PARTS] = { 0 };

	for (unsigned i = 0; i < c->s->causes; i++)
		sum[colour_of(i)] += cycles_between(c, i, 0, n);
	c->parts = c->s->causes < CHART_PARTS ? c->s->causes : CHART_PARTS;
	for (unsigned i = 0; i < c->parts; i++)
		snprintf(c->name[i].text, sizeof c->name[i].text,
			 "%.40s: %.1f %%",
			 i == OTHERS && c->s->causes > CHART_PARTS
				 ? "others"
				 : stack_name(c->s->cause[c->order[i]]),
			 all ? 100 * (double)sum[i] / (double)all : 0);
}

static void lay_areas(struct causes *c, const struct record *r)
{
	struct html_span span = { 0, 0 };

	while (html_next_span(r, &span)) {
		struct chart_area *area = &c->area[c->areas++];
		const uint64_t all = all_between(c, span.from, span.end);

		*area = (struct chart_area){
			.until = html_end_of(r, span.end - 1),
			.part = html_is_part(r, &span),
		};
		for (unsigned i = 0; all && i < c->s->causes; i++)
			area->share[colour_of(i)] +=
				(double)cycles_between(c, i, span.from,
						       span.end) /
				(double)all;
	}
}

static void draw_areas(FILE *to, const struct causes *c, const char *end)
{
	const struct chart_frame frame = {
		.id = "timecauses",
		.title = "Cycles by cause",
		.description = "Areas above each other: the share of each "
			       "simulated cause in the cycles of each "
			       "interval, 100 % together.",
	};
	const struct chart_axes axes = { .top = "100 %",
					 .begin = "0",
					 .end = end };
	const char *name[CHART_PARTS];

	for (unsigned i = 0; i < c->parts; i++)
		name[i] = c->name[i].text;
	chart_areas(to, &frame, name, c->parts, c->area, c->areas, &axes);
}

void html_series_causes(FILE *to, const struct record *r, const char *end)
{
	struct causes *c = calloc(1, sizeof *c);

	if (!c || !r->series.causes) {
		free(c);
		return;
	}
	c->s = &r->series;
	series_causes_order(c->s, c->order);
	name_parts(c);
	lay_areas(c, r);
	fputs("<figure>\n<h3>Cycles by cause</h3>\n", to);
	draw_areas(to, c, end);
	fputs("<figcaption>Each cycle once, by its simulated cause; shares are "
	      "of all ",
	      to);
	html_count(to, all_between(c, 0, c->s->intervals));
	fputs(" cycles.</figcaption>\n</figure>\n", to);
	free(c);
}
