/* SPDX-License-Identifier: MIT */
/*
 * The matrix cycle by cycle: connections, arbitration, wait states and
 * their causes, responses.  Each layer's cells are worked out by hand; see
 * ahb_fixture.h for the letters.  A burst asked for in cycle n has its first
 * cell in n + 1.
 */
#include "ahb_fixture.h"
#include "test.h"

/* Three slaves of different kinds for all of the CPU's data. */
enum {
	DYNAMIC = 0x00000000,
	STATIC = 0x20000000,
	BOARD = 0x80000000,
	NOWHERE = 0x18000000,
};

static uint64_t ask(enum ahb_layer layer, struct ahb_burst burst, uint64_t time)
{
	return ahb_post(f.ahb, layer, &burst, time);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

/* A line fill on ARM-D in nine cells: WB, then eight beats without waits. */
CASE(test_line_fill)
{
	struct ahb_burst fill = ahb_line_fill(DYNAMIC + 0x14, true);
	struct ahb_done done;
	ahb_ticket t;

	fixture_go();
	t = ask(AHB_ARMD, fill, 3);
	ahb_await(f.ahb, AHB_ARMD, t, 1, &done);
	/* WB in 4, the first word in 5: there at 6. */
	assert_int_equal(done.time, 6);
	ahb_await(f.ahb, AHB_ARMD, t, 0, &done);
	assert_int_equal(done.time, 13);
	assert_int_equal(ahb_now(f.ahb), 13);
	assert_false(done.error);
	expect_cells(AHB_ARMD, "....B********");
	EXPECT_TRUTH({ CtArmdRd, 8 }, { CtArmdLineFill, 1 },
		     { CtArmdWaitTotal, 1 }, { CtArmdWaitNonSeqBus, 1 },
		     { CtArmdWaitThresholdHit, 1 });
}

/* Wait states of the slave: on the first beat, and on the others. */
CASE(test_slave_waits)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 3, 1, 2, 0 };
	fixture_go();
	/* WrapS are not broken at quadwords: one arbitration. */
	ask(AHB_ARMD, ahb_line_fill(DYNAMIC, true), 0);
	ask(AHB_ARMD, ahb_cast_out(DYNAMIC, 8), 0);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	/* The cast-out finds the connection made, and follows at once; it asks
	 * the arbiter again at its fifth beat and gets on. */
	expect_cells(AHB_ARMD, ".BSSS*S*S*S*S*S*S*S*SS********");
	EXPECT_TRUTH({ CtArmdRd, 8 }, { CtArmdWr, 8 }, { CtArmdLineFill, 1 },
		     { CtArmdBurstIncr8, 1 }, { CtArmdCastOut8, 1 },
		     /* 1 WB + 3 + 7 of the fill, 2 of the cast-out */
		     { CtArmdWaitTotal, 13 }, { CtArmdWaitNonSeqSlave, 5 },
		     { CtArmdWaitNonSeqBus, 1 },
		     /* WB and 3 S are one run; 7 more; the cast-out's */
		     { CtArmdWaitThresholdHit, 9 });
}

/* Another slave means another connection, and back again. */
CASE(test_connections)
{
	fixture_go();
	ask(AHB_ARMD, ahb_read_of(DYNAMIC, 4, 1, AHB_DATA), 0);
	ask(AHB_ARMD, ahb_read_of(DYNAMIC + 4, 4, 1, AHB_DATA), 0);
	ask(AHB_ARMD, ahb_read_of(STATIC, 4, 1, AHB_DATA), 0);
	ask(AHB_ARMD, ahb_read_of(DYNAMIC, 4, 1, AHB_DATA), 0);
	/* The other layer takes the slave in between; it gets its connection
	 * while the first one has it. */
	ask(AHB_ARMI, ahb_read_of(DYNAMIC, 4, 1, AHB_PRIVILEGED), 7);
	ask(AHB_ARMD, ahb_read_of(DYNAMIC, 4, 1, AHB_DATA), 10);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	expect_cells(AHB_ARMD, ".B**B*B*...B*");
	expect_cells(AHB_ARMI, "........B*");
	EXPECT_TRUTH({ CtArmdRd, 5 }, { CtArmdBurstSingle, 5 },
		     { CtArmdWaitTotal, 4 }, { CtArmdWaitNonSeqBus, 4 },
		     { CtArmdWaitThresholdHit, 4 }, { CtArmiRd, 1 },
		     { CtArmiBurstSingle, 1 }, { CtArmiWaitTotal, 1 },
		     { CtArmiWaitNonSeqBus, 1 }, { CtArmiWaitThresholdHit, 1 });
}

/*
 * The worked trace of the reference: I, WB, NW1, three S_INCR4, WB, WA, NR2,
 * WS.  A write of four words to slave 1, then a read from slave 2, which
 * another layer keeps for one cycle too long and which lets wait once.  The
 * port shows NR2 before its WS, a beat here is over after its waits; the
 * sums are the same.
 */
CASE(test_worked_trace)
{
	f.options.timing[AHB_SSMC] = (struct ahb_timing){ 1, 0, 0, 0 };
	fixture_go();
	ask(AHB_ARMD, ahb_write_of(DYNAMIC, 4, 4, AHB_DATA), 0);
	ask(AHB_ARMD, ahb_read_of(STATIC, 4, 1, AHB_DATA), 0);
	/* Before ARM-D: WB in 4, WS in 5, the beats in 6 and 7, so that
	 * slave 2 is free from 8 on. */
	f.ahb->slave[AHB_SSMC].timing.read_next = 0;
	ask(AHB_ARMI,
	    (struct ahb_burst){
		    .addr = STATIC, .type = AHB_INCR4, .beats = 2, .size = 4 },
	    3);
	ahb_advance(f.ahb, 8);
	expect_cells(AHB_ARMI, "....BS**");
	expect_cells(AHB_ARMD, ".B****BA");
	EXPECT_TRUTH({ CtArmdWr, 4 }, { CtArmdBurstIncr4, 1 },
		     { CtArmdWaitTotal, 3 }, { CtArmdWaitNonSeqBus, 3 },
		     { CtArmdWaitThresholdHit, 2 }, { CtArmiRd, 2 },
		     { CtArmiBurstIncr4, 1 }, { CtArmiWaitTotal, 2 },
		     { CtArmiWaitNonSeqSlave, 1 }, { CtArmiWaitNonSeqBus, 1 },
		     { CtArmiWaitThresholdHit, 1 });
	ahb_drain(f.ahb, AHB_ARMD, 0);
	expect_cells(AHB_ARMD, ".B****BAS*");
	assert_int_equal(truth(CtArmdWr), 4);
	assert_int_equal(truth(CtArmdBurstIncr4), 1);
	assert_int_equal(truth(CtArmdRd), 1);
	assert_int_equal(truth(CtArmdBurstSingle), 1);
	assert_int_equal(truth(CtArmdWaitTotal), 4);
	assert_int_equal(truth(CtArmdWaitNonSeqSlave), 1);
	assert_int_equal(truth(CtArmdWaitNonSeqBus), 3);
	assert_int_equal(truth(CtArmdWaitThresholdHit), 2);
}

/* Let five layers ask for the dynamic memory in one cycle, DMA-0 reaches it
 * not: highest first CLCDC, (DMA-0,) EXP, DMA-1, ARM-D, ARM-I. */
CASE(test_priority)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP, "base=0,count=1,from=20",
				      &f.options.exp, &err));
	fixture_go();
	/* The display: one frame of 16 pixels of 24 bits, one line. */
	ahb_poke(f.ahb, PL110_BASE + 0x18, 0x0000000B);
	/* DMA channel 0: one word, memory to memory, both by master 1. */
	ahb_poke(f.ahb, PL080_BASE + 0x30, 1);
	ahb_poke(f.ahb, PL080_BASE + 0x10C, 0x0F480001);
	ahb_poke(f.ahb, PL080_BASE + 0x110, 1);
	f.ahb->layer[AHB_CLCDC].want = 21;
	f.ahb->layer[AHB_DMA1].want = 21;
	f.ahb->wake = 21;
	ask(AHB_ARMD, ahb_read_of(DYNAMIC, 4, 1, AHB_DATA), 20);
	ask(AHB_ARMI, ahb_read_of(DYNAMIC, 4, 1, AHB_PRIVILEGED), 20);
	ahb_advance(f.ahb, 46);
	/* WB in 21 for all.  The display's sixteen words from 22 to 37: at its
	 * quadwords it asks again and is first.  Then the others in turn. */
	assert_memory_equal(&f.cells[AHB_CLCDC][20], ".B****************", 18);
	assert_memory_equal(&f.cells[AHB_EXP][20], ".BAAAAAAAAAAAAAAAA*.", 20);
	assert_memory_equal(&f.cells[AHB_DMA1][20], ".BAAAAAAAAAAAAAAAAA*.",
			    21);
	assert_memory_equal(&f.cells[AHB_ARMD][20], ".BAAAAAAAAAAAAAAAAAA*.",
			    22);
	/* ARM-I loses its turn once more: DMA-1 has WB for its write in 41. */
	assert_memory_equal(&f.cells[AHB_ARMI][20], ".BAAAAAAAAAAAAAAAAAAA*.",
			    23);
}

/* DMA-0 against EXP and ARM-D, on the bridge to the DMA peripherals. */
CASE(test_priority_dma0)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP,
				      "base=0x101f1000,count=1,from=20,"
				      "span=64",
				      &f.options.exp, &err));
	fixture_go();
	/* One byte of UART0 to UART1, both by master 0. */
	ahb_poke(f.ahb, PL080_BASE + 0x30, 1);
	ahb_poke(f.ahb, PL080_BASE + 0x100, 0x101F1000);
	ahb_poke(f.ahb, PL080_BASE + 0x104, 0x101F2000);
	ahb_poke(f.ahb, PL080_BASE + 0x10C, 1);
	ahb_poke(f.ahb, PL080_BASE + 0x110, 1);
	f.ahb->layer[AHB_DMA0].want = 21;
	f.ahb->wake = 21;
	ask(AHB_ARMD, ahb_read_of(0x101F1018, 4, 1, AHB_DATA), 20);
	ahb_advance(f.ahb, 40);
	assert_memory_equal(&f.cells[AHB_DMA0][20], ".B*.B*..", 8);
	assert_memory_equal(&f.cells[AHB_EXP][20], ".BA*..", 6);
	assert_memory_equal(&f.cells[AHB_ARMD][20], ".BAA*.", 6);
}

/* An incrementing burst may lose its slave where its address reaches a
 * quadword; a wrapping one keeps it. */
CASE(test_quadwords)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP, "base=0,count=1,from=3,burst=8",
				      &f.options.exp, &err));
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 1, 0, 1, 0 };
	fixture_go();
	/* From 0x8: two beats, then the quadword 0x10. */
	ask(AHB_ARMD, ahb_cast_out(DYNAMIC + 8, 8), 0);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	/* ARM-D: WB 1, WS 2, beats 3 and 4; at 5 EXP, which had its WB in 4, is
	 * first.  EXP: WS 5, 6 to 9, asks at its quadword and is first again,
	 * 10 to 13.  ARM-D is back at 14, and the memory has to begin afresh:
	 * WS, which is no wait of a first beat. */
	expect_cells(AHB_ARMD, ".BS**AAAAAAAAAS******");
	expect_cells(AHB_EXP, "....BS********");
	EXPECT_TRUTH({ CtArmdWr, 8 }, { CtArmdBurstIncr8, 1 },
		     { CtArmdCastOut8, 1 }, { CtArmdWaitTotal, 12 },
		     { CtArmdWaitNonSeqSlave, 1 }, { CtArmdWaitNonSeqBus, 1 },
		     { CtArmdWaitThresholdHit, 2 }, { CtExpRd, 8 },
		     { CtExpBurstIncr8, 1 }, { CtExpWaitTotal, 2 },
		     { CtExpWaitNonSeqSlave, 1 }, { CtExpWaitNonSeqBus, 1 },
		     { CtExpWaitThresholdHit, 1 });
}

CASE(test_wrapping_keeps)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP, "base=0,count=1,from=3",
				      &f.options.exp, &err));
	fixture_go();
	ask(AHB_ARMD, ahb_line_fill(DYNAMIC + 8, true), 0);
	ahb_advance(f.ahb, 20);
	expect_cells(AHB_ARMD, ".B********");
	expect_cells(AHB_EXP, "....BAAAAA*");
}

/* SWP: nobody gets in between its read and its write. */
CASE(test_swap_is_locked)
{
	struct ahb_done done;
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP, "base=0,count=1,from=0",
				      &f.options.exp, &err));
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 2, 0, 2, 0 };
	fixture_go();
	ask(AHB_ARMD, ahb_read_of(DYNAMIC, 4, 1, AHB_DATA), 0);
	ahb_advance(f.ahb, 9);
	/* EXP had its read in 2 to 4, ARM-D its own in 5 to 7. */
	f.options.exp.from = 0;
	f.ahb->options.exp.count = 2;
	f.ahb->layer[AHB_EXP].want = 11;
	f.ahb->wake = 11;
	ahb_swap(f.ahb, DYNAMIC, 4, 1, AHB_DATA, 9, &done);
	ahb_advance(f.ahb, 40);
	/* ARM-D was there last, so it has no WB; EXP has its in 11. */
	expect_cells(AHB_ARMD, ".BAAASS*..SS*SS*");
	expect_cells(AHB_EXP, ".BSS*......BAAAASS*");
	assert_int_equal(done.time, 16);
	/* A swap's write arrives: the monitor's threshold of ARM-D. */
	ahb_swap(f.ahb, 0x101D017C, 4, 0x1234, AHB_DATA, 50, &done);
	ahb_advance(f.ahb, 100);
	assert_int_equal(get_monitor(0x17C), 0x1234);
}

/* ERROR takes two cycles, and the second counts as a beat. */
CASE(test_error)
{
	struct ahb_done done;
	struct ahb_burst fill = ahb_line_fill(DYNAMIC, true);

	fixture_go();
	fault_at(AHB_ARMD, AHB_ERROR, DYNAMIC);
	fault_at(AHB_ARMD, AHB_ERROR, DYNAMIC + 0x0C);
	ahb_transfer(f.ahb, AHB_ARMD, &fill, 0, &done);
	assert_true(done.error);
	/* The core finishes the burst: eight beats, of which two in error. */
	expect_cells(AHB_ARMD, ".BeE**eE****");
	EXPECT_TRUTH({ CtArmdRd, 8 }, { CtArmdLineFill, 1 },
		     { CtArmdWaitTotal, 1 }, { CtArmdWaitNonSeqBus, 1 },
		     { CtArmdWaitThresholdHit, 1 });
}

CASE(test_walks_read_words)
{
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(ahb_page_walk(DYNAMIC + i, i & 1).addr,
				 DYNAMIC + (i < 4 ? 0 : 4));
}

/* So does ARM-I; and where nobody is, the default slave says it at once,
 * without a connection. */
CASE(test_nobody)
{
	struct ahb_done done;
	struct ahb_burst fetch = ahb_read_of(NOWHERE, 4, 4, AHB_PRIVILEGED);

	fixture_go();
	ahb_transfer(f.ahb, AHB_ARMI, &fetch, 0, &done);
	assert_true(done.error);
	expect_cells(AHB_ARMI, ".eEeEeEeE");
	EXPECT_TRUTH({ CtArmiRd, 4 }, { CtArmiBurstIncr4, 1 });
}

/* SWP's write is made though its read got an ERROR. */
CASE(test_swap_error)
{
	struct ahb_done done;

	fixture_go();
	fault_at(AHB_ARMD, AHB_ERROR, DYNAMIC);
	ahb_swap(f.ahb, DYNAMIC, 4, 7, AHB_DATA, 0, &done);
	assert_true(done.error);
	expect_cells(AHB_ARMD, ".BeE*");
	EXPECT_TRUTH({ CtArmdRd, 1 }, { CtArmdWr, 1 }, { CtArmdBurstSingle, 2 },
		     { CtArmdWaitTotal, 1 }, { CtArmdWaitNonSeqBus, 1 },
		     { CtArmdWaitThresholdHit, 1 });
}

/*
 * RETRY counts nowhere.  A burst broken by it goes on as SINGLE: an INCR4
 * write whose third beat is retried is one INCR4, begun, and two SINGLE.
 */
CASE(test_retry)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 0, 0, 1, 0 };
	fixture_go();
	fault_at(AHB_ARMD, AHB_RETRY, DYNAMIC + 8);
	ask(AHB_ARMD, ahb_write_of(DYNAMIC, 4, 4, AHB_DATA), 0);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	/* The retried beat and the one behind are first beats now. */
	expect_cells(AHB_ARMD, ".BS**rR.S*S*");
	EXPECT_TRUTH({ CtArmdWr, 4 }, { CtArmdBurstIncr4, 1 },
		     { CtArmdBurstSingle, 2 }, { CtArmdWaitTotal, 4 },
		     { CtArmdWaitNonSeqSlave, 3 }, { CtArmdWaitNonSeqBus, 1 },
		     { CtArmdWaitThresholdHit, 3 });
}

/* On the first beat: the burst never was; a fill's words look like walks. */
CASE(test_retry_first)
{
	fixture_go();
	fault_at(AHB_ARMD, AHB_RETRY, DYNAMIC);
	ask(AHB_ARMD, ahb_line_fill(DYNAMIC, true), 0);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	expect_cells(AHB_ARMD, ".BrR.********");
	EXPECT_TRUTH({ CtArmdRd, 8 }, { CtArmdBurstSingle, 8 },
		     { CtArmdPageWalkD, 8 }, { CtArmdWaitTotal, 1 },
		     { CtArmdWaitNonSeqBus, 1 }, { CtArmdWaitThresholdHit, 1 });
}

/* While a RETRY is waited out another layer may have the slave. */
CASE(test_retry_lets_in)
{
	fixture_go();
	fault_at(AHB_ARMD, AHB_RETRY, DYNAMIC);
	ask(AHB_ARMD, ahb_read_of(DYNAMIC, 4, 1, AHB_DATA), 0);
	ask(AHB_ARMI, ahb_line_fill(DYNAMIC, false), 1);
	ahb_drain(f.ahb, AHB_ARMD, 0);
	expect_cells(AHB_ARMI, "..BA********");
	expect_cells(AHB_ARMD, ".BrR.BAAAAAA*");
	EXPECT_TRUTH({ CtArmdRd, 1 }, { CtArmdBurstSingle, 1 },
		     { CtArmdWaitTotal, 8 }, { CtArmdWaitNonSeqBus, 8 },
		     { CtArmdWaitThresholdHit, 2 }, { CtArmiRd, 8 },
		     { CtArmiLineFill, 1 }, { CtArmiWaitTotal, 2 },
		     { CtArmiWaitNonSeqBus, 2 }, { CtArmiWaitThresholdHit, 1 });
}

/* The AHB-AHB bridge hands ERROR on, and RETRY as waits: three cycles, and
 * the slave's own again. */
CASE(test_expansion)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP,
				      "base=0,count=1,from=0,burst=wrap4",
				      &f.options.exp, &err));
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 1, 0, 1, 0 };
	fixture_go();
	fault_at(AHB_EXP, AHB_ERROR, 4);
	fault_at(AHB_EXP, AHB_RETRY, 8);
	ahb_advance(f.ahb, 30);
	expect_cells(AHB_EXP, ".BS*eESSSS**");
	EXPECT_TRUTH({ CtExpRd, 4 }, { CtExpBurstWrap4, 1 },
		     { CtExpWaitTotal, 6 }, { CtExpWaitNonSeqSlave, 1 },
		     { CtExpWaitNonSeqBus, 1 }, { CtExpWaitThresholdHit, 2 });
}

/* SPLIT keeps its master off for longer; the transfers are the same. */
CASE(test_split_behind_the_bridge)
{
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP,
				      "base=0,count=1,from=0,burst=wrap4",
				      &f.options.exp, &err));
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 1, 0, 1, 0 };
	fixture_go();
	fault_at(AHB_EXP, AHB_SPLIT, 8);
	ahb_advance(f.ahb, 30);
	expect_cells(AHB_EXP, ".BS**SSSSSSSSS**");
	EXPECT_TRUTH({ CtExpRd, 4 }, { CtExpBurstWrap4, 1 },
		     { CtExpWaitTotal, 11 }, { CtExpWaitNonSeqSlave, 1 },
		     { CtExpWaitNonSeqBus, 1 }, { CtExpWaitThresholdHit, 2 });
}

/* A full queue lets the CPU wait, and loses nothing. */
CASE(test_queue)
{
	fixture_go();
	for (unsigned i = 0; i < 40; i++)
		ask(AHB_ARMD, ahb_write_of(DYNAMIC, 4, 1, AHB_DATA), 0);
	assert_int_equal(ahb_pending(f.ahb, AHB_ARMD), 16);
	/* WB, then 24 of them, a cycle each, until sixteen are left. */
	assert_int_equal(ahb_now(f.ahb), 26);
	assert_int_equal(ahb_drain(f.ahb, AHB_ARMD, 0), 42);
	assert_int_equal(truth(CtArmdWr), 40);
}
