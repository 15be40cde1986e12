/* SPDX-License-Identifier: MIT */
/* Values as they move.  See history.h. */
#include "cli/top/history.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/numbers.h"

/* A row for the value, the next one of the interval. */
static struct history_value *history_place(struct history *h, unsigned at,
					   const char *name, const char *mark,
					   const char *unit)
{
	struct history_value *v;

	if (at == HISTORY_VALUES) {
		h->left_out++;
		return NULL;
	}
	v = &h->value[at];
	if (at == h->values) {
		h->values++;
		for (unsigned i = 0; i < HISTORY_PAST; i++)
			v->past[i] = NAN;
	}
	snprintf(v->name, sizeof v->name, "%s%s", name, mark);
	snprintf(v->unit, sizeof v->unit, "%s", unit);
	return v;
}

/* Events in a second, or in a thousand cycles. */
static double history_rate(const struct record *r, unsigned event,
			   double length)
{
	const uint64_t n = r->series.count[event];
	const double hz = series_hz(r);
	const double each = hz > 0 ? length / hz : length / 1000;

	if (n == RECORD_LOST || !reading_has_value(&r->event[event].reading) ||
	    !(each > 0))
		return NAN;
	return (double)n / each;
}

void history_add(struct history *h, const struct record *r, uint64_t begin)
{
	const double length = (double)(r->series.end[0] - begin);
	const unsigned at = (unsigned)(h->rows % HISTORY_PAST);
	const double hz = series_hz(r);
	unsigned to = 0;

	h->left_out = 0;
	for (unsigned i = 0; i < r->metrics; i++) {
		struct history_value *v = history_place(
			h, to, r->metric[i].name, users_mark(&r->metric[i]),
			r->metric[i].unit);

		if (v)
			v->past[at] = r->series.value[i];
		to += v != NULL;
	}
	for (unsigned i = 0; i < r->events; i++) {
		struct history_value *v;

		if (!r->event[i].asked)
			continue;
		v = history_place(h, to, r->event[i].name, "",
				  hz > 0 ? "a second" : "per 1000 cycles");
		if (v)
			v->past[at] = history_rate(r, i, length);
		to += v != NULL;
	}
	h->rows++;
	h->seconds = hz > 0;
	h->elapsed = (double)r->series.end[0] / (hz > 0 ? hz : 1);
}

double history_at(const struct history *h, unsigned value, unsigned ago)
{
	if (value >= h->values || ago >= h->rows || ago >= HISTORY_PAST)
		return NAN;
	return h->value[value].past[(h->rows - 1 - ago) % HISTORY_PAST];
}

double history_most(const struct history *h, unsigned value, unsigned count)
{
	double most = NAN;

	for (unsigned i = 0; i < count; i++)
		most = fmax(most, history_at(h, value, i));
	return most;
}
