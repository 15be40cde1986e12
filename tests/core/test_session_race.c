/* SPDX-License-Identifier: MIT */
/*
 * Every operation of a session, on every kind of monitor, with an overflow
 * ahead of any of its register accesses and the interrupt taken ahead of any
 * later one: nobody is left with a request that no handler takes away, no count
 * is lost or made up, and close() leaves no request behind.
 *
 * A second counter of the same event, which is far from its end, knows what
 * the first has to come to.  test_race.c does the same at every instruction of
 * the compiled library, on boards.  A timer's interrupt, which polls and reads
 * all totals, comes ahead of each access as well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <tally/counting.h>
#include <tally/monitors/e500.h>
#include <tally/task.h>
#include <tally/wrap.h>

#include "boards/src/pmu/e500.h"
#include "boards/src/pmu/event_bus.h"
#include "catalog/catalog.h"
#include "pmu_bus.h"

enum { RACED, TWIN, SLOTS, STEPS = 200, NEVER = INT32_MAX };

/* A monitor, two counters of it, and an event of both. */
struct subject {
	const struct tally_monitor *monitor;
	enum pmu_kind kind;
	uint8_t counter[SLOTS];
	uint16_t event;
	enum ledger_item item;
};

/* One for each model of a monitor that can interrupt: see find_subjects(). */
static struct subject subjects[PMU_KINDS];
static unsigned subjects_found;

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

	/* A timer's interrupt, and what its handler may do. */
	int timer_at;
	bool reads_all, judges;
	unsigned polled; /* times that it came */
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

/* A reader's, in a handler: nothing is counted meanwhile, so that both are
 * equal; a wrap that nobody was told of is taken up. */
static void timer(struct fixture *f)
{
	uint64_t count[SLOTS] = { 0 };

	if (f->s.state != TALLY_OPENED && f->s.state != TALLY_SUSPENDED)
		return;
	f->handling = true;
	f->polled++;
	if (f->s.state == TALLY_OPENED)
		(void)tally_session_overflow(&f->s);
	for (unsigned i = 0; i < SLOTS; i++)
		count[i] = tally_session_count(&f->s, i);
	if (f->judges && !(f->lost && count[RACED] == TALLY_COUNT_LOST))
		assert_int_equal(count[RACED], count[TWIN]);
	if (f->reads_all)
		assert_int_equal(tally_session_read_all(&f->s, count),
				 TALLY_OK);
	if (f->judges && !(f->lost && count[RACED] == TALLY_COUNT_LOST))
		assert_int_equal(count[RACED], count[TWIN]);
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
	if (at == f->timer_at && !f->handling)
		timer(f);
}

static void set_up(struct fixture *f, const struct subject *subject,
		   uint64_t period)
{
	static const struct tally_reg mask = { 0x214, TALLY_MMIO, 32 };

	memset(f, 0, sizeof(*f));
	f->subject = subject;
	f->item = subject->item;
	f->lost = subject->monitor->counting == &tally_saturating;
	f->overflow_at = f->handler_at = f->timer_at = NEVER;
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

/* The counter overflowed and was stopped; its interrupt has yet to come. */
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
	/* Opening makes no access, and there has to be one. */
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
	f->overflow_at = f->handler_at = f->timer_at = NEVER;
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

	for (unsigned n = 0; n < subjects_found; n++) {
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

/*
 * The timer comes ahead of each access.  An overflow is there from the
 * beginning, or happens one access before.
 */
static bool time_at(const struct subject *subject, const struct operation *op,
		    int overflow_at, int timer_at)
{
	struct fixture f;
	bool over;

	set_up(&f, subject, 0);
	op->before(&f);
	f.at = 0;
	f.overflow_at = overflow_at;
	f.timer_at = timer_at;
	f.handler_at = timer_at;
	f.reads_all = op->act != switch_tasks;
	/* Totals begin anew, or counters move, within these. */
	f.judges =
		op->act != reset && op->act != resume && op->act != open_forced;
	assert_int_equal(op->act(&f), TALLY_OK);
	over = f.at <= timer_at;
	settle(&f);
	assert_int_equal(f.target.bus.status, TALLY_OK);
	pmu_bus_free(&f.target);
	return over;
}

static void every_timer(const struct subject *subject,
			const struct operation *op)
{
	if (op->act == suspend || op->act == read_all_nested)
		return;
	for (int at = 0; !time_at(subject, op, NEVER, at); at++)
		for (int over = at ? at - 1 : 0; over <= at; over++)
			(void)time_at(subject, op, over, at);
}

static void every_place_of_a_timer(void **state)
{
	(void)state;
	for (unsigned i = 0; i < OPERATIONS; i++) {
		for (unsigned n = 0; n < subjects_found; n++)
			every_timer(&subjects[n], &operations[i]);
	}
}

/* The model counts this item for the event; LEDGER_NOTHING: nothing. */
static enum ledger_item item_of(enum pmu_kind kind, uint16_t code)
{
	unsigned events;
	const struct pmu_event *e = pmu_events(pmu_of(kind), &events);

	for (unsigned i = 0; i < events; i++)
		if (e[i].code == code && e[i].class != PMU_NOT_MODELLED)
			return e[i].item;
	return LEDGER_NOTHING;
}

/* The counters that the model has of those that count the event. */
static uint32_t counters_of(enum pmu_kind kind, const struct tally_monitor *m,
			    const struct tally_event *e)
{
	struct tally_limits limits;
	struct pmu_bus b;

	pmu_bus_init(&b, kind, false, false);
	assert_int_equal(tally_limits_read(m, &b.bus, &limits), TALLY_OK);
	pmu_bus_free(&b);
	return e->counters & limits.counters;
}

/* The event on the last and the first of the counters that count it. */
static bool take(struct subject *s, const struct tally_event *e)
{
	uint32_t counters = counters_of(s->kind, s->monitor, e);

	s->item = item_of(s->kind, e->code);
	if (s->item == LEDGER_NOTHING || !(counters & (counters - 1)))
		return false;
	s->event = e->code;
	for (uint8_t i = 0; i < 32; i++)
		if (counters >> i & 1)
			s->counter[RACED] = i;
	for (uint8_t i = s->counter[RACED]; i-- > 0;)
		if (counters >> i & 1)
			s->counter[TWIN] = i;
	return true;
}

/* Of a core, instructions; else the first event that two counters count. */
static void find_subject(enum pmu_kind kind)
{
	struct error err = { "" };
	const struct catalog_monitor *c =
		catalog_monitor(pmu_monitor_name(kind), &err);
	struct subject s = { .kind = kind };
	bool found = false;

	if (!c) {
		fail_msg("tests/kit/models.h: %s", err.text);
		return;
	}
	s.monitor = c->monitor;
	if (s.monitor->silent)
		return;
	if (c->instructions) {
		uint16_t code = catalog_event(c, c->instructions, &err)->code;

		found = take(&s, tally_event_find(s.monitor, code));
	}
	for (unsigned i = 0; i < s.monitor->events && !found; i++)
		found = take(&s, &s.monitor->event[i]);
	if (!found)
		fail_msg("the model of %s has no event that two counters count",
			 c->name);
	subjects[subjects_found++] = s;
}

static int find_subjects(void **state)
{
	(void)state;
	for (int kind = 0; kind < PMU_KINDS; kind++)
		find_subject((enum pmu_kind)kind);
	return 0;
}

/* tests/monitors/test_WORD_session.c, which has a model of its own. */
static bool has_session_test(const char *monitor)
{
	const char *slash = strrchr(monitor, '/');
	char path[4096];
	int length = snprintf(
		path, sizeof(path), "%s/tests/monitors/test_%s_session.c",
		getenv("TALLY_ROOT"), slash ? slash + 1 : monitor);

	assert_in_range(length, 1, sizeof(path) - 1);
	for (char *c = path + length; *c != '/'; c--)
		if (*c == '-')
			*c = '_';
	return access(path, R_OK) == 0;
}

/* A mechanism without a model would be raced by nobody. */
static void every_mechanism_is_raced(void **state)
{
	unsigned count;
	const struct catalog_monitor *const *m = catalog_monitors(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		const struct tally_monitor *monitor = m[i]->monitor;
		bool found = monitor->silent; /* none of its counters can */

		for (unsigned n = 0; n < subjects_found && !found; n++)
			found = subjects[n].monitor->ops == monitor->ops;
		if (!found && !has_session_test(m[i]->name))
			fail_msg("%s is not raced: give it a row in "
				 "tests/kit/models.h, if it has a simulated "
				 "monitor, or write "
				 "tests/monitors/test_WORD_session.c with a "
				 "model of its own",
				 m[i]->name);
	}
}

int main(void)
{
	struct CMUnitTest tests[OPERATIONS + 2] = {
		cmocka_unit_test(every_mechanism_is_raced),
		cmocka_unit_test(every_place_of_a_timer),
	};

	for (unsigned i = 0; i < OPERATIONS; i++)
		tests[i + 2] =
			(struct CMUnitTest){ operations[i].name, every_place,
					     NULL, NULL, &operations[i] };
	return cmocka_run_group_tests_name("session_race", tests, find_subjects,
					   NULL);
}
