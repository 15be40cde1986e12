/* SPDX-License-Identifier: MIT */
/*
 * What may be believed: counts become readings, and passes are compared by
 * what they all counted before anything is combined from several of them.
 */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "metric/student.h"
#include "run/judge.h"

/* Where a formula's names get their values: one run, or the mean of all. */
struct source {
	const struct samples *samples;
	const struct request_metric *metric;
	unsigned pass; /* PLAN_SPLIT: each event from its own */
	bool mean;
	unsigned repeat; /* where not the mean */
};

static size_t at(const struct samples *s, unsigned run, unsigned event)
{
	return (size_t)run * s->request->events + event;
}

/* Mean of an event over the repeats of a pass. */
static double mean_of(const struct samples *s, unsigned pass, unsigned event)
{
	double sum = 0;
	unsigned n = 0;

	for (unsigned run = pass; run < s->runs;
	     run += s->request->plan->passes) {
		if (!s->have[at(s, run, event)])
			continue;
		sum += (double)s->count[at(s, run, event)];
		n++;
	}
	return n ? sum / n : 0;
}

static bool late(const struct samples *s, unsigned pass)
{
	for (unsigned run = pass; run < s->runs;
	     run += s->request->plan->passes)
		if (s->late[run])
			return true;
	return false;
}

/* The first pass that did count it; a pass not worth a run counted nothing. */
static unsigned pass_of(const struct samples *s, unsigned event)
{
	for (unsigned pass = 0; pass < s->request->plan->passes; pass++)
		if (s->have[at(s, pass, event)])
			return pass;
	return PLAN_SPLIT;
}

/* Where the samples of the reading go; NULL: nobody keeps any. */
static double *room_for(const struct samples *s,
			const struct run_result *result, unsigned reading)
{
	return result->sample
		       ? result->sample + (size_t)reading * s->options->repeats
		       : NULL;
}

static void take_samples(struct reading *r, const double *sample,
			 unsigned samples)
{
	r->sample = sample;
	r->samples = sample ? samples : 0;
	r->margin = sample ? student_margin(sample, samples) : -1;
}

static unsigned simulated(const struct samples *s)
{
	return s->options->target->facts.simulated ? DOUBT_SIMULATED : 0;
}

static bool divided(const struct samples *s, unsigned event)
{
	const struct request *r = s->request;
	const struct request_member *p = &r->member[r->origin[event].member];

	return s->options->divide &&
	       p->monitor->monitor->options & TALLY_DIVIDE &&
	       r->event[event]->code == TALLY_EVENT_CYCLES;
}

/* The program wrote to the monitor that counted. */
static void judge_writes(const struct samples *s, unsigned event,
			 const struct run_result *result, struct reading *r)
{
	unsigned member = s->request->origin[event].member;
	const struct run_writes *w = &result->writes[member];
	char name[32];

	if (!w->count)
		return;
	r->doubts |= DOUBT_UNTRUSTED;
	if (!r->why[0])
		snprintf(r->why, sizeof r->why, "the program wrote %s",
			 run_register(s->request->member[member].monitor, w,
				      name, sizeof name));
}

/*
 * Of a whole program the machine knows how many instructions it carried out,
 * whatever its monitor says.
 */
static void judge_instructions(const struct samples *s, unsigned event,
			       struct reading *r)
{
	const struct request *q = s->request;
	const struct catalog_event *e = q->event[event];
	const struct catalog_event *row = q->origin[event].row;
	const char *name =
		q->member[q->origin[event].member].monitor->instructions;

	if (!s->ran || s->options->region.kind != REGION_WHOLE || !row ||
	    !name || strcmp(row->name, name) != 0 || e->levels || e->refine ||
	    r->doubts & (DOUBT_NO_VALUE | DOUBT_UNTRUSTED))
		return;
	for (unsigned run = 0; run < s->runs; run++) {
		uint64_t count = s->count[at(s, run, event)];

		if (!s->have[at(s, run, event)] || !s->ran[run] ||
		    count == s->ran[run])
			continue;
		r->doubts |= DOUBT_UNTRUSTED;
		snprintf(r->why, sizeof r->why,
			 "%llu counted, and the machine ran %llu",
			 (unsigned long long)count,
			 (unsigned long long)s->ran[run]);
		return;
	}
}

static void judge_event(const struct samples *s, unsigned event,
			const struct run_result *result, struct reading *r)
{
	unsigned pass = pass_of(s, event);
	double *sample = room_for(s, result, event);
	unsigned samples = 0;

	*r = (struct reading){ .doubts = simulated(s),
			       .pass = pass,
			       .class = s->class[event],
			       .margin = -1 };
	if (!s->modelled[event]) {
		r->doubts |= DOUBT_NOT_MODELLED;
		snprintf(r->why, sizeof r->why, "this board does not model it");
		return;
	}
	if (pass == PLAN_SPLIT) {
		r->doubts |= DOUBT_NOT_COUNTED;
		snprintf(r->why, sizeof r->why, "no counter was left for it");
		return;
	}
	for (unsigned run = pass; run < s->runs;
	     run += s->request->plan->passes) {
		double count = (double)s->count[at(s, run, event)];

		if (!samples)
			r->count = s->count[at(s, run, event)];
		r->low = !samples || count < r->low ? count : r->low;
		r->high = !samples || count > r->high ? count : r->high;
		if (sample)
			sample[samples] = count;
		samples++;
	}
	take_samples(r, sample, samples);
	r->value = mean_of(s, pass, event);
	r->empty = s->empty[event];
	if (s->lost[event]) {
		r->doubts |= DOUBT_OVERFLOWED;
		snprintf(
			r->why, sizeof r->why,
			"its counter stopped at its top, and the rest is lost");
	} else if (late(s, pass)) {
		r->doubts |= DOUBT_OVERFLOWED;
		snprintf(r->why, sizeof r->why,
			 "a counter may have wrapped unseen");
	}
	if (divided(s, event))
		r->doubts |= DOUBT_COARSE;
	judge_writes(s, event, result, r);
	judge_instructions(s, event, r);
}

/* (max - min) / mean of an event over every run that counted it. */
static double spread(const struct samples *s, unsigned event)
{
	double low = DBL_MAX;
	double high = 0;
	double sum = 0;
	unsigned n = 0;

	for (unsigned run = 0; run < s->runs; run++) {
		double count = (double)s->count[at(s, run, event)];

		if (!s->have[at(s, run, event)])
			continue;
		low = count < low ? count : low;
		high = count > high ? count : high;
		sum += count;
		n++;
	}
	return n > 1 && sum > 0 ? (high - low) * n / sum : 0;
}

static void judge_drift(const struct samples *s, struct run_result *result)
{
	const struct plan_problem *p = &s->request->problem;

	for (unsigned i = 0; i < p->anchors + p->riders; i++) {
		unsigned event = i < p->anchors ? p->anchor[i]
						: p->rider[i - p->anchors];
		double drift = spread(s, event);

		if (!result->drift_anchor || drift > result->drift) {
			result->drift = drift;
			result->drift_anchor = s->request->event[event]->name;
		}
	}
}

static bool lookup(void *ctx, const char *name, double *value)
{
	const struct source *from = ctx;
	const struct samples *s = from->samples;
	size_t count;
	const char *const *known = formula_names(from->metric->formula, &count);
	unsigned pass = from->pass;
	unsigned event = REQUEST_CLOCK;

	for (size_t i = 0; i < count; i++)
		if (strcmp(known[i], name) == 0)
			event = from->metric->index[i];
	if (event == REQUEST_CLOCK) {
		*value = s->clock_hz;
		return s->clock_hz > 0;
	}
	if (event == REQUEST_RATIO) {
		*value = s->clock_ratio;
		return s->clock_ratio > 0;
	}
	if (pass == PLAN_SPLIT)
		pass = pass_of(s, event);
	if (from->mean)
		*value = mean_of(s, pass, event);
	else
		*value = (double)s->count[at(
			s, from->repeat * s->request->plan->passes + pass,
			event)];
	return true;
}

/* Doubts that come from the events; false: there is no number at all. */
static bool inherit(const struct samples *s, const struct request_metric *q,
		    const struct run_result *result, struct reading *r)
{
	size_t count;

	(void)formula_names(q->formula, &count);
	for (size_t i = 0; i < count; i++) {
		const struct reading *e;
		unsigned lost;

		if (q->index[i] >= REQUEST_NAMES)
			continue;
		e = &result->event[q->index[i]];
		r->class = e->class > r->class ? e->class : r->class;
		lost = e->doubts & (DOUBT_NOT_MODELLED | DOUBT_OVERFLOWED |
				    DOUBT_NOT_COUNTED);
		r->doubts |=
			lost | (e->doubts & (DOUBT_COARSE | DOUBT_UNTRUSTED));
		if (e->doubts & DOUBT_UNTRUSTED && !lost && !r->why[0])
			snprintf(r->why, sizeof r->why, "%s", e->why);
		if (lost && !r->why[0])
			snprintf(r->why, sizeof r->why, "%.48s: %.100s",
				 s->request->event[q->index[i]]->name, e->why);
	}
	return !(r->doubts &
		 (DOUBT_NOT_MODELLED | DOUBT_OVERFLOWED | DOUBT_NOT_COUNTED));
}

/* The repeats' own values bound the value of one pass. */
static void bound_by_repeats(struct source *from, double *sample,
			     struct reading *r)
{
	const struct samples *s = from->samples;
	unsigned repeats = s->runs / s->request->plan->passes;
	unsigned samples = 0;
	const char *name;
	double value;

	from->mean = false;
	for (from->repeat = 0; from->repeat < repeats; from->repeat++) {
		if (formula_eval(from->metric->formula, lookup, from, &value,
				 &name) != FORMULA_OK)
			continue;
		r->low = value < r->low ? value : r->low;
		r->high = value > r->high ? value : r->high;
		if (sample)
			sample[samples] = value;
		samples++;
	}
	take_samples(r, sample, samples);
}

/* A board that varies nothing does the same again: there is no tolerance. */
static double drift_limit(const struct samples *s)
{
	return s->options->target->facts.varies ? s->options->drift_limit : 0;
}

static void bound_by_drift(struct source *from, double drift,
			   const struct run_result *result, struct reading *r)
{
	double low, high;

	r->doubts |= DOUBT_SPLIT;
	if (result->drift > 0 &&
	    formula_interval(from->metric->formula, lookup, from, result->drift,
			     &low, &high) == FORMULA_OK) {
		r->low = low;
		r->high = high;
	}
	if (result->drift > drift) {
		r->doubts |= DOUBT_UNTRUSTED;
		snprintf(r->why, sizeof r->why,
			 "%s differ by %.2f %% between the passes",
			 result->drift_anchor, 100 * result->drift);
	}
}

static void judge_metric(const struct samples *s,
			 const struct request_metric *q,
			 const struct run_result *result, struct reading *r)
{
	struct source from = {
		.samples = s,
		.metric = q,
		.pass = s->request->plan->want_pass[q->want],
		.mean = true,
	};
	char why[sizeof r->why];
	const char *name = NULL;
	enum formula_result value;
	unsigned doubts;

	*r = (struct reading){ .doubts = simulated(s),
			       .pass = from.pass,
			       .margin = -1 };
	if (!inherit(s, q, result, r))
		return;
	value = formula_eval(q->formula, lookup, &from, &r->value, &name);
	doubts = verdict_of_formula(value, name, q->metric, r->value, why,
				    sizeof why);
	r->doubts |= doubts;
	if (doubts && !r->why[0])
		snprintf(r->why, sizeof r->why, "%s", why);
	if (value != FORMULA_OK) {
		r->value = r->low = r->high = 0;
		return;
	}
	r->low = r->high = r->value;
	if (from.pass == PLAN_SPLIT)
		bound_by_drift(&from, drift_limit(s), result, r);
	else
		bound_by_repeats(
			&from,
			room_for(s, result,
				 s->request->events +
					 (unsigned)(q - s->request->metric)),
			r);
}

/* The pass in which all its events were counted; PLAN_SPLIT: there is none. */
static unsigned pass_of_identity(const struct samples *s,
				 const struct request_identity *q,
				 const struct run_result *result)
{
	size_t count;
	unsigned pass = PLAN_SPLIT;

	(void)formula_names(q->formula, &count);
	for (size_t i = 0; i < count; i++) {
		unsigned own = pass_of(s, q->index[i]);

		if (own == PLAN_SPLIT || (i && own != pass) ||
		    result->event[q->index[i]].doubts &
			    (DOUBT_NOT_MODELLED | DOUBT_OVERFLOWED))
			return PLAN_SPLIT;
		pass = own;
	}
	return pass;
}

/*
 * Why an identity that does not hold is no proof of a wrong count: something
 * cut bursts, or what is missing may be one that an edge of a window cut. NULL:
 * nothing excuses it.
 */
static const char *excuse(const struct catalog_identity *identity,
			  const struct run_result *result, double off)
{
	for (unsigned i = 0; i < 2; i++) {
		enum condition when = (enum condition)identity->unless[i];

		if (when != WHEN_ALWAYS && result->conditions[when])
			return condition_words(when);
	}
	if (off > 0 && off <= (double)identity->slack * (double)result->windows)
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

static void judge_identity(const struct samples *s,
			   const struct request_identity *q,
			   const struct run_result *result,
			   struct run_identity *r)
{
	const struct request_metric names = { .formula = q->formula,
					      .index = q->index };
	struct source from = {
		.samples = s,
		.metric = &names,
		.pass = pass_of_identity(s, q, result),
		.mean = true,
	};
	const char *name;
	double off;

	*r = (struct run_identity){ 0 };
	if (from.pass == PLAN_SPLIT ||
	    formula_eval(q->formula, lookup, &from, &r->value, &name) !=
		    FORMULA_OK)
		return;
	off = beyond(q->identity, r->value);
	r->counted = true;
	r->unjudged = excuse(q->identity, result, off);
	r->checked = !r->unjudged;
	r->broken = r->checked && off > 0;
}

void judge(const struct samples *s, struct run_result *result)
{
	for (unsigned i = 0; i < s->request->events; i++)
		judge_event(s, i, result, &result->event[i]);
	judge_twins(s, result);
	judge_drift(s, result);
	for (unsigned i = 0; i < s->request->metrics; i++)
		judge_metric(s, &s->request->metric[i], result,
			     &result->metric[i]);
	for (unsigned i = 0; i < s->request->identities; i++)
		judge_identity(s, &s->request->identity[i], result,
			       &result->identity[i]);
	judge_trust(s, result);
}
