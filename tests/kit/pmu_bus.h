/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PMU_BUS_H
#define TESTS_PMU_BUS_H

#include "boards/src/pmu/pmu.h"
#include "boards/src/pmu/pmuv3.h"
#include "models.h"

/*
 * A bus to a simulated monitor and nothing around it: what happens is what the
 * test writes into the ledger.  `before` is called ahead of every access, so
 * that a test can let things happen at any point of a driver's procedure.
 */
struct pmu_bus {
	struct tally_bus bus;
	struct pmu *pmu;
	enum pmu_kind kind;
	struct ledger ledger;
	uint32_t main_id; /* or what it is known by besides */
	const struct pmu_identity *identity; /* PMUv3 */
	bool user; /* accesses come from user mode, or EL0 */
	unsigned accesses;
	unsigned writes;
	void (*before)(struct pmu_bus *b, unsigned access);
	void *ctx;
};

/* Strict: with a PMUv3, writes take effect at the bus's sync only. */
void pmu_bus_init(struct pmu_bus *b, enum pmu_kind kind, bool strict,
		  bool poison);
/* One that treats what manuals leave open, and errata, just so. */
void pmu_bus_init_with(struct pmu_bus *b, enum pmu_kind kind,
		       const struct pmu_quirks *quirks);
void pmu_bus_free(struct pmu_bus *b);

/* `n` of one item happen, then the monitor takes notice. */
void pmu_bus_happen(struct pmu_bus *b, enum ledger_item item, uint64_t n);

#endif
