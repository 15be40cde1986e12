/* SPDX-License-Identifier: MIT */
/*
 * Which counters there are, and which of them an event gets.
 */
#include "request_fixture.h"
#include "test.h"

/* Three counters; the next monitor's are numbered from 4. */
TEST(counters_begin_even)
{
	struct request *r = ask("arm1176 l220", NULL, "cycles,l220:CO");
	char text[160];

	assert_int_equal(r->member[1].counter, 4);
	assert_int_equal(r->problem.counters, 6);
	assert_string_equal(request_counter(r, 3, text), "arm1176:none");
	assert_string_equal(request_counter(r, 4, text), "l220:evr0");
	assert_string_equal(request_monitors(r, text, sizeof text),
			    "arm1176 and l220");
	request_free(r);
	r = ask("arm1176", NULL, "core:br_exec");
	assert_string_equal(request_counter(r, 2, text), "pmn1");
	assert_string_equal(request_monitors(r, text, sizeof text), "arm1176");
	request_free(r);
}

/* Is the event on this counter, in the only pass that there is? */
static bool is_on(const struct request *r, const char *name, unsigned counter)
{
	const struct plan_pass *p = &r->plan->pass[0];
	const unsigned event = event_of(r, name);

	assert_int_equal(r->plan->passes, 1);
	for (unsigned i = 0; i < p->assigns; i++)
		if (p->assign[i].event == event)
			return p->assign[i].counter == counter;
	return false;
}

/*
 * AN3636 4.1 has the misses of instructions on PMC2, the hits on PMC3, and the
 * same of data on PMC4 and PMC5.  The misses can be nowhere else; the hits may
 * be on any counter but the clock's, PMC0.
 */
TEST(counters_of_a_document)
{
	struct request *r = ask("mpc8540", "l2_core_miss_rate", NULL);

	assert_true(is_on(r, "L2_CORE_I_MISS", 2));
	assert_true(is_on(r, "L2_CORE_I_HIT", 3));
	assert_true(is_on(r, "L2_CORE_D_MISS", 4));
	assert_true(is_on(r, "L2_CORE_D_HIT", 5));
	request_free(r);
	/* C3:59 can be on PMC3 only, so the hits cannot. */
	r = ask("mpc8540", "l2_core_miss_rate",
		"{L2_CORE_I_MISS,L2_CORE_I_HIT,L2_CORE_D_MISS,L2_CORE_D_HIT,"
		"SE:C3:59}");
	assert_true(is_on(r, "SE:C3:59:threshold=0", 3));
	assert_false(is_on(r, "L2_CORE_I_HIT", 3));
	assert_true(is_on(r, "L2_CORE_I_MISS", 2));
	assert_true(is_on(r, "L2_CORE_D_MISS", 4));
	assert_true(is_on(r, "L2_CORE_D_HIT", 5));
	request_free(r);
	/* No counter is free: what is in the way changes its place. */
	r = ask("mpc8540", "l2_core_miss_rate",
		"{TSEC1_ACCEPTED,TSEC1_DROPPED,TSEC2_ACCEPTED,TSEC2_DROPPED,"
		"L2_CORE_D_MISS,L2_CORE_I_MISS,L2_CORE_D_HIT,L2_CORE_I_HIT}");
	assert_true(is_on(r, "L2_CORE_I_MISS", 2));
	assert_true(is_on(r, "L2_CORE_I_HIT", 3));
	assert_true(is_on(r, "L2_CORE_D_MISS", 4));
	assert_true(is_on(r, "L2_CORE_D_HIT", 5));
	request_free(r);
}

/* Every counter but the clock's takes a code that no table has. */
TEST(counters_of_a_bare_code)
{
	struct request *r = ask("mpc8540", NULL, "0x33");

	assert_int_equal(r->event[event_of(r, "0x33")]->counters, 0x1FE);
	request_free(r);
}
