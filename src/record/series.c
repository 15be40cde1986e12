/* SPDX-License-Identifier: MIT */
/* Values over time: metrics of each interval's counts, and phases of a level.
 */
#include <math.h>
#include <string.h>

#include "record/inner.h"

/* A formula's names, in one interval. */
struct moment {
	const struct record *record;
	const struct formula *formula;
	const struct record_metric *metric;
	unsigned interval;
};

static bool lookup(void *ctx, const char *name, double *value)
{
	const struct moment *m = ctx;
	const struct record *r = m->record;
	unsigned operand = RECORD_MISSING;
	size_t count;
	const char *const *known = formula_names(m->formula, &count);
	uint64_t n;

	for (size_t i = 0; i < count && i < m->metric->operands; i++)
		if (strcmp(known[i], name) == 0)
			operand = m->metric->operand[i];
	if (operand == RECORD_MISSING)
		return false;
	if (operand == RECORD_CLOCK || operand == RECORD_RATIO) {
		*value = operand == RECORD_CLOCK ? r->target.clock_hz
						 : r->target.clock_ratio;
		return *value > 0;
	}
	n = r->series
		    .count[(size_t)operand * r->series.intervals + m->interval];
	*value = (double)n;
	return n != RECORD_LOST &&
	       reading_has_value(&r->event[operand].reading);
}

static double value_at(const struct judgement *j, unsigned metric,
		       unsigned interval)
{
	struct moment m = {
		.record = j->record,
		.formula = j->metric[metric],
		.metric = &j->record->metric[metric],
		.interval = interval,
	};
	const char *name;
	double value;

	if (!m.formula ||
	    formula_eval(m.formula, lookup, &m, &value, &name) != FORMULA_OK)
		return NAN;
	return record_real(value * m.metric->scale);
}

void judge_series(struct judgement *j)
{
	const struct record_series *s = &j->record->series;

	for (unsigned m = 0; m < j->record->metrics; m++)
		for (unsigned i = 0; i < s->intervals; i++)
			s->value[(size_t)m * s->intervals + i] =
				value_at(j, m, i);
}

double series_hz(const struct record *r)
{
	return r->series.ns ? 1e9 : r->target.clock_hz;
}

void series_of_event(const struct record *r, unsigned event, double *value)
{
	const struct record_series *s = &r->series;

	for (unsigned i = 0; i < s->intervals; i++) {
		const uint64_t n = s->count[(size_t)event * s->intervals + i];
		const bool good = n != RECORD_LOST &&
				  reading_has_value(&r->event[event].reading);

		value[i] = good ? (double)n : NAN;
	}
}

void series_of_metric(const struct record *r, unsigned metric, double *value)
{
	const struct record_series *s = &r->series;

	memcpy(value, s->value + (size_t)metric * s->intervals,
	       s->intervals * sizeof *value);
}

static uint64_t cycles_of_cause(const struct record_series *s, unsigned cause)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < s->intervals; i++)
		sum += s->cycles[(size_t)cause * s->intervals + i];
	return sum;
}

void series_causes_order(const struct record_series *s, unsigned *order)
{
	uint64_t sum[RECORD_CAUSES];

	for (unsigned c = 0; c < s->causes; c++) {
		unsigned at = c;

		sum[c] = cycles_of_cause(s, c);
		for (; at && sum[order[at - 1]] < sum[c]; at--)
			order[at] = order[at - 1];
		order[at] = c;
	}
}

uint64_t series_cycles(const struct record_series *s, unsigned interval)
{
	uint64_t sum = 0;

	for (unsigned c = 0; c < s->causes; c++)
		sum += s->cycles[(size_t)c * s->intervals + interval];
	return sum;
}

/* Above the level: 1; below: -1; else 0. */
static int beside(double value, double level)
{
	const double quarter = fabs(level) / 4;

	if (value > level + quarter)
		return 1;
	return value < level - quarter ? -1 : 0;
}

/* The next interval that has a value; `intervals`: none has. */
static unsigned next_valued(const double *value, unsigned from,
			    unsigned intervals)
{
	while (from < intervals && isnan(value[from]))
		from++;
	return from;
}

unsigned series_phases(const double *value, unsigned intervals,
		       struct record_phase *phase)
{
	/* Of the phase so far, and of what is not beside its level. */
	double sum = 0, level = 0;
	unsigned phases = 0, valued = 0, levelled = 0;

	for (unsigned i = next_valued(value, 0, intervals); i < intervals;
	     i = next_valued(value, i + 1, intervals)) {
		const unsigned next = next_valued(value, i + 1, intervals);
		int side = levelled ? beside(value[i], level / levelled) : 0;

		if (!phases ||
		    (side && next < intervals &&
		     beside(value[next], level / levelled) == side)) {
			if (phases)
				phase[phases - 1].last = i - 1;
			phase[phases].first = phases ? i : 0;
			phases++;
			sum = level = 0;
			valued = levelled = 0;
			side = 0;
		}
		sum += value[i];
		valued++;
		level += side ? 0 : value[i];
		levelled += !side;
		phase[phases - 1].last = intervals - 1;
		phase[phases - 1].mean = record_real(sum / valued);
	}
	return phases;
}
