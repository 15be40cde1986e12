/* SPDX-License-Identifier: MIT */
/*
 * Requests ask things of PMUv3: levels, pairs, raw codes, and what a core's own
 * limits leave of it.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <tally/monitors/pmuv3.h>

#include "request/request.h"
#include "test.h"

static const struct catalog_monitor *monitor(const char *name)
{
	struct error err = { "" };
	const struct catalog_monitor *m = catalog_monitor(name, &err);

	if (!m)
		fail_msg("%s", err.text);
	return m;
}

static struct request *made(const char *name, const struct tally_limits *limits,
			    const struct request_wish *wish, struct error *err)
{
	const struct request_member member = { .monitor = monitor(name),
					       .limits = limits };

	return request_make(&member, 1, wish, err);
}

static struct request *ask(const char *name, const struct tally_limits *limits,
			   const char *metrics, const char *events)
{
	const struct request_wish wish = { metrics, events, NULL, 0 };
	struct error err = { "" };
	struct request *r = made(name, limits, &wish, &err);

	if (!r)
		fail_msg("%s", err.text);
	return r;
}

static void refused(const char *name, const struct tally_limits *limits,
		    const char *metrics, const char *events, const char *why)
{
	const struct request_wish wish = { metrics, events, NULL, 0 };
	struct error err = { "" };
	struct request *r = made(name, limits, &wish, &err);

	assert_null(r);
	if (!strstr(err.text, why))
		fail_msg("'%s' is not in: %s", why, err.text);
}

/* The slot of an event, by its name in the request; NULL: not in the pass. */
static const struct tally_slot *slot_of(const struct request *r, unsigned pass,
					const char *name)
{
	static struct tally_slot slot[32];
	struct tally_setup setup;
	const struct plan_pass *p = &r->plan->pass[pass];

	request_setup(r, 0, pass, 0, slot, NULL, &setup);
	assert_int_equal(
		tally_setup_check(r->member[0].monitor->monitor, &setup, NULL),
		TALLY_OK);
	for (unsigned i = 0; i < p->assigns; i++)
		if (!strcmp(r->event[p->assign[i].event]->name, name))
			return &slot[i];
	return NULL;
}

/* As QEMU has it: six counters, SW_INCR and CPU_CYCLES, p0. */
static const struct tally_limits bare = {
	.counters = 0x8000007F, /* the cycle counter is 6, or 31 */
	.code_max = 0x3FF,
	.options = TALLY_USER,
	.event = { 0x20001, 0 },
};

TEST(levels)
{
	struct request *r = ask("cortex-a53", NULL, NULL,
				"INST_RETIRED:u,INST_RETIRED:k,r0e:uh");
	const struct tally_slot *s;

	assert_int_equal(r->plan->passes, 1);
	assert_int_equal(slot_of(r, 0, "INST_RETIRED:u")->levels, TALLY_EL0);
	assert_int_equal(slot_of(r, 0, "INST_RETIRED:k")->levels, TALLY_EL1);
	assert_int_equal(slot_of(r, 0, "INST_RETIRED")->levels, 0);
	s = slot_of(r, 0, "r0e:uh");
	assert_int_equal(s->levels, TALLY_EL0 | TALLY_EL2);
	assert_int_equal(s->event, 0xE);
	request_free(r);
	/* One counter has them: all, or those of a level. */
	refused("cortex-a53", NULL, NULL, "cycles,cycles:u",
		"cycles and cycles:u need 2 counters");
	refused("arm1176", NULL, NULL, "icache_miss:u", "cannot tell user");
}

/* Three pairs on six counters; a fourth, or a single one, needs a pass. */
TEST(pairs)
{
	struct request *r = ask("cortex-a53", NULL, NULL,
				"L1D_CACHE:w,L2D_CACHE:w,"
				"BR_PRED:w");

	assert_int_equal(r->plan->passes, 1);
	assert_true(slot_of(r, 0, "L1D_CACHE:w")->pair);
	assert_null(slot_of(r, 0, "INST_RETIRED")); /* no counter is left */
	request_free(r);
	r = ask("cortex-a53", NULL, NULL,
		"L1D_CACHE:w,L2D_CACHE:w,BR_PRED:w,BR_MIS_PRED");
	assert_int_equal(r->plan->passes, 2);
	request_free(r);
	refused("cortex-a53", NULL, NULL,
		"{L1D_CACHE:w,L2D_CACHE:w,BR_PRED:w,BR_MIS_PRED}",
		"must share a pass");
	refused("cortex-a53", &bare, NULL, "CPU_CYCLES:w", "cannot be chained");
	refused("cortex-a53", NULL, NULL, "CHAIN", "not counted by itself");
	refused("arm1176", NULL, NULL, "icache_miss:w", "cannot be chained");
}

TEST(raw_codes)
{
	struct request *r =
		ask("pmuv3", NULL, "r3FF / INST_RETIRED", "r8123,0x8123");

	assert_int_equal(slot_of(r, 0, "r8123")->event, 0x8123);
	assert_int_equal(slot_of(r, 0, "r3FF")->event, 0x3FF);
	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i]->code == 0x8123)
			assert_int_equal(r->event[i]->evidence,
					 EVIDENCE_NOT_ESTABLISHED);
	request_free(r);
	refused("pmuv3", &bare, NULL, "r8123", "does not have the event r8123");
	refused("pmuv3", NULL, NULL, "rfffe", "0xfffe");
	/* A code that has a row is that row. */
	r = ask("pmuv3", NULL, NULL, "r08");
	assert_non_null(slot_of(r, 0, "INST_RETIRED"));
	request_free(r);
}

/* PMCEID0 = 0x20001: INST_RETIRED is refused, and does not ride. */
TEST(what_the_core_has)
{
	struct request *r;

	refused("pmuv3", &bare, NULL, "INST_RETIRED",
		"does not have the event INST_RETIRED");
	refused("cortex-a53", &bare, "ipc", NULL, "INST_RETIRED");
	r = ask("pmuv3", &bare, NULL, "all");
	assert_int_equal(r->events, 3); /* cycles, SW_INCR, CPU_CYCLES */
	assert_int_equal(r->plan->passes, 1);
	request_free(r);
	r = ask("pmuv3", &bare, "all", NULL);
	assert_int_equal(r->metrics, 2); /* seconds, cpu_cycles_share */
	request_free(r);
	/* The first of them, whichever cores there are. */
	refused("cortex-a57", NULL, NULL, "STALL_SLOT", "exists on pmuv3, ");
	refused("cortex-a57", NULL, NULL, "STALL_SLOT", " more only");
	refused("cortex-a53", NULL, NULL, "BR_RETURN_RETIRED", "PMCEID0");
}

TEST(no_event_counter)
{
	struct tally_limits none = bare;
	struct request *r;

	none.counters = 0x40;

	r = ask("cortex-a53", &none, "seconds", NULL);
	assert_int_equal(r->plan->passes, 1);
	assert_int_equal(r->plan->pass[0].assigns, 1);
	request_free(r);
	refused("cortex-a53", &none, NULL, "CPU_CYCLES", "CPU_CYCLES");
}

/*
 * Every event in the fewest passes: CHAIN is not counted, so 58 - 1 on the
 * Cortex-A53 need 10 passes of six, 155 - 1 on the Neoverse N2 26.
 */
TEST(all_events)
{
	static const struct {
		const char *name;
		unsigned passes;
	} want[] = {
		{ "cortex-a53", 10 },  { "cortex-a55", 19 },
		{ "cortex-a57", 14 },  { "cortex-a72", 14 },
		{ "cortex-a76", 18 },  { "neoverse-n1", 19 },
		{ "neoverse-n2", 26 }, { "neoverse-v1", 22 },
	};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct request *r = ask(want[i].name, NULL, NULL, "all");

		assert_int_equal(r->plan->passes, want[i].passes);
		assert_int_equal(r->plan->at_least, want[i].passes);
		request_free(r);
	}
}

/* Cycles and six events: what top-down needs is one pass. */
TEST(topdown_is_one_pass)
{
	const struct request_wish wish = { .groups = "topdown" };
	struct error err = { "" };
	struct request *r = made("neoverse-v1", NULL, &wish, &err);

	assert_non_null(r);
	assert_int_equal(r->plan->passes, 1);
	request_free(r);
}

static unsigned place_of(const struct request *r, const char *name)
{
	unsigned i = 0;

	while (i < r->events && strcmp(r->event[i]->name, name) != 0)
		i++;
	assert_in_range(i, 0, r->events - 1);
	return i;
}

/* Are both counted in one pass? */
static bool together(const struct request *r, const char *a, const char *b)
{
	const unsigned one = place_of(r, a), other = place_of(r, b);

	for (unsigned p = 0; p < r->plan->passes; p++) {
		const struct plan_pass *pass = &r->plan->pass[p];
		unsigned has = 0;

		for (unsigned i = 0; i < pass->assigns; i++)
			has += pass->assign[i].event == one ||
			       pass->assign[i].event == other;
		if (has == 2)
			return true;
	}
	return false;
}

/* How many passes count an event without what tells of it. */
static unsigned alone(const struct request *r, const char *name)
{
	unsigned count = 0;

	for (unsigned p = 0; p < r->plan->passes; p++)
		count += request_alone(r, place_of(r, name), p) != NULL;
	return count;
}

/*
 * Another event of the same window tells what an erratum counts too much: it is
 * planned there where that costs no further pass.
 */
TEST(what_tells_of_an_erratum)
{
	static const char six[] =
		"L1D_CACHE,L1D_CACHE_REFILL,L1I_CACHE,L1I_CACHE_REFILL,"
		"BR_RETIRED,BR_MIS_PRED_RETIRED";
	char events[160];
	struct request *r;

	snprintf(events, sizeof events, "STALL_SLOT_FRONTEND,%s", six);
	r = ask("neoverse-n2", NULL, NULL, events);
	assert_int_equal(r->plan->passes, 2);
	assert_true(together(r, "STALL_SLOT_FRONTEND", "CPU_CYCLES"));
	assert_int_equal(alone(r, "STALL_SLOT_FRONTEND"), 0);
	request_free(r);
	/* All counters are taken: none is left, and no pass is added. */
	r = ask("neoverse-n2", NULL, NULL,
		"STALL_SLOT_FRONTEND,L1D_CACHE,L1D_CACHE_REFILL,L1I_CACHE,"
		"L1I_CACHE_REFILL,BR_RETIRED");
	assert_int_equal(r->plan->passes, 1);
	assert_int_equal(alone(r, "STALL_SLOT_FRONTEND"), 1);
	request_free(r);
	/* Of an event without an erratum there is none. */
	r = ask("neoverse-n2", NULL, NULL, "STALL_SLOT_FRONTEND,L1D_CACHE");
	assert_true(together(r, "STALL_SLOT_FRONTEND", "CPU_CYCLES"));
	assert_int_equal(alone(r, "L1D_CACHE"), 0);
	request_free(r);
}
