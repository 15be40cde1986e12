/* SPDX-License-Identifier: MIT */
/*
 * The monitors of Cortex-A8 and Cortex-A9 on an array of registers, which knows
 * no more than the manuals say of them [DDI0344 3.2.42 to 3.2.54; DDI0406
 * C12.8]; addresses and words worked out by hand.
 */
#include <stdint.h>
#include <string.h>

#include <tally/monitors/cortex_a8.h>
#include <tally/monitors/cortex_a9.h>
#include <tally/session.h>

#include "test.h"

enum { COUNTERS = 6 };
#define CYCLES UINT32_C(0x80000000)

static struct target {
	struct tally_bus bus;
	uint32_t midr, pmcr, enabled, inten, flags, user, cycles, added;
	uint32_t type[COUNTERS], count[COUNTERS];
	uint32_t filters; /* of the cycle counter */
	unsigned n;
} target;

/* Of what runs: so many events, of which a wrap is told. */
static void add(unsigned counter, uint32_t events)
{
	uint32_t *word =
		counter == 31 ? &target.cycles : &target.count[counter];

	if (!(target.pmcr & 1) || !(target.enabled >> counter & 1))
		return;
	*word += events;
	if (*word < events)
		target.flags |= UINT32_C(1) << counter;
}

static uint32_t *behind(const struct tally_reg *reg)
{
	struct tally_reg window = tally_reg_window(*reg);
	unsigned n = tally_reg_number(*reg);

	assert_int_equal(tally_reg_select(*reg).addr, 0x09C5);
	if (n == 31 && window.addr == 0x09D1)
		return &target.filters;
	assert_true(n < target.n);
	return window.addr == 0x09D1 ? &target.type[n] : &target.count[n];
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	assert_int_equal(reg->space, TALLY_CP15);
	if (tally_reg_behind(*reg)) {
		*value = *behind(reg);
		return TALLY_OK;
	}
	switch (reg->addr) {
	case 0x0000:
		*value = target.midr;
		break;
	case 0x09C0:
		*value = target.pmcr | target.n << 11 | 0x41000000;
		break;
	case 0x09C1:
		*value = target.enabled;
		break;
	case 0x09C3:
		*value = target.flags;
		break;
	case 0x09D0:
		*value = target.cycles;
		break;
	case 0x09E0:
		*value = target.user;
		break;
	case 0x09E1:
		*value = target.inten;
		break;
	default:
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	uint32_t v = (uint32_t)value;
	uint32_t there = CYCLES | ((UINT32_C(1) << target.n) - 1);

	(void)bus;
	if (tally_reg_behind(*reg)) {
		*behind(reg) = v;
		return TALLY_OK;
	}
	switch (reg->addr) {
	case 0x09C0:
		target.pmcr = v & 0x39;
		break;
	case 0x09C1:
		target.enabled |= v & there;
		break;
	case 0x09C2:
		target.enabled &= ~v;
		break;
	case 0x09C3:
		target.flags &= ~v;
		break;
	case 0x09C4:
		target.added |= v;
		break;
	case 0x09D0: /* must be disabled meanwhile [DDI0344 3.2.48] */
		assert_false(target.pmcr & 1 && target.enabled & CYCLES);
		target.cycles = v;
		break;
	case 0x09E0:
		target.user = v & 1;
		break;
	case 0x09E1:
		target.inten |= v & there;
		break;
	case 0x09E2:
		target.inten &= ~v;
		break;
	default:
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}

static const struct tally_bus_ops ops = { .read = read, .write = write };

static struct tally_total total[2];
static struct tally_step step[TALLY_ARMV7_STEPS];
static const struct tally_store store = { total, step, 2, TALLY_ARMV7_STEPS };
static const struct tally_slot slot[] = {
	{ .counter = 3, .event = 0x04, .interrupt = TALLY_IRQ },
	{ .counter = 4, .event = TALLY_EVENT_CYCLES, .period = 1000 },
};
static const struct tally_setup setup = { slot, 2, 0 };

static int set_up(void **state)
{
	(void)state;
	memset(&target, 0, sizeof(target));
	target.bus.ops = &ops;
	target.midr = 0x413FC082;
	target.n = 4;
	return 0;
}

TEST_WITH(who_is_there, set_up, NULL)
{
	struct tally_session s = { 0 };

	assert_int_equal(tally_session_open(&s, &tally_cortex_a9, &target.bus,
					    &setup, &store, false),
			 TALLY_E_EVENT); /* counter 4 counts no cycles there */
	assert_int_equal(
		tally_cortex_a9.ops->probe(&tally_cortex_a9, &target.bus),
		TALLY_E_ABSENT);
	assert_int_equal(
		tally_cortex_a8.ops->probe(&tally_cortex_a8, &target.bus),
		TALLY_OK);
	target.midr = 0x412FC091;
	assert_int_equal(
		tally_cortex_a9.ops->probe(&tally_cortex_a9, &target.bus),
		TALLY_OK);
}

TEST_WITH(configured, set_up, NULL)
{
	static const struct {
		uint32_t addr, value;
	} want[] = {
		{ 0x09C0, 0x18 },
		{ 0x09C2, 0xFFFFFFFF },
		{ 0x09E2, 0xFFFFFFFF },
		{ 0x09C3, 0xFFFFFFFF },
		{ TALLY_NTH(0x09D1, 0x09C5, 3), 0x04 },
		{ TALLY_NTH(0x09D2, 0x09C5, 3), 0 },
		{ 0x09D0, UINT32_C(0) - 1000 },
		{ 0x09C1, 0x80000008 },
		{ 0x09E1, 0x8 },
		{ 0x09E0, 1 },
	};
	const struct tally_setup all = {
		slot, 2, TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER
	};
	struct tally_script script;

	tally_script_init(&script, step, TALLY_ARMV7_STEPS);
	assert_int_equal(
		tally_encode(&tally_cortex_a8, &all, TALLY_CONFIGURE, &script),
		TALLY_OK);
	assert_int_equal(script.count, sizeof(want) / sizeof(want[0]));
	for (unsigned i = 0; i < script.count; i++) {
		assert_int_equal(step[i].reg.addr, want[i].addr);
		assert_int_equal(step[i].value, want[i].value);
	}
}

/* Counters that nobody knows the filters of count in all modes, and have them
 * back; codes without a row are taken where not all are known. */
TEST_WITH(filters_and_codes_without_a_row, set_up, NULL)
{
	static struct tally_step more[TALLY_ARMV7_MORE_STEPS];
	const struct tally_store room = { total, more, 2,
					  TALLY_ARMV7_MORE_STEPS };
	struct tally_slot own[] = {
		{ .counter = 3, .event = 0xC0 },
		{ .counter = 4, .event = TALLY_EVENT_CYCLES },
	};
	const struct tally_setup with = { own, 2, 0 };
	struct tally_session s = { 0 };

	target.midr = 0x410FC075;
	target.filters = 0xC8000000;
	target.type[3] = 0x88000012;
	assert_int_equal(tally_session_open(&s, &tally_cortex_a7, &target.bus,
					    &with, &room, false),
			 TALLY_OK);
	assert_int_equal(target.filters, 0);
	assert_int_equal(target.type[3], 0xC0);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_int_equal(target.filters, 0xC8000000);
	assert_int_equal(target.type[3], 0x88000012);
	assert_int_equal(tally_setup_check(&tally_cortex_a8, &with, NULL),
			 TALLY_E_EVENT);
	own[0].event = 0x1C0; /* more than the field has bits */
	assert_int_equal(tally_setup_check(&tally_cortex_a7, &with, NULL),
			 TALLY_E_EVENT);
	own[0].event = TALLY_EVENT_CYCLES;
	assert_int_equal(tally_setup_check(&tally_cortex_a7, &with, NULL),
			 TALLY_E_EVENT);
}

/* Wraps are counted, reloads too, and all is left as it was found. */
TEST_WITH(counts_are_exact, set_up, NULL)
{
	struct tally_session s = { 0 };

	target.enabled = 0x2;
	target.inten = 0x1;
	target.cycles = 77;
	target.count[3] = 5;
	target.type[3] = 0x12;
	assert_int_equal(tally_session_open(&s, &tally_cortex_a8, &target.bus,
					    &setup, &store, false),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	add(3, 0xFFFFFFFF);
	add(3, 7);
	assert_int_equal(target.flags, 0x8);
	add(31, 1500);
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x100000006));
	assert_int_equal(tally_session_overflow(&s), 0x3);
	assert_int_equal(target.flags, 0);
	add(3, 1);
	add(31, 20);
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x100000007));
	assert_int_equal(tally_session_count(&s, 1), 1520);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_int_equal(target.enabled, 0x2);
	assert_int_equal(target.inten, 0x1);
	assert_int_equal(target.cycles, 77);
	assert_int_equal(target.count[3], 5);
	assert_int_equal(target.type[3], 0x12);
}

/* Stopped, but its request is pending: somebody else's. */
TEST_WITH(in_use, set_up, NULL)
{
	struct tally_session s = { 0 };

	target.inten = target.flags = 0x2;
	assert_int_equal(tally_session_open(&s, &tally_cortex_a8, &target.bus,
					    &setup, &store, false),
			 TALLY_E_BUSY);
	target.inten = 0x4;
	target.pmcr = 1;
	target.enabled = 0x1;
	assert_int_equal(tally_session_open(&s, &tally_cortex_a8, &target.bus,
					    &setup, &store, false),
			 TALLY_E_BUSY);
	target.enabled = 0;
	assert_int_equal(tally_session_open(&s, &tally_cortex_a8, &target.bus,
					    &setup, &store, false),
			 TALLY_OK);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_int_equal(target.pmcr, 1);
}

TEST_WITH(increments, set_up, NULL)
{
	tally_armv7_increment(&target.bus, 0x80000005);
	assert_int_equal(target.added, 5);
}
