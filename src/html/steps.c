/* SPDX-License-Identifier: MIT */
/* Intervals as steps of a chart: which of them share one.  See series.h. */
#include "html/series.h"

double html_end_of(const struct record *r, unsigned interval)
{
	const struct record_series *s = &r->series;

	return (double)s->end[interval] / (double)s->end[s->intervals - 1];
}

bool html_last_is_part(const struct record_series *s)
{
	const unsigned n = s->intervals;

	return n > 1 && s->period && s->end[n - 1] - s->end[n - 2] < s->period;
}

bool html_is_part(const struct record *r, const struct html_span *span)
{
	return span->end == r->series.intervals &&
	       span->end - span->from == 1 && html_last_is_part(&r->series);
}

bool html_next_span(const struct record *r, struct html_span *span)
{
	const unsigned n = r->series.intervals;
	const unsigned each = (n + HTML_STEPS - 1) / HTML_STEPS;

	span->from = span->end;
	if (span->from == n)
		return false;
	span->end = span->from + each < n ? span->from + each : n;
	/* A part of an interval has a step for itself. */
	if (span->end == n && span->from + 1 < n &&
	    html_last_is_part(&r->series))
		span->end--;
	return true;
}
