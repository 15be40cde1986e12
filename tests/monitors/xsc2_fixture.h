/* SPDX-License-Identifier: MIT */
#ifndef TESTS_XSC2_FIXTURE_H
#define TESTS_XSC2_FIXTURE_H

#include <string.h>

#include <tally/monitors/xscale.h>
#include <tally/session.h>

#include "pmu_xsc2.h"
#include "test.h"

/*
 * Sessions over the register model of XScale's second monitor, which was
 * written from the manuals without sight of the driver.  All of it runs plain
 * and poisoned; and whatever is done, the driver may not do what the manuals
 * call unpredictable: change events while E is set, reset counters with the
 * write that clears E, write ones where zeros belong.
 */
enum { CYCLES, INSTRUCTIONS, MISSES, STALLS, ACCESSES, SLOTS };
enum { STEPS = 64, VARIANTS = 6 };

static const struct tally_monitor *const monitor = &tally_xscale2;

/* Counters by where their registers are: CCNT, then PMN0 to PMN3. */
static const uint32_t places[SLOTS] = {
	TALLY_CP(0, 1, 1, 0), TALLY_CP(0, 0, 2, 0), TALLY_CP(0, 1, 2, 0),
	TALLY_CP(0, 2, 2, 0), TALLY_CP(0, 3, 2, 0),
};
static const uint16_t events[SLOTS] = { TALLY_EVENT_CYCLES, 0x7, 0xB, 0x2,
					0xA };

struct fixture {
	struct pmu_xsc2 target;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[STEPS];
	struct tally_store store;
	struct tally_session s;
};

static inline uint8_t counter_at(uint32_t addr)
{
	for (uint8_t i = 0; i < monitor->counters; i++) {
		const struct tally_reg *reg = &monitor->counter[i].reg;

		if (reg->space == TALLY_CP14 && reg->addr == addr)
			return i;
	}
	fail_msg("no counter at %#x", (unsigned)addr);
	return 0;
}

static inline void set_up(struct fixture *f, unsigned variant)
{
	memset(f, 0, sizeof(*f));
	pmu_xsc2_init(&f->target, variant != 0, variant);
	for (unsigned i = 0; i < SLOTS; i++)
		f->slot[i] = (struct tally_slot){ counter_at(places[i]), true,
						  events[i], 0 };
	f->setup = (struct tally_setup){ f->slot, SLOTS, 0 };
	f->store = (struct tally_store){ f->total, f->step, SLOTS, STEPS };
}

static inline void tear_down(struct fixture *f)
{
	if (f->target.breach)
		fail_msg("%s", f->target.breach);
}

static inline enum tally_status open_on(struct fixture *f,
					struct tally_bus *bus, bool force)
{
	return tally_session_open(&f->s, monitor, bus, &f->setup, &f->store,
				  force);
}

static inline void open_plain(struct fixture *f)
{
	assert_int_equal(open_on(f, &f->target.bus, false), TALLY_OK);
}

/* Nothing may wrap twice between two polls, so at most 2^32 of each. */
static inline void work(struct fixture *f, uint64_t cycles,
			uint64_t instructions, uint64_t misses)
{
	pmu_xsc2_cycles(&f->target, cycles);
	pmu_xsc2_tick(&f->target, 0x7, instructions);
	pmu_xsc2_tick(&f->target, 0xB, misses);
	pmu_xsc2_tick(&f->target, 0x2, misses * 10);
	pmu_xsc2_tick(&f->target, 0xA, misses * 3);
}

static inline void assert_counts(struct fixture *f, uint64_t cycles,
				 uint64_t instructions, uint64_t misses)
{
	struct tally_session *s = &f->s;

	assert_int_equal(tally_session_count(s, CYCLES), cycles);
	assert_int_equal(tally_session_count(s, INSTRUCTIONS), instructions);
	assert_int_equal(tally_session_count(s, MISSES), misses);
	assert_int_equal(tally_session_count(s, STALLS), misses * 10);
	assert_int_equal(tally_session_count(s, ACCESSES), misses * 3);
}

#endif
