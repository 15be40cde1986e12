/* SPDX-License-Identifier: MIT */
/*
 * Judges a record anew, by the catalogue of the Tally that runs, and says what
 * that changes.
 */
#include <stdlib.h>
#include <string.h>

#include "record/record.h"

/* What was judged before. */
struct before {
	struct reading *event, *metric;
	unsigned *event_notes, *metric_notes;
	bool trusted;
};

static bool same_text(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static bool differ(double a, double b)
{
	return a < b || a > b;
}

/* The clause that tells of a change; 0: nothing changed. */
static const char *change_of(const struct reading *old,
			     const struct reading *new)
{
	if (old->doubts != new->doubts)
		return "other doubts";
	if (differ(old->value, new->value) || old->count != new->count)
		return "another value";
	if (differ(old->low, new->low) || differ(old->high, new->high) ||
	    differ(old->margin, new->margin))
		return "another range";
	return same_text(old->why, new->why) ? NULL : "another reason";
}

static unsigned tell(FILE *to, const char *name, const struct reading *old,
		     unsigned old_notes, const struct reading *new,
		     unsigned new_notes)
{
	const char *change = change_of(old, new);

	if (!change && old_notes != new_notes)
		change = "other notes";
	if (!change)
		return 0;
	fprintf(to, "%s: %s", name, change);
	if (differ(old->value, new->value))
		fprintf(to, ": %.10g was %.10g", new->value, old->value);
	if (new->why[0])
		fprintf(to, ": %s", new->why);
	fputc('\n', to);
	return 1;
}

static bool remember(struct before *b, const struct record *r)
{
	b->event = calloc(r->events + 1u, sizeof *b->event);
	b->metric = calloc(r->metrics + 1u, sizeof *b->metric);
	b->event_notes = calloc(r->events + 1u, sizeof *b->event_notes);
	b->metric_notes = calloc(r->metrics + 1u, sizeof *b->metric_notes);
	b->trusted = r->trusted;
	if (!b->event || !b->metric || !b->event_notes || !b->metric_notes)
		return false;
	for (unsigned i = 0; i < r->events; i++) {
		b->event[i] = r->event[i].reading;
		b->event_notes[i] = r->event[i].notes.count;
	}
	for (unsigned i = 0; i < r->metrics; i++) {
		b->metric[i] = r->metric[i].reading;
		b->metric_notes[i] = r->metric[i].notes.count;
	}
	return true;
}

static void tell_all(FILE *to, const struct before *b, const struct record *r)
{
	unsigned changes = 0;

	for (unsigned i = 0; i < r->metrics; i++)
		changes += tell(to, r->metric[i].name, &b->metric[i],
				b->metric_notes[i], &r->metric[i].reading,
				r->metric[i].notes.count);
	for (unsigned i = 0; i < r->events; i++)
		changes += tell(to, r->event[i].name, &b->event[i],
				b->event_notes[i], &r->event[i].reading,
				r->event[i].notes.count);
	if (b->trusted != r->trusted) {
		fprintf(to, "%s\n",
			r->trusted ? "it is trusted now"
				   : "it is not trusted any more");
		changes++;
	}
	if (!changes)
		fputs("nothing changed\n", to);
}

bool record_judge_again(struct record *r, FILE *to)
{
	struct before b = { 0 };
	bool good = remember(&b, r) && record_judge(r);

	if (good)
		tell_all(to, &b, r);
	free(b.event);
	free(b.metric);
	free(b.event_notes);
	free(b.metric_notes);
	return good;
}
