/* SPDX-License-Identifier: MIT */
#ifndef TESTS_COUNTED_FIXTURE_H
#define TESTS_COUNTED_FIXTURE_H

#include <stdint.h>

#include "record/record.h"
#include "run/keep.h"
#include "test.h"

/*
 * A run of which the counts are given: what a monitor's metrics and identities
 * come to.
 */
struct count {
	const char *name;
	uint64_t count;
};

extern struct request *request;
extern struct record *record;
/* The run counted this, for tests that change it and judge again. */
extern struct run_facts facts;
extern struct samples samples;

int tear_down(void **state);

/* Anew, of what `samples` and `facts` hold. */
void judge(void);
unsigned event_of(const char *name);

/* Asks for metrics and groups of a monitor, and judges a run that counted
 * these; what is not named counted 0. */
void run(const char *monitor, const char *metrics, const char *groups,
	 const struct count *counted, unsigned counts);

#define RUN(monitor, metrics, groups, ...)                                     \
	do {                                                                   \
		static const struct count counted_[] = { __VA_ARGS__ };        \
		run(monitor, metrics, groups, counted_,                        \
		    sizeof(counted_) / sizeof(counted_[0]));                   \
	} while (0)

const struct reading *metric_of(const char *name);
/* The value of the formula, whatever it is shown in. */
void assert_metric(const char *name, double wanted);

/* NULL: it was not checked. */
const struct record_identity *identity_of(const char *id);
unsigned broken(void);

/* The record as it is printed; of text, it is not trusted. */
char *reported(bool (*print)(FILE *to, const struct record *r));

#define CASE(name) TEST_WITH(name, NULL, tear_down)

#endif
