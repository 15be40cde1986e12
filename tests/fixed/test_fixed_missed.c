/* SPDX-License-Identifier: MIT */
/*
 * The folded form's totals of a Cortex-A9 whose event counters overflow without
 * a flag: as tests/core/test_compared.c has those of a session.
 */
#include "cells.h"
#include "test.h"

#define TURN (UINT64_C(1) << 32)

enum { CYCLES, WRITES, R2P10 = 0x412FC09A, R3P0 = 0x413FC090 };

static struct tally_fixed f;
static unsigned looked_at; /* monitors */
static uint64_t writes;    /* that happened, two in each cycle */

static void open_it(uint32_t id, unsigned first)
{
	const struct tally_slot both[] = {
		TALLY_SLOT(TALLY_CORTEX_A9_PMCCNTR, TALLY_EVENT_CYCLES),
		TALLY_SLOT(TALLY_CORTEX_A9_PMEVCNTR0, 0x07),
	};

	set_up(0);
	main_id = id;
	memset(&store, 0, sizeof store);
	memcpy(slot, both, sizeof both);
	setup = (struct tally_setup){ slot + first, (uint8_t)(2 - first), 0 };
	fill(0, false);
	f = fixed_of(kind, &setup, &store);
	assert_int_equal(kind->open(&f, true), TALLY_OK);
	kind->turn(&f, true);
	writes = 0;
}

static uint64_t *value_of(const char *name)
{
	struct error err;
	const struct catalog_register *reg = catalog_register(m, name, &err);

	assert_non_null(reg);
	return &target.value[cell_of(&reg->reg)];
}

/* The cycle counter's overflow sets its flag. */
static void work(uint64_t cycles)
{
	uint64_t *now = value_of("PMCCNTR");
	uint64_t *counter = value_of("PMEVCNTR0");

	if (*now + cycles >= TURN)
		*value_of("PMOVSR") |= TALLY_ARMV7_CYCLE_BIT;
	*now = (uint32_t)(*now + cycles);
	*counter = (uint32_t)(*counter + 2 * cycles);
	writes += 2 * cycles;
}

static void assert_writes(bool at_least)
{
	uint64_t all[TALLY_FIXED_SLOTS];

	assert_int_equal(kind->total(&f, WRITES), writes);
	kind->totals(&f, all);
	assert_int_equal(all[WRITES], writes);
	assert_int_equal(store.at_least, at_least);
}

static void looks_in_time_prove_the_total(void)
{
	open_it(R2P10, 0);
	for (unsigned i = 0; i < 12; i++) {
		work(TURN / 2 - 1 - i);
		assert_writes(false);
		kind->overflow(&f);
		assert_writes(false);
	}
	assert_true(writes > 10 * TURN);
	assert_int_equal(kind->total(&f, CYCLES), writes / 2);
	assert_int_equal(kind->close(&f), TALLY_OK);
}

static void a_late_look_proves_nothing(void)
{
	open_it(R2P10, 0);
	work(TURN - 5);
	assert_int_equal(kind->total(&f, WRITES), writes - TURN);
	assert_true(store.at_least);
	kind->overflow(&f);
	work(5);
	assert_true(kind->total(&f, WRITES) < writes);
	assert_true(store.at_least);
	assert_int_equal(kind->close(&f), TALLY_OK);
	open_it(R2P10, 0);
	assert_writes(false);
	assert_int_equal(kind->close(&f), TALLY_OK);
	/* Flags of r3p0 are believed. */
	open_it(R3P0, 0);
	work(TURN - 5);
	(void)kind->total(&f, WRITES);
	assert_false(store.at_least);
	assert_int_equal(kind->close(&f), TALLY_OK);
}

static void nothing_is_proved_without_cycles(void)
{
	open_it(R2P10, 1);
	work(10);
	assert_int_equal(kind->total(&f, 0), writes);
	assert_true(store.at_least);
	assert_int_equal(kind->close(&f), TALLY_OK);
}

/* Whichever monitors have such counters. */
static void look(void)
{
	const struct tally_counting *c = m->monitor->counting;

	if (!c->flagged || !c->poll)
		return;
	looked_at++;
	looks_in_time_prove_the_total();
	a_late_look_proves_nothing();
	nothing_is_proved_without_cycles();
}

TEST(totals_are_proved_or_the_least)
{
	for_each_monitor(look);
	assert_int_equal(looked_at, 1);
}
