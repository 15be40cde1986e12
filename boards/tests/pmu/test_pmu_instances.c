/* SPDX-License-Identifier: MIT */
/*
 * Instances of a simulated monitor: one that follows the first counts what it
 * would count alone, where it is the program's own and is told everything.
 */
#include <stdint.h>

#include "pmu_v3_bench.h"
#include "test.h"

/* On one ledger: the program's, one that follows it, and one that is alone. */
static struct ledger ledger;
static struct pmu *first, *other, *alone;

static void make(enum pmu_kind kind)
{
	const struct pmu_quirks quirks = { .seed = 3 };

	memset(&ledger, 0, sizeof(ledger));
	first = pmu_new(pmu_of(kind), &quirks, &ledger);
	alone = pmu_new(pmu_of(kind), &quirks, &ledger);
	assert_true(first && alone && pmu_can_clone(pmu_of(kind)));
	other = pmu_clone(first);
	assert_non_null(other);
	pmu_follow(first, other);
}

static void unmake(void)
{
	pmu_free(first);
	pmu_free(other);
	pmu_free(alone);
}

/* As a debugger: the same to both. */
static void set(struct tally_reg reg, uint64_t value)
{
	assert_int_equal(pmu_write(other, &reg, true, value), PMU_DONE);
	assert_int_equal(pmu_write(alone, &reg, true, value), PMU_DONE);
}

static uint64_t read_of(struct pmu *p, struct tally_reg reg)
{
	uint64_t value = 0;

	assert_int_equal(pmu_read(p, &reg, true, &value), PMU_DONE);
	return value;
}

static void assert_counted(struct tally_reg reg, uint64_t expected)
{
	assert_int_equal(read_of(other, reg), expected);
	assert_int_equal(read_of(alone, reg), expected);
}

static void pass_time(uint64_t cycles)
{
	ledger.n[LEDGER_CYCLES] += cycles;
	pmu_update(first);
	pmu_update(alone);
}

/* Levels, and what the program counts by software; its other writes are for
 * the first alone. */
TEST(a_pmuv3)
{
	const uint32_t not_in_el0 = 1u << 30;

	for (unsigned k = 0; k < V3_KINDS; k++) {
		const struct tally_reg software = PMSWINC, enable = PMCNTENCLR;

		make(v3_kinds[k]);
		set(PMEVTYPER(0), EV_CPU_CYCLES | not_in_el0);
		set(PMEVTYPER(1), EV_SW_INCR);
		set(PMCNTENSET, 3);
		set(PMCR, E);
		pass_time(100);
		pmu_set_level(first, 0, false);
		pmu_set_level(alone, 0, false);
		pass_time(1000);
		pmu_set_level(first, 1, false);
		pmu_set_level(alone, 1, false);
		pass_time(10);
		assert_int_equal(pmu_write(first, &software, true, 2),
				 PMU_DONE);
		assert_int_equal(pmu_write(alone, &software, true, 2),
				 PMU_DONE);
		assert_int_equal(pmu_write(first, &enable, true, 3), PMU_DONE);
		pass_time(1);
		assert_counted(PMEVCNTR(0), 111);
		assert_counted(PMEVCNTR(1), 1);
		assert_int_equal(read_of(first, PMEVCNTR(0)), 0);
		unmake();
	}
}

static struct tally_reg pmr(uint32_t number)
{
	return (struct tally_reg){ number, TALLY_PMR, 32 };
}

/* MSR, the time base, and how long something took. */
TEST(an_e500)
{
	enum { CYCLES_ = 1, LOADS_OVER = 76, TIME_BASE_BIT = 90 };

	make(PMU_E500V2);
	set(pmr(144), CYCLES_ << 16 | 0x20000000); /* not in user mode */
	set(pmr(145), LOADS_OVER << 16);
	set(pmr(273), 10); /* only those of more than ten cycles */
	set(pmr(146), TIME_BASE_BIT << 16);
	set(pmr(400), 0x100); /* TBEE, the lowest bit */
	for (unsigned i = 0; i < 2; i++) {
		struct pmu *told = i ? alone : first;

		pmu_set_time_base(told, 0, 8);
		pmu_set_state(told, false, false);
	}
	pass_time(32); /* four ticks */
	pmu_set_state(first, true, false);
	pmu_set_state(alone, true, false);
	pass_time(16);
	for (uint32_t cycles = 9; cycles < 14; cycles++) {
		pmu_took(first, LEDGER_DLFB_LOAD_TIMES, cycles);
		pmu_took(alone, LEDGER_DLFB_LOAD_TIMES, cycles);
	}
	assert_counted(pmr(16), 32);
	assert_counted(pmr(17), 3);
	assert_counted(pmr(18), 3);
	unmake();
}

/* A wrap is its instance's own affair: it freezes nobody else, and is done when
 * somebody looks. */
TEST(a_freeze)
{
	make(PMU_E500V1);
	set(pmr(144), 1u << 16 | 0x04000000); /* cycles, with CE */
	set(pmr(16), 0x7ffffff0);
	set(pmr(400), 0x20000000); /* FCECE */
	pass_time(16);
	assert_int_equal(read_of(other, pmr(400)) >> 31, 1);
	assert_int_equal(read_of(alone, pmr(400)) >> 31, 1);
	assert_int_equal(read_of(first, pmr(400)) >> 31, 0);
	assert_counted(pmr(16), 0x80000000);
	unmake();
}

/* The cache sends its events, or does not: to all. */
TEST(an_event_bus)
{
	const struct tally_reg all = { 0x00, TALLY_MMIO, 32 },
			       select = { 0x08, TALLY_MMIO, 32 },
			       count = { 0x18, TALLY_MMIO, 32 };

	make(PMU_L210);
	set(select, 3 << 2);
	set(all, 0xf00 | 1); /* from 0, and on */
	for (unsigned on = 1; on < 4; on++) {
		pmu_set_event_bus(first, on % 2);
		pmu_set_event_bus(alone, on % 2);
		ledger.n[LEDGER_L2CC_DATA_READ_HITS] += 10;
	}
	assert_counted(count, 20);
	unmake();
}

/* A clone begins as the first stands, and goes its own way. */
TEST(a_clone)
{
	const struct tally_reg type = PMEVTYPER(0), on = PMCNTENSET,
			       control = PMCR;
	struct pmu *late;

	make(PMU_CORTEX_A53);
	assert_int_equal(pmu_write(first, &type, true, EV_CPU_CYCLES), 0);
	assert_int_equal(pmu_write(first, &on, true, 1), 0);
	assert_int_equal(pmu_write(first, &control, true, E), 0);
	pass_time(7);
	late = pmu_clone(first);
	assert_non_null(late);
	pass_time(7);
	assert_int_equal(pmu_write(first, &control, true, 0), 0);
	pass_time(7);
	assert_int_equal(read_of(first, PMEVCNTR(0)), 14);
	assert_int_equal(read_of(late, PMEVCNTR(0)), 21);
	pmu_free(late);
	unmake();
}
