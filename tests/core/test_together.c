/* SPDX-License-Identifier: MIT */
/*
 * Several sessions as one window, on pretended monitors that count time: in
 * which order they are started and stopped, and what one counts while another
 * does not.
 */
#include <stdint.h>

#include "test.h"
#include "together_fixture.h"

TEST(those_in_memory_first)
{
	uint8_t order[MOST];

	tally_together_order(monitors, 4, order);
	assert_int_equal(order[0], 1);
	assert_int_equal(order[1], 3);
	assert_int_equal(order[2], 0);
	assert_int_equal(order[3], 2);
	tally_together_order(monitors, 1, order);
	assert_int_equal(order[0], 0);
}

TEST(counts_as_one)
{
	begin(2);
	assert_int_equal(open_all(), TALLY_OK);
	assert_ptr_equal(f.t.session[0], &f.session[1]);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_E_STATE);
	w.now += 1000;
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	/*
	 * The device from the end of its own write: the core's write (1), 1000,
	 * its own (21).  The core: 1000, the device's write, its own.  The
	 * same length, one later.
	 */
	assert_int_equal(tally_session_count(&f.session[1], 0), 1 + 1000 + 21);
	assert_int_equal(tally_session_count(&f.session[0], 0), 1000 + 21 + 1);
	assert_int_equal(w.began[0] - w.began[1], 1);
	assert_int_equal(w.ended[0] - w.ended[1], 1);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_E_STATE);
	assert_as_found();
}

/* Each has taken effect before the next; nothing follows the last. */
TEST(one_write_each)
{
	for (unsigned n = 1; n <= MOST; n++) {
		unsigned writes, syncs;

		begin(n);
		assert_int_equal(open_all(), TALLY_OK);
		writes = w.writes;
		syncs = w.syncs;
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
		assert_int_equal(w.writes, writes + n);
		assert_int_equal(w.syncs, syncs + n - 1);
		assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
		assert_int_equal(w.writes, writes + 2 * n);
		assert_int_equal(w.syncs, syncs + 2 * (n - 1));
		assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	}
}

/* Of every two monitors: the time in which one counts and the other does not.
 */
static uint64_t skew(void)
{
	uint64_t sum = 0;

	for (unsigned a = 0; a < f.members; a++)
		for (unsigned b = 0; b < a; b++)
			sum += (w.began[a] > w.began[b]
					? w.began[a] - w.began[b]
					: w.began[b] - w.began[a]) +
			       (w.ended[a] > w.ended[b]
					? w.ended[a] - w.ended[b]
					: w.ended[b] - w.ended[a]);
	return sum;
}

static bool next_order(unsigned *order, unsigned n)
{
	unsigned i = n - 1, j = n - 1, other_half;

	while (i > 0 && order[i - 1] > order[i])
		i--;
	if (i == 0)
		return false;
	while (order[j] < order[i - 1])
		j--;
	other_half = order[j];
	order[j] = order[i - 1];
	order[i - 1] = other_half;
	for (j = n - 1; i < j; i++, j--) {
		other_half = order[j];
		order[j] = order[i];
		order[i] = other_half;
	}
	return true;
}

/* The skew of these orders of starting and of stopping. */
static uint64_t skew_of(const unsigned *start, const unsigned *stop)
{
	for (unsigned i = 0; i < f.members; i++)
		assert_int_equal(tally_session_start(&f.session[start[i]]), 0);
	w.now += 1000;
	for (unsigned i = 0; i < f.members; i++)
		assert_int_equal(tally_session_stop(&f.session[stop[i]]), 0);
	return skew();
}

/* Every order of starting with every order of stopping: none is better. */
TEST(no_order_has_less_skew)
{
	for (unsigned n = 2; n <= MOST; n++) {
		unsigned start[MOST] = { 0, 1, 2, 3 }, orders = 0;
		uint64_t ours;

		begin(n);
		/* Alike among their kind, so that their order is no matter. */
		for (unsigned i = 0; i < n; i++)
			w.cost[i] = i % 2 ? 20 : 1;
		assert_int_equal(open_all(), TALLY_OK);
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
		w.now += 1000;
		assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
		ours = skew();
		do {
			unsigned stop[MOST] = { 0, 1, 2, 3 };

			do {
				assert_true(skew_of(start, stop) >= ours);
				orders++;
			} while (next_order(stop, n));
		} while (next_order(start, n));
		assert_int_equal(orders, n == 2 ? 4 : n == 3 ? 36 : 576);
		assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	}
}

TEST(the_empty_window_is_taken_off)
{
	begin(2);
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_calibrate(&f.t, 0), TALLY_E_INVALID);
	assert_int_equal(tally_together_calibrate(&f.t, 1), TALLY_OK);
	assert_int_equal(f.total[0].empty, 22);
	assert_int_equal(tally_together_calibrate(&f.t, 2), TALLY_OK);
	/* As above with 0 for 1000: at least the skew, which is 1. */
	assert_int_equal(f.total[0].empty, 22);
	assert_int_equal(f.total[1].empty, 22);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
		w.now += 500;
		assert_int_equal(tally_together_calibrate(&f.t, 1),
				 TALLY_E_STATE);
		assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	}
	assert_int_equal(tally_session_net(&f.session[0], 0), 1000);
	assert_int_equal(tally_session_net(&f.session[1], 0), 1000);
	assert_int_equal(tally_together_reset(&f.t), TALLY_OK);
	assert_int_equal(tally_session_count(&f.session[0], 0), 0);
	assert_int_equal(tally_session_count(&f.session[1], 0), 0);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}

/* The narrower counter decides how often; each one's wraps are its own. */
TEST(overflows_are_taken_up)
{
	begin(2);
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_poll_limit(&f.t),
			 tally_session_poll_limit(&f.session[1]));
	assert_true(tally_together_poll_limit(&f.t) <
		    tally_session_poll_limit(&f.session[0]));
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	assert_int_equal(tally_together_overflow(&f.t), 0);
	w.control[1] |= 1u << 8;
	assert_int_equal(tally_together_overflow(&f.t), 1u << 0);
	assert_int_equal(f.total[1].wraps, 1);
	assert_int_equal(f.total[0].wraps, 0);
	w.control[0] |= 1u << 8;
	assert_int_equal(tally_together_overflow(&f.t), 1u << 1);
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}

/* Nobody else would acknowledge it; it is no part of the total. */
TEST(interrupts_are_taken_while_it_opens)
{
	begin(1);
	w.interrupted = &f.session[0];
	assert_int_equal(open_all(), TALLY_OK);
	assert_null(w.interrupted);
	assert_int_equal(w.told, 1u << 0);
	assert_false(w.control[0] >> 8 & 1);
	assert_int_equal(tally_session_count(&f.session[0], 0), 0);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}
