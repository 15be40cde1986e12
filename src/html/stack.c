/* SPDX-License-Identifier: MIT */
/*
 * Cycles of a simulated core by where they went, as bars of causes end to end:
 * of a record, of several, and of the functions of a profile that was asked for
 * causes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "html/inner.h"
#include "html/profile.h"
#include "record/stack.h"

enum { CUT = 36, FUNCTIONS = 10, CAUSE = 0xFFFD, OTHERS = CHART_PARTS - 1 };

/* Causes by name; the last one is of all others. */
struct causes {
	const char *name[CHART_PARTS];
	unsigned count;
};

static void draw_causes(FILE *to, const struct causes *c,
			const struct chart_stack *row, unsigned rows)
{
	const struct chart_frame frame = {
		.id = "stack",
		.title = "Where the cycles went",
		.description = "Bars of parts end to end: each cycle once, by "
			       "the simulated cause that it went by for.",
	};

	fputs("<figure>\n", to);
	chart_stacks(to, &frame, c->name, c->count, row, rows);
	fputs("<figcaption>Each cycle once, by its simulated cause: the "
	      "board&#39;s ledger has them, and no monitor counts "
	      "them.</figcaption>\n</figure>\n",
	      to);
}

/* ---- of records ---------------------------------------------------------- */

static unsigned cause_at(struct causes *c, const char *name)
{
	for (unsigned i = 0; i < c->count && i < OTHERS; i++)
		if (strcmp(c->name[i], name) == 0)
			return i;
	if (c->count < OTHERS) {
		c->name[c->count] = name;
		return c->count++;
	}
	c->name[OTHERS] = "others";
	c->count = CHART_PARTS;
	return OTHERS;
}

bool html_stack_any(const struct record *r)
{
	struct stack s;

	return stack_of(r, &s);
}

bool html_stacks_print(FILE *to, struct record *const *record,
		       const char *const *name, unsigned records)
{
	struct chart_stack *row = calloc(records, sizeof *row);
	struct digits *text = calloc(records, sizeof *text);
	struct causes c = { .count = 0 };
	char(*cut)[CUT] = calloc(records, sizeof *cut);
	unsigned rows = 0;
	struct stack s;

	for (unsigned i = 0; row && text && cut && i < records; i++) {
		if (!stack_of(record[i], &s))
			continue;
		text[rows] = digits_grouped(s.cycles);
		html_cut(name[i], cut[rows], sizeof cut[rows]);
		row[rows].name = cut[rows];
		row[rows].text = text[rows].text;
		for (unsigned k = 0; k < s.rows; k++)
			row[rows].share[cause_at(&c, s.row[k].name)] +=
				s.row[k].share;
		rows++;
	}
	if (rows)
		draw_causes(to, &c, row, rows);
	free(row);
	free(text);
	free(cut);
	return row && text && cut;
}

/* ---- of a profile ---------------------------------------------------------
 */

/* Columns that are causes, the largest first. */
struct columns_of_causes {
	const struct sample *s;
	unsigned column[SAMPLE_COLUMNS], count;
};

static void find_columns(struct columns_of_causes *c)
{
	for (unsigned k = 0; k < c->s->columns; k++) {
		unsigned at = c->count;

		if (c->s->column[k].code != CAUSE || !c->s->total[k])
			continue;
		for (; at && c->s->total[c->column[at - 1]] < c->s->total[k];
		     at--)
			c->column[at] = c->column[at - 1];
		c->column[at] = k;
		c->count++;
	}
}

bool html_causes_any(const struct sample *s)
{
	struct columns_of_causes c = { .s = s };

	find_columns(&c);
	return c.count;
}

static uint64_t sum_of_causes(const struct columns_of_causes *c,
			      const uint64_t *cost)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < c->count; i++)
		sum += cost[c->column[i]];
	return sum;
}

static void fill_row(const struct columns_of_causes *c, const uint64_t *cost,
		     struct chart_stack *row, struct digits *text)
{
	const uint64_t all = sum_of_causes(c, cost);

	*text = digits_grouped(all);
	row->text = text->text;
	for (unsigned i = 0; i < c->count; i++)
		row->share[i < OTHERS ? i : OTHERS] +=
			(double)cost[c->column[i]] / (double)all;
}

void html_causes_print(FILE *to, const struct sample *s,
		       const struct sample_table *t)
{
	struct chart_stack row[FUNCTIONS + 1] = { { .name = "All" } };
	struct digits text[FUNCTIONS + 1];
	char cut[FUNCTIONS + 1][CUT];
	struct columns_of_causes c = { .s = s };
	struct causes shown = { .count = 0 };
	unsigned rows = 1;

	find_columns(&c);
	for (unsigned i = 0; i < c.count && i < CHART_PARTS; i++)
		shown.name[shown.count++] =
			i < OTHERS ? s->column[c.column[i]].name : "others";
	fill_row(&c, s->total, &row[0], &text[0]);
	for (uint32_t i = 0; i < t->rows && rows <= FUNCTIONS; i++) {
		const struct sample_row *r = &t->row[i];

		if (r->cause != SAMPLE_NONE || r->function == SAMPLE_NONE ||
		    !sum_of_causes(&c, r->cost))
			continue;
		html_cut(s->function[r->function].name, cut[rows],
			 sizeof cut[rows]);
		row[rows].name = cut[rows];
		fill_row(&c, r->cost, &row[rows], &text[rows]);
		rows++;
	}
	draw_causes(to, &shown, row, rows);
}
