/* SPDX-License-Identifier: MIT */
/*
 * How often a session must be polled: at the highest rate of its event a
 * counter wraps after that, and not long after.
 */
#include <stdint.h>

#include <tally/counting.h>
#include <tally/monitors/arm11.h>

#include "session_fixture.h"
#include "test.h"

TEST(longest_safe_interval)
{
	struct fixture f;

	set_up(&f, 0);
	f.slot[INSTRUCTIONS].event = 0xFF; /* one a cycle, like the third */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&f.s), 0xFFFFFFFF);
	tally_session_close(&f.s);
	f.slot[MISSES].event = TALLY_ARM11_ETMEXTOUT; /* up to two a cycle */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&f.s), 0x7FFFFFFF);
	tally_session_close(&f.s);

	f.setup.slots = 1;
	f.setup.options = TALLY_DIVIDE; /* [DDI0301H] wraps at 2^38 cycles */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&f.s),
			 UINT64_C(0xFFFFFFFF) * 64);
	tally_session_close(&f.s);
	pmu_bus_free(&f.target);
}

/* A closed session has nothing that wraps, and need not have a setup. */
TEST(closed_needs_no_poll)
{
	struct tally_session never = { .state = TALLY_CLOSED };
	struct fixture f;

	assert_int_equal(tally_session_poll_limit(&never), UINT64_MAX);
	set_up(&f, 0);
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	tally_session_close(&f.s);
	f.s.setup = NULL;
	assert_int_equal(tally_session_poll_limit(&f.s), UINT64_MAX);
	pmu_bus_free(&f.target);
}

/* At its event's highest rate a counter wraps after it, and not long after. */
static void assert_limit(const struct tally_monitor *m,
			 const struct tally_event *event, uint8_t counter)
{
	const struct tally_slot slot = { .counter = counter,
					 .event = event->code };
	const struct tally_setup setup = { &slot, 1, 0 };
	const struct tally_session s = { .monitor = m,
					 .setup = &setup,
					 .state = TALLY_OPENED };
	uint64_t top, limit;
	unsigned rate = event->rate ? event->rate : 1;

	if (tally_setup_check(m, &setup, NULL))
		return;
	top = tally_counter_mask(m->counter[counter].bits) >>
	      m->counting->early;
	limit = tally_session_poll_limit(&s);
	assert_true(limit <= top / rate);
	assert_true(limit >= top / (2 * (uint64_t)rate));
}

TEST(every_event_is_polled_in_time)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++)
		for (unsigned e = 0; e < all[i]->monitor->events; e++)
			for (uint8_t n = 0; n < all[i]->monitor->counters; n++)
				assert_limit(all[i]->monitor,
					     &all[i]->monitor->event[e], n);
}
