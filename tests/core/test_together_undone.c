/* SPDX-License-Identifier: MIT */
/*
 * Several sessions as one window, where an operation cannot be done on all of
 * them: it is done on none, and what was begun is undone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "together_fixture.h"

static void bad_members(void **state)
{
	unsigned which = 9;

	(void)state;
	begin(4);
	assert_int_equal(tally_together_open(&f.t, f.member, 0, false, NULL),
			 TALLY_E_INVALID);
	assert_int_equal(tally_together_open(&f.t, f.member, 5, false, NULL),
			 TALLY_E_INVALID);
	assert_int_equal(tally_together_open(&f.t, NULL, 1, false, NULL),
			 TALLY_E_INVALID);
	f.member[2].session = NULL;
	assert_int_equal(open_all(), TALLY_E_INVALID);
	f.member[2].session = &f.session[2];
	f.member[3].monitor = NULL;
	assert_int_equal(open_all(), TALLY_E_INVALID);
	assert_int_equal(tally_together_start(&f.t), TALLY_E_STATE);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	assert_int_equal(tally_together_reset(&f.t), TALLY_E_STATE);
	assert_int_equal(tally_together_calibrate(&f.t, 1), TALLY_E_STATE);
	assert_int_equal(tally_together_close(&f.t), TALLY_E_STATE);
	assert_int_equal(w.writes, 0);

	/* One that is not there: the others are closed, and it is named. */
	f.member[3].monitor = monitors[3];
	w.absent[2] = true;
	assert_int_equal(tally_together_open(&f.t, f.member, 4, false, &which),
			 TALLY_E_ABSENT);
	assert_int_equal(which, 2);
	assert_as_found();
	assert_int_equal(tally_together_start(&f.t), TALLY_E_STATE);
	w.absent[2] = false;
	w.found[1] = w.control[1] = 0x41; /* somebody's: E is set */
	assert_int_equal(tally_together_open(&f.t, f.member, 4, false, &which),
			 TALLY_E_BUSY);
	assert_int_equal(which, 1);
	assert_as_found();
	assert_int_equal(tally_together_open(&f.t, f.member, 4, true, &which),
			 TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_as_found();
}

static enum tally_status start_it(void)
{
	return tally_together_start(&f.t);
}

static enum tally_status stop_it(void)
{
	return tally_together_stop(&f.t);
}

static enum tally_status reset_it(void)
{
	return tally_together_reset(&f.t);
}

static enum tally_status calibrate_it(void)
{
	return tally_together_calibrate(&f.t, 2);
}

static enum tally_status close_it(void)
{
	return tally_together_close(&f.t);
}

static struct operation {
	const char *name;
	enum tally_status (*act)(void);
	unsigned before; /* 1: open, 2: and started */
} operations[] = { { "open", open_all, 0 },          { "start", start_it, 1 },
		   { "stop", stop_it, 2 },           { "reset", reset_it, 1 },
		   { "calibrate", calibrate_it, 1 }, { "close", close_it, 1 },
		   { "close, running", close_it, 2 } };

enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

static void prepare(const struct operation *op)
{
	if (op->before >= 1)
		assert_int_equal(open_all(), TALLY_OK);
	if (op->before >= 2)
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
}

/* Members whose bus is whole count nothing any more. */
static void assert_undone(const struct operation *op, unsigned broken)
{
	for (unsigned i = 0; i < f.members; i++) {
		if (i == broken)
			continue;
		if (op->act == open_all || op->act == close_it)
			assert_int_equal(w.control[i], w.found[i]);
		else
			assert_false(w.control[i] & 1);
	}
}

/* Mended: a window that follows is as good as any. */
static void assert_mended(unsigned broken)
{
	assert_int_equal(tally_bus_recover(&f.fault[broken].bus), TALLY_E_BUS);
	(void)tally_together_stop(&f.t);
	(void)tally_together_close(&f.t);
	assert_as_found();
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	w.now += 1000;
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_true(tally_session_count(&f.session[broken], 0) > 1000);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_as_found();
}

/* True: it came to its end before the bus's access `at`. */
static bool try_at(const struct operation *op, unsigned broken, uint32_t at)
{
	enum tally_status status;

	begin(3);
	prepare(op);
	f.fault[broken].at = f.fault[broken].count + at;
	status = op->act();
	if (!f.fault[broken].hit) {
		assert_int_equal(status, TALLY_OK);
		return true;
	}
	assert_int_equal(status, TALLY_E_BUS);
	assert_int_equal(f.fault[broken].count, f.fault[broken].at + 1);
	assert_undone(op, broken);
	assert_mended(broken);
	return false;
}

static void sweep(void **state)
{
	const struct operation *op = *state;

	for (unsigned broken = 0; broken < 3; broken++) {
		uint32_t at = 0;

		while (!try_at(op, broken, at))
			at++;
		assert_in_range(at, 1, 40);
	}
}

/* All on one bus: the first start is undone only once that is mended. */
static void one_bus_for_all(void **state)
{
	(void)state;
	begin(2);
	f.member[1].bus = f.member[0].bus;
	assert_int_equal(open_all(), TALLY_OK);
	f.fault[0].at = f.fault[0].count + 1;
	assert_int_equal(tally_together_start(&f.t), TALLY_E_BUS);
	assert_true(w.control[1] & 1);
	assert_false(w.control[0] & 1);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	assert_true(w.control[1] & 1);
	assert_int_equal(tally_bus_recover(&f.fault[0].bus), TALLY_E_BUS);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	assert_false(w.control[1] & 1);
	assert_int_equal(tally_together_reset(&f.t), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_as_found();
}

/* One of them, or all, or one that is there twice: nobody's window closes. */
static void open_again_is_refused(void **state)
{
	unsigned which = MOST;
	struct tally_together theirs, before;

	(void)state;
	begin(3);
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	before = f.t;
	assert_int_equal(tally_together_open(&f.t, f.member, 3, true, &which),
			 TALLY_E_STATE);
	assert_int_equal(which, 0);
	assert_memory_equal(&before, &f.t, sizeof(before));
	assert_int_equal(
		tally_together_open(&theirs, f.member + 1, 2, true, &which),
		TALLY_E_STATE);
	for (unsigned i = 0; i < 3; i++)
		assert_true(f.session[i].running);
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);

	f.member[1] = f.member[2];
	w.writes = 0;
	before = f.t;
	assert_int_equal(tally_together_open(&f.t, f.member, 3, false, &which),
			 TALLY_E_STATE);
	assert_int_equal(which, 2);
	assert_int_equal(w.writes, 0);
	assert_memory_equal(&before, &f.t, sizeof(before));
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(w.control[i], w.found[i]);
	assert_int_equal(tally_together_close(&f.t), TALLY_E_STATE);
}

/*
 * Two sessions on one monitor: the second one's setup would be what both count.
 */
static void one_monitor_twice_is_refused(void **state)
{
	unsigned which = MOST;

	(void)state;
	begin(3);
	f.member[2].monitor = f.member[0].monitor;
	f.member[2].bus = f.member[0].bus;
	for (unsigned force = 0; force < 2; force++)
		assert_int_equal(
			tally_together_open(&f.t, f.member, 3, force, &which),
			TALLY_E_BUSY);
	assert_int_equal(which, 2);
	assert_int_equal(w.writes, 0);
	assert_int_equal(tally_together_open(&f.t, f.member, 3, false, NULL),
			 TALLY_E_BUSY);
	assert_int_equal(tally_together_open(&f.t, f.member, 2, false, NULL),
			 TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);

	/* Two cores of one kind have a bus each. */
	f.member[2].bus = &f.fault[2].bus;
	assert_int_equal(tally_together_open(&f.t, f.member, 3, false, NULL),
			 TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}

int main(void)
{
	const struct CMUnitTest plain[] = {
		cmocka_unit_test(one_monitor_twice_is_refused),
		cmocka_unit_test(bad_members),
		cmocka_unit_test(open_again_is_refused),
		cmocka_unit_test(one_bus_for_all),
	};
	enum { PLAIN = sizeof(plain) / sizeof(plain[0]) };
	struct CMUnitTest tests[PLAIN + OPERATIONS];

	memcpy(tests, plain, sizeof(plain));
	for (unsigned i = 0; i < OPERATIONS; i++)
		tests[PLAIN + i] =
			(struct CMUnitTest){ operations[i].name, sweep, NULL,
					     NULL, &operations[i] };
	return cmocka_run_group_tests_name("together_undone", tests, NULL,
					   NULL);
}
