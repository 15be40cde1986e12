/* SPDX-License-Identifier: MIT */
/*
 * The folded form of every monitor of the catalogue, on cells made from its
 * rows, as tests/core/test_as_found.c has them: whatever a register held,
 * running or not, after a forced open, start, overflow, stop and close it holds
 * again; a register that does not keep what is written is found when it is read
 * back, and all others are put back; another core closes nothing.  A monitor
 * without a folded form is a row with its reason.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../core/catalog_target.h"

/* The one target, and what identifies it. */
static struct catalog_target target;
static uint32_t main_id, core;
static int stuck = -1; /* this cell does not change */

/*
 * A PMUv3 of version 6, an L2C-310, or whatever core is looked for.  False: it
 * is a register of the monitor itself.
 */
static bool identifies(const struct tally_reg *reg, uint64_t *value)
{
	bool midr = reg->space == TALLY_CP15
			    ? reg->addr == TALLY_CP(0, 0, 0, 0)
			    : reg->space == TALLY_SYSREG &&
				      reg->addr == TALLY_SYS(3, 0, 0, 0, 0);
	bool version = reg->space == TALLY_SYSREG &&
		       reg->addr == TALLY_SYS(3, 0, 0, 5, 0);
	bool cache = reg->space == TALLY_MMIO && reg->addr == 0 &&
		     strncmp(target.monitor->name, "l2", 2) == 0 &&
		     strncmp(target.monitor->name, "l210", 4) != 0;

	*value = midr ? main_id : version ? 0x600 : 0x410000C0;
	return midr || version || cache;
}

static uint64_t target_get(unsigned space, uintptr_t addr)
{
	const struct tally_reg reg = { (uint32_t)addr, (uint8_t)space, 32 };

	uint64_t value;

	return identifies(&reg, &value) ? value
					: tally_bus_read(&target.bus, &reg);
}

static void target_put(unsigned space, uintptr_t addr, uint64_t value)
{
	const struct tally_reg reg = { (uint32_t)addr, (uint8_t)space, 32 };
	const uint64_t held = stuck < 0 ? 0 : target.value[stuck];

	tally_bus_write(&target.bus, &reg, value);
	if (stuck >= 0)
		target.value[stuck] = held;
}

#define TALLY_FIXED_GET(space, addr)        target_get(space, addr)
#define TALLY_FIXED_PUT(space, addr, value) target_put(space, addr, value)
#define TALLY_FIXED_SYNC(space)             ((void)(space))
#define TALLY_FIXED_CORE                    core
#include "kinds.h"

/* Monitors that have no folded form, and why. */
static const struct {
	const char *monitor, *why;
} unfolded[] = {
	{ "arm926pxp-ahb",
	  "all of its counters are fixed and its places are a target's own "
	  "table, so that there is nothing for a compiler to know" },
};

/* Which monitor, with which setup, and what was found. */
static const struct catalog_monitor *m;
static const struct kind *kind;
static struct tally_slot slot[TALLY_FIXED_SLOTS];
static struct tally_setup setup;
static struct fixed_store store;
static uint64_t found[CATALOG_CELLS];

static const struct kind *kind_of(const struct catalog_monitor *of)
{
	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].monitor == of->monitor)
			return &kinds[i];
	return NULL;
}

static const char *why_not(const char *name)
{
	for (size_t i = 0; i < sizeof(unfolded) / sizeof(unfolded[0]); i++)
		if (strcmp(unfolded[i].monitor, name) == 0)
			return unfolded[i].why;
	return NULL;
}

static void every_monitor_is_folded_or_says_why(void **state)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++)
		if (!kind_of(all[i]) == !why_not(all[i]->name))
			fail_msg("%s: %s", all[i]->name,
				 kind_of(all[i]) ? "folded, and a reason why "
						   "it is not"
						 : "no folded form, and no "
						   "reason");
}

static void for_each_monitor(void (*check)(void))
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++) {
		m = all[i];
		kind = kind_of(m);
		if (kind)
			check();
	}
}

static unsigned cell_of(const struct tally_reg *reg)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (tally_reg_same(m->reg[i].reg, *reg))
			return target.cell[i];
	fail_msg("%s has no such register", m->name);
	return 0;
}

/* The first event that the counter can have, with what it can ask for. */
static void add_slot(uint8_t counter, bool wish)
{
	struct tally_slot *s = &slot[setup.slots];

	setup.slots++;
	for (unsigned i = 0; i < m->monitor->events; i++)
		for (unsigned way = wish ? 0 : 2; way < 3; way++) {
			*s = (struct tally_slot){
				.counter = counter,
				.event = m->monitor->event[i].code,
				.interrupt = way < 2 ? TALLY_IRQ : TALLY_SILENT,
				.period = way == 0 ? 1000 : 0,
			};
			if (!kind->check(&setup))
				return;
		}
	s->event = TALLY_EVENT_CYCLES;
	if (kind->check(&setup))
		setup.slots--;
}

/* What its one write to start changes is what lets counters run. */
static void learn_what_runs(void)
{
	struct tally_step start, stop;
	struct tally_script script;

	tally_script_init(&script, &start, 1);
	assert_int_equal(tally_encode(m->monitor, &setup, TALLY_START, &script),
			 TALLY_OK);
	tally_script_init(&script, &stop, 1);
	assert_int_equal(tally_encode(m->monitor, &setup, TALLY_STOP, &script),
			 TALLY_OK);
	target.control = cell_of(&start.reg);
	target.mask = start.value ^ stop.value;
	target.running = start.value & target.mask;
	catalog_target_control(&target);
}

/* Every bit that stays as `value` has it; a PMUv3 has all that there can be. */
static void fill(uint64_t value, bool running)
{
	for (unsigned i = 0; i < m->regs; i++) {
		target.value[i] = value & (target.stays[i] | target.sets[i]);
		if (strncmp(m->reg[i].name, "PMCEID", 6) == 0)
			target.value[i] = UINT64_MAX;
		if (strncmp(m->reg[i].name, "PMCR", 4) == 0)
			target.value[i] |= 31 << 11;
	}
	target.value[target.control] &= ~target.mask;
	target.value[target.control] |=
		running ? target.running : target.mask & ~target.running;
	memcpy(found, target.value, sizeof(found));
}

/* A main ID register with which it is there: an XScale's, or an ARM part's. */
static void identify(void)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);

	for (uint32_t part = 0; part < 0x1002; part++) {
		main_id = part < 0x1000    ? 0x41000000 | part << 4
			  : part == 0x1000 ? 0x69002000
					   : 0x69004000;
		memset(&store, 0, sizeof(store));
		if (kind->open(&f, true) == TALLY_OK)
			break;
	}
	if (!store.found.common.opened)
		fail_msg("%s is never there", m->name);
	memset(&store, 0, sizeof(store));
}

/* None, one counter, each; and each with all that can be had at once. */
enum { WISHES = 4 };

static void set_up(unsigned wishes)
{
	memset(&setup, 0, sizeof(setup));
	setup.slot = slot;
	stuck = -1;
	core = 0;
	catalog_target_init(&target, m);
	for (uint8_t c = 0; c < m->monitor->counters; c++)
		if ((wishes > 1 || wishes > setup.slots) &&
		    setup.slots < TALLY_FIXED_SLOTS)
			add_slot(c, wishes > 2);
	for (unsigned bit = 0; bit < 8 && wishes > 2; bit++) {
		setup.options ^= (uint8_t)(1 << bit);
		if (kind->check(&setup))
			setup.options ^= (uint8_t)(1 << bit);
	}
	learn_what_runs();
	fill(0, false);
	identify();
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

static void everything_is_as_it_was_found(void **state)
{
	(void)state;
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

static void what_does_not_hold_is_found_and_put_back(void **state)
{
	(void)state;
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

static void nobody_elses_is_touched(void **state)
{
	(void)state;
	for_each_monitor(refuses);
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

static void a_closed_one_handles_nothing(void **state)
{
	(void)state;
	for_each_monitor(handles_nothing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_monitor_is_folded_or_says_why),
		cmocka_unit_test(everything_is_as_it_was_found),
		cmocka_unit_test(what_does_not_hold_is_found_and_put_back),
		cmocka_unit_test(nobody_elses_is_touched),
		cmocka_unit_test(a_closed_one_handles_nothing),
	};

	return cmocka_run_group_tests_name("fixed_found", tests, NULL, NULL);
}
