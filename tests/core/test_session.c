/* SPDX-License-Identifier: MIT */
/*
 * Sessions over simulated monitors, which were written from the manuals
 * without sight of the driver: exact totals over wraps, every order of
 * reader, overflow and handler. (Failures of the bus are
 * test_fault_sweep.c's.)
 */
#include <stdint.h>
#include <string.h>

#include <tally/wrap.h>

#include "session_fixture.h"
#include "test.h"

/* A session may hold anything before it is opened. */
TEST(opens_on_junk)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		memset(&f.s, 0xFF, sizeof(f.s));
		memset(f.total, 0xFF, sizeof(f.total));
		assert_int_equal(open_on(&f, &f.target.bus, v >> 3 & 1),
				 TALLY_OK);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 1000, 400, 30);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 1000);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 400);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

TEST(counts_only_the_window)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		assert_int_equal(open_on(&f, &f.target.bus, v >> 3 & 1),
				 TALLY_OK);
		work(&f, 1000, 1000, 1000);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 500, 200, 10);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 500);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		work(&f, 1000, 1000, 1000);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 5, 2, 1);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 505);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 202);
		assert_int_equal(tally_session_count(&f.s, MISSES), 11);
		assert_int_equal(tally_session_count(&f.s, SLOTS), 0);
		assert_int_equal(f.s.windows, 2);

		assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Three wraps, taken up while running; a fourth, pending when read. */
TEST(three_wraps_and_one_pending)
{
	const uint64_t wrap = UINT64_C(1) << 32;

	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 3; i++) {
			work(&f, wrap, 3, wrap / 2);
			assert_true(pmu_irq(f.target.pmu));
			assert_int_equal(tally_session_overflow(&f.s),
					 i == 1 ? 1u << CYCLES | 1u << MISSES
						: 1u << CYCLES);
			assert_false(pmu_irq(f.target.pmu));
			assert_int_equal(tally_session_overflow(&f.s), 0);
		}
		work(&f, wrap, 3, 0);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 4 * wrap);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 12);
		assert_int_equal(tally_session_count(&f.s, MISSES),
				 3 * (wrap / 2));

		/* The handler that comes after the stop changes no total. */
		assert_int_equal(tally_session_overflow(&f.s), 1u << CYCLES);
		assert_false(pmu_irq(f.target.pmu));
		assert_int_equal(tally_session_count(&f.s, CYCLES), 4 * wrap);
		assert_int_equal(tally_session_count(&f.s, MISSES),
				 3 * (wrap / 2));
		tally_session_start(&f.s);
		work(&f, 7, 0, 0);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, CYCLES),
				 4 * wrap + 7);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* A period of 1000: an overflow every 1000, totals unbroken. */
TEST(sampling_period)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		unsigned overflows = 0;

		set_up(&f, v);
		f.slot[MISSES].period = 1000;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 400; i++) {
			work(&f, 1, 1, 13);
			if (tally_session_overflow(&f.s) == 1u << MISSES)
				overflows++;
			assert_int_equal(tally_session_count(&f.s, MISSES),
					 (i + 1) * UINT64_C(13));
		}
		/* 5200 counts, each period begun where the last ended */
		assert_int_equal(overflows, 5);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Whatever the handler does, more of the event happens meanwhile. */
static void misses_go_by(struct pmu_bus *b, unsigned access)
{
	(void)access;
	pmu_bus_happen(b, LEDGER_DCACHE_MISS, 7);
}

/* A reload loses nothing: two counters of one event, one with a period. */
TEST(reload_keeps_up_with_a_plain_counter)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		uint64_t plain, sampled;

		set_up(&f, v);
		f.slot[INSTRUCTIONS].event = 0xB;
		f.slot[MISSES].period = 100;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		f.target.before = misses_go_by;
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 50; i++) {
			work(&f, 0, 0, 60);
			tally_session_overflow(&f.s);
		}
		tally_session_stop(&f.s);
		f.target.before = NULL;
		plain = tally_session_count(&f.s, INSTRUCTIONS);
		sampled = tally_session_count(&f.s, MISSES);
		assert_true(plain > 50 * 60);
		assert_int_equal(sampled, plain);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Polled far too late, sampling goes on with the next period. */
TEST(late_poll_does_not_end_sampling)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.slot[MISSES].period = 1000;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		work(&f, 0, 0, 1000 + 12345);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		work(&f, 0, 0, 999);
		assert_int_equal(tally_session_overflow(&f.s), 0);
		work(&f, 0, 0, 1);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		assert_int_equal(tally_session_count(&f.s, MISSES), 14345);
		/* By a period exactly it is late, by one less it is not. */
		work(&f, 0, 0, 1000 + 1000);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		work(&f, 0, 0, 1000 + 999);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		work(&f, 0, 0, 1);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		assert_int_equal(tally_session_count(&f.s, MISSES), 18345);
		tally_session_close(&f.s);
		pmu_bus_free(&f.target);
	}
}

/*
 * Every order: one count that makes the counter wrap comes before access
 * `wrap_at` of the reader, the handler before access `handle_at` or never.
 */
struct race {
	struct fixture *f;
	unsigned wrap_at, handle_at;
	bool inside; /* the handler's own accesses are not points of the race */
};

static void race(struct pmu_bus *b, unsigned access)
{
	struct race *r = b->ctx;

	if (r->inside)
		return;
	if (access == r->wrap_at)
		pmu_bus_happen(b, LEDGER_DCACHE_MISS, 1);
	if (access == r->handle_at) {
		unsigned saved = b->accesses;

		r->inside = true;
		tally_session_overflow(&r->f->s);
		b->accesses = saved;
		r->inside = false;
	}
}

TEST(reader_overflow_handler_in_every_order)
{
	const uint64_t before = UINT64_C(0xFFFFFFFF);

	for (unsigned v = 0; v < VARIANTS; v++) {
		for (unsigned k = 0; k < 12 * 12; k++) {
			struct fixture f;
			struct race r = { &f, k / 12, k % 12, false };
			uint64_t count;

			set_up(&f, v);
			assert_int_equal(open_on(&f, &f.target.bus, true),
					 TALLY_OK);
			tally_session_start(&f.s);
			work(&f, 0, 0, before);
			f.target.accesses = 0;
			f.target.before = race;
			f.target.ctx = &r;
			count = tally_session_count(&f.s, MISSES);
			/* Right before the wrap, or right after it. */
			assert_in_range(count, before, before + 1);
			if (r.wrap_at == 0)
				assert_int_equal(count, before + 1);

			f.target.before = NULL;
			if (f.target.accesses <= r.wrap_at)
				work(&f, 0, 0, 1);
			assert_int_equal(tally_session_count(&f.s, MISSES),
					 before + 1);
			tally_session_overflow(&f.s);
			assert_int_equal(tally_session_count(&f.s, MISSES),
					 before + 1);
			pmu_bus_free(&f.target);
		}
	}
}

/* Each access of the driver lasts five cycles and two instructions. */
static void time_goes_by(struct pmu_bus *b, unsigned access)
{
	(void)access;
	pmu_bus_happen(b, LEDGER_CYCLES, 5);
	pmu_bus_happen(b, LEDGER_INSTRUCTIONS, 2);
}

TEST(empty_region_is_taken_off)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.target.before = time_goes_by;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		assert_int_equal(tally_session_calibrate(&f.s, 4), TALLY_OK);
		assert_int_equal(f.total[CYCLES].empty, 5);
		assert_int_equal(f.total[INSTRUCTIONS].empty, 2);
		assert_int_equal(f.total[MISSES].empty, 0);
		for (unsigned i = 0; i < 3; i++) {
			tally_session_start(&f.s);
			work(&f, 100, 90, 3);
			tally_session_stop(&f.s);
		}
		assert_int_equal(tally_session_count(&f.s, CYCLES), 315);
		assert_int_equal(tally_session_net(&f.s, CYCLES), 300);
		assert_int_equal(tally_session_net(&f.s, INSTRUCTIONS), 270);
		assert_int_equal(tally_session_net(&f.s, MISSES), 9);
		assert_int_equal(tally_session_net(&f.s, SLOTS), 0);
		/* No more was counted than what the sequence itself takes. */
		assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
		tally_session_start(&f.s);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 5);
		assert_int_equal(tally_session_net(&f.s, CYCLES), 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

TEST(divided_cycles)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.setup.options = TALLY_DIVIDE;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		work(&f, 6400, 100, 0);
		tally_session_stop(&f.s);
		/* No manual says where the divider starts from. */
		assert_in_range(tally_session_count(&f.s, CYCLES), 6400 - 64,
				6400 + 64);
		assert_int_equal(tally_session_count(&f.s, CYCLES) % 64, 0);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 100);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* One measurement from open to close over any bus; the first failure. */
static enum tally_status measure(struct fixture *f, struct tally_bus *bus,
				 uint64_t *misses)
{
	enum tally_status status = open_on(f, bus, true);

	if (!status)
		status = tally_session_calibrate(&f->s, 1);
	if (!status)
		status = tally_session_start(&f->s);
	work(f, UINT64_C(1) << 32, 20, 3);
	if (!status) {
		tally_session_overflow(&f->s);
		status = bus->status;
	}
	if (!status)
		status = tally_session_stop(&f->s);
	if (!status) {
		*misses = tally_session_count(&f->s, MISSES);
		status = bus->status;
	}
	return status;
}

struct recording {
	struct tally_access access[512];
	uint32_t count;
};

static void record(void *ctx, const struct tally_access *access)
{
	struct recording *r = ctx;

	assert_in_range(r->count, 0, 511);
	r->access[r->count++] = *access;
}

TEST(log_and_replay)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct recording r = { .count = 0 };
		struct tally_bus_log log;
		struct tally_bus_replay replay;
		struct fixture f;
		uint64_t misses = 0;

		set_up(&f, v);
		tally_bus_log_init(&log, &f.target.bus, record, &r);
		assert_int_equal(measure(&f, &log.bus, &misses), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		assert_in_range(r.count, 30, 200);

		/* The recording stands in for the target ... */
		misses = 0;
		tally_bus_replay_init(&replay, r.access, r.count);
		assert_int_equal(measure(&f, &replay.bus, &misses), TALLY_OK);
		assert_int_equal(misses, 3);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		assert_int_equal(replay.next, r.count);

		/* ... notices another wish, and its own end. */
		f.slot[INSTRUCTIONS].event = 0x5;
		tally_bus_replay_init(&replay, r.access, r.count);
		assert_int_equal(measure(&f, &replay.bus, &misses),
				 TALLY_E_REPLAY);
		assert_true(replay.next < r.count);
		memset(&f.s, 0, sizeof(f.s)); /* its target is no more */
		f.slot[INSTRUCTIONS].event = 0x7;
		tally_bus_replay_init(&replay, r.access, r.count - 1);
		assert_int_equal(measure(&f, &replay.bus, &misses), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_E_REPLAY);
		pmu_bus_free(&f.target);
	}
}
