/* SPDX-License-Identifier: MIT */
/*
 * Counts are held against identities of theirs, and the board's ledger.
 */
#include <string.h>

#include "counted_fixture.h"
#include "record/document/file.h"
#include "report/report.h"
#include "test.h"

/*
 * ARM-I: 10 INCR4 and 5 line fills are 80 beats.  A window's edges may cut a
 * burst of 8 each, so 80 +- 14 reads hold, and 95 and 65 do not.
 */
CASE(an_identity_breaks)
{
	const struct record_identity *r;

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
CASE(a_cut_burst_proves_nothing)
{
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
	/* On which layer is known: another's proves what it proved before. */
	facts.layers = 1 << 0 | 1 << 2; /* armd, clcdc */
	assert_false(judged("armd_beats", WHEN_BURST_BROKEN));
	assert_true(judged("exp_beats", WHEN_BURST_BROKEN));
	assert_true(identity_of("exp_beats")->broken);
	assert_false(judged("armd_beats", WHEN_DEBUG_TRACKED));
	facts.layers = 0;
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
CASE(an_inequality_breaks)
{
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
CASE(a_broken_one_is_reported)
{
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
CASE(no_number_no_identity)
{
	RUN("arm926pxp-ahb", "armi_burst_length", NULL, { "CtArmiRd", 95 });
	samples.modelled[event_of("CtArmiLineFill")] = false;
	judge();
	assert_false(identity_of("armi_beats")->checked);
	assert_false(identity_of("armi_beats")->broken);
}

/* Whatever is asked for, one pass; and every identity is about events. */
CASE(one_pass_for_all)
{
	RUN("arm926pxp-ahb", "all", NULL, { "CtArmdRd", 0 });
	assert_int_equal(request->plan->passes, 1);
	assert_int_equal(request->identities,
			 request->member[0].monitor->identities);
	assert_int_equal(request->identities, 30);
	for (unsigned i = 0; i < request->identities; i++)
		assert_true(record->identity[i].checked);
	assert_int_equal(broken(), 0);
}

static unsigned ledger_of(const char *name)
{
	return record->event[event_of(name)].ledger;
}

/* The ledger has events as they come, with no threshold and of every mode. */
CASE(what_the_ledger_has)
{
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
