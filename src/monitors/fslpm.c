/* SPDX-License-Identifier: MIT */
/*
 * Freescale's performance monitors: e500 cores and PowerQUICC III devices
 * [E500CORERM 7; AN3636 2-4; VXW].  One bit freezes all counters, and each has
 * one of its own; an overflow is the top bit of a count.
 *
 * What shapes the writes:
 * - PMGC0[FAC] is the one write that opens and closes the window;
 * - a counter is 31 bits and its top one the flag.  The flag cannot be taken
 *   off but by writing the counter, so all are frozen for that: the count that
 *   is written is the count that was there;
 * - an enabled overflow is a level, not an edge: events and presets are written
 *   while PMGC0[PMIE] is 0, and what overflowed while the window was closed
 *   interrupts when it opens;
 * - hardware may take PMIE off with an interrupt, and sets FAC with FCECE: the
 *   handler writes START's word again, whatever is left of it;
 * - a device's clock may be somebody's, and FAC may leave it alone [AN3636
 *   3.1]: it is let run and only read, and put back if it was found standing;
 * - after a reset nothing is frozen and all count event 0: counters without a
 *   slot are frozen one by one.
 */
#include <tally/library.h>

#include <stddef.h>

#include "fslpm.h"

static uint32_t fslpm_get(struct tally_bus *bus, struct tally_reg reg)
{
	return (uint32_t)tally_bus_read(bus, &reg);
}

/* Reads it in the short way, for what an interrupt handler reads. */
static uint32_t fslpm_get_now(struct tally_bus *bus, struct tally_reg reg)
{
	return (uint32_t)tally_bus_get(bus, &reg);
}

/* Put back what a register holds. */
static void fslpm_keep(struct tally_script *script, struct tally_bus *bus,
		       struct tally_reg reg)
{
	tally_script_keep(script, bus, &reg);
}

static void fslpm_put(struct tally_script *script, struct tally_reg reg,
		      uint32_t value)
{
	tally_script_write(script, &reg, value);
}

static struct tally_reg pmlca(const struct tally_monitor *m, unsigned n)
{
	return fslpm_nth(fslpm_facts_of(m), fslpm_facts_of(m)->pmlca0, n);
}

static struct tally_reg pmlcb(const struct tally_monitor *m, unsigned n)
{
	return fslpm_nth(fslpm_facts_of(m), fslpm_facts_of(m)->pmlcb0, n);
}

static struct tally_reg fslpm_pmc(const struct tally_monitor *m, unsigned n)
{
	return fslpm_nth(fslpm_facts_of(m), fslpm_facts_of(m)->pmc0, n);
}

/* A core has PMLCb only for counters that have thresholds. */
static bool has_b(const struct tally_monitor *m, unsigned n)
{
	return n < fslpm_facts_of(m)->thresholds || fslpm_facts_of(m)->first;
}

/*
 * The slot that uses a counter, or NULL.  Both counters of a pair are used by
 * the pair's slot.
 */
static const struct tally_slot *slot_of(const struct tally_setup *setup,
					unsigned n)
{
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter == n ||
		    (slot->pair && slot->counter + 1u == n))
			return slot;
	}
	return NULL;
}

/* Is the monitor in use, and which writes put it back? */

static void save_count(const struct tally_monitor *m, struct tally_bus *bus,
		       struct tally_script *restore, unsigned n)
{
	if (fslpm_is_clock(m, n))
		fslpm_clock_keep(m, bus, restore);
	else
		fslpm_keep(restore, bus, fslpm_pmc(m, n));
	if (has_b(m, n))
		fslpm_keep(restore, bus, pmlcb(m, n));
}

/*
 * Somebody uses the monitor if a counter has an event.  After a reset no
 * counter has one, although all of them count.
 */
static bool fslpm_save(const struct tally_monitor *m,
		       const struct tally_setup *setup, struct tally_bus *bus,
		       struct tally_script *restore)
{
	const struct fslpm_facts *f = fslpm_facts_of(m);
	uint32_t control = fslpm_get(bus, f->pmgc0) & f->kept;
	bool used = false;

	for (unsigned n = 0; n < m->counters; n++) {
		bool mine = slot_of(setup, n) != NULL;
		uint32_t local;

		if (fslpm_is_clock(m, n) && !mine)
			continue;
		local = fslpm_get(bus, pmlca(m, n));
		if (mine)
			save_count(m, bus, restore, n);
		fslpm_put(restore, pmlca(m, n), local);
		used |= local && !(local & FSLPM_FC) && !fslpm_is_clock(m, n);
	}
	fslpm_put(restore, f->pmgc0, control);
	return used && !(control & FSLPM_FAC);
}

static void configure_counter(const struct tally_monitor *m,
			      const struct tally_setup *setup, unsigned n,
			      struct tally_script *script)
{
	const struct tally_slot *slot = slot_of(setup, n);
	uint32_t chained;

	if (fslpm_is_clock(m, n)) {
		if (!slot)
			return;
		fslpm_put(script, pmlca(m, n), 0);
		fslpm_put(script, pmlcb(m, n), 0);
		return;
	}
	if (!slot) {
		fslpm_put(script, pmlca(m, n), FSLPM_FC);
		return;
	}
	/*
	 * The second counter of a pair counts each wrap of the first, at
	 * whatever level it comes.
	 */
	chained = (uint32_t)fslpm_facts_of(m)->chain + n - 1;
	fslpm_put(script, pmlca(m, n),
		  slot->counter == n ? tally_fslpm_local_a(slot)
				     : chained << TALLY_FSLPM_EVENT_LSB);
	if (has_b(m, n))
		fslpm_put(script, pmlcb(m, n),
			  slot->counter == n ? tally_fslpm_local_b(slot) : 0);
	fslpm_put(script, fslpm_pmc(m, n),
		  (uint32_t)(slot->pair ? 0 : tally_preset(slot->period, 31)));
}

static void fslpm_encode(const struct tally_monitor *m,
			 const struct tally_setup *setup,
			 enum tally_phase phase, struct tally_script *script)
{
	struct tally_reg pmgc0 = fslpm_facts_of(m)->pmgc0;

	fslpm_put(script, pmgc0,
		  phase == TALLY_START
			  ? tally_fslpm_started(fslpm_facts_of(m)->kept, setup)
			  : tally_fslpm_stopped(setup));
	for (unsigned n = 0; n < m->counters; n++) {
		if (phase == TALLY_CONFIGURE)
			configure_counter(m, setup, n, script);
		else if (phase == TALLY_RELEASE && !fslpm_is_clock(m, n) &&
			 slot_of(setup, n))
			fslpm_put(script, pmlca(m, n), FSLPM_FC);
	}
}

static enum tally_status fslpm_probe(const struct tally_monitor *m,
				     struct tally_bus *bus)
{
	const struct fslpm_facts *f = fslpm_facts_of(m);
	bool there = !(fslpm_get(bus, f->pmgc0) & ~f->kept);

	if (there && f->first)
		fslpm_clock_learn(m, bus);
	if (bus->status)
		return bus->status;
	return there ? TALLY_OK : TALLY_E_ABSENT;
}

static bool fslpm_holds(const struct tally_monitor *m,
			const struct tally_setup *setup, struct tally_bus *bus)
{
	bool good = fslpm_get(bus, fslpm_facts_of(m)->pmgc0) ==
		    tally_fslpm_stopped(setup);

	for (unsigned i = 0; good && i < setup->slots; i++)
		good = fslpm_is_clock(m, setup->slot[i].counter) ||
		       fslpm_get(bus, pmlca(m, setup->slot[i].counter)) ==
			       tally_fslpm_local_a(&setup->slot[i]);
	return good;
}

static uint32_t event_of(uint32_t local)
{
	return local & FSLPM_FC ? 0
				: local >> TALLY_FSLPM_EVENT_LSB & FSLPM_EVENT;
}

/*
 * Is the counter's top bit a flag?  It is a digit like any other where the
 * counter is frozen, or is one half of a pair.
 */
static bool is_plain(const struct tally_monitor *m, struct tally_bus *bus,
		     unsigned n)
{
	uint32_t chain = fslpm_facts_of(m)->chain;
	uint32_t local = fslpm_get_now(bus, pmlca(m, n));

	if (local & FSLPM_FC)
		return false;
	if (!chain)
		return true;
	if (event_of(local) >= chain && event_of(local) < chain + m->counters)
		return false;
	return n + 1u >= m->counters ||
	       event_of(fslpm_get_now(bus, pmlca(m, n + 1))) != chain + n;
}

static uint32_t fslpm_flags(const struct tally_monitor *m,
			    struct tally_bus *bus)
{
	uint32_t set = 0;

	for (unsigned n = fslpm_facts_of(m)->first; n < m->counters; n++)
		if (fslpm_get_now(bus, fslpm_pmc(m, n)) & FSLPM_OV &&
		    is_plain(m, bus, n))
			set |= UINT32_C(1) << n;
	return set;
}

/* The counters of the setup whose top bit is a flag, and set. */
static uint32_t flags_of(const struct tally_monitor *m,
			 const struct tally_setup *setup, struct tally_bus *bus)
{
	const struct tally_slot *slot = setup->slot;
	const struct tally_slot *const end = slot + setup->slots;
	uint32_t set = 0;

	for (; slot < end; slot++)
		if (!slot->pair && !fslpm_is_clock(m, slot->counter) &&
		    fslpm_get_now(bus, fslpm_pmc(m, slot->counter)) & FSLPM_OV)
			set |= UINT32_C(1) << slot->counter;
	return set;
}

/*
 * A monitor that an overflow froze counts as running; one that STOP froze has
 * no FCECE.  The counters are frozen while their flags are cleared; what is
 * read waits for what was written before.
 */
static uint64_t fslpm_acknowledge(const struct tally_monitor *m,
				  const struct tally_setup *setup,
				  uint64_t start, struct tally_bus *bus)
{
	const struct tally_reg *pmgc0 = &fslpm_facts_of(m)->pmgc0;
	uint32_t control = (uint32_t)tally_bus_get(bus, pmgc0);
	uint32_t open = (uint32_t)start;
	bool running = !(control & FSLPM_FAC) || control & FSLPM_FCECE;
	uint32_t set = flags_of(m, setup, bus), left = set;

	if (!set && (!running || control == open))
		return 0;
	if (set && running)
		tally_bus_put(bus, pmgc0, FSLPM_FAC | (open & FSLPM_TBSEL));
	for (struct tally_reg pmc = fslpm_pmc(m, 0); left;
	     pmc.addr += fslpm_facts_of(m)->stride, left >>= 1)
		if (left & 1)
			tally_bus_put(bus, &pmc,
				      (uint32_t)tally_bus_get(bus, &pmc) &
					      ~FSLPM_OV);
	if (running)
		tally_bus_put(bus, pmgc0, open);
	tally_bus_sync(bus);
	return set ? set | (running ? TALLY_RUNNING : 0) : 0;
}

/* Read the high half again: the low half may have wrapped in between. */
static uint64_t fslpm_count_pair(const struct tally_monitor *m,
				 struct tally_bus *bus, unsigned n)
{
	uint32_t high = fslpm_get(bus, fslpm_pmc(m, n + 1)), low, before;

	do {
		before = high;
		low = fslpm_get(bus, fslpm_pmc(m, n));
		high = fslpm_get(bus, fslpm_pmc(m, n + 1));
	} while (high != before);
	return (uint64_t)high << 32 | low;
}

static uint64_t fslpm_count(const struct tally_monitor *m,
			    const struct tally_setup *setup, unsigned i,
			    struct tally_bus *bus)
{
	const struct tally_slot *slot = &setup->slot[i];

	return fslpm_is_clock(m, slot->counter)
		       ? fslpm_clock_read(m, bus)
		       : fslpm_count_pair(m, bus, slot->counter);
}

/* The clock and a pair are more than a register, and have 64 bits. */
static void fslpm_view(const struct tally_monitor *m,
		       const struct tally_setup *setup, unsigned i,
		       struct tally_view *view)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->pair || fslpm_is_clock(m, slot->counter))
		view->value.bits = 0;
	else
		view->flag = FSLPM_OV;
}

TALLY_INNER const struct tally_monitor_ops fslpm_ops = {
	.probe = fslpm_probe,
	.save = fslpm_save,
	.encode = fslpm_encode,
	.holds = fslpm_holds,
	.flags = fslpm_flags,
	.acknowledge = fslpm_acknowledge,
	.check = fslpm_check,
	.count = fslpm_count,
	.view = fslpm_view,
};
