/* SPDX-License-Identifier: MIT */
#ifndef REPORT_DIFF_WORDS_H
#define REPORT_DIFF_WORDS_H

#include "report/diff.h"
#include "report/numbers.h"

/* Cells that the forms for people share. */
struct diff_cells {
	struct number before, after;
	char change[32]; /* "+34.83 %", "from 0" */
	char spread[32]; /* "+-0.13", "no spread"; "": not known */
};

/* Of a row with values. */
struct diff_cells diff_cells(const struct diff_row *row);

/* Is it left out, as long as not all rows are asked for? */
bool diff_is_quiet(const struct diff_row *row);

/* "+604,299", to the nearest whole number. */
struct number diff_signed(double value);

/* "what if: ...; not this core", where a side is measured with caches that its
 * core has not; NULL: it is not. */
const char *diff_what_if(const struct diff_side *side);
/* The sides of which that is so: "before", "after", "both", or "". */
const char *diff_not_this_core(const struct diff *d);

/* "naive.elf d1ad49ddce09 on board:pb1176, arm1176; 10 repeats, seed 7".  The
 * caller's to free; NULL: no memory. */
char *diff_side_text(const struct diff_side *side);

/* Above the rows of one of several regions: "region walk, entered 60 times,
 * then 59".  The caller's to free; NULL: no memory. */
char *diff_region_text(const struct diff *d, const struct diff_row *row);

/* Better or worse; or why nobody can tell. */
const char *diff_row_word(const struct diff_row *row);

/* The row that the verdict is of: cycles.  NULL: they are not known on both
 * sides. */
const struct diff_row *diff_verdict(const struct diff *d);

/* A heading for the parts from `at` on, above them; NULL: as the one before.
 * Of the first two the shares add up, of the others not. */
const char *diff_part_heading(const struct diff *d, unsigned at);

/* A line of the explanation, behind its number. */
/* Of an event or a cause; "": it is neither. */
const char *diff_part_name(const struct diff_part *part);
const char *diff_part_text(const struct diff_part *part, bool more);

/* The parts of a change as linked, in their order, and what each is. */
enum { DIFF_LAYOUT_PARTS = 3 };
double diff_layout_part(const struct diff_layout *l, unsigned part);
const char *diff_layout_text(unsigned part);

/* Of a program against itself: a sentence without its full stop. */
extern const char diff_one_program[];

/* Sentences below the rows, one after another from 0; NULL: no more, or no
 * memory.  The caller's to free. */
char *diff_remark(const struct diff *d, const struct diff_print *how,
		  unsigned index);

#endif
