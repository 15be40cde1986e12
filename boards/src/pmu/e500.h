/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_E500_H
#define BOARD_PMU_E500_H

#include "boards/src/pmu/pmu.h"

extern const struct pmu_ops pmu_e500v1_ops, pmu_e500v2_ops;

/*
 * An e500's: MSR[PR] and MSR[PMM] from here on; what the ledger has gained
 * until now belongs to the state before.
 */
void pmu_set_state(struct pmu *p, bool user, bool marked);
/* The time base is (cycles / per_tick) + offset from here on; with
 * per_tick 0 it stands at the offset. */
void pmu_set_time_base(struct pmu *p, uint64_t offset, uint32_t per_tick);
/* How often the bit of the time base that is chosen has risen. */
uint64_t pmu_time_base_rises(const struct pmu *p);
/* The cycle at which it does next, if the time base goes on like this. */
uint64_t pmu_time_base_until(const struct pmu *p);
/* Something took that long, for events with a threshold. */
void pmu_took(struct pmu *p, unsigned item, uint32_t cycles);
/* The core takes its interrupt, which clears PMGC0[PMIE]. */
void pmu_taken(struct pmu *p);

#endif
