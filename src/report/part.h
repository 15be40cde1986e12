/* SPDX-License-Identifier: MIT */
#ifndef REPORT_PART_H
#define REPORT_PART_H

#include <jansson.h>

#include "report/report.h"

/*
 * What the forms of a report share: inside of this room only.
 */

/* Doubts as words, in the order of enum doubt; NULL past the last. */
const char *doubt_word(unsigned index);

/* False where the reading is no number at all. */
bool reading_has_value(const struct reading *r);

/* A pass's events as "name name", and the word of a pass number. */
enum { NOTES_MAX = 64 };

/* The notes that apply, numbered from 1 in the order of their first use. */
struct note_list {
	const struct catalog_note *note[NOTES_MAX];
	unsigned count;
};

/* Adds a metric's notes; their numbers to `number`, room for NOTES_MAX. */
unsigned notes_of_metric(struct note_list *list, const struct report *r,
			 unsigned metric, unsigned *number);
unsigned notes_of_event(struct note_list *list, const struct report *r,
			unsigned event, unsigned *number);

/* "12,345,678".  `text` has room for 32. */
const char *number_grouped(char *text, uint64_t n);
/* Decimal points below each other, six places at most; room for 48. */
const char *number_metric(char *text, double value);

/* A metric's value in its unit; one that is a count as such.  Room for 48. */
const char *number_of_metric(char *text, const struct request_metric *q,
			     const struct reading *r);

/*
 * A table of the metrics that several layers have, with an empty line behind
 * each of its blocks; is a metric in it?
 */
bool layers_have(const struct report *r, unsigned metric);
void layers_print(FILE *to, const struct report *r, struct note_list *notes);

/* What must hold of the counts: how much does, what does not, and what was not
 * judged; nothing where there is none of these. */
void identities_print(FILE *to, const struct report *r, bool colour);

/* The monitor of a second-level cache that was off, it seems; or NULL. */
const char *idle_cache(const struct report *r);

const char *truth_class(uint8_t class);
/* Behind a number, by how far the board goes for it: a blank, where exact. */
char class_mark(uint8_t class);
/* The event's name, as everywhere else; "" where no row of ours has its code.
 */
const char *truth_event(const struct request *q, const struct target_truth *t);

/* The lines below all numbers. */
void foot_print(FILE *to, const struct report *r, bool colour);

/* Why the skew of a window is nothing on a simulated board. */
extern const char no_skew[];

#endif
