/* SPDX-License-Identifier: MIT */
/* See plan_cases.h. */
#include <stdlib.h>

#include "plan_cases.h"

struct plan *make(struct build *b)
{
	struct error err = { "" };
	struct plan *plan = plan_make(&b->p, &err);

	if (!plan) {
		fail_msg("refused: %s", err.text);
		abort(); /* not reached; the analyser cannot know */
	}
	assert_string_equal(err.text, "");
	build_check(&b->p, plan);
	return plan;
}

void refused(struct build *b, const char *text)
{
	struct error err = { "" };
	struct plan *plan = plan_make(&b->p, &err);

	assert_null(plan);
	assert_string_equal(err.text, text);
}

void passes(struct build *b, unsigned count)
{
	struct plan *plan = make(b);

	assert_int_equal(plan->passes, count);
	assert_int_equal(plan->at_least, count);
	plan_free(plan);
}

static const char *const arm11_counter[] = { "pmn0", "pmn1", "ccnt" };

void arm11(struct build *b)
{
	static const char *const name[] = {
		"instruction",   "icache_miss", "fetch_stall", "data_stall",
		"dcache_access", "dcache_miss", "dcache_wb",   "itlb_miss",
		"dtlb_miss",     "bcu_stall",   "bcu_request",
	};

	build_start(b, 3);
	b->p.counter_name = arm11_counter;
	for (unsigned i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		build_event(b, name[i], 3);
	b->anchor[b->p.anchors++] = build_event(b, "cycles", 4);
}

void seven_modes(struct build *b)
{
	build_want(b, "icache efficiency", "instruction icache_miss");
	build_want(b, "dcache efficiency", "dcache_access dcache_miss");
	build_want(b, "fetch latency", "fetch_stall icache_miss");
	build_want(b, "bus requests", "bcu_stall bcu_request");
	build_want(b, "stalls", "data_stall dcache_wb");
	build_want(b, "itlb efficiency", "instruction itlb_miss");
	build_want(b, "dtlb efficiency", "dcache_access dtlb_miss");
}
