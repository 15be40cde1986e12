/* SPDX-License-Identifier: MIT */
/*
 * The model of the Cortex-A cores: caches of two levels, TLBs and branches,
 * with misses and write-backs worked out by hand from sizes and ways.
 */
#include <stdint.h>
#include <string.h>

#include "cores.h"
#include "test.h"

enum { CODE = 0x40080000, DATA = 0x40400000, LINE = 64 };

static struct uarch *u;
static struct insn nop, load, store;

static int begin(enum uarch_kind kind)
{
	const struct board_options o = { .flat = false };
	const struct uarch_control on = { .mmu = true,
					  .icache = true,
					  .dcache = true,
					  .branch_prediction = true,
					  .return_stack = true };

	u = uarch_new(uarch_of(kind), &o, NULL);
	assert_non_null(u);
	uarch_set_control(u, &on);
	nop = (struct insn){ .addr = CODE, .size = 4 };
	load = (struct insn){ .addr = CODE, .size = 4, .class = CLASS_LOAD };
	store = (struct insn){ .addr = CODE, .size = 4, .class = CLASS_STORE };
	return 0;
}

static int a53(void **state)
{
	(void)state;
	return begin(UARCH_CORTEX_A53);
}

static int a72(void **state)
{
	(void)state;
	return begin(UARCH_CORTEX_A72);
}

static int end(void **state)
{
	(void)state;
	uarch_free(u);
	return 0;
}

static uint64_t n(enum ledger_item item)
{
	return uarch_ledger(u)->n[item];
}

static struct mapping flat(uint32_t addr, unsigned page_bits)
{
	return (struct mapping){ .paddr = addr,
				 .page_bits = page_bits,
				 .cacheable = true };
}

static void run(struct insn *i, uint32_t next)
{
	struct retired r = { .insn = i,
			     .fetch = (struct mapping[]){ flat(i->addr, 21) },
			     .passed = !i->conditional || next == i->target,
			     .next = next };

	uarch_retire(u, &r);
}

static void data(struct insn *i, uint32_t addr, unsigned size,
		 unsigned page_bits)
{
	const struct access a = { .vaddr = addr,
				  .size = (uint8_t)size,
				  .write = i->class == CLASS_STORE,
				  .map = flat(addr, page_bits) };
	struct retired r = { .insn = i,
			     .fetch = (struct mapping[]){ flat(i->addr, 21) },
			     .passed = true,
			     .next = i->addr + 4,
			     .element = 8,
			     .accesses = 1,
			     .access = &a };

	uarch_retire(u, &r);
}

#define A53(f) TEST_WITH(f, a53, end)

/* 32 KiB in 4 ways of 64 bytes: the same set again after 8 KiB. */
A53(a_set_of_data)
{
	for (unsigned i = 0; i < 4; i++)
		data(&load, DATA + i * 8192, 8, 29);
	assert_int_equal(n(LEDGER_L1D_REFILL), 4);
	for (unsigned i = 0; i < 4; i++)
		data(&load, DATA + i * 8192 + 56, 8, 29);
	assert_int_equal(n(LEDGER_L1D_REFILL), 4);
	data(&load, DATA + 4 * 8192, 8, 29); /* a fifth */
	data(&load, DATA, 8, 29);            /* and the first is gone */
	assert_int_equal(n(LEDGER_L1D_REFILL), 6);
	assert_int_equal(n(LEDGER_L1D_ACCESS), 10);
	/* Level 2 had the first line; the code's line came once. */
	assert_int_equal(n(LEDGER_L2D_ACCESS), 6 + 1);
	assert_int_equal(n(LEDGER_L2D_REFILL), 5 + 1);
	assert_int_equal(n(LEDGER_BUS_ACCESS), 4 * 6); /* beats of 16 bytes */
	assert_int_equal(n(LEDGER_L1D_WRITE_BACK), 0);
}

/* The victim of a fifth line is dirty: out to level 2, which has it. */
A53(a_dirty_victim)
{
	for (unsigned i = 0; i < 5; i++)
		data(&store, DATA + i * 8192, 8, 29);
	assert_int_equal(n(LEDGER_L1D_REFILL_WRITE), 5);
	assert_int_equal(n(LEDGER_L1D_WRITE_BACK), 1);
	assert_int_equal(n(LEDGER_L1D_WRITE_BACK_VICTIM), 1);
	assert_int_equal(n(LEDGER_L2D_WRITE), 1);
	assert_int_equal(n(LEDGER_L2D_WRITE_BACK), 0);
	assert_int_equal(n(LEDGER_BUS_WRITE), 0);
}

/*
 * A dirty line goes back to where level 2 has it, its first place too: all 16
 * of a set stay, dirty as they are.  Loads of others drive out each from level
 * 1: the 16 that were stored, and the first again.
 */
A53(back_to_the_first_place)
{
	load.addr = CODE + LINE; /* another set than the data's */
	store.addr = CODE + LINE;
	for (unsigned i = 0; i < 17; i++)
		data(&store, DATA + i % 16 * 32768, 8, 29);
	for (unsigned i = 1; i < 12; i++)
		data(&load, DATA + i * 32768, 8, 29);
	assert_int_equal(n(LEDGER_L1D_WRITE_BACK), 17);
	assert_int_equal(n(LEDGER_L2D_REFILL), 16 + 1);
	assert_int_equal(n(LEDGER_L2D_WRITE_BACK), 0);
	assert_int_equal(n(LEDGER_BUS_WRITE), 0);
}

/* 512 KiB in 16 ways: the same set after 32 KiB, the 17th puts one out. */
A53(a_set_of_level_2)
{
	for (unsigned i = 0; i < 17; i++)
		data(&store, DATA + i * 32768, 8, 29);
	assert_int_equal(n(LEDGER_L2D_WRITE_BACK), 1);
	assert_int_equal(n(LEDGER_L2D_WRITE_BACK_VICTIM), 1);
	assert_int_equal(n(LEDGER_BUS_WRITE), 4);
}

A53(cleaning)
{
	const struct mapping map = flat(DATA, 29);

	data(&store, DATA, 8, 29);
	uarch_maintain(u, MAINTAIN_D_CLEAN_LINE, DATA, &map);
	uarch_maintain(u, MAINTAIN_D_CLEAN_LINE, DATA, &map);
	assert_int_equal(n(LEDGER_L1D_WRITE_BACK_CLEAN), 1);
	assert_int_equal(n(LEDGER_L1D_INVALIDATED), 0);
	uarch_maintain(u, MAINTAIN_D_CLEAN_INVALIDATE_LINE, DATA, &map);
	assert_int_equal(n(LEDGER_L1D_INVALIDATED), 1);
	data(&load, DATA, 8, 29);
	assert_int_equal(n(LEDGER_L1D_REFILL), 2);
}

/* A walk below the root reads a descriptor for 512 MiB or more, two for 2 MiB,
 * three for a page. */
static uint64_t walked(void)
{
	return uarch_ledger(u)->cause[CAUSE_WALK_DATA];
}

A53(descriptors_of_a_walk)
{
	static const struct {
		unsigned page_bits, more; /* than one descriptor */
	} row[] = { { 29, 0 }, { 30, 0 }, { 28, 1 }, { 21, 1 },
		    { 20, 2 }, { 16, 2 }, { 12, 2 } };
	uint64_t one = 0;

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		uint64_t before;

		data(&load, DATA, 8, row[i].page_bits);
		uarch_maintain(u, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
		before = walked();
		data(&load, DATA, 8, row[i].page_bits);
		one = i ? one : walked() - before;
		assert_int_equal(walked() - before - one, 20 * row[i].more);
	}
}

/* DC ZVA: all of a line, so nothing is fetched for it. */
A53(a_whole_line)
{
	data(&store, DATA, LINE, 29);
	assert_int_equal(n(LEDGER_L1D_REFILL), 0);
	assert_int_equal(n(LEDGER_L1D_WRITE), 1);
	data(&load, DATA + 8, 8, 29);
	assert_int_equal(n(LEDGER_L1D_REFILL), 0);
}

A53(over_a_line)
{
	data(&load, DATA + 60, 8, 29);
	assert_int_equal(n(LEDGER_MEM_ACCESS), 2);
	assert_int_equal(n(LEDGER_L1D_REFILL), 2);
	assert_int_equal(n(LEDGER_UNALIGNED_LDST_RETIRED), 1);
	assert_int_equal(n(LEDGER_LD_RETIRED), 1);
}

/* 10 entries, in turn: the eleventh page puts the first out. */
A53(small_tlb)
{
	for (unsigned i = 0; i < 11; i++)
		data(&load, DATA + i * 4096, 8, 12);
	data(&load, DATA, 8, 12);
	assert_int_equal(n(LEDGER_L1D_TLB_REFILL), 12);
	assert_int_equal(n(LEDGER_L1D_TLB_REFILL_READ), 12);
	assert_int_equal(n(LEDGER_L2_TLB_ACCESS), 12);
	assert_int_equal(n(LEDGER_L2_TLB_REFILL), 11);
	assert_int_equal(n(LEDGER_DTLB_WALK), 11);
	assert_int_equal(n(LEDGER_L1I_TLB_REFILL), 1);
	assert_int_equal(n(LEDGER_ITLB_WALK), 1);
}

#define A72(f) TEST_WITH(f, a72, end)

/* 32 entries. */
A72(larger_tlb)
{
	for (unsigned i = 0; i < 32; i++)
		data(&load, DATA + i * 4096, 8, 12);
	data(&load, DATA, 8, 12);
	assert_int_equal(n(LEDGER_L1D_TLB_REFILL), 32);
}

/* 16 bytes at once; 2 ways of 16 KiB, or 3 on the A72. */
static void instructions(unsigned ways)
{
	for (unsigned i = 0; i < 32; i++) {
		nop.addr = CODE + 4 * i;
		run(&nop, nop.addr + 4);
	}
	assert_int_equal(n(LEDGER_L1I_ACCESS), 8);
	assert_int_equal(n(LEDGER_L1I_REFILL), 2);
	for (unsigned i = 1; i <= ways; i++) {
		nop.addr = CODE + i * 16384;
		run(&nop, nop.addr + 4);
	}
	assert_int_equal(n(LEDGER_L1I_REFILL), 2 + ways);
	nop.addr = CODE; /* put out by the last */
	run(&nop, nop.addr + 4);
	assert_int_equal(n(LEDGER_L1I_REFILL), 3 + ways);
	assert_int_equal(n(LEDGER_INSTRUCTIONS), 33 + ways);
}

A53(two_ways)
{
	instructions(2);
}

A72(three_ways)
{
	instructions(3);
}

/* Calls and their returns; one return too many is not predicted. */
A53(returns)
{
	struct insn call = { .addr = CODE,
			     .size = 4,
			     .flow = FLOW_CALL,
			     .target = CODE + 0x100 };
	struct insn back = { .addr = CODE + 0x100,
			     .size = 4,
			     .flow = FLOW_RETURN,
			     .indirect = true };

	run(&call, CODE + 0x100);
	run(&back, CODE + 4);
	assert_int_equal(n(LEDGER_BR_MIS_PRED_RETIRED), 0);
	run(&back, CODE + 4);
	assert_int_equal(n(LEDGER_BR_MIS_PRED_RETIRED), 1);
	assert_int_equal(n(LEDGER_BR_RETIRED), 3);
	assert_int_equal(n(LEDGER_BR_RETURN_RETIRED), 2);
	assert_int_equal(n(LEDGER_BR_IMMED_RETIRED), 1);
	assert_int_equal(n(LEDGER_PC_WRITE_RETIRED), 3);
}

/* Histories begin at "never taken": what falls through is right at once. */
A53(directions)
{
	struct insn i = { .addr = CODE,
			  .size = 4,
			  .flow = FLOW_BRANCH,
			  .conditional = true,
			  .target = CODE + 0x100 };

	for (unsigned k = 0; k < 10; k++)
		run(&i, CODE + 4);
	assert_int_equal(n(LEDGER_BR_MIS_PRED_RETIRED), 0);
	assert_int_equal(n(LEDGER_PC_WRITE_RETIRED), 0);
	assert_int_equal(n(LEDGER_BR_RETIRED), 10);
	run(&i, CODE + 0x100);
	assert_int_equal(n(LEDGER_BR_MIS_PRED_RETIRED), 1);
	assert_int_equal(n(LEDGER_BRANCHES_CORRECTED), 1);
	assert_int_equal(n(LEDGER_PC_WRITE_RETIRED), 1);
}

/* The last target of each. */
A53(targets)
{
	struct insn i = {
		.addr = CODE, .size = 4, .flow = FLOW_INDIRECT, .indirect = true
	};

	run(&i, CODE + 0x100);
	run(&i, CODE + 0x100);
	run(&i, CODE + 0x200);
	run(&i, CODE + 0x100);
	assert_int_equal(n(LEDGER_BR_MIS_PRED_RETIRED), 3);
}

/* Code that no cache may keep comes over the bus, a look-up at a time. */
A53(uncached_code)
{
	struct insn i = { .size = 4 };

	for (uint32_t at = CODE; at < CODE + 64; at += 4) {
		struct mapping code = flat(at, 21);
		struct retired r = { .insn = &i,
				     .fetch = &code,
				     .passed = true,
				     .next = at + 4 };

		i.addr = at;
		code.cacheable = false;
		uarch_retire(u, &r);
	}
	assert_int_equal(n(LEDGER_BUS_ACCESS), 64 / 16);
	assert_int_equal(n(LEDGER_BUS_READ), 64 / 16);
	assert_int_equal(n(LEDGER_L1I_ACCESS), 0);
}

A53(an_aborted_one)
{
	struct retired r = { .insn = &load,
			     .fetch = (struct mapping[]){ flat(CODE, 29) },
			     .passed = true,
			     .exception = true,
			     .next = CODE,
			     .element = 8 };

	uarch_retire(u, &r);
	assert_int_equal(n(LEDGER_INSTRUCTIONS), 0);
	assert_int_equal(n(LEDGER_LD_RETIRED), 0);
	assert_true(n(LEDGER_CYCLES) > 0);
}
