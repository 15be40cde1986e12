/* SPDX-License-Identifier: MIT */
/*
 * ARMv8-A performance monitors, version 3 [DDI0487 M.a.a D13, D24.1.2.2,
 * D24.5; G8.4 for AArch32].  Counter n of the monitor has bit n in the enables
 * and flags, the last one, which counts cycles, bit 31.
 *
 * What shapes the writes:
 * - most registers are unknown after reset: each is written whole, never or-ed
 *   into what it held;
 * - all counters that Tally does not use are disabled, and no interrupt enable
 *   of another is left: both are words that a reset does not clear;
 * - with LC the cycle counter's flag tells of 64 bits, and D does nothing; to
 *   divide it goes without: then its flag tells of every 2^32, while all 64
 *   bits count on, so that the flag is none that concerns a total;
 * - PMCR.E is the one write that opens and closes the window: the enables are
 *   set before, and clearing them would stop one counter before another;
 * - flags are cleared by writing 1, whatever E is: no other's can be lost;
 * - every write is in effect before the next (tally_script_run()), and before
 *   a read that depends on it there is a context synchronisation too: an
 *   enable that is read back is another register than the one written.
 */
#include <tally/library.h>

#include <stddef.h>

#include "pmuv3.h"

#define E    TALLY_PMUV3_E
#define D    TALLY_PMUV3_D
#define LC   TALLY_PMUV3_LC
#define LP   TALLY_PMUV3_LP
#define KEPT TALLY_PMUV3_KEPT

#define ALL       UINT64_C(0xFFFFFFFF)
#define CYCLE_BIT TALLY_FIELD(PMUV3, PMCNTENSET_EL0, C)

static bool is_cycles(const struct tally_monitor *m, unsigned counter)
{
	return counter + 1u == m->counters;
}

static uint64_t get(struct tally_bus *bus, const struct tally_reg *reg)
{
	return tally_bus_read(bus, reg);
}

/*
 * As get(), for a register that an earlier write, or time, may have changed: it
 * waits for that first.
 */
static uint64_t get_now(struct tally_bus *bus, const struct tally_reg *reg)
{
	return tally_bus_get(bus, reg);
}

/* PMEVCNTR<n> or PMEVTYPER<n>. */
static struct tally_reg nth(const struct tally_monitor *m, bool type,
			    unsigned n)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);
	struct tally_reg reg = type ? r->evtyper0 : r->evcntr0;

	reg.addr +=
		r->crm_lsb ? n / 8 << r->crm_lsb | n % 8 : n * TALLY_NTH_STEP;
	return reg;
}

static void put_nth(const struct tally_monitor *m, struct tally_script *script,
		    bool type, unsigned n, uint64_t value)
{
	struct tally_reg reg = nth(m, type, n);

	tally_script_write(script, &reg, value);
}

static uint64_t get_nth(const struct tally_monitor *m, struct tally_bus *bus,
			bool type, unsigned n)
{
	struct tally_reg reg = nth(m, type, n);

	return get_now(bus, &reg);
}

/* The words that a setup needs. */

static uint64_t control_of(const struct tally_setup *setup)
{
	return tally_pmuv3_control(setup);
}

static uint32_t bits_of(const struct tally_monitor *m,
			const struct tally_setup *setup, bool interrupts)
{
	return tally_pmuv3_bits(m->counters - 1u, setup, interrupts);
}

static uint32_t type_of(const struct tally_monitor *m,
			const struct tally_slot *slot)
{
	return tally_pmuv3_type(m->counters - 1u, m->levels & TALLY_EL3, slot);
}

/* Is the monitor in use, and which writes put it back? */

static void save_counter(const struct tally_monitor *m, struct tally_bus *bus,
			 struct tally_script *restore, unsigned n)
{
	struct tally_reg type = nth(m, true, n), value = nth(m, false, n);

	tally_script_keep(restore, bus, &type);
	tally_script_keep(restore, bus, &value);
}

static void save_slot(const struct tally_monitor *m,
		      const struct tally_slot *slot, struct tally_bus *bus,
		      struct tally_script *restore)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);

	if (is_cycles(m, slot->counter)) {
		tally_script_keep(restore, bus, &r->ccfiltr);
		tally_script_keep(restore, bus, &r->ccntr);
		return;
	}
	save_counter(m, bus, restore, slot->counter);
	if (slot->pair)
		save_counter(m, bus, restore, slot->counter + 1u);
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	const struct pmuv3_facts *f = pmuv3_facts_of(m);
	const struct pmuv3_registers *r = f->reg;
	uint64_t control = get_now(bus, &r->pmcr) & KEPT;
	uint64_t enabled = get(bus, &r->cntenset) & ALL;
	uint64_t inten = f->user ? 0 : get(bus, &r->intenset) & ALL;

	tally_script_write(restore, &r->pmcr, control & ~E);
	for (unsigned i = 0; i < setup->slots; i++)
		save_slot(m, &setup->slot[i], bus, restore);
	tally_script_write(restore, &r->cntenset, enabled);
	if (!f->user)
		tally_script_write(restore, &r->intenset, inten);
	if (setup->options & TALLY_USER)
		tally_script_keep(restore, bus, &r->userenr);
	if (!(control & E))
		return false;
	tally_script_write(restore, &r->pmcr, control);
	return enabled || (get(bus, &r->ovsclr) & inten);
}

/*
 * Stop the monitor, disable everything, and clear every flag and with them the
 * request.
 */
static void quiet(const struct tally_monitor *m, struct tally_script *script,
		  uint64_t control)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);

	tally_script_write(script, &r->pmcr, control);
	tally_script_write(script, &r->cntenclr, ALL);
	if (!pmuv3_facts_of(m)->user)
		tally_script_write(script, &r->intenclr, ALL);
	tally_script_write(script, &r->ovsclr, ALL);
}

static void configure_slot(const struct tally_monitor *m,
			   const struct tally_setup *setup, unsigned i,
			   struct tally_script *script)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);
	const struct tally_slot *slot = &setup->slot[i];
	unsigned n = slot->counter;
	unsigned bits = tally_slot_bits(m, setup, i);
	uint64_t preset = tally_preset(slot->period, bits);

	if (is_cycles(m, n)) {
		tally_script_write(script, &r->ccfiltr, type_of(m, slot));
		tally_script_write(script, &r->ccntr, preset);
		return;
	}
	put_nth(m, script, true, n, type_of(m, slot));
	put_nth(m, script, false, n, slot->pair ? preset & ALL : preset);
	if (!slot->pair)
		return;
	/*
	 * The first counter of a pair has the filter; the second counts every
	 * wrap of the first.
	 */
	put_nth(m, script, true, n + 1, TALLY_PMUV3_AT_EL2 | TALLY_PMUV3_CHAIN);
	put_nth(m, script, false, n + 1, preset >> 32);
}

static void configure(const struct tally_monitor *m,
		      const struct tally_setup *setup,
		      struct tally_script *script)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);

	quiet(m, script, control_of(setup));
	for (unsigned i = 0; i < setup->slots; i++)
		configure_slot(m, setup, i, script);
	tally_script_write(script, &r->cntenset, bits_of(m, setup, false));
	if (!pmuv3_facts_of(m)->user)
		tally_script_write(script, &r->intenset,
				   bits_of(m, setup, true));
	if (setup->options & TALLY_USER)
		tally_script_write(script, &r->userenr, PMUV3_EN);
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	uint64_t control = control_of(setup);

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &pmuv3_regs(m)->pmcr, control | E);
		break;
	case TALLY_STOP:
		tally_script_write(script, &pmuv3_regs(m)->pmcr, control);
		break;
	case TALLY_RELEASE:
		quiet(m, script, control);
		break;
	case TALLY_CONFIGURE:
		configure(m, setup, script);
		break;
	}
}

/*
 * Does a counter's type hold what was written?  Only bits that every core has
 * are compared.
 */
static bool type_holds(const struct tally_monitor *m, struct tally_bus *bus,
		       const struct tally_slot *slot)
{
	uint64_t mask = TALLY_PMUV3_NOT_EL1 | TALLY_PMUV3_NOT_EL0;
	uint64_t found;

	if (is_cycles(m, slot->counter)) {
		found = get(bus, &pmuv3_regs(m)->ccfiltr);
	} else {
		found = get_nth(m, bus, true, slot->counter);
		mask |= slot->event & ~0x403Fu
				? 0
				: TALLY_FIELD(PMUV3, PMXEVTYPER_EL0, evtCount);
	}
	return ((found ^ type_of(m, slot)) & mask) == 0;
}

/* The upper half has a counter of instructions, from p9 on: not one of these.
 */
static bool enables_hold(struct tally_bus *bus, const struct tally_reg *reg,
			 uint32_t bits)
{
	return (get(bus, reg) & ALL) == bits;
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	const struct pmuv3_facts *f = pmuv3_facts_of(m);
	const struct pmuv3_registers *r = f->reg;
	bool good = ((get_now(bus, &r->pmcr) ^ control_of(setup)) &
		     (E | D | LC | LP)) == 0 &&
		    enables_hold(bus, &r->cntenset, bits_of(m, setup, false)) &&
		    (f->user ||
		     enables_hold(bus, &r->intenset, bits_of(m, setup, true)));

	for (unsigned i = 0; good && i < setup->slots; i++)
		good = type_holds(m, bus, &setup->slot[i]);
	return good;
}

static uint32_t counters_of(const struct tally_monitor *m, uint64_t flags)
{
	uint32_t cycles = UINT32_C(1) << (m->counters - 1);

	return ((uint32_t)flags & (cycles - 1)) |
	       (flags & CYCLE_BIT ? cycles : 0);
}

/*
 * The flags of whole counters.  Without LC the cycle counter's flag tells of
 * its low 32 bits only.
 */
static uint64_t whole(uint64_t flags, uint64_t control)
{
	return control & LC ? flags : flags & ~(uint64_t)CYCLE_BIT;
}

static const struct tally_reg *flags_at(const struct tally_monitor *m)
{
	return &pmuv3_regs(m)->ovsclr;
}

/* A flag that tells of less than the whole counter is none of a total's. */
static void view(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_view *view)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->pair)
		view->value.bits = 0;
	if (!is_cycles(m, slot->counter))
		view->flag = UINT32_C(1) << slot->counter;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	uint64_t set = get_now(bus, &pmuv3_regs(m)->ovsclr);

	if (set & CYCLE_BIT)
		set = whole(set, get(bus, &pmuv3_regs(m)->pmcr));
	return counters_of(m, set);
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);
	uint64_t set = get_now(bus, &r->ovsclr) & ALL;
	uint64_t control;

	(void)setup;
	(void)start;
	if (!set)
		return 0;
	tally_bus_put(bus, &r->ovsclr, set);
	control = get_now(bus, &r->pmcr);
	return counters_of(m, whole(set, control)) |
	       (control & E ? TALLY_RUNNING : 0);
}

/*
 * Read until the pair's high half is the same before and after the low half was
 * read: the low half may wrap in between.
 */
static uint64_t count_pair(const struct tally_monitor *m, struct tally_bus *bus,
			   unsigned n)
{
	uint64_t high = get_nth(m, bus, false, n + 1);
	uint64_t low, before;

	do {
		before = high;
		low = get_nth(m, bus, false, n);
		high = get_nth(m, bus, false, n + 1);
	} while (high != before);
	return (high & ALL) << 32 | (low & ALL);
}

/* Only a pair is more than a register. */
static uint64_t count(const struct tally_monitor *m,
		      const struct tally_setup *setup, unsigned i,
		      struct tally_bus *bus)
{
	return count_pair(m, bus, setup->slot[i].counter);
}

static void load_nth(const struct tally_monitor *m, struct tally_bus *bus,
		     unsigned n, uint64_t value)
{
	struct tally_reg reg = nth(m, false, n);

	tally_bus_write(bus, &reg, value);
}

static void load(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_bus *bus, uint64_t value)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (is_cycles(m, slot->counter)) {
		tally_bus_write(bus, &pmuv3_regs(m)->ccntr, value);
		return;
	}
	load_nth(m, bus, slot->counter, slot->pair ? value & ALL : value);
	if (slot->pair)
		load_nth(m, bus, slot->counter + 1u, value >> 32);
}

void tally_pmuv3_increment(const struct tally_monitor *m, struct tally_bus *bus,
			   uint32_t counters)
{
	tally_bus_write(bus, &pmuv3_regs(m)->swinc, counters & ~CYCLE_BIT);
}

TALLY_INNER const struct tally_monitor_ops pmuv3_ops = {
	.probe = pmuv3_probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.check = pmuv3_check,
	.limits = pmuv3_limits,
	.fits = pmuv3_fits,
	.count = count,
	.load = load,
	.flags_at = flags_at,
	.view = view,
};
