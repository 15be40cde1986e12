/* SPDX-License-Identifier: MIT */
/*
 * Formulas over counts: metrics, and what must hold of the counts.
 */
#include <stdio.h>
#include <string.h>

#include "record/inner.h"

/* The source of the values of a formula's names: one run, or the mean of all.
 */
struct source {
	const struct judgement *judgement;
	const struct formula *formula;
	const uint16_t *operand;
	unsigned operands;
	unsigned pass; /* RECORD_SPLIT: each event from its own */
	bool mean;
	unsigned repeat; /* where not the mean */
	/* An operand that is tried with another count, and that; 0: none is. */
	const uint16_t *tried;
	double factor;
};

static double count_of(const struct source *from, unsigned event)
{
	const struct judgement *j = from->judgement;
	unsigned pass = from->pass;
	const struct record_count *c;

	if (pass == RECORD_SPLIT)
		pass = event_pass(j, event);
	if (from->mean)
		return event_mean(j, pass, event);
	c = cell_at(j, from->repeat * j->record->passes + pass, event);
	return c ? event_count(j, c) : 0;
}

/* Without what an erratum is known to count too much. */
static double value_of(const struct source *from, unsigned event)
{
	const unsigned less = from->judgement->record->event[event].less;
	double value = count_of(from, event);

	if (less)
		value -= count_of(from, less - 1);
	value = value > 0 ? value : 0;
	return from->tried && *from->tried == event ? value * from->factor
						    : value;
}

static bool lookup(void *ctx, const char *name, double *value)
{
	const struct source *from = ctx;
	const struct record_target *target = &from->judgement->record->target;
	size_t count;
	const char *const *known = formula_names(from->formula, &count);
	unsigned operand = RECORD_MISSING;

	for (size_t i = 0; i < count && i < from->operands; i++)
		if (strcmp(known[i], name) == 0)
			operand = from->operand[i];
	switch (operand) {
	case RECORD_MISSING:
		return false;
	case RECORD_CLOCK:
		*value = target->clock_hz;
		return target->clock_hz > 0;
	case RECORD_RATIO:
		*value = target->clock_ratio;
		return target->clock_ratio > 0;
	default:
		*value = value_of(from, operand);
		return true;
	}
}

enum {
	LOST = DOUBT_NOT_MODELLED | DOUBT_OVERFLOWED | DOUBT_NOT_COUNTED,
	/* Doubts that say why. */
	TOLD = DOUBT_UNTRUSTED | DOUBT_SCALED | DOUBT_INEXACT,
};

static void inherit_one(const struct record_event *of, struct reading *r)
{
	const struct reading *e = &of->reading;
	unsigned lost = e->doubts & LOST;

	r->class = e->class > r->class ? e->class : r->class;
	r->doubts |= lost | (e->doubts & (DOUBT_COARSE | TOLD));
	if (e->doubts & TOLD && !lost && !r->why[0])
		snprintf(r->why, sizeof r->why, "%s", e->why);
	if (lost && !r->why[0])
		snprintf(r->why, sizeof r->why, "%.48s: %.100s", of->name,
			 e->why);
}

/* Doubts that come from the events; false: there is no number at all. */
static bool inherit(const struct record *record, const struct record_metric *m,
		    struct reading *r)
{
	for (unsigned i = 0; i < m->operands; i++)
		if (m->operand[i] < RECORD_MISSING)
			inherit_one(&record->event[m->operand[i]], r);
	return !(r->doubts & LOST);
}

/* The repeats' own values bound the value of one pass. */
static void bound_by_repeats(struct source *from, struct reading *r)
{
	double *sample = judge_room(from->judgement);
	unsigned samples = 0;
	const char *name;
	double value;

	from->mean = false;
	for (from->repeat = 0; from->repeat < from->judgement->record->repeats;
	     from->repeat++) {
		if (formula_eval(from->formula, lookup, from, &value, &name) !=
		    FORMULA_OK)
			continue;
		r->low = value < r->low ? value : r->low;
		r->high = value > r->high ? value : r->high;
		if (sample)
			sample[samples] = value;
		samples++;
	}
	judge_samples(r, sample, samples);
}

/* A board that varies nothing does the same again: there is no tolerance. */
static double drift_limit(const struct record *r)
{
	return r->target.varies ? r->drift_limit : 0;
}

static void bound_by_drift(struct source *from, struct reading *r)
{
	const struct record *record = from->judgement->record;
	double low, high;

	r->doubts |= DOUBT_SPLIT;
	if (record->drift > 0 &&
	    formula_interval(from->formula, lookup, from, record->drift, &low,
			     &high) == FORMULA_OK) {
		r->low = low;
		r->high = high;
	}
	if (record->drift > drift_limit(record)) {
		r->doubts |= DOUBT_UNTRUSTED;
		snprintf(r->why, sizeof r->why,
			 "%s differ by %.2f %% between the passes",
			 record->drift_anchor, 100 * record->drift);
	}
}

/* One by a file of the user's has its bounds with it, in `own`. */
static const struct catalog_metric *row_of(const struct record *r,
					   const struct record_metric *m,
					   struct catalog_metric *own)
{
	struct error ignored;

	*own = (struct catalog_metric){ .low = m->low,
					.high = m->high,
					.scale = m->scale,
					.unit = m->unit };
	if (m->users)
		return own;
	const struct catalog_monitor *monitor =
		m->row ? catalog_monitor(r->monitor[m->monitor].name, &ignored)
		       : NULL;

	return monitor ? catalog_metric(monitor, m->row, &ignored) : NULL;
}

/*
 * False: there is no number.  The reason of an event comes before that of the
 * formula.  For counts that were given, a missing count comes first.
 */
static bool evaluate(struct source *from, const struct record_metric *m,
		     struct reading *r)
{
	const char *name = NULL;
	const struct record *record = from->judgement->record;
	enum formula_result result;
	bool given = record_is_given(record);
	struct catalog_metric own;
	unsigned doubts;
	char why[sizeof r->why];

	result = formula_eval(from->formula, lookup, from, &r->value, &name);
	doubts = verdict_of_formula(result, name, row_of(record, m, &own),
				    r->value, why, sizeof why);
	r->doubts |= doubts;
	if (given)
		given_reason(result, name, doubts, why, sizeof why);
	if (doubts && (!r->why[0] || (given && result != FORMULA_OK)))
		snprintf(r->why, sizeof r->why, "%s", why);
	if (result != FORMULA_OK)
		r->value = 0;
	r->low = r->high = r->value;
	return result == FORMULA_OK;
}

/*
 * Which way the value goes with one operand that is wrong in a known direction:
 * tried, since the formula may have it above and below a line.
 */
static unsigned direction_by(struct source *from, const uint16_t *operand,
			     double shown)
{
	static const double less[] = { 0.999, 0.9, 0.5 };
	static const double more[] = { 1.001, 1.1, 2 };
	const struct record_event *e =
		&from->judgement->record->event[*operand];
	const double *factor = e->reading.doubts & DOUBT_AT_LEAST ? more : less;
	unsigned doubts = 0;

	from->tried = operand;
	for (unsigned i = 0; i < 3; i++) {
		double value;

		from->factor = factor[i];
		if (formula_eval(from->formula, lookup, from, &value, NULL) !=
		    FORMULA_OK)
			continue;
		doubts |= value > shown   ? DOUBT_AT_LEAST
			  : value < shown ? DOUBT_AT_MOST
					  : 0;
	}
	from->tried = NULL;
	return doubts;
}

/* A metric lies where its events push it; one that is corrected pushes none. */
static void direct(struct source *from, struct reading *r)
{
	for (unsigned i = 0; i < from->operands; i++) {
		const struct record_event *e;
		unsigned own, was = r->doubts;

		if (from->operand[i] >= RECORD_MISSING)
			continue;
		e = &from->judgement->record->event[from->operand[i]];
		own = e->reading.doubts & DOUBT_DIRECTION;
		if (!own || e->less)
			continue;
		r->doubts |= own == DOUBT_DIRECTION
				     ? own
				     : direction_by(from, &from->operand[i],
						    r->value);
		if (r->doubts != was && !r->why[0])
			snprintf(r->why, sizeof r->why, "%.60s is %s", e->name,
				 doubt_direction(own));
	}
}

/* As it is shown, and as a file has it. */
static void settle(struct reading *r, double scale)
{
	r->value = record_real(r->value * scale);
	r->low = record_real(r->low * scale);
	r->high = record_real(r->high * scale);
	for (unsigned i = 0; i < r->samples; i++)
		r->sample[i] = record_real(r->sample[i] * scale);
	if (r->margin >= 0)
		r->margin = record_real(r->margin * scale);
}

static void judge_metric(const struct judgement *j, unsigned metric)
{
	const struct record *record = j->record;
	struct record_metric *m = &record->metric[metric];
	struct reading *r = &m->reading;
	struct source from = {
		.judgement = j,
		.formula = j->metric[metric],
		.operand = m->operand,
		.operands = m->operands,
		.pass = m->pass,
		.mean = true,
	};

	*r = (struct reading){
		.doubts = record_doubts(record),
		.pass = m->pass,
		.margin = -1,
	};
	if (!from.formula || !inherit(record, m, r) || !evaluate(&from, m, r))
		return;
	direct(&from, r);
	if (from.pass == RECORD_SPLIT)
		bound_by_drift(&from, r);
	else
		bound_by_repeats(&from, r);
	settle(r, m->scale);
}

void judge_metrics(struct judgement *j)
{
	for (unsigned i = 0; i < j->record->metrics; i++)
		judge_metric(j, i);
}

/* The pass in which all its events were counted, or RECORD_SPLIT. */
static unsigned pass_of_identity(const struct judgement *j,
				 const struct record_identity *i)
{
	unsigned pass = RECORD_SPLIT;

	for (unsigned k = 0; k < i->operands; k++) {
		unsigned event = i->operand[k];
		unsigned own;

		if (event >= RECORD_MISSING)
			return RECORD_SPLIT;
		own = event_pass(j, event);
		if (own == RECORD_SPLIT || (k && own != pass) ||
		    j->record->event[event].reading.doubts &
			    (DOUBT_NOT_MODELLED | DOUBT_OVERFLOWED))
			return RECORD_SPLIT;
		pass = own;
	}
	return pass;
}

static const struct catalog_identity *
identity_row(const struct record *r, const struct record_identity *i)
{
	struct error ignored;
	const struct catalog_monitor *m =
		catalog_monitor(r->monitor[i->monitor].name, &ignored);

	for (unsigned k = 0; m && k < m->identities; k++)
		if (strcmp(m->identity[k].id, i->id) == 0)
			return &m->identity[k];
	return NULL;
}

/* Does it hold of what the identity is about?  Where nobody has told on which
 * layers bursts were cut short, on any. */
static bool holds(const struct catalog_identity *identity,
		  const struct record *r, unsigned monitor, enum condition when)
{
	const char *broken = r->monitor[monitor].broken;
	char layer[16];

	if (when == WHEN_ALWAYS || !r->conditions.holds[when])
		return false;
	if (when != WHEN_BURST_BROKEN || !identity->layer || !broken)
		return true;
	while (catalog_word(&broken, layer, sizeof layer))
		if (strcmp(layer, identity->layer) == 0)
			return true;
	return false;
}

/*
 * Why a broken identity does not prove that a count is wrong: a condition of
 * the target explains it, or the difference may be bursts that edges of windows
 * cut. NULL: there is no such reason.
 */
static const char *excuse(const struct catalog_identity *identity,
			  const struct record *r, unsigned monitor, double off)
{
	for (unsigned i = 0; i < 2; i++) {
		enum condition when = (enum condition)identity->unless[i];

		if (holds(identity, r, monitor, when))
			return condition_words(when);
	}
	if (off > 0 &&
	    off <= (double)identity->slack * (double)r->region.entered)
		return "no more is off than bursts that the edges of the "
		       "windows may have cut";
	return NULL;
}

/* By how much a value is beyond what the identity says. */
static double beyond(const struct catalog_identity *identity, double value)
{
	if (value < 0)
		return -value;
	return identity->kind == IDENTITY_ZERO ? value : 0;
}

static void judge_identity(const struct judgement *j, unsigned identity)
{
	struct record *record = j->record;
	struct record_identity *i = &record->identity[identity];
	const struct catalog_identity *row = identity_row(record, i);
	struct source from = {
		.judgement = j,
		.formula = j->identity[identity],
		.operand = i->operand,
		.operands = i->operands,
		.pass = pass_of_identity(j, i),
		.mean = true,
	};
	const char *name;
	double off;

	i->counted = i->checked = i->broken = false;
	i->unjudged = NULL;
	i->value = 0;
	if (!row || !from.formula || from.pass == RECORD_SPLIT ||
	    formula_eval(from.formula, lookup, &from, &i->value, &name) !=
		    FORMULA_OK)
		return;
	off = beyond(row, i->value);
	i->value = record_real(i->value);
	i->counted = true;
	i->unjudged = excuse(row, record, i->monitor, off);
	i->checked = !i->unjudged;
	i->broken = i->checked && off > 0;
}

void judge_identities(struct judgement *j)
{
	for (unsigned i = 0; i < j->record->identities; i++)
		judge_identity(j, i);
}
