/* SPDX-License-Identifier: MIT */
/*
 * PMUv3: what a slot may ask for, before any core is looked at; is there one,
 * and how much can it do?  The core's own registers say which version, which
 * counters and which common events it has.  Nothing is written here.
 */
#include <tally/library.h>

#include <stddef.h>

#include "pmuv3.h"

/* Does an earlier slot use a counter that this slot needs? */
static bool taken(const struct tally_setup *setup, unsigned i)
{
	unsigned first = setup->slot[i].counter;
	unsigned last = first + setup->slot[i].pair;

	for (unsigned k = 0; k < i; k++) {
		unsigned counter = setup->slot[k].counter;

		if (counter <= last && counter + setup->slot[k].pair >= first)
			return true;
	}
	return false;
}

/* A pair begins with an even counter, and both count events. */
static enum tally_status check_pair(const struct tally_monitor *m,
				    const struct tally_setup *setup,
				    const struct tally_slot *slot)
{
	if (setup->options & TALLY_WIDE)
		return TALLY_E_FEATURE;
	if (slot->counter & 1 || slot->counter + 2u >= m->counters)
		return TALLY_E_COUNTER;
	return TALLY_OK;
}

/* A code without a row is accepted, unchecked. */
static enum tally_status check_event(const struct tally_monitor *m,
				     const struct tally_slot *slot)
{
	const struct tally_event *event;

	if (m->counter[slot->counter].fixed)
		return slot->event == TALLY_EVENT_CYCLES ? TALLY_OK
							 : TALLY_E_EVENT;
	if (slot->event == TALLY_EVENT_CYCLES ||
	    slot->event == TALLY_EVENT_WORD)
		return TALLY_E_EVENT;
	event = tally_event_find(m, slot->event);
	return !event || event->counters >> slot->counter & 1 ? TALLY_OK
							      : TALLY_E_EVENT;
}

enum tally_status pmuv3_check(const struct tally_monitor *m,
			      const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->counter >= m->counters || taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > (m->silent ? TALLY_SILENT : TALLY_IRQ) ||
	    slot->levels & ~(unsigned)m->levels || slot->refine)
		return TALLY_E_FEATURE;
	/*
	 * A divided cycle counter sets its flag after 32 bits and not after its
	 * 64.
	 */
	if (setup->options & TALLY_DIVIDE && m->counter[slot->counter].fixed &&
	    (slot->period || slot->interrupt))
		return TALLY_E_FEATURE;
	if (slot->pair) {
		enum tally_status status = check_pair(m, setup, slot);

		if (status)
			return status;
	}
	if (slot->period > tally_counter_mask(tally_slot_bits(m, setup, i)))
		return TALLY_E_INVALID;
	return check_event(m, slot);
}

/* ID_AA64DFR0.PMUVer; ID_DFR0.PerfMon is the same from 4 on. */
enum { V3 = 1, V3_A32 = 3, V3P1 = 4, V3P5 = 6, NOT_ARM = 0xF };

#define UEN  TALLY_FIELD(PMUV3, PMUSERENR_EL0, UEN)
#define HALF UINT64_C(0xFFFFFFFF)

/* 0: no PMUv3. */
static unsigned version(const struct tally_monitor *m, struct tally_bus *bus)
{
	const struct pmuv3_registers *r = pmuv3_regs(m);
	unsigned v =
		(unsigned)(tally_bus_read(bus, &r->id) >> r->version_lsb & 0xF);

	if (v == NOT_ARM)
		return 0;
	if (r->id.space == TALLY_CP15 && v < V3P1)
		return v == V3_A32 ? V3 : 0;
	return v;
}

enum tally_status pmuv3_probe(const struct tally_monitor *m,
			      struct tally_bus *bus)
{
	const struct pmuv3_facts *f = pmuv3_facts_of(m);
	bool there;

	if (f->user) {
		there = (tally_bus_read(bus, &f->reg->userenr) &
			 (PMUV3_EN | UEN)) == PMUV3_EN;
	} else {
		there = version(m, bus) >= V3;
		if (there && f->midr)
			there = (tally_bus_read(bus, &f->reg->midr) &
				 PMUV3_MIDR) == f->midr;
	}
	if (bus->status)
		return bus->status;
	return there ? TALLY_OK : TALLY_E_ABSENT;
}

/*
 * Of PMCEID0 and 1 the low half tells of 32 codes from 0, the high half of 32
 * codes from 0x4000.
 */
static void read_events(const struct tally_monitor *m, struct tally_bus *bus,
			bool high, struct tally_limits *limits)
{
	const struct tally_reg *ceid = pmuv3_regs(m)->ceid;
	uint64_t word[2] = { tally_bus_read(bus, &ceid[0]),
			     tally_bus_read(bus, &ceid[1]) };

	if (ceid[2].bits && high) {
		word[0] |= tally_bus_read(bus, &ceid[2]) << 32;
		word[1] |= tally_bus_read(bus, &ceid[3]) << 32;
	}
	limits->event[0] = (word[0] & HALF) | word[1] << 32;
	limits->event[1] = word[0] >> 32 | (word[1] & ~HALF);
}

void pmuv3_limits(const struct tally_monitor *m, struct tally_bus *bus,
		  struct tally_limits *limits)
{
	bool user = pmuv3_facts_of(m)->user;
	unsigned v = user ? V3 : version(m, bus);
	uint64_t control = tally_bus_read(bus, &pmuv3_regs(m)->pmcr);
	unsigned n = (unsigned)(control & TALLY_PMUV3_PMCR(N)) >>
		     TALLY_PMUV3_PMCR_EL0_N_LSB;
	uint32_t counters = (UINT32_C(1) << n) - 1;

	limits->counters &= counters | UINT32_C(1) << (m->counters - 1);
	if (v < V3P5)
		limits->options &= (uint8_t)~TALLY_WIDE;
	read_events(m, bus, v >= V3P1, limits);
	/*
	 * EL0 cannot read the version; but only cores from p1 on have the high
	 * halves.
	 */
	if (v < V3P1 && !limits->event[1])
		limits->code_max = 0x3FF;
	limits->pairs = tally_limits_event(limits, TALLY_PMUV3_CHAIN);
}

enum tally_status pmuv3_fits(const struct tally_monitor *m,
			     const struct tally_setup *setup,
			     struct tally_bus *bus)
{
	struct tally_limits found;
	enum tally_status status = tally_limits_read(m, bus, &found);

	return status ? status : tally_setup_fits(m, setup, &found, NULL);
}
