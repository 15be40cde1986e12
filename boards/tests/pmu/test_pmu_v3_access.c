/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3: who may reach its registers, and what asks for an
 * interrupt [DDI0487 D13.3, D13.11].
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "pmu_v3_bench.h"
#include "test.h"

enum { EN = 1, SW = 2, CR = 4, ER = 8 };

/* The manual's matrix of EL0: which bits of PMUSERENR admit.  QEMU 7.2 gives
 * the same for a Cortex-A57.  0: none does, it is UNDEFINED. */
TEST(el0)
{
	const struct {
		struct tally_reg reg;
		unsigned read, write;
	} rows[] = {
		{ PMCR, EN, EN },           { PMCEID0, EN, 0 },
		{ PMCEID1, EN, 0 },         { PMEVTYPER(0), EN, EN },
		{ PMXEVTYPER, EN, EN },     { PMCCFILTR, EN, EN },
		{ PMCNTENSET, EN, EN },     { PMCNTENCLR, EN, EN },
		{ PMOVSSET, EN, EN },       { PMOVSCLR, EN, EN },
		{ PMCCNTR, EN | CR, EN },   { PMEVCNTR(5), EN | ER, EN },
		{ PMXEVCNTR, EN | ER, EN }, { PMSELR, EN | ER, EN | ER },
		{ PMSWINC, 0, EN | SW },    { PMINTENSET, 0, 0 },
		{ PMINTENCLR, 0, 0 },
	};
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A57, NULL);
	pmu_set_level(b.p, 0, false);
	for (unsigned bits = 0; bits < 16; bits++) {
		put(&b, PMUSERENR, bits); /* a debugger */
		for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			enum pmu_access read, write;

			read = !rows[i].read         ? PMU_UNDEFINED
			       : rows[i].read & bits ? PMU_DONE
						     : PMU_TRAP_EL1;
			write = !rows[i].write         ? PMU_UNDEFINED
				: rows[i].write & bits ? PMU_DONE
						       : PMU_TRAP_EL1;
			assert_int_equal(try_get(&b, rows[i].reg, false), read);
			assert_int_equal(try_put(&b, rows[i].reg, false),
					 write);
		}
		assert_int_equal(try_get(&b, PMUSERENR, false), PMU_DONE);
		assert_int_equal(try_put(&b, PMUSERENR, false), PMU_UNDEFINED);
	}
	pmu_free(b.p);
}

/* TPM for all, TPMCR for PMCR; from EL2 on only MDCR_EL3's holds. */
TEST(traps)
{
	const struct {
		uint64_t mdcr_el2, mdcr_el3;
		unsigned el;
		bool secure;
		enum pmu_access pmcr, pmccntr;
	} rows[] = {
		{ 6, 0, 1, false, PMU_DONE, PMU_DONE },
		{ 6 | 1 << 5, 0, 1, false, PMU_TRAP_EL2, PMU_DONE },
		{ 6 | 1 << 6, 0, 1, false, PMU_TRAP_EL2, PMU_TRAP_EL2 },
		{ 6 | 3 << 5, 0, 2, false, PMU_DONE, PMU_DONE },
		{ 6 | 3 << 5, 0, 1, true, PMU_DONE, PMU_DONE },
		{ 6, 1 << 6, 1, false, PMU_TRAP_EL3, PMU_TRAP_EL3 },
		{ 6, 1 << 6, 1, true, PMU_TRAP_EL3, PMU_TRAP_EL3 },
		{ 6, 1 << 6, 2, false, PMU_TRAP_EL3, PMU_TRAP_EL3 },
		{ 6, 1 << 6, 3, true, PMU_DONE, PMU_DONE },
		{ 6 | 1 << 5, 1 << 6, 1, false, PMU_TRAP_EL2, PMU_TRAP_EL3 },
	};
	struct v3_bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin(&b, PMU_CORTEX_A53, NULL);
		pmu_set_mdcr(b.p, rows[i].mdcr_el2, rows[i].mdcr_el3);
		pmu_set_level(b.p, rows[i].el, rows[i].secure);
		assert_int_equal(try_get(&b, PMCR, true), rows[i].pmcr);
		assert_int_equal(try_put(&b, PMCR, true), rows[i].pmcr);
		assert_int_equal(try_get(&b, PMCCNTR, true), rows[i].pmccntr);
		assert_int_equal(try_put(&b, PMCCNTR, true), rows[i].pmccntr);
		pmu_free(b.p);
	}
}

/* At EL0 PMUSERENR comes before EL2's traps, and these reach PMUSERENR. */
TEST(order_of_traps)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	pmu_set_level(b.p, 0, false);
	pmu_set_mdcr(b.p, 6 | 1 << 6, 0);
	assert_int_equal(try_get(&b, PMCR, false), PMU_TRAP_EL1);
	assert_int_equal(try_get(&b, PMUSERENR, false), PMU_TRAP_EL2);
	assert_int_equal(try_get(&b, PMINTENSET, false), PMU_UNDEFINED);
	pmu_free(b.p);
}

/* HPMN = 2: EL1 sees two counters, EL2 and Secure state all six. */
TEST(hidden_counters)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMCNTENSET, 0xFFFFFFFF);
	put(&b, PMOVSSET, 0xFFFFFFFF);
	for (unsigned n = 0; n < 6; n++)
		put(&b, PMEVCNTR(n), 100 + n);
	put(&b, PMEVTYPER(2), 0x11);
	pmu_set_mdcr(b.p, 2, 0);
	assert_int_equal(get(&b, PMCR), 0x41031000);
	assert_int_equal(get(&b, PMCNTENSET), 0x80000003);
	assert_int_equal(get(&b, PMOVSCLR), 0x80000003);
	put(&b, PMCNTENCLR, 0xFFFFFFFF);
	put(&b, PMOVSCLR, 0xFFFFFFFF);
	put(&b, PMINTENSET, 0xFFFFFFFF);
	put(&b, PMCR, P);
	assert_int_equal(get(&b, PMEVCNTR(2)), 0); /* not seen */
	assert_int_equal(get(&b, PMEVTYPER(2)), 0);
	put(&b, PMEVCNTR(2), 5);
	put(&b, PMSELR, 2);
	put(&b, PMXEVCNTR, 5);
	put(&b, PMXEVTYPER, 5);
	pmu_set_level(b.p, 2, false);
	assert_int_equal(get(&b, PMCR), 0x41033000);
	assert_int_equal(get(&b, PMCNTENSET), 0x3C);
	assert_int_equal(get(&b, PMOVSSET), 0x3C);
	assert_int_equal(get(&b, PMINTENSET), 0x80000003);
	assert_int_equal(get(&b, PMEVCNTR(1)), 0);
	for (unsigned n = 2; n < 6; n++)
		assert_int_equal(get(&b, PMEVCNTR(n)), 100 + n);
	assert_int_equal(get(&b, PMEVTYPER(2)), 0x11);
	pmu_set_level(b.p, 1, true);
	assert_int_equal(get(&b, PMCR), 0x41033000);
	put(&b, PMCR, P); /* no EL2 there: all */
	for (unsigned n = 2; n < 6; n++)
		assert_int_equal(get(&b, PMEVCNTR(n)), 0);
	pmu_free(b.p);
}

/* A software increment of a counter that is not seen is none. */
TEST(hidden_increment)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMCNTENSET, 0x3F);
	put(&b, PMCR, E);
	pmu_set_mdcr(b.p, 2 | 1 << 7, 0);
	put(&b, PMSWINC, 0x3F);
	pmu_set_mdcr(b.p, 6 | 1 << 7, 0);
	for (unsigned n = 0; n < 6; n++)
		assert_int_equal(get(&b, PMEVCNTR(n)), n < 2);
	pmu_free(b.p);
}

/* Flag, enable and E, all three; not PMCNTEN. */
TEST(interrupt)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, v3_kinds[i], NULL);
		put(&b, PMEVTYPER(1), EV_INST_RETIRED);
		put(&b, PMEVCNTR(1), 0xFFFFFFFF);
		put(&b, PMCNTENSET, 2);
		put(&b, PMINTENSET, 1);
		put(&b, PMCR, E);
		happen(&b, LEDGER_INSTRUCTIONS, 1);
		assert_false(pmu_irq(b.p)); /* another's enable */
		put(&b, PMINTENSET, 2);
		assert_true(pmu_irq(b.p));
		put(&b, PMCR, 0);
		assert_false(pmu_irq(b.p));
		put(&b, PMCR, E);
		put(&b, PMCNTENCLR, 0xFFFFFFFF);
		assert_true(pmu_irq(b.p));
		put(&b, PMINTENCLR, 2);
		assert_false(pmu_irq(b.p));
		put(&b, PMINTENSET, 2);
		put(&b, PMOVSCLR, 1);
		assert_true(pmu_irq(b.p));
		put(&b, PMOVSCLR, 2);
		assert_false(pmu_irq(b.p));
		put(&b, PMOVSSET, CYCLES); /* by software: as real */
		put(&b, PMINTENSET, CYCLES);
		assert_true(pmu_irq(b.p));
		assert_false(pmu_fiq(b.p));
		pmu_free(b.p);
	}
}

/* The line rises with the event that wraps, and a software increment's
 * write. */
TEST(interrupt_is_prompt)
{
	struct v3_bench b;

	begin_chain(&b, PMU_CORTEX_A72, 2);
	put(&b, PMINTENSET, 0x0D);
	put(&b, PMEVCNTR(2), 0xFFFFFFFE);
	put(&b, PMEVCNTR(3), 0xFFFFFFFF);
	happen(&b, LEDGER_CYCLES, 1);
	assert_false(pmu_irq(b.p));
	happen(&b, LEDGER_CYCLES, 1);
	assert_true(pmu_irq(b.p));
	put(&b, PMOVSCLR, 4);
	assert_true(pmu_irq(b.p)); /* the chain wrapped too */
	put(&b, PMOVSCLR, 8);
	assert_false(pmu_irq(b.p));
	put(&b, PMEVTYPER(0), EV_SW_INCR);
	put(&b, PMEVCNTR(0), 0xFFFFFFFF);
	put(&b, PMCNTENSET, 1);
	put(&b, PMSWINC, 1);
	assert_true(pmu_irq(b.p));
	pmu_free(b.p);
}

/* EL2's counters ask by HPME, whatever E is. */
TEST(interrupt_of_the_second_range)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMOVSSET, 0x20);
	put(&b, PMINTENSET, 0x20);
	put(&b, PMCR, E);
	assert_true(pmu_irq(b.p));
	pmu_set_mdcr(b.p, 5, 0);
	assert_false(pmu_irq(b.p));
	pmu_set_mdcr(b.p, 5 | 1 << 7, 0);
	assert_true(pmu_irq(b.p));
	put(&b, PMCR, 0);
	assert_true(pmu_irq(b.p));
	pmu_free(b.p);
}
