/* SPDX-License-Identifier: MIT */
#ifndef REPORT_NUMBERS_H
#define REPORT_NUMBERS_H

#include "record/record.h"

/*
 * Parts that all forms for people print alike: numbers, how sure they are, and
 * the notes' numbers.
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

/* Behind the name of a metric of the user's: "="; else "". */
const char *users_mark(const struct record_metric *m);
/* A line that explains the mark, without its end. */
extern const char users_legend[];

/* A number as it is printed in a column. */
struct number {
	char text[48];
};

/* A metric's value in its unit; one that is a count as such.  Blanks behind it
 * put the points of a column below each other. */
struct number number_of_metric(const struct record_metric *m);
/* An event's count; of repeats that differ their mean, to the nearest whole
 * number. */
struct number number_of_event(const struct record_event *e);
/*
 * How sure the mean of the repeats is: "+-0.04 %", its interval, or where there
 * is none "range 0.10 %"; "identical"; "": there was one.
 */
struct number number_of_spread(const struct reading *r);

/* Behind a time that is made of a clock that somebody chose: "at a chosen clock
 * of 200 MHz"; "": it is not. */
struct number number_of_clock(const struct record *r,
			      const struct record_metric *m);

/* In place of a number: "undefined". */
const char *word_of_missing(const struct reading *r);

/* Behind a number, by how far the board goes for it: a blank, where exact. */
char class_mark(uint8_t class);

#endif
