/* SPDX-License-Identifier: MIT */
/* See plain_target.h.  Addresses and bits are from the manuals, by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>

#include "plain_target.h"

#define MAIN_ID                                                                \
	{                                                                      \
		TALLY_CP(0, 0, 0, 0), ID                                       \
	}

/* [DAI0195B 2], [DDI0301H 3.2.51-54]; the last is the ARM1176's only. */
static const struct place arm11_places[] = {
	MAIN_ID,
	{ TALLY_CP(0, 15, 12, 0), CONTROL },
	{ TALLY_CP(0, 15, 12, 1), COUNTER },
	{ TALLY_CP(0, 15, 12, 2), COUNTER + 1 },
	{ TALLY_CP(0, 15, 12, 3), COUNTER + 2 },
	{ TALLY_CP(0, 15, 9, 0), USER },
};

/* [80200 12.2]; the main ID is in CP15, all else in CP14. */
static const struct place xsc1_places[] = {
	{ TALLY_CP(0, 0, 0, 0), CONTROL },
	{ TALLY_CP(0, 1, 0, 0), COUNTER },
	{ TALLY_CP(0, 2, 0, 0), COUNTER + 1 },
	{ TALLY_CP(0, 3, 0, 0), COUNTER + 2 },
};

/* [CORE 8], [IXP42X 3.7]. */
static const struct place xsc2_places[] = {
	{ TALLY_CP(0, 0, 1, 0), CONTROL },
	{ TALLY_CP(0, 1, 1, 0), COUNTER },
	{ TALLY_CP(0, 4, 1, 0), INTEN },
	{ TALLY_CP(0, 5, 1, 0), FLAG },
	{ TALLY_CP(0, 8, 1, 0), EVTSEL },
	{ TALLY_CP(0, 0, 2, 0), COUNTER + 1 },
	{ TALLY_CP(0, 1, 2, 0), COUNTER + 2 },
	{ TALLY_CP(0, 2, 2, 0), COUNTER + 3 },
	{ TALLY_CP(0, 3, 2, 0), COUNTER + 4 },
};

#define PLACES(list) list, sizeof(list) / sizeof((list)[0])

const struct subject subjects[SUBJECTS] = {
	{ &tally_arm1136, 0x4107B362, 0x0FFFF879, true, false, arm11_places, 5,
	  0x00305048 },
	{ &tally_arm1156, 0x410FB562, 0x7FFFF879, true, false, arm11_places, 5,
	  0x40305848 },
	{ &tally_arm1176, 0x410FB767, 0x0FFFF879, true, false,
	  PLACES(arm11_places), 0x00305048 },
	{ &tally_pxa250, 0x69052100, 0x0FFFF079, false, false,
	  PLACES(xsc1_places), 0x00305048 },
	{ &tally_i80200, 0x69052000, 0x0FFFF079, false, false,
	  PLACES(xsc1_places), 0x01605040 },
	{ &tally_xscale2, 0x69054110, 0x9, false, true, PLACES(xsc2_places),
	  0x8 },
};

static enum item where(const struct target *t, const struct tally_reg *reg)
{
	const struct subject *s = t->subject;

	if (!s->arm11 && reg->space == TALLY_CP15) {
		assert_int_equal(reg->addr, TALLY_CP(0, 0, 0, 0));
		return ID;
	}
	assert_int_equal(reg->space, s->arm11 ? TALLY_CP15 : TALLY_CP14);
	for (unsigned i = 0; i < s->places; i++)
		if (s->place[i].addr == reg->addr)
			return s->place[i].item;
	fail_msg("no register at 0x%x", (unsigned)reg->addr);
	return ID;
}

/* Bits that may read as anything are read as ones. */
static enum tally_status read_item(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	struct target *t = (struct target *)bus;
	enum item item = where(t, reg);
	uint32_t word = t->value[item];

	if (item == CONTROL && t->subject->registers)
		word |= 0x14FFFFF6;
	else if (item == CONTROL)
		word |= t->value[FLAG] | (0xF0000886 & ~t->subject->kept);
	else if (item == FLAG || item == INTEN)
		word |= 0xFFFFFFE0;
	*value = word;
	return TALLY_OK;
}

static void write_control(struct target *t, uint32_t v)
{
	uint32_t old = t->value[CONTROL];

	if (t->subject->registers)
		assert_false(v & 6 && old & 1 && !(v & 1));
	else if (!t->subject->arm11 || (old & v & 1))
		t->value[FLAG] &= ~(v & 0x700);
	if (v & 4)
		t->value[COUNTER] = 0;
	if (v & 2)
		for (unsigned i = 1; i < t->subject->monitor->counters; i++)
			t->value[COUNTER + i] = 0;
	t->value[CONTROL] = v & t->subject->kept;
}

static enum tally_status write_item(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	struct target *t = (struct target *)bus;
	enum item item = where(t, reg);
	uint32_t v = (uint32_t)value;

	t->writes++;
	assert_int_not_equal(item, ID);
	if (item == EVTSEL)
		assert_false(t->value[CONTROL] & 1);
	if (item == CONTROL)
		write_control(t, v);
	else if (item == FLAG)
		t->value[FLAG] &= ~v;
	else
		t->value[item] = item == INTEN ? v & 0x1F : v;
	return TALLY_OK;
}

static const struct tally_bus_ops target_ops = { .read = read_item,
						 .write = write_item };

void target_init(struct target *t, const struct subject *subject, bool in_use)
{
	t->bus.ops = &target_ops;
	t->bus.status = TALLY_OK;
	t->subject = subject;
	t->writes = 0;
	for (unsigned i = 0; i < ITEMS; i++)
		t->value[i] = 0xA5000011 + i;
	t->value[ID] = subject->id;
	t->value[CONTROL] = subject->found | in_use;
	t->value[USER] = 0;
	t->value[INTEN] = 0x11; /* CCNT and PMN3; overflowed: PMN1 */
	t->value[FLAG] = subject->registers ? 0x4 : 0x200;
}

void target_overflow(struct target *t)
{
	assert_true(t->value[CONTROL] & 1);
	t->value[FLAG] |= t->subject->registers ? 0x3 : 0x500;
	t->value[COUNTER] = 0;
	t->value[COUNTER + 1] = 3;
}
