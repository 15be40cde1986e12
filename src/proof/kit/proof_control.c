/* SPDX-License-Identifier: MIT */
/*
 * The control and what it has to do: counters stand outside of their window,
 * and one that is inhibited inside; resets and writes; levels that are not
 * counted.
 */
#include "proof.h"

static struct proof_window window;

/* The number of the counter in whose turn it is, of the one in slot 0. */
static unsigned its_counter(void)
{
	return window.slot[0].counter;
}

static void say_control(const char *check, const struct proof_event *e,
			const char *what)
{
	proof_check(check);
	proof_say(e->name);
	proof_say(what);
	proof_say_number(its_counter());
}

/* An event's code outside of windows: before the start, and after the stop. */
static void freeze_outside(const struct proof_event *e)
{
	const struct proof_piece *p = proof_most(e);
	uint64_t before, stopped;

	say_control("freeze", e, " before the start, by counter ");
	if (!proof_open(&window, ""))
		return;
	before = proof_read(proof_at(its_counter()));
	p->code(window.count, window.count);
	proof_counted(0, proof_read(proof_at(its_counter())) - before);
	proof_count(&window, p->code);
	stopped = proof_read(proof_at(its_counter()));
	p->code(window.count, window.count);
	say_control("freeze", e, " after the stop, by counter ");
	proof_counted(0, proof_read(proof_at(its_counter())) - stopped);
	proof_close();
}

/* One counter stands while the others may count. */
static void inhibit_one(const struct proof_event *e)
{
	const struct proof_inhibit *i = &proof_inhibits[its_counter()];
	uint64_t before;

	say_control("inhibit", e,
		    " while it is kept from counting, by counter ");
	if (!proof_open(&window, ""))
		return;
	proof_write(&i->reg, i->bits | (i->added ? proof_read(&i->reg) : 0));
	before = proof_read(proof_at(its_counter()));
	proof_run(proof_most(e)->code);
	proof_counted(0, proof_read(proof_at(its_counter())) - before);
	proof_close();
}

/* A counter holds what was written to it while it stands. */
static void hold_written(const struct proof_event *e)
{
	static const uint32_t patterns[] = { 0, 0x2AAAAAAA, 0x55555555,
					     UINT32_MAX };
	const struct tally_reg *reg = proof_at(its_counter());

	if (!proof_open(&window, ""))
		return;
	for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		proof_write(reg, patterns[i]);
		say_control("write", e,
			    " chosen, what was written is held by counter ");
		proof_counted(patterns[i], proof_read(reg));
	}
	proof_write(reg, 0);
	proof_close();
}

/* The level where the core is, and those where it is not. */
static void filter_levels(const struct proof_event *e)
{
	static const char *const names[] = { "EL0", "EL1", "EL2", "EL3" };
	const struct proof_piece *p = proof_most(e);
	const unsigned here = proof_level();

	for (unsigned l = 0; here && l < 4; l++) {
		uint64_t empty;

		window.slot[0].levels = (uint8_t)(1u << l);
		if (tally_setup_check(&PROOF_MONITOR, &window.setup, 0))
			continue;
		proof_check("filter");
		proof_say(e->name);
		proof_say(" at ");
		proof_say(names[l]);
		proof_say(" alone");
		if (!proof_open(&window, ""))
			break;
		proof_count(&window, p->empty);
		empty = window.count[0];
		proof_count(&window, p->code);
		proof_counted(here == 1u << l ? p->count[e->kind] : 0,
			      window.count[0] - empty);
		proof_close();
	}
	window.slot[0].levels = 0;
}

/* Fills all counters, and writes one reset. */
static void reset_by(const struct proof_zeroing *z)
{
	enum { FILLED = 0x2AAAAAAA };
	uint64_t wrong = 0;

	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
		if (proof_limits()->counters >> i & 1)
			proof_write(proof_at(i), FILLED);
	proof_write(&z->reg, z->bits | proof_read(&z->reg));
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
		if (proof_limits()->counters >> i & 1)
			wrong += proof_read(proof_at(i)) !=
				 (z->counters >> i & 1 ? 0u : FILLED);
	proof_check("reset");
	proof_say(z->name);
	proof_say(", counters that are wrong after it");
	proof_counted(0, wrong);
}

static void reset_by_all(const struct proof_event *e)
{
	if (!proof_zeroing_count) {
		proof_check("reset");
		proof_say("a bit that resets");
		proof_skip("this monitor has none");
		return;
	}
	proof_check("reset");
	if (!proof_open(&window, e->name))
		return;
	for (unsigned i = 0; i < proof_zeroing_count; i++)
		reset_by(&proof_zeroings[i]);
	proof_close();
}

static uint64_t increments;

static void write_increments(void *words, void *same)
{
	(void)words;
	(void)same;
	for (unsigned i = 0; i < 5; i++)
		proof_write(&proof_increment, increments);
}

/* Increments of others, and of nobody. */
static void increment_others(const struct proof_event *e)
{
	static const char *const names[] = { "of no counter",
					     "of all other counters" };
	const uint64_t bits[] = { 0, 0x7FFFFFFFu & ~(1u << its_counter()) };

	for (unsigned i = 0; i < 2; i++) {
		proof_check("write");
		proof_say(e->name);
		proof_say(" ");
		proof_say(names[i]);
		proof_say(", by counter ");
		proof_say_number(its_counter());
		if (!proof_open(&window, ""))
			return;
		increments = bits[i];
		proof_count(&window, write_increments);
		proof_counted(0, window.count[0]);
		proof_close();
	}
}

void proof_control(const struct proof_event *first)
{
	if (!proof_inhibit_count) {
		proof_check("inhibit");
		proof_say("one counter alone");
		proof_skip("this monitor has no bit that stops one");
	}
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
		if (proof_one(&window, i, first)) {
			freeze_outside(first);
			if (proof_inhibit_count)
				inhibit_one(first);
			hold_written(first);
		}
	for (unsigned k = 0; k < proof_event_count; k++) {
		const struct proof_event *e = &proof_events[k];

		if (!proof_has(e))
			continue;
		for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
			if (proof_one(&window, i, e)) {
				filter_levels(e);
				if (e->kind == PROOF_INCREMENTS) {
					freeze_outside(e);
					increment_others(e);
				}
				break;
			}
	}
	if (proof_one(&window, 0, first) || proof_one(&window, 1, first))
		reset_by_all(first);
}
