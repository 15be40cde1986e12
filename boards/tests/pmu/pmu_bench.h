/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PMU_BENCH_H
#define TESTS_PMU_BENCH_H

#include <string.h>

#include "boards/src/pmu/pmu.h"
#include "models.h"
#include "test.h"

/*
 * A simulated monitor on a ledger that the test moves by hand.
 */

/* The registers' addresses, once more from the documents. */
static const struct tally_reg arm_pmnc = { TALLY_CP(0, 15, 12, 0), TALLY_CP15,
					   32 };
static const struct tally_reg arm_ccnt = { TALLY_CP(0, 15, 12, 1), TALLY_CP15,
					   32 };
static const struct tally_reg arm_pmn0 = { TALLY_CP(0, 15, 12, 2), TALLY_CP15,
					   32 };
static const struct tally_reg arm_pmn1 = { TALLY_CP(0, 15, 12, 3), TALLY_CP15,
					   32 };
static const struct tally_reg arm_v = { TALLY_CP(0, 15, 9, 0), TALLY_CP15, 32 };
static const struct tally_reg pxa_pmnc = { TALLY_CP(0, 0, 0, 0), TALLY_CP14,
					   32 };
static const struct tally_reg pxa_ccnt = { TALLY_CP(0, 1, 0, 0), TALLY_CP14,
					   32 };
static const struct tally_reg pxa_pmn0 = { TALLY_CP(0, 2, 0, 0), TALLY_CP14,
					   32 };
static const struct tally_reg pxa_pmn1 = { TALLY_CP(0, 3, 0, 0), TALLY_CP14,
					   32 };

struct bench {
	struct ledger ledger;
	struct pmu *p;
	struct tally_reg pmnc, ccnt, pmn0, pmn1;
};

/* All kinds; the ARM11 ones come first. */
enum { KINDS = PMU_PXA250 + 1 };

static inline bool is_arm(enum pmu_kind kind)
{
	return kind != PMU_PXA250;
}

static inline void begin(struct bench *b, enum pmu_kind kind,
			 const struct pmu_quirks *quirks)
{
	static const struct pmu_quirks none;
	bool arm = is_arm(kind);

	memset(b, 0, sizeof(*b));
	b->p = pmu_new(pmu_of(kind), quirks ? quirks : &none, &b->ledger);
	assert_non_null(b->p);
	b->pmnc = arm ? arm_pmnc : pxa_pmnc;
	b->ccnt = arm ? arm_ccnt : pxa_ccnt;
	b->pmn0 = arm ? arm_pmn0 : pxa_pmn0;
	b->pmn1 = arm ? arm_pmn1 : pxa_pmn1;
}

static inline uint32_t get(struct bench *b, struct tally_reg reg)
{
	uint64_t value = 0;

	assert_int_equal(pmu_read(b->p, &reg, true, &value), PMU_DONE);
	return (uint32_t)value;
}

static inline void put(struct bench *b, struct tally_reg reg, uint32_t value)
{
	assert_int_equal(pmu_write(b->p, &reg, true, value), PMU_DONE);
}

static inline void happen(struct bench *b, enum ledger_item item,
			  uint64_t times)
{
	b->ledger.n[item] += times;
	pmu_update(b->p);
}

static inline void count_some(struct bench *b)
{
	happen(b, LEDGER_CYCLES, 1000);
	happen(b, LEDGER_INSTRUCTIONS, 400);
	happen(b, LEDGER_ICACHE_MISS, 20);
	happen(b, LEDGER_DCACHE_ACCESS, 300);
	happen(b, LEDGER_DCACHE_MISS, 30);
	happen(b, LEDGER_FETCH_STALL, 77);
	happen(b, LEDGER_DATA_STALL, 88);
	happen(b, LEDGER_BUFFER_FULL_STALL, 66);
	happen(b, LEDGER_BUFFER_FULL_RUNS, 6);
	happen(b, LEDGER_HALF_LINES_WRITTEN_BACK, 9);
	happen(b, LEDGER_ITLB_MISS, 3);
	happen(b, LEDGER_DTLB_MISS, 4);
}

#endif
