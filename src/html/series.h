/* SPDX-License-Identifier: MIT */
#ifndef HTML_SERIES_H
#define HTML_SERIES_H

#include "chart/chart.h"
#include "html/inner.h"

/* Charts of a record's intervals share how intervals become steps: inside of
 * this room only. */

/* As many as a chart has room for; of more intervals some share a step. */
enum { HTML_STEPS = 344 };

/* Intervals that share a step: from one on, up to another. */
struct html_span {
	unsigned from, end;
};

/* The next one of a record, at most HTML_STEPS + 1 in all; {0, 0} is before the
 * first.  False: there is none. */
bool html_next_span(const struct record *r, struct html_span *span);
/* Is the last interval one of less than the time that was asked for? */
bool html_last_is_part(const struct record_series *s);
/* The end of an interval, as a share of all the time. */
double html_end_of(const struct record *r, unsigned interval);
/* Is it the last interval alone, and of less than the time asked for? */
bool html_is_part(const struct record *r, const struct html_span *span);

/* Cycles by their causes; nothing where the record has none.  `end` is the time
 * of the last interval's end. */
void html_series_causes(FILE *to, const struct record *r, const char *end);

#endif
