/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 event counters count the stalls of the load/store unit, drains,
 * disabled interrupts and what is injected [DAI0195B 4 and Table 2] by these
 * rules, each on all three cores.  Every expected number is worked out beside
 * it from the rule and the constants in uarch_arm11_cores.c: memory 30 until
 * the first word, busy 8 with a line; a write done after 20, busy 4; room for 4
 * requests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "uarch_rules.h"

/*
 * Section 4: a data dependency is no fetch stall and no full queue (a miss,
 * wanted in cycle 1, there in 30).  A full queue without a dependency: four
 * stores out, done in 20, 24, 28 and 32; the fifth, in cycle 4, waits until 20.
 */
static void test_stall_classes_apart(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	ldr(&s, 0, 0x100100);
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 29);
	assert_gained(&s, LEDGER_FETCH_STALL, 0);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 0);
	uarch_idle(s.u, 100);
	s.pc = 0x8000;
	mark(&s);
	for (uint32_t i = 0; i < 4; i++)
		str(&s, 1, 0x100200 + i * 32);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 0);
	str(&s, 1, 0x100300);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 16);
	assert_gained(&s, LEDGER_CYCLES, 21);
	/* The sixth, in 21, waits for the second's place, until 24. */
	str(&s, 1, 0x100320);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 16 + 3);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	assert_gained(&s, LEDGER_FETCH_STALL, 0);
	steps_end(&s);
}

/*
 * Section 4: one cycle in two classes.  Four load misses in cycles 0 to 3, of
 * which memory takes one every 8: there in 30, 38, 46, 54.  A store of the
 * first one's result in cycle 4 waits for it and for a place in the queue,
 * both until 30: 26 cycles of either, and only 26 go by.
 */
static void test_stall_classes_overlap(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	for (uint32_t i = 0; i < 4; i++)
		ldr(&s, i, 0x100100 + i * 32);
	str(&s, 0, 0x100000);
	assert_gained(&s, LEDGER_DATA_STALL, 26);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 26);
	assert_gained(&s, LEDGER_CYCLES, 31);
	steps_end(&s);
}

/* Code in a TCM: no look-up in the cache, no wait; nor does the prefetcher
 * look any up behind a branch. */
static void test_tcm_code_never_misses(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	s.code = itcm;
	s.pc = 0x8100;
	for (int i = 0; i < 16; i++)
		add(&s, 0, 0);
	assert_gained(&s, LEDGER_CYCLES, 16);
	branch(&s, 0x8200, true, true);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_ICACHE_MISS, 0);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 0);
	steps_end(&s);
}

/*
 * Table 2, 0x12: a data synchronization barrier, which waits for a write
 * until cycle 20, and each instruction that is strongly ordered; another
 * device's does not.
 */
static void test_wbuf_drained(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	str(&s, 1, 0x100100);
	maintain(&s, MAINTAIN_DRAIN_WRITE_BUFFER, 0);
	assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 1);
	assert_gained(&s, LEDGER_CYCLES, 20);
	s.data = ordered;
	ldr(&s, 0, 0x300000);
	str(&s, 1, 0x300000);
	multiple(&s, 2, 0x300000, true);
	assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 4);
	s.data = device;
	str(&s, 1, 0x300000);
	assert_gained(&s, LEDGER_WRITE_BUFFER_DRAINS, 4);
	steps_end(&s);
}

/* Table 2, 0x13 and 0x14: every cycle with the bit set, whatever it goes to:
 * 1 for an ADD, 4 for the entry of an exception, 10 of waiting. */
static void test_interrupt_disabled_cycles(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	add(&s, 0, 0);
	uarch_masks(s.u, true, false);
	add(&s, 0, 0);
	uarch_exception(s.u);
	assert_gained(&s, LEDGER_IRQ_DISABLED, 5);
	assert_gained(&s, LEDGER_FIQ_DISABLED, 0);
	uarch_masks(s.u, true, true);
	uarch_idle(s.u, 10);
	str(&s, 1, 0x100100); /* 1; the barrier waits for 19 more */
	maintain(&s, MAINTAIN_DRAIN_WRITE_BUFFER, 0);
	assert_gained(&s, LEDGER_IRQ_DISABLED, 35);
	assert_gained(&s, LEDGER_FIQ_DISABLED, 30);
	uarch_masks(s.u, false, true);
	add(&s, 0, 0);
	uarch_masks(s.u, false, false);
	add(&s, 0, 0);
	assert_gained(&s, LEDGER_IRQ_DISABLED, 35);
	assert_gained(&s, LEDGER_FIQ_DISABLED, 31);
	assert_gained(&s, LEDGER_CYCLES, 38);
	steps_end(&s);
}

/* Table 2, 0x20 to 0x22: high for one cycle of ten both, 2 in the sum. */
static void test_etmextout_both_counts_two(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	uarch_etmextout(s.u, 0, 10, 1);
	uarch_etmextout(s.u, 1, 10, 1);
	uarch_idle(s.u, 10);
	assert_gained(&s, LEDGER_ETMEXTOUT0, 1);
	assert_gained(&s, LEDGER_ETMEXTOUT1, 1);
	assert_gained(&s, LEDGER_ETMEXTOUT, 2);
	steps_end(&s);
}

/* Twelve instructions in two lines, and their look-ups. */
static void use_every_memory(struct steps *s)
{
	s->data = cached;
	s->pc = 0x8000;
	for (int i = 0; i < 3; i++) { /* six hits, three of them writes */
		ldr(s, 0, 0x100000);
		str(s, 1, 0x100000);
	}
	ldr(s, 0, 0x100100); /* a miss: looks at a victim */
	str(s, 1, 0x100200); /* a miss without one */
	s->data = through;
	str(s, 1, 0x100000); /* a hit, but nothing gets dirty */
	s->data = dtcm;
	uarch_idle(s->u, 100);
	ldr(s, 0, 0x120000);
	ldr(s, 0, 0x120000);
	s->data = itcm;
	ldr(s, 0, 0x130000);
	s->code = itcm;
	s->pc = 0x8100;
	for (int i = 0; i < 6; i++) /* three fetches of two */
		add(s, 0, 0);
	s->code = cached;
}

/*
 * Table 2, 0x30 to 0x35 and 0x38: injected, at every access of the memory,
 * then at every second.  Instructions: lines 0x8000 and 0x8020, of which
 * only the first is there: 2 look-ups, 1 hit.  Data: 9 look-ups, 7 hits, 3
 * writes that stay and a victim for the dirty bits.
 */
static void test_errors_at_every_nth_access(void **state)
{
	const struct {
		enum board_ram ram;
		enum ledger_item item;
		unsigned accesses;
	} rows[] = {
		{ BOARD_ICACHE_TAG, LEDGER_ICACHE_TAG_ERROR, 2 },
		{ BOARD_ICACHE_DATA, LEDGER_ICACHE_DATA_ERROR, 1 },
		{ BOARD_DCACHE_TAG, LEDGER_DCACHE_TAG_ERROR, 9 },
		{ BOARD_DCACHE_DATA, LEDGER_DCACHE_DATA_ERROR, 7 },
		{ BOARD_DCACHE_DIRTY, LEDGER_DCACHE_DIRTY_ERROR, 4 },
		{ BOARD_ITCM, LEDGER_ITCM_ERROR, 4 },
		{ BOARD_DTCM, LEDGER_DTCM_ERROR, 2 },
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (unsigned every = 0; every <= 2; every++) {
			steps_begin(&s, core(state), NULL);
			warm(&s);
			s.pc = 0x9000; /* another than the last line */
			add(&s, 0, 0);
			uarch_idle(s.u, 10);
			uarch_inject_error(s.u, rows[i].ram, every);
			use_every_memory(&s);
			for (int k = LEDGER_ICACHE_TAG_ERROR;
			     k <= LEDGER_DTCM_ERROR; k++)
				assert_int_equal(s.n[k],
						 k == (int)rows[i].item && every
							 ? rows[i].accesses /
								   every
							 : 0);
			steps_end(&s);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11(test_stall_classes_apart),
		on_arm11(test_stall_classes_overlap),
		on_arm11(test_tcm_code_never_misses),
		on_arm11(test_wbuf_drained),
		on_arm11(test_interrupt_disabled_cycles),
		on_arm11(test_etmextout_both_counts_two),
		on_arm11(test_errors_at_every_nth_access),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
