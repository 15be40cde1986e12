/* SPDX-License-Identifier: MIT */
/*
 * L2C-310: who it takes a page for, and the codes that the L220 does not have
 * [Linux cache-l2x0.h; SAMA5].  The rest is the L220's: test_l2cc.c.
 */
#include <stdint.h>

#include <tally/monitors/l2c310.h>
#include <tally/monitors/l2cc.h>
#include <tally/native.h>

#include "test.h"

static volatile uint32_t page[0x400];

static enum tally_status probe(const struct tally_monitor *m, uint32_t id)
{
	struct tally_bus_mmio bus = TALLY_BUS_MMIO(page, sizeof(page));

	page[0] = id;
	return m->ops->probe(m, &bus.bus);
}

TEST(who_is_there)
{
	assert_int_equal(probe(&tally_l2c310, 0x410000C8), TALLY_OK);
	assert_int_equal(probe(&tally_l2c310, 0x41000084), TALLY_E_ABSENT);
	assert_int_equal(probe(&tally_l2c310, 0x41000044), TALLY_E_ABSENT);
	assert_int_equal(probe(&tally_l2c310, 0x420000C8), TALLY_E_ABSENT);
	assert_int_equal(probe(&tally_l220, 0x41000084), TALLY_OK);
	assert_int_equal(probe(&tally_l220, 0x41000044), TALLY_E_ABSENT);
}

TEST(configured)
{
	static const struct tally_slot slot = { .counter = 1, .event = 0xE };
	static const struct tally_setup setup = { &slot, 1, 0 };
	struct tally_step step[TALLY_L2C310_STEPS];
	struct tally_script script;
	uint64_t last = 0;

	tally_script_init(&script, step, TALLY_L2C310_STEPS);
	assert_int_equal(
		tally_encode(&tally_l2c310, &setup, TALLY_CONFIGURE, &script),
		TALLY_OK);
	for (unsigned i = 0; i < script.count; i++)
		if (step[i].reg.addr == 0x204)
			last = step[i].value;
	assert_int_equal(last, 0x38);
	assert_int_equal(tally_setup_check(&tally_l220, &setup, NULL),
			 TALLY_E_EVENT);
}
