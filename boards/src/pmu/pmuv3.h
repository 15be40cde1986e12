/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_PMUV3_H
#define BOARD_PMU_PMUV3_H

#include "boards/src/pmu/pmu.h"

extern const struct pmu_ops pmu_cortex_a53_ops, pmu_cortex_a57_ops;
extern const struct pmu_ops pmu_cortex_a72_ops;
/* No core's: PMUv3p5, for what the later versions add. */
extern const struct pmu_ops pmu_v3p5_ops;

/*
 * A PMUv3 starts in Non-secure EL1.  The Exception level from here on; what the
 * ledger has gained until now belongs to the level before.  So an exception is
 * put into the ledger on the side of the change where it counts.
 */
void pmu_set_level(struct pmu *p, unsigned el, bool secure);
/* MDCR_EL2 and MDCR_EL3, which belong to the core. */
void pmu_set_mdcr(struct pmu *p, uint64_t el2, uint64_t el3);

/*
 * A context synchronization, by an ISB; a change of level is one
 * too.  Nothing happens unless the quirk `late` holds writes back until then.
 */
void pmu_sync(struct pmu *p);

/* The identity that a core's registers show; NULL: no PMUv3. */
struct pmu_identity {
	uint32_t midr;
	uint8_t pmuver;  /* ID_AA64DFR0_EL1.PMUVer */
	uint8_t perfmon; /* ID_DFR0.PerfMon; 0: no AArch32 */
};
const struct pmu_identity *pmu_identity(const struct pmu_ops *ops);
const struct pmu_identity *pmu_identity_of(const struct pmu *p);

#endif
