/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PLAN_CASES_H
#define TESTS_PLAN_CASES_H

#include "plan_build.h"

/* Tests of cases that were worked out by hand share these functions. */

/* The plan, which keeps its promises; a refusal fails the test. */
struct plan *make(struct build *b);
/* The plan is refused, in these words. */
void refused(struct build *b, const char *text);
/* The plan takes so many passes, and fewer are proven not to do. */
void passes(struct build *b, unsigned count);

/* Two counters for anything and a cycle counter, as ARM11 and PXA250 have. */
void arm11(struct build *b);
/* The seven pairs of events that [80200 12.7] goes through. */
void seven_modes(struct build *b);

#endif
