/* SPDX-License-Identifier: MIT */
/*
 * Names of events, of one monitor and of several: whose each is, and what is
 * said of those that are nobody's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request_fixture.h"
#include "test.h"

TEST(whose_name_it_is)
{
	static const struct refusal list[] = {
		{ "l220", "core:cycles",
		  "'core:cycles': the core's own monitor is not measured; name "
		  "it too, -m CORE,l220" },
		{ "l210 l220", "arm1176:cycles",
		  "'arm1176:cycles': arm1176 is not measured; name it too, "
		  "-m l210,l220,arm1176" },
		{ "l210 l220", "DRHIT",
		  "'DRHIT' is on several of the monitors; write l210:DRHIT or "
		  "l220:DRHIT" },
		{ "arm1176 l220", "dcache_mis",
		  "arm1176 and l220 have no event dcache_mis; did you mean "
		  "dcache_miss?" },
		{ "arm1176 l210 l220", "zzzzzzzzzzzzzzzz",
		  "arm1176, l210 and l220 have no event zzzzzzzzzzzzzzzz; "
		  "`tally list events -m MONITOR` names them" },
		{ "arm926pxp-ahb l220", "CtArmdBusy",
		  "arm926pxp-ahb cannot measure CtArmdBusy: these layers have "
		  "no BUSY transfers" },
		{ "arm1176 arm1176", "cycles",
		  "arm1176 is named twice; once will do" },
		{ "l220 l210 l220", "CO", "l220 is named twice; once will do" },
		{ "", "cycles", "1 to 4 monitors, not 0" },
		{ "arm1136 arm1156 arm1176 l210 l220", "cycles",
		  "1 to 4 monitors, not 5" },
	};

	REFUSED(list);
}

TEST(several_monitors)
{
	struct request *r = ask("l210 l220 arm1176", "l2_inst_hit_ratio",
				"l220:DRHIT,core:br_exec,icache_miss");
	char text[160], *others = NULL;
	uint8_t order[REQUEST_MEMBERS];
	size_t size;
	FILE *to = open_memstream(&others, &size);
	unsigned event = event_of(r, "l220:DRHIT");

	assert_int_equal(r->members, 3);
	assert_string_equal(request_event_monitor(r, event), "l220");
	assert_string_equal(r->origin[event].row->name, "DRHIT");
	assert_int_equal(r->asked[event], ASKED_BY_NAME);
	assert_int_equal(r->asked[event_of(r, "l210:IRHIT")], ASKED_NOT);
	assert_string_equal(
		request_event_monitor(r, event_of(r, "icache_miss")),
		"arm1176");
	assert_int_equal(r->origin[event_of(r, "br_exec")].member, 2);
	assert_int_equal(r->metric[0].member, 0);
	assert_true(r->metric[0].named);
	assert_string_equal(r->metric[0].others, "l220:l2_inst_hit_ratio");
	request_print_others(to, r);
	fclose(to);
	assert_string_equal(others, "l2_inst_hit_ratio is that of l210; there "
				    "is l220:l2_inst_hit_ratio\n");
	free(others);
	assert_string_equal(request_monitors(r, text, sizeof text),
			    "l210, l220 and arm1176");
	request_order(r, order);
	assert_int_equal(order[2], 2);
	assert_string_equal(request_window_order(text, r),
			    "l210, then l220, then arm1176");
	/* Four, two and three counters, each from an even number. */
	assert_int_equal(r->member[1].counter, 4);
	assert_int_equal(r->member[2].counter, 6);
	assert_int_equal(r->problem.counters, 9);
	assert_int_equal(request_member_of(r, 3), 0);
	assert_int_equal(request_member_of(r, 4), 1);
	assert_int_equal(request_member_of(r, 6), 2);
	assert_string_equal(request_counter(r, 5, text), "l220:evr1");
	assert_string_equal(request_counter(r, 0, text), "l210:emc0");
	request_free(r);
}

/* A name that both have is said with its monitor's; another one is not. */
/* An event that was named is named, whatever else asks for it before or after.
 */
TEST(named_and_all)
{
	static const char *const lists[] = { "icache_miss,all",
					     "all,icache_miss",
					     "icache_miss,all,icache_miss" };

	for (unsigned i = 0; i < 3; i++) {
		struct request *r = ask("arm1176", NULL, lists[i]);

		assert_int_equal(r->asked[event_of(r, "icache_miss")],
				 ASKED_BY_NAME);
		assert_in_range(r->asked[event_of(r, "dcache_miss")],
				ASKED_NOT + 1, ASKED_BY_NAME - 1);
		request_free(r);
	}
}

TEST(names_that_two_share)
{
	struct request *r = ask("l210 l220", NULL, "l220:DRHIT,BWABT");

	assert_int_equal(r->origin[event_of(r, "l220:DRHIT")].member, 1);
	assert_int_equal(r->origin[event_of(r, "BWABT")].member, 0);
	request_free(r);
}

/* Both can count it: the one whose name it is does, else nobody knows. */
TEST(names_that_mean_the_same)
{
	static const struct refusal list[] = {
		{ "e500v1 e500v2", "cycles",
		  "'cycles' is on several of the monitors; write "
		  "e500v1:cycles or e500v2:cycles" },
		/* The text before a colon is no setting for its '='. */
		{ "arm1176", "br_exec=:u",
		  "arm1176 has no event br_exec=:u; did you mean br_exec?" },
	};
	struct request *r = ask("e500v1 arm1176", NULL, "cycles");

	assert_int_equal(r->origin[event_of(r, "cycles")].member, 1);
	request_free(r);
	REFUSED(list);
}

/* A pass with an instruction count and one cache event; 2 event counters. */
TEST(names_that_are_known)
{
	struct error err;
	const struct request_member member = {
		.monitor = catalog_monitor("arm1176", &err),
	};
	const struct request_wish many = { NULL,
					   "icache_miss,dcache_miss,br_exec",
					   NULL, 1 };
	const struct request_wish none = { NULL, "nothing", NULL, 0 };

	assert_null(request_make(&member, 1, &many, &err));
	assert_true(request_known(&member, 1, &many));
	assert_false(request_known(&member, 1, &none));
	assert_false(request_known(&member, 0, &many));
	assert_false(request_known(&member, REQUEST_MEMBERS + 1, &many));
}

/* An event that is asked for as it is has the catalogue's own row. */
TEST(rows_of_the_catalogue)
{
	struct request *r = ask("arm1176", "cpi", "br_exec");

	for (unsigned i = 0; i < r->events; i++)
		assert_ptr_equal(r->event[i], r->origin[i].row);
	request_free(r);
}

static const struct plan_want *want_of(const struct request *r,
				       const char *name)
{
	for (unsigned i = 0; i < r->problem.wants; i++)
		if (strcmp(r->problem.want[i].name, name) == 0)
			return &r->problem.want[i];
	fail_msg("nobody wants %s", name);
	return NULL;
}

/* Each once, the request's first event, too. */
TEST(names_in_braces)
{
	static const char twice[] = "{br_exec,icache_miss,br_exec}";
	struct request *r = ask("arm1176", NULL, twice);
	const struct plan_want *w = want_of(r, twice);

	assert_true(w->must_share);
	assert_int_equal(w->events, 2);
	assert_int_equal(w->event[0], event_of(r, "br_exec"));
	assert_int_equal(w->event[1], event_of(r, "icache_miss"));
	request_free(r);
	r = ask("arm1176", NULL, "{cycles,icache_miss}");
	w = want_of(r, "{cycles,icache_miss}");
	assert_int_equal(w->events, 2);
	assert_int_equal(w->event[0], event_of(r, "cycles"));
	request_free(r);
}
