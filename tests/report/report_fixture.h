/* SPDX-License-Identifier: MIT */
#ifndef TESTS_REPORT_FIXTURE_H
#define TESTS_REPORT_FIXTURE_H

#include "report/report.h"
#include "test.h"

/*
 * A small record, made anew for each test: of the monitor "bus", a program that
 * ended well, and no rows yet.
 */
enum { MOST = 12 };

extern struct record_monitor monitor[3];
extern struct record_event event[MOST];
extern struct record_metric metric[MOST];
extern struct record_note note;
extern struct record *r;
/* The text that was printed last. */
extern char *text;

int set_up(void **state);
int tear_down(void **state);

/* A row more, of a value that did not vary. */
struct record_metric *add_metric(const char *name, double value);
struct record_event *add_event(const char *name, uint16_t code, uint64_t count);

/* The record for people, with notes; in `text`, too. */
const char *report(void);
/* Are these whole lines, or parts of lines, in it? */
void assert_says(const char *lines);
void assert_says_not(const char *lines);
/* Is the first in it before the second? */
void assert_in_order(const char *one, const char *two);

#define CASE(name) TEST_WITH(name, set_up, tear_down)

#endif
