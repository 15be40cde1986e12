/* SPDX-License-Identifier: MIT */
#ifndef REPORT_INNER_H
#define REPORT_INNER_H

#include "report/report.h"

/*
 * What the forms of a report share: inside of this room only.
 */
enum { NOTES_MAX = 64 };

/* The notes that were shown, numbered from 1 in the order of their first use.
 */
struct note_list {
	unsigned note[NOTES_MAX]; /* of the record */
	unsigned count;
};

/* Adds notes; their numbers to `number`, room for NOTES_MAX. */
unsigned notes_add(struct note_list *list, const struct record_notes *notes,
		   unsigned *number);

/* A number as it is printed in a column. */
struct number {
	char text[48];
};

/* A metric's value in its unit; one that is a count as such. */
struct number number_of_metric(const struct record_metric *m);

/*
 * A table of the metrics that several layers have, with an empty line behind
 * each of its blocks; is a metric in it?
 */
bool layers_have(const struct record *r, unsigned metric);
void layers_print(FILE *to, const struct record *r, struct note_list *notes);

/* What must hold of the counts: how much does, what does not, and what was not
 * judged; nothing where there is none of these. */
void identities_print(FILE *to, const struct record *r, bool colour);

/* The monitor of a second-level cache that was off, it seems; or NULL. */
const char *idle_cache(const struct record *r);

/* Behind a number, by how far the board goes for it: a blank, where exact. */
char class_mark(uint8_t class);

/* The line before all others: what stands out (record/headline.h). */
void headline_print(FILE *to, const struct record *r, bool colour);

/* The lines below all numbers. */
void foot_print(FILE *to, const struct record *r, bool colour);

#endif
