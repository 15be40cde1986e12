/* SPDX-License-Identifier: MIT */
/*
 * The simulated performance monitors: interrupt request, and what the manuals
 * leave open or call unpredictable.
 */
#include <stdint.h>

#include "pmu_bench.h"
#include "test.h"

/* Flag and enable, both, per counter. */
TEST(request_is_flag_and_enable)
{
	struct bench b;

	for (int kind = 0; kind < KINDS; kind++) {
		begin(&b, (enum pmu_kind)kind, NULL);
		put(&b, b.pmnc, 0x00707021); /* EC1 only */
		put(&b, b.pmn0, UINT32_MAX);
		happen(&b, LEDGER_INSTRUCTIONS, 1);
		assert_false(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707011); /* now EC0 */
		assert_true(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707041); /* ECC: drops */
		assert_false(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707011);
		assert_true(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707111); /* cleared, E stays */
		assert_false(pmu_irq(b.p));
		pmu_free(b.p);
	}
}

static void overflow(struct bench *b)
{
	put(b, b->pmnc, 0x00707011);
	put(b, b->pmn0, UINT32_MAX);
	happen(b, LEDGER_INSTRUCTIONS, 1);
	assert_true(pmu_irq(b->p));
}

/* X7: the PXA250's handler clears flags and E in one write. */
TEST(pxa_clears_and_stops_at_once)
{
	const struct pmu_quirks strict = { .strict = true };
	struct bench b;

	begin(&b, PMU_PXA250, &strict);
	overflow(&b);
	put(&b, b.pmnc, 0x00707010); /* E off alone: still asks */
	assert_true(pmu_irq(b.p));
	put(&b, b.pmnc, 0x00707110);
	assert_false(pmu_irq(b.p));
	assert_int_equal(get(&b, b.pmnc), 0x00707010);
	pmu_free(b.p);
}

/* ARM11, lenient: with E clear before and after, the flag goes and the
 * request stays, until E is set. */
TEST(arm_lenient_clear)
{
	struct bench b;

	for (int kind = 0; is_arm((enum pmu_kind)kind); kind++) {
		begin(&b, (enum pmu_kind)kind, NULL);
		overflow(&b);
		put(&b, b.pmnc, 0x00707110); /* as E goes: enough here */
		assert_false(pmu_irq(b.p));
		overflow(&b);
		put(&b, b.pmnc, 0x00707010);
		put(&b, b.pmnc, 0x00707110);
		assert_int_equal(get(&b, b.pmnc), 0x00707010);
		assert_true(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707000); /* nor does the enable help */
		assert_true(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707011);
		assert_false(pmu_irq(b.p));
		pmu_free(b.p);
	}
}

/* ARM11, strict: E must be set before and after. */
TEST(arm_strict_clear)
{
	const struct pmu_quirks strict = { .strict = true };
	struct bench b;

	for (int kind = 0; is_arm((enum pmu_kind)kind); kind++) {
		begin(&b, (enum pmu_kind)kind, &strict);
		overflow(&b);
		put(&b, b.pmnc, 0x00707110); /* E goes: nothing is cleared */
		assert_true(pmu_irq(b.p));
		assert_int_equal(get(&b, b.pmnc), 0x00707110);
		put(&b, b.pmnc, 0x00707110); /* E is off */
		assert_int_equal(get(&b, b.pmnc), 0x00707110);
		put(&b, b.pmnc, 0x00707111); /* E was off */
		assert_int_equal(get(&b, b.pmnc), 0x00707111);
		assert_true(pmu_irq(b.p));
		put(&b, b.pmnc, 0x00707111);
		assert_int_equal(get(&b, b.pmnc), 0x00707011);
		assert_false(pmu_irq(b.p));
		pmu_free(b.p);
	}
}

/* Unpredictable bits come as junk, the others as they are; the junk is the
 * same for the same seed. */
TEST(poison)
{
	const struct pmu_quirks q = { .poison = true, .seed = 7 };
	const uint32_t unpredictable[] = { [PMU_ARM1136] = 0xF0000086,
					   [PMU_ARM1156] = 0x80000086,
					   [PMU_ARM1176] = 0xF0000086,
					   [PMU_PXA250] = 0xF0000886 };
	struct bench b, again;

	for (int kind = 0; kind < KINDS; kind++) {
		uint32_t seen = 0, fixed = UINT32_MAX;

		begin(&b, (enum pmu_kind)kind, &q);
		begin(&again, (enum pmu_kind)kind, &q);
		put(&b, b.pmnc, 0x00707011);
		put(&again, b.pmnc, 0x00707011);
		for (int i = 0; i < 200; i++) {
			uint32_t value = get(&b, b.pmnc);

			seen |= value;
			fixed &= value;
			assert_int_equal(value, get(&again, b.pmnc));
		}
		assert_int_equal(seen, 0x00707011 | unpredictable[kind]);
		assert_int_equal(fixed, 0x00707011);
		pmu_free(b.p);
		pmu_free(again.p);
	}
}

/* Reserved codes: reported while they count, junk when poisoned, and never
 * the board's number.  0xFF on the PXA250 is idle, not reserved. */
TEST(unmodelled_events)
{
	const struct pmu_quirks q = { .poison = true };
	uint32_t first, seen = 0;
	uint16_t code = 0;
	struct bench b;

	begin(&b, PMU_ARM1176, &q);
	put(&b, b.pmnc, 0x0070E000); /* PMN1: 0x0E; not running yet */
	assert_false(pmu_counts_unmodelled(b.p, &code));
	put(&b, b.pmnc, 0x0070E001);
	assert_true(pmu_counts_unmodelled(b.p, &code));
	assert_int_equal(code, 0x0E);
	first = get(&b, b.pmn1);
	for (int i = 0; i < 20; i++)
		seen |= get(&b, b.pmn1) ^ first;
	assert_int_not_equal(seen, 0);
	assert_int_equal(get(&b, b.pmn0), 0);
	put(&b, b.pmnc, 0x00700001);
	assert_false(pmu_counts_unmodelled(b.p, &code));
	pmu_free(b.p);
	begin(&b, PMU_PXA250, &q);
	put(&b, b.pmnc, 0x0FF07001);
	count_some(&b);
	assert_false(pmu_counts_unmodelled(b.p, &code));
	assert_int_equal(get(&b, b.pmn0), 400);
	assert_int_equal(get(&b, b.pmn1), 0);
	put(&b, b.pmnc, 0x01007001); /* the 80200's bus controller */
	assert_true(pmu_counts_unmodelled(b.p, &code));
	assert_int_equal(code, 0x10);
	pmu_free(b.p);
}
