/* SPDX-License-Identifier: MIT */
/*
 * Totals of the folded form are exact whenever an overflow comes and whenever
 * it is handled: of every monitor that has one, each counter that can overflow
 * does so ahead of each register access of a reader, and the handler runs ahead
 * of that or of any later one, or after the reader has returned.  A total is
 * what had been counted before the overflow or after it, never anything else.
 * Two readers that each leave something out must be found wrong.
 * tests/race/test_race_ops.c does the same to the compiled instructions.
 */
#include "test.h"
static void access_comes(void);
#define CELLS_ACCESS() access_comes()
/* Each access is raced with each other one: the square of all slots. */
#define MOST_SLOTS     10
#include "cells.h"

/* The slot that overflows, and what has been counted by it. */
static unsigned raced;
static uint64_t truth;

/* The counters overflow, and are handled, ahead of these accesses. */
static unsigned accesses, overflow_at, handle_at;
static bool handling;

enum { EVENTS = 5, NEVER = 10000 };

static const struct tally_fixed *opened(void)
{
	static struct tally_fixed f;

	f = fixed_of(kind, &setup, &store);
	return &f;
}

static struct tally_view view_of(unsigned i)
{
	const struct tally_counter *counter =
		&m->monitor->counter[slot[i].counter];
	struct tally_view view = { counter->reg, 0 };

	if (m->monitor->ops->view)
		m->monitor->ops->view(m->monitor, &setup, i, &view);
	return view;
}

/* One that stops at its top; half way it has to be emptied. */
static bool saturates(void)
{
	return m->monitor->counting == &tally_saturating;
}

/* A counter that says nothing when it wraps: who looks in time sees it. */
static bool differs(void)
{
	return m->monitor->counting == &tally_difference;
}

/* Does an overflow of the slot concern a total? */
static bool overflows(unsigned i)
{
	return saturates() || differs() || view_of(i).flag;
}

static unsigned bits_of(unsigned i)
{
	return saturates() ? 31 : tally_slot_bits(m->monitor, &setup, i);
}

/* The raced slot's counter counts; at its end it wraps, and sets its flag. */
static void count(uint64_t events)
{
	const struct tally_view view = view_of(raced);
	uint64_t *value = &target.value[cell_of(&view.value)];
	uint64_t sum = (*value & tally_counter_mask(bits_of(raced))) + events;

	truth += events;
	if (differs()) {
		*value = sum & tally_counter_mask(bits_of(raced));
		return;
	}
	if (saturates() || !m->monitor->ops->flags_at) {
		*value += events; /* its flag is its own top bit */
		return;
	}
	*value = sum & tally_counter_mask(bits_of(raced));
	if (sum > tally_counter_mask(bits_of(raced)))
		target.value[cell_of(m->monitor->ops->flags_at(m->monitor))] |=
			view.flag;
}

static void handle(void)
{
	handling = true;
	kind->overflow(opened());
	handling = false;
}

static void access_comes(void)
{
	if (handling || !store.found.common.opened)
		return;
	accesses++;
	if (accesses == overflow_at)
		count(EVENTS);
	if (accesses == handle_at)
		handle();
}

/* Open, and two events from the end; handled before, or never so far. */
static void prepare(bool again)
{
	const struct tally_view view = view_of(raced);
	uint64_t top = tally_counter_mask(bits_of(raced));

	memset(&store, 0, sizeof(store));
	overflow_at = handle_at = NEVER;
	fill(0, false);
	assert_int_equal(kind->open(opened(), true), TALLY_OK);
	kind->turn(opened(), true);
	truth = 0;
	for (unsigned i = 0; i < 1u + again; i++) {
		if (i) {
			count(EVENTS);
			handle();
		}
		if (differs()) {
			count((top >> 1) -
			      (target.value[cell_of(&view.value)] & top));
			handle();
		}
		count(top - 1 - (target.value[cell_of(&view.value)] & top));
	}
	accesses = 0;
}

/* The readers; those that leave something out are wrong. */
static uint64_t one(void)
{
	return kind->total(opened(), raced);
}

static uint64_t all(void)
{
	uint64_t total[TALLY_FIXED_SLOTS];

	kind->totals(opened(), total);
	return total[raced];
}

/* To it no handler ever seems to have come in between. */
static uint64_t without_wraps(void)
{
	static volatile uint32_t before[TALLY_FIXED_SLOTS];
	struct tally_fixed f = *opened();

	for (unsigned i = 0; i < TALLY_FIXED_SLOTS; i++)
		before[i] = f.wraps[i];
	f.wraps = before;
	return kind->total(&f, raced);
}

static uint64_t without_wraps_of_all(void)
{
	static volatile uint32_t before[TALLY_FIXED_SLOTS];
	struct tally_fixed f = *opened();
	uint64_t total[TALLY_FIXED_SLOTS];

	for (unsigned i = 0; i < TALLY_FIXED_SLOTS; i++)
		before[i] = f.wraps[i];
	f.wraps = before;
	kind->totals(&f, total);
	return total[raced];
}

/* The overflow at k, its handler at j: is the total one of the two? */
static bool is_right(uint64_t (*reader)(void), bool again, unsigned k,
		     unsigned j)
{
	uint64_t least, total;

	prepare(again);
	least = truth;
	overflow_at = k;
	handle_at = j;
	total = reader();
	overflow_at = handle_at = NEVER;
	if (total != least && total != truth)
		return false;
	if (one() != truth || all() != truth)
		fail_msg("%s: slot %u, overflow at %u, handled at %u: "
			 "%llu at last, not %llu",
			 m->name, raced, k, j, (unsigned long long)one(),
			 (unsigned long long)truth);
	handle();
	assert_int_equal(one(), truth);
	assert_int_equal(kind->close(opened()), TALLY_OK);
	return true;
}

/* How many of all pairs are wrong; some accesses come with a second try. */
static unsigned wrong_pairs(uint64_t (*reader)(void))
{
	unsigned wrong = 0, last;

	prepare(false);
	(void)reader();
	last = 2 * accesses + 2;
	for (unsigned k = 1; k <= last; k++)
		for (unsigned j = k; j <= last + 1; j++)
			for (unsigned again = 0; again < 2; again++)
				wrong += !is_right(reader, again, k, j);
	return wrong;
}

static void race(void)
{
	for (unsigned wishes = 2; wishes < WISHES; wishes++) {
		set_up(wishes);
		for (raced = 0; raced < setup.slots; raced++) {
			if (!overflows(raced))
				continue;
			if (wrong_pairs(one) || wrong_pairs(all))
				fail_msg("%s: slot %u is not exact", m->name,
					 raced);
		}
	}
}

TEST(totals_are_exact)
{
	for_each_monitor(race);
}

static void find_wrong(void)
{
	/* A wrap that was not seen is found there, whoever left it out. */
	if (m->monitor->counting->flagged && m->monitor->counting->poll)
		return;
	/* A difference reads one register, and a handler at that one access
	 * comes behind all that was read of the total. */
	if (differs())
		return;
	set_up(2);
	for (raced = 0; raced < setup.slots && !overflows(raced); raced++)
		;
	if (raced == setup.slots)
		fail_msg(
			"%s: none of the %u slots of set_up() can overflow, "
			"so nothing is raced: overflows() here, or set_up() of "
			"tests/fixed/cells.h, does not know this kind of "
			"counter",
			m->name, (unsigned)setup.slots);
	if (!wrong_pairs(without_wraps) || !wrong_pairs(without_wraps_of_all))
		fail_msg("%s: a reader that does not see a handler passes",
			 m->name);
}

TEST(wrong_readers_are_found)
{
	for_each_monitor(find_wrong);
}
