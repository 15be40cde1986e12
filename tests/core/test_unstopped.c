/* SPDX-License-Identifier: MIT */
/*
 * Counters that nothing stops, as those of RISC-V 1.10 or a view that can only
 * be read: a window is two reads, its total what is between them, and the reads
 * are measured and taken off.  The truth is worked out by hand: a read of a
 * counter gives what it stands at and then takes three cycles.
 */
#include "test.h"
#include "toy.h"

enum { READ = 3, CYCLES = 1, EVENTS = 2 };

static struct tally_session session;
static unsigned poll_at;
static bool poll_behind; /* when the read has its value, and 5 events more */

/* Words have no end here: a counter shows as many bits as it has. */
static uint64_t mask;
static uint64_t ran[TOY_WORDS];

static enum tally_status view_read(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	const bool polled = ++toy.accesses == poll_at;

	(void)bus;
	if (polled)
		poll_at = 0;
	if (polled && !poll_behind)
		(void)tally_session_overflow(&session);
	*value = ran[reg->addr] & mask;
	ran[CYCLES] += READ;
	if (polled && poll_behind) {
		ran[EVENTS] += 5;
		(void)tally_session_overflow(&session);
	}
	return TALLY_OK;
}

static const struct tally_bus_ops view = { .read = view_read,
					   .write = tally_bus_drop };

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	static const struct tally_reg nowhere = TALLY_NOWHERE;

	(void)m;
	(void)setup;
	if (phase == TALLY_START || phase == TALLY_STOP)
		tally_script_write(script, &nowhere, 0);
}

static const struct tally_monitor_ops ops = {
	.probe = toy_probe,
	.save = toy_save,
	.encode = encode,
	.holds = toy_holds,
	.flags = toy_flags,
	.acknowledge = toy_acknowledge,
	.check = tally_check_unloaded,
};

static struct tally_counter counter[] = {
	{ { CYCLES, TALLY_MMIO, 64 }, 64, TALLY_ONE_EVENT, TALLY_EVENT_CYCLES },
	{ { EVENTS, TALLY_MMIO, 64 }, 64, TALLY_ONE_EVENT, 7 },
};
static const struct tally_event event[] = { { 7, 1, 2 } };
static const struct tally_monitor monitor = {
	.ops = &ops,
	.counting = &tally_unstopped.counting,
	.counter = counter,
	.counters = 2,
	.event = event,
	.events = 1,
	.steps = 1,
	.silent = true,
};

static const struct tally_slot slot[] = {
	TALLY_SLOT(0, TALLY_EVENT_CYCLES),
	TALLY_SLOT(1, 7),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
static struct tally_total total[2];
static struct tally_step step[1];
static const struct tally_store store = { total, step, 2, 1 };
static const unsigned widths[] = { 32, 40, 48, 64 };

/* The counters stand 5 below their end. */
static void begin(unsigned bits)
{
	toy_init(&view);
	memset(&session, 0, sizeof(session));
	poll_at = 0;
	poll_behind = false;
	mask = tally_counter_mask(bits);
	ran[CYCLES] = ran[EVENTS] = mask - 4;
	counter[0].bits = counter[1].bits = (uint8_t)bits;
	assert_int_equal(tally_session_open(&session, &monitor, &toy.bus,
					    &setup, &store, false),
			 TALLY_OK);
}

static void work(uint64_t cycles, uint64_t events)
{
	ran[CYCLES] += cycles;
	ran[EVENTS] += events;
}

static void end(void)
{
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/*
 * Of cycles: the rest of its own read, the other's read, and the work.  What
 * passes between the windows is in neither.
 */
TEST(a_window_is_two_reads)
{
	for (unsigned w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
		begin(widths[w]);
		work(1000000, 1000000);
		assert_int_equal(tally_session_count(&session, 0), 0);
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		work(100, 10);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		work(1000000, 1000000);
		assert_int_equal(tally_session_count(&session, 0), 106);
		assert_int_equal(tally_session_count(&session, 1), 10);
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		work(1, 1);
		/* An open window is read, too: by its own read, and that of
		 * the other. */
		assert_int_equal(tally_session_count(&session, 0), 106 + 7);
		assert_int_equal(tally_session_count(&session, 1), 11);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		assert_int_equal(tally_session_count(&session, 1), 11);
		end();
	}
}

TEST(what_the_reads_cost_is_told_and_taken_off)
{
	begin(40);
	assert_int_equal(tally_session_calibrate(&session, 3), TALLY_OK);
	assert_int_equal(total[0].empty, 6);
	assert_int_equal(total[1].empty, 0);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		work(100, 10);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
	}
	assert_int_equal(tally_session_net(&session, 0), 200);
	assert_int_equal(tally_session_net(&session, 1), 20);
	end();
}

/* Nine times nearly the whole of a counter, polled in time. */
TEST(polls_add_up_over_wraps)
{
	for (unsigned w = 0; w < 3; w++) {
		const uint64_t most = tally_counter_mask(widths[w]) / 2;
		uint64_t sum = 0;

		begin(widths[w]);
		assert_int_equal(tally_session_poll_limit(&session), mask);
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		for (unsigned i = 0; i < 9; i++) {
			work(0, most);
			sum += most;
			(void)tally_session_overflow(&session);
		}
		assert_int_equal(tally_session_count(&session, 1), sum);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		assert_int_equal(tally_session_count(&session, 1), sum);
		end();
	}
}

TEST(a_poll_tells_what_wrapped)
{
	begin(40);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	work(0, 4);
	assert_int_equal(tally_session_overflow(&session), 1);
	work(0, 1);
	assert_int_equal(tally_session_overflow(&session), 2);
	work(0, 5);
	assert_int_equal(tally_session_overflow(&session), 0);
	work(mask - 10, mask);
	assert_int_equal(tally_session_overflow(&session), 3);
	end();
}

/* Whatever access of window and reader a poll comes into. */
TEST(a_poll_comes_in_anywhere)
{
	for (unsigned at = 1; at < 14; at++) {
		begin(40);
		toy.accesses = 0;
		poll_at = at;
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		work(0, 10);
		assert_int_equal(tally_session_count(&session, 1), 10);
		work(0, 7);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		work(0, 1000);
		assert_int_equal(tally_session_count(&session, 1), 17);
		end();
	}
}

/* A reader has what it read when the poll comes, and counts go on meanwhile. */
TEST(a_poll_comes_behind_a_read)
{
	for (unsigned at = 3; at < 14; at++) {
		uint64_t before;

		begin(40);
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		work(0, 10);
		poll_behind = true;
		poll_at = at;
		before = tally_session_count(&session, 1);
		assert_in_range(before, 10, 15);
		assert_in_range(tally_session_count(&session, 1), before, 15);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		assert_in_range(tally_session_count(&session, 1), before, 15);
		end();
	}
}

/* A window that is closed is neither polled nor closed again. */
TEST(closed_is_closed)
{
	begin(40);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	work(0, 10);
	assert_int_equal(tally_session_stop(&session), TALLY_OK);
	work(0, 100);
	assert_int_equal(tally_session_overflow(&session), 0);
	assert_int_equal(tally_session_stop(&session), TALLY_E_STATE);
	assert_int_equal(tally_session_count(&session, 1), 10);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	work(0, 1);
	assert_int_equal(tally_session_count(&session, 1), 11);
	end();
}

/* Nothing else can be written to it. */
TEST(a_view_is_read_only)
{
	begin(40);
	tally_bus_write(&toy.bus, &counter[0].reg, 1);
	assert_int_equal(tally_bus_recover(&toy.bus), TALLY_E_NOREG);
	end();
}

TEST(turns_with_others)
{
	begin(48);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	work(0, 10);
	assert_int_equal(tally_session_suspend(&session), TALLY_OK);
	work(0, 1000);
	assert_int_equal(tally_session_count(&session, 1), 10);
	assert_int_equal(tally_session_resume(&session), TALLY_OK);
	work(0, 3);
	assert_int_equal(tally_session_stop(&session), TALLY_OK);
	assert_int_equal(tally_session_count(&session, 1), 13);
	end();
}
