/* SPDX-License-Identifier: MIT */
/*
 * The monitors of Cortex-A8 and Cortex-A9 by their registers [DDI0344K 3.2.42
 * to 3.2.53, DDI0388I 11.2]: every case is held on both.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/pmu/pmuv2.h"
#include "test.h"

#define CP(crm, opc2)                                                          \
	{                                                                      \
		TALLY_CP(0, 9, crm, opc2), TALLY_CP15, 32                      \
	}

static const struct tally_reg PMNC = CP(12, 0), CNTENS = CP(12, 1),
			      CNTENC = CP(12, 2), FLAG = CP(12, 3),
			      SWINCR = CP(12, 4), PMNXSEL = CP(12, 5),
			      CCNT = CP(13, 0), EVTSEL = CP(13, 1),
			      PMCNT = CP(13, 2), USEREN = CP(14, 0),
			      INTENS = CP(14, 1), INTENC = CP(14, 2);

enum { E = 1, P = 2, C = 4, D = 8, X = 16, DP = 32 };
#define CYCLES (UINT32_C(1) << 31)

struct kind {
	const struct pmu_ops *ops;
	uint32_t id; /* PMNC after reset */
	unsigned counters;
	unsigned instructions; /* its event of executed instructions */
};

static const struct kind kinds[] = {
	{ &pmu_cortex_a8_ops, 0x41002000, 4, 0x08 },
	{ &pmu_cortex_a9_ops, 0x41093000, 6, 0x68 },
};

static struct ledger ledger;
static struct pmu *p;

static void begin(const struct kind *k, const struct pmu_quirks *quirks)
{
	static const struct pmu_quirks none;

	memset(&ledger, 0, sizeof(ledger));
	p = pmu_new(k->ops, quirks ? quirks : &none, &ledger);
	assert_non_null(p);
}

static uint32_t get(struct tally_reg reg)
{
	uint64_t value = 0;

	assert_int_equal(pmu_read(p, &reg, true, &value), PMU_DONE);
	return (uint32_t)value;
}

static void put(struct tally_reg reg, uint32_t value)
{
	assert_int_equal(pmu_write(p, &reg, true, value), PMU_DONE);
}

static void happen(enum ledger_item item, uint64_t times)
{
	ledger.n[item] += times;
	pmu_update(p);
}

static void choose(unsigned counter, unsigned event)
{
	put(PMNXSEL, counter);
	put(EVTSEL, event);
}

static uint32_t counter(unsigned n)
{
	put(PMNXSEL, n);
	return get(PMCNT);
}

#define EACH_KIND(k, quirks)                                                   \
	for (const struct kind *k = kinds;                                     \
	     k < kinds + 2 && (begin(k, quirks), true); pmu_free(p), k++)

TEST(control)
{
	EACH_KIND(k, NULL)
	{
		assert_int_equal(get(PMNC), k->id);
		put(PMNC, UINT32_MAX);
		assert_int_equal(get(PMNC), k->id | E | D | X | DP);
		put(PMNC, 0);
		assert_int_equal(get(PMNC), k->id);
	}
}

/* Each has its own enable, under the one of all; P and C clear. */
TEST(enables)
{
	EACH_KIND(k, NULL)
	{
		uint32_t all = CYCLES | ((1u << k->counters) - 1);

		for (unsigned i = 0; i < k->counters; i++)
			choose(i, k->instructions);
		put(CNTENS, UINT32_MAX);
		assert_int_equal(get(CNTENS), all);
		put(CNTENC, 1);
		assert_int_equal(get(CNTENS), all & ~1u);
		assert_int_equal(get(CNTENC), all & ~1u);
		happen(LEDGER_INSTRUCTIONS, 5);
		put(PMNC, E);
		happen(LEDGER_INSTRUCTIONS, 7);
		happen(LEDGER_CYCLES, 130);
		assert_int_equal(counter(0), 0);
		for (unsigned i = 1; i < k->counters; i++)
			assert_int_equal(counter(i), 7);
		assert_int_equal(get(CCNT), 130);
		put(PMNC, E | P);
		assert_int_equal(counter(1), 0);
		assert_int_equal(get(CCNT), 130);
		put(PMNC, E | C | D);
		happen(LEDGER_CYCLES, 127);
		assert_int_equal(get(CCNT), 1);
		happen(LEDGER_CYCLES, 1);
		assert_int_equal(get(CCNT), 2);
	}
}

/* Registers behind a counter that is not there take nothing. */
TEST(selection)
{
	EACH_KIND(k, NULL)
	{
		for (unsigned i = 0; i < k->counters; i++) {
			choose(i, 0x10 + i);
			put(PMCNT, 100 + i);
		}
		put(PMNXSEL, UINT32_MAX);
		assert_int_equal(get(PMNXSEL), 31);
		put(PMNXSEL, k->counters);
		put(PMCNT, 7);
		put(EVTSEL, 7);
		assert_int_equal(get(PMCNT), 0);
		assert_int_equal(get(EVTSEL), 0);
		for (unsigned i = 0; i < k->counters; i++) {
			assert_int_equal(counter(i), 100 + i);
			assert_int_equal(get(EVTSEL), 0x10 + i);
		}
		put(EVTSEL, 0x1FF);
		assert_int_equal(get(EVTSEL), 0xFF);
	}
}

/* A register with the number in its address; the selection stays. */
TEST(numbered)
{
	EACH_KIND(k, NULL)
	{
		for (unsigned i = 0; i < k->counters; i++) {
			struct tally_reg reg = { TALLY_NTH(PMCNT.addr,
							   PMNXSEL.addr, i),
						 TALLY_CP15, 32 };

			put(PMNXSEL, 3 - i % 4);
			put(reg, 50 + i);
			assert_int_equal(get(PMNXSEL), 3 - i % 4);
			assert_int_equal(get(reg), 50 + i);
			assert_int_equal(counter(i), 50 + i);
		}
	}
}

TEST(overflow)
{
	EACH_KIND(k, NULL)
	{
		unsigned last = k->counters - 1;
		uint32_t bit = 1u << last;

		choose(last, k->instructions);
		put(PMCNT, UINT32_MAX - 1);
		put(CCNT, UINT32_MAX);
		put(CNTENS, bit | CYCLES);
		put(PMNC, E);
		happen(LEDGER_INSTRUCTIONS, 1);
		assert_int_equal(get(FLAG), 0);
		happen(LEDGER_INSTRUCTIONS, 1);
		assert_int_equal(get(FLAG), bit);
		assert_false(pmu_irq(p));
		put(INTENS, bit | CYCLES);
		assert_true(pmu_irq(p));
		put(INTENC, bit);
		assert_int_equal(get(INTENS), CYCLES);
		assert_int_equal(get(INTENC), CYCLES);
		assert_false(pmu_irq(p));
		assert_int_equal(pmu_cycles_left(p), 1);
		happen(LEDGER_CYCLES, 1);
		assert_true(pmu_irq(p));
		assert_int_equal(get(FLAG), bit | CYCLES);
		put(FLAG, CYCLES);
		assert_int_equal(get(FLAG), bit);
		assert_false(pmu_irq(p));
		put(INTENC, CYCLES);
		assert_true(pmu_cycles_left(p) == UINT64_MAX);
	}
}

/* By event 0, in counters that count; it may wrap one. */
TEST(software)
{
	EACH_KIND(k, NULL)
	{
		choose(0, 0);
		choose(1, 0);
		put(PMCNT, UINT32_MAX);
		choose(2, k->instructions);
		put(CNTENS, 7);
		put(SWINCR, 7);
		assert_int_equal(counter(0), 0);
		put(PMNC, E);
		put(SWINCR, 7);
		put(SWINCR, 1);
		assert_int_equal(counter(0), 2);
		assert_int_equal(counter(1), 0);
		assert_int_equal(get(FLAG), 2);
		assert_int_equal(counter(2), 0);
		assert_int_equal(get(SWINCR), 0);
		assert_true(pmu_is_event(p, &SWINCR));
		assert_false(pmu_is_event(p, &PMNC));
	}
}

static enum pmu_access user(struct tally_reg reg, bool write)
{
	uint64_t value = 0;

	return write ? pmu_write(p, &reg, false, 0)
		     : pmu_read(p, &reg, false, &value);
}

TEST(user_mode)
{
	const struct tally_reg *const open[] = { &PMNC, &CNTENS, &CNTENC,
						 &FLAG, &SWINCR, &PMNXSEL,
						 &CCNT, &EVTSEL, &PMCNT };

	EACH_KIND(k, NULL)
	{
		for (unsigned let = 0; let < 2; let++) {
			put(USEREN, let ? UINT32_MAX : 0);
			assert_int_equal(get(USEREN), let);
			for (unsigned i = 0; i < 18; i++)
				assert_int_equal(user(*open[i / 2], i % 2),
						 let ? PMU_DONE
						     : PMU_UNDEFINED);
			assert_int_equal(user(USEREN, false), PMU_DONE);
			for (unsigned w = 0; w < 2; w++) {
				assert_int_equal(user(INTENS, w),
						 PMU_UNDEFINED);
				assert_int_equal(user(INTENC, w),
						 PMU_UNDEFINED);
			}
			assert_int_equal(user(USEREN, true), PMU_UNDEFINED);
		}
	}
}

TEST(not_its_own)
{
	const struct tally_reg other[] = { CP(12, 6), CP(14, 3), CP(13, 3) };
	uint64_t value;

	EACH_KIND(k, NULL)
	{
		struct tally_reg pmnc = PMNC;

		pmnc.space = TALLY_CP14;
		assert_int_equal(pmu_read(p, &pmnc, true, &value), PMU_NONE);
		for (unsigned i = 0; i < 3; i++) {
			assert_int_equal(pmu_read(p, &other[i], true, &value),
					 PMU_NONE);
			assert_int_equal(pmu_write(p, &other[i], true, 1),
					 PMU_NONE);
		}
	}
}

/* The A8's cycle counter is lost if it is written while it counts. */
TEST(cycles_written)
{
	const struct pmu_quirks strict = { .strict = true, .seed = 3 };

	EACH_KIND(k, &strict)
	{
		put(CNTENS, CYCLES);
		put(CCNT, 77);
		assert_int_equal(get(CCNT), 77);
		put(PMNC, E);
		put(CCNT, 99);
		if (k->counters == 4)
			assert_int_not_equal(get(CCNT), 99);
		else
			assert_int_equal(get(CCNT), 99);
		put(PMNC, 0);
		put(CCNT, 55);
		assert_int_equal(get(CCNT), 55);
	}
}

/* A written count, and a cleared one, begin a 64 of their own, however far the
 * last one was. */
TEST(cycles_written_begin_a_64)
{
	EACH_KIND(k, NULL)
	{
		put(CNTENS, CYCLES);
		put(PMNC, E | D);
		happen(LEDGER_CYCLES, 63);
		assert_int_equal(get(CCNT), 0);
		put(CCNT, 10);
		happen(LEDGER_CYCLES, 63);
		assert_int_equal(get(CCNT), 10);
		happen(LEDGER_CYCLES, 1);
		assert_int_equal(get(CCNT), 11);
		happen(LEDGER_CYCLES, 63);
		put(PMNC, E | D | C);
		happen(LEDGER_CYCLES, 63);
		assert_int_equal(get(CCNT), 0);
		happen(LEDGER_CYCLES, 1);
		assert_int_equal(get(CCNT), 1);
	}
}

/* Only PMNC and USEREN are known after reset. */
TEST(after_reset)
{
	const struct pmu_quirks junk = { .random_reset = true, .seed = 5 };

	EACH_KIND(k, &junk)
	{
		uint32_t all = CYCLES | ((1u << k->counters) - 1);

		assert_int_equal(get(PMNC), k->id);
		assert_int_equal(get(USEREN), 0);
		assert_int_not_equal(get(CNTENS) | get(FLAG) | get(INTENS), 0);
		assert_int_equal((get(CNTENS) | get(FLAG) | get(INTENS)) & ~all,
				 0);
		assert_int_not_equal(get(CCNT), 0);
	}
}

/* An event that the core does not have, and one that the model has not. */
TEST(unmodelled)
{
	uint16_t code = 0;

	EACH_KIND(k, NULL)
	{
		choose(1, 0x80 + 0x3F); /* nobody's */
		assert_false(pmu_counts_unmodelled(p, &code));
		put(CNTENS, 2);
		put(PMNC, E);
		assert_true(pmu_counts_unmodelled(p, &code));
		assert_int_equal(code, 0xBF);
		choose(1, k->counters == 4 ? 0x4C : 0x08);
		assert_true(pmu_counts_unmodelled(p, &code));
		choose(1, k->instructions);
		assert_false(pmu_counts_unmodelled(p, &code));
	}
}
