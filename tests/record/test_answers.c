/* SPDX-License-Identifier: MIT */
/*
 * The counts of a record answer questions, and a sentence comes of that; every
 * share is worked out by hand.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "record/document/headline_json.h"
#include "record/headline.h"
#include "test.h"

enum { MOST = 16 };

#define MISSES                                                                 \
	"60 % of cycles wait for data, on average at most 20 for each of "     \
	"3,000 data cache misses; the result of a load that hits or of a "     \
	"multiplication counts here, too"
#define FETCHES                                                                \
	"; cache misses, micro-TLB misses and mispredicted branches all "      \
	"count here"

static struct record_monitor monitor[2];
static struct record_event event[MOST];
static struct record *r;
static struct headline h;

static int set_up(void **state)
{
	(void)state;
	r = record_new();
	assert_non_null(r);
	memset(monitor, 0, sizeof monitor);
	r->monitor = monitor;
	r->monitors = 1;
	r->event = event;
	r->passes = 1;
	r->trusted = true;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	record_free(r);
	return 0;
}

static struct record_event *counted(const char *name, double count)
{
	struct record_event *e = &event[r->events++];

	assert_in_range(r->events, 1, MOST);
	*e = (struct record_event){
		.name = name,
		.row = name,
		.reading = { .value = count, .count = record_whole(count) },
	};
	return e;
}

/* An event that counts for several reasons says so. */
#define TOO                                                                    \
	"; the result of a load that hits or of a multiplication counts "      \
	"here, too"

/* An ARM1176 with 100,000 cycles and 50,000 instructions. */
static void arm1176(void)
{
	monitor[0].name = "arm1176";
	r->events = 0;
	(void)counted("cycles", 100000);
	(void)counted("instr_exec", 50000);
}

static void says(enum headline_kind kind, const char *text)
{
	memset(&h, 0xff, sizeof h);
	assert_true(headline_of(r, &h));
	assert_string_equal(h.text, text);
	assert_int_equal(h.kind, kind);
}

#define CASE(name) TEST_WITH(name, set_up, tear_down)

/* 60,000 of 100,000 cycles; shared out among 3,000 misses they are 20 each at
 * most. */
CASE(a_share_and_its_cause)
{
	arm1176();
	counted("ddep_stall", 60000)->reading.class = CLASS_MODELLED;
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
	assert_null(h.cause.question);
	assert_int_equal(h.main.class, CLASS_MODELLED);
	assert_false(h.complete);
	(void)counted("dcache_miss", 3000);
	says(HEADLINE_SHARE, MISSES);
	assert_string_equal(h.main.question->id, "data");
	assert_float_equal(h.main.share, 0.6, 1e-9);
	assert_int_equal(h.main.class, CLASS_MODELLED);
	assert_float_equal(h.cause.value, 60, 1e-9);
	assert_int_equal(h.cause.class, CLASS_EXACT);
	assert_float_equal(h.at_most, 20, 1e-9);
	assert_true(h.each <= 0);
	assert_null(h.each_source);
	assert_false(h.complete);
	/* A count that is not to be trusted answers nothing. */
	event[3].reading.doubts = DOUBT_UNTRUSTED;
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
	event[3].reading.doubts = DOUBT_NOT_COUNTED;
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
	event[3].reading.doubts = DOUBT_SIMULATED;
	event[3].name = "dcache_miss:u";
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
	event[3].name = "arm1176:dcache_miss";
	says(HEADLINE_SHARE, MISSES);
}

/* All that stands below was counted, and none of it is often. */
CASE(what_is_left_of_a_share)
{
	static const char data[] = "60 % of cycles wait for data" TOO;

	arm1176();
	(void)counted("ddep_stall", 60000);
	(void)counted("dcache_miss", 3);
	says(HEADLINE_SHARE, data);
	assert_false(h.complete);
	(void)counted("dcache_access", 1000);
	(void)counted("dcache_access_cacheable", 1000);
	says(HEADLINE_SHARE,
	     "60 % of cycles wait for data; nothing counted beside it stands "
	     "out, and the result of a load that hits or of a multiplication "
	     "counts here, too");
	assert_true(h.complete);
	assert_null(h.cause.question);
	/* With half of the accesses not cacheable there is a cause again. */
	event[5].reading.value = 500;
	says(HEADLINE_SHARE,
	     "60 % of cycles wait for data; data accesses that are not "
	     "cacheable stand out (noncacheable_share is 50 %), and no event "
	     "tells their part in it; the result of a load that hits or of a "
	     "multiplication counts here, too");
	assert_true(h.complete);
	assert_true(h.at_most <= 0);
}

/* The one that is further beyond its threshold is told; that all cycles were
 * for it bounds what each took, whatever else stands out. */
CASE(two_causes)
{
	arm1176();
	(void)counted("ibuf_stall", 50000);
	(void)counted("icache_miss", 2000);
	(void)counted("itlb_miss", 1000);
	says(HEADLINE_SHARE,
	     "50 % of cycles wait for instructions, on average at most 25 for "
	     "each of 2,000 instruction cache misses or 50 for each of 1,000 "
	     "instruction micro-TLB misses, which nothing that was counted "
	     "separates" FETCHES);
	assert_float_equal(h.at_most, 25, 1e-9);
	event[4].reading.value = 3000;
	says(HEADLINE_SHARE,
	     "50 % of cycles wait for instructions, on average at most 17 for "
	     "each of 3,000 instruction micro-TLB misses or 25 for each of "
	     "2,000 instruction cache misses, which nothing that was counted "
	     "separates" FETCHES);
	event[3].reading.value = 3;
	says(HEADLINE_SHARE,
	     "50 % of cycles wait for instructions, on average at most 17 for "
	     "each of 3,000 instruction micro-TLB misses" FETCHES);
}

#define BRANCHES                                                               \
	"at least 20 % of cycles go into 5,000 mispredicted branches: "        \
	"DAI0195B 4 gives 4.0 cycles for each, and no event counts them"

/* 5,000 branches at 4 cycles are 20,000 of 100,000. */
CASE(what_a_document_says_of_a_cost)
{
	arm1176();
	(void)counted("br_mispredict", 5000);
	says(HEADLINE_SHARE,
	     BRANCHES "; for the rest nothing of what was counted stands out");
	assert_string_equal(h.each_source, "DAI0195B 4");
	assert_float_equal(h.each, 4, 1e-9);
	assert_float_equal(h.main.share, 0.2, 1e-9);
	(void)counted("ddep_stall", 19000);
	says(HEADLINE_SHARE, BRANCHES "; 19 % of cycles wait for data, too");
	event[3].reading.value = 21000;
	says(HEADLINE_SHARE, "21 % of cycles wait for data" TOO
			     "; 100 mispredicted branches per 1000 "
			     "instructions stand out, too");
}

/* A core with two cycles an instruction says this beside its rates. */
#define UNTOLD "; an instruction takes 2.0 cycles, and " NONE
#define NONE                                                                   \
	"none of these events tells of waits for a multiplication, a "         \
	"division, a load that hits or other arithmetic"

/* How often, and by nothing that was counted how long. */
CASE(rates)
{
	monitor[0].name = "pmuv3/cortex-a72";
	(void)counted("cycles", 100000);
	(void)counted("INST_RETIRED", 50000);
	(void)counted("L1D_CACHE_REFILL", 1000);
	(void)counted("BR_MIS_PRED", 600);
	says(HEADLINE_RATE,
	     "20 data cache misses per 1000 instructions and 12 branches "
	     "mispredicted or not predicted per 1000 instructions stand out; "
	     "no event that was counted tells their time" UNTOLD);
	assert_true(h.main.share < 0);
	event[2].reading.value = 490;
	event[3].reading.value = 497.4;
	says(HEADLINE_REST, "an instruction takes 2.0 cycles, and nothing of "
			    "what was counted stands out; " NONE);
	event[3].reading.value = 500;
	says(HEADLINE_RATE,
	     "10 branches mispredicted or not predicted per 1000 instructions "
	     "stand out; no event that was counted tells their time" UNTOLD);
	/* A share that is none of cycles. */
	arm1176();
	event[1].reading.value = 80000;
	(void)counted("dcache_access", 1000);
	(void)counted("dcache_access_cacheable", 500);
	says(HEADLINE_RATE,
	     "data accesses that are not cacheable (noncacheable_share is 50 "
	     "%) stand out; no event that was counted tells their time");
	/* Without an access none is anything. */
	event[2].reading.value = event[3].reading.value = 0;
	says(HEADLINE_CLEAR, "nothing of what was counted stands out");
}

/* Of what has no share the one is told first that is furthest beyond its
 * threshold: three times 2 of 1000 is more than twice 10 of them. */
CASE(rates_beyond_their_thresholds)
{
	monitor[0].name = "pmuv3/cortex-a72";
	(void)counted("cycles", 100000);
	(void)counted("INST_RETIRED", 50000);
	(void)counted("L1D_CACHE_REFILL", 1000);
	(void)counted("L1D_TLB_REFILL", 300);
	says(HEADLINE_RATE,
	     "6.0 data TLB misses per 1000 instructions and 20 data cache "
	     "misses per 1000 instructions stand out; no event that was "
	     "counted tells their time" UNTOLD);
	event[3].reading.value = 190;
	says(HEADLINE_RATE,
	     "20 data cache misses per 1000 instructions and 3.8 data TLB "
	     "misses per 1000 instructions stand out; no event that was "
	     "counted tells their time" UNTOLD);
	event[3].reading.value = 50;
	says(HEADLINE_RATE,
	     "20 data cache misses per 1000 instructions stand out; no event "
	     "that was counted tells their time" UNTOLD);
}

/* A tenth of the cycles is much, and less is not. */
CASE(at_the_threshold)
{
	arm1176();
	event[1].reading.value = 80000;
	(void)counted("ddep_stall", 10000);
	says(HEADLINE_SHARE,
	     "10 % of cycles wait for data" TOO
	     "; for the other 90 % nothing of what was counted stands out");
	event[2].reading.value = 9999;
	says(HEADLINE_CLEAR, "nothing of what was counted stands out: at most "
			     "10 % of cycles wait for data");
	event[2].reading.value = 9949;
	says(HEADLINE_CLEAR, "nothing of what was counted stands out: at most "
			     "9.9 % of cycles wait for data");
	assert_false(h.complete);
}

/* The largest share is told, of whichever question. */
CASE(nothing_stands_out)
{
	arm1176();
	event[1].reading.value = 99000;
	(void)counted("ddep_stall", 900);
	(void)counted("lsu_full_stall", 100);
	(void)counted("ibuf_stall", 800);
	(void)counted("br_mispredict", 10);
	(void)counted("main_tlb_miss", 1);
	(void)counted("dtlb_miss", 1);
	says(HEADLINE_CLEAR, "nothing stands out: at most 0.9 % of cycles wait "
			     "for data");
	assert_true(h.complete);
	event[4].reading.value = 1100;
	says(HEADLINE_CLEAR, "nothing stands out: at most 1.1 % of cycles wait "
			     "for instructions");
	event[1].reading.value = 40000;
	says(HEADLINE_REST,
	     "an instruction takes 2.5 cycles, and nothing stands out");
	assert_string_equal(h.main.question->id, "rest");
	event[0].reading.value = 40000.0 * 15;
	says(HEADLINE_REST,
	     "an instruction takes 15 cycles, and nothing stands out");
	event[6].reading.doubts = DOUBT_OVERFLOWED;
	says(HEADLINE_REST, "an instruction takes 15 cycles, and nothing of "
			    "what was counted stands out");
}

CASE(slots)
{
	monitor[0].name = "pmuv3/neoverse-n2";
	(void)counted("cycles", 1000);
	(void)counted("INST_RETIRED", 1000);
	(void)counted("OP_RETIRED", 900);
	(void)counted("OP_SPEC", 1000);
	(void)counted("BR_MIS_PRED", 0);
	(void)counted("STALL_SLOT", 3000);
	(void)counted("STALL_SLOT_FRONTEND", 500);
	(void)counted("STALL_SLOT_BACKEND", 2500);
	(void)counted("L1D_CACHE_REFILL", 50);
	/* Slots are no cycles: nothing is shared out. */
	says(HEADLINE_SHARE,
	     "50 % of slots are left empty by the backend; 50 data cache "
	     "misses stand out, and no event tells their part in it; whatever "
	     "else keeps the backend from taking operations counts here, too");
	assert_string_equal(question_of(h.main.question), "slots");
	event[5].reading.value = 500;
	event[6].reading.value = event[7].reading.value = 250;
	says(HEADLINE_CLEAR,
	     "nothing stands out: at most 81 % of slots retire operations");
}

CASE(a_bus)
{
	monitor[0].name = "arm926pxp-ahb";
	(void)counted("CtArmdRd", 20);
	(void)counted("CtArmdWr", 10);
	(void)counted("CtArmdWaitTotal", 30);
	(void)counted("CtTotalCyclesNonDebug", 100);
	/* A wait state is one of the cycles that it has the bus. */
	says(HEADLINE_SHARE, "60 % of bus cycles have ARM-D, the core's data "
			     "side, busy; 30 of these are wait states of "
			     "ARM-D");
	/* As an answer alone: of a share, and of a rate with its count. */
	{
		char text[256];

		answer_say(&h.main, text, sizeof text);
		assert_string_equal(text, "60 % of bus cycles have ARM-D, the "
					  "core's data side, busy");
		answer_say(&h.cause, text, sizeof text);
		assert_non_null(strstr(text, "30 wait states of ARM-D: "
					     "armd_wait_per_transfer is 1.0"));
	}
	/* Both sides are told, and leave a part of the time: no less is what
	 * the core spends by itself. */
	(void)counted("CtArmiRd", 5);
	(void)counted("CtArmiWaitTotal", 5);
	says(HEADLINE_SHARE,
	     "60 % of bus cycles have ARM-D, the core's data side, busy; 30 of "
	     "these are wait states of ARM-D; at least 30 % of the time the "
	     "core waits for no transfer, and issues, or waits by itself, as "
	     "for branches, multiplications or loads that hit, of which no "
	     "event of its bus tells");
}

/* Neither a record that is not to be trusted, nor one without an answer. */
CASE(no_answer)
{
	arm1176();
	says(HEADLINE_NONE, "");
	assert_true(h.main.share < 0);
	snprintf(r->verdict.why, sizeof r->verdict.why, "it rains");
	r->trusted = false;
	says(HEADLINE_UNTRUSTED, "not to be trusted: it rains");
	assert_true(h.main.share < 0);
	assert_null(h.main.question);
	snprintf(r->verdict.why, sizeof r->verdict.why,
		 "cpi is not to be trusted: it rains");
	says(HEADLINE_UNTRUSTED, "cpi is not to be trusted: it rains");
	r->trusted = true;
	monitor[0].name = "of nobody";
	says(HEADLINE_NONE, "");
}

/* Of passes that drifted apart nothing is combined. */
CASE(passes_that_drifted)
{
	arm1176();
	(void)counted("ddep_stall", 60000);
	r->passes = 2;
	r->drift = r->drift_limit = 0.02;
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
	r->drift = 0.021;
	says(HEADLINE_NONE, "");
	r->passes = 1;
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
}

/* The first one that has questions; counts of another monitor answer none. */
CASE(two_monitors)
{
	arm1176();
	monitor[0].name = "l220";
	monitor[1].name = "arm1176";
	r->monitors = 2;
	(void)counted("ddep_stall", 60000);
	says(HEADLINE_NONE, "");
	for (unsigned i = 0; i < r->events; i++)
		event[i].monitor = 1;
	says(HEADLINE_SHARE, "60 % of cycles wait for data" TOO);
	event[2].monitor = 0;
	says(HEADLINE_NONE, "");
}

/* As many as a counter of 64 bits can have. */
CASE(large_counts)
{
	arm1176();
	event[0].reading.value = event[1].reading.value = 0x1.8p63;
	(void)counted("br_mispredict", 0x1.8p59);
	says(HEADLINE_SHARE,
	     "at least 25 % of cycles go into 864,691,128,455,135,232 "
	     "mispredicted branches: DAI0195B 4 gives 4.0 cycles for each, and "
	     "no event counts them; for the rest nothing of what was counted "
	     "stands out");
	/* More than there are cannot be theirs. */
	event[2].reading.value = 0x1.8p63;
	says(HEADLINE_RATE,
	     "1000 mispredicted branches per 1000 instructions stand out; no "
	     "event that was counted tells their time");
}

/* Makes a share of cycles and a rate under it both stand out. */
static void stand_out(struct answers *a, unsigned share, unsigned rate)
{
	for (unsigned i = 0; i < a->count; i++)
		a->answer[i].word = ANSWER_NO;
	a->cycles = 100000;
	a->answer[share].word = a->answer[rate].word = ANSWER_YES;
	a->answer[share].asked = a->answer[rate].asked = true;
	a->answer[share].share = 0.6;
	a->answer[rate].counted = a->answer[rate].question->event[0];
	a->answer[rate].count = 3000;
}

/* Whatever stands out below a stall, it is called no cause of all of it. */
static void look_at(const struct catalog_monitor *m, unsigned share,
		    unsigned rate)
{
	const struct catalog_question *q = &m->question[share];
	const struct catalog_question *below = &m->question[rate];
	struct answers a;

	answers_begin(&a, m);
	stand_out(&a, share, rate);
	headline_from(&a, &h);
	assert_ptr_equal(h.cause.question, below);
	assert_null(strstr(h.text, "cycles each"));
	assert_null(strstr(h.text, ": "));
	assert_non_null(strstr(h.text, q->also));
	if (q->kind == QUESTION_SHARE && below->event[0]) {
		assert_non_null(strstr(h.text, "on average at most 20 for "
					       "each of 3,000 "));
		assert_float_equal(h.at_most, 20, 1e-9);
	} else if (q->kind != QUESTION_BUS) {
		assert_non_null(strstr(h.text, "and no event tells their part "
					       "in it"));
	}
}

CASE(no_cause_is_made_up)
{
	unsigned monitors, looked = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&monitors);

	for (unsigned i = 0; i < monitors; i++)
		for (unsigned k = 0; k < all[i]->questions; k++)
			for (unsigned b = k + 1; b < all[i]->questions; b++) {
				const struct catalog_question *q =
					&all[i]->question[k];

				if (q->kind == QUESTION_RATE ||
				    q->kind == QUESTION_WORK ||
				    all[i]->question[b].kind != QUESTION_RATE ||
				    strcmp(all[i]->question[b].under, q->id))
					continue;
				look_at(all[i], k, b);
				looked++;
			}
	assert_true(looked > monitors);
}

/* A cost that a document tells of is a least cost of any monitor, and the
 * document is named. */
CASE(a_cost_is_called_the_least)
{
	unsigned monitors, looked = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&monitors);

	for (unsigned i = 0; i < monitors; i++)
		for (unsigned k = 0; k < all[i]->questions; k++) {
			const struct catalog_question *q = &all[i]->question[k];
			struct answers a;

			if (q->kind != QUESTION_RATE || q->cycles <= 0)
				continue;
			answers_begin(&a, all[i]);
			stand_out(&a, k, k);
			headline_from(&a, &h);
			assert_memory_equal(h.text, "at least ", 9);
			assert_non_null(strstr(h.text, q->cycles_source));
			assert_null(strstr(h.text, "other"));
			looked++;
		}
	assert_true(looked);
}

CASE(as_a_document)
{
	json_t *object, *one;

	arm1176();
	(void)counted("ddep_stall", 60000);
	(void)counted("dcache_miss", 3000);
	says(HEADLINE_SHARE, MISSES);
	object = headline_json(&h);
	assert_non_null(object);
	assert_string_equal(json_string_value(json_object_get(object, "kind")),
			    "share");
	assert_float_equal(
		json_number_value(json_object_get(object, "cycles_at_most")),
		20, 1e-9);
	assert_true(json_is_null(json_object_get(object, "cycles_each")));
	assert_true(json_is_null(json_object_get(object, "cycles_source")));
	assert_true(json_is_false(json_object_get(object, "complete")));
	one = json_object_get(object, "main");
	assert_float_equal(json_number_value(json_object_get(one, "share")),
			   0.6, 1e-9);
	assert_string_equal(json_string_value(json_object_get(one, "of")),
			    "cycles");
	assert_true(json_is_null(json_object_get(one, "count")));
	one = json_object_get(object, "cause");
	assert_true(json_is_null(json_object_get(one, "share")));
	assert_float_equal(json_number_value(json_object_get(one, "count")),
			   3000, 1e-9);
	assert_string_equal(json_string_value(json_object_get(one, "class")),
			    "exact");
	json_decref(object);
	r->events = 2;
	says(HEADLINE_NONE, "");
	object = headline_json(&h);
	assert_true(json_is_null(json_object_get(object, "text")));
	assert_true(json_is_null(json_object_get(object, "main")));
	json_decref(object);
}
