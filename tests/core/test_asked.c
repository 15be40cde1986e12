/* SPDX-License-Identifier: MIT */
/*
 * Overflow flags that stand each in the register of its counter's event, as
 * those of RISC-V's Sscofpmf: totals are exact whenever a counter wraps and
 * whenever the handler comes, and a period is loaded anew.
 */
#include "test.h"
#include "toy.h"

enum { COUNTER = 1, EVENT = 3 };

static const uint64_t flag = UINT64_C(1) << 63;
static struct tally_session session;
static uint64_t counted, counted_at_read;
static unsigned bits, wrap_at, handle_at;
static unsigned controls; /* writes that start or stop */

static struct tally_reg at(unsigned word)
{
	return (struct tally_reg){ word, TALLY_MMIO, 64 };
}

static void count(unsigned n, uint64_t by)
{
	const uint64_t mask = tally_counter_mask(bits);
	uint64_t *word = &toy.word[COUNTER + n];
	uint64_t now = (*word + by) & mask;

	if (now < *word)
		toy.word[EVENT + n] |= flag;
	*word = now;
	if (n == 0)
		counted += by;
}

static void ahead(unsigned word, bool writes)
{
	if (toy.accesses == wrap_at)
		count(0, 20);
	if (toy.accesses == handle_at) {
		handle_at = 0;
		(void)tally_session_overflow(&session);
	}
	if (word == COUNTER && !writes)
		counted_at_read = counted;
	controls += word == TOY_CONTROL && writes;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	const struct tally_reg control = at(TOY_CONTROL);

	(void)m;
	for (unsigned i = 0; phase == TALLY_CONFIGURE && i < setup->slots;
	     i++) {
		const struct tally_slot *slot = &setup->slot[i];
		const struct tally_reg event = at(EVENT + slot->counter),
				       counter = at(COUNTER + slot->counter);

		tally_script_write(script, &event, slot->event);
		tally_script_write(script, &counter,
				   tally_preset(slot->period, bits));
	}
	tally_script_write(script, &control, phase == TALLY_START);
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	uint32_t set = 0;

	for (unsigned i = 0; i < m->counters; i++) {
		const struct tally_reg event = at(EVENT + i);

		if (tally_bus_read(bus, &event) & flag)
			set |= UINT32_C(1) << i;
	}
	return set;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	const uint32_t set = flags(m, bus);

	(void)start;
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_reg event =
			at(EVENT + setup->slot[i].counter);

		if (set >> setup->slot[i].counter & 1)
			tally_bus_write(bus, &event, setup->slot[i].event);
	}
	return set | (toy.word[TOY_CONTROL] ? TALLY_RUNNING : 0);
}

static enum tally_status check(const struct tally_monitor *m,
			       const struct tally_setup *setup, unsigned i)
{
	(void)m;
	return setup->slot[i].interrupt == TALLY_IRQ ? TALLY_E_FEATURE
						     : TALLY_OK;
}

static const struct tally_monitor_ops ops = {
	.probe = toy_probe,
	.save = toy_save,
	.encode = encode,
	.holds = toy_holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.check = check,
};

static struct tally_counter counter[2];
static const struct tally_event event[] = { { 5, 1, 3 } };
static const struct tally_asking counting = TALLY_ASKED(flags);
static const struct tally_monitor monitor = {
	.ops = &ops,
	.counting = &counting.counting,
	.counter = counter,
	.counters = 2,
	.event = event,
	.events = 1,
	.steps = 5,
	.interrupts = 1 << TALLY_SILENT | 1 << TALLY_LOCAL,
};

static const struct tally_slot plain[] = { TALLY_SLOT(0, 5), TALLY_SLOT(1, 5) };
static const struct tally_slot often[] = { TALLY_SLOT_EVERY(0, 5, TALLY_LOCAL,
							    1000) };
static const struct tally_setup two = TALLY_SETUP(plain, 0);
static const struct tally_setup every = TALLY_SETUP(often, 0);
static struct tally_total total[2];
static struct tally_step step[5];
static const struct tally_store store = { total, step, 2, 5 };
static const unsigned widths[] = { 31, 32, 40, 48, 63, 64 };

static void begin(unsigned width, const struct tally_setup *setup)
{
	toy_init(&toy_bus);
	memset(&session, 0, sizeof(session));
	toy.ahead = ahead;
	toy.warl[COUNTER] = tally_counter_mask(width);
	counted = counted_at_read = 0;
	wrap_at = handle_at = 0;
	bits = width;
	for (unsigned i = 0; i < 2; i++)
		counter[i] =
			(struct tally_counter){ at(COUNTER + i), (uint8_t)width,
						TALLY_ANY_EVENT, 0 };
	assert_int_equal(tally_session_open(&session, &monitor, &toy.bus, setup,
					    &store, false),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
}

/* Up to 10 below the end, so that 20 more wrap. */
static void nearly(void)
{
	count(0, tally_counter_mask(bits) - 9);
	count(1, 3);
}

/* Every place of the wrap and of the handler, in a reader's accesses. */
TEST(exact_whenever_it_wraps_and_is_handled)
{
	for (unsigned w = 0; w < sizeof(widths) / sizeof(widths[0]); w++)
		for (unsigned wraps = 1; wraps <= 7; wraps++)
			for (unsigned comes = 0; comes <= 12; comes++) {
				uint64_t got;

				begin(widths[w], &two);
				nearly();
				toy.accesses = 0;
				wrap_at = wraps;
				handle_at = comes;
				got = tally_session_count(&session, 0);
				assert_int_equal(got, counted_at_read);
				wrap_at = handle_at = 0;
				assert_int_equal(
					tally_session_count(&session, 0),
					counted);
				assert_int_equal(
					tally_session_count(&session, 1), 3);
				assert_int_equal(tally_session_close(&session),
						 TALLY_OK);
			}
}

TEST(the_handler_counts_a_wrap_once)
{
	begin(40, &two);
	for (unsigned i = 0; i < 5; i++) {
		count(0, tally_counter_mask(40) - 7);
		(void)tally_session_overflow(&session);
	}
	assert_int_equal(tally_session_count(&session, 0), counted);
	assert_int_equal(total[0].wraps, 4);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

TEST(both_wrap_at_once)
{
	begin(40, &two);
	count(0, UINT64_C(1) << 40);
	count(1, tally_counter_mask(40));
	count(1, 1);
	toy.word[EVENT] |= flag;
	controls = 0;
	assert_int_equal(tally_session_overflow(&session), 3);
	assert_int_equal(controls, 0);
	assert_int_equal(tally_session_count(&session, 0), UINT64_C(1) << 40);
	assert_int_equal(tally_session_count(&session, 1), UINT64_C(1) << 40);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/*
 * The counter is loaded while it stands, and goes on only if it ran; who comes
 * a whole period late begins a new one.
 */
TEST(a_period_begins_while_all_stands)
{
	begin(40, &every);
	count(0, 2500);
	controls = 0;
	assert_int_equal(tally_session_overflow(&session), 1);
	assert_int_equal(controls, 2);
	assert_int_equal(toy.word[TOY_CONTROL], 1);
	assert_int_equal(toy.word[COUNTER], tally_preset(1000, 40));
	assert_int_equal(tally_session_count(&session, 0), 2500);
	count(0, 1000);
	assert_int_equal(tally_session_stop(&session), TALLY_OK);
	assert_int_equal(tally_session_overflow(&session), 1);
	assert_int_equal(toy.word[TOY_CONTROL], 0);
	assert_int_equal(tally_session_count(&session, 0), 3500);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/* The interrupt is neither of Arm's two; the period goes on by its rest. */
TEST(periods_by_a_local_interrupt)
{
	begin(40, &every);
	for (unsigned i = 0; i < 3; i++) {
		count(0, 1003);
		assert_int_equal(tally_session_overflow(&session), 1);
	}
	assert_int_equal(tally_session_count(&session, 0), 3009);
	assert_int_equal(toy.word[COUNTER], tally_preset(1000, 40) + 9);
	assert_true(tally_counting_tells(monitor.counting));
	assert_true(tally_monitor_interrupts(&monitor, TALLY_LOCAL));
	assert_false(tally_monitor_interrupts(&monitor, TALLY_IRQ));
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}
