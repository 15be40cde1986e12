/* SPDX-License-Identifier: MIT */
/*
 * The simulated monitors of ARM1136, ARM1156 and ARM1176 differ in events, user
 * mode, the second request line, reset values.
 */
#include <stdint.h>

#include "pmu_bench.h"
#include "test.h"

/* Does the event of this code count, or is it reserved? */
static bool counts_code(int kind, unsigned code)
{
	struct bench b;
	uint16_t found;
	bool reserved;

	begin(&b, (enum pmu_kind)kind, NULL);
	put(&b, b.pmnc, (uint32_t)code << 20 | (uint32_t)code << 12 | 1);
	reserved = pmu_counts_unmodelled(b.p, &found);
	pmu_free(b.p);
	return !reserved;
}

/* Which codes which core has [DAI0195B Table 2], beyond those of all. */
TEST(events_of_each_core)
{
	const struct {
		uint16_t from, to;
		bool arm1136, arm1156, arm1176;
		int item; /* of the first, on the ARM1156 */
	} rows[] = {
		{ 0x00, 0x02, true, true, true, LEDGER_ICACHE_MISS },
		{ 0x03, 0x04, true, false, true, 0 },
		{ 0x05, 0x07, true, true, true, LEDGER_BRANCHES },
		{ 0x08, 0x08, false, false, false, 0 },
		{ 0x09, 0x0D, true, true, true,
		  LEDGER_DCACHE_ACCESS_CACHEABLE },
		{ 0x0E, 0x0E, false, false, false, 0 },
		{ 0x0F, 0x0F, true, false, true, 0 },
		{ 0x10, 0x12, true, true, true, LEDGER_EXTERNAL_DATA },
		{ 0x13, 0x13, false, true, false, LEDGER_FIQ_DISABLED },
		{ 0x14, 0x14, false, true, false, LEDGER_IRQ_DISABLED },
		{ 0x15, 0x1F, false, false, false, 0 },
		{ 0x20, 0x22, true, true, true, LEDGER_ETMEXTOUT0 },
		{ 0x23, 0x26, false, false, true, 0 },
		{ 0x27, 0x2F, false, false, false, 0 },
		{ 0x30, 0x30, false, true, false, LEDGER_ICACHE_TAG_ERROR },
		{ 0x31, 0x31, false, true, false, LEDGER_ICACHE_DATA_ERROR },
		{ 0x32, 0x32, false, true, false, LEDGER_DCACHE_TAG_ERROR },
		{ 0x33, 0x33, false, true, false, LEDGER_DCACHE_DATA_ERROR },
		{ 0x34, 0x34, false, true, false, LEDGER_ITCM_ERROR },
		{ 0x35, 0x35, false, true, false, LEDGER_DTCM_ERROR },
		{ 0x36, 0x36, false, true, false, LEDGER_RETURNS },
		{ 0x37, 0x37, false, true, false, LEDGER_RETURNS_MISPREDICTED },
		{ 0x38, 0x38, false, true, false, LEDGER_DCACHE_DIRTY_ERROR },
		{ 0x39, 0xFE, false, false, false, 0 },
		{ 0xFF, 0xFF, true, true, true, LEDGER_CYCLES },
	};
	struct bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const bool has[] = { [PMU_ARM1136] = rows[i].arm1136,
				     [PMU_ARM1156] = rows[i].arm1156,
				     [PMU_ARM1176] = rows[i].arm1176 };

		for (unsigned code = rows[i].from; code <= rows[i].to; code++) {
			for (int kind = 0; kind <= PMU_ARM1176; kind++)
				assert_int_equal(counts_code(kind, code),
						 has[kind]);
		}
		if (!rows[i].arm1156)
			continue;
		begin(&b, PMU_ARM1156, NULL);
		put(&b, b.pmnc, (uint32_t)rows[i].from << 12 | 1);
		happen(&b, (enum ledger_item)rows[i].item, 5);
		assert_int_equal(get(&b, b.pmn1), 5);
		pmu_free(b.p);
	}
}

/* User mode is Undefined on ARM1136 [DDI0211K Tables 3.142, 3.143] and, as
 * chosen, on ARM1156; and there is no V to admit it. */
TEST(no_user_mode)
{
	const struct tally_reg reg[] = { arm_pmnc, arm_ccnt, arm_pmn0,
					 arm_pmn1 };
	struct bench b;
	uint64_t v;

	for (int kind = PMU_ARM1136; kind <= PMU_ARM1156; kind++) {
		begin(&b, (enum pmu_kind)kind, NULL);
		assert_int_equal(pmu_write(b.p, &arm_v, true, 1), PMU_NONE);
		assert_int_equal(pmu_read(b.p, &arm_v, true, &v), PMU_NONE);
		assert_int_equal(pmu_read(b.p, &arm_v, false, &v), PMU_NONE);
		for (int i = 0; i < 4; i++) {
			put(&b, reg[i], 0x10);
			assert_int_equal(pmu_write(b.p, &reg[i], false, 0x20),
					 PMU_UNDEFINED);
			assert_int_equal(pmu_read(b.p, &reg[i], false, &v),
					 PMU_UNDEFINED);
			assert_int_equal(get(&b, reg[i]), 0x10);
		}
		pmu_free(b.p);
	}
}

/* Counter 0, 1, 2 (PMN0, PMN1, CCNT) overflows with these bits of PMNC. */
static void overflow(struct bench *b, unsigned counter, uint32_t enables)
{
	const struct tally_reg reg[] = { b->pmn0, b->pmn1, b->ccnt };
	const uint32_t run = 0x00707001 | enables;

	put(b, b->pmnc, run | 0x700); /* once with E set before ... */
	put(b, b->pmnc, run | 0x700); /* ... and after: all flags clear */
	put(b, reg[counter], UINT32_MAX);
	happen(b, counter == 2 ? LEDGER_CYCLES : LEDGER_INSTRUCTIONS, 1);
	assert_int_equal(get(b, b->pmnc), run | 0x100u << counter);
}

/*
 * FC0, FC1, FCC are 28, 29, 30 and EC0, EC1, ECC 4, 5, 6 [DAI0195B Table 1].
 * What the board chose: lenient, each opens its line; strict, EC lets ask and
 * FC says where.
 */
TEST(fiq_routing)
{
	const struct {
		bool strict, ec, fc, irq, fiq;
	} rows[] = {
		{ false, false, false, false, false },
		{ false, true, false, true, false },
		{ false, false, true, false, true },
		{ false, true, true, true, true },
		{ true, false, false, false, false },
		{ true, true, false, true, false },
		{ true, false, true, false, false },
		{ true, true, true, false, true },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct pmu_quirks q = { .strict = rows[i].strict };

		for (unsigned counter = 0; counter < 3; counter++) {
			const uint32_t own =
				(rows[i].ec ? 0x10u << counter : 0) |
				(rows[i].fc ? 0x10000000u << counter : 0);
			const uint32_t others =
				~(0x10000010u << counter) & 0x70000070;
			struct bench b;

			begin(&b, PMU_ARM1156, &q);
			overflow(&b, counter, own | others);
			assert_int_equal(pmu_irq(b.p), rows[i].irq);
			assert_int_equal(pmu_fiq(b.p), rows[i].fiq);
			overflow(&b, counter, others); /* its own are off */
			assert_false(pmu_irq(b.p));
			assert_false(pmu_fiq(b.p));
			pmu_free(b.p);
		}
	}
}

/* The FIQ request clears as the other does: only while E is set. */
TEST(fiq_clears_with_e_set)
{
	for (int strict = 0; strict < 2; strict++) {
		const struct pmu_quirks q = { .strict = strict };
		struct bench b;

		begin(&b, PMU_ARM1156, &q);
		overflow(&b, 0, 0x10000010);
		put(&b, b.pmnc, 0x10707011); /* no flag written */
		assert_true(pmu_fiq(b.p));
		put(&b, b.pmnc, 0x10707010); /* E off */
		put(&b, b.pmnc, 0x10707110); /* too late */
		assert_true(pmu_fiq(b.p));
		put(&b, b.pmnc, 0x10707011);
		put(&b, b.pmnc, 0x10707111);
		assert_false(pmu_fiq(b.p));
		assert_false(pmu_irq(b.p));
		pmu_free(b.p);
	}
}

/* On the others 30:28 are not there, and no overflow is a FIQ. */
TEST(only_the_arm1156_has_fiq)
{
	struct bench b;

	for (int kind = 0; kind < KINDS; kind++) {
		if (kind == PMU_ARM1156)
			continue;
		begin(&b, (enum pmu_kind)kind, NULL);
		put(&b, b.pmnc, 0x70707011);
		put(&b, b.pmn0, UINT32_MAX);
		happen(&b, LEDGER_INSTRUCTIONS, 1);
		assert_true(pmu_irq(b.p));
		assert_false(pmu_fiq(b.p));
		pmu_free(b.p);
	}
}

/* Not to be relied on: bits that some seed sets; the rest is 0 in each. */
struct junk {
	uint32_t pmnc, ccnt, pmn0, pmn1;
};

static struct junk junk_after_reset(enum pmu_kind kind, bool random)
{
	struct junk seen = { 0 };
	struct bench b;

	for (uint64_t seed = 0; seed < 200; seed++) {
		const struct pmu_quirks q = { .random_reset = random,
					      .seed = seed };

		begin(&b, kind, &q);
		seen.pmnc |= get(&b, b.pmnc);
		seen.ccnt |= get(&b, b.ccnt);
		seen.pmn0 |= get(&b, b.pmn0);
		seen.pmn1 |= get(&b, b.pmn1);
		assert_false(pmu_irq(b.p) || pmu_fiq(b.p));
		pmu_free(b.p);
	}
	return seen;
}

/*
 * ARM1136: D and the events open, X and the enables 0, CCNT unpredictable
 * [DDI0211K 3.3.39 to 3.3.41].  ARM1176: X and the enables open too, counters
 * 0 [DDI0301H 3.2.52 to 3.2.54].  ARM1156: only that the flags are 0
 * [DAI0195B Table 1], and E as chosen.
 */
TEST(reset_values)
{
	const uint32_t all = UINT32_MAX;
	const struct junk open[] = {
		[PMU_ARM1136] = { 0x0FFFF008, all, 0, 0 },
		[PMU_ARM1156] = { 0x7FFFF878, all, all, all },
		[PMU_ARM1176] = { 0x0FFFF878, 0, 0, 0 },
		[PMU_PXA250] = { 0x0FFFF708, all, all, all },
	};
	const struct junk none = { 0 };

	for (int kind = 0; kind < KINDS; kind++) {
		struct junk seen = junk_after_reset((enum pmu_kind)kind, true);

		assert_memory_equal(&seen, &open[kind], sizeof(seen));
		seen = junk_after_reset((enum pmu_kind)kind, false);
		assert_memory_equal(&seen, &none, sizeof(seen));
	}
}
