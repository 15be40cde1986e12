/* SPDX-License-Identifier: MIT */
/* The doctor has each counter count something that certainly happens. */
#include <stdint.h>
#include <string.h>

#include "run/doctor/inner.h"
#include "test.h"

static struct doctor d;
static struct doctor_sure sure;
static struct tally_limits limits;

static void of(const char *monitor)
{
	struct error err;

	d.monitor = catalog_monitor(monitor, &err);
	assert_non_null(d.monitor);
	memset(&limits, 0xff, sizeof limits);
}

static void slot(unsigned i, unsigned counter, unsigned event)
{
	assert_true(i < sure.setup.slots);
	assert_int_equal(sure.slot[i].counter, counter);
	assert_int_equal(sure.slot[i].event, event);
}

/* Counters 0 to `counters` - 1, of which one counts cycles alone. */
static void chosen(const char *monitor, unsigned counters, unsigned cycles,
		   unsigned instructions)
{
	of(monitor);
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, counters);
	assert_ptr_equal(sure.setup.slot, sure.slot);
	for (unsigned i = 0; i < counters; i++)
		slot(i, i, i == cycles ? TALLY_EVENT_CYCLES : instructions);
	assert_int_equal(doctor_cycles(&d, &sure), cycles);
}

TEST(cycles_and_instructions)
{
	chosen("arm1176", 3, 0, 0x07);
	chosen("pxa250", 3, 0, 0x07);
	chosen("xscale2", 5, 0, 0x07);
	chosen("cortex-a8", 5, 4, 0x08);
	chosen("cortex-a9", 7, 6, 0x68);
	chosen("pmuv3/cortex-a72", 7, 6, 0x08);
	chosen("pmuv3", 32, 31, 0x08);
}

/* The first counter has the cycles if none is for cycles alone. */
TEST(the_first_one_has_cycles)
{
	of("e500v2");
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, 4);
	slot(0, 0, 1);
	for (unsigned i = 1; i < 4; i++)
		slot(i, i, 2);
	assert_int_equal(doctor_cycles(&d, &sure), 0);
	/* Not where it is the only one: something has to be instructions. */
	limits.counters = 1 << 2;
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, 1);
	slot(0, 2, 2);
	assert_int_equal(doctor_cycles(&d, &sure), 0);
}

/* A clock of the bus alone is sure of what is on the AHB; of caches nothing
 * is. */
TEST(a_clock_or_nothing)
{
	of("arm926pxp-ahb");
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, 1);
	assert_int_equal(sure.slot[0].counter, 0);
	of("l220");
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, 0);
	assert_int_equal(doctor_cycles(&d, &sure), 0);
}

/* Counters that this core has not, and events that it tells it has not. */
TEST(what_the_core_has)
{
	of("pmuv3");
	limits.counters = UINT32_C(1) << 31 | 1 << 5 | 1 << 0;
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, 3);
	slot(0, 0, 0x08);
	slot(1, 5, 0x08);
	slot(2, 31, TALLY_EVENT_CYCLES);
	assert_int_equal(doctor_cycles(&d, &sure), 2);
	/* Without instructions all of them count cycles. */
	limits.code_max = 0x07;
	doctor_make_sure(&d, &limits, &sure);
	for (unsigned i = 0; i < sure.setup.slots; i++)
		assert_int_not_equal(sure.slot[i].event, 0x08);
	limits.counters = 0;
	doctor_make_sure(&d, &limits, &sure);
	assert_int_equal(sure.setup.slots, 0);
}
