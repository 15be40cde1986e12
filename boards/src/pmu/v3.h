/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_V3_H
#define BOARD_PMU_V3_H

#include "boards/src/pmu/inner.h"
#include "boards/src/pmu/pmuv3.h"

/*
 * The files v3*.c share this.  The event counters are 0 to N-1; the cycle
 * counter is 31, so that flags, enables and interrupt enables are the words
 * that the registers show.
 */
enum { V3_CYCLES = 31 };

enum {
	V3_PMCR_E = 1 << 0,
	V3_PMCR_P = 1 << 1,
	V3_PMCR_C = 1 << 2,
	V3_PMCR_D = 1 << 3,
	V3_PMCR_X = 1 << 4,
	V3_PMCR_DP = 1 << 5,
	V3_PMCR_LC = 1 << 6,
	V3_PMCR_LP = 1 << 7,
};

/* ID_AA64DFR0_EL1.PMUVer of the versions that make a difference here. */
enum { V3_P0 = 1, V3_P1 = 4, V3_P4 = 5, V3_P5 = 6 };

/* A core's constants.  All have EL3, and EL2 in Non-secure state only. */
struct pmu_v3_core {
	struct pmu_identity identity;
	uint8_t implementer; /* PMCR.IMP */
	uint8_t idcode;
	uint8_t counters; /* event counters: N */
	bool aarch32;     /* at some level: PMCR.D, PMCR.LC, the CP15 view */
	bool exports;     /* PMCR.X */
	uint64_t pmceid[2];
};

/* A PMUv3's registers besides the common ones */
struct pmu_v3 {
	uint32_t filter[PMU_MOST_COUNTERS]; /* PMEVTYPER<n>; 31: PMCCFILTR */
	uint32_t enabled;                   /* PMCNTEN */
	uint32_t asking;                    /* PMINTEN */
	uint32_t userenr;
	uint32_t select;
	uint32_t selected; /* the same, as the indirect accesses have it */
	uint64_t mdcr_el2, mdcr_el3;
	unsigned el;
	bool secure;
};

static inline struct pmu_v3 *v3_of(const struct pmu *p)
{
	return p->own;
}

static inline const struct pmu_v3_core *v3_core(const struct pmu *p)
{
	return p->ops->facts;
}

static inline unsigned v3_version(const struct pmu *p)
{
	return v3_core(p)->identity.pmuver;
}

/* The bits of PMCR that software can change and read back. */
static inline uint32_t v3_kept(const struct pmu *p)
{
	const struct pmu_v3_core *core = v3_core(p);
	uint32_t kept = V3_PMCR_E | V3_PMCR_DP;

	if (core->exports)
		kept |= V3_PMCR_X;
	if (core->aarch32)
		kept |= V3_PMCR_D | V3_PMCR_LC;
	if (v3_version(p) >= V3_P5)
		kept |= V3_PMCR_LP;
	return kept;
}

/* PMEVTYPER's evtCount. */
static inline uint32_t v3_event_mask(const struct pmu *p)
{
	return v3_version(p) >= V3_P1 ? 0xFFFF : 0x3FF;
}

/* Without AArch32, LC is 1 whatever is written. */
static inline uint32_t v3_fixed_ones(const struct pmu *p)
{
	return v3_core(p)->aarch32 ? 0 : V3_PMCR_LC;
}

/* An access from this level sees the event counters below this number. */
unsigned pmu_v3_visible(const struct pmu *p, unsigned el);
/* Has it no meaning at all, so that it reads back as UNKNOWN? */
bool pmu_v3_code_unknown(const struct pmu *p, unsigned code);
/* After a change of what counts, or of what asks for an interrupt. */
void pmu_v3_configure(struct pmu *p);
void pmu_v3_line(struct pmu *p);

enum pmu_access pmu_v3_read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value);
bool pmu_v3_is_event(const struct pmu *p, const struct tally_reg *reg);
enum pmu_access pmu_v3_write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value);
void pmu_v3_reset(struct pmu *p);
void pmu_v3_forgive(const struct pmu *now, void *own_before);

#endif
