/* SPDX-License-Identifier: MIT */
/*
 * From a record's intervals to tracks: each metric and event that was asked for
 * is one, and its phases are slices.  See timeline.h.
 */
#include "export/timeline.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const double LATEST = 1e15;

struct telling {
	const struct timeline *t;
	const struct record *r;
	double *value;
	struct record_phase *phase;
	unsigned tracks;
};

void timeline_add(char *name, const char *format, ...)
{
	size_t used = 0;
	va_list args;

	while (name[used])
		used++;
	va_start(args, format);
	vsnprintf(name + used, TIMELINE_NAME - used, format, args);
	va_end(args);
}

double timeline_microseconds(const struct timeline *t, uint64_t cycle)
{
	const double hz = t->clock_hz;

	/* A file may say what it likes. */
	return fmin(hz > 0 ? (double)cycle * 1e6 / hz : (double)cycle, LATEST);
}

static uint64_t begin_of(const struct record *r, unsigned interval)
{
	return interval ? r->series.end[interval - 1] : 0;
}

static uint64_t end_of(const struct record *r)
{
	return r->series.end[r->series.intervals - 1];
}

/* A value stays until the next one, so the last one is told twice, and what has
 * none is told as nothing. */
static void tell_values(const struct telling *s, const struct timeline_track *k)
{
	const struct timeline *t = s->t;
	double last = 0;

	for (unsigned i = 0; i < s->r->series.intervals; i++) {
		last = isfinite(s->value[i]) ? s->value[i] : 0;
		t->value(t, k, begin_of(s->r, i), last);
	}
	t->value(t, k, end_of(s->r), last);
}

static void tell_phases(const struct telling *s, const struct timeline_track *k,
			unsigned phases)
{
	const struct timeline *t = s->t;
	char text[TIMELINE_NAME];

	for (unsigned i = 0; i < phases; i++) {
		const struct record_phase *p = &s->phase[i];

		text[0] = '\0';
		timeline_add(text, "%.4g%s%s", p->mean, *k->unit ? " " : "",
			     k->unit);
		t->begin(t, k, text, begin_of(s->r, p->first),
			 s->r->series.end[p->last]);
		t->end(t, k, s->r->series.end[p->last]);
	}
}

/* Tells what is in `value`; its doubts are part of its name. */
static void tell_column(struct telling *s, unsigned monitor, const char *name,
			const char *mark, const char *unit,
			const struct reading *reading)
{
	const struct timeline *t = s->t;
	char text[TIMELINE_NAME] = "", slices[TIMELINE_NAME] = "";
	const char *before = " (";
	/* The doubt of all is the group's. */
	const unsigned doubts = reading->doubts & ~(unsigned)DOUBT_SIMULATED;
	struct timeline_track k = { .group = monitor + 1,
				    .id = ++s->tracks,
				    .values = true,
				    .name = text,
				    .unit = unit };
	unsigned phases;

	timeline_add(text, "%s%s", name, mark);
	for (unsigned i = 0; doubt_word(i); i++)
		if (doubts >> i & 1) {
			timeline_add(text, "%s%s", before, doubt_word(i));
			before = ", ";
		}
	if (doubts)
		timeline_add(text, ")");
	t->track(t, &k);
	tell_values(s, &k);
	phases = series_phases(s->value, s->r->series.intervals, s->phase);
	if (phases < 2)
		return;
	timeline_add(slices, "%s: phases", name);
	k.id = ++s->tracks;
	k.values = false;
	k.name = slices;
	t->track(t, &k);
	tell_phases(s, &k, phases);
}

static void tell_group(const struct telling *s, unsigned monitor)
{
	const struct record *r = s->r;
	char text[TIMELINE_NAME] = "";

	timeline_add(text, "%s: %s", r->monitor[monitor].name,
		     r->program.path ? r->program.path : "a program");
	if (r->region.text)
		timeline_add(text, ", region %s", r->region.text);
	if (r->target.name)
		timeline_add(text, ", on %s", r->target.name);
	if (r->target.simulated)
		timeline_add(text, ", simulated");
	if (!(s->t->clock_hz > 0))
		timeline_add(text, ", 1 us for each cycle");
	if (!r->trusted)
		timeline_add(text, ", not to be trusted: %s", r->verdict.why);
	s->t->group(s->t, monitor + 1, text);
}

static void tell_monitor(struct telling *s, unsigned monitor)
{
	const struct record *r = s->r;

	tell_group(s, monitor);
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];

		if (m->monitor != monitor || !reading_has_value(&m->reading))
			continue;
		series_of_metric(r, i, s->value);
		tell_column(s, monitor, m->name,
			    record_metric_is_users(m) ? " (the user's)" : "",
			    m->unit, &m->reading);
	}
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (e->monitor != monitor || !e->asked ||
		    !reading_has_value(&e->reading))
			continue;
		series_of_event(r, i, s->value);
		tell_column(s, monitor, e->name, "", "per interval",
			    &e->reading);
	}
}

bool timeline_tell_counts(const struct timeline *t, const struct record *r)
{
	const unsigned intervals = r->series.intervals;
	struct telling s = {
		.t = t,
		.r = r,
		.value = calloc(intervals + (size_t)1, sizeof *s.value),
		.phase = calloc(intervals + (size_t)1, sizeof *s.phase),
	};
	const bool good = s.value && s.phase;

	for (unsigned i = 0; good && intervals && i < r->monitors; i++)
		tell_monitor(&s, i);
	free(s.value);
	free(s.phase);
	return good;
}
