/* SPDX-License-Identifier: MIT */
/*
 * The guest of test_race_ops.c for the folded form, as race_ops.c is for
 * sessions: the test calls these functions from outside and chooses when the
 * interrupt may be taken.  A second counter of the same event, which is not
 * pushed to its end, knows what the first has to come to.
 */
#include <stddef.h>

#include <tally/fixed.h>
#include <tally/session.h>

#include "race_target.h"

enum { RACED, PLAIN, SLOTS };

/* The test knows these numbers, and the functions by name. */
enum operation {
	OPEN_FORCED, /* somebody else's session runs */
	OPEN_AGAIN,
	START,
	STOP,
	COUNT,
	COUNTS,
	CLOSE,
	CLOSE_STOPPED,
	COUNT_WRONG, /* what the test has to find */
	OPERATIONS
};

uint32_t race_before(uint32_t operation, uint32_t n);
uint32_t race_act(uint32_t operation);
uint32_t race_after(void);
_Noreturn void race_idle(void);

static const struct tally_slot slots[SLOTS] = {
	{ .counter = TARGET_PMN0,
	  .interrupt = TALLY_IRQ,
	  .event = TARGET_INSTRUCTIONS },
	{ .counter = TARGET_PMN1, .event = TARGET_INSTRUCTIONS },
};
TALLY_FIXED(m, TARGET_KIND, slots);

/* Somebody else, and what was found before anything. */
static struct tally_bus core = TARGET_BUS;
static struct tally_session other;
static struct tally_total other_total[SLOTS];
static struct tally_step other_step[TARGET_STEPS];
static const struct tally_store other_store = { other_total, other_step, SLOTS,
						TARGET_STEPS };
static const struct tally_setup setup = { slots, SLOTS, 0 };
static struct tally_step found_step[TARGET_STEPS], now_step[TARGET_STEPS];
static struct tally_script found, now;

/* The raced total is ahead of the plain one by this, as pushed. */
static uint64_t ahead;

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

/* The monitor's owner acknowledges; the other one's is asked last. */
static void on_overflow(void)
{
	if (m_is_open())
		m_overflow();
	else
		tally_session_overflow(&other);
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

/* Started, and `n` events from its overflow when it starts again. */
static uint32_t pushed(uint32_t n)
{
	if (m_open(false))
		return 1;
	m_start();
	m_stop();
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

/* 0: all is ready; nothing is open when it is called. */
uint32_t race_before(uint32_t operation, uint32_t n)
{
	uint32_t wrong;

	ahead = 0;
	if (operation == OPEN_FORCED)
		return somebody_runs(n);
	if (operation == CLOSE_STOPPED) {
		wrong = pushed(1); /* and nobody has acknowledged that */
		m_start();
		m_stop();
		return wrong;
	}
	wrong = pushed(n);
	if (operation != START && !wrong)
		m_start();
	return wrong;
}

/* Counts of the other counter, before and after it, are its bounds. */
static uint32_t count(void)
{
	uint64_t least = m_count(PLAIN);
	uint64_t raced = m_count(RACED) - ahead;
	uint64_t most = m_count(PLAIN);

	return raced < least || raced > most;
}

/* A function of the family that the monitor is of. */
#define OF(kind, what)          OF_KIND(kind, what)
#define OF_KIND(kind, what)     OF_FAMILY(TALLY_FIXED_FAMILY_##kind, what)
#define OF_FAMILY(family, what) OF_WORD(family, what)
#define OF_WORD(family, what)   tally_fixed_##family##_##what

/*
 * A reader to which no handler ever seems to have come in between.  It sees all
 * that handlers leave as it was before: one that saw the total of their last
 * look would find by that a wrap that it has missed.
 */
static uint32_t count_wrong(void)
{
	static volatile uint32_t wraps[SLOTS];
	static volatile uint64_t low[SLOTS];
	struct tally_fixed blind = m_fixed;
	uint64_t least = m_count(PLAIN), raced, most;

	wraps[RACED] = m_fixed.wraps[RACED];
	low[RACED] = m_fixed.low[RACED];
	blind.wraps = wraps;
	blind.low = low;
	raced = OF(TARGET_KIND, total)(&blind, RACED) - ahead;
	most = m_count(PLAIN);
	return raced < least || raced > most;
}

static uint32_t counts(void)
{
	uint64_t least = m_count(PLAIN), most, total[SLOTS];

	m_counts(total);
	most = m_count(PLAIN);
	total[RACED] -= ahead;
	return total[RACED] < least || total[RACED] > most ||
	       total[PLAIN] < least || total[PLAIN] > most;
}

/* Its status, or 0. */
uint32_t race_act(uint32_t operation)
{
	switch ((enum operation)operation) {
	case OPEN_FORCED:
		ahead = 0;
		return (uint32_t)m_open(true);
	case OPEN_AGAIN:
		return m_open(true) != TALLY_E_STATE;
	case START:
		m_start();
		return 0;
	case STOP:
		m_stop();
		return 0;
	case COUNT:
		return count();
	case COUNTS:
		return counts();
	case COUNT_WRONG:
		return count_wrong();
	case CLOSE:
	case CLOSE_STOPPED:
		return (uint32_t)m_close();
	case OPERATIONS:
		break;
	}
	return 1;
}

static bool exact(void)
{
	return m_count(RACED) - m_count(PLAIN) == ahead;
}

/* Counting goes on and ends well: 0, or where it did not. */
uint32_t race_after(void)
{
	uint64_t task[SLOTS] = { 0, 0 };

	if (m_is_open()) {
		m_stop();
		if (!exact())
			return 2;
		m_switch(task);
		m_start();
		m_stop();
		m_switch(NULL);
		if (!exact() || task[RACED] != task[PLAIN] || !task[PLAIN])
			return 3;
		if (m_close())
			return 4;
	}
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
