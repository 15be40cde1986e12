/* SPDX-License-Identifier: MIT */
/*
 * Counters of 8 bits whose wraps are messages, as the DWT's: 256 times the
 * messages and what the counter stands at, over windows, late messages and
 * gaps.  START clears them; a cycle counter beside them goes on, and is polled.
 */
#include "test.h"
#include "toy.h"

enum { CYCLES = 1, STALLS = 2, LOADS = 3 };

static struct tally_session session;
static uint32_t sent[16]; /* messages that nobody has read yet */
static unsigned head, tail;
static bool enabled;

static void count(unsigned word, uint64_t by)
{
	if (!enabled)
		return;
	if (word == CYCLES) {
		toy.word[CYCLES] = (toy.word[CYCLES] + by) & UINT32_MAX;
		return;
	}
	for (uint64_t to = toy.word[word] + by; to > 255; to -= 256)
		sent[head++ % 16] = UINT32_C(1) << (word - 1);
	toy.word[word] = (toy.word[word] + by) & 255;
}

/* Somebody reads the stream. */
static void drain(void)
{
	for (; tail != head; tail++)
		tally_session_told(&session, sent[tail % 16], false);
}

/* The write that starts clears what it enables. */
static enum tally_status write_it(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t value)
{
	enum tally_status status = toy_write(bus, reg, value);

	if (reg->addr != TOY_CONTROL)
		return status;
	if (!enabled && value)
		toy.word[STALLS] = toy.word[LOADS] = 0;
	enabled = value;
	return status;
}

static const struct tally_bus_ops bus_ops = { .read = toy_read,
					      .write = write_it };

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	const struct tally_reg control = { TOY_CONTROL, TALLY_MMIO, 32 };

	(void)m;
	(void)setup;
	tally_script_write(script, &control, phase == TALLY_START);
}

static void look(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_view *view)
{
	(void)m;
	if (setup->slot[i].counter)
		view->flag = 256;
}

static const struct tally_monitor_ops ops = {
	.probe = toy_probe,
	.save = toy_save,
	.encode = encode,
	.holds = toy_holds,
	.flags = toy_flags,
	.acknowledge = toy_acknowledge,
	.check = tally_check_unloaded,
	.view = look,
};

static const struct tally_counter counter[] = {
	{ { CYCLES, TALLY_MMIO, 32 }, 32, TALLY_ONE_EVENT, TALLY_EVENT_CYCLES },
	{ { STALLS, TALLY_MMIO, 32 }, 64, TALLY_ONE_EVENT, 1 },
	{ { LOADS, TALLY_MMIO, 32 }, 64, TALLY_ONE_EVENT, 2 },
};
static const struct tally_event event[] = { { 1, 1, 0 }, { 2, 1, 0 } };
static const struct tally_monitor monitor = {
	.ops = &ops,
	.counting = &tally_streamed.counting,
	.counter = counter,
	.counters = 3,
	.event = event,
	.events = 2,
	.steps = 1,
	.silent = true,
};
static const struct tally_slot slot[] = {
	TALLY_SLOT(1, 1),
	TALLY_SLOT(2, 2),
	TALLY_SLOT(0, TALLY_EVENT_CYCLES),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
static struct tally_total total[3];
static struct tally_step step[1];
static const struct tally_store store = { total, step, 3, 1 };

static void begin(void)
{
	toy_init(&bus_ops);
	memset(&session, 0, sizeof(session));
	head = tail = 0;
	enabled = false;
	toy.word[CYCLES] = UINT32_MAX - 1;
	toy.word[STALLS] = 99; /* left by somebody */
	assert_int_equal(tally_session_open(&session, &monitor, &toy.bus,
					    &setup, &store, false),
			 TALLY_OK);
	/* A counter with messages need not be polled, the cycle counter has to.
	 */
	assert_int_equal(tally_session_poll_limit(&session), UINT32_MAX);
}

static void must_be(uint64_t stalls, uint64_t loads, uint64_t cycles)
{
	assert_int_equal(tally_session_count(&session, 0), stalls);
	assert_int_equal(tally_session_count(&session, 1), loads);
	assert_int_equal(tally_session_count(&session, 2), cycles);
}

/* 1000 is 3 * 256 + 232, 700 is 2 * 256 + 188. */
static void window(void)
{
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	count(STALLS, 1000);
	count(LOADS, 700);
	count(CYCLES, 5000);
	assert_int_equal(tally_session_stop(&session), TALLY_OK);
}

TEST(wraps_are_messages)
{
	begin();
	must_be(0, 0, 0);
	window();
	/* Messages that came are all that is known. */
	must_be(232, 188, 5000);
	drain();
	must_be(1000, 700, 5000);
	assert_int_equal(total[0].wraps, 3);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/* START clears the counters: no window forgets the one before. */
TEST(windows_add_up)
{
	begin();
	for (unsigned i = 1; i <= 4; i++) {
		window();
		/* The second's messages are late. */
		if (i != 2)
			drain();
		if (i != 2)
			must_be(i * 1000, i * 700, i * 5000);
	}
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	count(STALLS, 255);
	must_be(4255, 2800, 20000);
	count(STALLS, 1);
	drain();
	must_be(4256, 2800, 20000);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

TEST(no_stream_and_a_short_window)
{
	begin();
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	count(STALLS, 255);
	assert_int_equal(tally_session_stop(&session), TALLY_OK);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	count(STALLS, 200);
	assert_int_equal(tally_session_stop(&session), TALLY_OK);
	must_be(455, 0, 0);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

TEST(the_cycle_counter_is_polled)
{
	begin();
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	for (unsigned i = 0; i < 5; i++) {
		count(CYCLES, 3000000000u);
		count(STALLS, 100);
		drain();
		assert_int_equal(tally_session_overflow(&session),
				 toy.word[CYCLES] < 3000000000u ? 4 : 0);
	}
	must_be(500, 0, 15000000000u);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

TEST(a_gap_makes_totals_the_least)
{
	begin();
	window();
	assert_false(tally_session_at_least(&session, 0));
	tally_session_told(&session, 0, true);
	tally_session_told(&session, 2, false);
	assert_true(tally_session_at_least(&session, 0));
	assert_true(tally_session_at_least(&session, 1));
	assert_false(tally_session_at_least(&session, 2));
	assert_int_equal(tally_session_suspend(&session), TALLY_OK);
	assert_int_equal(tally_session_resume(&session), TALLY_OK);
	assert_true(tally_session_at_least(&session, 0));
	assert_int_equal(tally_session_reset(&session), TALLY_OK);
	assert_false(tally_session_at_least(&session, 0));
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

static void comes_behind(unsigned word)
{
	if (word != CYCLES)
		return;
	toy.behind = NULL;
	count(CYCLES, 7);
	(void)tally_session_overflow(&session);
}

/* A reader has read the counter when the poll comes. */
TEST(a_poll_comes_into_a_reader)
{
	begin();
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	count(CYCLES, 100);
	toy.behind = comes_behind;
	assert_in_range(tally_session_count(&session, 2), 100, 107);
	assert_int_equal(tally_session_count(&session, 2), 107);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

static void told_behind(unsigned word)
{
	if (word != STALLS)
		return;
	toy.behind = NULL;
	count(STALLS, 250);
	drain();
}

/* The counter wraps when it was read, and its message comes at once. */
TEST(a_message_comes_into_a_reader)
{
	begin();
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	count(STALLS, 100);
	toy.behind = told_behind;
	assert_in_range(tally_session_count(&session, 0), 100, 350);
	assert_int_equal(tally_session_count(&session, 0), 350);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/* A window that is closed is not closed again. */
TEST(closed_is_closed)
{
	begin();
	window();
	drain();
	toy.word[STALLS] = 1;
	assert_int_equal(tally_session_stop(&session), TALLY_E_STATE);
	must_be(1000, 700, 5000);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/* Messages come while another has the monitor. */
TEST(messages_are_late_by_a_turn)
{
	begin();
	window();
	assert_int_equal(tally_session_suspend(&session), TALLY_OK);
	must_be(232, 188, 5000);
	drain();
	must_be(1000, 700, 5000);
	assert_int_equal(tally_session_resume(&session), TALLY_OK);
	window();
	drain();
	must_be(2000, 1400, 10000);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
	tally_session_told(&session, 2, false);
}
