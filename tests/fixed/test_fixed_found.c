/* SPDX-License-Identifier: MIT */
/*
 * The folded form of every monitor of the catalogue, on cells made from its
 * rows, as tests/core/test_as_found.c has them: whatever a register held,
 * running or not, after a forced open, start, overflow, stop and close it holds
 * again; a register that does not keep what is written is found when it is read
 * back, and all others are put back; another core closes nothing.  A monitor
 * without a folded form says why (CORE_UNFOLDED of its catalogue).
 */
#include <stdint.h>
#include <string.h>

#include <tally/counting.h>

#include "cells.h"
#include "core/hpm.h"
#include "documents.h"
#include "test.h"

/* One macro makes those of all cores of a list, and kinds.def has some. */
static bool is_listed(const struct catalog_monitor *c)
{
	return strchr(c->name, '/') != NULL;
}

TEST(every_monitor_is_folded_or_says_why)
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (unsigned i = 0; i < count; i++)
		if (!is_listed(all[i]) && !kind_of(all[i]) == !all[i]->unfolded)
			fail_msg(
				"%s: %s", all[i]->name,
				kind_of(all[i])
					? "folded, and a reason why it is not"
					: "no folded form: give it one in "
					  "include/tally/fixed_FAMILY.h and a "
					  "row in tests/fixed/kinds.def, or "
					  "its file of src/catalog the reason, "
					  "CORE_UNFOLDED");
}

static void assert_as_found(const char *after, int but)
{
	for (unsigned i = 0; i < m->regs; i++) {
		uint64_t wrong = (target.value[i] ^ found[i]) & target.stays[i];

		if (wrong && (int)i != but)
			fail_msg("%s, %u slots, options 0x%x, %s: %s is "
				 "0x%llx, not 0x%llx as found",
				 m->name, setup.slots, setup.options, after,
				 m->reg[i].name,
				 (unsigned long long)target.value[i],
				 (unsigned long long)found[i]);
	}
}

static void everything_overflows(void)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (!target.counts[i])
			target.value[target.cell[i]] |= target.clears[i];
	for (unsigned i = 0; i < setup.slots; i++) {
		unsigned n = cell_of(
			&m->monitor->counter[setup.slot[i].counter].reg);

		target.value[n] |= target.kept[n];
	}
}

static void use_it(void)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);

	assert_int_equal(kind->open(&f, true), TALLY_OK);
	if (!kind->holds(&f))
		fail_msg("%s does not hold what it was given", m->name);
	kind->turn(&f, true);
	assert_true(catalog_target_runs(&target));
	everything_overflows();
	kind->overflow(&f);
	assert_true(catalog_target_runs(&target));
	kind->turn(&f, false);
	assert_false(catalog_target_runs(&target));
	assert_int_equal(kind->close(&f), TALLY_OK);
	if (target.breach)
		fail_msg("%s: %s is written while it counts", m->name,
			 target.breach);
	assert_as_found("after use", -1);
}

/* In one of these and their opposites any two bits of a byte differ. */
static const uint64_t patterns[] = {
	0,
	UINT64_C(0x5555555555555555),
	UINT64_C(0x3333333333333333),
	UINT64_C(0x0F0F0F0F0F0F0F0F),
	UINT64_C(0x00FF00FF00FF00FF),
	UINT64_C(0x9A3C5A96E1D2B478),
};
enum { PATTERNS = sizeof(patterns) / sizeof(patterns[0]) };

static void as_found(void)
{
	for (unsigned wishes = 0; wishes < WISHES; wishes++) {
		set_up(wishes);
		for (unsigned n = 0; n < 4 * PATTERNS; n++) {
			uint64_t value = patterns[n / 4];

			fill(n & 1 ? ~value : value, n & 2);
			use_it();
		}
	}
}

TEST(everything_is_as_it_was_found)
{
	for_each_monitor(as_found);
}

/*
 * A register that configuring changes does not change: it is found if the
 * driver finds it.  What it holds while it counts is not looked at.
 */
static bool is_read_back(unsigned reg)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);
	bool holds, driver;

	fill(UINT64_C(0x9A3C5A96E1D2B478), true);
	stuck = (int)reg;
	assert_int_equal(kind->open(&f, true), TALLY_OK);
	holds = kind->holds(&f);
	driver = m->monitor->ops->holds(m->monitor, &setup, &target.bus);
	if (holds != driver)
		fail_msg("%s: %s %s read back", m->name, m->reg[reg].name,
			 holds ? "should be" : "is, and should not be");
	assert_int_equal(kind->close(&f), TALLY_OK);
	stuck = -1;
	assert_as_found("after a failure", (int)reg);
	return !holds;
}

static bool changes(unsigned reg)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);
	uint64_t wanted;

	fill(UINT64_C(0x9A3C5A96E1D2B478), true);
	assert_int_equal(kind->open(&f, true), TALLY_OK);
	wanted = target.value[reg];
	assert_int_equal(kind->close(&f), TALLY_OK);
	return (wanted ^ found[reg]) & target.stays[reg] && !target.counts[reg];
}

static void each_register_is_read_back(void)
{
	unsigned tried = 0;

	set_up(2);
	for (unsigned reg = 0; reg < m->regs; reg++)
		tried += changes(reg) && is_read_back(reg);
	if (!tried)
		fail_msg("%s: nothing is read back", m->name);
}

TEST(what_does_not_hold_is_found_and_put_back)
{
	for_each_monitor(each_register_is_read_back);
}

/* One that is open is not opened, and another core does not close it. */
static void refuses(void)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);
	unsigned writes;
	enum tally_status status;

	set_up(1);
	fill(0, false);
	assert_int_equal(kind->close(&f), TALLY_E_STATE);
	assert_int_equal(kind->open(&f, false), TALLY_OK);
	writes = target.writes;
	assert_int_equal(kind->open(&f, true), TALLY_E_STATE);
	assert_int_equal(target.writes, writes);
	core = 1;
	status = kind->close(&f);
	core = 0;
	if (status == TALLY_E_CORE) {
		assert_int_equal(target.writes, writes);
		status = kind->close(&f);
	}
	assert_int_equal(status, TALLY_OK);
	assert_as_found("after another core", -1);
}

TEST(nobody_elses_is_touched)
{
	for_each_monitor(refuses);
}

static unsigned told;

/* By a register beside it, as the documents say, bit by bit. */
static void known_by(const struct document_identity *id, uint32_t *held)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);
	const uint32_t before = *held;

	for (unsigned bit = 0; bit <= 32; bit++) {
		bool there;

		*held = (uint32_t)id->value;
		if (bit < 32)
			*held ^= UINT32_C(1) << bit;
		there = kind->open(&f, true) == TALLY_OK;
		if (there != (bit == 32 || !(id->mask >> bit & 1)))
			fail_msg("%s: folded, it is %s where the ID is 0x%08x",
				 kind->name, there ? "there" : "not there",
				 (unsigned)*held);
		if (there)
			assert_int_equal(kind->close(&f), TALLY_OK);
		told++;
	}
	*held = before;
}

static void known(void)
{
	static struct document d;

	document_read(m->name, &d);
	set_up(1);
	for (unsigned i = 0; i < d.identities; i++) {
		const struct document_identity *id = &d.identity[i];
		uint32_t *held = id->reg.space == TALLY_MMIO && !m->at
					 ? &cache_id
					 : &main_id;
		uint32_t before = *held;
		uint64_t value;
		bool beside;

		*held = (uint32_t)id->value;
		beside = identifies(&id->reg, &value) && value == id->value;
		*held = before;
		if (beside)
			known_by(id, held);
	}
}

TEST(it_is_known_as_documents_say)
{
	told = 0;
	for_each_monitor(known);
	assert_true(told > 33);
}

/* A handler that several share calls it whether it is open or not. */
static void handles_nothing(void)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);
	unsigned writes;

	set_up(1);
	fill(UINT64_MAX, true);
	everything_overflows();
	writes = target.writes;
	kind->overflow(&f);
	assert_int_equal(target.writes, writes);
}

TEST(a_closed_one_handles_nothing)
{
	for_each_monitor(handles_nothing);
}

/*
 * The slot's counter overflows: its flag is set, or, where counters stop at
 * their top, it is past half; or it is seen before and behind its wrap.  The
 * result: the bit that m_overflow() tells; 0 of one that never overflows.
 */
static uint32_t overflow(const struct tally_fixed *f, unsigned i)
{
	const struct tally_monitor_ops *ops = m->monitor->ops;
	struct tally_view view = {
		.value = m->monitor->counter[slot[i].counter].reg
	};
	const bool stops = m->monitor->counting == &tally_saturating;
	unsigned cell;

	if (ops->view)
		ops->view(m->monitor, &setup, i, &view);
	if (m->monitor->counting == &tally_difference) {
		cell = cell_of(&view.value);
		target.value[cell] = 0xF0000000;
		kind->overflow(f);
		target.value[cell] = 1;
		return UINT32_C(1) << i;
	}
	cell = cell_of(ops->flags_at && !stops ? ops->flags_at(m->monitor)
					       : &view.value);
	target.value[cell] |= stops ? 0xC0000000 : view.flag;
	return stops || view.flag ? UINT32_C(1) << i : 0;
}

/* Each alone, any two at once, and none once they are handled. */
static void tells_whose(bool running)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);

	for (unsigned i = 0; i < setup.slots; i++)
		for (unsigned k = 0; k <= i; k++) {
			uint32_t wanted, was;

			fill(0, false);
			assert_int_equal(kind->open(&f, true), TALLY_OK);
			kind->turn(&f, running);
			wanted = overflow(&f, i);
			wanted |= k == i ? 0 : overflow(&f, k);
			was = kind->overflow(&f);
			if (was != wanted)
				fail_msg("%s, %u slots: an overflow of slots "
					 "%u and %u is told as 0x%x, not 0x%x",
					 m->name, setup.slots, i, k,
					 (unsigned)was, (unsigned)wanted);
			assert_int_equal(kind->overflow(&f), 0);
			assert_int_equal(kind->close(&f), TALLY_OK);
			told += wanted != 0;
		}
}

static void each_tells_whose(void)
{
	unsigned before = told;

	for (unsigned wishes = 1; wishes < WISHES; wishes++) {
		set_up(wishes);
		tells_whose(false);
		tells_whose(true);
	}
	if (told == before)
		fail_msg("%s: nothing overflows", m->name);
}

TEST(a_handler_is_told_whose_it_was)
{
	told = 0;
	for_each_monitor(each_tells_whose);
}
