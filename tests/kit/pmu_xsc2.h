/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PMU_XSC2_H
#define TESTS_PMU_XSC2_H

#include <tally/bus.h>

#include "base/rng.h"
#include "boards/src/pmu/pmu.h"

/*
 * A register model of XScale's second monitor (PXA27x, IXP4xx): a cycle
 * counter, four event counters, and registers for enables, flags and events of
 * their own, in CP14 c1 and c2 [XScale core 8; IXP42X 3.7].  No board has it:
 * a test lets happen what it likes and drives the registers through `bus`, as
 * privileged code.  Written from the manuals, to the bit, without sight of the
 * driver.
 */
enum { XSC2_PMNS = 4, XSC2_CODES = 256 };

struct pmu_xsc2 {
	struct tally_bus bus; /* first: also reads the main ID register */
	uint32_t main_id;

	/* The registers' contents, without poisoned bits. */
	uint8_t id;      /* PMNC 31:24 */
	bool e, d;       /* PMNC */
	uint8_t inten;   /* bit 0 CCNT, bit i + 1 PMNi */
	uint8_t flag;    /* the same */
	uint32_t evtsel; /* byte i: the event of PMNi */
	uint32_t ccnt;
	uint32_t pmn[XSC2_PMNS];
	uint32_t prescale; /* cycles towards the next count of CCNT, with D */

	/* The first thing done that the manuals call unpredictable or forbid;
	 * NULL as long as all was well. */
	const char *breach;

	/* The truth, since pmu_xsc2_init(), whoever counts. */
	uint64_t cycles;
	uint64_t events[XSC2_CODES];

	bool poison;
	struct rng rng;
	unsigned accesses; /* by the bus; the main ID does not count */
	unsigned writes;
	/* Called ahead of each access, to let things happen there. */
	void (*before)(struct pmu_xsc2 *p, unsigned access);
	void *ctx;
};

/*
 * As after reset.  Poisoned, what reset leaves open is junk, and so are bits
 * that read unpredictable; otherwise both are 0.
 */
void pmu_xsc2_init(struct pmu_xsc2 *p, bool poison, uint64_t seed);

/* An instruction's access, with its mode.  Not counted in `accesses`. */
enum pmu_access pmu_xsc2_read(struct pmu_xsc2 *p, const struct tally_reg *reg,
			      bool privileged, uint64_t *value);
enum pmu_access pmu_xsc2_write(struct pmu_xsc2 *p, const struct tally_reg *reg,
			       bool privileged, uint64_t value);

/* An event happens n times; n cycles pass. */
void pmu_xsc2_tick(struct pmu_xsc2 *p, uint8_t code, uint64_t n);
void pmu_xsc2_cycles(struct pmu_xsc2 *p, uint64_t n);

/* The interrupt request, a level. */
bool pmu_xsc2_irq(const struct pmu_xsc2 *p);

#endif
