/* SPDX-License-Identifier: MIT */
/* Keeps what was counted: rows of counts, of regions, and of the ledger. */
#include <string.h>

#include "run/keeping.h"

uint8_t keep_class(uint8_t target_class)
{
	switch (target_class) {
	case TARGET_MODELLED:
		return CLASS_MODELLED;
	case TARGET_INJECTED:
		return CLASS_INJECTED;
	case TARGET_NOT_MODELLED:
		return CLASS_NOT_MODELLED;
	case TARGET_SKETCH:
		return CLASS_SKETCH;
	case TARGET_UNTOLD:
		return CLASS_UNTOLD;
	default:
		return CLASS_EXACT;
	}
}

/*
 * A pass that was not worth a run has none.  Of a run with several regions each
 * has a row for its counts, and the run itself is the whole's.
 */
/* How many regions a run had besides; where nobody asked for any, none. */
static unsigned parts_of(const struct samples *s)
{
	return s->parts ? s->parts->count : 0;
}

static void keep_run(struct keeping *k, unsigned run)
{
	const struct samples *s = k->samples;
	const unsigned passes = k->request->plan->passes;
	const unsigned part = run / passes % (1 + parts_of(s));
	const unsigned repeat = run / passes / (1 + parts_of(s));
	struct record *r = k->to;
	bool any = false;

	for (unsigned i = 0; i < k->request->events; i++) {
		size_t at = (size_t)run * k->request->events + i;

		if (!s->have[at])
			continue;
		any = true;
		r->count[r->counts++] = (struct record_count){
			.event = i,
			.pass = run % passes,
			.repeat = repeat,
			.region = part ? part - 1 : RECORD_NONE,
			.interval = RECORD_NONE,
			.task = RECORD_NONE,
			.value = s->count[at],
			.enabled = s->enabled ? s->enabled[at] : 0,
			.running = s->running ? s->running[at] : 0,
			.bias = s->bias ? s->bias[at] : 0,
			.lost = s->count[at] == TALLY_COUNT_LOST ||
				(part && s->late[run]),
		};
	}
	if (any && !part)
		r->run[r->runs++] = (struct record_run){
			.pass = run % passes,
			.repeat = repeat,
			.instructions = s->ran ? s->ran[run] : 0,
			.late = s->late[run],
		};
}

void keep_counts(struct keeping *k)
{
	const struct samples *s = k->samples;
	struct record *r = k->to;
	size_t cells = (size_t)s->runs * k->request->events, rows = 0;

	for (size_t i = 0; i < cells; i++)
		rows += s->have[i];
	r->count = record_room(r, rows, sizeof *r->count);
	r->run = record_room(r, s->runs, sizeof *r->run);
	if (r->failed)
		return;
	for (unsigned i = 0; i < s->runs; i++)
		keep_run(k, i);
}

/* Of one entry, over all repeats and all passes that counted it. */
static struct record_entry entry_of(const struct samples *s, unsigned part,
				    unsigned event)
{
	const unsigned passes = s->request->plan->passes;
	struct record_entry e = { 0 };

	for (unsigned run = 0; run < s->runs; run++) {
		const size_t at = (size_t)run * s->request->events + event;

		if (run / passes % (1 + parts_of(s)) != part || !s->entry[at])
			continue;
		if (!e.known || s->least[at] < e.least)
			e.least = s->least[at];
		if (!e.known || s->most[at] > e.most)
			e.most = s->most[at];
		e.known = true;
	}
	return e;
}

/* The rows are the whole's, with counts of the part. */
static void keep_part_truth(struct keeping *k, unsigned i)
{
	const struct samples *s = k->samples;
	struct record *r = k->to;
	struct record_part *p = &r->part[i];

	if (!s->truth || !r->truths)
		return;
	p->truth = record_room(r, r->truths, sizeof *p->truth);
	if (r->failed)
		return;
	memcpy(p->truth, r->truth, r->truths * sizeof *p->truth);
	for (unsigned row = 0; row < r->truths; row++)
		p->truth[row].count = s->truth[(size_t)i * JOB_TRUTHS + row];
}

static void keep_part(struct keeping *k, unsigned i)
{
	const struct samples *s = k->samples;
	const struct region_at *at = &s->parts->at[i];
	const struct job_entered *entered =
		&s->entered[((size_t)i + 1) * k->request->plan->passes];
	struct record *r = k->to;
	struct record_part *p = &r->part[i];

	*p = (struct record_part){
		.region = { .kind = at->kind,
			    .text = keep_text(k, at->text),
			    .entered = entered->times,
			    .ended_inside = entered->inside },
		.self = k->options->parts.self,
		.event = record_room(r, r->events, sizeof *p->event),
		.metric = record_room(r, r->metrics, sizeof *p->metric),
		.entry = record_room(r, r->events, sizeof *p->entry),
	};
	if (r->failed)
		return;
	memcpy(p->event, r->event, r->events * sizeof *p->event);
	memcpy(p->metric, r->metric, r->metrics * sizeof *p->metric);
	for (unsigned event = 0; event < r->events; event++)
		p->entry[event] = entry_of(s, i + 1, event);
	keep_part_truth(k, i);
}

void keep_parts(struct keeping *k)
{
	struct record *r = k->to;

	r->part = record_room(r, parts_of(k->samples), sizeof *r->part);
	for (unsigned i = 0; !r->failed && i < parts_of(k->samples); i++)
		keep_part(k, r->parts++);
}

static void keep_truth(struct keeping *k, const struct target_truth *t,
		       struct record_truth *to)
{
	/* The board's word for the cycle counter is the library's, too. */
	uint16_t code = t->code == 0xFFFE ? TALLY_EVENT_CYCLES : t->code;
	const struct catalog_event *e = catalog_event_by_code(
		k->request->member[t->monitor].monitor, code);

	*to = (struct record_truth){
		.name = keep_text(k, t->name),
		.event = keep_text(k, e ? e->name : ""),
		.basis = keep_text(k, t->basis),
		.monitor = t->monitor,
		.code = code,
		.class = keep_class(t->class),
		.count = t->count,
	};
}

void keep_truths(struct keeping *k)
{
	struct record *r = k->to;

	r->truth_asked =
		k->options->truth || (k->options->causes && k->facts->truths);
	r->truth = record_room(r, k->facts->truths, sizeof *r->truth);
	for (unsigned i = 0; r->truth && i < k->facts->truths; i++)
		keep_truth(k, &k->facts->truth[r->truths++], &r->truth[i]);
}

/* From what stood at each look to what was counted between two. */
static void keep_intervals(const struct keeping *k, struct record_series *to)
{
	const struct job_series *s = k->samples->series;
	const unsigned events = k->request->events;

	for (unsigned i = 0; i < s->looks; i++) {
		to->end[i] = s->end[i];
		for (unsigned e = 0; e < events; e++)
			to->count[(size_t)e * s->looks + i] =
				series_between(s, events, i, e);
	}
}

/* Causes that a row may have are all there are; of a run that is over they are
 * those that took a cycle. */
static bool keeps_cause(const struct keeping *k, const struct job_series *s,
			unsigned cause)
{
	return !k->facts->truths || s->cause[s->looks - 1][cause];
}

static void keep_causes(struct keeping *k, const struct job_series *s,
			struct record_series *to)
{
	to->cause = record_room(k->to, s->causes, sizeof *to->cause);
	to->cycles = record_room(k->to, (size_t)s->causes * s->looks,
				 sizeof *to->cycles);
	for (unsigned c = 0; !k->to->failed && c < s->causes; c++) {
		uint64_t *row = to->cycles + (size_t)to->causes * s->looks;

		if (!keeps_cause(k, s, c))
			continue;
		to->cause[to->causes++] = keep_text(k, s->cause_name[c]);
		for (unsigned i = 0; i < s->looks; i++)
			row[i] = series_cause(s, i, c);
	}
}

void keep_series(struct keeping *k)
{
	const struct job_series *s = k->samples->series;
	struct record_series *to = &k->to->series;

	if (!s || !s->looks)
		return;
	to->period = s->apart ? s->period : k->options->interval;
	to->ns = s->apart;
	to->end = record_room(k->to, s->looks, sizeof *to->end);
	to->count = record_room(k->to, (size_t)s->looks * k->request->events,
				sizeof *to->count);
	to->value = record_room(k->to, (size_t)s->looks * k->request->metrics,
				sizeof *to->value);
	if (k->to->failed)
		return;
	keep_intervals(k, to);
	keep_causes(k, s, to);
	to->intervals = s->looks;
}
