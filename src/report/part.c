/* SPDX-License-Identifier: MIT */
/*
 * Parts that the forms of a report have in common: numbers, and the notes'
 * numbers.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/digits.h"
#include "report/inner.h"

/* The number of a note, which gets one; 0: there are too many. */
static unsigned number_of(struct note_list *list, unsigned note)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->note[i] == note)
			return i + 1;
	if (list->count == NOTES_MAX)
		return 0;
	list->note[list->count++] = note;
	return list->count;
}

unsigned notes_add(struct note_list *list, const struct record_notes *notes,
		   unsigned *number)
{
	unsigned count = 0;

	for (unsigned i = 0; i < notes->count && count < NOTES_MAX; i++) {
		unsigned n = number_of(list, notes->index[i]);

		if (n)
			number[count++] = n;
	}
	return count;
}

/*
 * At least four significant digits, six places at most; the fraction is padded
 * with blanks, so that decimal points stand below each other.
 */
static struct number aligned(double value)
{
	double size = fabs(value);
	struct number n;
	int places = 6;

	if (value == 0) {
		snprintf(n.text, sizeof n.text, "0%7s", "");
		return n;
	}
	if (size < 0.001 || size >= 1e15) {
		snprintf(n.text, sizeof n.text, "%.3e", value);
		return n;
	}
	if (size >= 1e6) {
		snprintf(n.text, sizeof n.text, "%s%s%7s", value < 0 ? "-" : "",
			 digits_grouped((uint64_t)(size + 0.5)).text, "");
		return n;
	}
	if (size > 0.00999)
		places = size > 0.999 ? 3 : size > 0.0999 ? 4 : 5;
	snprintf(n.text, sizeof n.text, "%.*f%*s", places, value, 6 - places,
		 "");
	return n;
}

const char users_legend[] = "= defined by the user, not by Tally";

const char *users_mark(const struct record_metric *m)
{
	return record_metric_is_users(m) ? "=" : "";
}

/* Of so many: what is nearly none reads as that, and not as a power of ten. */
static bool is_rate(const struct record_metric *m)
{
	return m->row &&
	       (strncmp(m->unit, "per ", 4) == 0 || strcmp(m->unit, "%") == 0);
}

struct number number_of_metric(const struct record_metric *m)
{
	double value = m->reading.value;
	struct number n;

	if (is_rate(m) && value != 0 && fabs(value) < 0.001) {
		snprintf(n.text, sizeof n.text, "%s0.001%3s",
			 value < 0 ? ">-" : "<", "");
		return n;
	}
	/* Sums of counts are whole, and no measure of anything is cut off. */
	if (strchr(m->formula, '/') || value < 0 || value >= 1e15 ||
	    floor(value) < value)
		return aligned(value);
	snprintf(n.text, sizeof n.text, "%s%7s",
		 digits_grouped((uint64_t)value).text, "");
	return n;
}

struct number number_of_clock(const struct record *r,
			      const struct record_metric *m)
{
	struct number n = { "" };

	if (record_clock_chosen(r, m))
		snprintf(n.text, sizeof n.text, "at a chosen clock of %.6g MHz",
			 r->target.clock_hz / 1e6);
	return n;
}

struct number number_of_event(const struct record_event *e)
{
	const struct reading *r = &e->reading;
	struct number n;

	snprintf(n.text, sizeof n.text, "%s",
		 digits_grouped(r->high > r->low ? record_whole(r->value)
						 : r->count)
			 .text);
	return n;
}

/* A width in percent of the value. */
static double percent(const struct reading *r, double width)
{
	double value = fabs(r->value);

	return value > 0 ? 100 * width / value : 0;
}

struct number number_of_spread(const struct reading *r)
{
	struct number n = { "" };

	if (r->high <= r->low && r->samples > 1)
		snprintf(n.text, sizeof n.text, "identical");
	else if (r->high > r->low && r->margin >= 0)
		snprintf(n.text, sizeof n.text, "+-%.2f %%",
			 percent(r, r->margin));
	else if (r->high > r->low)
		snprintf(n.text, sizeof n.text, "range %.2f %%",
			 percent(r, r->high - r->low));
	return n;
}

const char *word_of_missing(const struct reading *r)
{
	if (r->doubts & DOUBT_OVERFLOWED)
		return "overflowed";
	if (r->doubts & DOUBT_NOT_MODELLED)
		return "not modelled";
	return r->doubts & DOUBT_NOT_COUNTED ? "not counted" : "undefined";
}

const char *idle_cache(const struct record *r)
{
	for (unsigned i = 0; i < r->monitors; i++) {
		const char *name = r->monitor[i].name;
		uint64_t all = 0;

		for (unsigned k = 0; k < r->events; k++)
			if (r->event[k].monitor == i)
				all |= r->event[k].reading.count;
		if (strncmp(name, "l2", 2) == 0 && r->target.simulated &&
		    !r->machine.l2 && !all)
			return name;
	}
	return NULL;
}

char class_mark(uint8_t class)
{
	switch (class) {
	case CLASS_MODELLED:
		return '~';
	case CLASS_INJECTED:
		return '*';
	case CLASS_SKETCH:
		return '^';
	case CLASS_UNTOLD:
		return '?';
	case CLASS_DOUBTED:
		return '!';
	default:
		return ' ';
	}
}
