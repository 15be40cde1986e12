/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor's and the level 2 caches' metrics, and what must hold of the
 * counts, from counts worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tally/session.h>

#include "program/program.h"
#include "record/file.h"
#include "report/report.h"
#include "run/keep.h"

/* A run that counted these; what is not named counted 0. */
struct count {
	const char *name;
	uint64_t count;
};

static struct request *request;
static struct record *record;
static struct run_facts facts;
static struct samples samples;
static const struct program program = { .path = "prog.elf" };
static struct target target = { .facts = { .name = "board:pb1176",
					   .simulated = true },
				.program = &program };
static const struct run_options options = { .target = &target,
					    .repeats = 1,
					    .drift_limit = 0.02 };

static int tear_down(void **state)
{
	(void)state;
	record_free(record);
	record = NULL;
	free(samples.count);
	free(samples.have);
	free(samples.late);
	free(samples.modelled);
	free(samples.class);
	memset(&facts, 0, sizeof(facts));
	memset(&samples, 0, sizeof(samples));
	request_free(request);
	request = NULL;
	return 0;
}

/* Anew, of what `samples` and `facts` hold. */
static void judge(void)
{
	record_free(record);
	record = run_keep(&samples, &facts);
	assert_non_null(record);
	assert_true(record_judge(record));
}

static unsigned event_of(const char *name)
{
	for (unsigned i = 0; i < request->events; i++)
		if (strcmp(request->event[i]->name, name) == 0)
			return i;
	fail_msg("%s is not counted", name);
	return 0;
}

static void run(const char *monitor, const char *metrics, const char *groups,
		const struct count *counted, unsigned counts)
{
	struct error err = { "" };
	const struct request_member member = {
		.monitor = catalog_monitor(monitor, &err),
	};
	const struct request_wish wish = { metrics, NULL, groups, 0 };
	unsigned cells;

	assert_non_null(member.monitor);
	(void)tear_down(NULL);
	request = request_make(&member, 1, &wish, &err);
	if (!request)
		fail_msg("%s", err.text);
	samples.request = request;
	samples.options = &options;
	samples.runs = request->plan->passes;
	samples.clock_hz = 100e6;
	cells = samples.runs * request->events;
	samples.count = calloc(cells, sizeof(*samples.count));
	samples.have = calloc(cells, sizeof(*samples.have));
	samples.late = calloc(samples.runs, sizeof(*samples.late));
	samples.modelled = calloc(request->events, sizeof(*samples.modelled));
	samples.class = calloc(request->events, sizeof(*samples.class));
	for (unsigned i = 0; i < cells; i++)
		samples.have[i] = true;
	for (unsigned i = 0; i < request->events; i++)
		samples.modelled[i] = true;
	for (unsigned i = 0; i < counts; i++)
		for (unsigned p = 0; p < samples.runs; p++)
			samples.count[p * request->events +
				      event_of(counted[i].name)] =
				counted[i].count;
	facts.windows = 1;
	judge();
}

#define RUN(monitor, metrics, groups, ...)                                     \
	do {                                                                   \
		static const struct count counted_[] = { __VA_ARGS__ };        \
		run(monitor, metrics, groups, counted_,                        \
		    sizeof(counted_) / sizeof(counted_[0]));                   \
	} while (0)

static const struct reading *metric_of(const char *name)
{
	for (unsigned i = 0; i < request->metrics; i++)
		if (strcmp(request->metric[i].name, name) == 0)
			return &record->metric[i].reading;
	fail_msg("%s was not asked for", name);
	return NULL;
}

/* The value of the formula, whatever it is shown in. */
static void assert_metric(const char *name, double wanted)
{
	double value = metric_of(name)->value;

	for (unsigned i = 0; i < record->metrics; i++)
		if (strcmp(record->metric[i].name, name) == 0)
			value /= record->metric[i].scale;
	if (value < wanted - 1e-9 || value > wanted + 1e-9)
		fail_msg("%s is %g, not %g", name, value, wanted);
	assert_int_equal(metric_of(name)->doubts, DOUBT_SIMULATED);
}

/* NULL: it was not checked. */
static const struct record_identity *identity_of(const char *id)
{
	for (unsigned i = 0; i < request->identities; i++)
		if (strcmp(request->identity[i].identity->id, id) == 0)
			return &record->identity[i];
	return NULL;
}

static unsigned broken(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < request->identities; i++)
		n += record->identity[i].broken;
	return n;
}

/*
 * The bus trace of DDI 0287B table 4-2, as far as it is public: idle, WB, NW1,
 * three beats more of INCR4, WB, WA, NR2, WS: 10 cycles; Wr 4, BurstIncr4 1, Rd
 * 1 (a SINGLE), WaitNonSeqBus 3, WaitNonSeqSlave 0, WaitTotal 4.
 */
static void the_worked_trace(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", NULL, "armd", { "CtTotalCyclesNonDebug", 10 },
	    { "CtArmdWr", 4 }, { "CtArmdRd", 1 }, { "CtArmdBurstIncr4", 1 },
	    { "CtArmdBurstSingle", 1 }, { "CtArmdWaitTotal", 4 },
	    { "CtArmdWaitNonSeqBus", 3 });
	assert_int_equal(request->plan->passes, 1);
	assert_metric("armd_wait_per_transfer", 4 / 5.0);
	assert_metric("armd_cycles_per_transfer", 9 / 5.0);
	assert_metric("armd_first_beat_latency", 3 / 2.0);
	assert_metric("armd_first_beat_fabric_share", 1);
	assert_metric("armd_first_beat_slave_share", 0);
	assert_metric("armd_later_beat_wait", 1 / 3.0);
	assert_metric("armd_occupancy", 9 / 10.0);
	assert_metric("armd_throughput", 5 / 10.0);
	assert_metric("armd_efficiency", 5 / 9.0);
	assert_metric("armd_burst_length", 5 / 2.0);
	assert_metric("armd_bytes_max", 20);
	assert_metric("armd_bytes_min", 4 * 4 + 1);
	assert_metric("armd_bandwidth_max", 20 * 100e6 / 10);
	assert_int_equal(broken(), 0);
	assert_true(identity_of("armd_beats")->checked);
	assert_true(identity_of("armd_beats")->value == 0);
	assert_true(identity_of("armd_time")->value == 1);
	assert_true(identity_of("armd_waits")->value == 1);
	/* No fill: the ratios have no value, and say whose divisor it is. */
	assert_true(metric_of("armd_dirty_evictions")->doubts &
		    DOUBT_UNDEFINED);
	assert_string_equal(metric_of("armd_dirty_evictions")->why,
			    "divides by 0: CtArmdLineFill");
}

/* 10 fills of 8 words, 5 half and 2 full lines back, walks of both kinds. */
static void caches_and_walks(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", NULL, "armd,armi", { "CtArmdLineFill", 10 },
	    { "CtArmdCastOut4", 5 }, { "CtArmdCastOut8", 2 },
	    { "CtArmdBurstIncr4", 6 }, { "CtArmdBurstIncr8", 3 },
	    { "CtArmdBurstSingle", 50 }, { "CtArmdPageWalkD", 4 },
	    { "CtArmdPageWalkI", 1 }, { "CtArmdRd", 80 + 20 },
	    { "CtArmdWr", 6 * 4 + 3 * 8 + 30 }, { "CtArmdRdApbDma", 5 },
	    { "CtArmdWrApbDma", 6 }, { "CtArmdRdApbCore", 7 },
	    { "CtArmdWrApbCore", 8 }, { "CtArmiLineFill", 2 },
	    { "CtArmiBurstIncr4", 3 }, { "CtArmiBurstSingle", 1 },
	    { "CtArmiRd", 1 + 12 + 16 }, { "CtTotalCyclesNonDebug", 1000 });
	assert_metric("armd_castouts", 7);
	assert_metric("armd_castout_bytes", 5 * 16 + 2 * 32);
	assert_metric("armd_dirty_evictions", 0.7);
	assert_metric("armd_line_fill_bytes", 320);
	assert_metric("armd_page_walks", 5);
	assert_metric("armd_data_walks_per_fill", 0.4);
	assert_metric("armd_inst_walks_per_fill", 0.5);
	assert_metric("armd_apb_share", 26 / 178.0);
	assert_metric("armd_apb_dma_share", 11 / 178.0);
	assert_metric("armd_apb_core_share", 15 / 178.0);
	assert_metric("armi_bytes", 4 * 29);
	assert_metric("armi_line_fills", 2);
	assert_metric("armi_bandwidth", 4 * 29 * 100e6 / 1000);
	assert_int_equal(broken(), 0);
}

static void dma_gxi_and_cycles(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", NULL, "dma0,gxi,cycles", { "CtDma0Rd", 60 },
	    { "CtDma0Wr", 40 }, { "CtDma0RdUart", 5 }, { "CtDma0WrUart", 5 },
	    { "CtDma0RdSci", 20 }, { "CtDma0WrSsp", 30 },
	    { "CtDma0BurstIncr", 50 }, { "CtGxiRd", 30 }, { "CtGxiWr", 10 },
	    { "CtGxiRdAddrWait", 60 }, { "CtGxiWrAddrWait", 5 },
	    { "CtGxiRdDataWait", 90 }, { "CtGxiPageChange", 4 },
	    { "CtTotalCycles", 400 }, { "CtTotalCyclesEn", 200 },
	    { "CtTotalCyclesNonDebug", 150 });
	assert_metric("dma0_uart_share", 0.1);
	assert_metric("dma0_sci_share", 0.2);
	assert_metric("dma0_ssp_share", 0.3);
	assert_metric("dma0_offchip_share", 0.4);
	assert_metric("gxi_read_request_wait", 2);
	assert_metric("gxi_write_wait", 0.5);
	assert_metric("gxi_read_data_wait", 3);
	assert_metric("gxi_page_change_rate", 0.1);
	assert_metric("gxi_bytes", 160);
	assert_metric("debug_cycles", 50);
	assert_metric("debug_share", 0.25);
	assert_metric("monitored_share", 0.5);
	assert_int_equal(broken(), 0);
}

/*
 * ARM-I: 10 INCR4 and 5 line fills are 80 beats.  A window's edges may cut a
 * burst of 8 each, so 80 +- 14 reads hold, and 95 and 65 do not.
 */
static void an_identity_breaks(void **state)
{
	const struct record_identity *r;

	(void)state;
#define READS(n)                                                               \
	RUN("arm926pxp-ahb", "armi_burst_length", NULL, { "CtArmiRd", n },     \
	    { "CtArmiBurstIncr4", 10 }, { "CtArmiLineFill", 5 })
	READS(80);
	r = identity_of("armi_beats");
	assert_true(r->checked && !r->broken && r->value == 0);
	READS(94);
	r = identity_of("armi_beats");
	assert_true(r->counted && !r->checked && !r->broken);
	assert_true(r->value == 14);
	assert_non_null(strstr(r->unjudged, "edges"));
	READS(95);
	r = identity_of("armi_beats");
	assert_true(r->checked && r->broken && r->value == 15);
	assert_null(r->unjudged);
	READS(66);
	assert_false(identity_of("armi_beats")->broken);
	READS(65);
	assert_true(identity_of("armi_beats")->broken);
#undef READS
}

static char *reported(bool (*print)(FILE *to, const struct record *r))
{
	static char text[262144];
	FILE *to = fmemopen(text, sizeof(text), "w");

	assert_non_null(to);
	assert_true(print(to, record));
	fclose(to);
	return text;
}

static bool as_text(FILE *to, const struct record *r)
{
	report_text(to, r, false, true);
	return !r->trusted;
}

static bool as_csv(FILE *to, const struct record *r)
{
	report_csv(to, r);
	return true;
}

/* Does it break by that much, judged where one condition holds? */
static bool judged(const char *id, enum condition when)
{
	const struct record_identity *r;

	facts.conditions = (struct catalog_state){ 0 };
	facts.conditions.holds[when] = true;
	judge();
	facts.conditions = (struct catalog_state){ 0 };
	r = identity_of(id);
	assert_true(r->counted);
	assert_true(r->checked == !r->unjudged && r->broken <= r->checked);
	return r->checked;
}

/*
 * A burst that the slave broke off, or that counters held over, has not the
 * beats of its name: that proves nothing, whatever the value is.  It excuses no
 * other layer's, and no identity that is not of whole bursts.
 */
static void a_cut_burst_proves_nothing(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", "armd_burst_length", "exp",
	    { "CtTotalCyclesNonDebug", 9 }, { "CtArmdLineFill", 30 },
	    { "CtExpBurstIncr16", 40 });
	assert_true(judged("armd_beats", WHEN_ALWAYS));
	assert_true(identity_of("armd_beats")->broken);
	assert_false(judged("armd_beats", WHEN_DEBUG_TRACKED));
	assert_false(judged("armd_beats", WHEN_BURST_BROKEN));
	assert_true(judged("exp_beats", WHEN_DEBUG_TRACKED));
	assert_true(identity_of("exp_beats")->broken);
	assert_false(judged("exp_beats", WHEN_BURST_BROKEN));
	assert_true(judged("armd_time", WHEN_DEBUG_TRACKED));
	assert_true(judged("exp_waits", WHEN_BURST_BROKEN));
	facts.conditions.holds[WHEN_DEBUG_TRACKED] = true;
	judge();
	assert_non_null(strstr(reported(as_text),
			       "not judged, armd_beats: DBGACK is tracked"));
	assert_non_null(strstr(reported(as_csv), "\r\nidentity,armd_beats,-240"
						 ",,,,,not_judged,\"DBGACK"));
	assert_non_null(strstr(reported(record_write),
			       "\"not_judged\": \"DBGACK is tracked"));
	facts.conditions.holds[WHEN_DEBUG_TRACKED] = false;
}

/* More waits on first beats than there are waits: no edge excuses that. */
static void an_inequality_breaks(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", "exp_first_beat_latency", NULL,
	    { "CtExpWaitTotal", 9 }, { "CtExpWaitNonSeqSlave", 4 },
	    { "CtExpWaitNonSeqBus", 6 }, { "CtExpBurstSingle", 1 });
	assert_true(identity_of("exp_waits")->broken);
	assert_true(identity_of("exp_waits")->value == -1);
	assert_int_equal(broken(), 1 + identity_of("exp_beats")->broken);
	/* 2 and 1: nothing is said of a layer that was not asked for. */
	assert_null(identity_of("dma1_waits"));
}

/* Every form of a report tells of it, and none is trusted. */
static void a_broken_one_is_reported(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", "exp_first_beat_latency", NULL,
	    { "CtExpWaitTotal", 9 }, { "CtExpWaitNonSeqSlave", 4 },
	    { "CtExpWaitNonSeqBus", 6 }, { "CtExpBurstSingle", 1 });
	assert_non_null(strstr(reported(as_text),
			       "BROKEN exp_waits: the wait states of first "
			       "transfers on EXP are no more"));
	assert_non_null(strstr(reported(as_text),
			       "0 of 1 identities of the counts hold\n"));
	assert_non_null(strstr(reported(as_csv),
			       "\r\nidentity,exp_waits,-1,,,,,broken,the wait "
			       "states of first transfers"));
	assert_non_null(strstr(reported(as_csv),
			       "\r\nidentity,exp_beats,-1,,,,,not_judged,no "));
	assert_non_null(strstr(reported(record_write), "\"identities\""));
	assert_non_null(strstr(reported(record_write), "\"holds\": false"));
	assert_non_null(strstr(reported(record_write), "\"trusted\": false"));
}

/* A count that is none breaks nothing. */
static void no_number_no_identity(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", "armi_burst_length", NULL, { "CtArmiRd", 95 });
	samples.modelled[event_of("CtArmiLineFill")] = false;
	judge();
	assert_false(identity_of("armi_beats")->checked);
	assert_false(identity_of("armi_beats")->broken);
}

/*
 * [DAI0195B 8]: misses "of all non-CP15 operations" may be more than the
 * cacheable accesses.  That is doubted, and no proof of a wrong count.
 */
static void more_misses_than_accesses(void **state)
{
	(void)state;
	RUN("arm1176", "dcache_miss_rate,dcache_hit_ratio", NULL,
	    { "dcache_miss", 120 }, { "dcache_access_cacheable", 100 });
	assert_int_equal(metric_of("dcache_miss_rate")->doubts,
			 DOUBT_SIMULATED | DOUBT_UNEXPECTED);
	assert_int_equal(metric_of("dcache_hit_ratio")->doubts,
			 DOUBT_SIMULATED | DOUBT_UNEXPECTED);
	assert_non_null(
		strstr(metric_of("dcache_hit_ratio")->why, "not cacheable"));
	assert_non_null(strstr(reported(record_write), "\"trusted\": true"));
	RUN("arm1176", "dcache_miss_rate", NULL, { "dcache_miss", 100 },
	    { "dcache_access_cacheable", 100 });
	assert_metric("dcache_miss_rate", 1);
}

/* [DAI0195B 9]; write-through is apart on the L210, and not known on L220. */
static void level_two(void **state)
{
	(void)state;
	RUN("l210", NULL, "reads,writes", { "IRREQ", 200 }, { "IRHIT", 150 },
	    { "DRREQ", 100 }, { "DRHIT", 90 }, { "DWREQ", 60 },
	    { "DWTREQ", 20 }, { "DWHIT", 40 }, { "WA", 6 }, { "CO", 3 });
	assert_metric("l2_inst_hit_ratio", 0.75);
	assert_metric("l2_data_read_hit_ratio", 0.9);
	assert_metric("l2_read_hit_ratio", 240 / 300.0);
	assert_metric("l2_inst_read_misses", 50);
	assert_metric("l2_data_write_hit_ratio", 0.5);
	assert_metric("l2_data_write_hit_ratio_wb", 40 / 60.0);
	assert_metric("l2_write_through_fraction", 0.25);
	assert_metric("l2_write_allocate_rate", 0.1);
	assert_metric("l2_castout_bytes", 48); /* half lines of 16 bytes */
	RUN("l220",
	    "l2_inst_hit_ratio,l2_write_through_fraction,"
	    "l2_write_through_fraction_split,l2_castout_bytes",
	    NULL, { "IRREQ", 200 }, { "IRHIT", 150 }, { "DWREQ", 60 },
	    { "DWTREQ", 20 }, { "CO", 3 });
	assert_metric("l2_inst_hit_ratio", 0.75);
	assert_metric("l2_write_through_fraction", 20 / 60.0);
	assert_metric("l2_write_through_fraction_split", 0.25);
	assert_metric("l2_castout_bytes", 96);
	/* More write-through writes than writes refute the first reading. */
	RUN("l220", "l2_write_through_fraction", NULL, { "DWREQ", 10 },
	    { "DWTREQ", 20 });
	assert_true(metric_of("l2_write_through_fraction")->doubts &
		    DOUBT_OUT_OF_BOUNDS);
}

static unsigned ledger_of(const char *name)
{
	return record->event[event_of(name)].ledger;
}

/* The ledger has events as they come, with no threshold and of every mode. */
static void what_the_ledger_has(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", "CtGxiRdAWaitThresholdHit:threshold=5/CtArmdRd",
	    NULL, { "CtArmdRd", 1 });
	assert_int_equal(ledger_of("CtArmdRd"), LEDGER_YES);
	assert_int_equal(ledger_of("CtGxiRdAWaitThresholdHit:threshold=5"),
			 LEDGER_FIRST_PASS);
	RUN("mpc8540", "TSEC1_RXBD_READ_LAT:threshold=64/CCB_CYCLES", NULL,
	    { "CCB_CYCLES", 1 });
	assert_int_equal(ledger_of("CCB_CYCLES"), LEDGER_YES);
	assert_int_equal(ledger_of("TSEC1_RXBD_READ_LAT:threshold=64"),
			 LEDGER_NO);
	RUN("mpc8540", "TSEC1_RXBD_READ_LAT:threshold=0/CCB_CYCLES", NULL,
	    { "CCB_CYCLES", 1 });
	assert_int_equal(ledger_of("TSEC1_RXBD_READ_LAT:threshold=0"),
			 LEDGER_YES);
	RUN("e500v1", "cycles:u/cycles", NULL, { "cycles:u", 1 });
	assert_int_equal(ledger_of("cycles:u"), LEDGER_NO);
}

/* A counter that stopped at its top: no number, nor a metric of it. */
static void saturated(void **state)
{
	(void)state;
	RUN("l220", "l2_inst_hit_ratio", NULL, { "IRREQ", 200 },
	    { "IRHIT", 150 });
	samples.count[event_of("IRREQ")] = TALLY_COUNT_LOST;
	judge();
	assert_true(record->event[event_of("IRREQ")].reading.doubts &
		    DOUBT_OVERFLOWED);
	assert_true(metric_of("l2_inst_hit_ratio")->doubts & DOUBT_OVERFLOWED);
	assert_string_equal(metric_of("l2_inst_hit_ratio")->why,
			    "IRREQ: its counter stopped at its top, and the "
			    "rest is lost");
}

/* Whatever is asked for, one pass; and every identity is about events. */
static void one_pass_for_all(void **state)
{
	(void)state;
	RUN("arm926pxp-ahb", "all", NULL, { "CtArmdRd", 0 });
	assert_int_equal(request->plan->passes, 1);
	assert_int_equal(request->identities,
			 request->member[0].monitor->identities);
	assert_int_equal(request->identities, 30);
	for (unsigned i = 0; i < request->identities; i++)
		assert_true(record->identity[i].checked);
	assert_int_equal(broken(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(the_worked_trace, tear_down),
		cmocka_unit_test_teardown(caches_and_walks, tear_down),
		cmocka_unit_test_teardown(dma_gxi_and_cycles, tear_down),
		cmocka_unit_test_teardown(an_identity_breaks, tear_down),
		cmocka_unit_test_teardown(a_cut_burst_proves_nothing,
					  tear_down),
		cmocka_unit_test_teardown(an_inequality_breaks, tear_down),
		cmocka_unit_test_teardown(a_broken_one_is_reported, tear_down),
		cmocka_unit_test_teardown(no_number_no_identity, tear_down),
		cmocka_unit_test_teardown(more_misses_than_accesses, tear_down),
		cmocka_unit_test_teardown(level_two, tear_down),
		cmocka_unit_test_teardown(what_the_ledger_has, tear_down),
		cmocka_unit_test_teardown(saturated, tear_down),
		cmocka_unit_test_teardown(one_pass_for_all, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
