/* SPDX-License-Identifier: MIT */
/*
 * Every operation of a session, on every monitor, with the bus failing at its
 * k-th access, for all k until the operation succeeds: nothing is accessed
 * after the failure, the failure is told, and once the wire is mended close()
 * leaves the target as it was found and a second attempt works.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tally/session.h>
#include <tally/wrap.h>

#include "plain_target.h"

/* A session on a target that holds somebody's values. */
struct fixture {
	struct target target;
	struct tally_bus_fault fault;
	struct tally_slot slot[5];
	struct tally_setup setup;
	struct tally_total total[5];
	struct tally_step step[20];
	struct tally_store store;
	struct tally_session s;
	uint32_t found[ITEMS];
};

enum { NEVER = UINT32_MAX };

static void set_up(struct fixture *f, const struct subject *subject,
		   bool in_use)
{
	static const uint16_t event[] = { 0, 0x7, 0xB, 0xA, 0xC };
	struct target *t = &f->target;

	memset(f, 0, sizeof(*f));
	target_init(t, subject, in_use);
	memcpy(f->found, t->value, sizeof(f->found));

	for (uint8_t i = 0; i < subject->monitor->counters; i++)
		f->slot[i] = (struct tally_slot){ i, TALLY_IRQ, event[i], 0 };
	f->slot[0].event = TALLY_EVENT_CYCLES;
	f->slot[1].period = 1000;
	if (subject->monitor->fiq)
		f->slot[1].interrupt = TALLY_FIQ;
	f->setup = (struct tally_setup){ f->slot, subject->monitor->counters,
					 subject->monitor->options };
	f->store = (struct tally_store){ f->total, f->step, 5,
					 subject->monitor->steps };
	assert_in_range(subject->monitor->steps, 1, 20);
	tally_bus_fault_init(&f->fault, &t->bus, NEVER);
}

/* All registers as they were found; a flag, once clear, stays so. */
static void assert_as_found(const struct fixture *f)
{
	for (unsigned i = 0; i < ITEMS; i++)
		if (i != FLAG)
			assert_int_equal(f->target.value[i], f->found[i]);
	assert_int_equal(f->target.value[FLAG] & ~f->found[FLAG], 0);
}

static enum tally_status open_as(struct fixture *f, bool force)
{
	return tally_session_open(&f->s, f->target.subject->monitor,
				  &f->fault.bus, &f->setup, &f->store, force);
}

static void nothing(struct fixture *f)
{
	(void)f;
}

static void opened(struct fixture *f)
{
	assert_int_equal(open_as(f, true), TALLY_OK);
}

static void started(struct fixture *f)
{
	opened(f);
	assert_int_equal(tally_session_start(&f->s), TALLY_OK);
}

static void overflowed(struct fixture *f)
{
	started(f);
	target_overflow(&f->target);
}

static void overflowed_and_stopped(struct fixture *f)
{
	overflowed(f);
	assert_int_equal(tally_session_stop(&f->s), TALLY_OK);
}

static void suspended(struct fixture *f)
{
	overflowed(f);
	assert_int_equal(tally_session_suspend(&f->s), TALLY_OK);
}

static enum tally_status open_free(struct fixture *f)
{
	return open_as(f, false);
}

static enum tally_status open_forced(struct fixture *f)
{
	return open_as(f, true);
}

static enum tally_status start(struct fixture *f)
{
	return tally_session_start(&f->s);
}

static enum tally_status stop(struct fixture *f)
{
	return tally_session_stop(&f->s);
}

static enum tally_status take_overflow(struct fixture *f)
{
	uint32_t slots = tally_session_overflow(&f->s);

	if (!f->fault.bus.status)
		assert_int_equal(slots, 1u << 0 | 1u << 1);
	return f->fault.bus.status;
}

/* 1000 until PMN0 wrapped, and 3 since; 0 is given where that is unknown. */
static enum tally_status count(struct fixture *f)
{
	uint64_t total = tally_session_count(&f->s, 1);

	assert_int_equal(total, f->fault.bus.status ? 0 : 1003);
	return f->fault.bus.status;
}

static enum tally_status reset(struct fixture *f)
{
	return tally_session_reset(&f->s);
}

static enum tally_status calibrate(struct fixture *f)
{
	return tally_session_calibrate(&f->s, 2);
}

static enum tally_status close_it(struct fixture *f)
{
	return tally_session_close(&f->s);
}

static enum tally_status suspend(struct fixture *f)
{
	return tally_session_suspend(&f->s);
}

static enum tally_status resume(struct fixture *f)
{
	return tally_session_resume(&f->s);
}

/* Each operation is tried on a failing bus; `before` goes undisturbed. */
static struct operation {
	const char *name;
	void (*before)(struct fixture *f);
	enum tally_status (*act)(struct fixture *f);
	bool in_use; /* somebody's counters run when Tally comes */
} operations[] = {
	{ "open", nothing, open_free, false },
	{ "forced open", nothing, open_forced, true },
	{ "start", opened, start, true },
	{ "stop", started, stop, true },
	{ "overflow, running", overflowed, take_overflow, true },
	{ "overflow, stopped", overflowed_and_stopped, take_overflow, true },
	{ "count, running", overflowed, count, true },
	{ "count, stopped", overflowed_and_stopped, count, false },
	{ "reset", overflowed_and_stopped, reset, true },
	{ "calibrate", opened, calibrate, false },
	{ "suspend", overflowed, suspend, true },
	{ "resume", suspended, resume, true },
	{ "close, stopped", overflowed_and_stopped, close_it, false },
	{ "close, running", overflowed, close_it, true },
};

enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

/* On the failed bus nothing reaches the target any more. */
static void assert_dead(struct fixture *f)
{
	uint32_t accesses = f->fault.count;
	unsigned writes = f->target.writes;

	assert_int_equal(f->fault.bus.status, TALLY_E_BUS);
	assert_int_equal(accesses, f->fault.at + 1);
	(void)tally_session_start(&f->s);
	(void)tally_session_overflow(&f->s);
	(void)tally_session_count(&f->s, 0);
	(void)tally_session_stop(&f->s);
	(void)tally_session_reset(&f->s);
	(void)tally_session_calibrate(&f->s, 1);
	(void)tally_session_suspend(&f->s);
	(void)tally_session_resume(&f->s);
	(void)tally_session_close(&f->s);
	assert_int_equal(f->fault.count, accesses);
	assert_int_equal(f->target.writes, writes);
}

static void assert_mended(struct fixture *f)
{
	assert_int_equal(tally_bus_recover(&f->fault.bus), TALLY_E_BUS);
	if (f->s.touched)
		assert_int_equal(tally_session_close(&f->s), TALLY_OK);
	else
		assert_int_equal(f->target.writes, 0);
	assert_as_found(f);

	overflowed(f);
	assert_int_equal(take_overflow(f), TALLY_OK);
	assert_int_equal(count(f), TALLY_OK);
	assert_int_equal(tally_session_stop(&f->s), TALLY_OK);
	assert_int_equal(count(f), TALLY_OK);
	assert_int_equal(tally_session_close(&f->s), TALLY_OK);
	assert_as_found(f);
}

/* True: the operation came to its end before access `at`. */
static bool try_at(const struct subject *subject, const struct operation *op,
		   uint32_t at)
{
	struct fixture f;
	enum tally_status status;

	set_up(&f, subject, op->in_use);
	op->before(&f);
	f.fault.at = f.fault.count + at;
	status = op->act(&f);
	if (f.fault.hit) {
		assert_int_equal(status, TALLY_E_BUS);
		assert_dead(&f);
		assert_mended(&f);
		return false;
	}
	assert_int_equal(status, TALLY_OK);
	f.fault.at = NEVER;
	if (f.s.touched)
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	assert_as_found(&f);
	return true;
}

static void sweep(void **state)
{
	const struct operation *op = *state;

	for (unsigned i = 0; i < SUBJECTS; i++) {
		uint32_t at = 0;

		while (!try_at(&subjects[i], op, at))
			at++;
		/* Each operation makes accesses, and comes to an end. */
		assert_in_range(at, 1, 100);
	}
}

/* One write opens and one closes the window: one place to fail each. */
static void window_is_one_write(void **state)
{
	(void)state;
	for (unsigned i = 0; i < SUBJECTS; i++) {
		struct fixture f;
		uint32_t accesses;

		set_up(&f, &subjects[i], false);
		opened(&f);
		accesses = f.fault.count;
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_int_equal(f.fault.count, accesses + 2);
	}
}

int main(void)
{
	struct CMUnitTest tests[OPERATIONS + 1] = {
		cmocka_unit_test(window_is_one_write),
	};

	for (unsigned i = 0; i < OPERATIONS; i++)
		tests[i + 1] =
			(struct CMUnitTest){ operations[i].name, sweep, NULL,
					     NULL, &operations[i] };
	return cmocka_run_group_tests_name("fault_sweep", tests, NULL, NULL);
}
