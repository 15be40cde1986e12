/* SPDX-License-Identifier: MIT */
/*
 * Why a program takes other cycles than before.  More or fewer instructions, as
 * long as they were, and instructions that each take longer or shorter than
 * before: that adds up, always.  The second part has causes among the events
 * that changed the same way.  Those that count cycles can be held against it;
 * of the others nobody knows what each costs, so that only their change is
 * told.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/diff.h"
#include "record/inner.h"
#include "record/stack.h"

/* Of the whole: a region's rows explain nothing of it. */
static const struct diff_row *find_event(const struct diff *d,
					 const char *monitor, const char *row)
{
	for (unsigned i = 0; i < d->rows; i++) {
		const struct record_event *e = d->row[i].event;

		if (e && e->row && !d->row[i].region &&
		    strcmp(e->row, row) == 0 &&
		    strcmp(d->row[i].monitor, monitor) == 0)
			return &d->row[i];
	}
	return NULL;
}

const struct diff_row *diff_cycles(const struct diff *d)
{
	for (unsigned i = 0; i < d->rows; i++)
		if (d->row[i].event && !d->row[i].region &&
		    record_is_cycles(d->row[i].monitor, d->row[i].event))
			return &d->row[i];
	return NULL;
}

static double change_of(const struct diff_row *row)
{
	return row->test.after - row->test.before;
}

static void add(struct diff *d, enum diff_part_kind kind,
		const struct diff_row *row, double change)
{
	if (d->parts < DIFF_PARTS)
		d->part[d->parts++] = (struct diff_part){ .kind = kind,
							  .row = row,
							  .change = change };
}

static void split(struct diff *d, const struct catalog_monitor *m)
{
	const struct diff_row *n =
		m->instructions ? find_event(d, m->name, m->instructions)
				: NULL;
	const struct comparison *c = &d->cycles->test;
	double more;

	if (!n || !n->valued || !(n->test.before > 0))
		return;
	more = change_of(n) * c->before / n->test.before;
	add(d, PART_INSTRUCTIONS, NULL, more);
	add(d, PART_EACH, NULL, change_of(d->cycles) - more);
}

/* Could it be a cause: another thing than cycles and instructions that changed
 * the same way? */
static bool is_cause(const struct diff *d, const struct diff_row *row,
		     const struct catalog_monitor *m, enum event_kind kind)
{
	const struct record_event *e = row->event;

	return e && e->row && !row->region && e->kind == kind &&
	       row != d->cycles && diff_is_change(row) &&
	       strcmp(row->monitor, m->name) == 0 &&
	       !(m->instructions && strcmp(e->row, m->instructions) == 0) &&
	       !(m->cycles && strcmp(e->row, m->cycles) == 0) &&
	       (change_of(row) > 0) == (change_of(d->cycles) > 0);
}

static bool is_listed(const struct diff *d, const struct diff_row *row)
{
	for (unsigned i = 0; i < d->parts; i++)
		if (d->part[i].row == row)
			return true;
	return false;
}

/* Less than a hundredth of what changed most is not worth a line. */
static bool is_small(double change, double most)
{
	return fabs(change) < fabs(most) / 100;
}

/* The most changed first, and so many of them. */
static void add_causes(struct diff *d, const struct catalog_monitor *m,
		       enum event_kind kind, unsigned most)
{
	double largest =
		kind == EVENT_DURATION ? fabs(change_of(d->cycles)) : 0;

	while (most--) {
		const struct diff_row *best = NULL;

		for (unsigned i = 0; i < d->rows; i++) {
			const struct diff_row *row = &d->row[i];

			if (is_cause(d, row, m, kind) && !is_listed(d, row) &&
			    (!best ||
			     fabs(change_of(row)) > fabs(change_of(best))))
				best = row;
		}
		if (!best || is_small(change_of(best), largest))
			return;
		largest = fmax(largest, fabs(change_of(best)));
		add(d, kind == EVENT_DURATION ? PART_DURATION : PART_OCCURRENCE,
		    best, change_of(best));
	}
}

/* ---- causes of a board's cycles ------------------------------------------ */

enum { CAUSES = 4 }; /* that are told, at most */

/* The first record of a side has them, of its first run. */
static bool stack_of_side(const struct diff *d, unsigned side, struct stack *s)
{
	return stack_of(d->side[side].record[0], s);
}

static uint64_t cycles_of(const struct stack *s, const char *cause)
{
	for (unsigned i = 0; i < s->rows; i++)
		if (strcmp(s->row[i].name, cause) == 0)
			return s->row[i].cycles;
	return 0;
}

static bool is_told(const struct diff *d, const char *cause)
{
	for (unsigned i = 0; i < d->parts; i++)
		if (d->part[i].cause && strcmp(d->part[i].cause, cause) == 0)
			return true;
	return false;
}

/* The most changed first: each cycle has one, so that these, and those that
 * are too small to tell, are the whole change.  False: they are not known. */
static bool add_ledger_causes(struct diff *d)
{
	struct stack before, after;

	if (!stack_of_side(d, DIFF_BEFORE, &before) ||
	    !stack_of_side(d, DIFF_AFTER, &after))
		return false;
	for (unsigned n = 0; n < CAUSES; n++) {
		struct diff_part best = { .kind = PART_CAUSE };

		for (unsigned i = 0; i < after.rows; i++) {
			const char *name = after.row[i].name;
			const double change = (double)after.row[i].cycles -
					      (double)cycles_of(&before, name);

			if (!is_told(d, name) &&
			    fabs(change) > fabs(best.change)) {
				best.change = change;
				best.cause = name;
			}
		}
		if (!best.cause || is_small(best.change, change_of(d->cycles)))
			break;
		d->part[d->parts++] = best;
	}
	return true;
}

/* ---- other layouts ------------------------------------------------------- */

/* Of one side: cycles as linked, and their mean over the other layouts. */
struct laid_out {
	double linked, mean, instructions;
};

static const struct record_event *cycles_event(const struct record *r)
{
	for (unsigned i = 0; i < r->events; i++)
		if (record_is_cycles(r->monitor[r->event[i].monitor].name,
				     &r->event[i]))
			return &r->event[i];
	return NULL;
}

/* The first repeat is the program as it is linked. */
static bool is_laid_out(const struct diff_side *side, struct laid_out *to)
{
	const struct record *r = side->record[0];
	const struct record_event *e = cycles_event(r);
	const struct reading *of = e ? &e->reading : NULL;

	if (side->records != 1 || !r->machine.layouts || !of ||
	    of->samples < 2 || of->samples != r->repeats)
		return false;
	*to = (struct laid_out){ .linked = of->sample[0] };
	for (unsigned i = 1; i < of->samples; i++)
		to->mean += of->sample[i] / (of->samples - 1);
	to->instructions = r->region.text ? 0 : (double)r->program.instructions;
	return true;
}

static void split_layouts(struct diff *d, const struct diff_row *cycles)
{
	const struct catalog_monitor *m;
	const struct diff_row *n = NULL;
	struct laid_out before, after;
	struct error ignored;

	if (!is_laid_out(&d->side[DIFF_BEFORE], &before) ||
	    !is_laid_out(&d->side[DIFF_AFTER], &after))
		return;
	m = catalog_monitor(cycles->monitor, &ignored);
	if (m && m->instructions)
		n = find_event(d, m->name, m->instructions);
	if (n && n->valued) {
		before.instructions = n->test.before;
		after.instructions = n->test.after;
	}
	if (!(before.instructions > 0) || !(after.instructions > 0))
		return;
	d->layout = (struct diff_layout){
		.known = true,
		.before = before.linked,
		.after = after.linked,
		.instructions = (after.instructions - before.instructions) *
				before.mean / before.instructions,
		.layout = (after.linked - after.mean) -
			  (before.linked - before.mean),
	};
	d->layout.rest = after.mean - before.mean - d->layout.instructions;
}

void diff_explain(struct diff *d)
{
	const struct diff_row *cycles = diff_cycles(d);
	const struct catalog_monitor *m;
	struct error ignored;

	if (cycles)
		split_layouts(d, cycles);
	if (!cycles || !diff_is_change(cycles))
		return;
	m = catalog_monitor(cycles->monitor, &ignored);
	if (!m)
		return;
	d->cycles = cycles;
	split(d, m);
	if (!add_ledger_causes(d))
		add_causes(d, m, EVENT_DURATION, 3);
	add_causes(d, m, EVENT_OCCURRENCE, 3);
}
