/* SPDX-License-Identifier: MIT */
/*
 * PMUv3: is there one, and how much can it do?  The core's own registers say
 * which version, which counters and which common events it has.  Nothing is
 * written here.
 */
#include <stddef.h>

#include "pmuv3.h"

/* ID_AA64DFR0.PMUVer; ID_DFR0.PerfMon is the same from 4 on. */
enum { V3 = 1, V3_A32 = 3, V3P1 = 4, V3P5 = 6, NOT_ARM = 0xF };

#define UEN  0x10u /* PMUSERENR */
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
	unsigned n =
		(unsigned)(tally_bus_read(bus, &pmuv3_regs(m)->pmcr) >> 11 &
			   0x1F);
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
