/* SPDX-License-Identifier: MIT */
/*
 * One truth in two forms: what the folded form refuses and writes is what
 * tally_setup_check() and tally_encode() say, for every counter, every code,
 * every option and what else a slot can ask for.  The registers are a list of
 * what was written.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "core/hpm.h"
#include "written.h"

#include "kinds.h"
#include "test.h"

static const struct kind *kind;
static const struct tally_monitor *now;

static const char *told(const struct tally_setup *setup)
{
	static char text[200];
	int at = snprintf(text, sizeof(text), "%s options 0x%x", kind->name,
			  setup->options);

	for (unsigned i = 0; i < setup->slots && at < 150; i++)
		at += snprintf(text + at, sizeof(text) - (size_t)at,
			       "; counter %u event 0x%x interrupt %u period "
			       "0x%llx",
			       setup->slot[i].counter, setup->slot[i].event,
			       setup->slot[i].interrupt,
			       (unsigned long long)setup->slot[i].period);
	return text;
}

static bool is_counter(const struct tally_reg *reg)
{
	for (unsigned i = 0; i < now->counters; i++)
		if (tally_reg_same(now->counter[i].reg, *reg))
			return true;
	return false;
}

/*
 * The folded form leaves out what changes nothing: a 0 for a counter that the
 * control word before has reset, a 0 that sets nothing in PMINTENSET, and a bit
 * of a word that others share, which its save() has set.
 */
static bool left_out(const struct tally_step *step)
{
	const struct tally_reg *reg = &step->reg;
	bool sets = reg->space == TALLY_SYSREG
			    ? reg->addr == TALLY_SYS(3, 0, 9, 14, 1)
			    : reg->space == TALLY_CP15 &&
				      reg->addr == TALLY_CP(0, 9, 14, 1);

	return tally_reg_shared(*reg) ||
	       (step->value == 0 && (is_counter(reg) || sets));
}

/* The place of its registers, where that is one on every core; else 0. */
static uint32_t always_at(void)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++)
		if (all[i]->monitor == now)
			return (uint32_t)all[i]->at;
	return 0;
}

/* The address of a step's register, as the folded form has it. */
static uint32_t address_of(const struct tally_reg *reg)
{
	return reg->space == TALLY_MMIO ? always_at() + tally_reg_offset(*reg)
					: reg->addr;
}

static void write_phase(const struct tally_setup *setup, enum tally_phase phase)
{
	static struct fixed_store store;
	const struct tally_fixed f = fixed_of(kind, setup, &store);

	if (phase == TALLY_CONFIGURE)
		kind->configure(&f);
	else
		kind->turn(&f, phase == TALLY_START);
}

static void compare_phase(const struct tally_setup *setup,
			  enum tally_phase phase)
{
	static struct tally_step step[512];
	struct tally_script script;
	unsigned at = 0;

	tally_script_init(&script, step, 512);
	assert_int_equal(tally_encode(now, setup, phase, &script), TALLY_OK);
	written_forget();
	write_phase(setup, phase);
	for (unsigned i = 0; i < script.count; i++) {
		bool same = at < written_count &&
			    written[at].reg.addr == address_of(&step[i].reg) &&
			    written[at].reg.space == step[i].reg.space &&
			    written[at].value == step[i].value;

		if (same)
			at++;
		else if (!left_out(&step[i]))
			fail_msg("%s: phase %u, write %u: 0x%llx to 0x%x is "
				 "0x%llx to 0x%x",
				 told(setup), phase, i,
				 (unsigned long long)step[i].value,
				 step[i].reg.addr,
				 (unsigned long long)written[at].value,
				 written[at].reg.addr);
	}
	if (at != written_count)
		fail_msg("%s: phase %u writes 0x%llx to 0x%x besides",
			 told(setup), phase,
			 (unsigned long long)written[at].value,
			 written[at].reg.addr);
}

/* True: both take it, and do the same. */
static bool compare(const struct tally_setup *setup)
{
	enum tally_status library = tally_setup_check(now, setup, NULL);
	enum tally_status folded = kind->check(setup);

	if (library != folded)
		fail_msg("%s: status %d, folded %d", told(setup), library,
			 folded);
	if (library)
		return false;
	compare_phase(setup, TALLY_CONFIGURE);
	compare_phase(setup, TALLY_START);
	compare_phase(setup, TALLY_STOP);
	return true;
}

static const struct tally_refine threshold = { .threshold = 64 };
static const struct tally_refine triggers = { .start = TALLY_ON_CHANGE + 2,
					      .stop = TALLY_ON_OVERFLOW + 3,
					      .burst = 3,
					      .gap = 5,
					      .distance = 128 };

/* A slot can ask for each of these, besides its counter and event. */
static const struct tally_slot wishes[] = {
	{ 0 },
	{ .interrupt = TALLY_IRQ },
	{ .interrupt = TALLY_FIQ },
	{ .interrupt = TALLY_FIQ + 1 },
	{ .period = 1 },
	{ .period = 1000, .interrupt = TALLY_IRQ },
	{ .period = 0x7FFFFFFF },
	{ .period = 0x80000000 },
	{ .period = 0xFFFFFFFF },
	{ .period = UINT64_C(0x100000000), .interrupt = TALLY_IRQ },
	{ .period = UINT64_MAX },
	{ .levels = TALLY_EL0 },
	{ .levels = TALLY_EL1 },
	{ .levels = TALLY_EL2 },
	{ .levels = TALLY_EL3 },
	{ .levels = TALLY_EL0 | TALLY_EL1 | TALLY_EL3 },
	{ .levels = TALLY_MARKED },
	{ .levels = TALLY_UNMARKED | TALLY_EL0 },
	{ .pair = true },
	{ .pair = true, .interrupt = TALLY_IRQ },
	{ .pair = true, .period = UINT64_C(0x123456789A) },
	{ .refine = &threshold },
	{ .refine = &triggers },
};

enum { WISHES = sizeof(wishes) / sizeof(wishes[0]) };

static struct tally_slot asks(unsigned wish, unsigned counter, unsigned event)
{
	struct tally_slot slot = wishes[wish];

	slot.counter = (uint8_t)counter;
	slot.event = (uint16_t)event;
	return slot;
}

/* Any code on any counter; of its wishes all where `every`. */
static unsigned try_code(unsigned code, bool every)
{
	unsigned taken = 0;

	for (unsigned c = 0; c <= now->counters; c++)
		for (unsigned w = 0; w < (every ? (unsigned)WISHES : 1); w++) {
			const struct tally_slot slot = asks(w, c, code);
			const struct tally_setup setup = { &slot, 1, 0 };

			taken += compare(&setup);
		}
	return taken;
}

/* The first event that a counter takes besides what is in the setup; or not. */
static bool add(struct tally_setup *setup, struct tally_slot *slot,
		unsigned counter, unsigned wish)
{
	for (unsigned i = 0; i < now->events; i++) {
		slot[setup->slots] = asks(wish, counter, now->event[i].code);
		setup->slots++;
		if (!tally_setup_check(now, setup, NULL))
			return true;
		setup->slots--;
	}
	return false;
}

/* Every two counters, in either order and the same one twice. */
static void try_two(unsigned options)
{
	unsigned counters = now->counters;

	for (unsigned a = 0; a < counters; a++)
		for (unsigned b = 0; b < counters; b++)
			for (unsigned w = 0; w < WISHES; w++) {
				struct tally_slot slot[3];
				struct tally_setup setup = { slot, 0, 0 };

				setup.options = (uint8_t)options;
				if (!add(&setup, slot, a, w))
					continue;
				slot[1] = asks(options % WISHES, b,
					       slot[0].event);
				setup.slots = 2;
				compare(&setup);
			}
}

static void try_all_counters(unsigned options)
{
	for (unsigned w = 0; w < WISHES; w++) {
		struct tally_slot slot[TALLY_FIXED_SLOTS + 1];
		struct tally_setup setup = { slot, 0, 0 };

		setup.options = (uint8_t)options;
		for (unsigned c = now->counters;
		     c-- && setup.slots < TALLY_FIXED_SLOTS;)
			if (!add(&setup, slot, c, w))
				add(&setup, slot, c, 0);
		compare(&setup);
	}
}

static void for_each_kind(void (*check)(void))
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (size_t i = 0; i < KINDS; i++) {
		kind = &kinds[i];
		now = kind->monitor;
		if (hpm_spoilt_of && now != hpm_spoilt_of)
			continue;
		if (hpm_spoilt_of)
			now = all[0]->monitor;
		check();
	}
}

static void every_code(void)
{
	unsigned taken = 0;

	for (unsigned i = 0; i < now->events; i++)
		taken += try_code(now->event[i].code, true);
	assert_true(taken >= now->events);
	for (unsigned code = 0; code < 0xB00; code++)
		try_code(code, false);
	for (unsigned code = 0x3FF0; code < 0x4050; code++)
		try_code(code, false);
	try_code(TALLY_EVENT_CYCLES, true);
	try_code(0xFFFF, true);
}

static void every_option(void)
{
	for (unsigned options = 0; options < 0x100; options++) {
		struct tally_setup setup = { NULL, 0, 0 };

		setup.options = (uint8_t)options;
		if (!compare(&setup))
			continue;
		try_two(options);
		try_all_counters(options);
	}
}

TEST(every_code_is_refused_or_written_alike)
{
	for_each_kind(every_code);
}

TEST(every_option_is_refused_or_written_alike)
{
	for_each_kind(every_option);
}

/* The setup is read no further than it reaches. */
TEST(no_slot_is_divided_that_is_not_there)
{
	const struct tally_slot rows[] = { TALLY_SLOT(0, TALLY_EVENT_CYCLES),
					   TALLY_SLOT(1, TALLY_EVENT_CYCLES) };
	const struct tally_setup first = { rows, 1, TALLY_DIVIDE };

	assert_int_equal(tally_fixed_scaled(&first, 0, 5), 5 * 64);
	assert_int_equal(tally_fixed_scaled(&first, 1, 5), 5);
}
