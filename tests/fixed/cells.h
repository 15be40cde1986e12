/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FIXED_CELLS_H
#define TESTS_FIXED_CELLS_H

/*
 * The folded form on cells that are made from the catalogue's rows: the
 * registers of every monitor that has one.  A test that looks in at each access
 * defines CELLS_ACCESS() before it includes this.
 */
#include <stdint.h>
#include <string.h>

#include "../core/catalog_target.h"
#include "core/hpm.h"
#include "test.h"

#ifndef CELLS_ACCESS
#define CELLS_ACCESS() ((void)0)
#endif

/* The one target, and what identifies it. */
static struct catalog_target target;
static uint32_t main_id, cache_id = 0x410000C0, core;
static int stuck = -1; /* this cell does not change */

/*
 * A PMUv3 of version 6, an L2C-310, a core of the M profile, or whatever core
 * is looked for.  False: it is a register of the monitor itself.
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

	bool cpuid = target.monitor->at && reg->space == TALLY_MMIO &&
		     reg->addr == 0xED00;

	*value = midr || cpuid ? main_id : version ? 0x600 : cache_id;
	return midr || version || cache || cpuid;
}

/* A register at an address, which the monitor's own place may be part of. */
static struct tally_reg register_of(unsigned space, uintptr_t addr)
{
	const struct catalog_monitor *of = target.monitor;
	struct tally_reg reg = { (uint32_t)addr, (uint8_t)space, 32 };

	if (!of->at)
		return reg;
	reg.addr = (uint32_t)(addr - of->at);
	for (unsigned i = 0; i < of->regs; i++)
		if (tally_reg_offset(of->reg[i].reg) == reg.addr)
			return of->reg[i].reg;
	return reg;
}

static uint64_t target_get(unsigned space, uintptr_t addr)
{
	const struct tally_reg reg = register_of(space, addr);
	uint64_t value;

	CELLS_ACCESS();
	return identifies(&reg, &value) ? value
					: tally_bus_read(&target.bus, &reg);
}

static void target_put(unsigned space, uintptr_t addr, uint64_t value)
{
	const struct tally_reg reg = register_of(space, addr);
	uint64_t held;

	CELLS_ACCESS();
	held = stuck < 0 ? 0 : target.value[stuck];
	tally_bus_write(&target.bus, &reg, value);
	if (stuck >= 0)
		target.value[stuck] = held;
}

#define TALLY_FIXED_GET(space, addr)        target_get(space, addr)
#define TALLY_FIXED_PUT(space, addr, value) target_put(space, addr, value)
#define TALLY_FIXED_SYNC(space)             ((void)(space))
#define TALLY_FIXED_CORE                    core
#include "kinds.h"

/* Which monitor, with which setup, and what was found. */
static const struct catalog_monitor *m;
static const struct kind *kind;
static struct tally_slot slot[TALLY_FIXED_SLOTS];
static struct tally_setup setup;
static struct fixed_store store;
static uint64_t found[CATALOG_CELLS];

static const struct kind *kind_of(const struct catalog_monitor *of)
{
	const struct tally_monitor *folded =
		hpm_spoilt_of ? hpm_spoilt_of : of->monitor;

	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].monitor == folded)
			return &kinds[i];
	return NULL;
}

static void for_each_monitor(void (*check)(void))
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

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

/* Counters run by the bits in which the writes of start and stop differ. */
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

/* A main ID register with which it is there: an XScale's, an ARM part's, or a
 * Cortex-M3's. */
static void identify(void)
{
	const struct tally_fixed f = fixed_of(kind, &setup, &store);

	for (uint32_t part = 0; part < 0x1003; part++) {
		main_id = part < 0x1000    ? 0x41000000 | part << 4
			  : part == 0x1000 ? 0x69002000
			  : part == 0x1001 ? 0x69004000
					   : 0x410FC231;
		memset(&store, 0, sizeof(store));
		if (kind->open(&f, true) == TALLY_OK)
			break;
	}
	if (!store.found.common.opened)
		fail_msg("%s is never there", m->name);
	memset(&store, 0, sizeof(store));
}

/* The most counters of one setup that are tried. */
#ifndef MOST_SLOTS
#define MOST_SLOTS TALLY_FIXED_SLOTS
#endif

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
		    setup.slots < MOST_SLOTS)
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

#endif
