/* SPDX-License-Identifier: MIT */
#ifndef REPORT_INNER_H
#define REPORT_INNER_H

#include "report/numbers.h"
#include "report/report.h"

/*
 * What the forms of a report share: inside of this room only.
 */

/*
 * A table of the metrics that several layers have, with an empty line behind
 * each of its blocks; is a metric in it?
 */
bool layers_have(const struct record *r, unsigned metric);
void layers_print(FILE *to, const struct record *r, struct note_list *notes,
		  bool unfolded);

/* Regions that were measured in the same run, a block each. */
void parts_print(FILE *to, const struct record *r, bool colour);

/* Values over time: their phases, and a table of the intervals. */
void series_print(FILE *to, const struct record *r, bool colour, bool draws);
/* Does the terminal take UTF-8? */
bool series_can_be_drawn(void);

/* What must hold of the counts: how much does, what does not, and what was not
 * judged; nothing where there is none of these. */
void identities_print(FILE *to, const struct record *r, bool colour);

/* The monitor of a second-level cache that was off, it seems; or NULL. */
const char *idle_cache(const struct record *r);

/* The line before all others: what stands out (record/headline.h). */
void headline_print(FILE *to, const struct record *r, bool colour);

/* What was measured, where, and what there is to know of that beforehand. */
void head_print(FILE *to, const struct record *r, bool colour);

/* The lines below all numbers. */
void foot_print(FILE *to, const struct record *r, bool colour);

/* log.c: of a record of firmware's own log, below what was measured. */
void log_print(FILE *to, const struct record *r);
/* Was the metric counted of regions alone?  Then the whole has no line of it.
 */
bool log_lacks(const struct record *r, const struct record_metric *m);

#endif
