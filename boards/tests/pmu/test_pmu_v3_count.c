/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3: when a counter counts and what a wrap does [DDI0487
 * D13, J1.3].  The first cases ask what others' tests of a PMUv3 ask too:
 * introspection, configuration, basic count, software increment, chained
 * counters, a chain made and unmade, the cycle counter.
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "models.h"
#include "pmu_v3_bench.h"
#include "test.h"

/* The lowest value of a 32-bit counter that is one event from its wrap. */
#define ALMOST UINT32_MAX

/* Every core must have SW_INCR and cycles, and instructions retired or
 * speculative; from p1 on the two stalls [DDI0487 D14.6]. */
TEST(introspection)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		uint64_t low;

		begin(&b, v3_kinds[i], NULL);
		low = get(&b, PMCEID0);
		assert_true(low >> 0 & 1);
		assert_true(low >> 0x11 & 1);
		assert_true((low >> 0x08 | low >> 0x1B) & 1);
		if (pmu_identity(pmu_of(v3_kinds[i]))->pmuver >= 4)
			assert_int_equal(get(&b, PMCEID1) >> 3 & 3, 3);
		pmu_free(b.p);
	}
}

/* Through the selector and directly; and a counter whose event the core does
 * not have keeps what is written. */
TEST(configuration)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, v3_kinds[i], NULL);
		put(&b, PMSELR, 0);
		put(&b, PMXEVTYPER, 0xEA);
		assert_int_equal(get(&b, PMEVTYPER(0)) & 0xFFF, 0xEA);
		put(&b, PMXEVCNTR, 0xDEADBEEF);
		assert_int_equal(get(&b, PMEVCNTR(0)), 0xDEADBEEF);
		put(&b, PMXEVTYPER, 0x1F); /* none of these has it */
		put(&b, PMXEVCNTR, 0xDEADBEEF);
		put(&b, PMCNTENSET, 1);
		put(&b, PMCR, E);
		happen(&b, LEDGER_INSTRUCTIONS, 5);
		assert_int_equal(get(&b, PMXEVCNTR), 0xDEADBEEF);
		assert_false(pmu_counts_unmodelled(b.p, &(uint16_t){ 0 }));
		pmu_free(b.p);
	}
}

TEST(basic_count)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, v3_kinds[i], NULL);
		put(&b, PMEVTYPER(0), EV_CPU_CYCLES);
		put(&b, PMEVTYPER(1), EV_INST_RETIRED);
		put(&b, PMCR, LC | P | C);
		put(&b, PMEVCNTR(0), 0xFFFFFFF0);
		put(&b, PMCNTENSET, 0x7FFFFFFF); /* those that are there */
		assert_int_equal(get(&b, PMCNTENSET), 0x3F);
		put(&b, PMCNTENCLR, 0xFFFFFFFC);
		assert_int_equal(get(&b, PMCNTENSET), 3);
		happen(&b, LEDGER_CYCLES, 99); /* E is not set */
		assert_int_equal(get(&b, PMEVCNTR(0)), 0xFFFFFFF0);
		put(&b, PMCR, LC | E);
		for (int k = 0; k < 20; k++) {
			happen(&b, LEDGER_CYCLES, 3);
			happen(&b, LEDGER_INSTRUCTIONS, 1);
		}
		put(&b, PMCR, LC);
		happen(&b, LEDGER_CYCLES, 99);
		/* 60 - 16; from p5 on the register goes on above bit 31 */
		assert_int_equal(get(&b, PMEVCNTR(0)) & UINT32_MAX, 44);
		assert_int_equal(get(&b, PMEVCNTR(0)) >> 32,
				 v3_kinds[i] == PMU_V3P5);
		assert_int_equal(get(&b, PMEVCNTR(1)), 20);
		assert_int_equal(get(&b, PMOVSCLR), 1);
		put(&b, PMOVSCLR, 1);
		assert_int_equal(get(&b, PMOVSSET), 0);
		pmu_free(b.p);
	}
}

TEST(software_increment)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, v3_kinds[i], NULL);
		put(&b, PMEVTYPER(0), EV_SW_INCR);
		put(&b, PMEVTYPER(1), EV_SW_INCR);
		put(&b, PMEVTYPER(2), EV_INST_RETIRED);
		put(&b, PMEVTYPER(3), EV_SW_INCR);
		put(&b, PMEVCNTR(0), 0xFFFFFFF0);
		put(&b, PMCNTENSET, 7); /* not 3 */
		for (int k = 0; k < 100; k++)
			put(&b, PMSWINC, 1);
		assert_int_equal(get(&b, PMEVCNTR(0)), 0xFFFFFFF0); /* no E */
		put(&b, PMCR, E);
		for (unsigned k = 0; k < 100; k++)
			put(&b, PMSWINC, 0xFFFFFFFF & ~(k & 1));
		/* 0 every second time: 50 - 16; 1 always; 2 and 3 never */
		assert_int_equal(get(&b, PMEVCNTR(0)) & UINT32_MAX, 34);
		assert_int_equal(get(&b, PMEVCNTR(1)), 100);
		assert_int_equal(get(&b, PMEVCNTR(2)), 0);
		assert_int_equal(get(&b, PMEVCNTR(3)), 0);
		assert_int_equal(get(&b, PMOVSCLR), 1);
		pmu_free(b.p);
	}
}

TEST(chained_counters)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++)
		for (unsigned low = 0; low < 6; low += 2) {
			uint64_t wrapped;

			begin_chain(&b, v3_kinds[i], low);
			put(&b, PMEVCNTR(low), 0xFFFFFFF0);
			happen(&b, LEDGER_CYCLES, 0x20);
			assert_int_equal(get(&b, PMEVCNTR(low + 1)), 1);
			assert_int_equal(get(&b, PMOVSCLR), 1u << low);
			put(&b, PMEVCNTR(low), ALMOST);
			happen(&b, LEDGER_CYCLES, 1);
			assert_int_equal(get(&b, PMEVCNTR(low + 1)), 2);
			assert_int_equal(get(&b, PMOVSCLR), 1u << low);
			put(&b, PMEVCNTR(low), ALMOST);
			put(&b, PMEVCNTR(low + 1), ALMOST);
			happen(&b, LEDGER_CYCLES, 1);
			wrapped = v3_kinds[i] == PMU_V3P5
					  ? UINT64_C(0x100000000)
					  : 0;
			assert_int_equal(get(&b, PMEVCNTR(low + 1)), wrapped);
			assert_int_equal(get(&b, PMOVSCLR), 3u << low);
			pmu_free(b.p);
		}
}

/* The low half by software: the very write that wraps it moves the high. */
TEST(chained_software_increment)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMEVTYPER(0), EV_SW_INCR);
	put(&b, PMEVTYPER(1), EV_CHAIN);
	put(&b, PMEVCNTR(0), 0xFFFFFFF0);
	put(&b, PMCNTENSET, 3);
	put(&b, PMCR, E);
	for (int k = 0; k < 100; k++) {
		put(&b, PMSWINC, 1);
		assert_int_equal(get(&b, PMEVCNTR(1)), k >= 15);
	}
	assert_int_equal(get(&b, PMEVCNTR(0)), 84);
	assert_int_equal(get(&b, PMOVSCLR), 1);
	pmu_free(b.p);
}

/* A chain's halves on their own, and a chain made and unmade on the way. */
TEST(chain_promotion)
{
	struct v3_bench b;

	begin_chain(&b, PMU_CORTEX_A72, 0);
	put(&b, PMCNTENCLR, 1); /* CHAIN alone */
	put(&b, PMEVCNTR(0), ALMOST);
	happen(&b, LEDGER_CYCLES, 10);
	assert_int_equal(get(&b, PMEVCNTR(0)), ALMOST);
	assert_int_equal(get(&b, PMEVCNTR(1)), 0);

	put(&b, PMCNTENCLR, 2); /* the even one alone */
	put(&b, PMCNTENSET, 1);
	happen(&b, LEDGER_CYCLES, 10);
	assert_int_equal(get(&b, PMEVCNTR(0)), 9);
	assert_int_equal(get(&b, PMEVCNTR(1)), 0);
	assert_int_equal(get(&b, PMOVSCLR), 1);

	put(&b, PMCNTENSET, 2); /* CHAIN switched on: from here on */
	put(&b, PMEVCNTR(0), ALMOST);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMEVCNTR(1)), 1);

	put(&b, PMEVTYPER(1), EV_CPU_CYCLES); /* not CHAIN any more */
	put(&b, PMEVCNTR(0), ALMOST);
	happen(&b, LEDGER_CYCLES, 7);
	assert_int_equal(get(&b, PMEVCNTR(0)), 6);
	assert_int_equal(get(&b, PMEVCNTR(1)), 8);

	put(&b, PMEVTYPER(1), EV_CHAIN);
	put(&b, PMEVCNTR(0), ALMOST);
	happen(&b, LEDGER_CYCLES, 7);
	assert_int_equal(get(&b, PMEVCNTR(1)), 9);

	put(&b, PMEVTYPER(2), EV_CHAIN); /* on an even counter: never */
	put(&b, PMCNTENSET, 4);
	put(&b, PMEVCNTR(1), ALMOST);
	put(&b, PMEVCNTR(0), ALMOST);
	happen(&b, LEDGER_CYCLES, 7);
	assert_int_equal(get(&b, PMEVCNTR(1)), 0);
	assert_int_equal(get(&b, PMEVCNTR(2)), 0);
	pmu_free(b.p);
}

/* p5: the register keeps 64 bits; LP says which carry is the overflow, and
 * only that of 32 bits chains. */
TEST(long_counters)
{
	struct v3_bench b;

	begin_chain(&b, PMU_V3P5, 0);
	put(&b, PMCR, E | LP);
	put(&b, PMEVCNTR(0), ALMOST);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMEVCNTR(0)), UINT64_C(0x100000000));
	assert_int_equal(get(&b, PMOVSCLR), 0);
	put(&b, PMEVCNTR(0), UINT64_MAX - 4);
	happen(&b, LEDGER_CYCLES, 4);
	assert_int_equal(get(&b, PMOVSCLR), 0);
	happen(&b, LEDGER_CYCLES, 3);
	assert_int_equal(get(&b, PMEVCNTR(0)), 2);
	assert_int_equal(get(&b, PMOVSCLR), 1);
	assert_int_equal(get(&b, PMEVCNTR(1)), 0);
	put(&b, PMCR, E); /* and LP 0 again */
	put(&b, PMEVCNTR(0), UINT64_C(0x7FFFFFFFF));
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMEVCNTR(0)), UINT64_C(0x800000000));
	assert_int_equal(get(&b, PMEVCNTR(1)), 1);
	pmu_free(b.p);
}

TEST(cycle_counter)
{
	struct v3_bench b;
	uint64_t before = 0;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMCNTENSET, CYCLES);
	put(&b, PMCR, E | LC | C);
	for (int k = 0; k < 10; k++) {
		happen(&b, LEDGER_CYCLES, 7);
		assert_int_equal(get(&b, PMCCNTR), before + 7);
		before += 7;
	}
	/* LC: bit 63's carry; the flag of bit 31's is none */
	put(&b, PMCCNTR, UINT64_C(0xFFFFFFFF));
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMCCNTR), UINT64_C(0x100000000));
	assert_int_equal(get(&b, PMOVSCLR), 0);
	put(&b, PMCCNTR, UINT64_MAX);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMCCNTR), 0);
	assert_int_equal(get(&b, PMOVSCLR), CYCLES);
	/* without, bit 31's, while the register goes on */
	put(&b, PMOVSCLR, CYCLES);
	put(&b, PMCR, E);
	put(&b, PMCCNTR, UINT64_C(0x1FFFFFFFF));
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMCCNTR), UINT64_C(0x200000000));
	assert_int_equal(get(&b, PMOVSCLR), CYCLES);
	/* disabled: E alone does not do */
	put(&b, PMCNTENCLR, CYCLES);
	happen(&b, LEDGER_CYCLES, 5);
	assert_int_equal(get(&b, PMCCNTR), UINT64_C(0x200000000));
	pmu_free(b.p);
}

/* D divides by 64, unless LC is set; event 0x11 is not divided. */
TEST(divider)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A57, NULL);
	put(&b, PMEVTYPER(0), EV_CPU_CYCLES);
	put(&b, PMCNTENSET, CYCLES | 1);
	put(&b, PMCR, E | D | C);
	happen(&b, LEDGER_CYCLES, 63);
	assert_int_equal(get(&b, PMCCNTR), 0);
	happen(&b, LEDGER_CYCLES, 65);
	assert_int_equal(get(&b, PMCCNTR), 2);
	assert_int_equal(get(&b, PMEVCNTR(0)), 128);
	put(&b, PMCCNTR, 0xFFFFFFFF); /* starts the 64 anew */
	happen(&b, LEDGER_CYCLES, 63);
	assert_int_equal(get(&b, PMOVSCLR), 0);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, PMOVSCLR), CYCLES);
	put(&b, PMCR, E | D | LC | C);
	happen(&b, LEDGER_CYCLES, 63);
	assert_int_equal(get(&b, PMCCNTR), 63);
	pmu_free(b.p);
}

/* Each row's item, as far as one is filled, on every counter. */
TEST(every_event)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		unsigned count, counting = 0;
		const struct pmu_event *e =
			pmu_events(pmu_of(v3_kinds[i]), &count);

		for (unsigned k = 0; k < count; k++) {
			uint64_t expected = 0;
			uint16_t code = 0;

			begin(&b, v3_kinds[i], NULL);
			put(&b, PMEVTYPER(k % 6), e[k].code);
			put(&b, PMCNTENSET, 0x3F);
			put(&b, PMCR, E);
			for (int item = 0; item < LEDGER_NOTHING; item++)
				b.ledger.n[item] = 1000u + (unsigned)item;
			/* PMSWINC counts by itself, filled or not. */
			if (e[k].class != PMU_NOT_MODELLED &&
			    e[k].item != LEDGER_NOTHING &&
			    e[k].code != EV_SW_INCR)
				expected = 1000u + e[k].item;
			assert_int_equal(get(&b, PMEVCNTR(k % 6)), expected);
			assert_int_equal(pmu_counts_unmodelled(b.p, &code),
					 e[k].class == PMU_NOT_MODELLED &&
						 e[k].code != EV_SW_INCR);
			counting += expected != 0;
			pmu_free(b.p);
		}
		assert_true(counting >= 2); /* cycles, instructions */
	}
}
