/* SPDX-License-Identifier: MIT */
/*
 * The simulated performance monitors: control register, counters, access.
 * Numbers like A7 or X14 are worked examples of the documents.
 */
#include <stdint.h>

#include "pmu_bench.h"
#include "test.h"

/* A3: events 7 and 0xB, all enabled, flags cleared, counters reset, running:
 * 0x0070B777.  Flags and C, P do not stay; X does, and on the ARM1156 30:28. */
TEST(arm_control_reads_back)
{
	const struct {
		enum pmu_kind kind;
		uint32_t kept;
	} rows[] = {
		{ PMU_ARM1136, 0x0FFFF879 },
		{ PMU_ARM1156, 0x7FFFF879 },
		{ PMU_ARM1176, 0x0FFFF879 },
	};
	struct bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin(&b, rows[i].kind, NULL);
		assert_int_equal(get(&b, b.pmnc), 0);
		put(&b, b.pmnc, 0x0070B777);
		assert_int_equal(get(&b, b.pmnc), 0x0070B071);
		put(&b, b.pmnc, UINT32_MAX);
		assert_int_equal(get(&b, b.pmnc), rows[i].kept);
		pmu_free(b.p);
	}
}

TEST(pxa_control_reads_back)
{
	struct bench b;

	begin(&b, PMU_PXA250, NULL);
	put(&b, b.pmnc, UINT32_MAX);
	assert_int_equal(get(&b, b.pmnc), 0x0FFFF079); /* no X here */
	pmu_free(b.p);
}

/* One word makes the counters swap what they count: A4, A5, X1, X16; and the
 * modes X8 and X9 of the PXA250. */
TEST(which_counter_counts_what)
{
	const struct {
		enum pmu_kind kind;
		uint32_t pmnc, pmn0, pmn1;
	} rows[] = {
		{ PMU_PXA250, 0x00007777, 400, 20 },  /* X1 */
		{ PMU_ARM1176, 0x00007777, 20, 400 }, /* A5 */
		{ PMU_ARM1176, 0x00700777, 400, 20 }, /* A4, X16 */
		{ PMU_ARM1176, 0x0070B777, 400, 30 }, /* A3 */
		{ PMU_ARM1136, 0x0070B777, 400, 30 },
		{ PMU_ARM1156, 0x0070B777, 400, 30 },
		{ PMU_PXA250, 0x00B0A777, 300, 30 }, /* X8 */
		{ PMU_PXA250, 0x00001777, 77, 20 },  /* X9: fetch latency */
		{ PMU_PXA250, 0x00908777, 66, 6 },   /* buffer full */
		{ PMU_PXA250, 0x00C02777, 88, 9 },   /* stall, write-back */
		{ PMU_PXA250, 0x00307777, 400, 3 },  /* instruction TLB */
		{ PMU_PXA250, 0x0040A777, 300, 4 },  /* data TLB */
	};
	struct bench b;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin(&b, rows[i].kind, NULL);
		count_some(&b); /* before E: counts nothing */
		put(&b, b.pmnc, rows[i].pmnc);
		count_some(&b);
		assert_int_equal(get(&b, b.ccnt), 1000);
		assert_int_equal(get(&b, b.pmn0), rows[i].pmn0);
		assert_int_equal(get(&b, b.pmn1), rows[i].pmn1);
		put(&b, b.pmnc, rows[i].pmnc & ~7u); /* E off, no reset */
		count_some(&b);
		assert_int_equal(get(&b, b.ccnt), 1000);
		assert_int_equal(get(&b, b.pmn0), rows[i].pmn0);
		pmu_free(b.p);
	}
}

/* C resets CCNT alone, P both PMNs and nothing else. */
TEST(reset_bits)
{
	struct bench b;

	for (int kind = 0; kind < KINDS; kind++) {
		begin(&b, (enum pmu_kind)kind, NULL);
		put(&b, b.ccnt, 11);
		put(&b, b.pmn0, 12);
		put(&b, b.pmn1, 13);
		put(&b, b.pmnc, 4);
		assert_int_equal(get(&b, b.ccnt), 0);
		assert_int_equal(get(&b, b.pmn0), 12);
		assert_int_equal(get(&b, b.pmn1), 13);
		put(&b, b.ccnt, 11);
		put(&b, b.pmnc, 2);
		assert_int_equal(get(&b, b.ccnt), 11);
		assert_int_equal(get(&b, b.pmn0), 0);
		assert_int_equal(get(&b, b.pmn1), 0);
		pmu_free(b.p);
	}
}

/*
 * A7 and X14: from 0xFFFFFFFF one more is 0, the flag is set, counting goes
 * on; writing 0 to the flag does nothing, writing 1 clears it.  Each counter
 * has its own flag: 8, 9, 10 for PMN0, PMN1, CCNT.
 */
TEST(wraps)
{
	struct bench b;

	for (int kind = 0; kind < KINDS; kind++) {
		/* Both counters count event 7. */
		const uint32_t run = 0x00707001;

		begin(&b, (enum pmu_kind)kind, NULL);
		put(&b, b.pmnc, run);
		put(&b, b.pmn0, UINT32_MAX);
		put(&b, b.pmn1, UINT32_MAX - 1);
		put(&b, b.ccnt, UINT32_MAX - 2);
		assert_int_equal(get(&b, b.pmnc), run);
		happen(&b, LEDGER_INSTRUCTIONS, 1);
		assert_int_equal(get(&b, b.pmn0), 0);
		assert_int_equal(get(&b, b.pmnc), run | 0x100);
		happen(&b, LEDGER_INSTRUCTIONS, 5);
		assert_int_equal(get(&b, b.pmn0), 5);
		assert_int_equal(get(&b, b.pmn1), 4);
		assert_int_equal(get(&b, b.pmnc), run | 0x300);
		happen(&b, LEDGER_CYCLES, 10); /* wraps on the way */
		assert_int_equal(get(&b, b.ccnt), 7);
		put(&b, b.pmnc, run);
		assert_int_equal(get(&b, b.pmnc), run | 0x700);
		put(&b, b.pmnc, run | 0x200);
		assert_int_equal(get(&b, b.pmnc), run | 0x500);
		put(&b, b.pmnc, run | 0x700);
		assert_int_equal(get(&b, b.pmnc), run);
		pmu_free(b.p);
	}
}

/* A register access alone takes up what has happened: no update before. */
TEST(an_access_is_up_to_date)
{
	struct bench b;

	for (int kind = 0; kind < KINDS; kind++) {
		begin(&b, (enum pmu_kind)kind, NULL);
		put(&b, b.pmnc, 0x00707011);
		put(&b, b.pmn0, UINT32_MAX);
		b.ledger.n[LEDGER_INSTRUCTIONS] += 3;
		assert_int_equal(get(&b, b.pmnc), 0x00707111);
		assert_true(pmu_irq(b.p));
		assert_int_equal(get(&b, b.pmn0), 2);
		put(&b, b.pmn0, UINT32_MAX);
		put(&b, b.pmnc, 0x00707111);
		b.ledger.n[LEDGER_INSTRUCTIONS] += 1;
		put(&b, b.pmn1, 5); /* after the wrap of the other */
		assert_true(pmu_irq(b.p));
		assert_int_equal(get(&b, b.pmn1), 5);
		pmu_free(b.p);
	}
}

/* A1, X12: from 0xFFFFFC18, 999 events do nothing and the 1000th wraps. */
TEST(preset)
{
	struct bench b;

	begin(&b, PMU_ARM1176, NULL);
	put(&b, b.pmnc, 0x00700011);
	put(&b, b.pmn0, 0xFFFFFC18);
	happen(&b, LEDGER_INSTRUCTIONS, 999);
	assert_int_equal(get(&b, b.pmnc) & 0x700, 0);
	assert_false(pmu_irq(b.p));
	happen(&b, LEDGER_INSTRUCTIONS, 1);
	assert_int_equal(get(&b, b.pmnc) & 0x700, 0x100);
	assert_true(pmu_irq(b.p));
	pmu_free(b.p);
}

/*
 * X3: the worked example's cycle counter, 2^32 + 0x20 cycles from 0, reads
 * 0x20 with its flag set.  A2, X13: with D it rolls over after 2^38.
 */
TEST(cycle_counter)
{
	struct bench b;

	begin(&b, PMU_PXA250, NULL);
	put(&b, b.pmnc, 0x00007777);
	happen(&b, LEDGER_CYCLES, UINT64_C(4294967328));
	assert_int_equal(get(&b, b.ccnt), 0x20);
	assert_int_equal(get(&b, b.pmnc) & 0x700, 0x400);
	pmu_free(b.p);
	begin(&b, PMU_ARM1176, NULL);
	put(&b, b.pmnc, 0x0FF00009); /* PMN0 counts cycles, undivided */
	happen(&b, LEDGER_CYCLES, 63);
	assert_int_equal(get(&b, b.ccnt), 0);
	assert_int_equal(get(&b, b.pmn0), 63);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, b.ccnt), 1);
	happen(&b, LEDGER_CYCLES, 40);
	put(&b, b.pmnc, 0x0FF00008); /* stopped in the middle of 64 */
	happen(&b, LEDGER_CYCLES, 500);
	put(&b, b.pmnc, 0x0FF00009);
	happen(&b, LEDGER_CYCLES, 24);
	assert_int_equal(get(&b, b.ccnt), 2);
	happen(&b, LEDGER_CYCLES, 63);
	put(&b, b.pmnc, 0x0FF0000D); /* C restarts the divider as well */
	happen(&b, LEDGER_CYCLES, 63);
	assert_int_equal(get(&b, b.ccnt), 0);
	happen(&b, LEDGER_CYCLES, (UINT64_C(1) << 38) - 64);
	assert_int_equal(get(&b, b.pmnc) & 0x400, 0);
	happen(&b, LEDGER_CYCLES, 1);
	assert_int_equal(get(&b, b.pmnc) & 0x400, 0x400);
	assert_int_equal(get(&b, b.ccnt), 0);
	pmu_free(b.p);
}

/* CCNT counts on from what is written, 64 cycles to the next one, and from the
 * 0 that C writes. */
TEST(divider_starts_with_ccnt)
{
	for (unsigned k = 0; k < KINDS; k++) {
		struct bench b;

		begin(&b, (enum pmu_kind)k, NULL);
		put(&b, b.pmnc, 9); /* D, E */
		happen(&b, LEDGER_CYCLES, 40);
		put(&b, b.ccnt, 5);
		happen(&b, LEDGER_CYCLES, 63);
		assert_int_equal(get(&b, b.ccnt), 5);
		happen(&b, LEDGER_CYCLES, 1);
		assert_int_equal(get(&b, b.ccnt), 6);
		happen(&b, LEDGER_CYCLES, 40);
		put(&b, b.pmnc, 13); /* D, C, E */
		happen(&b, LEDGER_CYCLES, 63);
		assert_int_equal(get(&b, b.ccnt), 0);
		happen(&b, LEDGER_CYCLES, 1);
		assert_int_equal(get(&b, b.ccnt), 1);
		pmu_free(b.p);
	}
}

/* A10 through the registers, and every event row's own item. */
TEST(every_event_counts_its_item)
{
	/* 1156: less three and four of 25, and eleven more. */
	const unsigned counts[KINDS] = { [PMU_ARM1136] = 21,
					 [PMU_ARM1156] = 29,
					 [PMU_ARM1176] = 25,
					 [PMU_PXA250] = 15 };
	struct bench b;

	for (int kind = 0; kind < KINDS; kind++) {
		unsigned count, field = is_arm((enum pmu_kind)kind) ? 20 : 12;
		const struct pmu_event *e =
			pmu_events(pmu_of((enum pmu_kind)kind), &count);

		assert_int_equal(count, counts[kind]);
		for (unsigned i = 0; i < count; i++) {
			if (i)
				assert_true(e[i - 1].code < e[i].code);
			begin(&b, (enum pmu_kind)kind, NULL);
			put(&b, b.pmnc, (uint32_t)e[i].code << field | 1);
			for (int item = 0; item < LEDGER_NOTHING; item++)
				b.ledger.n[item] = 1000u + (unsigned)item;
			pmu_update(b.p);
			assert_int_equal(get(&b, b.pmn0),
					 e[i].item == LEDGER_NOTHING
						 ? 0
						 : 1000 + e[i].item);
			pmu_free(b.p);
		}
	}
}

TEST(privilege)
{
	const struct tally_reg arm[] = { arm_pmnc, arm_ccnt, arm_pmn0,
					 arm_pmn1 };
	const struct tally_reg pxa[] = { pxa_pmnc, pxa_ccnt, pxa_pmn0,
					 pxa_pmn1 };
	struct bench b;
	uint64_t v;

	begin(&b, PMU_ARM1176, NULL);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pmu_read(b.p, &arm[i], false, &v),
				 PMU_UNDEFINED);
		assert_int_equal(pmu_write(b.p, &arm[i], false, 1),
				 PMU_UNDEFINED);
	}
	assert_int_equal(get(&b, b.pmnc), 0); /* nothing was written */
	put(&b, arm_v, UINT32_MAX);
	assert_int_equal(get(&b, arm_v), 1);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pmu_write(b.p, &arm[i], false, 0x10),
				 PMU_DONE);
		assert_int_equal(pmu_read(b.p, &arm[i], false, &v), PMU_DONE);
		assert_int_equal(v, 0x10);
	}
	assert_int_equal(pmu_write(b.p, &arm_v, false, 0), PMU_UNDEFINED);
	pmu_free(b.p);
	begin(&b, PMU_PXA250, NULL);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pmu_read(b.p, &pxa[i], false, &v),
				 PMU_UNDEFINED);
		assert_int_equal(pmu_write(b.p, &pxa[i], false, 1),
				 PMU_UNDEFINED);
	}
	pmu_free(b.p);
}

/* A core that waits for an interrupt is told how long it may sleep. */
TEST(cycles_left)
{
	for (unsigned k = 0; k < KINDS; k++) {
		enum { E = 1, D = 8, ECC = 1 << 6, EC0 = 1 << 4 };
		struct bench b;

		begin(&b, (enum pmu_kind)k, NULL);
		put(&b, b.ccnt, UINT32_MAX - 99);
		put(&b, b.pmnc, E | EC0 | ECC);
		assert_int_equal(pmu_cycles_left(b.p), 100);
		happen(&b, LEDGER_CYCLES, 99);
		assert_int_equal(pmu_cycles_left(b.p), 1);
		happen(&b, LEDGER_CYCLES, 1);
		assert_true(pmu_irq(b.p));
		assert_int_equal(pmu_cycles_left(b.p), UINT64_C(1) << 32);

		/* The divider is part of it, to the cycle. */
		put(&b, b.ccnt, UINT32_MAX - 1);
		put(&b, b.pmnc, E | D | ECC | 1 << 10);
		happen(&b, LEDGER_CYCLES, 27);
		assert_int_equal(pmu_cycles_left(b.p), 2 * 64 - 27);

		/* Nobody asks, nobody counts: for ever. */
		put(&b, b.pmnc, E);
		assert_true(pmu_cycles_left(b.p) == UINT64_MAX);
		put(&b, b.pmnc, ECC);
		assert_true(pmu_cycles_left(b.p) == UINT64_MAX);
		pmu_free(b.p);
	}
}

/* Signals go on without the core, and at most two are added in a cycle. */
TEST(cycles_left_of_a_signal)
{
	enum { E = 1, EC0 = 1 << 4, BOTH_HIGH = 0x22, NONE = 0xFE };
	struct bench b;

	begin(&b, PMU_ARM1176, NULL);
	put(&b, b.pmn0, UINT32_MAX - 9);
	put(&b, b.pmnc, E | EC0 | BOTH_HIGH << 20 | NONE << 12);
	happen(&b, LEDGER_CYCLES, 7);
	assert_int_equal(pmu_cycles_left(b.p), 5);
	happen(&b, LEDGER_ETMEXTOUT, 9);
	assert_int_equal(pmu_cycles_left(b.p), 1);
	happen(&b, LEDGER_ETMEXTOUT, 1);
	assert_true(pmu_irq(b.p));
	pmu_free(b.p);
}

/* The ARM1156's fast interrupt ends a wait as well. */
TEST(cycles_left_before_a_fast_interrupt)
{
	struct bench b;

	begin(&b, PMU_ARM1156, NULL);
	put(&b, b.ccnt, UINT32_MAX - 99);
	put(&b, b.pmnc, 1 | 1u << 30);
	assert_int_equal(pmu_cycles_left(b.p), 100);
	pmu_free(b.p);
}

static const struct {
	uint32_t addr;
	uint8_t space;
	enum pmu_access arm1176, arm1136, pxa;
} neighbour[] = {
	{ TALLY_CP(0, 15, 12, 4), TALLY_CP15, PMU_DONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 15, 12, 7), TALLY_CP15, PMU_DONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 15, 13, 1), TALLY_CP15, PMU_DONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(3, 15, 13, 7), TALLY_CP15, PMU_DONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(4, 15, 13, 0), TALLY_CP15, PMU_NONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(1, 15, 12, 0), TALLY_CP15, PMU_NONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 15, 12, 0), TALLY_CP14, PMU_NONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 15, 9, 1), TALLY_CP15, PMU_NONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 4, 0, 0), TALLY_CP14, PMU_NONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 0, 1, 0), TALLY_CP14, PMU_NONE, PMU_NONE, PMU_NONE },
	{ TALLY_CP(0, 0, 0, 0), TALLY_CP15, PMU_NONE, PMU_NONE, PMU_NONE },
};

TEST(neighbours)
{
	struct bench arm[PMU_ARM1176 + 1], pxa;
	uint64_t v;

	for (int kind = 0; kind <= PMU_ARM1176; kind++)
		begin(&arm[kind], (enum pmu_kind)kind, NULL);
	begin(&pxa, PMU_PXA250, NULL);
	for (unsigned i = 0; i < sizeof(neighbour) / sizeof(neighbour[0]);
	     i++) {
		const struct tally_reg reg = { neighbour[i].addr,
					       neighbour[i].space, 32 };

		for (int kind = 0; kind <= PMU_ARM1176; kind++) {
			enum pmu_access a = kind == PMU_ARM1176
						    ? neighbour[i].arm1176
						    : neighbour[i].arm1136;
			struct pmu *p = arm[kind].p;

			assert_int_equal(pmu_write(p, &reg, true, 0x3F), a);
			assert_int_equal(pmu_read(p, &reg, true, &v), a);
			assert_int_equal(v, 0);
		}
		assert_int_equal(pmu_read(pxa.p, &reg, true, &v),
				 neighbour[i].pxa);
		assert_int_equal(pmu_write(pxa.p, &reg, true, 1),
				 neighbour[i].pxa);
	}
	for (int kind = 0; kind <= PMU_ARM1176; kind++) {
		struct bench *b = &arm[kind];

		assert_int_equal(get(b, b->pmnc) | get(b, b->ccnt) |
					 get(b, b->pmn0) | get(b, b->pmn1),
				 0);
		pmu_free(b->p);
	}
	pmu_free(pxa.p);
}
