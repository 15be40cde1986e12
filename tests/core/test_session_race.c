/* SPDX-License-Identifier: MIT */
/*
 * Every operation of a session, on every kind of monitor, with an overflow
 * ahead of any of its register accesses and the interrupt taken ahead of any
 * later one: nobody is left with a request that no handler takes away, no count
 * is lost or made up, and close() leaves no request behind.
 *
 * A second counter of the same event, which is far from its end, knows what
 * the first has to come to.  test_race.c does the same at every instruction of
 * the compiled library, on boards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tally/counting.h>
#include <tally/monitors/arm11.h>
#include <tally/monitors/cortex_a8.h>
#include <tally/monitors/cortex_a9.h>
#include <tally/monitors/e500.h>
#include <tally/monitors/l2c310.h>
#include <tally/monitors/l2cc.h>
#include <tally/monitors/pmuv3.h>
#include <tally/monitors/xscale.h>
#include <tally/task.h>
#include <tally/wrap.h>

#include "board/pmu/e500.h"
#include "board/pmu/event_bus.h"
#include "catalog/catalog.h"
#include "pmu_bus.h"

enum { RACED, TWIN, SLOTS, STEPS = 200, NEVER = INT32_MAX };

/* A monitor, two counters of it, and an event of both. */
static const struct subject {
	const struct tally_monitor *monitor;
	enum pmu_kind kind;
	uint8_t counter[SLOTS];
	uint16_t event;
} subjects[] = {
	{ &tally_arm1136, PMU_ARM1136, { 1, 2 }, 0x07 },
	{ &tally_arm1156, PMU_ARM1156, { 1, 2 }, 0x07 },
	{ &tally_arm1176, PMU_ARM1176, { 2, 1 }, 0x07 },
	{ &tally_pxa250, PMU_PXA250, { 1, 2 }, 0x07 },
	{ &tally_cortex_a8, PMU_CORTEX_A8, { 3, 0 }, 0x08 },
	{ &tally_cortex_a9, PMU_CORTEX_A9, { 5, 1 }, 0x68 },
	{ &tally_cortex_a53, PMU_CORTEX_A53, { 0, 1 }, 0x08 },
	{ &tally_cortex_a57, PMU_CORTEX_A57, { 5, 0 }, 0x08 },
	{ &tally_cortex_a72, PMU_CORTEX_A72, { 2, 3 }, 0x08 },
	{ &tally_pmuv3, PMU_V3P5, { 1, 0 }, 0x08 },
	{ &tally_l210, PMU_L210, { 0, 3 }, 0x04 },
	{ &tally_l220, PMU_L220, { 0, 1 }, 0x04 },
	{ &tally_l2c310, PMU_L2C310, { 1, 0 }, 0x04 },
	{ &tally_e500v1, PMU_E500V1, { 0, 3 }, 0x02 },
	{ &tally_e500v2, PMU_E500V2, { 2, 1 }, 0x02 },
};

enum { SUBJECTS = sizeof(subjects) / sizeof(subjects[0]) };

struct fixture {
	const struct subject *subject;
	struct pmu_bus target;
	enum ledger_item item;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[STEPS];
	struct tally_store store;
	struct tally_session s;

	/* Somebody else, whose counters run when the session opens. */
	struct tally_total other_total[SLOTS];
	struct tally_step other_step[STEPS];
	struct tally_session other;

	/* Accesses from the operation's beginning: those of handlers too. */
	int at, overflow_at, handler_at;
	bool handling;
	bool handler_reads; /* all counts, while others are being read */
	bool lost;          /* counters of this monitor stop at their top */
};

static bool request(const struct fixture *f)
{
	return pmu_irq(f->target.pmu) || pmu_fiq(f->target.pmu);
}

static void happen(struct fixture *f, uint64_t n)
{
	pmu_bus_happen(&f->target, f->item, n);
}

/* As the core takes it; a request that stays would be taken for ever. */
static void handle(struct fixture *f)
{
	f->handling = true;
	if (f->subject->monitor->ops == tally_e500v1.ops)
		pmu_taken(f->target.pmu);
	(void)tally_session_overflow(&f->s);
	if (f->s.state == TALLY_CLOSED && f->other.state == TALLY_OPENED)
		(void)tally_session_overflow(&f->other);
	tally_bus_sync(&f->target.bus);
	assert_false(request(f));
	if (f->handler_reads) {
		uint64_t count[SLOTS];

		assert_int_equal(tally_session_read_all(&f->s, count),
				 TALLY_OK);
	}
	f->handling = false;
}

static void before_access(struct pmu_bus *b, unsigned access)
{
	struct fixture *f = b->ctx;
	int at = f->at++;

	(void)access;
	if (at == f->overflow_at)
		happen(f, 1);
	if (at >= f->handler_at && !f->handling && request(f))
		handle(f);
}

static enum ledger_item item_of(const struct subject *subject)
{
	unsigned events;
	const struct pmu_event *e = pmu_events(pmu_of(subject->kind), &events);

	for (unsigned i = 0; i < events; i++)
		if (e[i].code == subject->event)
			return e[i].item;
	fail_msg("the board does not have event 0x%x", subject->event);
	return 0;
}

static void set_up(struct fixture *f, const struct subject *subject,
		   uint64_t period)
{
	static const struct tally_reg mask = { 0x214, TALLY_MMIO, 32 };

	memset(f, 0, sizeof(*f));
	f->subject = subject;
	f->item = item_of(subject);
	f->lost = subject->monitor->counting == &tally_saturating;
	f->overflow_at = f->handler_at = NEVER;
	pmu_bus_init(&f->target, subject->kind, true, false);
	if (f->lost || subject->kind == PMU_L210)
		pmu_set_event_bus(f->target.pmu, true);
	if (f->lost)
		tally_bus_write(&f->target.bus, &mask, 1);
	f->target.ctx = f;
	f->target.before = before_access;
	for (uint8_t i = 0; i < SLOTS; i++)
		f->slot[i] =
			(struct tally_slot){ .counter = subject->counter[i],
					     .event = subject->event };
	f->slot[RACED].interrupt = TALLY_IRQ;
	f->slot[RACED].period = period;
	f->setup = (struct tally_setup){ f->slot, SLOTS, 0 };
	f->store = (struct tally_store){ f->total, f->step, SLOTS, STEPS };
}

static void opened(struct fixture *f)
{
	assert_int_equal(tally_session_open(&f->s, f->subject->monitor,
					    &f->target.bus, &f->setup,
					    &f->store, false),
			 TALLY_OK);
}

/* One more, and the counter overflows. */
static void to_the_top(struct fixture *f, const struct tally_session *s)
{
	unsigned bits = tally_slot_bits(s->monitor, s->setup, RACED);
	uint64_t period = f->slot[RACED].period;

	happen(f, (period ? period : tally_counter_mask(bits) + 1) - 1);
	assert_false(request(f));
}

static void running(struct fixture *f)
{
	opened(f);
	assert_int_equal(tally_session_start(&f->s), TALLY_OK);
	to_the_top(f, &f->s);
}

static void stopped(struct fixture *f)
{
	running(f);
	assert_int_equal(tally_session_stop(&f->s), TALLY_OK);
}

/* It overflowed, was stopped, and the interrupt has yet to come. */
static void stopped_late(struct fixture *f)
{
	running(f);
	happen(f, 1);
	assert_int_equal(tally_session_stop(&f->s), TALLY_OK);
}

static void suspended(struct fixture *f)
{
	running(f);
	assert_int_equal(tally_session_suspend(&f->s), TALLY_OK);
}

static void somebody_runs(struct fixture *f)
{
	const struct tally_store store = { f->other_total, f->other_step, SLOTS,
					   STEPS };

	assert_int_equal(tally_session_open(&f->other, f->subject->monitor,
					    &f->target.bus, &f->setup, &store,
					    false),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&f->other), TALLY_OK);
	to_the_top(f, &f->other);
}

static enum tally_status open_forced(struct fixture *f)
{
	return tally_session_open(&f->s, f->subject->monitor, &f->target.bus,
				  &f->setup, &f->store, true);
}

static enum tally_status open_again(struct fixture *f)
{
	assert_int_equal(open_forced(f), TALLY_E_STATE);
	/* It makes no access, and there has to be one. */
	return tally_session_stop(&f->s);
}

static enum tally_status start(struct fixture *f)
{
	return tally_session_start(&f->s);
}

static enum tally_status stop(struct fixture *f)
{
	return tally_session_stop(&f->s);
}

static enum tally_status count(struct fixture *f)
{
	uint64_t total = tally_session_count(&f->s, RACED);
	uint64_t after = tally_session_count(&f->s, TWIN);

	/* One more may have happened between the two. */
	if (!f->lost)
		assert_in_range(after - total, 0, 1);
	return TALLY_OK;
}

static enum tally_status read_all(struct fixture *f)
{
	uint64_t count[SLOTS];
	enum tally_status status = tally_session_read_all(&f->s, count);

	/* One may have happened when one was read and the other not yet. */
	if (!f->lost)
		assert_in_range(count[TWIN] - count[RACED] + 1, 0, 2);
	return status;
}

static enum tally_status read_all_nested(struct fixture *f)
{
	f->handler_reads = true;
	return read_all(f);
}

/* Every switch adds what was counted to the task that leaves, or to itself. */
static enum tally_status switch_tasks(struct fixture *f)
{
	uint64_t count[SLOTS] = { 0 }, mark[SLOTS], begin[SLOTS];
	uint64_t spent[SLOTS] = { 0 };
	struct tally_task task = { count };
	struct tally_tasks tasks;

	tally_tasks_init(&tasks, &f->s, mark);
	memcpy(begin, mark, sizeof(begin));
	tasks.spent = spent;
	tally_task_switch(&tasks, &task);
	tally_task_switch(&tasks, NULL);
	for (unsigned i = 0; i < SLOTS && !f->lost; i++)
		assert_in_range(mark[i] - begin[i] - count[i] - spent[i], 0, 1);
	return TALLY_OK;
}

static enum tally_status reset(struct fixture *f)
{
	enum tally_status status = tally_session_reset(&f->s);

	assert_int_equal(tally_session_count(&f->s, RACED), 0);
	assert_int_equal(tally_session_count(&f->s, TWIN), 0);
	return status;
}

static enum tally_status suspend(struct fixture *f)
{
	enum tally_status status = tally_session_suspend(&f->s);

	assert_false(request(f));
	return status;
}

static enum tally_status resume(struct fixture *f)
{
	return tally_session_resume(&f->s);
}

static enum tally_status close_it(struct fixture *f)
{
	enum tally_status status = tally_session_close(&f->s);

	/* Of somebody who is put back there may be one. */
	if (f->other.state == TALLY_CLOSED)
		assert_false(request(f));
	return status;
}

static struct operation {
	const char *name;
	void (*before)(struct fixture *f);
	enum tally_status (*act)(struct fixture *f);
} operations[] = {
	{ "open, forced", somebody_runs, open_forced },
	{ "open again, running", running, open_again },
	{ "start", stopped, start },
	{ "start, late", stopped_late, start },
	{ "stop", running, stop },
	{ "count", running, count },
	{ "count, late", stopped_late, count },
	{ "read all", running, read_all },
	{ "read all, late", stopped_late, read_all },
	{ "read all, handler too", running, read_all_nested },
	{ "switch tasks", running, switch_tasks },
	{ "reset", stopped, reset },
	{ "reset, late", stopped_late, reset },
	{ "suspend", running, suspend },
	{ "suspend, late", stopped_late, suspend },
	{ "resume", suspended, resume },
	{ "close, running", running, close_it },
	{ "close, late", stopped_late, close_it },
	{ "close, suspended", suspended, close_it },
};

enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

static void assert_totals(struct fixture *f)
{
	uint64_t total = tally_session_count(&f->s, RACED);

	if (f->lost && total == TALLY_COUNT_LOST)
		return;
	assert_int_equal(total, tally_session_count(&f->s, TWIN));
}

/* Whatever is pending is handled, and counting goes on. */
static void settle(struct fixture *f)
{
	f->overflow_at = f->handler_at = NEVER;
	if (f->s.state == TALLY_SUSPENDED) {
		assert_totals(f);
		assert_int_equal(tally_session_resume(&f->s), TALLY_OK);
	}
	if (f->s.state == TALLY_OPENED) {
		if (request(f))
			handle(f);
		assert_totals(f);
		if (!f->s.running)
			assert_int_equal(tally_session_start(&f->s), TALLY_OK);
		if (request(f))
			handle(f);
		happen(f, 7);
		if (request(f))
			handle(f);
		assert_totals(f);
		assert_int_equal(tally_session_close(&f->s), TALLY_OK);
	}
	if (f->other.state == TALLY_CLOSED)
		assert_false(request(f));
}

/* True: the operation was over before both. */
static bool try_at(const struct subject *subject, const struct operation *op,
		   uint64_t period, int overflow_at, int handler_at)
{
	struct fixture f;
	bool over;

	set_up(&f, subject, period);
	op->before(&f);
	f.at = 0;
	f.overflow_at = overflow_at;
	f.handler_at = handler_at;
	assert_int_equal(op->act(&f), TALLY_OK);
	over = f.at <= overflow_at || f.at <= handler_at;
	settle(&f);
	assert_int_equal(f.target.bus.status, TALLY_OK);
	pmu_bus_free(&f.target);
	return over;
}

static void every_place(void **state)
{
	const struct operation *op = *state;

	for (unsigned n = 0; n < SUBJECTS; n++) {
		const struct tally_monitor *m = subjects[n].monitor;
		/* None, one of many, and one longer than half a counter. */
		uint64_t period[] = { 0, 1000, 0xC0000000 };
		unsigned periods = m->counting->loaded ? 1 : 3;

		if (m->ops == tally_e500v1.ops)
			period[2] /= 2;
		for (unsigned p = 0; p < periods; p++) {
			int i = 0;

			do {
				int j = i;

				while (!try_at(&subjects[n], op, period[p], i,
					       j))
					j++;
				i++;
			} while (!try_at(&subjects[n], op, period[p], i, i));
			assert_in_range(i, 1, 200);
		}
	}
}

/* A family without a row here would be raced by nobody. */
static void every_family_is_here(void **state)
{
	unsigned count;
	const struct catalog_monitor *const *m = catalog_monitors(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		const struct tally_monitor *monitor = m[i]->monitor;
		bool found = monitor->silent; /* none of its counters can */

		for (unsigned n = 0; n < SUBJECTS && !found; n++)
			found = subjects[n].monitor->ops == monitor->ops;
		/* No board has it: test_xsc2_session.c has its model. */
		if (monitor == &tally_xscale2)
			continue;
		if (!found)
			fail_msg("%s is not raced", m[i]->name);
	}
}

int main(void)
{
	struct CMUnitTest tests[OPERATIONS + 1] = {
		cmocka_unit_test(every_family_is_here),
	};

	for (unsigned i = 0; i < OPERATIONS; i++)
		tests[i + 1] =
			(struct CMUnitTest){ operations[i].name, every_place,
					     NULL, NULL, &operations[i] };
	return cmocka_run_group_tests_name("session_race", tests, NULL, NULL);
}
