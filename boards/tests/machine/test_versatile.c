/* SPDX-License-Identifier: MIT */
/*
 * The versatile board with small guest programs: what an ARM926EJ-S puts on its
 * two layers of the bus, counted by hand from what the documents say of it.
 *
 * Argument: the folder of guest_versatile.elf; by default the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "versatile_fixture.h"

/* Every run has the walk for instructions and the line of `finish`. */
static void lines_of_instructions(void **state)
{
	(void)state;
	counts("one_line", (const struct wanted[]){ { "CtArmiLineFill", 2 },
						    { "CtArmiRd", 16 },
						    { "CtArmiBurstSingle", 0 },
						    { "CtArmiBurstIncr4", 0 },
						    { "CtArmdPageWalkI", 1 },
						    { "CtArmdPageWalkD", 0 },
						    { "CtArmdRd", 1 },
						    { "CtArmdWr", 0 },
						    { "CtArmdBurstSingle", 1 },
						    { "CtClcdRd", 0 },
						    { "CtDma0Rd", 0 },
						    { "CtExpRd", 0 },
						    { NULL, 0 } });
	counts("two_lines", (const struct wanted[]){ { "CtArmiLineFill", 3 },
						     { "CtArmiRd", 24 },
						     { "CtArmdRd", 1 },
						     { NULL, 0 } });
}

/* Lines 0, 32, 64 and 96 once each; two walks; 4 * 8 + 2 beats. */
static void lines_of_data(void **state)
{
	(void)state;
	counts("reads", (const struct wanted[]){ { "CtArmdLineFill", 4 },
						 { "CtArmdPageWalkD", 1 },
						 { "CtArmdPageWalkI", 1 },
						 { "CtArmdRd", 34 },
						 { "CtArmdBurstSingle", 2 },
						 { "CtArmdWr", 0 },
						 { "CtArmiLineFill", 3 },
						 { NULL, 0 } });
}

/*
 * Writes allocate no line [DDI0198D 4.1].  Stores of four and eight registers
 * are bursts, with the HPROT of cast-outs: for what they are taken.
 */
static void writes_that_miss(void **state)
{
	(void)state;
	counts("writes", (const struct wanted[]){ { "CtArmdWr", 18 },
						  { "CtArmdRd", 2 },
						  { "CtArmdBurstSingle", 4 },
						  { "CtArmdBurstIncr4", 2 },
						  { "CtArmdBurstIncr8", 1 },
						  { "CtArmdCastOut4", 2 },
						  { "CtArmdCastOut8", 1 },
						  { "CtArmdLineFill", 0 },
						  { NULL, 0 } });
	counts("write_parts",
	       (const struct wanted[]){ { "CtArmdWr", 13 },
					{ "CtArmdBurstIncr8", 1 },
					{ "CtArmdBurstIncr4", 1 },
					{ "CtArmdBurstSingle", 3 },
					{ NULL, 0 } });
	counts("write_over_1k",
	       (const struct wanted[]){ { "CtArmdWr", 8 },
					{ "CtArmdBurstIncr8", 0 },
					{ "CtArmdBurstIncr4", 2 },
					{ "CtArmdBurstSingle", 2 },
					{ NULL, 0 } });
}

/*
 * Both change the first table (a write that misses, a walk), drop the TLB (so
 * instructions are walked for twice) and have a line of literals.
 */
static void other_attributes(void **state)
{
	(void)state;
	/* A fill, and all is written at once: no cast-out, no look-alike. */
	counts("write_through",
	       (const struct wanted[]){ { "CtArmdLineFill", 2 },
					{ "CtArmdWr", 1 + 1 + 4 },
					{ "CtArmdBurstIncr4", 1 },
					{ "CtArmdCastOut4", 0 },
					{ "CtArmdPageWalkI", 2 },
					{ "CtArmdPageWalkD", 2 },
					{ "CtArmdBurstSingle", 2 + 4 },
					{ NULL, 0 } });
	counts("bufferable",
	       (const struct wanted[]){ { "CtArmdLineFill", 1 },
					{ "CtArmdWr", 1 + 2 + 4 },
					{ "CtArmdRd", 8 + 4 + 2 },
					{ "CtArmdBurstIncr4", 1 },
					{ "CtArmdCastOut4", 0 },
					{ "CtArmdBurstSingle", 3 + 2 + 4 },
					{ NULL, 0 } });
}

/* Two halves one by one, two together; three lines come in, 24 beats. */
static void cast_outs(void **state)
{
	(void)state;
	counts("write_back",
	       (const struct wanted[]){ { "CtArmdLineFill", 3 },
					{ "CtArmdRd", 26 },
					{ "CtArmdWr", 16 },
					{ "CtArmdCastOut4", 2 },
					{ "CtArmdCastOut8", 1 },
					{ "CtArmdBurstIncr4", 2 },
					{ "CtArmdBurstIncr8", 1 },
					{ "CtArmdBurstSingle", 2 },
					{ NULL, 0 } });
	counts("eviction", (const struct wanted[]){ { "CtArmdLineFill", 5 },
						    { "CtArmdCastOut4", 1 },
						    { "CtArmdCastOut8", 0 },
						    { "CtArmdWr", 4 },
						    { NULL, 0 } });
	counts("test_and_clean",
	       (const struct wanted[]){ { "CtArmdLineFill", 1 },
					{ "CtArmdCastOut8", 1 },
					{ "CtArmdWr", 8 },
					{ NULL, 0 } });
}

/* 8 words and 4 of `far`, which then comes in as a line, as others do. */
static void uncached_instructions(void **state)
{
	(void)state;
	counts("uncached", (const struct wanted[]){ { "CtArmiLineFill", 3 },
						    { "CtArmiBurstIncr4", 3 },
						    { "CtArmiBurstSingle", 0 },
						    { "CtArmiRd", 36 },
						    { NULL, 0 } });
	counts("no_prefetch",
	       (const struct wanted[]){ { "CtArmiLineFill", 3 },
					{ "CtArmiBurstIncr4", 0 },
					{ "CtArmiBurstSingle", 11 },
					{ "CtArmiRd", 35 },
					{ NULL, 0 } });
}

/* Two on the bus, a read and a write each; one in the cache: a fill. */
static void swaps(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "swaps");
	check(&g, (const struct wanted[]){ { "CtArmdRd", 12 },
					   { "CtArmdWr", 2 },
					   { "CtArmdBurstSingle", 6 },
					   { "CtArmdLineFill", 1 },
					   { NULL, 0 } });
	assert_int_equal(g.cpu.r[4], 0);
	assert_int_equal(g.cpu.r[5], 3);
	assert_int_equal(g.cpu.r[6], 0);
	end(&g);
}

/* Each word of a load of eight bytes is the register's. */
static void doubleword_of_registers(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "doubleword");
	assert_int_equal(g.cpu.r[5], 0x11223344);
	assert_int_equal(g.cpu.r[6], 0x55667788);
	end(&g);
}

static void registers_of_vfp(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "vfp_stores");
	assert_int_equal(g.cpu.r[4], 0x11223344);
	assert_int_equal(g.cpu.r[5], 0x55667788);
	assert_int_equal(g.cpu.r[6], 0x99aabbcc & ~2u); /* a link */
	assert_int_equal(g.cpu.r[7], 0x0eeff001);
	assert_int_equal(g.cpu.r[8], 0x55667788);
	end(&g);
}

/* Walk, walk, eight literals, one and two: 13 beats. */
static void peripheral_bridges(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "peripherals");
	check(&g, (const struct wanted[]){ { "CtArmdRdApbCore", 1 },
					   { "CtArmdWrApbCore", 2 },
					   { "CtArmdRdApbDma", 2 },
					   { "CtArmdWrApbDma", 1 },
					   { "CtArmdRd", 13 },
					   { "CtArmdWr", 3 },
					   { "CtArmdBurstSingle", 8 },
					   { NULL, 0 } });
	assert_int_equal(g.cpu.r[3], 0xff);
	end(&g);
}

/* Walk, walk, eight literals, four single reads; four words in a burst. */
static void bursts_to_registers(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "channel");
	check(&g, (const struct wanted[]){ { "CtArmdBurstIncr4", 1 },
					   { "CtArmdCastOut4", 0 },
					   { "CtArmdWr", 4 },
					   { "CtArmdRd", 14 },
					   { "CtArmdBurstSingle", 6 },
					   { NULL, 0 } });
	assert_int_equal(g.cpu.r[5], 0x1000);
	assert_int_equal(g.cpu.r[6], 0x2000);
	assert_int_equal(g.cpu.r[7], 0);
	assert_int_equal(g.cpu.r[8], 5);
	end(&g);
}

static uint64_t door(struct guest *g, uint32_t offset)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };
	uint64_t value = 0;

	assert_int_equal(machine_reg_read(g->m, &reg, &value), TALLY_OK);
	return value;
}

/*
 * The write that enables is not counted, the one that disables is: then a
 * walk and two lines are read.  The debugger sees what the program saw.
 */
static void monitor_from_inside(void **state)
{
	struct guest g;
	uint64_t cycles;

	(void)state;
	run(&g, "monitor");
	assert_int_equal(g.cpu.r[6], 17);
	assert_int_equal(g.cpu.r[7], 1);
	assert_int_equal(g.cpu.r[8], 2);
	assert_int_equal(g.cpu.r[9], 2);
	assert_int_equal(door(&g, 0x0c), 17);
	assert_int_equal(door(&g, 0x10), 1);
	assert_int_equal(door(&g, 0x30), 2);
	assert_int_equal(door(&g, 0x24), 2);
	cycles = door(&g, 0);
	assert_true(cycles == door(&g, 0)); /* no time goes by */
	assert_true(cycles == g.truth[0]);
	end(&g);
}

/* By the debugger alone: preset, reset, and what is no register. */
static void monitor_from_outside(void **state)
{
	struct tally_reg reg = { 0x178, TALLY_MMIO, 32 };
	uint64_t value;
	struct guest g;

	(void)state;
	run(&g, "one_line");
	assert_int_equal(machine_reg_write(g.m, &reg, 1), TALLY_OK);
	assert_int_equal(door(&g, 0x0c), 0x101d000c);
	assert_int_equal(door(&g, 0x168), 0x101d0168);
	reg.addr = 0x174;
	assert_int_equal(machine_reg_write(g.m, &reg, 0), TALLY_OK);
	assert_int_equal(door(&g, 0x0c), 0);
	reg.addr = 0x10000;
	assert_int_equal(machine_reg_read(g.m, &reg, &value), TALLY_E_NOREG);
	reg.addr = 2;
	assert_int_equal(machine_reg_read(g.m, &reg, &value), TALLY_E_NOREG);
	reg = (struct tally_reg){ TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 };
	assert_int_equal(machine_reg_read(g.m, &reg, &value), TALLY_E_NOREG);
	end(&g);
}

static void identification(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "identify");
	assert_int_equal(g.cpu.r[1], 0x41069265);
	assert_int_equal(g.cpu.r[2], 0x1d192192);
	assert_int_equal(g.cpu.r[3], 0);
	assert_int_equal(g.cpu.r[4], 0x0005107f);
	end(&g);
}

static void preload_does_nothing(void **state)
{
	(void)state;
	counts("preload", (const struct wanted[]){ { "CtArmdRd", 1 },
						   { "CtArmdLineFill", 0 },
						   { NULL, 0 } });
}

/*
 * 16 pixels of 16 bits on 8 lines: 64 words a frame.  A line has 16 + 3 pixel
 * clocks, a frame 8 + 1 lines, a pixel clock 4 cycles [DDI0161 3.3]: 684
 * cycles. 8000 rounds of four cycles are 46 frames and a part of one.
 */
static void display_fetches(void **state)
{
	uint64_t words;
	struct guest g;

	(void)state;
	run(&g, "display");
	words = count(&g, "CtClcdRd");
	assert_in_range(words, 46 * 64, 47 * 64);
	assert_int_equal(words, count(&g, "CtClcdBurstIncr") +
					4 * count(&g, "CtClcdBurstIncr4") +
					8 * count(&g, "CtClcdBurstIncr8") +
					16 * count(&g, "CtClcdBurstIncr16"));
	end(&g);
}

static void dma_copies(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "copy");
	check(&g, (const struct wanted[]){ { "CtDma1Rd", 256 },
					   { "CtDma1Wr", 256 },
					   { "CtDma0Rd", 0 },
					   { "CtDma0Wr", 0 },
					   { NULL, 0 } });
	end(&g);
	run(&g, "wait");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(count(&g, "CtDma1Wr"), 256);
	end(&g);
}

/* Nothing tracks DBGACK after reset; test_cli_doctor.py has it tracked.
 */
static void debug_state(void **state)
{
	const struct board_options options = {
		.max_instructions = 1000000,
		.inject = { .dbgack_high = 16, .dbgack_period = 64 },
	};
	uint64_t total;
	struct guest g;

	(void)state;
	run_with(&g, "copy", &options);
	total = count(&g, "CtTotalCyclesEn");
	assert_true(total > 64);
	assert_int_equal(count(&g, "CtTotalCyclesNonDebug"), total);
	end(&g);
}

static void other_masters(void **state)
{
	const struct board_options options = {
		.max_instructions = 1000000,
		.inject.traffic = {
			[BOARD_EXP] = "exp:burst=incr8,every=50,count=10",
			[BOARD_GXI] = "gxi:every=50,count=20,writes=50",
		},
	};
	struct guest g;

	(void)state;
	run_with(&g, "copy", &options);
	check(&g, (const struct wanted[]){ { "CtExpBurstIncr8", 10 },
					   { "CtExpRd", 80 },
					   { "CtGxiRd", 10 },
					   { "CtGxiWr", 10 },
					   { NULL, 0 } });
	end(&g);
}

/* Others on the bus: the same transfers, but longer waits. */
static void others_make_it_wait(void **state)
{
	const struct board_options busy = {
		.max_instructions = 1000000,
		.inject.traffic = { [BOARD_EXP] = "exp:burst=incr16,every=20" },
	};
	struct guest alone, among;

	(void)state;
	run(&alone, "reads");
	run_with(&among, "reads", &busy);
	assert_int_equal(count(&alone, "CtArmdRd"), count(&among, "CtArmdRd"));
	assert_int_equal(count(&alone, "CtArmiRd"), count(&among, "CtArmiRd"));
	assert_true(count(&among, "CtArmdWaitNonSeqBus") >
		    count(&alone, "CtArmdWaitNonSeqBus"));
	assert_true(among.stop.instructions == alone.stop.instructions);
	assert_true(count(&among, "CtTotalCycles") >
		    count(&alone, "CtTotalCycles"));
	end(&alone);
	end(&among);
}

/* Items count up from 0; a byte of UART 0 each 200 cycles. */
static void peripherals_receive(void **state)
{
	const struct board_options options = {
		.max_instructions = 1000000,
		.inject.traffic = { [BOARD_UART0] = "uart0:every=200" },
	};
	struct guest g;

	(void)state;
	run_with(&g, "receive", &options);
	check(&g, (const struct wanted[]){ { "CtDma0Rd", 16 },
					   { "CtDma0RdUart", 16 },
					   { "CtDma0Wr", 0 },
					   { NULL, 0 } });
	assert_int_equal(g.cpu.r[4], 0x03020100);
	assert_int_equal(g.cpu.r[5], 0x0f0e0d0c);
	end(&g);
}

static void same_again(void **state)
{
	const struct board_options jitter = { .max_instructions = 1000000,
					      .jitter = true,
					      .seed = 5 };
	struct guest one, two;

	(void)state;
	run(&one, "copy");
	run(&two, "copy");
	assert_memory_equal(one.truth, two.truth, sizeof(one.truth));
	assert_true(one.stop.instructions == two.stop.instructions);
	end(&one);
	end(&two);
	run_with(&one, "eviction", &jitter);
	run_with(&two, "eviction", &jitter);
	assert_memory_equal(one.truth, two.truth, sizeof(one.truth));
	end(&one);
	end(&two);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_instructions),
		cmocka_unit_test(lines_of_data),
		cmocka_unit_test(writes_that_miss),
		cmocka_unit_test(other_attributes),
		cmocka_unit_test(cast_outs),
		cmocka_unit_test(uncached_instructions),
		cmocka_unit_test(swaps),
		cmocka_unit_test(peripheral_bridges),
		cmocka_unit_test(doubleword_of_registers),
		cmocka_unit_test(registers_of_vfp),
		cmocka_unit_test(bursts_to_registers),
		cmocka_unit_test(monitor_from_inside),
		cmocka_unit_test(monitor_from_outside),
		cmocka_unit_test(identification),
		cmocka_unit_test(preload_does_nothing),
		cmocka_unit_test(display_fetches),
		cmocka_unit_test(dma_copies),
		cmocka_unit_test(debug_state),
		cmocka_unit_test(other_masters),
		cmocka_unit_test(others_make_it_wait),
		cmocka_unit_test(peripherals_receive),
		cmocka_unit_test(same_again),
	};

	versatile_folder(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
