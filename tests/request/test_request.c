/* SPDX-License-Identifier: MIT */
/*
 * What can be typed, of one monitor and of several: lists, names, settings, and
 * what is said of each that is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tally/session.h>

#include "failing_memory.h"
#include "request/list.h"
#include "request/request.h"

/* `monitors`: names with blanks between. */
static struct request *
wished(const char *monitors, const struct request_wish *wish, struct error *err)
{
	struct request_member member[REQUEST_MEMBERS + 1] = { { 0 } };
	char name[64];
	unsigned count = 0;

	*err = (struct error){ "" };
	while (catalog_word(&monitors, name, sizeof name)) {
		assert_in_range(count, 0, REQUEST_MEMBERS);
		member[count++].monitor = catalog_monitor(name, err);
		assert_non_null(member[count - 1].monitor);
	}
	return request_make(member, count, wish, err);
}

static struct request *made(const char *monitors, const char *metrics,
			    const char *events, struct error *err)
{
	const struct request_wish wish = { metrics, events, NULL, 0 };

	return wished(monitors, &wish, err);
}

static struct request *ask(const char *monitors, const char *metrics,
			   const char *events)
{
	struct error err;
	struct request *r = made(monitors, metrics, events, &err);

	if (!r)
		fail_msg("%s", err.text);
	return r;
}

struct refusal {
	const char *monitors, *events, *said;
};

static void refused(const struct refusal *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct error err;

		assert_null(made(list[i].monitors, NULL, list[i].events, &err));
		assert_string_equal(err.text, list[i].said);
	}
}

#define REFUSED(list) refused(list, sizeof(list) / sizeof((list)[0]))

static unsigned event_of(const struct request *r, const char *name)
{
	for (unsigned i = 0; i < r->events; i++)
		if (strcmp(r->event[i]->name, name) == 0)
			return i;
	fail_msg("there is no %s", name);
	return 0;
}

/* ---- lists --------------------------------------------------------------- */

static void a_list_is_taken_apart(void **state)
{
	static const char *const item[] = { "a", "{b, c}", "(d,{e,f})",
					    "`g,(h`", "i" };
	const char *at = "a , {b, c},\t(d,{e,f}),`g,(h`, i ";
	struct error err = { "" };

	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		char *one = list_next(&at, &err);

		assert_string_equal(one, item[i]);
		assert_int_equal(list_done(at), i == 4);
		free(one);
	}
	assert_null(list_next(&at, &err));
	assert_string_equal(err.text, "");
}

/* It is not at its end then, as it seems when there is no item. */
static void a_list_without_memory(void **state)
{
	const char *at = "a,b";
	struct error err = { "" };
	char *one;

	(void)state;
	memory_fails_at(1);
	assert_null(list_next(&at, &err));
	assert_true(memory_failed());
	assert_string_equal(err.text, "out of memory");
	assert_false(list_done(at));
	at = "b";
	memory_fails_at(1);
	assert_null(list_next(&at, &err));
	assert_true(memory_failed());
	assert_false(list_done(at));
	one = list_next(&at, &err);
	assert_string_equal(one, "b");
	free(one);
	assert_true(list_done(at));
}

#define EIGHT "(((((((("

static void lists_that_are_none(void **state)
{
	static const struct refusal list[] = {
		{ "arm1176", "cycles,,x",
		  "a list has an empty item; write a,b,c" },
		{ "arm1176", "cycles, ",
		  "a list has an empty item; write a,b,c" },
		{ "arm1176", "", "a list has an empty item; write a,b,c" },
		{ "arm1176", "{cycles", "'{cycles' lacks a '}'" },
		{ "arm1176", "{(cycles}", "'{(cycles}' lacks a ')'" },
		{ "arm1176", "`cycles)", "'`cycles)' lacks a '`'" },
		{ "arm1176", "{cycles}x",
		  "'{cycles}x': nothing may follow the '}'" },
		{ "arm1176", "{cycles,nothing}",
		  "arm1176 has no event nothing; `tally list events -m "
		  "arm1176` names them" },
		{ "arm1176", EIGHT EIGHT EIGHT EIGHT,
		  "'" EIGHT EIGHT EIGHT EIGHT "' lacks a ')'" },
		{ "arm1176", EIGHT EIGHT EIGHT EIGHT "(",
		  "'" EIGHT EIGHT EIGHT EIGHT
		  "(' is nested too deeply; take it apart" },
	};

	(void)state;
	REFUSED(list);
}

/* ---- names of several monitors ------------------------------------------- */

static void whose_name_it_is(void **state)
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

	(void)state;
	REFUSED(list);
}

static void several_monitors(void **state)
{
	struct request *r = ask("l210 l220 arm1176", "l2_inst_hit_ratio",
				"l220:DRHIT,core:br_exec,icache_miss");
	char text[160], *others = NULL;
	uint8_t order[REQUEST_MEMBERS];
	size_t size;
	FILE *to = open_memstream(&others, &size);
	unsigned event = event_of(r, "l220:DRHIT");

	(void)state;
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
static void names_that_two_share(void **state)
{
	struct request *r = ask("l210 l220", NULL, "l220:DRHIT,BWABT");

	(void)state;
	assert_int_equal(r->origin[event_of(r, "l220:DRHIT")].member, 1);
	assert_int_equal(r->origin[event_of(r, "BWABT")].member, 0);
	request_free(r);
}

/* Both can count it: the one whose name it is does, else nobody knows. */
static void names_that_mean_the_same(void **state)
{
	static const struct refusal list[] = {
		{ "e500v1 e500v2", "cycles",
		  "'cycles' is on several of the monitors; write "
		  "e500v1:cycles or e500v2:cycles" },
		/* What is before a colon is no setting for its '='. */
		{ "arm1176", "br_exec=:u",
		  "arm1176 has no event br_exec=:u; did you mean br_exec?" },
	};
	struct request *r = ask("e500v1 arm1176", NULL, "cycles");

	(void)state;
	assert_int_equal(r->origin[event_of(r, "cycles")].member, 1);
	request_free(r);
	REFUSED(list);
}

static void metrics_that_are_none(void **state)
{
	static const struct {
		const char *monitors, *metric, *said;
	} list[] = {
		{ "arm926pxp-ahb l220", "CtArmdBusy",
		  "arm926pxp-ahb cannot measure CtArmdBusy: these layers have "
		  "no BUSY transfers" },
		{ "arm1176", "1/2",
		  "'1/2' names no event to count; a formula is made of "
		  "events" },
		{ "arm1176", "cycles/nothing",
		  "cycles/nothing: arm1176 has no event nothing; `tally list "
		  "events -m arm1176` names them" },
		{ "arm1176", "br_exec",
		  "'br_exec' is an event, not a metric; ask for it with -e" },
		{ "arm1176", "cpj",
		  "arm1176 has no metric cpj; did you mean cpi?" },
		{ "arm1176 l220", "cpj",
		  "arm1176 and l220 have no metric cpj; did you mean cpi?" },
		{ "arm1176 l220", "zzzzzzzzzzzzzzzz",
		  "arm1176 and l220 have no metric zzzzzzzzzzzzzzzz; `tally "
		  "list metrics -m MONITOR` names them" },
		{ "arm1176 l220", "arm1176:cpj",
		  "arm1176 has no metric cpj; did you mean cpi?" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
		struct error err;

		assert_null(made(list[i].monitors, list[i].metric, NULL, &err));
		assert_string_equal(err.text, list[i].said);
	}
}

/* What is asked for twice is there once. */
static void metrics_asked_for_twice(void **state)
{
	struct request *r = ask("arm1176",
				"cpi,cpi,br_exec / cycles,"
				"br_exec / cycles",
				NULL);

	(void)state;
	assert_int_equal(r->metrics, 2);
	assert_string_equal(r->metric[0].name, "cpi");
	assert_string_equal(r->metric[1].name, "br_exec / cycles");
	request_free(r);
}

/* Whose events an identity is made of, and that those not asked for ride. */
static void identities_have_a_monitor(void **state)
{
	struct request *r = ask("l220 arm926pxp-ahb", NULL,
				"DRHIT,CtArmiRd,CtArmiLineFill");

	(void)state;
	assert_int_equal(r->identities, 1);
	assert_string_equal(r->identity[0].identity->id, "armi_beats");
	assert_int_equal(r->identity[0].member, 1);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(r->origin[r->identity[0].index[i]].member, 1);
	request_free(r);
}

/* A group is of each monitor that has one of its name. */
static void groups(void **state)
{
	static const struct request_wish both = { NULL, NULL, "overview", 0 };
	static const struct request_wish one = { NULL, NULL, "reads", 0 };
	static const struct request_wish none = { NULL, NULL, "reeds", 0 };
	static const struct request_wish far = { NULL, NULL, "zzzzzzzzzz", 0 };
	static const struct request_wish metric = { NULL, NULL, "cpi", 0 };
	struct error err;
	struct request *r = wished("arm1176 l220", &both, &err);

	(void)state;
	assert_non_null(r);
	assert_int_equal(r->metrics, 8 + 2);
	assert_false(r->metric[0].named);
	assert_int_equal(r->metric[9].member, 1);
	request_free(r);
	r = wished("arm1176 l220", &one, &err);
	assert_non_null(r);
	assert_int_equal(r->metrics, 5);
	request_free(r);
	assert_null(wished("arm1176 l220", &none, &err));
	assert_string_equal(err.text, "arm1176 and l220 have no group reeds; "
				      "did you mean reads?");
	assert_null(wished("arm1176 l220", &far, &err));
	assert_string_equal(err.text,
			    "arm1176 and l220 have no group zzzzzzzzzz; `tally "
			    "list groups -m MONITOR` names them");
	assert_null(wished("arm1176 l220", &metric, &err));
	assert_string_equal(err.text, "cpi is a metric, not a group: -M cpi");
}

/* Three counters; the next monitor's are numbered from 4. */
static void counters_begin_even(void **state)
{
	struct request *r = ask("arm1176 l220", NULL, "cycles,l220:CO");
	char text[160];

	(void)state;
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

/* A pass with an instruction count and one cache event; 2 event counters. */
static void names_that_are_known(void **state)
{
	struct error err;
	const struct request_member member = {
		.monitor = catalog_monitor("arm1176", &err),
	};
	const struct request_wish many = { NULL,
					   "icache_miss,dcache_miss,br_exec",
					   NULL, 1 };
	const struct request_wish none = { NULL, "nothing", NULL, 0 };

	(void)state;
	assert_null(request_make(&member, 1, &many, &err));
	assert_true(request_known(&member, 1, &many));
	assert_false(request_known(&member, 1, &none));
	assert_false(request_known(&member, 0, &many));
	assert_false(request_known(&member, REQUEST_MEMBERS + 1, &many));
}

/* ---- counters ------------------------------------------------------------ */

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
static void counters_of_a_document(void **state)
{
	struct request *r = ask("mpc8540", "l2_core_miss_rate", NULL);

	(void)state;
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
}

/* Every counter but the clock's takes a code that no table has. */
static void counters_of_a_bare_code(void **state)
{
	struct request *r = ask("mpc8540", NULL, "0x33");

	(void)state;
	assert_int_equal(r->event[event_of(r, "0x33")]->counters, 0x1FE);
	request_free(r);
}

/* ---- settings of an event ------------------------------------------------ */

#define LATENCY "TSEC1_RXBD_READ_LAT"
#define KEYS                                                                   \
	": settings of an event are threshold=, burst=, gap=, distance=, "     \
	"start= and stop="
#define WAITS                                                                  \
	": a counter and what of it is waited for, as in start=pmc0.change "   \
	"or stop=pmc0.overflow"

static void settings(void **state)
{
	static const struct refusal list[] = {
		{ "mpc8540", LATENCY ":speed=3", "'speed=3'" KEYS },
		{ "mpc8540", LATENCY ":threshold_and_more=3",
		  "'threshold_and_more=3'" KEYS },
		{ "mpc8540", LATENCY ":burst=32",
		  "'burst=32': a number, 0 to 31" },
		{ "mpc8540", LATENCY ":gap=32", "'gap=32': a number, 0 to 31" },
		{ "mpc8540", LATENCY ":distance=65536",
		  "'distance=65536': a number, 0 to 65535" },
		{ "mpc8540", LATENCY ":threshold=-1",
		  "'threshold=-1': a number, 0 to 65535" },
		{ "mpc8540", LATENCY ":threshold=5x",
		  "'threshold=5x': a number, 0 to 65535" },
		{ "mpc8540",
		  LATENCY ":threshold=", "'threshold=': a number, 0 to 65535" },
		{ "mpc8540", LATENCY ":start=pmc9", "'start=pmc9'" WAITS },
		{ "mpc8540", LATENCY ":stop=pmc2.end",
		  "'stop=pmc2.end'" WAITS },
		{ "mpc8540", LATENCY ":stop=a_name_of_sixteen",
		  "'stop=a_name_of_sixteen'" WAITS },
		/* 0 to 63, times a power of two to 128. */
		{ "mpc8540", LATENCY ":threshold=65",
		  "'" LATENCY ":threshold=65': mpc8540 has no such threshold, "
		  "but 64 and 66" },
		{ "mpc8540", LATENCY ":threshold=129",
		  "'" LATENCY ":threshold=129': mpc8540 has no such threshold, "
		  "but 128 and 132" },
		{ "mpc8540", LATENCY ":threshold=8065",
		  "'" LATENCY ":threshold=8065': the largest threshold of "
		  "mpc8540 is 8064" },
		{ "mpc8540", LATENCY ":start=pmc2",
		  "'" LATENCY ":start=pmc2:threshold=0' waits for pmc2, which "
		  "counts nothing in its pass; put an event that is on pmc2 "
		  "beside it in braces" },
		{ "arm1176", "br_exec:threshold=3",
		  "'br_exec:threshold=3': arm1176 counts its events as they "
		  "come; leave out what is behind the colon" },
	};

	(void)state;
	REFUSED(list);
}

static void settings_are_taken(void **state)
{
	static const char event[] =
		LATENCY ":threshold=64:distance=2:burst=31:gap=31:"
			"start=pmc2:stop=PMC2.overflow";
	char text[256];
	struct request *r;

	(void)state;
	snprintf(text, sizeof text, "{SE:C2:59,%s}", event);
	r = ask("mpc8540", NULL, text);
	for (unsigned i = 0; i < r->events; i++) {
		const struct tally_refine *e = r->event[i]->refine;

		if (strncmp(r->event[i]->name, LATENCY, strlen(LATENCY)) != 0) {
			assert_true(refine_plain(e));
			continue;
		}
		assert_false(refine_plain(e));
		assert_int_equal(e->threshold, 64);
		assert_int_equal(e->distance, 2);
		assert_int_equal(e->burst, 31);
		assert_int_equal(e->gap, 31);
		assert_int_equal(e->start, 2 + TALLY_ON_CHANGE);
		assert_int_equal(e->stop, 2 + TALLY_ON_OVERFLOW);
	}
	request_free(r);
}

/*
 * What waits on the gateway's interface has one threshold register for four
 * counters: two values of it need two passes.
 */
static void thresholds_in_one_register(void **state)
{
	static const struct {
		const char *events;
		unsigned passes;
	} row[] = {
		{ "CtGxiRdAWaitThresholdHit:threshold=5,"
		  "CtGxiWrAWaitThresholdHit:threshold=5",
		  1 },
		{ "CtGxiRdAWaitThresholdHit:threshold=5,"
		  "CtGxiWrAWaitThresholdHit:threshold=6",
		  2 },
		{ "CtGxiRdAWaitThresholdHit:threshold=5,"
		  "CtExpWaitThresholdHit:threshold=6",
		  1 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct request *r = ask("arm926pxp-ahb", NULL, row[i].events);

		assert_int_equal(r->plan->passes, row[i].passes);
		request_free(r);
	}
}

/* Modes, and counters chained to pairs, where a monitor has none. */
static void levels_and_pairs(void **state)
{
	static const struct refusal list[] = {
		{ "arm1176", "cycles:u",
		  "'cycles:u': arm1176 counts in every mode and cannot tell "
		  "user from kernel; leave out ':u'" },
		{ "arm1176", "br_exec:w",
		  "'br_exec:w': the counters of arm1176 cannot be chained to "
		  "pairs; leave out the 'w'" },
		{ "pmuv3/cortex-a53", "cycles:m",
		  "'cycles:m': pmuv3/cortex-a53 cannot tell that; leave out "
		  "':m', or ask for u, k, h" },
		{ "e500v1", "cycles:h",
		  "'cycles:h': e500v1 cannot tell that; leave out ':h', or ask "
		  "for u, k, m, n" },
		{ "pmuv3/cortex-a53", "cycles:w",
		  "'cycles:w': the cycle counter has 64 bits anyway; leave out "
		  "the 'w'" },
	};

	(void)state;
	REFUSED(list);
}

/* ---- without memory ------------------------------------------------------ */

/* One event, so many times; the caller frees it. */
static char *repeated(unsigned count)
{
	char *list = calloc(count, 3);

	assert_non_null(list);
	for (unsigned i = 0; i < 3 * count - 1; i++)
		list[i] = "r7,"[i % 3];
	return list;
}

static void more_than_can_be_planned(void **state)
{
	(void)state;
	for (unsigned count = PLAN_SETS_MAX; count <= PLAN_SETS_MAX + 1;
	     count++) {
		struct error err = { "" };
		char *list = repeated(count);
		struct request *r = made("arm1176", NULL, list, &err);

		if (count == PLAN_SETS_MAX)
			assert_non_null(r);
		else
			assert_null(r);
		assert_string_equal(err.text,
				    r ? ""
				      : "more than 65534 metrics and events "
					"were asked for; ask for less at once");
		request_free(r);
		free(list);
	}
}

/* Whichever allocation finds none, the request is refused for that, or for what
 * could not be looked up without it. */
static void without_memory(void **state)
{
	static const struct {
		const char *monitors, *metrics, *events;
	} row[] = {
		{ "arm1176", "cpi,br_exec / instr_exec",
		  "{icache_miss,dcache_miss},cycles" },
		{ "e500v1 mpc8540", "mpc8540:core_cycles", "e500v1:cycles" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		unsigned nth = 0;
		bool failed = true;

		while (failed) {
			struct error err = { "" };
			struct request *r;

			memory_fails_at(++nth);
			r = made(row[i].monitors, row[i].metrics, row[i].events,
				 &err);
			failed = memory_failed();
			if (!r && (!failed || !err.text[0]))
				fail_msg("%u, allocation %u: %s", i, nth,
					 err.text);
			request_free(r);
		}
		assert_true(nth > 10);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_is_taken_apart),
		cmocka_unit_test(a_list_without_memory),
		cmocka_unit_test(lists_that_are_none),
		cmocka_unit_test(whose_name_it_is),
		cmocka_unit_test(several_monitors),
		cmocka_unit_test(names_that_two_share),
		cmocka_unit_test(names_that_mean_the_same),
		cmocka_unit_test(metrics_that_are_none),
		cmocka_unit_test(metrics_asked_for_twice),
		cmocka_unit_test(identities_have_a_monitor),
		cmocka_unit_test(groups),
		cmocka_unit_test(counters_begin_even),
		cmocka_unit_test(names_that_are_known),
		cmocka_unit_test(counters_of_a_document),
		cmocka_unit_test(counters_of_a_bare_code),
		cmocka_unit_test(settings),
		cmocka_unit_test(settings_are_taken),
		cmocka_unit_test(thresholds_in_one_register),
		cmocka_unit_test(levels_and_pairs),
		cmocka_unit_test(more_than_can_be_planned),
		cmocka_unit_test(without_memory),
	};

	return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
