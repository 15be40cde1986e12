/* SPDX-License-Identifier: MIT */
/*
 * The notes of a record, each once: of its metrics, then of the events asked
 * for, by the catalogue's one rule of which apply.
 */
#include <stdio.h>
#include <string.h>

#include "catalog/errata.h"
#include "record/inner.h"

enum { NOTES_MAX = 256 };

struct gathering {
	struct record *record;
	/* Of the metric or event that is looked at. */
	uint16_t own[NOTES_MAX];
	unsigned owns;
};

/* Of one text and one id, whether a monitor is in that or not. */
static bool is_note(const struct record_note *have,
		    const struct catalog_note *n)
{
	const char *colon = strrchr(have->id, ':');

	return strcmp(have->text, n->text) == 0 &&
	       strcmp(colon ? colon + 1 : have->id, n->id) == 0;
}

/*
 * The note's id in this record: its own, or, if another monitor's note has the
 * same id and another text, with the monitor in front.
 */
static const char *id_of(struct record *r, const struct catalog_monitor *m,
			 const char *id)
{
	char longer[128];

	for (unsigned i = 0; i < r->notes; i++)
		if (strcmp(r->note[i].id, id) == 0) {
			snprintf(longer, sizeof(longer), "%s:%s", m->name, id);
			return record_text(r, longer);
		}
	return record_text(r, id);
}

static void take(struct gathering *g, const struct catalog_monitor *m,
		 const struct catalog_note *n, bool perhaps)
{
	struct record *r = g->record;
	unsigned i = 0;

	if (r->failed) /* a note may lack its texts, and all goes anyway */
		return;
	while (i < r->notes && !is_note(&r->note[i], n))
		i++;
	if (i == NOTES_MAX)
		return;
	if (i == r->notes) {
		r->note[i] = (struct record_note){
			.id = id_of(r, m, n->id),
			.text = record_text(r, n->text),
			.source = record_text(r, n->source),
			.perhaps = perhaps,
		};
		r->notes++;
	}
	for (unsigned k = 0; k < g->owns; k++)
		if (g->own[k] == i)
			return;
	g->own[g->owns++] = (uint16_t)i;
}

static const struct catalog_monitor *monitor_of(const struct record *r,
						unsigned monitor)
{
	struct error ignored;

	return catalog_monitor(r->monitor[monitor].name, &ignored);
}

static bool is_perhaps(const struct record *r, const struct catalog_note *n)
{
	return !r->conditions.known[n->when];
}

/* The consequence of an erratum, and the cure.  A board's model has no erratum.
 */
static const char *consequence(const struct record *r,
			       const struct catalog_erratum *row, char *text,
			       size_t room)
{
	if (r->target.simulated)
		snprintf(text, room,
			 "this is of silicon: the simulated core has it not, "
			 "and a count of it is right");
	else
		snprintf(text, room, "%s%s%s",
			 erratum_effect_words((enum erratum_effect)row->effect),
			 *row->cure ? "; " : "", row->cure);
	return text;
}

/* The errata about an event, as notes: what happens, what follows, the cure. */
static void errata_of_event(struct gathering *g, const struct record_event *e)
{
	const struct record_monitor *on = &g->record->monitor[e->monitor];
	const struct catalog_monitor *m = monitor_of(g->record, e->monitor);
	const struct catalog_erratum *row;
	unsigned at = 0;

	while (m && e->row && (row = catalog_erratum(m, e->row, &at))) {
		const enum erratum_there there =
			catalog_erratum_there(row, on->main_id);
		char text[700], then[400];
		const struct catalog_note n = { .id = row->id,
						.text = text,
						.source = row->source };

		if (there == ERRATUM_NOT)
			continue;
		snprintf(text, sizeof text, "erratum%s%s of %s: %s; %s",
			 *row->number ? " " : "", row->number,
			 strcmp(row->about, "*") == 0 ? "every event" : e->row,
			 row->text,
			 consequence(g->record, row, then, sizeof then));
		take(g, m, &n,
		     there == ERRATUM_PERHAPS && !g->record->target.simulated);
	}
}

static void about_event(struct gathering *g, const struct record_event *e)
{
	const struct record *r = g->record;
	const struct catalog_monitor *m = monitor_of(r, e->monitor);
	const struct catalog_note *n;
	unsigned at = 0;

	while (m && e->row &&
	       (n = catalog_event_note(m, e->row, &r->conditions, &at)))
		take(g, m, n, is_perhaps(r, n));
	errata_of_event(g, e);
}

/* A metric by a file of the user's has its note with it. */
static void own_note(struct gathering *g, const struct record_metric *x,
		     const struct catalog_monitor *m)
{
	char id[96];
	const struct catalog_note n = { .id = id,
					.text = x->note,
					.source = x->source };

	snprintf(id, sizeof id, "own_%.80s", x->row);
	if (m && x->row && x->note)
		take(g, m, &n, false);
}

/* A formula of the user's has the notes of its events. */
static void about_metric(struct gathering *g, const struct record_metric *x)
{
	const struct record *r = g->record;
	const struct catalog_monitor *m = monitor_of(r, x->monitor);
	const struct catalog_metric *row;
	const struct catalog_note *n;
	struct error ignored;
	unsigned at = 0;

	for (unsigned i = 0; (!x->row || x->users) && i < x->operands; i++)
		if (x->operand[i] < RECORD_MISSING)
			about_event(g, &r->event[x->operand[i]]);
	if (x->users) {
		own_note(g, x, m);
		return;
	}
	row = m && x->row ? catalog_metric(m, x->row, &ignored) : NULL;
	while (row && (n = catalog_metric_note(m, row, &r->conditions, &at)))
		take(g, m, n, is_perhaps(r, n));
	for (unsigned i = 0; row && i < x->operands; i++)
		if (x->operand[i] < RECORD_MISSING)
			errata_of_event(g, &r->event[x->operand[i]]);
}

static void keep(struct gathering *g, struct record_notes *notes)
{
	uint16_t *own = record_room(g->record, g->owns, sizeof *own);

	if (own)
		memcpy(own, g->own, g->owns * sizeof *own);
	*notes = (struct record_notes){ own, own ? g->owns : 0 };
	g->owns = 0;
}

void judge_notes(struct record *r)
{
	struct gathering g = { .record = r };

	r->notes = 0;
	r->note = record_room(r, NOTES_MAX, sizeof *r->note);
	if (!r->note)
		return;
	for (unsigned i = 0; i < r->metrics; i++) {
		about_metric(&g, &r->metric[i]);
		keep(&g, &r->metric[i].notes);
	}
	for (unsigned i = 0; i < r->events; i++) {
		if (r->event[i].asked)
			about_event(&g, &r->event[i]);
		keep(&g, &r->event[i].notes);
	}
}
