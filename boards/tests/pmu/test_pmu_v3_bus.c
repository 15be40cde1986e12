/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3 over a bus: the manual's own procedure, from a reset
 * that leaves junk in every register [DDI0487 D13, D24.1.2.2].
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "pmu_bus.h"
#include "pmu_v3_bench.h"
#include "test.h"

static uint64_t from(struct pmu_bus *b, struct tally_reg reg)
{
	return tally_bus_read(&b->bus, &reg);
}

static void to(struct pmu_bus *b, struct tally_reg reg, uint64_t value)
{
	tally_bus_write(&b->bus, &reg, value);
}

static void isb(struct pmu_bus *b)
{
	tally_bus_sync(&b->bus);
}

TEST(identification)
{
	const struct tally_reg midr = v3_reg(TALLY_SYS(3, 0, 0, 0, 0));
	const struct tally_reg dfr0 = v3_reg(TALLY_SYS(3, 0, 0, 5, 0));
	struct pmu_bus b;

	pmu_bus_init(&b, PMU_CORTEX_A72, false, false);
	assert_int_equal(from(&b, midr) >> 4 & 0xFFF, 0xD08);
	assert_int_equal(from(&b, dfr0) >> 8 & 15, 1);
	assert_int_equal(b.accesses, 0);
	from(&b, v3_reg(TALLY_SYS(3, 3, 9, 13, 4))); /* PMZR: p9 */
	assert_int_equal(b.bus.status, TALLY_E_NOREG);
	pmu_bus_free(&b);
}

/* Nothing of reset's junk may be left. */
static void set_up(struct pmu_bus *b)
{
	to(b, PMCNTENCLR, 0xFFFFFFFF);
	to(b, PMINTENCLR, 0xFFFFFFFF);
	to(b, PMOVSCLR, 0xFFFFFFFF);
	to(b, PMCR, P | C | LC);
	to(b, PMUSERENR, 0);
	to(b, PMEVTYPER(0), 0x08000000 | EV_INST_RETIRED);
	to(b, PMEVTYPER(1), 0x08000000 | EV_CHAIN);
	to(b, PMEVTYPER(2), 0x08000000 | EV_CPU_CYCLES);
	to(b, PMCCFILTR, 0x08000000);
}

TEST(procedure)
{
	struct pmu_bus b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		pmu_bus_init(&b, v3_kinds[i], true, true);
		set_up(&b);
		assert_int_equal(from(&b, PMCR) >> 11 & 31, 6);
		to(&b, PMEVCNTR(0), 0xFFFFFF00);
		to(&b, PMINTENSET, CYCLES | 2);
		isb(&b);
		to(&b, PMCNTENSET, CYCLES | 7);
		to(&b, PMCR, E | LC);
		isb(&b);
		pmu_bus_happen(&b, LEDGER_INSTRUCTIONS, 0x180);
		pmu_bus_happen(&b, LEDGER_CYCLES, UINT64_C(0x123456789));
		to(&b, PMCR, LC);
		isb(&b);
		pmu_bus_happen(&b, LEDGER_CYCLES, 1000);
		/* 0xFFFFFF00 + 0x180 = 1 : 0x80 */
		assert_int_equal(from(&b, PMEVCNTR(0)) & UINT32_MAX, 0x80);
		assert_int_equal(from(&b, PMEVCNTR(1)), 1);
		assert_int_equal(from(&b, PMEVCNTR(2)) & UINT32_MAX,
				 0x23456789);
		assert_int_equal(from(&b, PMCCNTR), UINT64_C(0x123456789));
		assert_int_equal(from(&b, PMOVSCLR), 5);
		assert_false(pmu_irq(b.pmu)); /* none of those asks */
		assert_int_equal(b.bus.status, TALLY_OK);
		pmu_bus_free(&b);
	}
}

/* From EL0, what PMUSERENR admits, and no more. */
TEST(from_el0)
{
	struct pmu_bus b;

	pmu_bus_init(&b, PMU_CORTEX_A53, true, true);
	set_up(&b);
	to(&b, PMCCNTR, 123);
	to(&b, PMUSERENR, 4); /* CR */
	pmu_set_level(b.pmu, 0, false);
	b.user = true;
	assert_int_equal(from(&b, PMCCNTR), 123);
	assert_int_equal(b.bus.status, TALLY_OK);
	to(&b, PMCCNTR, 5);
	assert_int_equal(tally_bus_recover(&b.bus), TALLY_E_NOREG);
	assert_int_equal(from(&b, PMCCNTR), 123);
	pmu_bus_free(&b);
}
