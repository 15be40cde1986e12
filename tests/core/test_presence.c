/* SPDX-License-Identifier: MIT */
/*
 * Registers whose presence a trap tells and whose width a write: a monitor that
 * wants a counter of 40 bits is refused where there are fewer, takes one that
 * is wider, and counts right on it.
 */
#include "test.h"
#include "toy.h"

enum { COUNTER = 1, OTHER = 2 };

static const struct tally_reg control = { TOY_CONTROL, TALLY_MMIO, 64 };
static const struct tally_reg other = { OTHER, TALLY_MMIO, 64 };
static const struct tally_counter counter[] = {
	{ { COUNTER, TALLY_MMIO, 64 },
	  40,
	  TALLY_ONE_EVENT,
	  TALLY_EVENT_CYCLES },
};
static const uint64_t all = (UINT64_C(1) << 40) - 1;

/* Presence is probe()'s: it reads only. */
static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	uint64_t value;

	if (tally_bus_try(bus, &m->counter[0].reg, &value))
		return TALLY_OK;
	return bus->status ? bus->status : TALLY_E_ABSENT;
}

static enum tally_status fits(const struct tally_monitor *m,
			      const struct tally_setup *setup,
			      struct tally_bus *bus)
{
	(void)setup;
	if (tally_bus_holds(bus, &m->counter[0].reg, all) == all)
		return TALLY_OK;
	return bus->status ? bus->status : TALLY_E_COUNTER;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	(void)m;
	(void)setup;
	tally_script_write(script, &control, phase == TALLY_START);
}

static const struct tally_monitor_ops ops = {
	.probe = probe,
	.save = toy_save,
	.encode = encode,
	.holds = toy_holds,
	.fits = fits,
	.flags = toy_flags,
	.acknowledge = toy_acknowledge,
	.check = tally_check_unloaded,
};

static const struct tally_monitor monitor = {
	.ops = &ops,
	.counting = &tally_free_running,
	.counter = counter,
	.counters = 1,
	.steps = 1,
	.silent = true,
};
static const struct tally_slot slot[] = { TALLY_SLOT(0, TALLY_EVENT_CYCLES) };
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
static struct tally_total total[1];
static struct tally_step step[1];
static const struct tally_store store = { total, step, 1, 1 };
static struct tally_session session;

static enum tally_status opened(void)
{
	memset(&session, 0, sizeof(session));
	return tally_session_open(&session, &monitor, &toy.bus, &setup, &store,
				  false);
}

TEST(a_trap_tells_that_there_is_none)
{
	toy_init(&toy_bus);
	toy.absent[COUNTER] = true;
	assert_int_equal(opened(), TALLY_E_ABSENT);
	/* The bus has not failed by it. */
	assert_int_equal(toy.bus.status, TALLY_OK);
	assert_int_equal(tally_bus_holds(&toy.bus, &counter[0].reg, all), 0);
	toy.absent[COUNTER] = false;
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

TEST(a_bus_that_failed_tells_nothing)
{
	uint64_t value = 77;

	toy_init(&toy_bus);
	toy.bus.status = TALLY_E_BUS;
	assert_false(tally_bus_try(&toy.bus, &other, &value));
	assert_int_equal(value, 77);
	assert_int_equal(toy.bus.status, TALLY_E_BUS);
	assert_int_equal(opened(), TALLY_E_BUS);
}

/* Which bits are there is told, and what was found is put back. */
TEST(a_write_tells_the_bits)
{
	toy_init(&toy_bus);
	toy.warl[OTHER] = 0x00F0;
	toy.word[OTHER] = 0x00A0;
	assert_int_equal(tally_bus_holds(&toy.bus, &other, 0xFFFF), 0x00F0);
	assert_int_equal(toy.word[OTHER], 0x00A0);
	assert_int_equal(tally_bus_holds(&toy.bus, &other, 0x0030), 0x0030);
	assert_int_equal(toy.word[OTHER], 0x00A0);
}

static void stuck(unsigned word, bool writes)
{
	(void)writes;
	if (word == OTHER)
		toy.word[OTHER] |= 1;
}

/* A bit that reads 1 whatever is written does not hold. */
TEST(a_bit_that_is_always_set_holds_nothing)
{
	toy_init(&toy_bus);
	toy.ahead = stuck;
	assert_int_equal(tally_bus_holds(&toy.bus, &other, 0x3), 0x2);
}

TEST(narrower_is_refused_and_wider_is_right)
{
	toy_init(&toy_bus);
	toy.warl[COUNTER] = all >> 1;
	assert_int_equal(opened(), TALLY_E_COUNTER);
	toy_init(&toy_bus);
	toy.word[COUNTER] = all - 2;
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(toy.word[COUNTER], all - 2);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	toy.word[COUNTER] += 10;
	assert_int_equal(tally_session_count(&session, 0), 10);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}
