/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PAGE_FIXTURE_H
#define TESTS_PAGE_FIXTURE_H

#include <stdio.h>

#include "record/record.h"
#include "report/annotate.h"
#include "sample/sample.h"
#include "test.h"

/*
 * Pages made by hand, of documents made by hand.  Paths begin at tests.
 */

/* The text so far; a line that begins with "== " says what it is of. */
extern char *told;
extern FILE *to;

int set_up(void **state);
int tear_down(void **state);

FILE *open_page(const char *name);
/* Ends what is printed: it has to be that page.  With TALLY_PAGES=FOLDER in the
 * environment it is put into that folder first, for who has looked at it. */
void told_is(const char *name);
/* A document, with no more digits than any compiler's arithmetic agrees on.
 * Frees the text. */
void tell_document(char *text);
/* A document with a member, or a row of one, on a line.  Members of these
 * names, which "" ends, are left out of the document and of its rows. */
void tell_rows(char *text, const char *const *without);

struct record *record_of(const char *name);
/* A profile as one that was just made: without the document that it was read
 * from. */
struct sample *profile_of(const char *name);
/* A function with two lines and so many events, all asked for: "event_1"
 * counts 1001 in the first line and 5000 in the second, "event_2" 1002 and
 * 5000. */
struct sample *profile_of_events(unsigned events);

/* Three repeats of a reading, in ascending order. */
void three(struct reading *r, const double *sample);
/*
 * Gives the record of hand_parts.json three repeats, before a change (side 0)
 * and after it: a metric or an event each way, better, worse, more, less, the
 * same.
 */
void measure(struct record *r, unsigned side);

/*
 * Makes the third function of hand_profile.json beside three sources: one with
 * lines, of which the ninth is given, newer than the program; one that was not
 * found; and instructions of which no line is known.  One calls, one is
 * inlined, one is another than the file has, one was not carried out.
 */
void annotate_by_hand(struct annotation *a, const struct sample *s,
		      char *ninth);

#define CASE(name) TEST_WITH(name, set_up, tear_down)

#endif
