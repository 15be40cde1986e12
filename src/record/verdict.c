/* SPDX-License-Identifier: MIT */
/*
 * The worth of a result: the rule of verdict.h, and what a single formula's
 * value is worth.
 */
#include <stdarg.h>
#include <stdio.h>

#include "record/verdict.h"

void verdict_fault(struct verdict *v, const char *format, ...)
{
	va_list args;

	if (v->faults++)
		return;
	va_start(args, format);
	vsnprintf(v->why, sizeof v->why, format, args);
	va_end(args);
}

static const char *word(unsigned doubts)
{
	if (doubts & DOUBT_NOT_MODELLED)
		return "not modelled";
	if (doubts & DOUBT_NOT_COUNTED)
		return "not counted";
	return doubts & DOUBT_UNDEFINED ? "undefined" : "not to be trusted";
}

void verdict_value(struct verdict *v, const char *name, enum asking asked,
		   unsigned doubts, const char *why)
{
	bool valued = !(doubts & DOUBT_NO_VALUE);

	v->asked += asked != ASKED_NOT;
	v->valued += asked != ASKED_NOT && valued;
	if (doubts & DOUBT_WRONG || (asked == ASKED_BY_NAME && !valued))
		verdict_fault(v, "%.60s is %s%s%.150s", name, word(doubts),
			      *why ? ": " : "", why);
}

const char verdict_of_nothing[] = "nothing that was asked for has a value";

bool verdict_trusted(struct verdict *v)
{
	if (v->asked && !v->valued && !v->faults)
		verdict_fault(v, "%s", verdict_of_nothing);
	return !v->faults;
}

static void out_of_bounds(const struct catalog_metric *m, double value,
			  char *why, size_t room)
{
	bool below = value < m->low;

	snprintf(why, room, "would be %s %.6g%s%s, which cannot be",
		 below ? "below" : "above",
		 (below ? m->low : m->high) * m->scale, *m->unit ? " " : "",
		 m->unit);
}

unsigned verdict_of_formula(enum formula_result result, const char *name,
			    const struct catalog_metric *metric, double value,
			    char *why, size_t room)
{
	const char *doubt;

	switch (result) {
	case FORMULA_OK:
		break;
	case FORMULA_MISSING:
		snprintf(why, room, "%s has no value",
			 name ? name : "a name in it");
		return DOUBT_NOT_COUNTED;
	case FORMULA_ZERO:
		snprintf(why, room, "divides by 0%s%s", name ? ": " : "",
			 name ? name : "");
		return DOUBT_UNDEFINED;
	case FORMULA_RANGE:
		snprintf(why, room, "too large for a number");
		return DOUBT_UNDEFINED;
	}
	if (metric && (value < metric->low || value > metric->high)) {
		out_of_bounds(metric, value, why, room);
		return DOUBT_OUT_OF_BOUNDS;
	}
	doubt = catalog_unexpected(metric, value);
	snprintf(why, room, "%s", doubt ? doubt : "");
	return doubt ? DOUBT_UNEXPECTED : 0;
}
