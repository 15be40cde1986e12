/* SPDX-License-Identifier: MIT */
/*
 * The options for traffic and faults, and what is said of wrong ones.
 */
#include "ahb_fixture.h"
#include "test.h"

static struct ahb_pattern p;
static struct error err;

static bool exp_is(const char *text)
{
	return ahb_pattern_parse(AHB_EXP, text, &p, &err);
}

static bool gxi_is(const char *text)
{
	return ahb_pattern_parse(AHB_GXI, text, &p, &err);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

CASE(test_patterns)
{
	assert_true(exp_is("every=7"));
	assert_true(p.on);
	assert_int_equal(p.every, 7);
	assert_true(exp_is("every=010") && p.every == 10);
	assert_int_equal(p.type, AHB_SINGLE);
	assert_int_equal(p.size, 4);
	assert_int_equal(p.writes, 0);
	assert_int_equal(p.base, 0x01000000);
	assert_int_equal(p.span, 0x100000);
	assert_int_equal(p.count, 0);
	assert_true(exp_is("burst=wrap16,size=2,writes=100,base=0x400,"
			   "span=2048,page=64,count=3,from=12,every=1"));
	assert_int_equal(p.type, AHB_WRAP16);
	assert_int_equal(p.size, 2);
	assert_int_equal(p.writes, 100);
	assert_int_equal(p.base, 0x400);
	assert_int_equal(p.span, 2048);
	assert_int_equal(p.page, 64);
	assert_int_equal(p.count, 3);
	assert_int_equal(p.from, 12);
	assert_true(exp_is("burst=8") && p.type == AHB_INCR8);
	assert_true(exp_is("burst=1") && p.type == AHB_SINGLE);
	assert_true(exp_is("burst=4") && p.type == AHB_INCR4);
	assert_true(exp_is("burst=16") && p.type == AHB_INCR16);
	assert_true(exp_is("burst=5") && p.type == AHB_INCR && p.burst == 5);
	assert_true(exp_is("burst=incr,beats=9") && p.burst == 9);
	assert_true(exp_is("burst=mix") && p.type == AHB_TYPES);
	assert_true(gxi_is("burst=100,writes=25"));
	assert_int_equal(p.burst, 100);
	assert_int_equal(p.page, 400);
}

CASE(test_wrong_patterns)
{
	static const struct {
		const char *text, *why;
	} exp[] = {
		{ "", "exp: an empty word: write name=value, with one comma "
		      "between two" },
		{ "every=1,,size=4", "exp: an empty word: write name=value, "
				     "with one comma between two" },
		{ "every=1,", "exp: a comma at the end: another word "
			      "name=value has to follow it" },
		{ "every", "exp: \"every\" has no value: write every=value" },
		{ "speed=1", "exp: \"speed\" is nothing to set: write burst, "
			     "every, beats, size, writes, base, span, page, "
			     "count or from" },
		{ "every=0",
		  "exp: every=0: a number from 1 to 4294967295 is wanted" },
		{ "every=-1",
		  "exp: every=-1: a number from 1 to 4294967295 is wanted" },
		{ "every=1x",
		  "exp: every=1x: a number from 1 to 4294967295 is wanted" },
		{ "writes=101",
		  "exp: writes=101: a number from 0 to 100 is wanted" },
		{ "burst=incr7",
		  "exp: burst=incr7: write single, incr, wrap4, incr4, "
		  "wrap8, incr8, wrap16, incr16, mix or a number of beats" },
		{ "burst=256",
		  "exp: burst=256: a number from 1 to 255 is wanted" },
		{ "size=3", "exp: size=3: write 1, 2 or 4" },
		{ "base=0x402", "exp: base, span and page have to be "
				"multiples of the 4 bytes of a transfer" },
		{ "base=0x404", "exp: base=0x00000404 has to be a multiple of "
				"1024, since bursts do not cross that" },
		{ "base=0xfffffc00,span=4096",
		  "exp: base=0xfffffc00 and span=0x1000 go beyond the end of "
		  "the addresses: make one of them smaller" },
		{ "span=60",
		  "exp: span=60 is less than a burst: write at least 64" },
		{ "0123456789012345678901234567890123456789012345678901234567"
		  "8901234567890",
		  "exp: \"01234567890123456789...\" is too long for a word: "
		  "write name=value" },
	};

	for (unsigned i = 0; i < sizeof(exp) / sizeof(exp[0]); i++) {
		assert_false(exp_is(exp[i].text));
		assert_string_equal(err.text, exp[i].why);
	}
	assert_false(gxi_is("size=4"));
	assert_string_equal(err.text,
			    "gxi: \"size\" is nothing to set: write burst, "
			    "every, writes, base, span, page, count or from");
	assert_false(gxi_is("burst=0"));
	assert_string_equal(err.text, "gxi: burst=0: a number from 1 to "
				      "536870911 is wanted");
}

CASE(test_faults)
{
	struct ahb_fault fault;

	assert_true(ahb_fault_parse("dma0:error", &fault, &err));
	assert_int_equal(fault.layer, AHB_DMA0);
	assert_int_equal(fault.response, AHB_ERROR);
	assert_int_equal(fault.every, 1);
	assert_int_equal(fault.times, 0);
	assert_int_equal(fault.first, 0);
	assert_int_equal(fault.last, UINT32_MAX);
	assert_true(ahb_fault_parse("exp:split,times=2", &fault, &err));
	assert_int_equal(fault.layer, AHB_EXP);
	assert_int_equal(fault.response, AHB_SPLIT);
	assert_int_equal(fault.times, 2);
	assert_true(ahb_fault_parse("armd:retry,every=100,times=3,from=0x10,"
				    "to=0x1f",
				    &fault, &err));
	assert_int_equal(fault.layer, AHB_ARMD);
	assert_int_equal(fault.response, AHB_RETRY);
	assert_int_equal(fault.every, 100);
	assert_int_equal(fault.times, 3);
	assert_int_equal(fault.first, 0x10);
	assert_int_equal(fault.last, 0x1f);
}

CASE(test_wrong_faults)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
		{ "gxi:error", "\"gxi\" is no layer with responses: write "
			       "armd, armi, clcdc, dma0, dma1 or exp" },
		{ "armd", "what shall armd get: write armd:error, armd:retry "
			  "or, for exp alone, exp:split" },
		{ "armd:okay", "what shall armd get: write armd:error, "
			       "armd:retry or, for exp alone, exp:split" },
		{ "armd:split",
		  "armd never gets SPLIT: write exp:split, which its bridge "
		  "turns into waits" },
		{ "armi:retry",
		  "armi never gets RETRY: write armd:retry, or exp:retry, "
		  "which its bridge turns into waits" },
		{ "armd:error,from=8,to=4",
		  "from=0x00000008 lies behind to=0x00000004: exchange them" },
		{ "armd:error,every=0",
		  "every=0: a number from 1 to 4294967295 is wanted" },
		{ "armd:error,often=1", "\"often\" is nothing to set: write "
					"every, times, from or to" },
		{ "armd:error,every", "\"every\" has no value: write "
				      "every=value" },
		{ "armd:error,", "a comma at the end: another word "
				 "name=value has to follow it" },
	};
	struct ahb_fault fault = { .layer = AHB_GXI,
				   .last = UINT32_MAX,
				   .every = 1 };

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_false(ahb_fault_parse(rows[i].text, &fault, &err));
		assert_string_equal(err.text, rows[i].why);
	}
	fixture_go();
	assert_false(ahb_inject(f.ahb, &fault, &err));
	assert_string_equal(err.text, "GXI has no responses: inject into a "
				      "layer of the matrix");
	fault.layer = AHB_DMA1;
	fault.response = AHB_RETRY;
	assert_false(ahb_inject(f.ahb, &fault, &err));
	fault.response = AHB_ERROR;
	for (unsigned i = 0; i < 16; i++)
		assert_true(ahb_inject(f.ahb, &fault, &err));
	assert_false(ahb_inject(f.ahb, &fault, &err));
	assert_string_equal(err.text,
			    "more than 16 faults at once: leave some out");
}

/* Every third beat in a range, twice. */
CASE(test_every)
{
	struct ahb_burst burst = ahb_read_of(0x100, 4, 8, AHB_DATA);
	struct ahb_fault fault;
	struct ahb_done done;

	fixture_go();
	assert_true(ahb_fault_parse("armd:error,every=3,times=2,from=0x104,"
				    "to=0x117",
				    &fault, &err));
	assert_true(ahb_inject(f.ahb, &fault, &err));
	/* The range has the beats 1 to 5. */
	ahb_transfer(f.ahb, AHB_ARMD, &burst, 0, &done);
	ahb_transfer(f.ahb, AHB_ARMD, &burst, 12, &done);
	ahb_transfer(f.ahb, AHB_ARMD, &burst, 24, &done);
	/* The third one, and the sixth, which is the next burst's first. */
	expect_cells(AHB_ARMD, ".B***eE****..*eE******...********");
}

/* Starts keep their time; one that is late lets none be lost at once. */
CASE(test_starts)
{
	assert_true(ahb_pattern_parse(AHB_EXP,
				      "burst=4,every=10,from=5,count=4",
				      &f.options.exp, &err));
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 0, 3, 0, 0 };
	fixture_go();
	ahb_advance(f.ahb, 80);
	/* Thirteen cycles a burst: after the first each comes an idle cycle
	 * behind the one before. */
	expect_cells(AHB_EXP, "......B*SSS*SSS*SSS*.*SSS*SSS*SSS*.*SSS*SSS*"
			      "SSS*.*SSS*SSS*SSS*");
}

/* Addresses begin again where the span ends, and bursts stay within 1 KB. */
CASE(test_addresses)
{
	static const uint32_t expected[] = { 0x400, 0x43C, 0x478,
					     0x4B4, 0x4F0, 0x52C };
	uint32_t beats;

	assert_true(ahb_pattern_parse(AHB_EXP, "burst=15,base=0x400,span=0x500",
				      &f.options.exp, &err));
	fixture_go();
	for (unsigned i = 0; i < 6; i++) {
		ahb_advance(f.ahb, 100 * i + 3);
		assert_int_equal(f.ahb->layer[AHB_EXP].burst.addr, expected[i]);
	}
	/* 17 bursts of 60 bytes make 1020; the next would cross, and begins at
	 * the boundary, with 256 bytes up to the span's end. */
	ahb_advance(f.ahb, 1703);
	assert_int_equal(f.ahb->layer[AHB_EXP].burst.addr, 0x800);
	ahb_advance(f.ahb, 2003);
	assert_int_equal(f.ahb->layer[AHB_EXP].burst.addr, 0x8B4);
	ahb_advance(f.ahb, 2103);
	assert_int_equal(f.ahb->layer[AHB_EXP].burst.addr, 0x400);
	beats = (uint32_t)truth(CtExpRd);
	assert_in_range(beats, 15 * 21, 15 * 22);
}
