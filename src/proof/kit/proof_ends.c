/* SPDX-License-Identifier: MIT */
/*
 * The ends of counters: a wrap loses nothing, its flag is set with the last
 * count and not before, and counters of 64 bits go on.
 */
#include "proof.h"

static struct proof_window window;

static void say_end(const char *check, const struct proof_event *e,
		    const char *what)
{
	proof_check(check);
	proof_say(e->name);
	proof_say(what);
	proof_say_number(window.slot[0].counter);
}

/* A window of so many counts, on a counter that overflows after `period`. */
static bool run_across(const struct proof_event *e, uint64_t period, bool *flag)
{
	window.slot[0].period = period;
	if (!proof_open(&window, "period"))
		return false;
	proof_count(&window, proof_most(e)->code);
	*flag = proof_overflows() & 1;
	proof_close();
	return true;
}

/* The flag of a counter that has just not run over, and just has. */
static void check_end(const struct proof_event *e)
{
	const uint64_t expected = proof_most(e)->count[e->kind];
	uint64_t counts, around;
	bool flag;

	say_end("overflow", e, " without a wrap, by counter ");
	if (!run_across(e, 0, &flag))
		return;
	counts = window.count[0];
	around = counts - expected;
	proof_counted(0, flag);
	say_end("overflow", e, " one before the wrap, by counter ");
	if (!run_across(e, counts + 1, &flag))
		return;
	proof_counted(0, flag);
	say_end("overflow", e, " with the last count, by counter ");
	if (!run_across(e, counts, &flag))
		return;
	proof_counted(1, flag);
	say_end("wrap", e, " to zero and no further, by counter ");
	proof_counted(expected, window.count[0] - around);
	say_end("wrap", e, " in the middle, by counter ");
	if (!run_across(e, counts - counts / 2, &flag))
		return;
	proof_counted(expected, window.count[0] - around);
}

/* The flags of the window's two slots that are set now: bit 0 and bit 1. */
static unsigned two_flags(const struct tally_reg *reg, const uint32_t bit[2])
{
	const uint64_t now = proof_read(reg);

	return ((now & bit[0]) != 0) | (unsigned)((now & bit[1]) != 0) << 1;
}

/* Two counters overflow, one soon and one with the last count: both flags are
 * there, and either is taken away alone. */
static void check_two(const struct proof_event *e, unsigned one, unsigned other)
{
	static const char *const whats[] = {
		" in turn, flags (1 and 2) of counters ",
		" in turn, and the first is taken, of counters ",
	};
	const struct tally_monitor_ops *ops = PROOF_MONITOR.ops;
	const struct tally_reg *reg = ops->flags_at(&PROOF_MONITOR);
	struct tally_view view[2];
	uint32_t bit[2];

	for (unsigned turn = 0; turn < 2; turn++) {
		if (!proof_one(&window, one, e) ||
		    !proof_two(&window, other, e))
			return;
		window.slot[0].period = 4;
		window.slot[1].period = proof_most(e)->count[e->kind];
		say_end("overflow", e, whats[turn]);
		proof_say(" and ");
		proof_say_number(other);
		if (!proof_open(&window, ""))
			return;
		for (unsigned i = 0; i < 2; i++) {
			ops->view(&PROOF_MONITOR, &window.setup, i, &view[i]);
			bit[i] = view[i].flag;
		}
		proof_run(proof_most(e)->code);
		/* Ones take flags away: all but the other's are written. */
		if (turn == 1)
			proof_write(reg, proof_read(reg) & ~(uint64_t)bit[1]);
		proof_counted(turn ? 2 : 3, two_flags(reg, bit));
		proof_close();
	}
}

static void check_flags(const struct proof_event *e)
{
	const struct tally_monitor_ops *ops = PROOF_MONITOR.ops;
	unsigned last = PROOF_SLOTS;

	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++) {
		if (!proof_one(&window, i, e))
			continue;
		if (last < PROOF_SLOTS && ops->flags_at && ops->view &&
		    ops->flags_at(&PROOF_MONITOR))
			check_two(e, last, i);
		last = i;
	}
}

/* A total beyond 32 bits. */
static void check_wide(const struct proof_event *e, const char *what)
{
	enum { BEFORE = 8 };
	const struct proof_piece *p = proof_most(e);
	const uint64_t base = UINT32_MAX - (uint64_t)BEFORE;
	const uint64_t expected = p->count[e->kind];
	uint64_t around;

	say_end("wide", e, what);
	if (!proof_open(&window, ""))
		return;
	proof_count(&window, p->code);
	around = window.count[0] - expected;
	proof_close();
	if (!proof_open(&window, ""))
		return;
	proof_write(proof_at(window.slot[0].counter), base);
	proof_count(&window, p->code);
	proof_counted(expected, window.count[0] - around);
	proof_close();
}

static void check_wide_all(const struct proof_event *e)
{
	bool any = false;

	if (proof_limits()->options & TALLY_WIDE && proof_one(&window, 0, e)) {
		window.setup.options = TALLY_WIDE;
		if (!tally_setup_check(&PROOF_MONITOR, &window.setup, 0)) {
			any = true;
			check_wide(e, " across 32 bits of 64, by counter ");
		}
	}
	if (proof_limits()->pairs && proof_one(&window, 0, e)) {
		window.slot[0].pair = true;
		if (!tally_setup_check(&PROOF_MONITOR, &window.setup, 0)) {
			any = true;
			check_wide(e, " across 32 bits of a pair, by counter ");
		}
		window.slot[0].pair = false;
	}
	if (any)
		return;
	proof_check("wide");
	proof_say("an event counter of 64 bits");
	proof_skip("the core has none");
}

/* A cycle counter of 64 bits goes on past 32, and that is no overflow. */
static void check_long_cycles(const struct proof_event *of)
{
	const struct tally_reg *reg = proof_at(window.slot[0].counter);

	window.slot[0].period = 0;
	if (reg->bits != 64 || !proof_open(&window, ""))
		return;
	proof_write(reg, UINT32_MAX - 8u);
	proof_run(proof_pieces[0].code);
	say_end("wide", of, " past 32 bits set no flag, by counter ");
	proof_counted(0, proof_overflows() & 1);
	say_end("wide", of, " past 32 bits go on, by counter ");
	proof_counted(1, proof_read(reg) > UINT32_MAX);
	proof_close();
}

/* Cycles are never known, but that they go on is. */
static void check_cycles(unsigned counter)
{
	enum { SOON = 40 };
	const struct tally_counter *c = &PROOF_MONITOR.counter[counter];
	const struct proof_event of = { "cycles", c->event, 0 };
	bool flag;

	window.slot[0] = (struct tally_slot){ .counter = (uint8_t)counter,
					      .event = c->event };
	window.setup = (struct tally_setup){ window.slot, 1, 0 };
	window.slot[0].period = SOON;
	if (tally_setup_check(&PROOF_MONITOR, &window.setup, 0))
		return;
	say_end("overflow", &of, " over a near end, by counter ");
	if (!run_across(&proof_events[0], SOON, &flag))
		return;
	proof_counted(1, flag);
	say_end("wrap", &of, " go on behind it, by counter ");
	proof_counted(1, window.count[0] >= SOON);
	check_long_cycles(&of);
}

void proof_ends(const struct proof_event *first)
{
	for (unsigned k = 0; k < proof_event_count; k++) {
		const struct proof_event *e = &proof_events[k];

		for (unsigned i = 0; proof_has(e) && i < PROOF_MONITOR.counters;
		     i++)
			if (proof_one(&window, i, e))
				check_end(e);
	}
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
		if (PROOF_MONITOR.counter[i].fixed == TALLY_ONE_EVENT)
			check_cycles(i);
	check_flags(first);
	check_wide_all(first);
}
