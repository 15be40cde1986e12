/* SPDX-License-Identifier: MIT */
/*
 * Sessions on e500 and PowerQUICC III monitors: exact counts although the
 * overflow flag is the count's own top bit, in every order of reader,
 * overflow and handler; interrupts that hardware disarms and freezes;
 * everything put back, with the bus failing anywhere.
 */
#include <stdint.h>

#include <tally/wrap.h>

#include "fslpm_session_fixture.h"
#include "test.h"

/* 3 x 2^31 + 5, handled at every overflow; the other counter 7. */
TEST(counts_are_exact)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		open_started();
		fslpm_happen(&target, 2, 7);
		for (unsigned n = 0; n < 3; n++) {
			assert_false(fslpm_request(&target));
			fslpm_happen(&target, 1, HALF);
			assert_true(fslpm_request(&target));
			fslpm_taken(&target);
			assert_int_equal(tally_session_count(&s, 0),
					 HALF * (n + 1));
			assert_int_equal(tally_session_overflow(&s), 1);
			assert_int_equal(target.now.pmgc0, 0x40000000);
			assert_int_equal(tally_session_count(&s, 0),
					 HALF * (n + 1));
		}
		fslpm_happen(&target, 1, 5);
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		assert_int_equal(target.now.pmgc0, 0x80000000);
		assert_int_equal(tally_session_count(&s, 0), HALF * 3 + 5);
		assert_int_equal(tally_session_count(&s, 1), 7);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* Each counter in its turn, the last one too: its own top bit is its flag. */
TEST(every_flag)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		bool device = subjects[i].counters > 4;

		for (unsigned n = device; n < subjects[i].counters; n++) {
			set_up(i);
			slot[0].counter = (uint8_t)n;
			setup.slots = 1;
			open_started();
			fslpm_happen(&target, n, HALF + 3);
			assert_int_equal(subject->monitor->ops->flags(
						 subject->monitor, &target.bus),
					 1u << n);
			assert_int_equal(tally_session_count(&s, 0), HALF + 3);
			assert_int_equal(tally_session_overflow(&s), 1);
			assert_int_equal(tally_session_count(&s, 0), HALF + 3);
			assert_int_equal(tally_session_close(&s), TALLY_OK);
		}
	}
}

/* Late by nearly 2^31: the count runs up to the end of 32 bits. */
TEST(late_handler)
{
	set_up(0);
	open_started();
	fslpm_happen(&target, 1, HALF + HALF - 1);
	assert_int_equal(tally_session_count(&s, 0), HALF + HALF - 1);
	assert_int_equal(tally_session_overflow(&s), 1);
	assert_int_equal(tally_session_count(&s, 0), HALF + HALF - 1);
	assert_int_equal(target.now.pmc[1], 0x7FFFFFFF);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/*
 * An overflow that nobody handled before the stop: no interrupt while stopped,
 * one as soon as the window opens again; a level, not an edge.
 */
TEST(overflow_over_a_stop)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		open_started();
		fslpm_happen(&target, 1, HALF + 3);
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		assert_false(fslpm_request(&target));
		assert_int_equal(tally_session_count(&s, 0), HALF + 3);
		assert_int_equal(tally_session_start(&s), TALLY_OK);
		assert_true(fslpm_request(&target));
		fslpm_taken(&target);
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		assert_int_equal(tally_session_overflow(&s), 1);
		assert_int_equal(target.now.pmgc0, 0x80000000); /* as it was */
		assert_int_equal(tally_session_count(&s, 0), HALF + 3);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* With FCECE hardware sets FAC; the handler's START takes it off. */
TEST(frozen_by_hardware)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		setup.options = TALLY_FREEZE;
		open_started();
		assert_int_equal(target.now.pmgc0, 0x60000000);
		fslpm_happen(&target, 1, HALF);
		assert_int_equal(target.now.pmgc0, 0xE0000000);
		fslpm_happen(&target, 2, 9); /* frozen: not counted */
		fslpm_taken(&target);
		assert_int_equal(tally_session_overflow(&s), 1);
		assert_int_equal(target.now.pmgc0, 0x60000000);
		fslpm_happen(&target, 2, 2);
		assert_int_equal(tally_session_count(&s, 0), HALF);
		assert_int_equal(tally_session_count(&s, 1), 2);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* A time-base event: no counter has overflowed, but PMIE is set again. */
TEST(time_base)
{
	set_up(1);
	setup.options = TALLY_TIME_BASE | TALLY_TIME_BASE_47;
	open_started();
	assert_int_equal(target.now.pmgc0, 0x40001900);
	fslpm_taken(&target);
	assert_int_equal(target.now.pmgc0, 0x00001900);
	assert_int_equal(tally_session_overflow(&s), 0);
	assert_int_equal(target.now.pmgc0, 0x40001900);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
}

/* Every 1000: loaded with 2^31 - 1000, and again after each. */
TEST(periods)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		slot[0].period = 1000;
		open_started();
		assert_int_equal(target.now.pmc[1], 0x80000000 - 1000);
		fslpm_happen(&target, 1, 1003); /* 3 late */
		assert_true(fslpm_request(&target));
		fslpm_taken(&target);
		assert_int_equal(tally_session_overflow(&s), 1);
		assert_int_equal(target.now.pmc[1], 0x80000000 - 997);
		fslpm_happen(&target, 1, 996);
		assert_false(fslpm_request(&target));
		fslpm_happen(&target, 1, 1);
		assert_true(fslpm_request(&target));
		assert_int_equal(tally_session_count(&s, 0), 2000);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/*
 * A pair: the low half's top bit is a digit of it, and no flag.  2^33 + 5 is
 * 2 wraps and 5.
 */
TEST(pairs)
{
	for (unsigned i = 0; i < 3; i++) {
		set_up(i);
		slot[1].interrupt = TALLY_SILENT;
		slot[1].pair = true;
		open_started();
		fslpm_happen(&target, 2, HALF);
		assert_int_equal(tally_session_overflow(&s), 0);
		assert_int_equal(target.now.pmc[2], 0x80000000);
		assert_int_equal(tally_session_count(&s, 1), HALF);
		fslpm_happen(&target, 2, HALF * 3 + 5);
		assert_int_equal(target.now.pmc[3], 2);
		assert_int_equal(tally_session_count(&s, 1), HALF * 4 + 5);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* Between which accesses the low half wraps: the pair is never torn. */
static unsigned when;

static void wrap_then(struct fslpm_target *t)
{
	if (t->accesses == when)
		fslpm_happen(t, 2, 1);
}

TEST(pair_is_never_torn)
{
	for (unsigned after = 0; after < 20; after++) {
		uint64_t count;

		set_up(0);
		slot[1].interrupt = TALLY_SILENT;
		slot[1].pair = true;
		open_started();
		fslpm_happen(&target, 2, 0xFFFFFFFF);
		when = target.accesses + after;
		target.before = wrap_then;
		count = tally_session_count(&s, 1);
		assert_in_range(count, 0xFFFFFFFF, 0x100000000);
		target.before = NULL;
		assert_int_equal(tally_session_close(&s), TALLY_OK);
	}
}

/*
 * Every order of reader, overflow and handler: the counters count one with
 * every access, the interrupt comes `late` accesses after it is requested,
 * while no handler runs.  What is read lies between what had been counted
 * before and after, and the end is exact.
 */
static unsigned late, waited;
static bool handling;

static void interrupt(struct fslpm_target *t)
{
	if (handling || !fslpm_request(t)) {
		return;
	}
	if (waited++ < late)
		return;
	waited = 0;
	handling = true;
	fslpm_taken(t);
	tally_session_overflow(&s);
	handling = false;
}

static uint64_t true_count(unsigned n)
{
	return target.counted[n];
}

static void read_between(unsigned i)
{
	uint64_t before = true_count(slot[i].counter);
	uint64_t count = tally_session_count(&s, i);

	assert_in_range(count, before, true_count(slot[i].counter));
}

static void interleave(unsigned which, unsigned distance, unsigned lateness)
{
	set_up(which);
	open_started();
	target.counted[1] = target.counted[2] = 0;
	fslpm_happen(&target, 1, HALF - distance);
	/* The other overflows in the midst of the first one's handler. */
	fslpm_happen(&target, 2, HALF - distance - 7);
	late = lateness;
	waited = 0;
	target.busy = true;
	target.before = interrupt;
	/* A count is one access where nothing comes between. */
	for (unsigned n = 0; n < 24; n++) {
		read_between(0);
		read_between(1);
	}
	target.busy = false;
	target.before = NULL;
	while (fslpm_request(&target)) {
		fslpm_taken(&target);
		tally_session_overflow(&s);
	}
	assert_int_equal(tally_session_count(&s, 0), true_count(1));
	assert_int_equal(tally_session_count(&s, 1), true_count(2));
	assert_true(total[0].wraps == 1 && total[1].wraps == 1);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

TEST(every_order)
{
	for (unsigned which = 0; which < SUBJECTS; which++)
		for (unsigned distance = 1; distance < 40; distance++)
			for (unsigned lateness = 0; lateness < 40; lateness++)
				interleave(which, distance, lateness);
}

/* A timer's interrupt comes ahead of one access, polls and reads. */
static unsigned access_now, timer_at;
static bool begins; /* totals begin anew, one after another */

static void timer(struct fslpm_target *t)
{
	uint64_t count[2];

	(void)t;
	if (handling || access_now++ != timer_at || s.state != TALLY_OPENED)
		return;
	handling = true;
	(void)tally_session_overflow(&s);
	for (unsigned i = 0; i < 2 && !begins; i++)
		read_between(i);
	assert_int_equal(tally_session_read_all(&s, count), TALLY_OK);
	handling = false;
}

/* False: the timer would come after the last access. */
static bool timed_at(unsigned which, unsigned at)
{
	uint64_t count[2];

	set_up(which);
	slot[0].interrupt = slot[1].interrupt = TALLY_SILENT;
	assert_int_equal(open_it(), TALLY_OK);
	access_now = 0;
	timer_at = at;
	target.before = timer;
	target.busy = true;
	target.counted[1] = target.counted[2] = 0;
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally_session_start(&s), TALLY_OK);
		fslpm_happen(&target, 1, HALF - 2);
		fslpm_happen(&target, 2, HALF - 5);
		read_between(0);
		read_between(1);
		assert_int_equal(tally_session_read_all(&s, count), TALLY_OK);
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		assert_int_equal(tally_session_count(&s, 0), true_count(1));
		assert_int_equal(tally_session_count(&s, 1), true_count(2));
		begins = true;
		assert_int_equal(tally_session_reset(&s), TALLY_OK);
		target.counted[1] = target.counted[2] = 0;
		begins = false;
		assert_int_equal(tally_session_count(&s, 0), 0);
		assert_int_equal(tally_session_count(&s, 1), 0);
	}
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
	return access_now > at;
}

TEST(a_timer_at_every_access)
{
	for (unsigned which = 0; which < SUBJECTS; which++) {
		unsigned at = 0;

		while (timed_at(which, at))
			at++;
		assert_in_range(at, 40, 4000);
	}
}

/* By polling, too; nothing interrupts, since no slot wants it. */
TEST(polled)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		slot[0].interrupt = slot[1].interrupt = TALLY_SILENT;
		open_started();
		assert_int_equal(target.now.pmgc0, 0);
		fslpm_happen(&target, 2, HALF + 1);
		assert_false(fslpm_request(&target));
		assert_int_equal(tally_session_overflow(&s), 2);
		assert_int_equal(target.now.pmgc0, 0);
		fslpm_happen(&target, 2, 1);
		assert_int_equal(tally_session_count(&s, 1), HALF + 2);
		/* 2^31 - 1, halved for each doubling of the rate. */
		assert_in_range(tally_session_poll_limit(&s), 1, HALF);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
	}
}

/* An idle counter's top bit is nobody's overflow, and stays. */
TEST(idle_counters)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		open_started();
		target.now.pmc[3] = 0xFFFFFFFF;
		assert_int_equal(tally_session_overflow(&s), 0);
		assert_int_equal(target.now.pmc[3], 0xFFFFFFFF);
		target.now.pmc[3] = found.pmc[3];
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/*
 * Freezes: state and mark are the target's; MSR[PR] = 0 and MSR[PMM] = 0 to
 * begin with.
 */
TEST(freezes)
{
	static const uint8_t levels[] = { TALLY_EL0, TALLY_EL1, TALLY_MARKED,
					  TALLY_EL0 | TALLY_UNMARKED };
	struct tally_slot one[4];

	set_up(0);
	for (uint8_t n = 0; n < 4; n++)
		one[n] = (struct tally_slot){ .counter = n,
					      .event = 2,
					      .levels = levels[n] };
	setup = (struct tally_setup){ one, 4, 0 };
	open_started();
	for (unsigned what = 0; what < 4; what++) {
		target.user = what & 1;
		target.marked = what & 2;
		for (unsigned n = 0; n < 4; n++)
			fslpm_happen(&target, n, UINT64_C(1) << 4 * what);
	}
	assert_int_equal(tally_session_count(&s, 0), 0x1010); /* user */
	assert_int_equal(tally_session_count(&s, 1), 0x0101);
	assert_int_equal(tally_session_count(&s, 2), 0x1100); /* marked */
	assert_int_equal(tally_session_count(&s, 3), 0x0010); /* user, un- */
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
}

/* A monitor in use is left alone; the leavings of a reset are nobody's. */
TEST(in_use)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		set_up(i);
		target.now.pmgc0 = 0;
		assert_int_equal(open_it(), TALLY_E_BUSY);
		assert_int_equal(target.writes, 0);
		for (unsigned n = 0; n < subject->counters; n++)
			target.now.pmlca[n] = 0;
		assert_int_equal(open_it(), TALLY_OK);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_int_equal(target.now.pmgc0, 0);
		target.now.pmgc0 = 0x00800000; /* a bit that there is not */
		assert_int_equal(open_it(), TALLY_E_ABSENT);
	}
}

static bool act(unsigned what)
{
	switch (what) {
	case 0:
		return open_it() == TALLY_OK;
	case 1:
		return tally_session_start(&s) == TALLY_OK;
	case 2:
		tally_session_overflow(&s);
		return !fault.bus.status;
	case 3:
		tally_session_count(&s, 0);
		tally_session_count(&s, 1);
		return !fault.bus.status;
	case 4:
		return tally_session_stop(&s) == TALLY_OK;
	case 5:
		return tally_session_suspend(&s) == TALLY_OK;
	default:
		return tally_session_resume(&s) == TALLY_OK;
	}
}

/* The count is read while all run, or first when all stand still. */
static const uint8_t running[] = { 0, 1, 2, 3, 4, 5, 6 };
static const uint8_t stopped[] = { 0, 1, 4, 3, 2, 5, 6 };

enum { ACTS = sizeof(running) };

static void fail_an_act(const uint8_t *order)
{
	for (unsigned i = 0; i < ACTS && !fault.hit; i++) {
		bool good = act(order[i]);
		uint32_t accesses = target.accesses;

		assert_int_equal(good, !fault.hit);
		if (fault.hit) {
			assert_true(fault.bus.status == TALLY_E_BUS);
			tally_bus_write(&fault.bus, &s.stop.reg, 0);
			assert_int_equal(target.accesses, accesses);
		}
		if (i == 1)
			fslpm_happen(&target, 1, HALF + 1);
	}
}

/* One whole session with the bus failing at access `at`. */
static bool fails_at(unsigned which, const uint8_t *order, uint32_t at)
{
	set_up(which);
	if (subject->counters > 4)
		slot[1] = (struct tally_slot){ .counter = 0,
					       .event = TALLY_EVENT_CYCLES };
	tally_bus_fault_init(&fault, &target.bus, at);
	s.touched = false;
	fail_an_act(order);
	tally_bus_recover(&fault.bus);
	if (s.touched && tally_session_close(&s)) {
		assert_true(fault.hit);
		tally_bus_recover(&fault.bus);
		assert_int_equal(tally_session_close(&s), TALLY_OK);
	}
	return fault.hit;
}

TEST(fails_anywhere)
{
	for (unsigned i = 0; i < 2 * SUBJECTS; i++) {
		uint32_t at = 0;

		while (fails_at(i / 2, i & 1 ? stopped : running, at)) {
			assert_as_found();
			at++;
		}
		assert_true(at > 40);
		assert_as_found();
	}
}
