/* SPDX-License-Identifier: MIT */
/*
 * The mechanism shared by the monitors of one control word; see pmnc.h.
 *
 *	 10 9 8 | 7 | 6 5 4 | 3 | 2 | 1 | 0
 *	 flags  | - | inten | D | C | P | E
 *
 * Four traps shape every write here:
 * - flags are write-one-to-clear, so a value read is never written back;
 * - C and P read unpredictably and act when written, so they are never kept;
 * - ARM11 clears a flag, and drops the interrupt request, only while E is 1,
 *   and no document says whether the old or the new E decides: the flag is
 *   cleared by a write of E = 1 over E = 1 [DAI0195B 1, 2; DDI0301H 3.2.51];
 * - the counters have no enable of their own: an idle one is given an event
 *   that does not happen.
 */
#include <stddef.h>

#include "pmnc.h"

#define E     UINT32_C(0x001) /* all counters run */
#define P     UINT32_C(0x002) /* PMN0 = PMN1 = 0 */
#define C     UINT32_C(0x004) /* CCNT = 0 */
#define D     UINT32_C(0x008) /* CCNT counts every 64th cycle */
#define INTEN UINT32_C(0x070)
#define FLAGS UINT32_C(0x700)

enum {
	EVENT_HI = 20, /* the two event fields: which is whose differs */
	EVENT_LO = 12,
	FIQ_SHIFT = 24, /* from a counter's interrupt enable to its FCx */
};

/* The bit of a counter's flag; its interrupt enable is four bits below. */
static const uint8_t flag_bit[PMNC_COUNTERS] = { 10, 8, 9 };

static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };

static const struct pmnc_facts *facts_of(const struct tally_monitor *m)
{
	return m->facts;
}

static uint32_t interrupt_bit(unsigned counter)
{
	return UINT32_C(1) << (flag_bit[counter] - 4);
}

static uint32_t control_read(const struct tally_monitor *m,
			     struct tally_bus *bus)
{
	return (uint32_t)tally_bus_read(bus, &facts_of(m)->control);
}

static void control_write(const struct tally_monitor *m, struct tally_bus *bus,
			  uint32_t value)
{
	tally_bus_write(bus, &facts_of(m)->control, value);
}

/* A control word with the idle event in both event fields, and 0 elsewhere. */
static uint32_t idle(const struct pmnc_facts *f)
{
	return (uint32_t)f->idle << EVENT_HI | (uint32_t)f->idle << EVENT_LO;
}

/*
 * The control word of a setup while it is stopped: it clears no flag and resets
 * no counter.
 */
static uint32_t control_of(const struct tally_monitor *m,
			   const struct tally_setup *setup)
{
	const struct pmnc_facts *f = facts_of(m);
	uint32_t word = idle(f);

	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter > 0)
			word ^= (uint32_t)(slot->event ^ f->idle)
				<< f->event_lsb[slot->counter];
		if (slot->interrupt)
			word |= interrupt_bit(slot->counter);
		/* Whether the enable is needed too is open; see arm11.h. */
		if (slot->interrupt == TALLY_FIQ)
			word |= interrupt_bit(slot->counter) << FIQ_SHIFT;
	}
	if (setup->options & TALLY_DIVIDE)
		word |= D;
	if (setup->options & TALLY_EXPORT)
		word |= PMNC_X;
	return word;
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	uint32_t id = (uint32_t)tally_bus_read(bus, &main_id);

	if (bus->status)
		return bus->status;
	return (id & facts_of(m)->id_mask) == facts_of(m)->id_value
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	const struct pmnc_facts *f = facts_of(m);
	uint32_t found = control_read(m, bus);
	uint32_t control = found & f->kept;
	uint32_t enabled = control << 4 | control >> (FIQ_SHIFT - 4);
	bool pending = (found & enabled & FLAGS) != 0;

	tally_script_write(restore, &f->control, control & ~E);
	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		tally_script_write(restore, &m->counter[i].reg,
				   tally_bus_read(bus, &m->counter[i].reg));
	if (setup->options & TALLY_USER)
		tally_script_write(restore, &f->user,
				   tally_bus_read(bus, &f->user) & 1);
	if (control & E)
		tally_script_write(restore, &f->control, control);
	return control & E || pending;
}

/*
 * Write `control` with the monitor stopped, and clear every flag and with them
 * the request.
 */
static void quiet(const struct tally_monitor *m, struct tally_script *script,
		  uint32_t control)
{
	const struct pmnc_facts *f = facts_of(m);

	if (f->clear_needs_enable) {
		/*
		 * The counters run from 0 and count idle events here, so none
		 * can wrap.
		 */
		tally_script_write(script, &f->control, idle(f) | C | P | E);
		tally_script_write(script, &f->control, idle(f) | FLAGS | E);
		tally_script_write(script, &f->control, control | C | P);
	} else {
		tally_script_write(script, &f->control, idle(f));
		tally_script_write(script, &f->control,
				   control | FLAGS | C | P);
	}
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	const struct pmnc_facts *f = facts_of(m);
	uint32_t control = control_of(m, setup);
	uint32_t preset[PMNC_COUNTERS] = { 0 };

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &f->control, control | E);
		break;
	case TALLY_STOP:
		tally_script_write(script, &f->control, control);
		break;
	case TALLY_RELEASE:
		quiet(m, script, idle(f));
		break;
	case TALLY_CONFIGURE:
		quiet(m, script, control);
		for (unsigned i = 0; i < setup->slots; i++)
			preset[setup->slot[i].counter] = (uint32_t)tally_preset(
				setup->slot[i].period, 32);
		for (unsigned i = 0; i < PMNC_COUNTERS; i++)
			tally_script_write(script, &m->counter[i].reg,
					   preset[i]);
		if (setup->options & TALLY_USER)
			tally_script_write(script, &f->user, 1);
		break;
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	return ((control_read(m, bus) ^ control_of(m, setup)) &
		facts_of(m)->kept) == 0;
}

static uint32_t counters_of(uint32_t control)
{
	uint32_t found = 0;

	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		found |= (control >> flag_bit[i] & 1) << i;
	return found;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	return counters_of(control_read(m, bus));
}

/*
 * On ARM11 flags can be cleared only while E is 1, and the counters are
 * stopped.  So they run for a moment; their values are taken before and written
 * back afterwards, so that nothing is added.
 */
static void clear_stopped(const struct tally_monitor *m, struct tally_bus *bus,
			  uint32_t control, uint32_t set)
{
	const uint32_t on =
		(control & (INTEN | PMNC_FIQ)) | idle(facts_of(m)) | E;
	uint32_t count[PMNC_COUNTERS];

	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		count[i] = (uint32_t)tally_bus_read(bus, &m->counter[i].reg);
	control_write(m, bus, on | C | P);
	control_write(m, bus, on | set);
	control_write(m, bus, control);
	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		tally_bus_write(bus, &m->counter[i].reg, count[i]);
}

static uint64_t acknowledge(const struct tally_monitor *m, uint64_t start,
			    struct tally_bus *bus)
{
	uint32_t seen = control_read(m, bus);
	uint32_t set = seen & FLAGS;
	uint32_t control = (uint32_t)start & ~E;

	if (!set)
		return 0;
	if (seen & E)
		control_write(m, bus, control | E | set);
	else if (!facts_of(m)->clear_needs_enable)
		control_write(m, bus, control | set);
	else
		clear_stopped(m, bus, control, set);
	return counters_of(set) | (seen & E ? TALLY_RUNNING : 0);
}

const struct tally_monitor_ops pmnc_ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
};
