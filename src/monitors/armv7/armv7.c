/* SPDX-License-Identifier: MIT */
/*
 * ARMv7's performance monitors: the cores of armv7/cores.def [DDI0406
 * C12.8; DDI0344 3.2.42 to 3.2.54; DDI0388 11].  Counter n of the monitor has
 * bit n in the enables and flags, the last one, which counts cycles, bit 31.
 *
 * What shapes the writes:
 * - what most registers hold after reset is not established: each is written
 *   whole, and the counters that no slot uses are disabled;
 * - a counter may only be written while it is disabled [DDI0344 3.2.48];
 * - PMCR.E is the one write that opens and closes the window;
 * - flags are cleared by writing 1: no other's can be lost;
 * - filters are written as zeroes, with the event; where the cycle counter has
 *   them too, they are a type of their own, behind PMSELR as 31;
 * - one state is written by one register and read by another, so what was
 *   written is waited for before a read.
 */
#include <tally/library.h>

#include <stddef.h>

#include "armv7.h"

#define E    TALLY_ARMV7_E
#define D    TALLY_ARMV7_D
#define KEPT TALLY_ARMV7_KEPT
#define EN   TALLY_ARMV7_EN
#define TYPE (TALLY_ARMV7_EVENT | TALLY_ARMV7_FILTERS)
#define ALL  TALLY_ARMV7_ALL

#define CP15(address)                                                          \
	{                                                                      \
		(address), TALLY_CP15, 32                                      \
	}
static const struct tally_reg main_id = CP15(TALLY_CP(0, 0, 0, 0));
static const struct tally_reg pmcr = CP15(TALLY_ARMV7_PMCR);
static const struct tally_reg cntenset = CP15(TALLY_ARMV7_PMCNTENSET);
static const struct tally_reg cntenclr = CP15(TALLY_ARMV7_PMCNTENCLR);
static const struct tally_reg ovsr = CP15(TALLY_ARMV7_PMOVSR);
static const struct tally_reg swinc = CP15(TALLY_CP(0, 9, 12, 4));
static const struct tally_reg userenr = CP15(TALLY_ARMV7_PMUSERENR);
static const struct tally_reg intenset = CP15(TALLY_ARMV7_PMINTENSET);
static const struct tally_reg intenclr = CP15(TALLY_ARMV7_PMINTENCLR);

static bool is_cycles(const struct tally_monitor *m, unsigned counter)
{
	return counter + 1u == m->counters;
}

/* Waits until earlier writes have taken effect. */
static uint32_t get(struct tally_bus *bus, const struct tally_reg *reg)
{
	return (uint32_t)tally_bus_get(bus, reg);
}

/* A counter's type, PMXEVTYPER while PMSELR is its number; false: it has none.
 * That of cycles has one where it has filters. */
static bool type_of_counter(const struct tally_monitor *m, unsigned n,
			    struct tally_reg *type)
{
	const struct armv7_facts *f = m->facts;

	if (is_cycles(m, n)) {
		if (!f->filters)
			return false;
		n = TALLY_ARMV7_CYCLES_NUMBER;
	}
	*type = (struct tally_reg){ TALLY_ARMV7_PMXEVTYPER(n), TALLY_CP15, 32 };
	return true;
}

/* The word of a type: no filters, and of cycles no event. */
static uint32_t type_of(const struct tally_monitor *m,
			const struct tally_slot *slot)
{
	return is_cycles(m, slot->counter) ? 0 : slot->event;
}

/* The counters that are used; with `interrupts` those that interrupt. */
static uint32_t bits_of(const struct tally_monitor *m,
			const struct tally_setup *setup, bool interrupts)
{
	return tally_armv7_bits(m->counters - 1u, setup, interrupts);
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	const struct armv7_facts *f = m->facts;
	uint32_t id = get(bus, &main_id);

	if (bus->status)
		return bus->status;
	return (id & TALLY_ARMV7_ID_MASK) == TALLY_ARMV7_ID(f->part)
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	uint32_t control = get(bus, &pmcr) & KEPT;
	uint32_t enabled = get(bus, &cntenset);
	uint32_t inten = get(bus, &intenset);

	tally_script_write(restore, &pmcr, control & ~E);
	for (unsigned i = 0; i < setup->slots; i++) {
		unsigned n = setup->slot[i].counter;
		struct tally_reg type;

		if (type_of_counter(m, n, &type))
			tally_script_write(restore, &type,
					   get(bus, &type) & TYPE);
		tally_script_keep(restore, bus, &m->counter[n].reg);
	}
	tally_script_write(restore, &cntenset, enabled);
	tally_script_write(restore, &intenset, inten);
	if (setup->options & TALLY_USER)
		tally_script_write(restore, &userenr, get(bus, &userenr) & EN);
	if (control & E)
		tally_script_write(restore, &pmcr, control);
	return (control & E && enabled) || (get(bus, &ovsr) & inten);
}

/* Stop, disable everything, and clear every flag and with them the request. */
static void quiet(struct tally_script *script, uint32_t control)
{
	tally_script_write(script, &pmcr, control);
	tally_script_write(script, &cntenclr, ALL);
	tally_script_write(script, &intenclr, ALL);
	tally_script_write(script, &ovsr, ALL);
}

static void configure(const struct tally_monitor *m,
		      const struct tally_setup *setup,
		      struct tally_script *script)
{
	quiet(script, tally_armv7_control(setup));
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];
		struct tally_reg type;

		if (type_of_counter(m, slot->counter, &type))
			tally_script_write(script, &type, type_of(m, slot));
		tally_script_write(script, &m->counter[slot->counter].reg,
				   tally_preset(slot->period, 32));
	}
	tally_script_write(script, &cntenset, bits_of(m, setup, false));
	tally_script_write(script, &intenset, bits_of(m, setup, true));
	if (setup->options & TALLY_USER)
		tally_script_write(script, &userenr, EN);
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	uint32_t control = tally_armv7_control(setup);

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &pmcr, control | E);
		break;
	case TALLY_STOP:
		tally_script_write(script, &pmcr, control);
		break;
	case TALLY_RELEASE:
		quiet(script, control);
		break;
	case TALLY_CONFIGURE:
		configure(m, setup, script);
		break;
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	if ((get(bus, &pmcr) ^ tally_armv7_control(setup)) & (E | D) ||
	    get(bus, &cntenset) != bits_of(m, setup, false) ||
	    get(bus, &intenset) != bits_of(m, setup, true))
		return false;
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];
		struct tally_reg type;

		if (type_of_counter(m, slot->counter, &type) &&
		    (get(bus, &type) & TYPE) != type_of(m, slot))
			return false;
	}
	return true;
}

static uint32_t counters_of(const struct tally_monitor *m, uint32_t set)
{
	uint32_t cycles = UINT32_C(1) << (m->counters - 1);

	return (set & (cycles - 1)) |
	       (set & TALLY_ARMV7_CYCLE_BIT ? cycles : 0);
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	return counters_of(m, get(bus, &ovsr));
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	uint32_t set = get(bus, &ovsr);

	(void)setup;
	(void)start;
	if (!set)
		return 0;
	tally_bus_put(bus, &ovsr, set);
	return counters_of(m, set) | (get(bus, &pmcr) & E ? TALLY_RUNNING : 0);
}

static const struct tally_reg *flags_at(const struct tally_monitor *m)
{
	(void)m;
	return &ovsr;
}

static void view(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_view *view)
{
	view->flag = tally_armv7_bit(m->counters - 1u, setup->slot[i].counter);
}

void tally_armv7_increment(struct tally_bus *bus, uint32_t bits)
{
	tally_bus_write(bus, &swinc, bits & ~TALLY_ARMV7_CYCLE_BIT);
}

TALLY_INNER const struct tally_monitor_ops armv7_ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.flags_at = flags_at,
	.view = view,
};
