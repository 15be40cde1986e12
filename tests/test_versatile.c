/* SPDX-License-Identifier: MIT */
/*
 * The versatile board with small guest programs (versatile_guest.S): what an
 * ARM926EJ-S puts on its two layers of the bus, counted by hand from what the
 * documents say of it, and what it makes of the bus's answers.
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

#include "board/machine.h"

enum { SCRATCH = 0x00200000, COUNTERS = 91 };

static const char *directory = ".";

struct guest {
	struct machine *m;
	struct program *p;
	struct board_stop stop;
	struct board_cpu cpu;
	uint64_t truth[COUNTERS];
};

static uint32_t symbol(const struct guest *g, const char *name)
{
	struct error err = { "" };
	const struct program_symbol *s = program_find(g->p, name, &err);

	if (!s)
		fail_msg("%s", err.text);
	return (uint32_t)s->addr;
}

static bool nobody_asks(void *ctx, uint64_t instructions)
{
	(void)ctx;
	(void)instructions;
	return false;
}

/* From `name` to `done`. */
static void load(struct guest *g, const char *name,
		 const struct board_options *options)
{
	const struct machine_host host = { .poll = nobody_asks };
	struct error err = { "" };
	char path[512];

	memset(g, 0, sizeof(*g));
	snprintf(path, sizeof(path), "%s/guest_versatile.elf", directory);
	g->p = program_open(path, 40, 32, false, &err);
	g->m = machine_new("versatile", options, &host, &err);
	if (!g->p || !g->m)
		fail_msg("%s", err.text);
	g->p->entry = symbol(g, name);
	if (!machine_load(g->m, g->p, &err))
		fail_msg("%s", err.text);
	assert_true(machine_break(g->m, symbol(g, "done"), true));
}

static void run_with(struct guest *g, const char *name,
		     const struct board_options *options)
{
	struct machine_book book;

	load(g, name, options);
	machine_run(g->m, &g->stop);
	machine_cpu(g->m, &g->cpu);
	if (g->stop.reason != BOARD_STOP_BREAK)
		fail_msg("%s: stop %d: %s", name, (int)g->stop.reason,
			 g->stop.text);
	assert_true(machine_book(g->m, 0, &book));
	memcpy(g->truth, book.ledger->n, sizeof(g->truth));
}

/* By the name of its row. */
static uint64_t count(const struct guest *g, const char *name)
{
	struct machine_book book;

	assert_true(machine_book(g->m, 0, &book));
	for (unsigned i = 0; i < book.events; i++)
		if (!strcmp(book.event[i].name, name))
			return g->truth[i];
	fail_msg("no counter is called %s", name);
	return 0;
}

/*
 * Beats are those of the bursts; what is a part of something is not more.  With
 * all bursts over and none broken.
 */
static void identities(struct guest *g)
{
	assert_int_equal(count(g, "CtArmiRd"),
			 count(g, "CtArmiBurstSingle") +
				 4 * count(g, "CtArmiBurstIncr4") +
				 8 * count(g, "CtArmiLineFill"));
	assert_int_equal(count(g, "CtArmdRd") + count(g, "CtArmdWr"),
			 count(g, "CtArmdBurstSingle") +
				 4 * count(g, "CtArmdBurstIncr4") +
				 8 * count(g, "CtArmdBurstIncr8") +
				 8 * count(g, "CtArmdLineFill"));
	assert_true(count(g, "CtArmdWaitNonSeqSlave") +
			    count(g, "CtArmdWaitNonSeqBus") <=
		    count(g, "CtArmdWaitTotal"));
	assert_true(count(g, "CtArmdPageWalkD") + count(g, "CtArmdPageWalkI") <=
		    count(g, "CtArmdBurstSingle"));
	assert_true(count(g, "CtArmdRd") + count(g, "CtArmdWr") +
			    count(g, "CtArmdWaitTotal") <=
		    count(g, "CtTotalCycles"));
}

static void run(struct guest *g, const char *name)
{
	const struct board_options options = { .max_instructions = 1000000 };

	run_with(g, name, &options);
	identities(g);
}

static void run_injected(struct guest *g, const char *name, const char *fault)
{
	const struct board_options options = { .max_instructions = 1000000,
					       .inject.fault = { fault } };

	run_with(g, name, &options);
}

static void end(struct guest *g)
{
	machine_free(g->m);
	program_close(g->p);
}

struct wanted {
	const char *name;
	uint64_t count;
};

static void check(struct guest *g, const struct wanted *w)
{
	for (; w->name; w++)
		if (count(g, w->name) != w->count)
			fail_msg("%s: %llu, not %llu", w->name,
				 (unsigned long long)count(g, w->name),
				 (unsigned long long)w->count);
}

/* Run it, and hold it to what it shall have counted. */
static void counts(const char *name, const struct wanted *wanted)
{
	struct guest g;

	run(&g, name);
	check(&g, wanted);
	end(&g);
}

/* The cycles of the last round of `name`_loop, all but the first fill. */
static uint64_t round_of(const char *name, bool flat)
{
	const struct board_options options = { .max_instructions = 1000000,
					       .flat = flat };
	uint64_t before = 0, now = 0;
	char loop[64];
	struct guest g;

	load(&g, name, &options);
	snprintf(loop, sizeof(loop), "%s_loop", name);
	assert_true(machine_break(g.m, symbol(&g, loop), true));
	for (unsigned i = 0; i < 4; i++) {
		machine_run(g.m, &g.stop);
		assert_int_equal(g.stop.reason, BOARD_STOP_BREAK);
		assert_int_equal(g.stop.pc, symbol(&g, loop));
		before = now;
		now = machine_ledger(g.m)->n[LEDGER_CYCLES];
	}
	end(&g);
	return now - before;
}

static uint32_t logged(struct guest *g, const char *name)
{
	uint32_t value = 0;

	assert_true(machine_mem_read(g->m, symbol(g, name), &value, 4));
	return value;
}

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

/* The core's writes get their ERROR: not buffered, so it is told of it. */
static void errors_of_writes(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "peripherals",
		     "armd:error,times=1,from=0x101e4400,to=0x101e4403");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_address"), 0x101e4400);
	assert_int_equal(g.cpu.r[3], 0); /* all lines stay inputs */
	end(&g);
	/* Buffered: nobody hears of it. */
	run_injected(&g, "writes", "armd:error,from=0x200000,to=0x2000ff");
	assert_int_equal(logged(&g, "log_count"), 0);
	assert_int_equal(count(&g, "CtArmdWr"), 18);
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

struct fault {
	const char *program;
	uint32_t status, address;
	uint64_t walks; /* reads of descriptors for data */
};

/*
 * Status: [DDI0198D Table 3-9].  Each writes the first table once (a walk), the
 * last two another table (a walk), and looks at the place that faults: one
 * read where a section says so, two where a page does; `page_fault` and
 * `fine_table` have a good access to such a page before.  `fine_table` besides
 * writes to SCRATCH at first.
 */
static void memory_faults(void **state)
{
	static const struct fault faults[] = {
		{ "section_fault", 0x05, SCRATCH + 4, 1 + 1 },
		{ "permission_fault", 0x0d, SCRATCH + 8, 1 + 1 },
		{ "domain_fault", 0x39, SCRATCH + 12, 1 + 1 },
		{ "page_fault", 0x07, SCRATCH + 0x6000, 2 + 2 + 2 },
		{ "fine_table", 0x07, SCRATCH + 0x1000, 2 + 1 + 2 + 2 },
	};
	struct guest g;

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		run(&g, faults[i].program);
		assert_int_equal(logged(&g, "log_count"), 1);
		assert_int_equal(logged(&g, "log_status"), faults[i].status);
		assert_int_equal(logged(&g, "log_address"), faults[i].address);
		assert_int_equal(count(&g, "CtArmdPageWalkD"), faults[i].walks);
		/* At first, and after the TLB was invalidated. */
		assert_int_equal(count(&g, "CtArmdPageWalkI"), 2);
		if (!strcmp(faults[i].program, "fine_table"))
			assert_int_equal(g.cpu.r[6], 77);
		end(&g);
	}
}

static void fetch_faults(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "fetch_fault");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x05);
	assert_int_equal(logged(&g, "log_lr"), SCRATCH + 4);
	assert_int_equal(count(&g, "CtArmdPageWalkI"), 3);
	end(&g);
}

static void nobody_answers(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "nowhere");
	assert_int_equal(logged(&g, "log_count"), 2);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_address"), 0x50000004);
	end(&g);
}

/* The first of two lines: the burst goes on to its end, all beats count. */
static void errors_of_reads(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "one_read",
		     "armd:error,times=1,from=0x200000,to=0x20001f");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_address"), SCRATCH);
	/* Two of the program, one of the vectors' literals, one of the log. */
	assert_int_equal(count(&g, "CtArmdLineFill"), 4);
	end(&g);
}

/* RETRY on its first beat: the line comes in by eight single reads. */
static void retries_of_reads(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "one_read",
		     "armd:retry,times=1,from=0x200000,to=0x20001f");
	assert_int_equal(logged(&g, "log_count"), 0);
	check(&g, (const struct wanted[]){ { "CtArmdLineFill", 1 },
					   { "CtArmdBurstSingle", 2 + 8 },
					   { "CtArmdRd", 2 + 16 },
					   { NULL, 0 } });
	end(&g);
}

/* The read fails, the write is made all the same, then comes the abort. */
static void errors_of_swaps(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "swaps",
		     "armd:error,times=1,from=0x200000,to=0x200003");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_address"), SCRATCH);
	assert_int_equal(count(&g, "CtArmdWr") >= 2, 1);
	end(&g);
}

static void errors_of_fetches(void **state)
{
	struct guest g;
	char fault[80];
	unsigned at;

	(void)state;
	run(&g, "fetch_error");
	assert_int_equal(logged(&g, "log_count"), 0);
	at = symbol(&g, "fetch_error_line");
	end(&g);
	snprintf(fault, sizeof(fault), "armi:error,times=1,from=0x%x,to=0x%x",
		 at, at + 31);
	run_injected(&g, "fetch_error", fault);
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_lr"), at + 4);
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

/*
 * [DDI0222B Table 8.2]: n registers take n cycles, one alone two; a word is
 * ready a cycle later, a part of one two; a multiply takes two and its result
 * one more, two more where it sets flags; a branch taken takes three, a logical
 * operation to the pc four, a load of it five.
 */
static void times(void **state)
{
	static const struct {
		const char *name;
		unsigned cycles;
	} rows[] = {
		{ "t_add", 4 },
		{ "t_shift_by_register", 2 },
		{ "t_load_use", 1 + 1 + 1 },
		{ "t_load_nop_use", 3 },
		{ "t_byte_use", 1 + 2 + 1 },
		{ "t_byte_nop_use", 1 + 1 + 1 + 1 },
		{ "t_scaled_load", 2 + 1 },
		{ "t_store", 2 },
		{ "t_doubleword", 2 + 1 },
		{ "t_multiply", 2 + 1 },
		{ "t_multiply_use", 2 + 1 + 1 },
		{ "t_multiply_flags", 4 + 1 },
		{ "t_multiply_long", 3 + 1 },
		{ "t_load_four", 4 + 1 },
		{ "t_load_four_use_first", 4 + 1 },
		{ "t_load_four_use_last", 4 + 1 + 1 },
		{ "t_load_one", 2 + 1 },
		{ "t_store_four", 4 },
		{ "t_swap", 2 + 1 },
		{ "t_branch", 3 },
		{ "t_not_taken", 2 },
		{ "t_bx", 1 + 3 },
		{ "t_mov_pc", 1 + 4 },
		{ "t_add_pc", 3 },
		{ "t_load_pc", 1 + 1 + 5 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t got = round_of(rows[i].name, false);

		if (got != rows[i].cycles + 4)
			fail_msg("%s: %llu, not %u and 4", rows[i].name,
				 (unsigned long long)got, rows[i].cycles);
	}
	/* Flat: each of the body, of SUBS and BNE is one. */
	assert_true(round_of("t_load_four", true) == 2 + 2);
	assert_true(round_of("t_multiply_use", true) == 2 + 2);
}

/* The cycles of the second time between `name`_from and `name`_to. */
static uint64_t between(const char *name)
{
	const struct board_options options = { .max_instructions = 1000000 };
	uint64_t before = 0, now = 0;
	char from[64], to[64];
	struct guest g;

	load(&g, name, &options);
	snprintf(from, sizeof(from), "%s_from", name);
	snprintf(to, sizeof(to), "%s_to", name);
	assert_true(machine_break(g.m, symbol(&g, from), true));
	assert_true(machine_break(g.m, symbol(&g, to), true));
	for (unsigned i = 0; i < 4; i++) {
		machine_run(g.m, &g.stop);
		assert_int_equal(g.stop.reason, BOARD_STOP_BREAK);
		before = now;
		now = machine_ledger(g.m)->n[LEDGER_CYCLES];
	}
	end(&g);
	return now - before;
}

/* Four addresses wait; a write takes the bus longer than the core. */
static void write_buffer(void **state)
{
	(void)state;
	assert_true(between("four_stores") == 4);
	assert_true(between("twelve_stores") > 12);
}

/* What was translated dies with its memory. */
static void dma_over_code(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "dma_code");
	assert_int_equal(g.cpu.r[6], 1);
	assert_int_equal(g.cpu.r[5], 2);
	end(&g);
}

/* 16 cycles in debug state of each 64, from the start on. */
static void debug_state(void **state)
{
	const struct board_options options = {
		.max_instructions = 1000000,
		.inject = { .dbgack_high = 16, .dbgack_period = 64 },
	};
	uint64_t total, outside;
	struct guest g;

	(void)state;
	run_with(&g, "copy", &options);
	total = count(&g, "CtTotalCyclesEn");
	outside = count(&g, "CtTotalCyclesNonDebug");
	/* An edge comes at the next boundary of instructions. */
	assert_true(outside < total);
	assert_in_range(total - outside, total / 8, total / 2);
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
		cmocka_unit_test(bursts_to_registers),
		cmocka_unit_test(errors_of_writes),
		cmocka_unit_test(monitor_from_inside),
		cmocka_unit_test(monitor_from_outside),
		cmocka_unit_test(memory_faults),
		cmocka_unit_test(fetch_faults),
		cmocka_unit_test(nobody_answers),
		cmocka_unit_test(errors_of_reads),
		cmocka_unit_test(retries_of_reads),
		cmocka_unit_test(errors_of_swaps),
		cmocka_unit_test(errors_of_fetches),
		cmocka_unit_test(identification),
		cmocka_unit_test(preload_does_nothing),
		cmocka_unit_test(display_fetches),
		cmocka_unit_test(dma_copies),
		cmocka_unit_test(times),
		cmocka_unit_test(write_buffer),
		cmocka_unit_test(dma_over_code),
		cmocka_unit_test(debug_state),
		cmocka_unit_test(other_masters),
		cmocka_unit_test(others_make_it_wait),
		cmocka_unit_test(peripherals_receive),
		cmocka_unit_test(same_again),
	};

	char *slash = strrchr(argv[0], '/');

	if (argc > 1) {
		directory = argv[1];
	} else if (slash) {
		*slash = 0;
		directory = argv[0];
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
