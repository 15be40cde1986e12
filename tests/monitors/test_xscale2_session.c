/* SPDX-License-Identifier: MIT */
/*
 * Sessions count with XScale's second monitor: five counters, wraps, periods,
 * every order of reader, overflow and handler.  See xsc2_fixture.h.
 */
#include <stdint.h>

#include "test.h"
#include "xsc2_fixture.h"

TEST(five_counters)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		assert_int_equal(monitor->counters, SLOTS);
		open_plain(&f);
		work(&f, 1000, 1000, 1000);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 500, 200, 10);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 500);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		work(&f, 1000, 1000, 1000);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 5, 2, 1);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_counts(&f, 505, 202, 11);
		assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
		assert_counts(&f, 0, 0, 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}

/* Any one counter alone: the others idle on 0xFF [XScale core 8.3.7]. */
TEST(one_counter_alone)
{
	for (unsigned v = 0; v < VARIANTS * SLOTS; v++) {
		const unsigned only = v % SLOTS;
		struct fixture f;
		uint32_t evtsel = UINT32_MAX;

		set_up(&f, v / SLOTS);
		f.setup.slot = &f.slot[only];
		f.setup.slots = 1;
		open_plain(&f);
		if (only) {
			evtsel &= ~(0xFFu << 8 * (only - 1));
			evtsel |= (uint32_t)events[only] << 8 * (only - 1);
		}
		assert_int_equal(f.target.evtsel, evtsel);
		assert_int_equal(f.target.inten, 1u << only);
		assert_false(f.target.e);
		tally_session_start(&f.s);
		work(&f, 1, 1, 1);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, 0),
				 only == STALLS     ? 10
				 : only == ACCESSES ? 3
						    : 1);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}

/* Only what shall interrupt is enabled, and nothing else asks. */
TEST(interrupts_as_wished)
{
	for (unsigned v = 0; v < VARIANTS * 32; v++) {
		const unsigned wish = v % 32;
		struct fixture f;

		set_up(&f, v / 32);
		for (unsigned i = 0; i < SLOTS; i++)
			f.slot[i].interrupt = wish >> i & 1;
		open_plain(&f);
		assert_int_equal(f.target.inten, wish);
		tally_session_start(&f.s);
		f.target.ccnt = UINT32_MAX;
		for (unsigned i = 0; i < XSC2_PMNS; i++)
			f.target.pmn[i] = UINT32_MAX;
		work(&f, 1, 1, 1);
		assert_int_equal(f.target.flag, 0x1F);
		assert_int_equal(pmu_xsc2_irq(&f.target), wish != 0);
		assert_int_equal(tally_session_overflow(&f.s), 0x1F);
		assert_int_equal(f.target.flag, 0);
		assert_true(f.target.e);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}

TEST(wraps_handled_and_pending)
{
	const uint64_t wrap = UINT64_C(1) << 32;

	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		open_plain(&f);
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 3; i++) {
			work(&f, wrap, 3, 5);
			assert_true(pmu_xsc2_irq(&f.target));
			assert_int_equal(tally_session_overflow(&f.s),
					 1u << CYCLES);
			assert_false(pmu_xsc2_irq(&f.target));
			assert_int_equal(tally_session_overflow(&f.s), 0);
		}
		work(&f, wrap - 1, wrap - 1, 5);
		assert_counts(&f, 4 * wrap - 1, wrap + 8, 20);
		work(&f, 1, 1, 0);
		tally_session_stop(&f.s);
		assert_counts(&f, 4 * wrap, wrap + 9, 20);
		/* The handler that comes after the stop changes no total. */
		assert_int_equal(tally_session_overflow(&f.s),
				 1u << CYCLES | 1u << INSTRUCTIONS);
		assert_false(f.target.e);
		assert_counts(&f, 4 * wrap, wrap + 9, 20);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}

/* Whatever the driver does, more misses happen before each access. */
static void misses_go_by(struct pmu_xsc2 *p, unsigned access)
{
	(void)access;
	pmu_xsc2_tick(p, 0xB, 7);
}

/* A reload loses nothing: two counters of one event, one with a period. */
TEST(sampling)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		unsigned overflows = 0;

		set_up(&f, v);
		f.slot[STALLS].event = 0xB;
		f.slot[MISSES].period = 1000;
		open_plain(&f);
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 400; i++) {
			work(&f, 1, 1, 13);
			if (tally_session_overflow(&f.s) == 1u << MISSES)
				overflows++;
		}
		assert_int_equal(overflows, 5); /* in 5200 */
		f.target.before = misses_go_by;
		for (unsigned i = 0; i < 400; i++) {
			work(&f, 1, 1, 13);
			tally_session_overflow(&f.s);
		}
		tally_session_stop(&f.s);
		f.target.before = NULL;
		assert_true(tally_session_count(&f.s, MISSES) > 2 * 5200);
		assert_int_equal(tally_session_count(&f.s, MISSES),
				 tally_session_count(&f.s, STALLS));
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}

/* One count that wraps comes before access `wrap_at` of the reader, the
 * handler before access `handle_at` or never. */
struct race {
	struct fixture *f;
	unsigned slot, wrap_at, handle_at;
	bool inside; /* the handler's own accesses are not points of the race */
};

static void one_more(struct fixture *f, unsigned slot)
{
	if (slot == CYCLES)
		pmu_xsc2_cycles(&f->target, 1);
	else
		pmu_xsc2_tick(&f->target, (uint8_t)events[slot], 1);
}

static void race(struct pmu_xsc2 *p, unsigned access)
{
	struct race *r = p->ctx;

	if (r->inside)
		return;
	if (access == r->wrap_at)
		one_more(r->f, r->slot);
	if (access == r->handle_at) {
		r->inside = true;
		tally_session_overflow(&r->f->s);
		r->inside = false;
		p->accesses = access; /* the reader's own go on */
	}
}

static void run_race(unsigned variant, unsigned slot, unsigned wrap_at,
		     unsigned handle_at)
{
	const uint64_t before = UINT64_C(0xFFFFFFFF);
	struct fixture f;
	struct race r = { &f, slot, wrap_at, handle_at, false };
	uint64_t count;

	set_up(&f, variant);
	open_plain(&f);
	tally_session_start(&f.s);
	if (slot == CYCLES)
		pmu_xsc2_cycles(&f.target, before);
	else
		pmu_xsc2_tick(&f.target, (uint8_t)events[slot], before);
	f.target.accesses = 0;
	f.target.before = race;
	f.target.ctx = &r;
	count = tally_session_count(&f.s, slot);
	assert_in_range(count, before, before + 1);
	if (wrap_at == 0)
		assert_int_equal(count, before + 1);

	f.target.before = NULL;
	if (f.target.accesses <= wrap_at)
		one_more(&f, slot);
	assert_int_equal(tally_session_count(&f.s, slot), before + 1);
	tally_session_overflow(&f.s);
	assert_int_equal(tally_session_count(&f.s, slot), before + 1);
	tear_down(&f);
}

TEST(reader_overflow_handler_in_every_order)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		for (unsigned k = 0; k < SLOTS * 12 * 12; k++)
			run_race(v, k / 144, k / 12 % 12, k % 12);
	}
}

TEST(divided_cycles)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.setup.options = TALLY_DIVIDE;
		open_plain(&f);
		tally_session_start(&f.s);
		work(&f, 6400, 100, 0);
		tally_session_stop(&f.s);
		/* No manual says where the divider starts from. */
		assert_in_range(tally_session_count(&f.s, CYCLES), 6400 - 64,
				6400 + 64);
		assert_int_equal(tally_session_count(&f.s, CYCLES) % 64, 0);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 100);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}
