/* SPDX-License-Identifier: MIT */
/* Times of intervals, in the unit that they are told in. */
#include "report/inner.h"

#include "base/digits.h"

/* Of an operating system milliseconds, as its intervals are that long. */
double series_units(const struct record *r)
{
	return r->series.ns ? 1e3 : 1e6;
}

const char *series_unit(const struct record *r)
{
	return r->series.ns ? "ms" : "us";
}

void series_time(FILE *to, const struct record *r, uint64_t cycle)
{
	const double hz = series_hz(r);

	if (hz > 0)
		fprintf(to, "%*.3f", TIME_WIDTH,
			(double)cycle * series_units(r) / hz);
	else
		fprintf(to, "%*s", TIME_WIDTH, digits_grouped(cycle).text);
}

void series_time_head(FILE *to, const struct record *r)
{
	fprintf(to, "%*s", TIME_WIDTH,
		series_hz(r) > 0 ? series_unit(r) : "cycles");
}
