/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3: Exception levels, filters, prohibition, EL2's counters
 * [DDI0487 D13.5, D13.7].
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "models.h"
#include "pmu_v3_bench.h"
#include "test.h"

struct level {
	unsigned el;
	bool secure;
};

/* Levels in which a filter may let count: bit 0 is Non-secure EL0, then EL1,
 * EL2, Secure EL0, EL1, and EL3. */
static const struct level levels[] = {
	{ 0, false }, { 1, false }, { 2, false },
	{ 0, true },  { 1, true },  { 3, true },
};

/* Worked out from the table of [DDI0487 D13.7]: Non-secure EL0 and 1 where U
 * = NSU and P = NSK, EL2 where NSH, Secure where not U, not P, EL3 where P =
 * M.  The first eight are the words that drivers write. */
TEST(filters)
{
	const struct {
		uint32_t word;
		unsigned where;
	} rows[] = {
		{ 0x08000000, 0x3F }, /* NSH: everywhere */
		{ 0x00000000, 0x3B }, /* not at EL2 */
		{ 0x80000000, 0x09 }, /* P: EL0 */
		{ 0x44000000, 0x12 }, /* U, M: EL1 */
		{ 0x40000000, 0x32 }, /* U: EL1 and EL3 */
		{ 0xE0000000, 0x02 }, /* P, U, NSK: Non-secure EL1 */
		{ 0xC8000000, 0x04 }, /* P, U, NSH: EL2 */
		{ 0xC4000000, 0x20 }, /* P, U, M: EL3 */
		{ 0xD0000000, 0x01 }, /* P, U, NSU: Non-secure EL0 */
		{ 0x30000000, 0x38 }, /* NSK, NSU: Secure */
		{ 0xFC000000, 0x27 }, /* all: Non-secure, and EL3 */
	};
	struct v3_bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned events = 0, cycles = 0;

		begin(&b, PMU_CORTEX_A53, NULL);
		pmu_set_mdcr(b.p, 6, 1 << 17); /* SPME */
		put(&b, PMEVTYPER(2), rows[i].word | EV_INST_RETIRED);
		put(&b, PMCCFILTR, rows[i].word);
		put(&b, PMCNTENSET, CYCLES | 4);
		put(&b, PMCR, E | LC);
		for (unsigned k = 0; k < 6; k++) {
			uint64_t n = get(&b, PMEVCNTR(2)), c = get(&b, PMCCNTR);

			pmu_set_level(b.p, levels[k].el, levels[k].secure);
			happen(&b, LEDGER_INSTRUCTIONS, 10);
			happen(&b, LEDGER_CYCLES, 20);
			n = get(&b, PMEVCNTR(2)) - n;
			c = get(&b, PMCCNTR) - c;
			assert_true(n == 0 || n == 10);
			assert_true(c == 0 || c == 20);
			events |= (unsigned)(n != 0) << k;
			cycles |= (unsigned)(c != 0) << k;
		}
		assert_int_equal(events, rows[i].where);
		assert_int_equal(cycles, rows[i].where);
		pmu_free(b.p);
	}
}

/* Events that the ledger gained before the change of level belong to before. */
TEST(level_changes_between)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMEVTYPER(0), 0x80000000 | EV_INST_RETIRED); /* EL0 */
	put(&b, PMEVTYPER(1), 0x40000000 | EV_INST_RETIRED); /* EL1 */
	put(&b, PMEVCNTR(0), 0xFFFFFFFE);
	put(&b, PMCNTENSET, 3);
	put(&b, PMCR, E);
	for (int k = 0; k < 5; k++) {
		b.ledger.n[LEDGER_INSTRUCTIONS] += 3;
		pmu_set_level(b.p, 0, false);
		b.ledger.n[LEDGER_INSTRUCTIONS] += 7;
		pmu_set_level(b.p, 1, false);
	}
	assert_int_equal(get(&b, PMEVCNTR(0)), 33);
	assert_int_equal(get(&b, PMEVCNTR(1)), 15);
	assert_int_equal(get(&b, PMOVSCLR), 1);
	pmu_free(b.p);
}

/* A CHAIN that is filtered out where its even counter wraps misses it. */
TEST(filtered_chain)
{
	struct v3_bench b;

	begin_chain(&b, PMU_CORTEX_A53, 4);
	put(&b, PMEVTYPER(5), 0x80000000 | EV_CHAIN);
	put(&b, PMEVCNTR(4), UINT32_MAX);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMEVCNTR(5)), 0);
	pmu_set_level(b.p, 0, false);
	put(&b, PMEVCNTR(4), UINT32_MAX);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMEVCNTR(5)), 1);
	pmu_free(b.p);
}

/* Secure state without SPME: events are prohibited, the cycle counter only
 * with DP; p5 has SCCD and HCCD for it, p1 HPMD for events at EL2. */
TEST(prohibition)
{
	const struct {
		enum pmu_kind kind;
		uint32_t pmcr;
		uint64_t mdcr_el2, mdcr_el3;
		unsigned events, cycles; /* bits as above */
	} rows[] = {
		{ PMU_CORTEX_A53, 0, 6, 0, 0x07, 0x3F },
		{ PMU_CORTEX_A53, 0, 6, 1 << 17, 0x3F, 0x3F },
		{ PMU_CORTEX_A53, DP, 6, 0, 0x07, 0x07 },
		{ PMU_CORTEX_A53, DP, 6 | 1 << 17, 0, 0x07, 0x07 },
		{ PMU_CORTEX_A53, 0, 6 | 1 << 23, 1 << 23, 0x07, 0x3F },
		{ PMU_V3P5, 0, 6 | 1 << 17, 0, 0x03, 0x3F },
		{ PMU_V3P5, DP, 6 | 1 << 17, 0, 0x03, 0x03 },
		{ PMU_V3P5, 0, 6, 1 << 23, 0x07, 0x07 },
		{ PMU_V3P5, 0, 6 | 1 << 23, 1 << 17, 0x3F, 0x3B },
	};
	struct v3_bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned events = 0, cycles = 0;

		begin(&b, rows[i].kind, NULL);
		pmu_set_mdcr(b.p, rows[i].mdcr_el2, rows[i].mdcr_el3);
		put(&b, PMEVTYPER(0), 0x08000000 | EV_INST_RETIRED);
		put(&b, PMCCFILTR, 0x08000000);
		put(&b, PMCNTENSET, CYCLES | 1);
		put(&b, PMCR, E | rows[i].pmcr);
		for (unsigned k = 0; k < 6; k++) {
			uint64_t n = get(&b, PMEVCNTR(0)), c = get(&b, PMCCNTR);

			pmu_set_level(b.p, levels[k].el, levels[k].secure);
			happen(&b, LEDGER_INSTRUCTIONS, 1);
			happen(&b, LEDGER_CYCLES, 1);
			events |= (unsigned)(get(&b, PMEVCNTR(0)) - n) << k;
			cycles |= (unsigned)(get(&b, PMCCNTR) - c) << k;
		}
		assert_int_equal(events, rows[i].events);
		assert_int_equal(cycles, rows[i].cycles);
		pmu_free(b.p);
	}
}

/* HPMN = 4: counters 4 and 5 are EL2's, with HPME in place of E. */
TEST(second_range)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A72, NULL);
	for (unsigned n = 0; n < 6; n++)
		put(&b, PMEVTYPER(n), EV_INST_RETIRED);
	put(&b, PMCNTENSET, 0x3F);
	put(&b, PMCR, E);
	pmu_set_mdcr(b.p, 4, 0);
	happen(&b, LEDGER_INSTRUCTIONS, 1);
	pmu_set_mdcr(b.p, 4 | 1 << 7, 0);
	happen(&b, LEDGER_INSTRUCTIONS, 1);
	put(&b, PMCR, 0);
	happen(&b, LEDGER_INSTRUCTIONS, 1);
	pmu_set_level(b.p, 2, false);
	assert_int_equal(get(&b, PMEVCNTR(3)), 2);
	assert_int_equal(get(&b, PMEVCNTR(4)), 2);
	assert_int_equal(get(&b, PMEVCNTR(5)), 2);
	pmu_free(b.p);
}

/* p5: HLP is LP for the second range. */
TEST(second_range_is_long)
{
	struct v3_bench b;

	begin(&b, PMU_V3P5, NULL);
	pmu_set_level(b.p, 2, false);
	pmu_set_mdcr(b.p, 2 | 1 << 7 | 1 << 26, 0);
	put(&b, PMCR, E);
	for (unsigned n = 1; n < 3; n++) {
		put(&b, PMEVTYPER(n), 0x08000000 | EV_INST_RETIRED);
		put(&b, PMEVCNTR(n), UINT32_MAX);
	}
	put(&b, PMCNTENSET, 6);
	happen(&b, LEDGER_INSTRUCTIONS, 1);
	assert_int_equal(get(&b, PMOVSCLR), 2);
	assert_int_equal(get(&b, PMEVCNTR(2)), UINT64_C(0x100000000));
	pmu_free(b.p);
}
