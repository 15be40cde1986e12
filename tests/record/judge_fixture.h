/* SPDX-License-Identifier: MIT */
#ifndef TESTS_JUDGE_FIXTURE_H
#define TESTS_JUDGE_FIXTURE_H

#include "record/record.h"
#include "test.h"

/*
 * A record of an ARM1176, made anew for each test: the events a, b and c, of
 * which nothing is counted yet, and the metric a / b, as the user typed it.
 */
enum { A, B, C };

extern struct record_monitor monitor;
extern struct record_event event[3];
extern struct record_metric metric;
extern struct record_count count[32];
extern struct record_run run[8];
extern struct record *r;
/* Operands of formulas of two names. */
extern const uint16_t a_and_b[2], b_and_a[2];

int set_up(void **state);
int tear_down(void **state);

/* A count of the whole, and a run of the machine. */
void counted(unsigned which, unsigned pass, unsigned repeat, uint64_t value);
void ran(unsigned pass, unsigned repeat, uint64_t instructions);

/* Judges, and returns the reading of an event. */
const struct reading *judged(unsigned which);
/* The number to fifteen digits: what a file has. */
void assert_is(double value, const char *wanted);
/* Judges, and looks at the doubts of a / b. */
void assert_metric(unsigned doubts, const char *why);

#define CASE(name) TEST_WITH(name, set_up, tear_down)

#endif
