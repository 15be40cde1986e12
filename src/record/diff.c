/* SPDX-License-Identifier: MIT */
/*
 * Two sides held against each other: see diff.h.
 */
#include "record/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/inner.h"

/* All repeats of a row on one side. */
struct samples {
	double *value;
	unsigned count;
	bool alike;    /* no two differ */
	bool settled;  /* another run could not differ either */
	bool combined; /* of several passes: only the result is there */
	bool doubted;  /* one of them is no exact count */
};

/* Of several regions the one of that name; NULL: it is none of them. */
static const struct record_part *part_in(const struct record *r,
					 const char *region)
{
	for (unsigned i = 0; i < r->parts; i++)
		if (strcmp(r->part[i].region.text, region) == 0)
			return &r->part[i];
	return NULL;
}

/* Is a formula of the user's the same in a record as in the row? */
static bool same_formula(const struct record *r, const struct diff_row *row)
{
	const struct record_metric *of = row->metric;

	for (unsigned i = 0; of && (of->users || !of->row) && i < r->metrics;
	     i++)
		if (strcmp(r->metric[i].name, row->name) == 0 &&
		    strcmp(r->metric[i].formula, of->formula) != 0)
			return false;
	return true;
}

bool diff_has_users(const struct diff *d)
{
	for (unsigned i = 0; i < d->rows; i++)
		if (diff_is_users(&d->row[i]))
			return true;
	return false;
}

static const struct reading *reading_in(const struct record *r,
					const struct diff_row *row)
{
	const struct record_part *p =
		row->region ? part_in(r, row->region) : NULL;
	const struct record_metric *metric = p ? p->metric : r->metric;
	const struct record_event *event = p ? p->event : r->event;

	for (unsigned i = 0; row->metric && i < r->metrics; i++)
		if (strcmp(metric[i].name, row->name) == 0 &&
		    strcmp(r->monitor[metric[i].monitor].name, row->monitor) ==
			    0)
			return &metric[i].reading;
	for (unsigned i = 0; row->event && i < r->events; i++)
		if (strcmp(event[i].name, row->name) == 0 &&
		    strcmp(r->monitor[event[i].monitor].name, row->monitor) ==
			    0)
			return &event[i].reading;
	return NULL;
}

/* The fault that speaks against a reading; NULL: nothing does. */
static const char *fault_of(const struct reading *r)
{
	if (!r)
		return "not measured on both sides";
	if (!reading_has_value(r))
		return r->doubts & DOUBT_UNDEFINED      ? "undefined"
		       : r->doubts & DOUBT_NOT_MODELLED ? "not modelled"
		       : r->doubts & DOUBT_OVERFLOWED   ? "overflowed"
							: "not counted";
	return r->doubts & DOUBT_WRONG ? "not to be trusted" : NULL;
}

static bool may_vary(const struct record *r)
{
	return r->target.varies || record_is_given(r);
}

static void add_reading(struct samples *to, const struct record *r,
			const struct reading *reading)
{
	/* Of several passes there is one value, and of old files as well. */
	const double *from =
		reading->samples ? reading->sample : &reading->value;
	unsigned count = reading->samples ? reading->samples : 1;

	to->settled &= !may_vary(r);
	to->combined |= !reading->samples;
	to->doubted |= reading->doubts & DOUBT_INEXACT;
	for (unsigned i = 0; i < count; i++) {
		to->value[to->count] = from[i];
		to->alike &=
			!(from[i] < to->value[0]) && !(from[i] > to->value[0]);
		to->count++;
	}
}

/* False: no memory.  What cannot be compared gets its `why`. */
static bool gather(struct diff_row *row, const struct diff_side *side,
		   struct samples *to)
{
	unsigned room = 1;

	*to = (struct samples){ .alike = true, .settled = true };
	for (unsigned i = 0; i < side->records; i++) {
		const struct reading *r = reading_in(side->record[i], row);

		if (!row->why && !same_formula(side->record[i], row))
			row->why = "its formula is another one";
		if (!row->why)
			row->why = fault_of(r);
		room += r && r->samples ? r->samples : 1;
	}
	to->value = row->why ? NULL : calloc(room, sizeof *to->value);
	for (unsigned i = 0; to->value && i < side->records; i++)
		add_reading(to, side->record[i],
			    reading_in(side->record[i], row));
	return row->why || to->value;
}

/* Was each repeat made with the seed of the one it would be paired with? */
static bool same_seeds(const struct diff *d, const struct diff_row *row)
{
	const struct diff_side *before = &d->side[DIFF_BEFORE];
	const struct diff_side *after = &d->side[DIFF_AFTER];

	if (before->records != after->records)
		return false;
	for (unsigned i = 0; i < before->records; i++) {
		const struct record *a = before->record[i];
		const struct record *b = after->record[i];
		const struct reading *x = reading_in(a, row);
		const struct reading *y = reading_in(b, row);
		bool runs = a->passes == b->passes && x->pass == y->pass;

		if (!machine_varies(&a->machine) ||
		    !machine_varies(&b->machine) ||
		    a->machine.seed != b->machine.seed ||
		    !a->machine.layouts != !b->machine.layouts ||
		    a->machine.layouts_seed != b->machine.layouts_seed ||
		    a->repeats != b->repeats || x->samples != a->repeats ||
		    y->samples != b->repeats ||
		    !(runs || (a->together && b->together)))
			return false;
	}
	return true;
}

/* Two events in ten million instructions are none, and so are three: what is
 * shown as less than 0.001 is next to nothing, twice as much as well. */
static bool is_next_to_nothing(const struct diff_row *row)
{
	const char *unit = row->unit ? row->unit : "";

	return (strcmp(unit, "%") == 0 || strncmp(unit, "per ", 4) == 0) &&
	       fabs(row->test.before) < 0.001 && fabs(row->test.after) < 0.001;
}

enum diff_word diff_word_of(double before, double after, double noise,
			    unsigned direction)
{
	const double difference = after - before;

	if (!(difference < 0) && !(difference > 0))
		return DIFF_SAME;
	if (fabs(difference) < noise * fabs(before))
		return DIFF_NOISE;
	switch (direction) {
	case DIRECTION_LOWER:
		return difference < 0 ? DIFF_BETTER : DIFF_WORSE;
	case DIRECTION_HIGHER:
		return difference > 0 ? DIFF_BETTER : DIFF_WORSE;
	default:
		return difference > 0 ? DIFF_MORE : DIFF_LESS;
	}
}

static enum diff_word word_of(const struct diff *d, const struct diff_row *row)
{
	const enum diff_word word = diff_word_of(
		row->test.before, row->test.after, d->noise, row->direction);

	return word != DIFF_SAME && is_next_to_nothing(row) ? DIFF_NOISE : word;
}

static double mean(const struct samples *s)
{
	double sum = 0;

	if (s->alike)
		return s->value[0];
	for (unsigned i = 0; i < s->count; i++)
		sum += s->value[i];
	return sum / s->count;
}

/* Is it known that one side has no spread? */
static bool is_fixed(const struct samples *s)
{
	return s->alike && (s->count > 1 || s->settled);
}

static void judge_row(const struct diff *d, struct diff_row *row,
		      const struct samples *before, const struct samples *after)
{
	row->valued = true;
	row->samples[DIFF_BEFORE] = before->count;
	row->samples[DIFF_AFTER] = after->count;
	row->test.before = mean(before);
	row->test.after = mean(after);
	row->p = 1;
	if (is_fixed(before) && is_fixed(after) &&
	    (before->doubted || after->doubted)) {
		row->why = "not exact";
	} else if (is_fixed(before) && is_fixed(after)) {
		row->basis = DIFF_FIXED;
		row->word = word_of(d, row);
	} else if (before->count < COMPARE_LEAST ||
		   after->count < COMPARE_LEAST) {
		row->why = before->combined || after->combined
				   ? "several passes"
				   : "too few repeats";
	} else if (before->count == after->count && same_seeds(d, row)) {
		row->basis = DIFF_PAIRS;
		row->test = compare_pairs(before->value, after->value,
					  before->count);
	} else {
		row->basis = DIFF_WELCH;
		row->test = compare_samples(before->value, before->count,
					    after->value, after->count);
	}
}

bool diff_is_tested(const struct diff_row *row)
{
	return row->basis == DIFF_WELCH || row->basis == DIFF_PAIRS;
}

/* Judges which changes are to be taken for real, of all that were tested. */
static bool judge_tests(struct diff *d)
{
	double *p = calloc(2 * (size_t)d->rows + 1, sizeof *p);
	double *adjusted;
	unsigned at = 0;

	if (!p)
		return false;
	adjusted = p + d->rows;
	for (unsigned i = 0; i < d->rows; i++)
		if (diff_is_tested(&d->row[i]))
			p[d->tested++] = d->row[i].test.p;
	compare_holm(p, adjusted, d->tested);
	for (unsigned i = 0; i < d->rows; i++) {
		struct diff_row *row = &d->row[i];

		if (!diff_is_tested(row))
			continue;
		row->p = adjusted[at++];
		row->word = row->p < 0.05 ? word_of(d, row) : DIFF_SAME;
	}
	free(p);
	return true;
}

static bool same_region(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static bool has_row(const struct diff *d, const struct diff_row *wanted)
{
	for (unsigned i = 0; i < d->rows; i++)
		if (!d->row[i].metric == !wanted->metric &&
		    same_region(d->row[i].region, wanted->region) &&
		    strcmp(d->row[i].name, wanted->name) == 0 &&
		    strcmp(d->row[i].monitor, wanted->monitor) == 0)
			return true;
	return false;
}

static void add_row(struct diff *d, const struct diff_row *row)
{
	if (!has_row(d, row))
		d->row[d->rows++] = *row;
}

static void add_metrics(struct diff *d, const struct record *r,
			const char *region)
{
	for (unsigned i = 0; i < r->metrics; i++)
		add_row(d,
			&(struct diff_row){
				.name = r->metric[i].name,
				.region = region,
				.monitor =
					r->monitor[r->metric[i].monitor].name,
				.unit = r->metric[i].unit ? r->metric[i].unit
							  : "",
				.metric = &r->metric[i],
				.direction = r->metric[i].direction });
}

/* Fewer cycles for what is to be done are better; of another event no more is
 * known than that there are more or fewer. */
static void add_events(struct diff *d, const struct record *r,
		       const char *region)
{
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];
		const char *monitor = r->monitor[e->monitor].name;

		if (e->asked || reading_has_value(&e->reading))
			add_row(d, &(struct diff_row){
					   .name = e->name,
					   .region = region,
					   .monitor = monitor,
					   .unit = "",
					   .event = e,
					   .direction =
						   record_is_cycles(monitor, e)
							   ? DIRECTION_LOWER
							   : DIRECTION_NONE });
	}
}

/* Do all records have it? */
static bool is_shared(const struct diff *d, const char *region)
{
	for (unsigned s = 0; s < DIFF_SIDES; s++)
		for (unsigned i = 0; i < d->side[s].records; i++)
			if (!part_in(d->side[s].record[i], region))
				return false;
	return true;
}

/* Adds what was measured of each region, in the order of the first record. */
static void add_regions(struct diff *d)
{
	const struct record *first = d->side[DIFF_BEFORE].record[0];

	for (unsigned i = 0; i < first->parts; i++) {
		const struct record view = record_of_part(first, i);

		if (!is_shared(d, view.region.text))
			continue;
		add_metrics(d, &view, view.region.text);
		add_events(d, &view, view.region.text);
	}
}

static bool lay_out(struct diff *d)
{
	size_t room = 1;

	for (unsigned s = 0; s < DIFF_SIDES; s++)
		for (unsigned i = 0; i < d->side[s].records; i++)
			room += ((size_t)d->side[s].record[i]->metrics +
				 d->side[s].record[i]->events) *
				(1 + d->side[s].record[i]->parts);
	d->row = calloc(room, sizeof *d->row);
	for (unsigned s = 0; d->row && s < DIFF_SIDES; s++)
		for (unsigned i = 0; i < d->side[s].records; i++)
			add_metrics(d, d->side[s].record[i], NULL);
	for (unsigned s = 0; d->row && s < DIFF_SIDES; s++)
		for (unsigned i = 0; i < d->side[s].records; i++)
			add_events(d, d->side[s].record[i], NULL);
	if (d->row)
		add_regions(d);
	return d->row;
}

uint64_t diff_entered(const struct diff *d, const struct diff_row *row,
		      unsigned side)
{
	const struct record_part *p =
		part_in(d->side[side].record[0], row->region);

	return p ? p->region.entered : 0;
}

bool diff_begins_region(const struct diff_row *row,
			const struct diff_row *before)
{
	return row->region &&
	       !same_region(row->region, before ? before->region : NULL);
}

static bool judge(struct diff *d)
{
	for (unsigned i = 0; i < d->rows; i++) {
		struct diff_row *row = &d->row[i];
		struct samples before = { 0 }, after = { 0 };
		bool good = gather(row, &d->side[DIFF_BEFORE], &before) &&
			    gather(row, &d->side[DIFF_AFTER], &after);

		if (before.value && after.value)
			judge_row(d, row, &before, &after);
		free(before.value);
		free(after.value);
		if (!good)
			return false;
	}
	return judge_tests(d);
}

struct diff *diff_make(const struct diff_side side[DIFF_SIDES], double noise)
{
	struct diff *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	memcpy(d->side, side, sizeof d->side);
	d->noise = noise;
	if (lay_out(d) && judge(d)) {
		diff_explain(d);
		return d;
	}
	diff_free(d);
	return NULL;
}

void diff_free(struct diff *d)
{
	if (d)
		free(d->row);
	free(d);
}

bool diff_same_program(const struct diff *d)
{
	const char *first = d->side[DIFF_BEFORE].record[0]->program.sha256;

	for (unsigned s = 0; s < DIFF_SIDES; s++)
		for (unsigned i = 0; i < d->side[s].records; i++) {
			const char *own = d->side[s].record[i]->program.sha256;

			if (!first || !own || !*own || strcmp(own, first) != 0)
				return false;
		}
	return true;
}

bool diff_percent(const struct diff_row *row, double *percent)
{
	if (!row->valued || !(row->test.before > 0))
		return false;
	*percent = 100 * (row->test.after / row->test.before - 1);
	return true;
}

bool diff_of_seeds(const struct diff *d)
{
	const struct record *r = d->side[DIFF_BEFORE].record[0];

	return d->tested && r->target.simulated && machine_varies(&r->machine);
}

const char *diff_word_text(enum diff_word word)
{
	static const char *const text[] = {
		[DIFF_UNKNOWN] = "unknown", [DIFF_SAME] = "same",
		[DIFF_NOISE] = "noise",     [DIFF_BETTER] = "better",
		[DIFF_WORSE] = "worse",     [DIFF_MORE] = "more",
		[DIFF_LESS] = "less",
	};

	return text[word];
}

const char *diff_basis_text(enum diff_basis basis)
{
	static const char *const text[] = {
		[DIFF_NONE] = "none",
		[DIFF_FIXED] = "deterministic",
		[DIFF_WELCH] = "welch",
		[DIFF_PAIRS] = "pairs",
	};

	return text[basis];
}
