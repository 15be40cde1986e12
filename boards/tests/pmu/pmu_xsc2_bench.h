/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PMU_XSC2_BENCH_H
#define TESTS_PMU_XSC2_BENCH_H

/*
 * The register model of XScale's second monitor, register by register.
 */
#include "pmu_xsc2.h"
#include "test.h"

/* The registers, once more from the documents: CRn, CRm. */
#define REG(CRN, CRM)                                                          \
	{                                                                      \
		TALLY_CP(0, CRN, CRM, 0), TALLY_CP14, 32                       \
	}

static const struct tally_reg pmnc = REG(0, 1), ccnt = REG(1, 1);
static const struct tally_reg inten = REG(4, 1), flag = REG(5, 1);
static const struct tally_reg evtsel = REG(8, 1);
static const struct tally_reg pmn[] = { REG(0, 2), REG(1, 2), REG(2, 2),
					REG(3, 2) };

static inline uint32_t get(struct pmu_xsc2 *p, struct tally_reg reg)
{
	uint64_t value = 0;

	assert_int_equal(pmu_xsc2_read(p, &reg, true, &value), PMU_DONE);
	return (uint32_t)value;
}

static inline void put(struct pmu_xsc2 *p, struct tally_reg reg, uint32_t value)
{
	assert_int_equal(pmu_xsc2_write(p, &reg, true, value), PMU_DONE);
}

#endif
