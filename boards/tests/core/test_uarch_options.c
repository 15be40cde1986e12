/* SPDX-License-Identifier: MIT */
/*
 * The microarchitecture models: injected signals, flat time, jitter.
 */
#include <stdint.h>

#include "test.h"
#include "uarch_steps.h"

TEST(injected_signals)
{
	struct steps s;

	steps_begin(&s, UARCH_ARM1176, NULL);
	uarch_etmextout(s.u, 0, 10, 1);
	uarch_etmextout(s.u, 1, 10, 1);
	uarch_idle(s.u, 1);
	assert_int_equal(s.n[LEDGER_ETMEXTOUT0], 1);
	assert_int_equal(s.n[LEDGER_ETMEXTOUT1], 1);
	assert_int_equal(s.n[LEDGER_ETMEXTOUT], 2);
	uarch_idle(s.u, 9);
	assert_int_equal(s.n[LEDGER_ETMEXTOUT], 2);
	/* Signal 0 now 3 of 7, from here: 24 = 3 * 7 + 3 cycles: 9 + 3. */
	uarch_etmextout(s.u, 0, 7, 3);
	uarch_etmextout(s.u, 1, 0, 0);
	for (int i = 0; i < 12; i++)
		uarch_idle(s.u, 2);
	assert_int_equal(s.n[LEDGER_ETMEXTOUT0], 1 + 12);
	assert_int_equal(s.n[LEDGER_ETMEXTOUT1], 1);
	steps_end(&s);
}

/*
 * 3 of 10, up from the start: in cycles 1 to 3, 11 to 13 and so on, so it falls
 * after 3, 13, 23 and rises after 10, 20.  Whatever the steps, 24 cycles have
 * 9 high ones and 5 changes.  Always up, or never: no changes.
 */
TEST(an_input_that_changes)
{
	for (unsigned step = 1; step <= 24; step++) {
		struct steps s;

		if (24 % step)
			continue;
		steps_begin(&s, UARCH_ARM1176, NULL);
		uarch_etmextout(s.u, BOARD_PM_EVENT, 10, 3);
		for (unsigned i = 0; i < 24 / step; i++)
			uarch_idle(s.u, step);
		assert_int_equal(s.n[LEDGER_PM_EVENT], 9);
		assert_int_equal(s.n[LEDGER_PM_EVENT_CHANGES], 5);
		uarch_etmextout(s.u, BOARD_PM_EVENT, 10, 10);
		uarch_idle(s.u, 24);
		assert_int_equal(s.n[LEDGER_PM_EVENT], 9 + 24);
		uarch_etmextout(s.u, BOARD_PM_EVENT, 10, 0);
		uarch_idle(s.u, 24);
		assert_int_equal(s.n[LEDGER_PM_EVENT], 9 + 24);
		assert_int_equal(s.n[LEDGER_PM_EVENT_CHANGES], 5);
		assert_int_equal(s.n[LEDGER_ETMEXTOUT], 0);
		steps_end(&s);
	}
}

static void busy_program(struct steps *s)
{
	for (uint32_t i = 0; i < 400; i++) {
		ldr(s, 0, 0x100000 + i * 7919 % 40000);
		add(s, 1, 0);
		str(s, 1, 0x110000 + i * 104729 % 40000);
		branch(s, 0x8000 + i * 52 % 9000, true, i % 3 == 0);
	}
}

/* Flat: cycles are instructions, no stalls; all else counts as before. */
TEST(flat_arm1176)
{
	const struct board_options options = { .flat = true };
	struct steps s, full;

	steps_begin(&s, UARCH_ARM1176, &options);
	steps_begin(&full, UARCH_ARM1176, NULL);
	busy_program(&s);
	busy_program(&full);
	assert_int_equal(s.n[LEDGER_CYCLES], s.n[LEDGER_INSTRUCTIONS]);
	assert_int_equal(s.n[LEDGER_INSTRUCTIONS], 1600);
	assert_int_equal(s.n[LEDGER_FETCH_STALL], 0);
	assert_int_equal(s.n[LEDGER_DATA_STALL], 0);
	assert_int_equal(s.n[LEDGER_LSU_FULL_STALL], 0);
	assert_true(s.n[LEDGER_DCACHE_MISS] > 400);
	for (int i = 0; i < LEDGER_ITEMS; i++) {
		if (i != LEDGER_CYCLES && i != LEDGER_FETCH_STALL &&
		    i != LEDGER_DATA_STALL && i != LEDGER_LSU_FULL_STALL)
			assert_int_equal(s.n[i], full.n[i]);
	}
	steps_end(&s);
	steps_end(&full);
}

TEST(flat_pxa250)
{
	const struct board_options options = { .flat = true };
	struct steps s;

	steps_begin(&s, UARCH_PXA250, &options);
	for (uint32_t i = 0; i < 300; i++) {
		ldr(&s, 0, 0x100000 + i * 7919 % 90000);
		multiple(&s, 8, 0x110000 + i * 104729 % 90000, i & 1);
		branch(&s, 0x8000 + i * 52 % 9000, true, i % 3 == 0);
	}
	assert_int_equal(s.n[LEDGER_CYCLES], 900);
	assert_int_equal(s.n[LEDGER_INSTRUCTIONS], 900);
	assert_int_equal(s.n[LEDGER_FETCH_STALL], 0);
	assert_int_equal(s.n[LEDGER_DATA_STALL], 0);
	assert_int_equal(s.n[LEDGER_BUFFER_FULL_STALL], 0);
	assert_int_equal(s.n[LEDGER_BUFFER_FULL_RUNS], 0);
	assert_int_equal(s.n[LEDGER_DCACHE_ACCESS], 300 * 9);
	assert_true(s.n[LEDGER_DCACHE_MISS] > 300);
	assert_int_equal(s.n[LEDGER_DTLB_MISS], 1);
	steps_end(&s);
}

static uint64_t item_of(enum uarch_kind kind, bool vary, uint64_t seed,
			enum ledger_item item)
{
	const struct board_options options = { .jitter = vary, .seed = seed };
	struct steps s;
	uint64_t n;

	steps_begin(&s, kind, &options);
	busy_program(&s);
	n = s.n[item];
	assert_int_equal(s.n[LEDGER_INSTRUCTIONS], 1600);
	steps_end(&s);
	return n;
}

/* Misses of five lines that share a set of four ways, again and again. */
static uint64_t thrash(bool vary, uint64_t seed)
{
	const struct board_options options = { .jitter = vary, .seed = seed };
	struct steps s;
	uint64_t n;

	steps_begin(&s, UARCH_ARM1176, &options);
	for (uint32_t i = 0; i < 100; i++)
		ldr(&s, 0, 0x100000 + i % 5 * 4096);
	n = s.n[LEDGER_DCACHE_MISS];
	steps_end(&s);
	return n;
}

/* The seed matters only with jitter; then it repeats exactly.  Latencies only
 * grow.  What was in an ARM1176's caches decides what is replaced. */
TEST(jitter)
{
	unsigned other_misses = 0;

	for (int k = UARCH_ARM1136; k <= UARCH_PXA250; k++) {
		enum uarch_kind kind = (enum uarch_kind)k;
		uint64_t plain = item_of(kind, false, 1, LEDGER_CYCLES);
		uint64_t one = item_of(kind, true, 1, LEDGER_CYCLES);

		assert_int_equal(item_of(kind, false, 2, LEDGER_CYCLES), plain);
		assert_int_equal(item_of(kind, true, 1, LEDGER_CYCLES), one);
		assert_int_not_equal(item_of(kind, true, 2, LEDGER_CYCLES),
				     one);
		assert_true(one > plain);
	}
	for (uint64_t seed = 1; seed < 5; seed++)
		other_misses += thrash(true, seed) != thrash(false, seed);
	assert_true(other_misses > 0);
}
