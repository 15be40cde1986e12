/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PMU_V3_BENCH_H
#define TESTS_PMU_V3_BENCH_H

#include <string.h>

#include "boards/src/pmu/pmu.h"
#include "models.h"
#include "test.h"

/*
 * A simulated PMUv3 on a ledger that the test moves by hand.
 */

/* The registers' places, once more from the documents [DDI0487 D24.5]. */
static inline struct tally_reg v3_reg(uint32_t addr)
{
	return (struct tally_reg){ addr, TALLY_SYSREG, 64 };
}

#define PMCR         v3_reg(TALLY_SYS(3, 3, 9, 12, 0))
#define PMCNTENSET   v3_reg(TALLY_SYS(3, 3, 9, 12, 1))
#define PMCNTENCLR   v3_reg(TALLY_SYS(3, 3, 9, 12, 2))
#define PMOVSCLR     v3_reg(TALLY_SYS(3, 3, 9, 12, 3))
#define PMSWINC      v3_reg(TALLY_SYS(3, 3, 9, 12, 4))
#define PMSELR       v3_reg(TALLY_SYS(3, 3, 9, 12, 5))
#define PMCEID0      v3_reg(TALLY_SYS(3, 3, 9, 12, 6))
#define PMCEID1      v3_reg(TALLY_SYS(3, 3, 9, 12, 7))
#define PMCCNTR      v3_reg(TALLY_SYS(3, 3, 9, 13, 0))
#define PMXEVTYPER   v3_reg(TALLY_SYS(3, 3, 9, 13, 1))
#define PMXEVCNTR    v3_reg(TALLY_SYS(3, 3, 9, 13, 2))
#define PMUSERENR    v3_reg(TALLY_SYS(3, 3, 9, 14, 0))
#define PMINTENSET   v3_reg(TALLY_SYS(3, 0, 9, 14, 1))
#define PMINTENCLR   v3_reg(TALLY_SYS(3, 0, 9, 14, 2))
#define PMOVSSET     v3_reg(TALLY_SYS(3, 3, 9, 14, 3))
#define PMMIR        v3_reg(TALLY_SYS(3, 0, 9, 14, 6))
#define PMCCFILTR    v3_reg(TALLY_SYS(3, 3, 14, 15, 7))
#define PMEVCNTR(n)  v3_reg(TALLY_SYS(3, 3, 14, 8 + (n) / 8, (n) % 8))
#define PMEVTYPER(n) v3_reg(TALLY_SYS(3, 3, 14, 12 + (n) / 8, (n) % 8))

/* AArch32, coprocessor 15 [DDI0487 G8.4]. */
#define A32_C9(crm, opc2)                                                      \
	(struct tally_reg)                                                     \
	{                                                                      \
		TALLY_CP(0, 9, crm, opc2), TALLY_CP15, 32                      \
	}
#define A32_C14(crm, opc2)                                                     \
	(struct tally_reg)                                                     \
	{                                                                      \
		TALLY_CP(0, 14, crm, opc2), TALLY_CP15, 32                     \
	}

/* PMCR's bits, and the cycle counter's in enables and flags. */
enum { E = 1, P = 2, C = 4, D = 8, X = 0x10, DP = 0x20, LC = 0x40, LP = 0x80 };
#define CYCLES UINT32_C(0x80000000)

/* Events of all these cores whose items the boards fill, and two that the
 * registers make. */
enum {
	EV_SW_INCR = 0x00,
	EV_INST_RETIRED = 0x08,
	EV_CPU_CYCLES = 0x11,
	EV_CHAIN = 0x1E,
};

static const enum pmu_kind v3_kinds[] = { PMU_CORTEX_A53, PMU_CORTEX_A57,
					  PMU_CORTEX_A72, PMU_V3P5 };
enum { V3_KINDS = sizeof(v3_kinds) / sizeof(v3_kinds[0]) };

struct v3_bench {
	struct ledger ledger;
	struct pmu *p;
};

static inline void begin(struct v3_bench *b, enum pmu_kind kind,
			 const struct pmu_quirks *quirks)
{
	static const struct pmu_quirks none;

	memset(b, 0, sizeof(*b));
	b->p = pmu_new(pmu_of(kind), quirks ? quirks : &none, &b->ledger);
	assert_non_null(b->p);
}

static inline uint64_t get(struct v3_bench *b, struct tally_reg reg)
{
	uint64_t value = 0;

	assert_int_equal(pmu_read(b->p, &reg, true, &value), PMU_DONE);
	return value;
}

static inline void put(struct v3_bench *b, struct tally_reg reg, uint64_t value)
{
	assert_int_equal(pmu_write(b->p, &reg, true, value), PMU_DONE);
}

static inline enum pmu_access try_get(struct v3_bench *b, struct tally_reg reg,
				      bool privileged)
{
	uint64_t value;

	return pmu_read(b->p, &reg, privileged, &value);
}

static inline enum pmu_access try_put(struct v3_bench *b, struct tally_reg reg,
				      bool privileged)
{
	return pmu_write(b->p, &reg, privileged, 0);
}

static inline void happen(struct v3_bench *b, enum ledger_item item,
			  uint64_t times)
{
	b->ledger.n[item] += times;
	pmu_update(b->p);
}

/* Cycles on an even counter, CHAIN on the odd one above. */
static inline void begin_chain(struct v3_bench *b, enum pmu_kind kind,
			       unsigned low)
{
	begin(b, kind, NULL);
	put(b, PMEVTYPER(low), EV_CPU_CYCLES);
	put(b, PMEVTYPER(low + 1), EV_CHAIN);
	put(b, PMCNTENSET, 3u << low);
	put(b, PMCR, E);
}

#endif
