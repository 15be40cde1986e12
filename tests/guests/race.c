/* SPDX-License-Identifier: MIT */
/*
 * The guest of test_race.c: a running session with its overflow handler,
 * and functions that the test calls from outside, by setting the pc.  Nothing
 * is checked here; the test knows at which instruction each count was read.
 */
#include <tally/session.h>

#include "common/fw.h"
#include "target.h"

/* The test knows these numbers, and the functions by name. */
enum { RACED, PLAIN, CYCLES, SLOTS };

uint32_t race_open(uint32_t period);
uint64_t race_count(uint32_t slot);
uint64_t race_net(uint32_t slot);
uint32_t race_poll(void);
uint64_t race_naive(uint32_t slot);
uint64_t race_no_flags(uint32_t slot);
uint64_t race_one_flag(uint32_t slot);
uint64_t race_no_generation(uint32_t slot);
_Noreturn void race_idle(void);

static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[SLOTS];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, SLOTS, TARGET_STEPS };

static struct tally_slot slots[SLOTS] = {
	{ .counter = TARGET_PMN0,
	  .interrupt = true,
	  .event = TARGET_INSTRUCTIONS },
	{ .counter = TARGET_PMN1, .event = TARGET_INSTRUCTIONS },
	{ .counter = TARGET_CCNT,
	  .interrupt = true,
	  .event = TALLY_EVENT_CYCLES },
};
static const struct tally_setup setup = { slots, SLOTS, 0 };

static void on_overflow(void)
{
	tally_session_overflow(&session);
}

/* A fresh session, running; its status. */
uint32_t race_open(uint32_t period)
{
	int status;

	(void)tally_session_close(&session);
	slots[RACED].period = period;
	status = tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
				    &store, false);
	if (!status)
		status = tally_session_calibrate(&session, 2);
	if (!status)
		status = tally_session_start(&session);
	return (uint32_t)status;
}

uint64_t race_count(uint32_t slot)
{
	return tally_session_count(&session, slot);
}

uint64_t race_net(uint32_t slot)
{
	return tally_session_net(&session, slot);
}

uint32_t race_poll(void)
{
	return tally_session_overflow(&session);
}

/*
 * Wrong on purpose, each in another way: what a reader must not leave out.
 */
static uint64_t counter(uint32_t slot)
{
	const struct tally_monitor *m = session.monitor;

	return tally_bus_read(&bus, &m->counter[slots[slot].counter].reg);
}

static uint32_t flag(uint32_t slot)
{
	return session.monitor->ops->flags(session.monitor, &bus) >>
		       slots[slot].counter &
	       1;
}

static uint64_t sum(uint32_t wraps, uint64_t raw, uint64_t base)
{
	return ((uint64_t)wraps << 32) + raw - base;
}

uint64_t race_naive(uint32_t slot)
{
	uint32_t wraps = total[slot].wraps;
	uint64_t raw = counter(slot);

	return sum(wraps, raw, total[slot].base);
}

uint64_t race_no_flags(uint32_t slot)
{
	uint32_t generation, wraps;
	uint64_t raw, base;

	do {
		generation = session.generation;
		raw = counter(slot);
		base = total[slot].base;
		wraps = total[slot].wraps;
	} while (generation != session.generation);
	return sum(wraps, raw, base);
}

uint64_t race_one_flag(uint32_t slot)
{
	uint32_t generation, wraps, set;
	uint64_t raw, base;

	do {
		generation = session.generation;
		set = flag(slot);
		raw = counter(slot);
		base = total[slot].base;
		wraps = total[slot].wraps;
	} while (generation != session.generation);
	return sum(wraps + set, raw, base);
}

uint64_t race_no_generation(uint32_t slot)
{
	uint32_t before, after, wraps;
	uint64_t raw, base;

	do {
		before = flag(slot);
		raw = counter(slot);
		after = flag(slot);
		base = total[slot].base;
		wraps = total[slot].wraps;
	} while (before != after);
	return sum(wraps + before, raw, base);
}

/* The test waits here, and the functions that it calls return here. */
__attribute__((noinline)) _Noreturn void race_idle(void)
{
	for (;;)
		__asm__ volatile("");
}

int main(void)
{
	/* Read, so that the linker keeps what only the test calls. */
	static const volatile uintptr_t keep[] = {
		(uintptr_t)race_open,     (uintptr_t)race_count,
		(uintptr_t)race_net,      (uintptr_t)race_poll,
		(uintptr_t)race_naive,    (uintptr_t)race_no_flags,
		(uintptr_t)race_one_flag, (uintptr_t)race_no_generation,
	};

	(void)keep[0];
	fw_pmu_interrupt(on_overflow);
	race_idle();
}
