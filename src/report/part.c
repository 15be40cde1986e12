/* SPDX-License-Identifier: MIT */
/*
 * What text, CSV and JSON have in common: words, numbers, which notes apply.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/digits.h"
#include "report/part.h"

const char *doubt_word(unsigned index)
{
	static const char *const word[] = {
		"simulated",    "overflowed", "split",         "untrusted",
		"not_modelled", "undefined",  "out_of_bounds", "not_counted",
		"coarse",       "unexpected",
	};

	return index < sizeof word / sizeof word[0] ? word[index] : NULL;
}

bool reading_has_value(const struct reading *r)
{
	return !(r->doubts & DOUBT_NO_VALUE);
}

static unsigned add_note(struct note_list *list, const struct catalog_note *n)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->note[i] == n)
			return i + 1;
	if (list->count == NOTES_MAX)
		return 0;
	list->note[list->count++] = n;
	return list->count;
}

/* What cannot be read from the target may hold. */
static bool applies(const struct report *r, const struct catalog_note *n)
{
	return r->result->conditions[n->when] ||
	       !r->result->conditions_known[n->when];
}

static unsigned take_note(struct note_list *list, const struct report *r,
			  const struct catalog_note *n, unsigned *number,
			  unsigned count)
{
	unsigned k = n && applies(r, n) ? add_note(list, n) : 0;

	for (unsigned i = 0; i < count; i++)
		if (number[i] == k)
			return count;
	if (k > 0 && count < NOTES_MAX)
		number[count++] = k;
	return count;
}

static unsigned take_notes_about(struct note_list *list, const struct report *r,
				 unsigned event, unsigned *number,
				 unsigned count)
{
	const struct request_origin *from = &r->request->origin[event];
	const struct catalog_monitor *m =
		r->request->member[from->member].monitor;

	for (unsigned i = 0; i < m->notes; i++)
		if (from->row &&
		    catalog_about(m->note[i].about, from->row->name))
			count = take_note(list, r, &m->note[i], number, count);
	return count;
}

unsigned notes_of_event(struct note_list *list, const struct report *r,
			unsigned event, unsigned *number)
{
	return take_notes_about(list, r, event, number, 0);
}

/* A formula of the user's has the notes of its events. */
unsigned notes_of_metric(struct note_list *list, const struct report *r,
			 unsigned metric, unsigned *number)
{
	const struct request_metric *q = &r->request->metric[metric];
	const char *ids;
	char id[64];
	unsigned count = 0;
	size_t names;

	if (q->metric) {
		ids = q->metric->notes;
		while (catalog_word(&ids, id, sizeof id))
			count = take_note(
				list, r,
				catalog_note(
					r->request->member[q->member].monitor,
					id),
				number, count);
		return count;
	}
	(void)formula_names(q->formula, &names);
	for (size_t i = 0; i < names; i++)
		if (q->index[i] < REQUEST_NAMES)
			count = take_notes_about(list, r, q->index[i], number,
						 count);
	return count;
}

const char *number_grouped(char *text, uint64_t n)
{
	struct digits digits = digits_grouped(n);

	memcpy(text, digits.text, sizeof(digits.text));
	return text;
}

/* At least four significant digits, the fraction padded with blanks. */
const char *number_metric(char *text, double value)
{
	double size = fabs(value);
	char digits[32];
	int places = 6;

	if (value == 0) {
		snprintf(text, 48, "0%7s", "");
		return text;
	}
	if (size < 0.001 || size >= 1e15) {
		snprintf(text, 48, "%.3e", value);
		return text;
	}
	if (size >= 1e6) {
		snprintf(text, 48, "%s%s%7s", value < 0 ? "-" : "",
			 number_grouped(digits, (uint64_t)(size + 0.5)), "");
		return text;
	}
	if (size > 0.00999)
		places = size > 0.999 ? 3 : size > 0.0999 ? 4 : 5;
	snprintf(text, 48, "%.*f%*s", places, value, 6 - places, "");
	return text;
}

/* Of so many: what is nearly none reads as that, and not as a power of ten. */
static bool is_rate(const struct request_metric *q)
{
	return q->metric && (strncmp(q->metric->unit, "per ", 4) == 0 ||
			     strcmp(q->metric->unit, "%") == 0);
}

const char *number_of_metric(char *text, const struct request_metric *q,
			     const struct reading *r)
{
	double value = r->value * (q->metric ? q->metric->scale : 1);
	const char *formula = q->metric ? q->metric->formula : q->name;
	char digits[32];

	if (is_rate(q) && value != 0 && fabs(value) < 0.001) {
		snprintf(text, 48, "%s0.001%3s", value < 0 ? ">-" : "<", "");
		return text;
	}
	/* Sums of counts are whole, and no measure of anything is cut off. */
	if (strchr(formula, '/') || value < 0 || value >= 1e15 ||
	    floor(value) < value)
		return number_metric(text, value);
	snprintf(text, 48, "%s%7s", number_grouped(digits, (uint64_t)value),
		 "");
	return text;
}

const char *idle_cache(const struct report *r)
{
	for (unsigned i = 0; i < r->request->members; i++) {
		const char *name = r->request->member[i].monitor->name;
		uint64_t all = 0;

		for (unsigned k = 0; k < r->request->events; k++)
			if (r->request->origin[k].member == i)
				all |= r->result->event[k].count;
		if (strncmp(name, "l2", 2) == 0 && !r->machine->l2 && !all)
			return name;
	}
	return NULL;
}

const char *truth_class(uint8_t class)
{
	static const char *const word[] = {
		[TARGET_EXACT] = "exact",
		[TARGET_MODELLED] = "modelled",
		[TARGET_INJECTED] = "injected",
		[TARGET_NOT_MODELLED] = "not modelled",
	};

	return class < sizeof word / sizeof word[0] ? word[class] : "?";
}

char class_mark(uint8_t class)
{
	switch (class) {
	case TARGET_MODELLED:
		return '~';
	case TARGET_INJECTED:
		return '*';
	default:
		return ' ';
	}
}

const char *truth_event(const struct request *q, const struct target_truth *t)
{
	const struct catalog_event *e = catalog_event_by_code(
		q->member[t->monitor].monitor,
		t->code == 0xFFFE ? TALLY_EVENT_CYCLES : t->code);

	return e ? e->name : "";
}

const char no_skew[] = "the board stands still meanwhile";
