/* SPDX-License-Identifier: MIT */
/*
 * The simulated monitor of an e500, on a ledger that the test moves by hand:
 * registers to the bit, when a counter counts, overflow, thresholds, chaining
 * and the time base [E500CORERM 2.15, 7; numbers of registers also as Linux's
 * reg_fsl_emb.h has them].
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/pmu/e500.h"
#include "boards/src/pmu/pmu.h"
#include "models.h"
#include "test.h"

enum { CYCLES = 1, INSTRUCTIONS = 2, LOADS = 9, REPLAY = 44, OVER = 76 };

#define FAC   0x80000000u
#define PMIE  0x40000000u
#define FCECE 0x20000000u
#define TBEE  0x00000100u
#define CE    0x04000000u
#define TOP   0x80000000u

static struct ledger ledger;
static struct pmu *p;

static int begin(enum pmu_kind kind, bool strict)
{
	const struct pmu_quirks quirks = { .strict = strict };

	memset(&ledger, 0, sizeof(ledger));
	p = pmu_new(pmu_of(kind), &quirks, &ledger);
	return p ? 0 : -1;
}

static int v1(void **state)
{
	(void)state;
	return begin(PMU_E500V1, false);
}

static int v2(void **state)
{
	(void)state;
	return begin(PMU_E500V2, false);
}

static int v2_strict(void **state)
{
	(void)state;
	return begin(PMU_E500V2, true);
}

static int end(void **state)
{
	(void)state;
	pmu_free(p);
	return 0;
}

static enum pmu_access put_as(uint32_t number, uint32_t value, bool privileged)
{
	const struct tally_reg reg = { number, TALLY_PMR, 32 };

	return pmu_write(p, &reg, privileged, value);
}

static void put(uint32_t number, uint32_t value)
{
	assert_int_equal(put_as(number, value, true), PMU_DONE);
}

static enum pmu_access get_as(uint32_t number, bool privileged, uint64_t *value)
{
	const struct tally_reg reg = { number, TALLY_PMR, 32 };

	return pmu_read(p, &reg, privileged, value);
}

static uint32_t get(uint32_t number)
{
	uint64_t value = 0;

	assert_int_equal(get_as(number, true, &value), PMU_DONE);
	return (uint32_t)value;
}

static void happen(enum ledger_item item, uint64_t times)
{
	ledger.n[item] += times;
	pmu_update(p);
}

/* All bits that are there, and no others; all 0 after reset. */
static void registers(void **state)
{
	(void)state;
	for (uint32_t n = 0; n < 4; n++) {
		assert_int_equal(get(16 + n), 0);
		assert_int_equal(get(144 + n), 0);
		assert_int_equal(get(272 + n), 0);
		put(16 + n, UINT32_MAX);
		put(144 + n, UINT32_MAX);
		put(272 + n, UINT32_MAX);
		assert_int_equal(get(16 + n), UINT32_MAX);
		assert_int_equal(get(144 + n), 0xfc7f0000);
		assert_int_equal(get(272 + n), 0x0000073f);
	}
	assert_int_equal(get(400), 0);
	put(400, UINT32_MAX);
}

#define ON(test, on) TEST_WITH(test, on, end)

ON(control_v1, v1)
{
	registers(state);
	assert_int_equal(get(400), 0xe0000000);
}

ON(control_v2, v2)
{
	registers(state);
	assert_int_equal(get(400), 0xe0001900);
}

/* A user's copy has the number less 16, and only for reading. */
ON(copies, v1)
{
	static const uint32_t numbers[] = { 16,  17,  18,  19,  144, 145, 146,
					    147, 272, 273, 274, 275, 400 };
	uint64_t value;

	put(400, FAC);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		uint32_t number = numbers[i];

		if (number != 400)
			put(number, 0x00120305);
		assert_int_equal(get(number - 16), get(number));
		assert_int_equal(get_as(number - 16, false, &value), PMU_DONE);
		assert_int_equal(value, get(number));
		assert_int_equal(get_as(number, false, &value), PMU_UNDEFINED);
		assert_int_equal(put_as(number, 0, false), PMU_UNDEFINED);
		assert_int_equal(put_as(number - 16, 0, true), PMU_NONE);
		assert_int_equal(put_as(number - 16, 0, false), PMU_NONE);
	}
	assert_int_equal(get_as(20, true, &value), PMU_NONE);
	assert_int_equal(get_as(401, true, &value), PMU_NONE);
	assert_int_equal(get_as(4, false, &value), PMU_NONE);
	assert_int_equal(get_as(16 + 512, true, &value), PMU_NONE);
}

/* Five instructions in each of four states; which of them are counted. */
ON(freezes, v2)
{
	/* FCS, FCU, FCM1, FCM0 as of RM Table 7-8; which states count: bit 0
	 * unmarked supervisor, 1 marked, 2 unmarked user, 3 marked user */
	static const struct {
		uint32_t bits;
		unsigned states;
	} rows[] = {
		{ 0, 15 },         { 0x08000000, 10 }, { 0x10000000, 5 },
		{ 0x20000000, 3 }, { 0x40000000, 12 }, { 0x28000000, 2 },
		{ 0x48000000, 8 }, { 0x30000000, 1 },  { 0x50000000, 4 },
		{ 0x18000000, 0 }, { 0x60000000, 0 },  { 0x80000000, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		put(144, INSTRUCTIONS << 16 | rows[i].bits);
		put(16, 0);
		for (unsigned s = 0; s < 4; s++) {
			pmu_set_state(p, s & 2, s & 1);
			happen(LEDGER_INSTRUCTIONS, 5);
		}
		pmu_set_state(p, false, false);
		assert_int_equal(get(16),
				 5 * __builtin_popcount(rows[i].states));
		put(400, FAC);
		happen(LEDGER_INSTRUCTIONS, 5);
		assert_int_equal(get(16),
				 5 * __builtin_popcount(rows[i].states));
		put(400, 0);
	}
}

/* The condition is a level, with CE; PMIE lets it ask, once. */
ON(overflow, v1)
{
	put(144, INSTRUCTIONS << 16 | CE);
	put(16, TOP - 5);
	put(400, PMIE);
	happen(LEDGER_INSTRUCTIONS, 4);
	assert_false(pmu_irq(p));
	happen(LEDGER_INSTRUCTIONS, 1);
	assert_true(pmu_irq(p));
	assert_int_equal(get(16), TOP);
	happen(LEDGER_INSTRUCTIONS, 7); /* it goes on */
	assert_int_equal(get(16), TOP + 7);
	pmu_taken(p);
	assert_false(pmu_irq(p));
	assert_int_equal(get(400), 0);
	put(400, PMIE); /* still over the top */
	assert_true(pmu_irq(p));
	put(16, 1);
	assert_false(pmu_irq(p));
	put(16, TOP); /* nothing was counted */
	assert_true(pmu_irq(p));
	put(144, INSTRUCTIONS << 16); /* without CE it cannot ask */
	assert_false(pmu_irq(p));
	/* Past 0 nothing asks any more. */
	put(144, INSTRUCTIONS << 16 | CE);
	happen(LEDGER_INSTRUCTIONS, TOP);
	assert_int_equal(get(16), 0);
	assert_false(pmu_irq(p));
}

/* FCECE stops all four; FC stays; software starts them again. */
ON(frozen_by_overflow, v1)
{
	put(144, INSTRUCTIONS << 16 | CE);
	put(147, CYCLES << 16);
	put(16, TOP - 2);
	put(400, FCECE);
	ledger.n[LEDGER_CYCLES] += 10;
	happen(LEDGER_INSTRUCTIONS, 2);
	assert_int_equal(get(400), FAC | FCECE);
	assert_int_equal(get(144), INSTRUCTIONS << 16 | CE);
	happen(LEDGER_CYCLES, 10);
	assert_int_equal(get(19), 10);
	assert_int_equal(get(16), TOP);
	assert_false(pmu_irq(p));
	put(400, FCECE); /* the condition still holds */
	assert_int_equal(get(400), FAC | FCECE);
	put(16, 0);
	put(400, FCECE);
	happen(LEDGER_CYCLES, 10);
	assert_int_equal(get(19), 20);
}

/* 82 + n counts how often PMCn goes to 0; three of them make 96 bits. */
ON(chain, v1)
{
	put(144 + 2, INSTRUCTIONS << 16);
	put(144 + 1, 84 << 16);
	put(144 + 3, 83 << 16);
	put(16 + 2, UINT32_MAX);
	put(16 + 1, UINT32_MAX);
	happen(LEDGER_INSTRUCTIONS, 1);
	assert_int_equal(get(18), 0);
	assert_int_equal(get(17), 0);
	assert_int_equal(get(19), 1);
	happen(LEDGER_INSTRUCTIONS, UINT64_C(3) << 32);
	assert_int_equal(get(17), 3);
	/* Entering overflow is not it. */
	put(18, TOP - 1);
	happen(LEDGER_INSTRUCTIONS, 1);
	assert_int_equal(get(17), 3);
	/* A counter does not count its own, and nobody counts while frozen. */
	put(144 + 2, 84 << 16);
	put(400, FAC);
	happen(LEDGER_INSTRUCTIONS, UINT64_C(1) << 32);
	assert_int_equal(get(17), 3);
}

/* Effective threshold = THRESHOLD * 2^THRESHMUL; more than that counts. */
ON(thresholds, v1)
{
	put(144, OVER << 16);
	put(145, 77 << 16);
	put(146, OVER << 16);
	put(272, 5 | 3 << 8);  /* 40 */
	put(273, 63 | 7 << 8); /* 8064 */
	pmu_took(p, LEDGER_DLFB_LOAD_TIMES, 40);
	assert_int_equal(get(16), 0);
	pmu_took(p, LEDGER_DLFB_LOAD_TIMES, 41);
	assert_int_equal(get(16), 1);
	pmu_took(p, LEDGER_ILFB_FETCH_TIMES, 8064);
	assert_int_equal(get(17), 0);
	pmu_took(p, LEDGER_ILFB_FETCH_TIMES, 8065);
	assert_int_equal(get(17), 1);
	assert_int_equal(get(18), 0); /* PMC0 and PMC1 only */
	happen(LEDGER_DLFB_LOAD_TIMES, 5);
	assert_int_equal(get(16), 1);
	put(144, OVER << 16 | CE);
	put(16, TOP - 1);
	put(400, PMIE);
	pmu_took(p, LEDGER_DLFB_LOAD_TIMES, 100);
	assert_true(pmu_irq(p));
	/* Any other event counts without. */
	put(144, LOADS << 16);
	put(16, 0);
	happen(LEDGER_LOAD_UOPS, 3);
	assert_int_equal(get(16), 3);
}

/* A tick is 16 cycles here: TB[55] (bit 8) rises at tick 256, and each 512
 * after. */
ON(time_base, v2)
{
	pmu_set_time_base(p, 0, 16);
	put(144, 90 << 16);
	put(400, 1 << 11 | TBEE | PMIE);
	happen(LEDGER_CYCLES, 256 * 16 - 1);
	assert_false(pmu_irq(p));
	assert_int_equal(pmu_cycles_left(p), 1);
	happen(LEDGER_CYCLES, 1);
	assert_true(pmu_irq(p));
	assert_int_equal(get(16), 1);
	pmu_taken(p);
	assert_false(pmu_irq(p));
	happen(LEDGER_CYCLES, 512 * 16 - 1);
	assert_int_equal(get(16), 1);
	happen(LEDGER_CYCLES, 1);
	assert_int_equal(get(16), 2);
	/* TB[63] rises with every other tick. */
	put(400, TBEE | FAC);
	put(400, TBEE);
	happen(LEDGER_CYCLES, 20 * 16);
	assert_int_equal(get(16), 12);
	put(400, 0); /* without TBEE nothing */
	happen(LEDGER_CYCLES, 20 * 16);
	assert_int_equal(get(16), 12);
	/* A freeze by it. */
	put(400, TBEE | FCECE | PMIE);
	happen(LEDGER_CYCLES, 2 * 16);
	assert_int_equal(get(400), TBEE | FCECE | PMIE | FAC);
}

/* Another bit while TBEE is set: perhaps an event [RM 7-5]. */
ON(time_base_changed, v2_strict)
{
	put(400, TBEE | PMIE);
	put(400, TBEE | PMIE | 3 << 11);
	assert_true(pmu_irq(p));
}

ON(no_time_base, v1)
{
	pmu_set_time_base(p, 0, 16);
	put(144, 90 << 16);
	put(400, TBEE | PMIE);
	happen(LEDGER_CYCLES, 1 << 20);
	assert_false(pmu_irq(p));
	assert_int_equal(get(16), 0);
}

/* An event that is not modelled says so, and is never a number of its own. */
ON(not_modelled, v2)
{
	uint16_t code = 0;
	unsigned count;
	const struct pmu_event *e = pmu_events(pmu_of(PMU_E500V2), &count);

	assert_int_equal(count, 91);
	/* No source says what 0 counts, and a reset leaves it everywhere. */
	assert_int_equal(e[0].class, PMU_NOT_MODELLED);
	assert_false(pmu_counts_unmodelled(p, &code));
	for (unsigned i = 1; i < count; i++) {
		assert_int_equal(e[i].code, i);
		put(145, i << 16);
		assert_int_equal(pmu_counts_unmodelled(p, &code),
				 e[i].class == PMU_NOT_MODELLED);
	}
	put(145, REPLAY << 16);
	assert_true(pmu_counts_unmodelled(p, &code));
	assert_int_equal(code, REPLAY);
	put(145, 100 << 16); /* no event at all */
	assert_true(pmu_counts_unmodelled(p, &code));
	pmu_events(pmu_of(PMU_E500V1), &count);
	assert_int_equal(count, 90);
}
