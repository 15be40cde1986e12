/* SPDX-License-Identifier: MIT */
/*
 * Each of the monitor's 91 counters is reached, with numbers worked out by
 * hand.  Waits: B is a connection, S a wait of the slave; a run of them on one
 * beat longer than the layer's threshold is a hit.  A case names all counters
 * that are not 0.
 */
#include "ahb_fixture.h"
#include "test.h"

enum {
	CTRL = 0x170,
	THRESHOLD = 0x17C,
	CORE_APB = 0x101E0000,
	DMA_APB = 0x101F0000,
	OFF_CHIP = 0x80000000,
	/* Of a DMA channel's control: increments, widths, burst sizes. */
	SI = 1 << 26,
	DI = 1 << 27,
	HALVES = 1 << 18 | 1 << 21,
	WORDS_ = 2 << 18 | 2 << 21,
	BURSTS_4 = 1 << 12 | 1 << 15,
	BURSTS_8 = 2 << 12 | 2 << 15,
	BURSTS_16 = 3 << 12 | 3 << 15,
	MASTER_1 = 1 << 24 | 1 << 25,
};

static void set_threshold(enum ahb_layer layer, uint32_t value)
{
	set_monitor(THRESHOLD + 4 * layer, value);
}

static void armi(struct ahb_burst burst)
{
	ahb_post(f.ahb, AHB_ARMI, &burst, 0);
}

static void armd(struct ahb_burst burst)
{
	ahb_post(f.ahb, AHB_ARMD, &burst, 0);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

CASE(test_armi)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 3, 1, 0, 0 };
	fixture_go();
	set_threshold(AHB_ARMI, 3);
	armi(ahb_read_of(0x00, 4, 1, AHB_PRIVILEGED)); /* BSSS*: a hit */
	armi(ahb_read_of(0x10, 4, 4, AHB_PRIVILEGED)); /* SSS*S*S*S* */
	armi(ahb_line_fill(0x48, false));              /* SSS*, 7 of S* */
	ahb_drain(f.ahb, AHB_ARMI, 0);
	EXPECT_TRUTH({ CtArmiRd, 1 + 4 + 8 }, { CtArmiBurstSingle, 1 },
		     { CtArmiBurstIncr4, 1 }, { CtArmiLineFill, 1 },
		     { CtArmiWaitTotal, 4 + 6 + 10 },
		     { CtArmiWaitNonSeqSlave, 3 + 3 + 3 },
		     { CtArmiWaitNonSeqBus, 1 }, { CtArmiWaitThresholdHit, 1 });
}

CASE(test_armd)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 2, 0, 1, 0 };
	f.options.timing[AHB_APB_DMA] = (struct ahb_timing){ 2, 2, 2, 2 };
	f.options.timing[AHB_APB_CORE] = (struct ahb_timing){ 2, 2, 2, 2 };
	fixture_go();
	set_threshold(AHB_ARMD, 2);
	set_monitor(CTRL, 4);                      /* the alignment filter */
	armd(ahb_page_walk(0x4000, true));         /* BSS*: a hit */
	armd(ahb_page_walk(0x4004, false));        /* SS* */
	armd(ahb_line_fill(0x200, true));          /* SS* and 7 */
	armd(ahb_cast_out(0x300, 8));              /* S* and 7 */
	armd(ahb_cast_out(0x310, 4));              /* S* and 3 */
	armd(ahb_cast_out(0x324, 4));              /* not aligned */
	armd(ahb_write_of(0x400, 4, 4, AHB_DATA)); /* S* and 3 */
	armd(ahb_read_of(0x400, 4, 8, AHB_DATA));  /* SS* and 7 */
	armd(ahb_read_of(DMA_APB + 0x1018, 4, 1, AHB_DATA));   /* BSS* */
	armd(ahb_write_of(DMA_APB + 0x1038, 4, 1, AHB_DATA));  /* SS* */
	armd(ahb_read_of(CORE_APB + 0x2000, 2, 1, AHB_DATA));  /* BSS* */
	armd(ahb_write_of(CORE_APB + 0x2000, 1, 1, AHB_DATA)); /* SS* */
	armd(ahb_write_of(CORE_APB + 0x2008, 4, 1, AHB_DATA)); /* SS* */
	ahb_drain(f.ahb, AHB_ARMD, 0);
	EXPECT_TRUTH({ CtArmdRd, 1 + 1 + 8 + 8 + 1 + 1 },
		     { CtArmdWr, 8 + 4 + 4 + 4 + 1 + 1 + 1 },
		     { CtArmdRdApbDma, 1 }, { CtArmdWrApbDma, 1 },
		     { CtArmdRdApbCore, 1 }, { CtArmdWrApbCore, 2 },
		     { CtArmdBurstSingle, 7 }, { CtArmdBurstIncr4, 3 },
		     { CtArmdBurstIncr8, 2 }, { CtArmdLineFill, 1 },
		     { CtArmdCastOut4, 1 }, { CtArmdCastOut8, 1 },
		     { CtArmdPageWalkD, 1 }, { CtArmdPageWalkI, 1 },
		     /* 3 + 2 + 2 + 1 + 1 + 1 + 1 + 2 + 3 + 2 + 3 + 2 + 2 */
		     { CtArmdWaitTotal, 25 }, { CtArmdWaitNonSeqSlave, 22 },
		     { CtArmdWaitNonSeqBus, 3 }, { CtArmdWaitThresholdHit, 3 });
}

/* Without the filter, and by HPROT: three INCR4 and two INCR8 writes. */
CASE(test_cast_outs)
{
	fixture_go();
	armd(ahb_cast_out(0x310, 4));
	armd(ahb_cast_out(0x324, 4));
	armd(ahb_write_of(0x400, 4, 4, AHB_DATA | AHB_BUFFERABLE));
	armd(ahb_cast_out(0x324, 8)); /* no filter for these */
	armd(ahb_write_of(0x400, 4, 8, AHB_DATA | AHB_PRIVILEGED));
	/* Reads of four words are none, nor bytes table walks. */
	armd(ahb_read_of(0x400, 4, 4, AHB_CBPD));
	armd(ahb_read_of(0x400, 1, 1, AHB_CBPD));
	armd(ahb_read_of(0x400, 4, 1, AHB_DATA | AHB_PRIVILEGED));
	armd(ahb_write_of(0x400, 4, 1, AHB_CBPD));
	ahb_drain(f.ahb, AHB_ARMD, 0);
	EXPECT_TRUTH({ CtArmdRd, 6 }, { CtArmdWr, 29 }, { CtArmdBurstIncr4, 4 },
		     { CtArmdBurstIncr8, 2 }, { CtArmdBurstSingle, 3 },
		     { CtArmdCastOut4, 2 }, { CtArmdCastOut8, 1 },
		     { CtArmdWaitTotal, 1 }, { CtArmdWaitNonSeqBus, 1 },
		     { CtArmdWaitThresholdHit, 1 });
}

/* The filter lets through one start in four. */
CASE(test_filter)
{
	fixture_go();
	set_monitor(CTRL, 4);
	for (uint32_t i = 0; i < 8; i++)
		armd(ahb_cast_out(0x300 + 4 * i, 4));
	ahb_drain(f.ahb, AHB_ARMD, 0);
	expect_counter(CtArmdBurstIncr4, 8);
	expect_counter(CtArmdCastOut4, 2);
}

/* Plain INCR has no counter on ARM-D; its beats count. */
CASE(test_armd_incr)
{
	fixture_go();
	armd(ahb_write_of(0x400, 4, 3, AHB_DATA));
	ahb_drain(f.ahb, AHB_ARMD, 0);
	EXPECT_TRUTH({ CtArmdWr, 3 }, { CtArmdWaitTotal, 1 },
		     { CtArmdWaitNonSeqBus, 1 }, { CtArmdWaitThresholdHit, 1 });
}

/*
 * A frame of 16 by 2 pixels of 24 bits, 32 words from 0x3EC on, all of which
 * the FIFO takes before the display begins.  Five words to the 1 KB boundary:
 * INCR4 and INCR; sixteen; eleven more: INCR8, and three INCR.
 */
CASE(test_clcdc)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 2, 0, 0, 0 };
	fixture_go();
	set_threshold(AHB_CLCDC, 2);
	ahb_poke(f.ahb, PL110_BASE + 0x04, 100 << 24 | 1); /* VBP, LPP */
	ahb_poke(f.ahb, PL110_BASE + 0x10, 0x3EC);
	ahb_poke(f.ahb, PL110_BASE + 0x18, 5 << 1 | 1);
	ahb_advance(f.ahb, 500);
	/* Seven bursts, each with SS, the first with B before them. */
	EXPECT_TRUTH({ CtClcdRd, 32 }, { CtClcdBurstIncr, 4 },
		     { CtClcdBurstIncr4, 1 }, { CtClcdBurstIncr8, 1 },
		     { CtClcdBurstIncr16, 1 }, { CtClcdWaitTotal, 15 },
		     { CtClcdWaitNonSeqSlave, 14 }, { CtClcdWaitNonSeqBus, 1 },
		     { CtClcdWaitThresholdHit, 1 });
}

/* Four channels: 16 bytes, 8 halfwords, 4 words and 1 word, each through the
 * FIFO of 16 bytes in one read and one write. */
static void copy_four(uint32_t from, uint32_t to, uint32_t masters)
{
	uint32_t moving = SI | DI | masters;

	set_channel(0, from, to, moving | BURSTS_16 | 16, 1);
	set_channel(1, from, to, moving | BURSTS_8 | HALVES | 8, 1);
	set_channel(2, from, to, moving | BURSTS_4 | WORDS_ | 4, 1);
	set_channel(3, from, to, moving | BURSTS_4 | WORDS_ | 1, 1);
	ahb_advance(f.ahb, 500);
}

CASE(test_dma0_bursts)
{
	f.options.timing[AHB_OFF_CHIP] = (struct ahb_timing){ 1, 0, 2, 0 };
	fixture_go();
	set_threshold(AHB_DMA0, 1);
	copy_four(OFF_CHIP, OFF_CHIP + 0x1000, 0);
	/* The connection stays: BS*, then SS* for writes and S* for reads. */
	EXPECT_TRUTH({ CtDma0Rd, 29 }, { CtDma0Wr, 29 }, { CtDma0BurstIncr, 2 },
		     { CtDma0BurstIncr4, 2 }, { CtDma0BurstIncr8, 2 },
		     { CtDma0BurstIncr16, 2 }, { CtDma0WaitTotal, 13 },
		     { CtDma0WaitNonSeqSlave, 12 }, { CtDma0WaitNonSeqBus, 1 },
		     { CtDma0WaitThresholdHit, 5 });
}

/* Bytes between peripherals, one at a time: two from UART0 to SCI, three from
 * SSP to UART1, one from SCI to SSP. */
CASE(test_dma0_peripherals)
{
	fixture_go();
	set_threshold(AHB_DMA0, 5);
	set_channel(0, DMA_APB + 0x1000, DMA_APB, 2, 1);
	set_channel(1, DMA_APB + 0x4008, DMA_APB + 0x2000, 3, 1);
	set_channel(2, DMA_APB, DMA_APB + 0x4008, 1, 1);
	ahb_advance(f.ahb, 500);
	EXPECT_TRUTH({ CtDma0Rd, 6 }, { CtDma0Wr, 6 }, { CtDma0RdUart, 2 },
		     { CtDma0WrUart, 3 }, { CtDma0RdSci, 1 },
		     { CtDma0WrSci, 2 }, { CtDma0RdSsp, 3 }, { CtDma0WrSsp, 1 },
		     { CtDma0BurstIncr, 12 }, { CtDma0WaitTotal, 1 },
		     { CtDma0WaitNonSeqBus, 1 });
}

CASE(test_dma1)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 3, 0, 9, 9 };
	f.options.timing[AHB_SSMC] = (struct ahb_timing){ 9, 9, 1, 0 };
	fixture_go();
	set_threshold(AHB_DMA1, 3);
	copy_four(0x1000, 0x20000000, MASTER_1);
	/* To and fro: BSSS* for each read, a hit, and BS* for each write. */
	EXPECT_TRUTH({ CtDma1Rd, 29 }, { CtDma1Wr, 29 }, { CtDma1BurstIncr, 2 },
		     { CtDma1BurstIncr4, 2 }, { CtDma1BurstIncr8, 2 },
		     { CtDma1BurstIncr16, 2 }, { CtDma1WaitTotal, 24 },
		     { CtDma1WaitNonSeqSlave, 16 }, { CtDma1WaitNonSeqBus, 8 },
		     { CtDma1WaitThresholdHit, 4 });
}

static void expansion(const char *pattern)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP, pattern, &f.options.exp, &err));
	fixture_go();
}

/* Each type in turn, every other one a write: INCR of 5, INCR4, 8, 16. */
CASE(test_exp_bursts)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 2, 0, 1, 0 };
	expansion("burst=mix,beats=5,writes=50,count=8");
	set_threshold(AHB_EXP, 2);
	ahb_advance(f.ahb, 2000);
	EXPECT_TRUTH({ CtExpRd, 1 + 4 + 8 + 16 }, { CtExpWr, 5 + 4 + 8 + 16 },
		     { CtExpBurstSingle, 1 }, { CtExpBurstIncr, 1 },
		     { CtExpBurstWrap4, 1 }, { CtExpBurstIncr4, 1 },
		     { CtExpBurstWrap8, 1 }, { CtExpBurstIncr8, 1 },
		     { CtExpBurstWrap16, 1 }, { CtExpBurstIncr16, 1 },
		     { CtExpWaitTotal, 13 }, { CtExpWaitNonSeqSlave, 12 },
		     { CtExpWaitNonSeqBus, 1 }, { CtExpWaitThresholdHit, 1 });
}

CASE(test_exp_dma_bridge)
{
	expansion("base=0x101f0000,span=0x1000,writes=40,count=5");
	set_threshold(AHB_EXP, 5);
	ahb_advance(f.ahb, 2000);
	/* In hundredths: 40, 80, 120 a write, 60, 100 a write. */
	EXPECT_TRUTH({ CtExpRd, 3 }, { CtExpWr, 2 }, { CtExpRdApbDma, 3 },
		     { CtExpWrApbDma, 2 }, { CtExpBurstSingle, 5 },
		     { CtExpWaitTotal, 1 }, { CtExpWaitNonSeqBus, 1 });
}

CASE(test_exp_core_bridge)
{
	expansion("base=0x101e0000,span=0x1000,writes=75,count=4,burst=4");
	set_threshold(AHB_EXP, 5);
	ahb_advance(f.ahb, 2000);
	EXPECT_TRUTH({ CtExpRd, 4 }, { CtExpWr, 12 }, { CtExpRdApbCore, 4 },
		     { CtExpWrApbCore, 12 }, { CtExpBurstIncr4, 4 },
		     { CtExpWaitTotal, 1 }, { CtExpWaitNonSeqBus, 1 });
}

/*
 * Six requests, every other one a write, three from 10 on and three from 60
 * on, 4096 bytes further.  A request takes the memory for two cycles; data come
 * six cycles after it, and wait from the cycle behind it:
 *   R taken in 10, data in 16: 5 waits in 11 to 15
 *   W asks in 11, taken in 12
 *   R asks in 13, taken in 14, data in 20: 3 more waits in 17 to 19
 *   W taken in 60
 *   R asks in 61, taken in 62, data in 68: 5 waits in 63 to 67
 *   W asks in 63, taken in 64
 */
static void graphics(uint32_t threshold)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_GXI,
				      "burst=3,every=50,writes=50,page=4096,"
				      "count=2,from=10",
				      &f.options.gxi, &err));
	fixture_go();
	set_threshold(AHB_GXI, threshold);
	ahb_advance(f.ahb, 200);
}

CASE(test_gxi)
{
	graphics(0);
	EXPECT_TRUTH({ CtGxiRd, 3 }, { CtGxiWr, 3 }, { CtGxiRdAddrWait, 2 },
		     { CtGxiWrAddrWait, 2 }, { CtGxiRdDataWait, 13 },
		     { CtGxiRdAWaitThresholdHit, 2 },
		     { CtGxiWrAWaitThresholdHit, 2 },
		     { CtGxiRdDWaitThresholdHit, 3 }, { CtGxiPageChange, 1 });
}

CASE(test_gxi_threshold)
{
	graphics(4);
	EXPECT_TRUTH({ CtGxiRd, 3 }, { CtGxiWr, 3 }, { CtGxiRdAddrWait, 2 },
		     { CtGxiWrAddrWait, 2 }, { CtGxiRdDataWait, 13 },
		     { CtGxiRdDWaitThresholdHit, 2 }, { CtGxiPageChange, 1 });
}

/* Starts 4096 bytes apart, ten of one word: nine changes of a page of 2 KB or
 * 4 KB, four of 8 KB (into 8, 16, 24, 32 KB), two of 16 KB. */
CASE(test_gxi_pages)
{
	static const uint64_t changes[] = { 9, 9, 4, 2 };
	struct error err;

	for (uint32_t size = 0; size < 4; size++) {
		fixture_reset();
		assert_true(ahb_pattern_parse(AHB_GXI, "page=4096,count=10",
					      &f.options.gxi, &err));
		fixture_go();
		set_monitor(0x16C, size);
		ahb_advance(f.ahb, 2000);
		expect_counter(CtGxiPageChange, changes[size]);
	}
}

/*
 * GXI and the layers share the memory.  A line fill has it in 2 to 9: GXI's
 * write, from 4 on, waits until 9 and is taken in 10.  The next fill, asked for
 * in 10, finds the memory busy with it up to 11: one wait of the slave's.
 */
CASE(test_gxi_and_armd)
{
	struct ahb_burst fill = ahb_line_fill(0x100, true);
	struct error err;

	assert_true(ahb_pattern_parse(AHB_GXI, "writes=100,count=1,from=4",
				      &f.options.gxi, &err));
	fixture_go();
	set_threshold(AHB_GXI, 5);
	set_threshold(AHB_ARMD, 1);
	ahb_post(f.ahb, AHB_ARMD, &fill, 0);
	ahb_post(f.ahb, AHB_ARMD, &fill, 10);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	expect_cells(AHB_ARMD, ".B********.S********");
	EXPECT_TRUTH({ CtGxiWr, 1 }, { CtGxiWrAddrWait, 6 },
		     { CtGxiWrAWaitThresholdHit, 1 }, { CtArmdRd, 16 },
		     { CtArmdLineFill, 2 }, { CtArmdWaitTotal, 2 },
		     { CtArmdWaitNonSeqSlave, 1 }, { CtArmdWaitNonSeqBus, 1 });
}

/* Reads are split: three are under way before the first one's data come. */
CASE(test_gxi_reads)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_GXI, "burst=5,count=1,from=0",
				      &f.options.gxi, &err));
	fixture_go();
	/* Taken in 0, 2, 4, 6, 8; asked for a cycle before, but the first. Data
	 * in 6, 8, 10, 12, 14. */
	ahb_advance(f.ahb, 100);
	expect_counter(CtGxiRd, 5);
	expect_counter(CtGxiRdAddrWait, 4);
	/* Waits in 1 to 5, 7, 9, 11, 13. */
	expect_counter(CtGxiRdDataWait, 9);
}

CASE(test_cycles)
{
	fixture_go();
	ahb_debug(f.ahb, true, 40);
	ahb_debug(f.ahb, false, 70);
	ahb_advance(f.ahb, 100);
	expect_counter(CtTotalCycles, 100);
	expect_counter(CtTotalCyclesEn, 100);
	expect_counter(CtTotalCyclesNonDebug, 70);
}

CASE(test_all_were_reached)
{
	unsigned count;
	const struct pmu_event *events = ahb_events(&count);

	assert_int_equal(count, 91);
	for (unsigned i = 0; i < count; i++) {
		if (!was_expected(i))
			print_message("%s was not\n", events[i].name);
		assert_true(was_expected(i));
	}
}
