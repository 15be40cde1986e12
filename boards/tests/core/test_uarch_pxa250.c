/* SPDX-License-Identifier: MIT */
/*
 * The microarchitecture model of the PXA250.  Every expected number is worked
 * out beside it from the rules and the table at the top of uarch_pxa250.c:
 * memory 60 until the first word, busy 32 with a line; a write done after 40,
 * memory busy with it for 12; a walk reads 40 for each level.
 */
#include <stdint.h>

#include "test.h"
#include "uarch_steps.h"

/* The code's line and the data's page and line at 0x100000 are there. */
static void begin(struct steps *s)
{
	steps_begin(s, UARCH_PXA250, NULL);
	add(s, 0, 0);
	ldr(s, 0, 0x100000);
	uarch_idle(s->u, 1000);
	s->pc = 0x8000;
	mark(s);
}

/* The wait for an instruction includes the walk: 40 for a section, 60. */
TEST(fetch)
{
	struct uarch_control c = everything_on;
	struct steps s;

	steps_begin(&s, UARCH_PXA250, NULL);
	add(&s, 0, 0);
	assert_int_equal(s.n[LEDGER_ITLB_MISS], 1);
	assert_int_equal(s.n[LEDGER_ICACHE_MISS], 1);
	assert_int_equal(s.n[LEDGER_FETCH_STALL], 100);
	assert_int_equal(s.n[LEDGER_CYCLES], 101);
	/* Without MMU and cache: still fetched by the line, counts nothing. */
	c.mmu = false;
	c.icache = false;
	uarch_set_control(s.u, &c);
	mark(&s);
	s.pc = 0x300000;
	add(&s, 0, 0);
	ldr(&s, 0, 0x700000);
	assert_gained(&s, LEDGER_ITLB_MISS, 0);
	assert_gained(&s, LEDGER_DTLB_MISS, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 0);
	assert_gained(&s, LEDGER_FETCH_STALL, 60);
	steps_end(&s);
}

/* 33 lines of one set in 32 ways: round robin evicts the one wanted next. */
TEST(round_robin)
{
	struct steps s;

	begin(&s);
	for (uint32_t i = 0; i < 66; i++) {
		s.pc = 0x8000;
		ldr(&s, 0, 0x100020 + i % 33 * 1024);
	}
	assert_gained(&s, LEDGER_DCACHE_MISS, 66);
	mark(&s);
	for (uint32_t i = 0; i < 64; i++) {
		s.pc = 0x8000;
		ldr(&s, 0, 0x100040 + i % 32 * 1024);
	}
	assert_gained(&s, LEDGER_DCACHE_MISS, 32);
	steps_end(&s);
}

/* One access a register, whatever the line; LDRD is two, cached or not. */
TEST(accesses_count_per_register)
{
	struct insn ldrd = { .word = 0xE1C900D0,
			     .class = CLASS_LOAD,
			     .transfers = 2,
			     .writes = 3 };
	struct access a;
	struct steps s;

	begin(&s);
	multiple(&s, 8, 0x100000, false);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 8);
	assert_gained(&s, LEDGER_DCACHE_MISS, 0);
	multiple(&s, 8, 0x100010, false);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 16);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	a = access_at(&s, 0x100000, 8, false);
	retire(&s, ldrd, true, 0, &a, 1);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 18);
	s.data.cacheable = false;
	ldr(&s, 0, 0x200000);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 19);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	steps_end(&s);
}

/* An LDM that aborts after three counts three; a preload counts one. */
TEST(aborts_and_preloads)
{
	struct insn ldm = { .class = CLASS_LOAD_MULTIPLE, .transfers = 8 };
	struct insn pld = { .class = CLASS_LOAD,
			    .preload = true,
			    .transfers = 2 };
	struct access a[3];
	struct steps s;

	begin(&s);
	for (uint32_t i = 0; i < 3; i++)
		a[i] = access_at(&s, 0x100000 + 4 * i, 4, false);
	s.abort = true;
	retire(&s, ldm, true, 0, a, 3);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 3);
	s.abort = false;
	retire(&s, pld, true, 0, a, 1);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 4);
	steps_end(&s);
}

/* A miss in cycle 0 is there in 60, a second line, asked for in 32, in 92:
 * wanted in 2 and 61. */
TEST(misses_are_waited_for)
{
	struct steps s;

	begin(&s);
	ldr(&s, 0, 0x100100);
	ldr(&s, 1, 0x100120);
	add(&s, 2, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 58);
	add(&s, 2, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 58 + 31);
	steps_end(&s);
}

/* LDM of four hits: 2 + 4 cycles, so its results are never waited for. */
TEST(times)
{
	struct steps s;

	begin(&s);
	multiple(&s, 4, 0x100000, false);
	add(&s, 5, 3);
	assert_gained(&s, LEDGER_CYCLES, 7);
	ldr(&s, 0, 0x100000);
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 2);
	assert_gained(&s, LEDGER_CYCLES, 7 + 4);
	steps_end(&s);
}

/* Stores allocate only where the page says so. */
TEST(stores)
{
	struct mapping m = { 0 };
	struct steps s;

	begin(&s);
	str(&s, 1, 0x100100);
	str(&s, 1, 0x100100);
	assert_gained(&s, LEDGER_DCACHE_MISS, 2);
	s.data.write_allocate = true;
	str(&s, 1, 0x100100);
	str(&s, 1, 0x100100);
	assert_gained(&s, LEDGER_DCACHE_MISS, 3);
	s.data.write_through = true;
	str(&s, 1, 0x100110);
	assert_gained(&s, LEDGER_DCACHE_MISS, 3);
	/* Written back: the half that was not written through. */
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_INVALIDATE_LINE, 0x100100, &m);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	ldr(&s, 0, 0x100100);
	assert_gained(&s, LEDGER_DCACHE_MISS, 4);
	/* An allocated line is there without a fetch, and is no access. */
	uarch_maintain(s.u, MAINTAIN_D_ALLOCATE_LINE, 0x100200, &m);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 6);
	ldr(&s, 0, 0x100200);
	assert_gained(&s, LEDGER_DCACHE_MISS, 4);
	steps_end(&s);
}

/* Two ways: the third line of a set drives out the first, dirty; the main
 * cache knows nothing of it. */
TEST(mini_cache)
{
	struct steps s;

	begin(&s);
	s.data.mini = true;
	for (uint32_t i = 0; i < 3; i++) {
		ldr(&s, 0, 0x100000 + i * 1024);
		str(&s, 0, 0x100000 + i * 1024);
	}
	assert_gained(&s, LEDGER_DCACHE_MISS, 3);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	s.data.mini = false;
	ldr(&s, 0, 0x100400);
	assert_gained(&s, LEDGER_DCACHE_MISS, 4);
	steps_end(&s);
}

/* First taken: not known, mispredicted, 1 + 4 cycles; then right until the
 * exit.  Ten rounds: 2 mispredictions, and 10 ADDs. */
TEST(loop)
{
	struct steps s;

	begin(&s);
	for (int round = 1; round <= 10; round++) {
		add(&s, 0, 0);
		branch(&s, 0x8000, true, round < 10);
	}
	assert_gained(&s, LEDGER_BRANCHES, 10);
	assert_gained(&s, LEDGER_BRANCH_MISS, 2);
	assert_gained(&s, LEDGER_PC_CHANGES, 9);
	assert_gained(&s, LEDGER_CYCLES, 20 + 2 * 4);
	assert_gained(&s, LEDGER_FETCH_STALL, 0);
	steps_end(&s);
}

TEST(prediction_off)
{
	struct uarch_control c = everything_on;
	struct steps s;

	begin(&s);
	c.branch_prediction = false;
	uarch_set_control(s.u, &c);
	for (int round = 1; round <= 10; round++)
		branch(&s, 0x8000, true, round < 10);
	assert_gained(&s, LEDGER_BRANCH_MISS, 9);
	steps_end(&s);
}

/* BL counts and is predicted; BLX and BX do not count, but cost 4; nobody
 * calls SWI a branch. */
TEST(only_b_and_bl_are_branches)
{
	struct steps s;

	begin(&s);
	bl(&s, 0x8000);
	bl(&s, 0x8000);
	assert_gained(&s, LEDGER_BRANCHES, 2);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_CYCLES, 6);
	call(&s, 0xFA000000, 0x8000);
	jump(&s, FLOW_RETURN, false, 0x8000);
	jump(&s, FLOW_INDIRECT, false, 0x8000);
	assert_gained(&s, LEDGER_BRANCHES, 2);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_PC_CHANGES, 5);
	assert_gained(&s, LEDGER_CYCLES, 6 + 3 * 5);
	swi(&s);
	assert_gained(&s, LEDGER_PC_CHANGES, 5);
	steps_end(&s);
}

/* Thumb: a flush is 5.  BL counts but is never predicted; the second half of
 * the pair tells it from BLX. */
TEST(thumb)
{
	struct steps s;

	begin(&s);
	s.thumb = true;
	branch(&s, 0x8000, false, true);
	branch(&s, 0x8000, false, true);
	assert_gained(&s, LEDGER_CYCLES, 1 + 5 + 1);
	call(&s, 0xF000F800, 0x8000);
	call(&s, 0xF000F800, 0x8000);
	assert_gained(&s, LEDGER_BRANCHES, 4);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1 + 2);
	call(&s, 0xF000E800, 0x8000);
	assert_gained(&s, LEDGER_BRANCHES, 4);
	assert_gained(&s, LEDGER_PC_CHANGES, 5);
	steps_end(&s);
}

/* Invalidating the instruction cache empties the branch target buffer. */
TEST(predictor_goes_with_the_cache)
{
	struct steps s;

	begin(&s);
	branch(&s, 0x8000, false, true);
	uarch_maintain(s.u, MAINTAIN_I_INVALIDATE_ALL, 0, NULL);
	branch(&s, 0x8000, false, true);
	assert_gained(&s, LEDGER_BRANCH_MISS, 2);
	assert_gained(&s, LEDGER_ICACHE_MISS, 1);
	steps_end(&s);
}

/* 33 pages in 32 entries, round robin, twice.  Small pages: two reads. */
TEST(data_tlb)
{
	struct steps s;

	begin(&s);
	s.data.page_bits = 12;
	s.data.cacheable = false;
	for (uint32_t i = 0; i < 66; i++) {
		s.pc = 0x8000;
		str(&s, 1, 0x200000 + i % 33 * 4096);
		uarch_idle(s.u, 100);
	}
	assert_gained(&s, LEDGER_DTLB_MISS, 66);
	assert_gained(&s, LEDGER_CYCLES, 66 * (1 + 100 + 2 * 40));
	assert_gained(&s, LEDGER_ITLB_MISS, 0);
	/* Instruction and data TLB are apart. */
	uarch_maintain(s.u, MAINTAIN_ITLB_INVALIDATE_ALL, 0, NULL);
	str(&s, 1, 0x200000 + 32 * 4096);
	assert_gained(&s, LEDGER_DTLB_MISS, 66);
	assert_gained(&s, LEDGER_ITLB_MISS, 1);
	steps_end(&s);
}

/*
 * Four load misses in cycles 0 to 3 take the fill buffers; memory takes a
 * line every 32: there in 60, 92, 124, 156.  The fifth, in cycle 4, waits
 * until 60: 56 of stall, one run; its own line is asked for at 128, there in
 * 188.  The sixth, in cycle 61, waits until 92: 31 more, another run.
 */
TEST(fill_buffers)
{
	struct steps s;

	begin(&s);
	for (uint32_t i = 0; i < 4; i++)
		ldr(&s, 0, 0x100100 + i * 32);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 0);
	ldr(&s, 0, 0x100200);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 56);
	assert_gained(&s, LEDGER_BUFFER_FULL_RUNS, 1);
	assert_gained(&s, LEDGER_CYCLES, 61);
	ldr(&s, 0, 0x100220);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 87);
	assert_gained(&s, LEDGER_BUFFER_FULL_RUNS, 2);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	steps_end(&s);
}

/*
 * Eight stores to different 16 bytes, in cycles 0 to 7, fill the write
 * buffer; memory takes one every 12, the first is done in cycle 40.  An STM
 * of two more such blocks, in cycle 8, waits until 40 and then, without a
 * cycle in between, until 52: 44 of stall in one contiguous run.
 */
TEST(contiguous_stalls_are_one_run)
{
	struct steps s;

	begin(&s);
	for (uint32_t i = 0; i < 8; i++)
		str(&s, 1, 0x100100 + i * 16);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 0);
	s.pc = 0x8000;
	multiple(&s, 8, 0x100200, true);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 44);
	assert_gained(&s, LEDGER_BUFFER_FULL_RUNS, 1);
	steps_end(&s);
}

/* Stores to the same 16 bytes join while the first one waits. */
TEST(stores_join)
{
	struct steps s;

	begin(&s);
	for (uint32_t i = 0; i < 7; i++)
		str(&s, 1, 0x100100 + i % 4 * 4);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 1);
	uarch_idle(s.u, 100);
	s.pc = 0x8000;
	str(&s, 1, 0x100100);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 2);
	steps_end(&s);
}

/* A line under way holds four accesses pended; the fifth waits for it. */
TEST(pend_buffers)
{
	struct steps s;

	begin(&s);
	ldr(&s, 0, 0x100100); /* there in cycle 60 */
	for (uint32_t i = 1; i < 5; i++)
		str(&s, 1, 0x100100 + i * 4);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 0);
	str(&s, 1, 0x100114); /* in cycle 5 */
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 55);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	steps_end(&s);
}

/* Not cacheable and not bufferable: the core waits, 1 + 40; no stall class
 * has these cycles. */
TEST(unbuffered)
{
	struct steps s;

	begin(&s);
	s.data.cacheable = false;
	s.data.bufferable = false;
	str(&s, 1, 0x100000);
	assert_gained(&s, LEDGER_CYCLES, 41);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	assert_gained(&s, LEDGER_BUFFER_FULL_STALL, 0);
	steps_end(&s);
}

/* Bufferable: a load takes a fill buffer, a store a write buffer entry; the
 * core goes on.  An access that is not waits for the writes before it. */
TEST(buffered)
{
	struct steps s;

	begin(&s);
	s.data.cacheable = false;
	ldr(&s, 0, 0x100000);
	str(&s, 1, 0x100000);
	assert_gained(&s, LEDGER_CYCLES, 2);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 2);
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 58);
	uarch_idle(s.u, 100);
	s.pc = 0x8000;
	mark(&s);
	str(&s, 1, 0x100000); /* done in 40 */
	s.data.bufferable = false;
	str(&s, 1, 0x100010); /* begins then, and takes 40 */
	assert_gained(&s, LEDGER_CYCLES, 81);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 2);
	ldr(&s, 1, 0x100010); /* 60 */
	assert_gained(&s, LEDGER_CYCLES, 81 + 61);
	steps_end(&s);
}
