/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RUN_FIXTURE_H
#define TESTS_RUN_FIXTURE_H

#include "fake_target.h"
#include "run/run.h"
#include "test.h"

/*
 * One measurement on the fake target, for the tests of src/run: say what to
 * ask for and what to play, then measure.
 */
#define BILLION UINT64_C(1000000000)

/* Codes of the ARM11's events [DAI0195B table 2]. */
enum { ICACHE_MISS = 0x00, INSTRUCTIONS = 0x07, DRAIN = 0x12 };

/* A program of one block. */
extern const struct fake_block plain[1];

extern struct run_sink sink;
extern volatile bool stop;
extern struct error err;
extern struct request *request;
extern struct run_options options;
extern struct record *result;
extern char said[64]; /* by the program's console */

/* Around every test; a board left open fails it. */
int set_up(void **state);
int tear_down(void **state);

void ask(const char *metrics, const char *events);
void ask_of(const char *monitor, const char *metrics, const char *events);
void play(const struct fake_block *block, unsigned blocks);
void region(const char *text);
void measure(void);
void measure_well(void); /* a failure fails the test */
void measure_fails(const char *text);
/* The target is lost in its first use, in its second ... until it is not: that
 * is said in these words, what was opened is closed, and the number of uses is
 * above the least. */
void measure_past_every_death(const char *text, unsigned least, unsigned most);
const struct reading *event(const char *name);
void assert_about(double value, double wanted);

#define CASE(name) TEST_WITH(name, set_up, tear_down)

#endif
