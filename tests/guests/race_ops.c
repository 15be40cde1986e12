/* SPDX-License-Identifier: MIT */
/*
 * The guest of test_race_ops.c, which calls these functions from outside,
 * by setting the pc, and chooses when the interrupt may be taken: what goes
 * before an operation of a session, the operation, and what has to hold after
 * it.  A second counter of the same event, which is not pushed to its end,
 * knows what the first has to come to.  The handler acknowledges; where the
 * test wants it, it reads all totals as well, and switches tasks as a
 * scheduler's does.
 */
#include <stddef.h>

#include <tally/session.h>
#include <tally/task.h>

#include "race_target.h"

enum { RACED, PLAIN, SLOTS };

/* The test knows these numbers, and the functions by name. */
enum operation {
	OPEN_FORCED, /* somebody else's session runs */
	OPEN_AGAIN,
	START,
	STOP,
	COUNT,
	RESET,
	SUSPEND,
	RESUME,
	CLOSE,
	CLOSE_STOPPED,
	READ_ALL,
	NET,
	SWITCH, /* of tasks */
	TASK_COUNT,
	CALIBRATE,
	OPERATIONS,
	READS = 0x100 /* beside an operation: the handler uses the library */
};

uint32_t race_before(uint32_t operation, uint32_t n);
uint32_t race_act(uint32_t operation);
uint32_t race_after(void);
_Noreturn void race_idle(void);

/* The core's bus, with a moment for the test ahead of the write that starts. */
static struct tally_bus core = TARGET_BUS;
static uint32_t push_at_start; /* events to the overflow; 0: not then */

static struct tally_session session, other;
static struct tally_total total[SLOTS], other_total[SLOTS];
static struct tally_step step[TARGET_STEPS], other_step[TARGET_STEPS];
static const struct tally_store store = { total, step, SLOTS, TARGET_STEPS };
static const struct tally_store other_store = { other_total, other_step, SLOTS,
						TARGET_STEPS };
static const struct tally_slot slots[SLOTS] = {
	{ .counter = TARGET_PMN0,
	  .interrupt = TALLY_IRQ,
	  .event = TARGET_INSTRUCTIONS },
	{ .counter = TARGET_PMN1, .event = TARGET_INSTRUCTIONS },
};
static const struct tally_setup setup = { slots, SLOTS, 0 };

/* The raced total is ahead of the plain one by this, as pushed. */
static uint64_t ahead;

/* The monitor as it was found before anything else. */
static struct tally_step found_step[TARGET_STEPS], now_step[TARGET_STEPS];
static struct tally_script found, now;

/* Let the stopped counter overflow with the n-th event from here on. */
static void push(uint32_t n)
{
	const struct tally_counter *counter =
		&TARGET_MONITOR.counter[slots[RACED].counter];
	uint64_t to = tally_preset(n, counter->bits);

	ahead += to - tally_bus_read(&core, &counter->reg);
	tally_bus_write(&core, &counter->reg, to);
	tally_bus_sync(&core);
}

static enum tally_status read_through(struct tally_bus *bus,
				      const struct tally_reg *reg,
				      uint64_t *value)
{
	(void)bus;
	return core.ops->read(&core, reg, value);
}

static enum tally_status write_through(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t value)
{
	(void)bus;
	if (push_at_start && tally_reg_same(*reg, session.start.reg) &&
	    value == session.start.value) {
		push(push_at_start);
		push_at_start = 0;
	}
	return core.ops->write(&core, reg, value);
}

static enum tally_status sync_through(struct tally_bus *bus)
{
	(void)bus;
	return core.ops->sync ? core.ops->sync(&core) : TALLY_OK;
}

static const struct tally_bus_ops through = { .read = read_through,
					      .write = write_through,
					      .sync = sync_through };
static struct tally_bus bus = { .ops = &through };

/* The handler does this besides, and finds a total wrong, or none. */
static struct {
	bool reads, reads_all, judges, switches;
	uint32_t wrong;
} handler;

enum { TASKS = 2 };

/* Tasks that the handler switches between, and what is nobody's. */
static struct {
	struct tally_tasks all;
	struct tally_task task[TASKS];
	uint64_t count[TASKS][SLOTS], mark[SLOTS], begin[SLOTS], spent[SLOTS];
} tasks;

static void begin_tasks(void)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		tasks.spent[i] = 0;
		for (unsigned t = 0; t < TASKS; t++)
			tasks.count[t][i] = 0;
	}
	for (unsigned t = 0; t < TASKS; t++)
		tasks.task[t].count = tasks.count[t];
	tally_tasks_init(&tasks.all, &session, tasks.mark);
	for (unsigned i = 0; i < SLOTS; i++)
		tasks.begin[i] = tasks.mark[i];
	tasks.all.spent = tasks.spent;
	tally_task_switch(&tasks.all, &tasks.task[0]);
}

static void switch_tasks(void)
{
	tally_task_switch(&tasks.all,
			  &tasks.task[tasks.all.now == &tasks.task[0]]);
}

/* Stopped: what the tasks and the switches have is what was counted. */
static bool tasks_are_exact(void)
{
	tally_task_switch(&tasks.all, NULL);
	for (unsigned i = 0; i < SLOTS; i++)
		if (tasks.count[0][i] + tasks.count[1][i] + tasks.spent[i] !=
			    tally_session_count(&session, i) - tasks.begin[i] ||
		    tally_task_count(&tasks.all, &tasks.task[0], i) !=
			    tasks.count[0][i])
			return false;
	return true;
}

/* Counts of the other counter, before and after it, are its bounds. */
static bool is_between(uint64_t least, uint64_t raced, uint64_t most)
{
	return raced - ahead >= least && raced - ahead <= most;
}

static void use_the_library(void)
{
	uint64_t count[SLOTS], least;

	if (session.state != TALLY_OPENED && session.state != TALLY_SUSPENDED)
		return;
	least = tally_session_count(&session, PLAIN);
	count[RACED] = tally_session_count(&session, RACED);
	if (handler.reads_all && tally_session_read_all(&session, count))
		handler.wrong |= 1;
	if (handler.judges &&
	    (!is_between(least, count[RACED],
			 tally_session_count(&session, PLAIN)) ||
	     !is_between(least, tally_session_count(&session, RACED),
			 tally_session_count(&session, PLAIN))))
		handler.wrong |= 2;
	if (handler.switches)
		switch_tasks();
}

/* The session's owner acknowledges; the other one's is asked last. */
static void on_overflow(void)
{
	tally_session_overflow(&session);
	if (session.state == TALLY_CLOSED)
		tally_session_overflow(&other);
	if (handler.reads)
		use_the_library();
}

static bool as_found(void)
{
	tally_script_init(&now, now_step, TARGET_STEPS);
	(void)TARGET_MONITOR.ops->save(&TARGET_MONITOR, &setup, &core, &now);
	if (now.count != found.count)
		return false;
	for (unsigned i = 0; i < now.count; i++)
		if (now.step[i].value != found.step[i].value)
			return false;
	return true;
}

static uint32_t opened(bool force)
{
	return (uint32_t)tally_session_open(&session, &TARGET_MONITOR, &bus,
					    &setup, &store, force);
}

/* Started, and `n` events from its overflow when it starts again. */
static uint32_t pushed(uint32_t n)
{
	if (opened(false) || tally_session_start(&session) ||
	    tally_session_stop(&session))
		return 1;
	push(n);
	return 0;
}

static uint32_t somebody_runs(uint32_t n)
{
	if (tally_session_open(&other, &TARGET_MONITOR, &core, &setup,
			       &other_store, false))
		return 1;
	push(n);
	return (uint32_t)tally_session_start(&other);
}

static bool has_tasks(uint32_t operation)
{
	return operation == SWITCH || operation == TASK_COUNT;
}

/* Operations after which all totals are 0. */
static bool begins_anew(uint32_t operation)
{
	return operation == RESET || operation == CALIBRATE;
}

/* The session is there; what happens from here on is the handler's as well. */
static uint32_t ready(uint32_t operation, uint32_t wrong)
{
	if (!begins_anew(operation) && (has_tasks(operation) || handler.reads))
		begin_tasks();
	handler.switches = operation == START || operation == STOP ||
			   operation == COUNT || operation == READ_ALL ||
			   operation == NET;
	return wrong;
}

static uint32_t before(uint32_t operation, uint32_t n)
{
	uint32_t wrong;

	if (operation == OPEN_FORCED)
		return somebody_runs(n);
	if (operation == RESUME) {
		wrong = pushed(1u << 20);
		wrong |= (uint32_t)tally_session_start(&session);
		wrong |= (uint32_t)tally_session_suspend(&session);
		push_at_start = n;
		return wrong;
	}
	if (begins_anew(operation) || operation == CLOSE_STOPPED ||
	    (operation == START && handler.reads)) {
		wrong = pushed(1); /* and nobody has acknowledged that */
		wrong |= (uint32_t)tally_session_start(&session);
		wrong |= (uint32_t)tally_session_stop(&session);
		return ready(operation, wrong);
	}
	wrong = pushed(n);
	if (operation == START)
		return wrong;
	wrong = ready(operation, wrong);
	return wrong | (uint32_t)tally_session_start(&session);
}

/* 0: all is ready; nothing is open when it is called. */
uint32_t race_before(uint32_t operation, uint32_t n)
{
	ahead = 0;
	push_at_start = 0;
	/* Its interrupts may not read, as tally/session.h has it. */
	handler.reads = operation & READS && operation != (SUSPEND | READS);
	operation &= ~(uint32_t)READS;
	handler.reads_all = operation != SWITCH; /* as it has that, too */
	/* `ahead` moves within these. */
	handler.judges = !begins_anew(operation) && operation != RESUME;
	handler.switches = false;
	handler.wrong = 0;
	tasks.all.session = NULL;
	return before(operation, n);
}

static uint32_t count(void)
{
	uint64_t least = tally_session_count(&session, PLAIN);
	uint64_t raced = tally_session_count(&session, RACED);

	return !is_between(least, raced, tally_session_count(&session, PLAIN));
}

static uint32_t read_all(void)
{
	uint64_t all[SLOTS], least = tally_session_count(&session, PLAIN);
	uint64_t raced;

	if (tally_session_read_all(&session, all))
		return 1;
	raced = all[RACED];
	return !is_between(least, raced, tally_session_count(&session, PLAIN));
}

static uint32_t net(void)
{
	uint64_t least = tally_session_count(&session, PLAIN);
	uint64_t raced = tally_session_net(&session, RACED);

	return !is_between(least, raced, tally_session_count(&session, PLAIN));
}

/* A wrap that was missed, or made up, is more than a few instructions. */
static uint32_t task_count(void)
{
	uint64_t first = tally_task_count(&tasks.all, &tasks.task[0], RACED);
	uint64_t again = tally_task_count(&tasks.all, &tasks.task[0], RACED);

	return again - first > 1u << 20;
}

/* Its status, or 0. */
uint32_t race_act(uint32_t operation)
{
	switch ((enum operation)(operation & ~(uint32_t)READS)) {
	case OPEN_FORCED:
		ahead = 0;
		return opened(true);
	case OPEN_AGAIN:
		return opened(true) != (uint32_t)TALLY_E_STATE;
	case START:
		return (uint32_t)tally_session_start(&session);
	case STOP:
		return (uint32_t)tally_session_stop(&session);
	case COUNT:
		return count();
	case RESET:
		ahead = 0;
		return (uint32_t)tally_session_reset(&session);
	case SUSPEND:
		return (uint32_t)tally_session_suspend(&session);
	case RESUME:
		return (uint32_t)tally_session_resume(&session);
	case CLOSE:
	case CLOSE_STOPPED:
		return (uint32_t)tally_session_close(&session);
	case READ_ALL:
		return read_all();
	case NET:
		return net();
	case SWITCH:
		switch_tasks();
		return 0;
	case TASK_COUNT:
		return task_count();
	case CALIBRATE:
		ahead = 0;
		return (uint32_t)tally_session_calibrate(&session, 1);
	case READS:
	case OPERATIONS:
		break;
	}
	return 1;
}

static bool exact(void)
{
	return tally_session_count(&session, RACED) -
		       tally_session_count(&session, PLAIN) ==
	       ahead;
}

/* Counting goes on and ends well: 0, or where it did not. */
uint32_t race_after(void)
{
	handler.switches = false;
	if (handler.wrong)
		return 7 + handler.wrong;
	if (session.state == TALLY_SUSPENDED &&
	    (!exact() || tally_session_resume(&session)))
		return 1;
	if (session.state == TALLY_OPENED) {
		(void)tally_session_stop(&session);
		if (!exact())
			return 2;
		if (tasks.all.session && !tasks_are_exact())
			return 7;
		if (tally_session_start(&session) ||
		    tally_session_stop(&session) || !exact())
			return 3;
	}
	if (session.touched && tally_session_close(&session))
		return 4;
	if (other.touched && tally_session_close(&other))
		return 5;
	return as_found() ? 0 : 6;
}

/* The test waits here, and the functions that it calls return here. */
__attribute__((noinline)) _Noreturn void race_idle(void)
{
	for (;;)
		__asm__ volatile("");
}

/* Registers that a reset leaves unknown read as anything until written once. */
static void settle(void)
{
	tally_script_init(&now, now_step, TARGET_STEPS);
	if (!tally_encode(&TARGET_MONITOR, &setup, TALLY_CONFIGURE, &now))
		(void)tally_script_run(&now, &core);
	tally_script_init(&now, now_step, TARGET_STEPS);
	if (!tally_encode(&TARGET_MONITOR, &setup, TALLY_RELEASE, &now))
		(void)tally_script_run(&now, &core);
}

int main(void)
{
	/* Read, so that the linker keeps what only the test calls. */
	static const volatile uintptr_t keep[] = {
		(uintptr_t)race_before,
		(uintptr_t)race_act,
		(uintptr_t)race_after,
	};

	(void)keep[0];
	settle();
	tally_script_init(&found, found_step, TARGET_STEPS);
	(void)TARGET_MONITOR.ops->save(&TARGET_MONITOR, &setup, &core, &found);
	target_interrupt(on_overflow);
	race_idle();
}
