/* SPDX-License-Identifier: MIT */
/*
 * The clock of a PowerQUICC III, whose words stand in an order that nobody
 * knows: where it runs, where it stands, where it is dead, and where it is
 * held.
 */
#include <stdint.h>
#include <string.h>

#include "fslpm_session_fixture.h"
#include "test.h"

/* PMC0 runs: the words are known before anything is written. */
TEST(clock_that_runs)
{
	uint64_t count;

	/* The carry comes while it looks, at this access or that. */
	for (unsigned i = 0; i < 8 * 40; i++) {
		set_up(2 + (i & 1));
		target.low_second = i & 2;
		target.clocks = i & 4 ? 1 : FSLPM_CLOCKS;
		target.now.pmgc0 = 0;
		memset(target.now.pmlca, 0, sizeof(target.now.pmlca));
		target.now.clock = UINT64_C(0x600000000) -
				   (uint64_t)target.clocks * (1 + i / 8);
		slot[1] = (struct tally_slot){ .counter = 0,
					       .event = TALLY_EVENT_CYCLES };
		open_started();
		assert_int_not_equal(fault.bus.learnt, 0);
		/* The clock counts what it moves by, and is never written. */
		target.now.clock += UINT64_C(0x3FFFFFFF0);
		assert_in_range(tally_session_count(&s, 1),
				UINT64_C(0x3FFFFFFF0), UINT64_C(0x400000200));
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		count = tally_session_count(&s, 1);
		target.now.clock += UINT64_C(0x700000002);
		assert_int_equal(tally_session_count(&s, 1), count);
		assert_in_range(target.now.clock, UINT64_C(0x10F0000000),
				UINT64_C(0x1110000000));
		assert_int_equal(tally_session_close(&s), TALLY_OK);
	}
}

/*
 * The clock stands still until the window: found out when it is opened, with
 * the other counters' counts as they were; and it is put back.
 */
TEST(clock_that_stands)
{
	uint64_t count;

	for (unsigned i = 0; i < 4; i++) {
		set_up(2 + (i & 1));
		target.low_second = i & 2;
		slot[1] = (struct tally_slot){ .counter = 0,
					       .event = TALLY_EVENT_CYCLES };
		open_started();
		assert_int_not_equal(fault.bus.learnt, 0);
		fslpm_happen(&target, 1, 11);
		target.now.clock += UINT64_C(0x700000002);
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		count = tally_session_count(&s, 1);
		assert_in_range(count, UINT64_C(0x700000002),
				UINT64_C(0x700000200));
		target.now.clock += 5;
		assert_int_equal(tally_session_count(&s, 1), count);
		assert_int_equal(tally_session_count(&s, 0), 11);
		assert_int_equal(target.now.pmgc0, 0x80000000);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* Reading a clock that stands tries it out, and leaves every register of the
 * monitor as it was. */
TEST(clock_that_is_looked_at)
{
	for (unsigned i = 0; i < 4; i++) {
		set_up(2 + (i & 1));
		target.low_second = i & 2;
		for (unsigned n = 0; n < subject->counters; n++)
			found.pmlca[n] = target.now.pmlca[n] = 0x81230000 + n;
		slot[1] = (struct tally_slot){ .counter = 0,
					       .event = TALLY_EVENT_CYCLES };
		assert_int_equal(subject->monitor->ops->count(subject->monitor,
							      &setup, 1,
							      &fault.bus),
				 found.clock);
		assert_int_not_equal(fault.bus.learnt, 0);
		assert_as_found();
	}
}

/* A clock that never moves: no number is made up. */
TEST(clock_that_is_dead)
{
	set_up(2);
	slot[1] = (struct tally_slot){ .counter = 0,
				       .event = TALLY_EVENT_CYCLES };
	target.clocks = 0;
	open_started();
	/* Nothing moved, so it began at 0; both words tell nothing then. */
	assert_int_equal(target.now.clock, 0);
	target.now.clock = UINT64_C(0x600000005);
	assert_int_equal(tally_session_count(&s, 1), 0);
	assert_int_equal(tally_bus_recover(&fault.bus), TALLY_E_ABSENT);
	target.now.clock = 0;
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	assert_int_equal(tally_session_count(&s, 1), 0);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
}

/*
 * A debugger holds the target, and no access makes time pass: 0 is 0, and one
 * word that is not 0 is the low one, from then on too.
 */
TEST(clock_that_is_held)
{
	for (unsigned i = 0; i < 4; i++) {
		set_up(2);
		target.low_second = i & 1;
		target.clocks = 0;
		slot[1] = (struct tally_slot){ .counter = 0,
					       .event = TALLY_EVENT_CYCLES };
		open_started();
		assert_int_equal(tally_session_count(&s, 1), 0);
		target.now.clock = 5;
		assert_int_equal(tally_session_count(&s, 1), 5);
		assert_int_equal(target.now.clock, 5);
		target.now.clock = UINT64_C(0x600000005);
		assert_int_equal(tally_session_count(&s, 1),
				 UINT64_C(0x600000005));
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}
