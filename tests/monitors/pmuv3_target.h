/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PMUV3_TARGET_H
#define TESTS_PMUV3_TARGET_H

#include <tally/monitors/pmuv3.h>

/*
 * A PMUv3 that is an array of registers and no more than the manual says of
 * them, reached as AArch64 or as AArch32: words that are set and cleared
 * through two names, PMSELR, counters of 32 or 64 bits.  Nothing counts by
 * itself.  A read that depends on a write without a synchronisation in between
 * fails the test; only PMCR is taken to synchronise itself, as the native buses
 * do.  Addresses are from [DDI0487 D24.5, G8.4], by hand.
 */
enum { PMUV3_COUNTERS = 31 };

struct pmuv3_target {
	struct tally_bus bus;
	uint64_t pmcr, cnten, inten, ovs, selr, userenr;
	uint64_t ccntr, ccfiltr;
	uint64_t evcntr[PMUV3_COUNTERS], evtyper[PMUV3_COUNTERS];
	uint64_t ceid[2], id, midr;
	uint64_t swinc;   /* written last */
	unsigned n;       /* counters */
	unsigned version; /* as ID_AA64DFR0.PMUVer has it */
	unsigned writes, syncs;
	bool dirty; /* written, not synchronised */
	/* Called before each access: what the hardware does meanwhile. */
	void (*meanwhile)(struct pmuv3_target *t);
	unsigned when; /* accesses until then */
};

/* Somebody's values in every register; nothing runs. */
void pmuv3_target_init(struct pmuv3_target *t, uint64_t pmcr, unsigned version,
		       uint32_t midr);

#endif
