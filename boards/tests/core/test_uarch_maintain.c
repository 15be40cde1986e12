/* SPDX-License-Identifier: MIT */
/*
 * The microarchitecture models: operations on caches, TLBs and predictor,
 * each by what is missing afterwards.
 */
#include <stdint.h>

#include "test.h"
#include "uarch_steps.h"

static void maintain(struct steps *s, enum maintenance what, uint32_t addr)
{
	struct mapping m = s->data;

	m.paddr = addr;
	uarch_maintain(s->u, what, addr, &m);
}

/* Two lines, one half and both halves dirty: 1 + 2. */
TEST(data_cache)
{
	const struct {
		enum maintenance what;
		unsigned halves;
		bool first_gone, second_gone;
	} rows[] = {
		{ MAINTAIN_D_INVALIDATE_ALL, 0, true, true },
		{ MAINTAIN_D_INVALIDATE_LINE, 0, true, false },
		{ MAINTAIN_D_CLEAN_ALL, 3, false, false },
		{ MAINTAIN_D_CLEAN_LINE, 1, false, false },
		{ MAINTAIN_D_CLEAN_INVALIDATE_ALL, 3, true, true },
		{ MAINTAIN_D_CLEAN_INVALIDATE_LINE, 1, true, false },
	};
	struct steps s;

	for (unsigned k = 0; k < 2 * sizeof(rows) / sizeof(rows[0]); k++) {
		unsigned i = k / 2;

		steps_begin(&s, k % 2 ? UARCH_PXA250 : UARCH_ARM1176, NULL);
		ldr(&s, 0, 0x100000);
		ldr(&s, 0, 0x100020);
		str(&s, 0, 0x100004);
		multiple(&s, 8, 0x100020, true);
		mark(&s);
		maintain(&s, rows[i].what, 0x100010);
		assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK,
			      rows[i].halves);
		ldr(&s, 0, 0x100000);
		assert_gained(&s, LEDGER_DCACHE_MISS, rows[i].first_gone);
		mark(&s);
		ldr(&s, 0, 0x100020);
		assert_gained(&s, LEDGER_DCACHE_MISS, rows[i].second_gone);
		/* Cleaned or invalidated, nothing is left for the end. */
		mark(&s);
		maintain(&s, MAINTAIN_D_CLEAN_LINE, 0x100000);
		assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 0);
		steps_end(&s);
	}
}

TEST(mini_data_cache)
{
	struct steps s;

	steps_begin(&s, UARCH_PXA250, NULL);
	s.data.mini = true;
	ldr(&s, 0, 0x100000);
	str(&s, 0, 0x100000);
	maintain(&s, MAINTAIN_D_CLEAN_ALL, 0);
	assert_int_equal(s.n[LEDGER_HALF_LINES_WRITTEN_BACK], 1);
	maintain(&s, MAINTAIN_D_INVALIDATE_ALL, 0);
	ldr(&s, 0, 0x100000);
	assert_int_equal(s.n[LEDGER_DCACHE_MISS], 2);
	maintain(&s, MAINTAIN_D_INVALIDATE_LINE, 0x100000);
	ldr(&s, 0, 0x100000);
	assert_int_equal(s.n[LEDGER_DCACHE_MISS], 3);
	steps_end(&s);
}

/* An allocated line may drive out a dirty one; one that is there stays. */
TEST(line_allocate)
{
	struct steps s;

	steps_begin(&s, UARCH_PXA250, NULL);
	ldr(&s, 0, 0x100000); /* the last way, then 0, ... */
	str(&s, 0, 0x100000);
	maintain(&s, MAINTAIN_D_ALLOCATE_LINE, 0x100000);
	assert_int_equal(s.n[LEDGER_HALF_LINES_WRITTEN_BACK], 0);
	for (uint32_t i = 1; i <= 32; i++)
		maintain(&s, MAINTAIN_D_ALLOCATE_LINE, 0x100000 + i * 1024);
	assert_int_equal(s.n[LEDGER_HALF_LINES_WRITTEN_BACK], 1);
	assert_int_equal(s.n[LEDGER_DCACHE_MISS], 1);
	steps_end(&s);
}

TEST(instruction_cache)
{
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		for (unsigned all = 0; all < 2; all++) {
			steps_begin(&s, (enum uarch_kind)kind, NULL);
			add(&s, 0, 0);
			s.pc = 0x8020;
			add(&s, 0, 0);
			s.pc = 0x8000;
			add(&s, 0, 0);
			mark(&s);
			maintain(&s,
				 all ? MAINTAIN_I_INVALIDATE_ALL
				     : MAINTAIN_I_INVALIDATE_LINE,
				 0x8000);
			/* Also where the last fetch was from. */
			add(&s, 0, 0);
			s.pc = 0x8020;
			add(&s, 0, 0);
			assert_gained(&s, LEDGER_ICACHE_MISS, 1 + all);
			assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 0);
			steps_end(&s);
		}
	}
}

/*
 * Two data pages and one of code are known.  ARM1176: all three are in the
 * one main TLB, whatever the operation is called.  PXA250: the instruction
 * operations leave the data TLB alone and the other way round.
 */
TEST(tlbs)
{
	const struct {
		enum maintenance what;
		unsigned main, code, data;
	} rows[] = {
		{ MAINTAIN_ITLB_INVALIDATE_ALL, 3, 1, 0 },
		{ MAINTAIN_DTLB_INVALIDATE_ALL, 3, 0, 2 },
		{ MAINTAIN_TLB_INVALIDATE_ALL, 3, 1, 2 },
		{ MAINTAIN_ITLB_INVALIDATE_ENTRY, 1, 0, 0 },
		{ MAINTAIN_DTLB_INVALIDATE_ENTRY, 1, 0, 1 },
		{ MAINTAIN_TLB_INVALIDATE_ENTRY, 1, 0, 1 },
	};
	struct steps s;

	for (unsigned k = 0; k < 2 * sizeof(rows) / sizeof(rows[0]); k++) {
		unsigned i = k / 2;

		steps_begin(&s, k % 2 ? UARCH_PXA250 : UARCH_ARM1176, NULL);
		s.data.page_bits = 12;
		s.code.page_bits = 12;
		ldr(&s, 0, 0x101000);
		ldr(&s, 0, 0x100000);
		mark(&s);
		maintain(&s, rows[i].what, 0x100000);
		s.pc = 0x8000;
		ldr(&s, 0, 0x100000);
		ldr(&s, 0, 0x101000);
		assert_gained(&s, LEDGER_MAIN_TLB_MISS,
			      k % 2 ? 0 : rows[i].main);
		assert_gained(&s, LEDGER_IMICROTLB_MISS, k % 2 ? 0 : 1);
		assert_gained(&s, LEDGER_DMICROTLB_MISS, k % 2 ? 0 : 2);
		assert_gained(&s, LEDGER_ITLB_MISS, k % 2 ? rows[i].code : 0);
		assert_gained(&s, LEDGER_DTLB_MISS, k % 2 ? rows[i].data : 0);
		steps_end(&s);
	}
}

/* The predictor forgets all it learned: a forward branch is a surprise
 * again. */
TEST(predictor)
{
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		steps_begin(&s, (enum uarch_kind)kind, NULL);
		for (int i = 0; i < 3; i++) {
			s.pc = 0x8000;
			branch(&s, 0x8010, true, true);
		}
		assert_int_equal(s.n[LEDGER_BRANCH_MISS], 1);
		maintain(&s, MAINTAIN_PREDICTOR_FLUSH, 0);
		s.pc = 0x8000;
		branch(&s, 0x8010, true, true);
		assert_int_equal(s.n[LEDGER_BRANCH_MISS], 2);
		steps_end(&s);
	}
}

/*
 * A drain waits for what is under way: a load miss, there in cycle 30 or 60;
 * a store miss, done in 20 or 40; two half lines cleaned, which keep the bus
 * busy for as long as a line, 8 or 32.
 */
TEST(drain)
{
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		bool arm = kind != UARCH_PXA250;

		steps_begin(&s, (enum uarch_kind)kind, NULL);
		ldr(&s, 0, 0x100000);
		multiple(&s, 8, 0x100000, true);
		uarch_idle(s.u, 1000);
		s.pc = 0x8000;
		mark(&s);
		ldr(&s, 0, 0x100020);
		maintain(&s, MAINTAIN_DRAIN_WRITE_BUFFER, 0);
		assert_gained(&s, LEDGER_CYCLES, arm ? 30 : 60);
		assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 1);
		mark(&s);
		str(&s, 0, 0x100100);
		maintain(&s, MAINTAIN_DRAIN_WRITE_BUFFER, 0);
		assert_gained(&s, LEDGER_CYCLES, arm ? 20 : 40);
		mark(&s);
		maintain(&s, MAINTAIN_D_CLEAN_ALL, 0);
		assert_gained(&s, LEDGER_CYCLES, 0);
		maintain(&s, MAINTAIN_DRAIN_WRITE_BUFFER, 0);
		assert_gained(&s, LEDGER_CYCLES, arm ? 8 : 32);
		steps_end(&s);
	}
}
