/* SPDX-License-Identifier: MIT */
/*
 * Readings of events: what their counters held, over the repeats of a pass.
 */
#include <float.h>
#include <stdio.h>

#include "metric/student.h"
#include "record/inner.h"

/* A count stands for the whole time where counters took turns. */
double event_count(const struct judgement *j, const struct record_count *c)
{
	if (!j->record->multiplexed || !c->running || c->running >= c->enabled)
		return (double)c->value;
	return (double)c->value * (double)c->enabled / (double)c->running;
}

double event_mean(const struct judgement *j, unsigned pass, unsigned event)
{
	double sum = 0;
	unsigned n = 0;

	for (unsigned run = pass; run < j->runs; run += j->record->passes) {
		const struct record_count *c = cell_at(j, run, event);

		if (!c)
			continue;
		sum += event_count(j, c);
		n++;
	}
	return n ? sum / n : 0;
}

/* A pass not worth a run counted nothing. */
unsigned event_pass(const struct judgement *j, unsigned event)
{
	for (unsigned pass = 0; pass < j->record->passes; pass++)
		if (cell_at(j, pass, event))
			return pass;
	return RECORD_SPLIT;
}

double *judge_room(const struct judgement *j)
{
	return record_room(j->record, j->record->repeats, sizeof(double));
}

void judge_samples(struct reading *r, double *sample, unsigned samples)
{
	r->sample = sample;
	r->samples = sample ? samples : 0;
	r->margin = sample ? student_margin(sample, samples) : -1;
}

static bool lost(const struct judgement *j, unsigned event)
{
	for (unsigned run = 0; run < j->runs; run++)
		if (cell_at(j, run, event) && cell_at(j, run, event)->lost)
			return true;
	return false;
}

static bool late(const struct judgement *j, unsigned pass)
{
	for (unsigned run = pass; run < j->runs; run += j->record->passes)
		if (j->ran[run] && j->ran[run]->late)
			return true;
	return false;
}

static void judge_wrap(const struct judgement *j, unsigned event,
		       struct reading *r)
{
	const char *why = NULL;

	if (lost(j, event))
		why = "its counter stopped at its top, and the rest is lost";
	else if (late(j, r->pass))
		why = "a counter may have wrapped unseen";
	if (!why)
		return;
	r->doubts |= DOUBT_OVERFLOWED;
	snprintf(r->why, sizeof r->why, "%s", why);
}

/* The program wrote to the monitor that counted. */
static void judge_writes(const struct record_monitor *m, struct reading *r)
{
	if (!m->writes)
		return;
	r->doubts |= DOUBT_UNTRUSTED;
	if (!r->why[0])
		snprintf(r->why, sizeof r->why, "the program wrote %s",
			 m->wrote);
}

/*
 * Of a whole program the machine knows how many instructions it carried out,
 * whatever its monitor says.
 */
static void judge_instructions(const struct judgement *j, unsigned event,
			       struct reading *r)
{
	const struct record *record = j->record;

	if (record->region.kind != REGION_WHOLE ||
	    !record->event[event].machine ||
	    r->doubts & (DOUBT_NO_VALUE | DOUBT_UNTRUSTED))
		return;
	for (unsigned run = 0; run < j->runs; run++) {
		const struct record_count *c = cell_at(j, run, event);
		uint64_t ran = j->ran[run] ? j->ran[run]->instructions : 0;

		if (!c || !ran || c->value == ran)
			continue;
		r->doubts |= DOUBT_UNTRUSTED;
		snprintf(r->why, sizeof r->why,
			 "%llu counted, and the machine ran %llu",
			 (unsigned long long)c->value, (unsigned long long)ran);
		return;
	}
}

/* Of every repeat, and what is taken off for the empty region. */
static void take_counts(const struct judgement *j, unsigned event,
			struct reading *r)
{
	double *sample = judge_room(j);
	unsigned samples = 0;

	for (unsigned run = 0; run < j->runs; run++) {
		const struct record_count *c = cell_at(j, run, event);
		double count;

		if (!c)
			continue;
		r->empty = c->bias > r->empty ? c->bias : r->empty;
		if (run % j->record->passes != r->pass)
			continue;
		count = event_count(j, c);
		if (!samples)
			r->count = count == (double)c->value
					   ? c->value
					   : record_whole(count);
		r->low = !samples || count < r->low ? count : r->low;
		r->high = !samples || count > r->high ? count : r->high;
		if (sample)
			sample[samples] = count;
		samples++;
	}
	judge_samples(r, sample, samples);
	r->value = event_mean(j, r->pass, event);
}

/* No number: why, as a doubt; 0: there is one. */
static unsigned no_count(const struct record_event *e, struct reading *r)
{
	if (e->class == CLASS_NOT_MODELLED) {
		snprintf(r->why, sizeof r->why, "this board does not model it");
		return DOUBT_NOT_MODELLED;
	}
	if (r->pass != RECORD_SPLIT)
		return 0;
	snprintf(r->why, sizeof r->why, "no counter was left for it");
	return DOUBT_NOT_COUNTED;
}

/* The least share of its time that the event was counted; 1: all along. */
static double coverage(const struct judgement *j, unsigned event, unsigned pass)
{
	double least = 1;

	for (unsigned run = pass; run < j->runs; run += j->record->passes) {
		const struct record_count *c = cell_at(j, run, event);
		double share = 1;

		if (c && c->enabled && c->running < c->enabled)
			share = (double)c->running / (double)c->enabled;
		least = share < least ? share : least;
	}
	return least;
}

/*
 * An operating system hands out the counters: an event may have none for a
 * while.  Of a machine with several kinds of processors that is how it is: the
 * program was on another one meanwhile.
 */
static void judge_coverage(const struct judgement *j, unsigned event,
			   struct reading *r)
{
	const double share = coverage(j, event, r->pass);

	if (share >= 1)
		return;
	snprintf(r->why, sizeof r->why, "counted %.3g %% of the time",
		 100 * share);
	if (share <= 0) {
		r->doubts |= DOUBT_NOT_COUNTED;
		snprintf(r->why, sizeof r->why,
			 "no counter ran for it: none was free, or the program "
			 "did not run, or not on that kind of processor");
	} else if (j->record->multiplexed) {
		r->doubts |= DOUBT_SCALED;
	} else if (j->record->monitors < 3) {
		r->doubts |= DOUBT_UNTRUSTED;
	}
}

static void judge_event(const struct judgement *j, unsigned event)
{
	const struct record *record = j->record;
	struct record_event *e = &record->event[event];
	struct reading *r = &e->reading;
	unsigned doubt;

	*r = (struct reading){
		.doubts = record_doubts(record),
		.pass = event_pass(j, event),
		.class = e->class,
		.margin = -1,
	};
	doubt = no_count(e, r);
	r->doubts |= doubt;
	if (doubt)
		return;
	take_counts(j, event, r);
	judge_coverage(j, event, r);
	judge_wrap(j, event, r);
	if (e->step > 1)
		r->doubts |= DOUBT_COARSE;
	judge_writes(&record->monitor[e->monitor], r);
	judge_instructions(j, event, r);
}

static void settle(struct reading *r)
{
	r->value = record_real(r->value);
	r->low = record_real(r->low);
	r->high = record_real(r->high);
	for (unsigned i = 0; i < r->samples; i++)
		r->sample[i] = record_real(r->sample[i]);
	r->margin = record_real(r->margin);
}

void judge_events(struct judgement *j)
{
	for (unsigned i = 0; i < j->record->events; i++) {
		judge_event(j, i);
		settle(&j->record->event[i].reading);
	}
}

/* (max - min) / mean of an event over every run that counted it. */
static double spread(const struct judgement *j, unsigned event)
{
	double low = DBL_MAX;
	double high = 0;
	double sum = 0;
	unsigned n = 0;

	for (unsigned run = 0; run < j->runs; run++) {
		const struct record_count *c = cell_at(j, run, event);
		double count;

		if (!c)
			continue;
		count = event_count(j, c);
		low = count < low ? count : low;
		high = count > high ? count : high;
		sum += count;
		n++;
	}
	return n > 1 && sum > 0 ? (high - low) * n / sum : 0;
}

void judge_drift(struct judgement *j)
{
	struct record *r = j->record;

	r->drift = 0;
	r->drift_anchor = NULL;
	for (unsigned i = 0; i < r->anchors; i++) {
		double drift = spread(j, r->anchor[i]);

		if (!r->drift_anchor || drift > r->drift) {
			r->drift = drift;
			r->drift_anchor = r->event[r->anchor[i]].name;
		}
	}
	r->drift = record_real(r->drift);
}
