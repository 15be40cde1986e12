/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_MONITOR_H
#define BOARD_PQ3_MONITOR_H

#include "boards/src/pq3/pq3.h"

/*
 * The device performance monitor of a PowerQUICC III, as one register block.
 * Times are in CCB clocks and never fall.
 */
enum { PMU_PQ3_COUNTERS_MAX = 10 };

struct pmu_pq3_counter {
	uint32_t pmlca, pmlcb;
	uint64_t value; /* 32 bits, PMC0: 64 */
	uint8_t item;   /* enum pq3_item; PQ3_NOTHING: none */
	bool unmodelled;
	bool running; /* as far as its triggers are concerned */
	bool asked;   /* its top bit went up while it might interrupt */
	/* bursts */
	uint32_t in_burst;
	bool counted;  /* the burst that goes on */
	uint64_t last; /* event */
};

struct pmu_pq3 {
	enum pq3_part part;
	bool pmc0_upper_first, pmc0_runs_on, strict;
	struct pq3_ledger *ledger;
	unsigned counters;
	uint32_t pmgc0;
	uint64_t since; /* PMC0's value is of then */
	struct pmu_pq3_counter counter[PMU_PQ3_COUNTERS_MAX];
	uint16_t wanted[PQ3_ITEMS]; /* bit n: PMCn counts it */
	bool triggered; /* some counter waits for what another does */
};

void pmu_pq3_init(struct pmu_pq3 *m, const struct pq3_options *options,
		  struct pq3_ledger *ledger);

/* Let PMC0 count up to `now`. */
void pmu_pq3_settle(struct pmu_pq3 *m, uint64_t now);
/* When PMC0's top bit changes, should it go on; UINT64_MAX: never. */
uint64_t pmu_pq3_next(const struct pmu_pq3 *m);

/* So many occurrences of an item, which the ledger has already. */
void pmu_pq3_occur(struct pmu_pq3 *m, enum pq3_item item, uint32_t times,
		   uint64_t now);
/* One that took so many clocks: counted by those whose threshold it exceeds. */
void pmu_pq3_lasted(struct pmu_pq3 *m, enum pq3_item item, uint64_t clocks,
		    uint64_t now);

enum pmu_access pmu_pq3_read(struct pmu_pq3 *m, uint32_t offset, uint64_t now,
			     uint32_t *value);
enum pmu_access pmu_pq3_write(struct pmu_pq3 *m, uint32_t offset, uint64_t now,
			      uint32_t value);

bool pmu_pq3_irq(const struct pmu_pq3 *m);
bool pmu_pq3_counts_unmodelled(const struct pmu_pq3 *m, uint16_t *code);

#endif
