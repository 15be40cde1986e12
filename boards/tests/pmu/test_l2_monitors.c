/* SPDX-License-Identifier: MIT */
/*
 * The simulated event monitors of the L210, the L220 and the L2C-310, on a
 * ledger that the test moves.  Offsets, bits and codes are written out here
 * once more from the documents that their files in boards/src/pmu name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/pmu/event_bus.h"
#include "boards/src/pmu/pmu.h"
#include "models.h"

enum {
	EMMC = 0x00,
	EMCS = 0x04,
	EMCC = 0x08, /* and three more */
	EMC = 0x18,
	ENABLE = 1,
	HIGH = 4,

	CONTROL = 0x200,
	CONFIG1 = 0x204,
	CONFIG0 = 0x208,
	VALUE1 = 0x20c,
	VALUE0 = 0x210,
	MASK = 0x214,
	MASKED = 0x218,
	RAW = 0x21c,
	CLEAR = 0x220,
};

#define FULL UINT32_C(0xffffffff)

/* The monitors with two counters in the cache controller's page. */
static enum pmu_kind in_page[] = { PMU_L220, PMU_L2C310 };

struct bench {
	struct ledger ledger;
	struct pmu *p;
};

static const struct pmu_quirks plain;
static const struct pmu_quirks strict = { .strict = true };
static const struct pmu_quirks poison = { .poison = true,
					  .random_reset = true,
					  .seed = 7 };

static void begin(struct bench *b, enum pmu_kind kind,
		  const struct pmu_quirks *quirks)
{
	memset(b, 0, sizeof(*b));
	b->p = pmu_new(pmu_of(kind), quirks, &b->ledger);
	assert_non_null(b->p);
	pmu_set_event_bus(b->p, true);
}

static void end(struct bench *b)
{
	pmu_free(b->p);
}

static uint32_t get(struct bench *b, uint32_t offset)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };
	uint64_t value = 0;

	assert_int_equal(pmu_read(b->p, &reg, true, &value), PMU_DONE);
	return (uint32_t)value;
}

static void put(struct bench *b, uint32_t offset, uint32_t value)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };

	assert_int_equal(pmu_write(b->p, &reg, true, value), PMU_DONE);
}

static void happen(struct bench *b, enum ledger_item item, uint64_t times)
{
	b->ledger.n[item] += times;
	pmu_update(b->p);
}

/* Counter n counts the code; everything from 0, and on. */
static void count_l210(struct bench *b, unsigned n, uint32_t code,
		       uint32_t low_bits)
{
	put(b, EMMC, 0);
	put(b, EMCC + 4 * n, code << 2 | low_bits);
	put(b, EMMC, 0xf00 | HIGH | ENABLE);
}

static void count_l220(struct bench *b, unsigned n, uint32_t code,
		       uint32_t low_bits)
{
	put(b, CONFIG0 - 4 * n, code << 2 | low_bits);
	put(b, CONTROL, 7);
}

/* Each mnemonic means an item that the cache counts. */
static const struct {
	uint32_t l210, l220;
	enum ledger_item item_l210, item_l220;
} shared[] = {
	/* CO: halves; lines */
	{ 2, 1, LEDGER_L2CC_HALF_LINES_OUT, LEDGER_L2CC_LINES_OUT },
	/* DRHIT, DRREQ, DWHIT */
	{ 3, 2, LEDGER_L2CC_DATA_READ_HITS, LEDGER_L2CC_DATA_READ_HITS },
	{ 4, 3, LEDGER_L2CC_DATA_READS, LEDGER_L2CC_DATA_READS },
	{ 5, 4, LEDGER_L2CC_WRITE_HITS, LEDGER_L2CC_WRITE_HITS },
	/* DWREQ: without write-through ones; with */
	{ 6, 5, LEDGER_L2CC_WRITES_BACK, LEDGER_L2CC_WRITES },
	/* DWTREQ, IRHIT, IRREQ, WA */
	{ 7, 6, LEDGER_L2CC_WRITES_THROUGH, LEDGER_L2CC_WRITES_THROUGH },
	{ 8, 7, LEDGER_L2CC_INSTRUCTION_HITS, LEDGER_L2CC_INSTRUCTION_HITS },
	{ 9, 8, LEDGER_L2CC_INSTRUCTION_READS, LEDGER_L2CC_INSTRUCTION_READS },
	{ 10, 9, LEDGER_L2CC_WRITE_ALLOCATIONS, LEDGER_L2CC_WRITE_ALLOCATIONS },
};

enum { SHARED = sizeof(shared) / sizeof(shared[0]) };

/* Every item of the ledger moves by another number; each counter takes its
 * own.  The same mnemonic is one more on an L210. */
static void codes(void **state)
{
	struct bench a, b, c;

	(void)state;
	begin(&a, PMU_L210, &plain);
	begin(&b, PMU_L220, &plain);
	begin(&c, PMU_L2C310, &plain);
	for (unsigned i = 0; i < SHARED; i++) {
		assert_int_equal(shared[i].l210, shared[i].l220 + 1);
		count_l210(&a, i % 4, shared[i].l210, 0);
		count_l220(&b, i % 2, shared[i].l220, 0);
		count_l220(&c, i % 2, shared[i].l220, 0);
		for (unsigned item = 0; item < LEDGER_NOTHING; item++) {
			happen(&a, item, item + 1);
			happen(&b, item, item + 1);
			happen(&c, item, item + 1);
		}
		assert_int_equal(get(&a, EMC + 4 * (i % 4)),
				 shared[i].item_l210 + 1);
		assert_int_equal(get(&b, VALUE0 - 4 * (i % 2)),
				 shared[i].item_l220 + 1);
		assert_int_equal(get(&c, VALUE0 - 4 * (i % 2)),
				 shared[i].item_l220 + 1);
	}
	end(&a);
	end(&b);
	end(&c);
}

/* Codes that count nothing: none, not modelled, overflows that do not come,
 * and those that no list has. */
static void codes_of_nothing(void **state)
{
	static const uint32_t l210[] = { 0, 1, 11, 12, 13, 14, 0x10, 0x1f };
	static const uint32_t l220[] = { 0, 10, 11, 12, 13, 14, 15 };
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	for (unsigned i = 0; i < 8; i++) {
		count_l210(&b, 0, l210[i], 0);
		for (unsigned item = 0; item < LEDGER_NOTHING; item++)
			happen(&b, item, 1000);
		assert_int_equal(get(&b, EMC), 0);
	}
	end(&b);
	for (unsigned i = 0; i < 2 * 7; i++) {
		begin(&b, in_page[i / 7], &plain);
		count_l220(&b, 0, l220[i % 7], 0);
		for (unsigned item = 0; item < LEDGER_NOTHING; item++)
			happen(&b, item, 1000);
		assert_int_equal(get(&b, VALUE0), 0);
		end(&b);
	}
}

/* The monitor's own events do not need the cache's event bus. */
static void overflows_without_the_bus(void **state)
{
	enum { CLK = 0xf, EMC3_OVERFLOWS = 0xb };
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	pmu_set_event_bus(b.p, false);
	put(&b, EMMC, 0);
	put(&b, EMCC + 4 * 3, CLK << 2);
	put(&b, EMCC, EMC3_OVERFLOWS << 2);
	put(&b, EMCC + 4, 10 << 2); /* WA: the cache's */
	put(&b, EMMC, 0xf00 | HIGH | ENABLE);
	happen(&b, LEDGER_CYCLES, UINT64_C(0x80000000));
	happen(&b, LEDGER_CYCLES, UINT64_C(0x80000005));
	happen(&b, LEDGER_L2CC_WRITE_ALLOCATIONS, 7);
	assert_int_equal(get(&b, EMC + 4 * 3), 5);
	assert_int_equal(get(&b, EMC), 1);
	assert_int_equal(get(&b, EMC + 4), 0);
	end(&b);
}

/* Which events are told apart in the table that `--truth` prints. */
static void classes(void **state)
{
	const struct pmu_event *e;
	unsigned count;

	(void)state;
	e = pmu_events(pmu_of(PMU_L210), &count);
	assert_int_equal(count, 16);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(e[i].code, i);
		assert_int_equal(e[i].class == PMU_NOT_MODELLED, i == 1);
	}
	e = pmu_events(pmu_of(PMU_L220), &count);
	assert_int_equal(count, 10);
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(e[i].code, i);
	e = pmu_events(pmu_of(PMU_L2C310), &count);
	assert_int_equal(count, 16);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(e[i].code, i);
		assert_int_equal(e[i].class == PMU_NOT_MODELLED, i >= 10);
	}
}

static void l210_registers(void **state)
{
	struct tally_reg reg = { 0x28, TALLY_MMIO, 32 };
	struct bench b;
	uint64_t value;

	(void)state;
	begin(&b, PMU_L210, &plain);
	for (uint32_t offset = 0; offset < 0x28; offset += 4)
		assert_int_equal(get(&b, offset), 0);
	put(&b, EMMC, 0xfffffffe);
	assert_int_equal(get(&b, EMMC), 0xfe); /* resets read as 0 */
	for (uint32_t n = 0; n < 4; n++) {
		put(&b, EMCC + 4 * n, FULL - n);
		put(&b, EMC + 4 * n, 1234); /* can only be read */
	}
	for (uint32_t n = 0; n < 4; n++) {
		assert_int_equal(get(&b, EMCC + 4 * n), 0x7f - n);
		assert_int_equal(get(&b, EMC + 4 * n), 0);
	}
	put(&b, EMCS, 0xf);
	assert_int_equal(get(&b, EMCS), 0);
	assert_int_equal(pmu_read(b.p, &reg, true, &value), PMU_NONE);
	assert_int_equal(pmu_write(b.p, &reg, true, 0), PMU_NONE);
	reg = (struct tally_reg){ 2, TALLY_MMIO, 32 };
	assert_int_equal(pmu_read(b.p, &reg, true, &value), PMU_NONE);
	reg = (struct tally_reg){ 0, TALLY_PMR, 32 };
	assert_int_equal(pmu_read(b.p, &reg, true, &value), PMU_NONE);
	end(&b);
}

/* Off it holds; reset bits 11 to 8 are EMC0 to EMC3. */
static void l210_holds_and_resets(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	for (unsigned n = 0; n < 4; n++)
		put(&b, EMCC + 4 * n, 4 << 2);
	put(&b, EMMC, ENABLE);
	happen(&b, LEDGER_L2CC_DATA_READS, 5);
	put(&b, EMMC, 0);
	happen(&b, LEDGER_L2CC_DATA_READS, 100);
	put(&b, EMMC, ENABLE);
	happen(&b, LEDGER_L2CC_DATA_READS, 2);
	for (unsigned n = 0; n < 4; n++)
		assert_int_equal(get(&b, EMC + 4 * n), 7);
	put(&b, EMMC, 0xa00 | ENABLE);
	for (unsigned n = 0; n < 4; n++)
		assert_int_equal(get(&b, EMC + 4 * n),
				 n == 0 || n == 2 ? 0 : 7);
	assert_int_equal(get(&b, EMMC), ENABLE);
	end(&b);
	begin(&b, PMU_L210, &strict);
	count_l210(&b, 0, 4, 0);
	happen(&b, LEDGER_L2CC_DATA_READS, 5);
	put(&b, EMMC, 0x800); /* which it is nobody knows */
	assert_int_equal(get(&b, EMC), 5);
	put(&b, EMMC, 0xf00);
	assert_int_equal(get(&b, EMC), 0);
	end(&b);
}

/* Without the event bus it hears nothing but its clock. */
static void l210_event_bus(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	put(&b, EMCC, 4 << 2);
	count_l210(&b, 1, 15, 0);
	happen(&b, LEDGER_L2CC_DATA_READS, 3);
	pmu_set_event_bus(b.p, false);
	happen(&b, LEDGER_L2CC_DATA_READS, 100);
	happen(&b, LEDGER_CYCLES, 60);
	pmu_set_event_bus(b.p, true);
	happen(&b, LEDGER_L2CC_DATA_READS, 4);
	assert_int_equal(get(&b, EMC), 7);
	assert_int_equal(get(&b, EMC + 4), 60);
	end(&b);
}

/*
 * 64 bits of two counters: EMC2 counts, EMC1 (code 12: EMC2 overflowed) what
 * goes over, EMC0 (13: EMC1) what goes over that, EMC3 (14: EMC0) does not
 * move.  3 * 2^32 + 5 events: three wraps.
 */
static void l210_chain(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	put(&b, EMCC + 0, 13 << 2);
	put(&b, EMCC + 4, 12 << 2);
	put(&b, EMCC + 12, 14 << 2);
	count_l210(&b, 2, 4, 0);
	happen(&b, LEDGER_L2CC_DATA_READS, (UINT64_C(3) << 32) + 5);
	assert_int_equal(get(&b, EMC + 8), 5);
	assert_int_equal(get(&b, EMC + 4), 3);
	assert_int_equal(get(&b, EMC + 0), 0);
	assert_int_equal(get(&b, EMC + 12), 0);
	assert_int_equal(get(&b, EMCS), 1 << 2);
	/* EMC1 is at 3: 2^32 - 4 wraps more and it is full, one more and it
	 * goes over itself. */
	happen(&b, LEDGER_L2CC_DATA_READS, UINT64_C(0xfffffffc) << 32);
	assert_int_equal(get(&b, EMC + 4), FULL);
	happen(&b, LEDGER_L2CC_DATA_READS, UINT64_C(1) << 32);
	assert_int_equal(get(&b, EMC + 4), 0);
	assert_int_equal(get(&b, EMC + 0), 1);
	assert_int_equal(get(&b, EMCS), 1 << 2 | 1 << 1);
	/* Two that count each other begin nothing. */
	put(&b, EMCC + 8, 13 << 2);
	happen(&b, LEDGER_L2CC_DATA_READS, 10);
	assert_int_equal(get(&b, EMC + 8), 5);
	end(&b);
}

/* EMCC bit 1: each event; 0: overflow.  A flag goes by a 1 of its own. */
static void l210_flags(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	put(&b, EMCC, 4 << 2 | 2);
	put(&b, EMCC + 4, 9 << 2);
	count_l210(&b, 3, 9, 2);
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_int_equal(get(&b, EMCS), 1);
	happen(&b, LEDGER_L2CC_INSTRUCTION_READS, FULL);
	assert_int_equal(get(&b, EMCS), 9);
	happen(&b, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_int_equal(get(&b, EMCS), 0xb);
	put(&b, EMCS, 0xfffffff8);
	assert_int_equal(get(&b, EMCS), 3);
	happen(&b, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_int_equal(get(&b, EMCS), 0xb); /* 3 counts each; 1 does not */
	assert_false(pmu_irq(b.p));           /* nobody asks */
	end(&b);
}

/* Level: while a flag is set whose counter asks. */
static void l210_level(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	put(&b, EMCC, 4 << 2 | 3);
	count_l210(&b, 1, 9, 2);
	happen(&b, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_false(pmu_irq(b.p));
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_true(pmu_irq(b.p));
	put(&b, EMCS, 1);
	assert_false(pmu_irq(b.p));
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_true(pmu_irq(b.p));
	put(&b, EMCC, 4 << 2 | 2);
	assert_false(pmu_irq(b.p));
	end(&b);
	/* By the other reading until no flag is left, EMC1's too. */
	begin(&b, PMU_L210, &strict);
	put(&b, EMCC, 4 << 2 | 3);
	count_l210(&b, 1, 9, 2);
	happen(&b, LEDGER_L2CC_INSTRUCTION_READS, 1);
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_true(pmu_irq(b.p));
	put(&b, EMCS, 1);
	assert_true(pmu_irq(b.p));
	put(&b, EMCS, 2);
	assert_false(pmu_irq(b.p));
	/* And INT has to be active high there. */
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_true(pmu_irq(b.p));
	put(&b, EMMC, ENABLE);
	assert_false(pmu_irq(b.p));
	end(&b);
}

/* Overflow, too, is seen in its cycle without anybody looking. */
static void l210_overflow_asks(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	count_l210(&b, 2, 15, 1);
	happen(&b, LEDGER_CYCLES, FULL);
	assert_false(pmu_irq(b.p));
	happen(&b, LEDGER_CYCLES, 1);
	assert_true(pmu_irq(b.p));
	assert_int_equal(get(&b, EMCS), 4);
	assert_int_equal(get(&b, EMC + 8), 0);
	end(&b);
}

/* EMMC bit 1: a pulse; 7:3 = 4: of five cycles. */
static void l210_pulse(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	put(&b, EMCC, 4 << 2 | 3);
	put(&b, EMCC + 4, 9 << 2 | 3);
	put(&b, EMMC, 4 << 3 | HIGH | 2 | ENABLE);
	happen(&b, LEDGER_CYCLES, 100);
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_true(pmu_irq(b.p));
	happen(&b, LEDGER_CYCLES, 4);
	assert_true(pmu_irq(b.p));
	happen(&b, LEDGER_CYCLES, 1);
	assert_false(pmu_irq(b.p));
	assert_int_equal(get(&b, EMCS), 1); /* stays */
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_false(pmu_irq(b.p)); /* was set before */
	happen(&b, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_true(pmu_irq(b.p)); /* another one */
	happen(&b, LEDGER_CYCLES, 3);
	put(&b, EMCS, 1);
	happen(&b, LEDGER_L2CC_DATA_READS, 1); /* and one that joins */
	happen(&b, LEDGER_CYCLES, 4);
	assert_true(pmu_irq(b.p));
	happen(&b, LEDGER_CYCLES, 1);
	assert_false(pmu_irq(b.p));
	end(&b);
}

static void l210_config_while_on(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &plain);
	put(&b, EMMC, ENABLE);
	put(&b, EMCC, 4 << 2);
	happen(&b, LEDGER_L2CC_DATA_READS, 3);
	assert_int_equal(get(&b, EMC), 3);
	end(&b);
	begin(&b, PMU_L210, &strict);
	put(&b, EMMC, ENABLE);
	put(&b, EMCC, 4 << 2);
	assert_int_equal(get(&b, EMCC), 0);
	put(&b, EMMC, 0);
	put(&b, EMCC, 4 << 2);
	assert_int_equal(get(&b, EMCC), 4 << 2);
	end(&b);
}

/* Junk after reset, but no interrupt; junk in bits that nobody knows, and in
 * a counter whose event the board does not have. */
static void l210_poison(void **state)
{
	uint32_t junk = 0, values = 0;
	struct bench b;

	(void)state;
	begin(&b, PMU_L210, &poison);
	assert_false(pmu_irq(b.p));
	for (unsigned n = 0; n < 4; n++) {
		values |= get(&b, EMC + 4 * n);
		assert_int_equal(get(&b, EMCC + 4 * n) & 1, 0);
	}
	assert_int_not_equal(values, 0);
	put(&b, EMMC, 0);
	put(&b, EMCS, 0xf);
	put(&b, EMMC, 0xf00);
	assert_int_equal(get(&b, EMC), 0);
	for (unsigned i = 0; i < 8; i++) {
		junk |= get(&b, EMMC) | get(&b, EMCC);
		assert_int_equal(get(&b, EMMC) & 0xfff, 0);
		assert_int_equal(get(&b, EMCS), 0);
	}
	assert_true(junk > 0xfff);
	count_l210(&b, 0, 1, 0);
	assert_int_not_equal(get(&b, EMC), get(&b, EMC));
	count_l210(&b, 0, 4, 0);
	happen(&b, LEDGER_L2CC_DATA_READS, 3);
	assert_int_equal(get(&b, EMC), 3);
	end(&b);
}

static void l220_registers(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct tally_reg reg = { 0x1fc, TALLY_MMIO, 32 };
	struct bench b;
	uint64_t value;

	begin(&b, kind, &plain);
	for (uint32_t offset = CONTROL; offset <= CLEAR; offset += 4)
		assert_int_equal(get(&b, offset), 0);
	put(&b, CONTROL, FULL);
	assert_int_equal(get(&b, CONTROL), 1);
	put(&b, CONFIG0, FULL);
	put(&b, CONFIG1, 0xffffffd5);
	assert_int_equal(get(&b, CONFIG0), 0x3f);
	assert_int_equal(get(&b, CONFIG1), 0x15);
	put(&b, MASK, FULL);
	assert_int_equal(get(&b, MASK), 0x1ff);
	put(&b, RAW, FULL);
	put(&b, MASKED, FULL);
	assert_int_equal(get(&b, RAW), 0);
	assert_int_equal(get(&b, MASKED), 0);
	assert_int_equal(pmu_read(b.p, &reg, true, &value), PMU_NONE);
	reg.addr = 0x224;
	assert_int_equal(pmu_write(b.p, &reg, true, 0), PMU_NONE);
	reg.addr = 0x202;
	assert_int_equal(pmu_read(b.p, &reg, true, &value), PMU_NONE);
	end(&b);
}

/* Control bit 1 resets counter 0 and bit 2 counter 1, on or off. */
static void l220_holds_and_resets(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	begin(&b, kind, &plain);
	put(&b, CONFIG0, 3 << 2);
	put(&b, CONFIG1, 2 << 2);
	happen(&b, LEDGER_L2CC_DATA_READS, 100);
	put(&b, CONTROL, 1);
	happen(&b, LEDGER_L2CC_DATA_READS, 5);
	happen(&b, LEDGER_L2CC_DATA_READ_HITS, 4);
	put(&b, CONTROL, 0);
	happen(&b, LEDGER_L2CC_DATA_READS, 100);
	assert_int_equal(get(&b, VALUE0), 5);
	assert_int_equal(get(&b, VALUE1), 4);
	put(&b, CONTROL, 2 | 1);
	assert_int_equal(get(&b, VALUE0), 0);
	assert_int_equal(get(&b, VALUE1), 4);
	put(&b, CONTROL, 4);
	assert_int_equal(get(&b, VALUE1), 0);
	end(&b);
}

/* Preset to 3 below the end: there after 3, and then it stays. */
static void l220_saturates(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	begin(&b, kind, &plain);
	put(&b, VALUE0, FULL - 3);
	put(&b, CONFIG0, 3 << 2);
	put(&b, CONTROL, 1);
	happen(&b, LEDGER_L2CC_DATA_READS, 2);
	assert_int_equal(get(&b, VALUE0), FULL - 1);
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_int_equal(get(&b, VALUE0), FULL);
	happen(&b, LEDGER_L2CC_DATA_READS, UINT64_C(1) << 40);
	assert_int_equal(get(&b, VALUE0), FULL);
	assert_int_equal(get(&b, RAW), 0); /* nobody asked */
	end(&b);
}

/* Config bits 1:0 = 10.  It asks as it gets to the end, or, by the harsher
 * reading, with the first event that is lost. */
static void l220_overflow(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	for (unsigned harsh = 0; harsh < 2; harsh++) {
		begin(&b, kind, harsh ? &strict : &plain);
		put(&b, VALUE1, FULL - 3);
		put(&b, CONFIG1, 3 << 2 | 2);
		put(&b, MASK, 1);
		put(&b, CONTROL, 1);
		happen(&b, LEDGER_L2CC_DATA_READS, 2 + harsh);
		assert_false(pmu_irq(b.p));
		assert_int_equal(get(&b, RAW), 0);
		happen(&b, LEDGER_L2CC_DATA_READS, 1);
		assert_true(pmu_irq(b.p));
		assert_int_equal(get(&b, RAW), 1);
		assert_int_equal(get(&b, MASKED), 1);
		assert_int_equal(get(&b, VALUE1), FULL);
		put(&b, CLEAR, 0x1fe);
		assert_true(pmu_irq(b.p));
		put(&b, CLEAR, 1);
		assert_false(pmu_irq(b.p));
		assert_int_equal(get(&b, RAW), 0);
		assert_int_equal(get(&b, CLEAR), 0);
		happen(&b, LEDGER_L2CC_DATA_READS, 1); /* lost as well */
		assert_true(pmu_irq(b.p));
		end(&b);
	}
}

/* 01: each event.  00 and 11: none.  The mask lets through, no more. */
static void l220_increment_and_mask(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	begin(&b, kind, &plain);
	put(&b, CONTROL, 1);
	for (uint32_t off = 0; off < 4; off += 3) {
		put(&b, CONFIG0, 3 << 2 | off);
		happen(&b, LEDGER_L2CC_DATA_READS, 1);
		assert_int_equal(get(&b, RAW), 0);
	}
	put(&b, CONFIG0, 3 << 2 | 1);
	happen(&b, LEDGER_L2CC_DATA_READ_HITS, 1);
	assert_int_equal(get(&b, RAW), 0);
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_int_equal(get(&b, RAW), 1);
	assert_int_equal(get(&b, MASKED), 0);
	assert_false(pmu_irq(b.p));
	put(&b, MASK, 1);
	assert_int_equal(get(&b, MASKED), 1);
	assert_true(pmu_irq(b.p));
	put(&b, CLEAR, 1);
	assert_false(pmu_irq(b.p));
	happen(&b, LEDGER_L2CC_DATA_READS, 1);
	assert_true(pmu_irq(b.p));
	put(&b, MASK, 0);
	assert_false(pmu_irq(b.p));
	end(&b);
}

/* A value is written while its counter does not count. */
static void l220_value_writes(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	begin(&b, kind, &plain);
	put(&b, CONFIG0, 3 << 2);
	put(&b, VALUE0, 100); /* off, with a source: as Linux does */
	put(&b, CONTROL, 1);
	put(&b, VALUE0, 200); /* counts: lost */
	put(&b, VALUE1, 300); /* has no source */
	assert_int_equal(get(&b, VALUE0), 100);
	assert_int_equal(get(&b, VALUE1), 300);
	end(&b);
	begin(&b, kind, &strict);
	put(&b, CONFIG0, 3 << 2);
	put(&b, VALUE0, 100);
	assert_int_equal(get(&b, VALUE0), 0);
	put(&b, CONFIG0, 0);
	put(&b, VALUE0, 100);
	assert_int_equal(get(&b, VALUE0), 100);
	end(&b);
}

static void l220_event_bus(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	for (unsigned harsh = 0; harsh < 2; harsh++) {
		begin(&b, kind, harsh ? &strict : &plain);
		pmu_set_event_bus(b.p, false);
		count_l220(&b, 0, 3, 0);
		happen(&b, LEDGER_L2CC_DATA_READS, 3);
		assert_int_equal(get(&b, VALUE0), harsh ? 0 : 3);
		end(&b);
	}
}

static void l220_poison(void **state)
{
	const enum pmu_kind kind = *(enum pmu_kind *)*state;
	struct bench b;

	begin(&b, kind, &poison);
	assert_int_not_equal(get(&b, VALUE0), get(&b, VALUE1));
	assert_int_equal(get(&b, CONTROL), 0);
	assert_int_equal(get(&b, MASK), 0);
	count_l220(&b, 0, 12, 0);
	assert_int_not_equal(get(&b, VALUE0), get(&b, VALUE0));
	count_l220(&b, 0, 3, 0);
	assert_int_equal(get(&b, VALUE0), 0);
	end(&b);
}

int main(void)
{
#define EACH(test)                                                             \
	cmocka_unit_test_prestate(test, &in_page[0]),                          \
		cmocka_unit_test_prestate(test, &in_page[1])
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes),
		cmocka_unit_test(codes_of_nothing),
		cmocka_unit_test(overflows_without_the_bus),
		cmocka_unit_test(classes),
		cmocka_unit_test(l210_registers),
		cmocka_unit_test(l210_holds_and_resets),
		cmocka_unit_test(l210_event_bus),
		cmocka_unit_test(l210_chain),
		cmocka_unit_test(l210_flags),
		cmocka_unit_test(l210_level),
		cmocka_unit_test(l210_overflow_asks),
		cmocka_unit_test(l210_pulse),
		cmocka_unit_test(l210_config_while_on),
		cmocka_unit_test(l210_poison),
		EACH(l220_registers),
		EACH(l220_holds_and_resets),
		EACH(l220_saturates),
		EACH(l220_overflow),
		EACH(l220_increment_and_mask),
		EACH(l220_value_writes),
		EACH(l220_event_bus),
		EACH(l220_poison),
	};

	return cmocka_run_group_tests_name("l2_monitors", tests, NULL, NULL);
}
