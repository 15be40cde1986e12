/* SPDX-License-Identifier: MIT */
#ifndef REPORT_INNER_H
#define REPORT_INNER_H

#include "report/numbers.h"
#include "report/report.h"

/* Code that the forms of a report share: inside of this room only. */

/* The forms, less what was told as rows; NULL: nothing was. */
void report_text_rest(FILE *to, const struct record *r, bool colour, bool notes,
		      const struct report_rows *told);
void report_csv_rest(FILE *to, const struct record *r,
		     const struct report_rows *told);
/* The next rows of a sheet, below its head if they are the first; true. */
bool csv_row(struct report_rows *rows, const struct record *r, uint64_t begin);

/* Lines of JSON, likewise.  False: no memory, or the stream failed. */
bool lines_row(struct report_rows *rows, const struct record *r,
	       uint64_t begin);
bool report_lines_rest(FILE *to, const struct record *r,
		       const struct report_rows *told);

/*
 * A table of the metrics that several layers have, with an empty line behind
 * each of its blocks; is a metric in it?
 */
bool layers_have(const struct record *r, unsigned metric);
enum { LAYER_WIDTH = 12 };
/* The part behind the layer in the metric's name, and the layer; NULL: it is of
 * no layer. */
const char *layers_what(const struct record *r, unsigned metric,
			char layer[LAYER_WIDTH]);
void layers_print(FILE *to, const struct record *r, struct note_list *notes,
		  bool unfolded);

/* Regions that were measured in the same run, a block each. */
void parts_print(FILE *to, const struct record *r, bool colour);

/* The board's ledger; of a region without what did not happen there. */
void ledger_print(FILE *to, const struct record *r, bool of_region,
		  bool colour);

/* Counts that a kernel told apart, by threads or cores, as a table. */
void shares_print(FILE *to, const struct record *r);

/* Prints who waited for a bus in each interval, and who was busy then; nothing
 * where that was not measured. */
void layers_waits_print(FILE *to, const struct record *r);
/* How often the unit that intervals are told in is in a second; its name. */
double series_units(const struct record *r);
const char *series_unit(const struct record *r);
/* A time of the target, as wide as a column of times; of its clock, or in
 * cycles where that is not known. */
enum { TIME_WIDTH = 13 };
void series_time(FILE *to, const struct record *r, uint64_t cycle);
void series_time_head(FILE *to, const struct record *r);

/* Values over time: their phases, and a table of the intervals, less the
 * columns that were told as rows. */
void series_print(FILE *to, const struct record *r, bool colour, bool draws,
		  const struct report_rows *told);
/* Of a board's ledger, where the record has that: each interval's cycles by
 * their causes. */
void series_causes_print(FILE *to, const struct record *r);
/* The next row of that table, below its head if it is the first.  False: no
 * memory. */
bool series_row(struct report_rows *rows, const struct record *r);
/* Does the terminal take UTF-8? */
bool series_can_be_drawn(void);

/* Prints what must hold of the counts: how much does, what does not, and what
 * was not judged; nothing where there is none of these. */
void identities_print(FILE *to, const struct record *r, bool colour);

/* The monitor of a second-level cache that was off, it seems; or NULL. */
const char *idle_cache(const struct record *r);

/* The line before all others: what stands out (record/headline.h). */
void headline_print(FILE *to, const struct record *r, bool colour);

/* Prints what was measured, where, and what there is to know of that
 * beforehand. */
void head_print(FILE *to, const struct record *r, bool colour);

/* The lines below all numbers. */
void foot_print(FILE *to, const struct record *r, bool colour);

/* Explains the mark of cycles that are a sketch; nothing where none are. */
void foot_sketch(FILE *to, const struct record *r);

/* log.c: of a record of firmware's own log, below what was measured. */
void log_print(FILE *to, const struct record *r);
/* Did the firmware count regions alone, and nothing of the whole? */
bool log_of_parts(const struct record *r);
/* Was the metric counted of regions alone?  Then the whole has no line of it.
 */
bool log_lacks(const struct record *r, const struct record_metric *m);

#endif
