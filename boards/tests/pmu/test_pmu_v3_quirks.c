/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3: what the manual leaves open or calls UNKNOWN.
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "pmu_v3_bench.h"
#include "test.h"

static const struct pmu_quirks strict = { .strict = true };
static const struct pmu_quirks poison = { .poison = true,
					  .random_reset = true,
					  .seed = 7 };

/* Counters 6 to 30 are not there; PMXEVCNTR with 31 is not PMCCNTR. */
TEST(beyond_n)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMCCNTR, 77);
	for (unsigned n = 6; n < 32; n++) {
		put(&b, PMSELR, n);
		put(&b, PMXEVCNTR, 5);
		assert_int_equal(get(&b, PMXEVCNTR), 0);
		assert_int_equal(get(&b, PMCCNTR), 77);
		if (n == 31)
			break;
		put(&b, PMXEVTYPER, 5);
		assert_int_equal(get(&b, PMXEVTYPER), 0);
		put(&b, PMEVCNTR(n), 5);
		assert_int_equal(get(&b, PMEVCNTR(n)), 0);
		put(&b, PMEVTYPER(n), 5);
		assert_int_equal(get(&b, PMEVTYPER(n)), 0);
	}
	assert_int_equal(get(&b, PMCCFILTR), 0);
	pmu_free(b.p);

	begin(&b, PMU_CORTEX_A53, &strict);
	for (unsigned n = 6; n < 32; n++) {
		put(&b, PMSELR, n);
		assert_int_equal(try_get(&b, PMXEVCNTR, true), PMU_UNDEFINED);
		assert_int_equal(try_put(&b, PMXEVCNTR, true), PMU_UNDEFINED);
		if (n == 31)
			break;
		assert_int_equal(try_get(&b, PMXEVTYPER, true), PMU_UNDEFINED);
		assert_int_equal(try_get(&b, PMEVCNTR(n), true), PMU_UNDEFINED);
		assert_int_equal(try_put(&b, PMEVTYPER(n), true),
				 PMU_UNDEFINED);
	}
	put(&b, PMXEVTYPER, 0x80000000); /* with 31 it is PMCCFILTR */
	assert_int_equal(get(&b, PMCCFILTR), 0x80000000);
	/* EL2's own are a trap for EL1, and there for EL2 */
	pmu_set_mdcr(b.p, 2, 0);
	assert_int_equal(try_get(&b, PMEVCNTR(1), true), PMU_DONE);
	assert_int_equal(try_get(&b, PMEVCNTR(2), true), PMU_TRAP_EL2);
	assert_int_equal(try_get(&b, PMEVCNTR(6), true), PMU_UNDEFINED);
	pmu_set_level(b.p, 2, false);
	assert_int_equal(try_get(&b, PMEVCNTR(2), true), PMU_DONE);
	pmu_free(b.p);
}

/* HPMN out of range: too many is N; none is N too, or, strictly, none. */
TEST(odd_hpmn)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	pmu_set_mdcr(b.p, 31, 0);
	assert_int_equal(get(&b, PMCR), 0x41033000);
	pmu_set_mdcr(b.p, 0, 0);
	assert_int_equal(get(&b, PMCR), 0x41033000);
	pmu_free(b.p);
	begin(&b, PMU_CORTEX_A53, &strict);
	pmu_set_mdcr(b.p, 0, 0);
	assert_int_equal(get(&b, PMCR), 0x41030000);
	put(&b, PMCNTENSET, 0xFFFFFFFF);
	assert_int_equal(get(&b, PMCNTENSET), CYCLES);
	pmu_free(b.p);
}

/* A pair that HPMN takes apart. */
TEST(torn_chain)
{
	struct v3_bench b;

	for (int k = 0; k < 2; k++) {
		begin(&b, PMU_CORTEX_A53, k ? &strict : NULL);
		put(&b, PMEVTYPER(2), EV_CPU_CYCLES);
		put(&b, PMEVTYPER(3), EV_CHAIN);
		put(&b, PMEVCNTR(2), 0xFFFFFFFF);
		put(&b, PMCNTENSET, 0xC);
		put(&b, PMCR, E);
		pmu_set_mdcr(b.p, 3 | 1 << 7, 0);
		happen(&b, LEDGER_CYCLES, 1);
		pmu_set_mdcr(b.p, 6, 0);
		assert_int_equal(get(&b, PMEVCNTR(3)), !k);
		pmu_free(b.p);
	}
}

/* After reset nothing is known but E = 0 and what is read-only: every bit
 * that can be junk is junk for some seed, and no other. */
TEST(reset_is_junk)
{
	const struct {
		struct tally_reg reg;
		uint64_t junk, value;
	} rows[] = {
		{ PMCR, 0x78, 0x41033000 }, /* LC, DP, X, D */
		{ PMCNTENSET, 0x8000003F, 0 },
		{ PMOVSSET, 0x8000003F, 0 },
		{ PMINTENSET, 0x8000003F, 0 },
		{ PMUSERENR, 0xF, 0 },
		{ PMSELR, 31, 0 },
		{ PMCCFILTR, 0xFC000000, 0 },
		{ PMEVTYPER(5), 0xFC0003FF, 0 },
		{ PMEVCNTR(0), 0xFFFFFFFF, 0 },
		{ PMCCNTR, UINT64_MAX, 0 },
	};
	struct pmu_quirks q = { .random_reset = true };
	struct v3_bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t ones = 0, zeros = 0;

		for (q.seed = 1; q.seed < 40; q.seed++) {
			begin(&b, PMU_CORTEX_A53, &q);
			ones |= get(&b, rows[i].reg);
			zeros |= ~get(&b, rows[i].reg);
			assert_false(pmu_irq(b.p));
			pmu_free(b.p);
		}
		assert_int_equal(ones, rows[i].value | rows[i].junk);
		assert_int_equal(~zeros, rows[i].value);
	}
}

static bool varies(struct v3_bench *b, struct tally_reg reg)
{
	uint64_t first = get(b, reg);

	for (int k = 0; k < 20; k++)
		if (get(b, reg) != first)
			return true;
	return false;
}

/* These read UNKNOWN: a selector of no counter, a counter that is not there, an
 * event number without meaning, a count that the board cannot make. */
TEST(poisoned)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, &poison);
	put(&b, PMCR, 0);
	put(&b, PMSELR, 6);
	assert_true(varies(&b, PMSELR));
	assert_true(get(&b, PMSELR) < 32);
	assert_true(varies(&b, PMXEVCNTR));
	put(&b, PMSELR, 31);
	assert_false(varies(&b, PMSELR));
	put(&b, PMEVTYPER(0), 0x88000099); /* no event of an A53 */
	assert_true(varies(&b, PMEVTYPER(0)));
	assert_int_equal(get(&b, PMEVTYPER(0)) & 0xFFFFFC00, 0x88000000);
	put(&b, PMEVTYPER(0), 0x1F); /* none either, but by rule */
	assert_false(varies(&b, PMEVTYPER(0)));
	put(&b, PMCNTENCLR, 0xFFFFFFFF);
	put(&b, PMEVTYPER(0), 0x1A);
	put(&b, PMCR, E | P);
	assert_false(varies(&b, PMEVCNTR(0))); /* stands still */
	put(&b, PMCNTENSET, 1);
	assert_true(varies(&b, PMEVCNTR(0)));
	put(&b, PMEVTYPER(0), EV_SW_INCR);
	assert_false(varies(&b, PMEVCNTR(0)));
	put(&b, PMEVTYPER(0), 0x1F);
	assert_false(varies(&b, PMEVCNTR(0)));
	pmu_free(b.p);
}

/* Of the codes that nothing has, those below 0x40 and, from p1 on, 0x4000 to
 * 0x403F count nothing by rule; the others are as unknown as can be. */
TEST(codes_of_nothing)
{
	static const struct {
		unsigned code;
		bool unknown;
	} row[] = {
		{ 0x3F, false },   { 0x3FFF, true }, { 0x4000, false },
		{ 0x403F, false }, { 0x4040, true },
	};
	struct v3_bench b;

	begin(&b, PMU_V3P5, &poison);
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		put(&b, PMEVTYPER(0), row[i].code);
		assert_int_equal(varies(&b, PMEVTYPER(0)), row[i].unknown);
	}
	pmu_free(b.p);
}

/* Late: what a write changes elsewhere, it changes at a synchronization. */
TEST(late_effects)
{
	const struct pmu_quirks late = { .late = true };
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, &late);
	put(&b, PMEVTYPER(0), EV_INST_RETIRED);
	put(&b, PMINTENSET, 1);
	put(&b, PMCNTENSET, 1);
	put(&b, PMCR, E);
	assert_int_equal(get(&b, PMCR), 0x41033001); /* itself at once */
	happen(&b, LEDGER_INSTRUCTIONS, 5);
	assert_int_equal(get(&b, PMEVCNTR(0)), 0);
	pmu_sync(b.p);
	happen(&b, LEDGER_INSTRUCTIONS, 5);
	assert_int_equal(get(&b, PMEVCNTR(0)), 5);
	put(&b, PMCR, 0);
	happen(&b, LEDGER_INSTRUCTIONS, 5);
	assert_int_equal(get(&b, PMEVCNTR(0)), 10);
	pmu_set_level(b.p, 0, false); /* synchronizes too */
	happen(&b, LEDGER_INSTRUCTIONS, 5);
	assert_int_equal(get(&b, PMEVCNTR(0)), 10);

	put(&b, PMCR, E);
	put(&b, PMOVSSET, 1);
	assert_false(pmu_irq(b.p));
	pmu_sync(b.p);
	assert_true(pmu_irq(b.p));
	put(&b, PMOVSCLR, 1);
	assert_true(pmu_irq(b.p));
	pmu_sync(b.p);
	assert_false(pmu_irq(b.p));

	put(&b, PMSELR, 3);
	put(&b, PMXEVCNTR, 33); /* counter 0 still */
	assert_int_equal(get(&b, PMSELR), 3);
	assert_int_equal(get(&b, PMEVCNTR(0)), 33);
	pmu_sync(b.p);
	put(&b, PMXEVCNTR, 34);
	assert_int_equal(get(&b, PMEVCNTR(3)), 34);
	pmu_free(b.p);
}
