/* SPDX-License-Identifier: MIT */
/*
 * Judges a record anew, by the catalogue of the Tally that runs, and says what
 * that changes.
 */
#include <stdlib.h>
#include <string.h>

#include "record/record.h"

/* The reading that a row of the record came to. */
struct judged {
	struct reading reading;
	struct record_notes notes;
};

/* The readings of an earlier judgement. */
struct before {
	struct judged *event, *metric;
	const struct record_note *note; /* which their notes' numbers are of */
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

static bool same_notes(const struct before *b, const struct record_notes *old,
		       const struct record *r, const struct record_notes *new)
{
	if (old->count != new->count)
		return false;
	for (unsigned i = 0; i < new->count; i++) {
		const struct record_note *was = &b->note[old->index[i]];
		const struct record_note *is = &r->note[new->index[i]];

		if (!same_text(was->id, is->id) ||
		    !same_text(was->text, is->text) ||
		    was->perhaps != is->perhaps)
			return false;
	}
	return true;
}

/* A reading without a number is no 0. */
static void tell_values(FILE *to, const struct reading *old,
			const struct reading *new)
{
	const bool had = reading_has_value(old), has = reading_has_value(new);

	if (had && !has)
		fprintf(to, ": no value, where it was %.10g", old->value);
	else if (has && !had)
		fprintf(to, ": %.10g, where it had no value", new->value);
	else if (has && differ(old->value, new->value))
		fprintf(to, ": %.10g was %.10g", new->value, old->value);
}

static unsigned tell(FILE *to, const char *name, const struct before *b,
		     const struct judged *was, const struct record *r,
		     const struct judged *is)
{
	const struct reading *old = &was->reading, *new = &is->reading;
	const char *change = change_of(old, new);

	if (!change && !same_notes(b, &was->notes, r, &is->notes))
		change = "other notes";
	if (!change)
		return 0;
	fprintf(to, "%s: %s", name, change);
	tell_values(to, old, new);
	if (new->why[0])
		fprintf(to, ": %s", new->why);
	fputc('\n', to);
	return 1;
}

static struct judged of_event(const struct record *r, unsigned i)
{
	return (struct judged){ r->event[i].reading, r->event[i].notes };
}

static struct judged of_metric(const struct record *r, unsigned i)
{
	return (struct judged){ r->metric[i].reading, r->metric[i].notes };
}

static bool remember(struct before *b, const struct record *r)
{
	b->event = calloc(r->events + 1u, sizeof *b->event);
	b->metric = calloc(r->metrics + 1u, sizeof *b->metric);
	b->note = r->note;
	b->trusted = r->trusted;
	if (!b->event || !b->metric)
		return false;
	for (unsigned i = 0; i < r->events; i++)
		b->event[i] = of_event(r, i);
	for (unsigned i = 0; i < r->metrics; i++)
		b->metric[i] = of_metric(r, i);
	return true;
}

static void tell_all(FILE *to, const struct before *b, const struct record *r)
{
	unsigned changes = 0;

	for (unsigned i = 0; i < r->metrics; i++) {
		const struct judged is = of_metric(r, i);

		changes +=
			tell(to, r->metric[i].name, b, &b->metric[i], r, &is);
	}
	for (unsigned i = 0; i < r->events; i++) {
		const struct judged is = of_event(r, i);

		changes += tell(to, r->event[i].name, b, &b->event[i], r, &is);
	}
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
	return good;
}
