/* SPDX-License-Identifier: MIT */
/*
 * The microarchitecture model of the ARM11 cores: loads and stores.  Every
 * expected number is worked out beside it from the rules and the table at the
 * top of uarch_arm11_cores.c: a load's result after 3 cycles; memory 30 until
 * the first word, busy 8 with a line, 4 with a word; a write done after 20.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "uarch_steps.h"

/* Loaded in cycle 0, ready in cycle 3, wanted in cycle 1: two of stall. */
static void load_use(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	ldr(&s, 0, 0x100000);
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 2);
	assert_gained(&s, LEDGER_CYCLES, 4);
	mark(&s);
	ldr(&s, 0, 0x100000);
	add(&s, 1, 2); /* does not want it */
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 1);
	/* A miss: asked for in cycle 0, there in cycle 30. */
	mark(&s);
	ldr(&s, 0, 0x100020);
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 29);
	assert_gained(&s, LEDGER_CYCLES, 31);
	assert_gained(&s, LEDGER_FETCH_STALL, 0);
	/* A second load of that line, while it comes, waits as long. */
	s.pc = 0x8000;
	mark(&s);
	ldr(&s, 0, 0x100040);
	ldr(&s, 1, 0x100044);
	add(&s, 2, 1);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 28);
	steps_end(&s);
}

/* LDR r0, [r1], #4 misses; r1 is the ALU's and is ready at once. */
static void an_updated_base_is_early(void **state)
{
	struct insn i = { .word = 0xE4910004,
			  .class = CLASS_LOAD,
			  .transfers = 1,
			  .reads = 1u << 1,
			  .writes = 1u << 0 | 1u << 1 };
	struct access a;
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	a = access_at(&s, 0x100020, 4, false);
	retire(&s, i, true, 0, &a, 1);
	add(&s, 2, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	add(&s, 2, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 28);
	steps_end(&s);
}

/*
 * LDM of four, all hits: two pairs, ready in cycles 3 and 4.  r3 is wanted
 * in cycle 1: three of stall.  MUL is ready in cycle 4 and issues for 2.
 */
static void latencies(void **state)
{
	struct insn mul = { .class = CLASS_MULTIPLY, .writes = 1u << 4 };
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	multiple(&s, 4, 0x100000, false);
	add(&s, 5, 3);
	assert_gained(&s, LEDGER_DATA_STALL, 3);
	mark(&s);
	retire(&s, mul, true, 0, NULL, 0);
	add(&s, 5, 4);
	assert_gained(&s, LEDGER_DATA_STALL, 2);
	assert_gained(&s, LEDGER_CYCLES, 5);
	steps_end(&s);
}

/* SWP reads and writes the same word: two accesses, one line. */
static void swap_is_two_accesses(void **state)
{
	struct insn i = { .class = CLASS_SWAP,
			  .transfers = 1,
			  .writes = 1u << 0 };
	struct access a[2];
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	a[0] = access_at(&s, 0x100000, 4, false);
	a[1] = access_at(&s, 0x100000, 4, true);
	retire(&s, i, true, 0, a, 2);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 2);
	assert_gained(&s, LEDGER_CYCLES, 2);
	steps_end(&s);
}

static void stores(void **state)
{
	struct mapping m = cached_section;
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	/* A miss does not allocate: the same line misses again. */
	str(&s, 1, 0x100100);
	str(&s, 1, 0x100100);
	assert_gained(&s, LEDGER_DCACHE_MISS, 2);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 2);
	/* A hit stays inside, unless written through. */
	str(&s, 1, 0x100000);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 2);
	s.data.write_through = true;
	str(&s, 1, 0x100010);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 3);
	assert_gained(&s, LEDGER_DCACHE_MISS, 2);
	/* Only the lower half is dirty: the other was written through. */
	m.paddr = 0x100000;
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_LINE, 0x100000, &m);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_LINE, 0x100000, &m);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	/* Eight words: two halves.  Neither access nor miss: an operation. */
	s.data.write_through = false;
	multiple(&s, 8, 0x100000, true);
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_INVALIDATE_ALL, 0, NULL);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 3);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 5);
	ldr(&s, 0, 0x100000);
	assert_gained(&s, LEDGER_DCACHE_MISS, 3);
	steps_end(&s);
}

/* Five lines of one set in four ways, all dirty: one half goes out. */
static void eviction_writes_back(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	for (uint32_t i = 0; i < 5; i++) {
		ldr(&s, 0, 0x100020 + i * 4096);
		str(&s, 1, 0x100020 + i * 4096);
	}
	assert_gained(&s, LEDGER_DCACHE_MISS, 5);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	steps_end(&s);
}

/*
 * Memory takes one request after the other.  Two lines: there in 30 and, asked
 * for when the bus is free in 8, in 38: wanted in 2 and 31: 28 + 7.  Two words
 * that are not cached: the second is asked for in 4, there in 34.
 */
static void memory_is_busy(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	ldr(&s, 0, 0x100100);
	ldr(&s, 1, 0x100120);
	add(&s, 2, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 28);
	add(&s, 2, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 28 + 7);
	uarch_idle(s.u, 100);
	s.pc = 0x8000;
	s.data.cacheable = false;
	mark(&s);
	ldr(&s, 0, 0x100100);
	ldr(&s, 1, 0x100120);
	add(&s, 2, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 32);
	steps_end(&s);
}

/* Eleven pages in ten MicroTLB entries, twice: all 22 miss there, but the
 * main TLB has them the second time.  Small pages: two reads a walk. */
static void tlbs(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	add(&s, 0, 0);
	mark(&s);
	s.data.page_bits = 12;
	for (uint32_t i = 0; i < 22; i++) {
		s.pc = 0x8000;
		str(&s, 1, 0x100000 + i % 11 * 4096);
		uarch_idle(s.u, 100);
	}
	assert_gained(&s, LEDGER_DMICROTLB_MISS, 22);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 11);
	assert_gained(&s, LEDGER_IMICROTLB_MISS, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	assert_gained(&s, LEDGER_CYCLES, 22 * (1 + 100 + 3) + 11 * 2 * 20);
	/* Any TLB operation empties the MicroTLBs as well. */
	mark(&s);
	uarch_maintain(s.u, MAINTAIN_TLB_INVALIDATE_ENTRY, 0x100000, NULL);
	str(&s, 1, 0x101000);
	assert_gained(&s, LEDGER_DMICROTLB_MISS, 1);
	assert_gained(&s, LEDGER_IMICROTLB_MISS, 1);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 0);
	steps_end(&s);
}

/* Ten entries for instructions as well: eleven pages miss each time, ten are
 * there the second time. */
static void instruction_tlb(void **state)
{
	for (uint32_t pages = 10; pages <= 11; pages++) {
		struct steps s;

		steps_begin(&s, core(state), NULL);
		s.code.page_bits = 12;
		for (uint32_t i = 0; i < 2 * pages; i++) {
			s.pc = 0x8000 + i % pages * 4096;
			add(&s, 0, 0);
		}
		assert_gained(&s, LEDGER_IMICROTLB_MISS, pages == 10 ? 10 : 22);
		steps_end(&s);
	}
}

/* Pages 1, 33 and 65 share a set of the main TLB, which has two ways: the
 * third drives out the first, not the second. */
static void main_tlb_has_32_sets_of_2(void **state)
{
	struct steps s;

	(void)state;
	steps_begin(&s, UARCH_ARM1176, NULL);
	s.data.page_bits = 12;
	for (uint32_t page = 0; page <= 64; page += 32)
		ldr(&s, 0, 0x201000 + page * 4096);
	/* Of an unknown page: empties the MicroTLBs only. */
	uarch_maintain(s.u, MAINTAIN_TLB_INVALIDATE_ENTRY, 0x900000, NULL);
	s.pc = 0x8000;
	mark(&s);
	ldr(&s, 0, 0x201000 + 32 * 4096);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 0);
	ldr(&s, 0, 0x201000);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 1);
	steps_end(&s);
}

/* A load that aborts brings nothing to wait for. */
static void an_aborted_load_has_no_result(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	s.abort = true;
	ldr(&s, 0, 0x100100);
	s.abort = false;
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	steps_end(&s);
}

/* DSB, and each strongly ordered instruction, drains once. */
static void drains(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	str(&s, 1, 0x100100); /* under way until cycle 20 */
	uarch_maintain(s.u, MAINTAIN_DRAIN_WRITE_BUFFER, 0, NULL);
	assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 1);
	assert_gained(&s, LEDGER_CYCLES, 20);
	s.data.cacheable = false;
	s.data.strongly_ordered = true;
	mark(&s);
	str(&s, 1, 0x100000); /* waits until it is done */
	assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 1);
	assert_gained(&s, LEDGER_CYCLES, 21);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 0);
	multiple(&s, 2, 0x100000, true);
	assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 2);
	steps_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11(load_use),
		on_arm11(an_updated_base_is_early),
		on_arm11(latencies),
		on_arm11(swap_is_two_accesses),
		on_arm11(stores),
		on_arm11(eviction_writes_back),
		on_arm11(memory_is_busy),
		on_arm11_with_mmu(tlbs),
		on_arm11_with_mmu(instruction_tlb),
		cmocka_unit_test(main_tlb_has_32_sets_of_2),
		on_arm11(an_aborted_load_has_no_result),
		on_arm11(drains),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
