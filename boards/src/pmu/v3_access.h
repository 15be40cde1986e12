/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_V3_ACCESS_H
#define BOARD_PMU_V3_ACCESS_H

#include "boards/src/pmu/v3.h"

enum v3_name {
	PMCR,
	PMCNTENSET,
	PMCNTENCLR,
	PMOVSCLR,
	PMSWINC,
	PMSELR,
	PMCEID,
	PMCEID_HIGH, /* AArch32's PMCEID2 and 3 */
	PMCCNTR,
	PMXEVTYPER,
	PMXEVCNTR,
	PMUSERENR,
	PMINTENSET,
	PMINTENCLR,
	PMOVSSET,
	PMMIR,
	PMEVCNTR,
	PMEVTYPER,
};

/* An access on its way. */
struct v3_access {
	const struct v3_row *row;
	unsigned name; /* PMEVCNTR for PMXEVCNTR, and so on */
	unsigned n;    /* counter, or which PMCEID */
	unsigned el;   /* where from */
	bool a32;
};

/* A counter with a number from `end` on; PMCCFILTR is none. */
static inline bool v3_beyond(const struct v3_access *a, unsigned end)
{
	return (a->name == PMEVCNTR ||
		(a->name == PMEVTYPER && a->n != V3_CYCLES)) &&
	       a->n >= end;
}

/* Which register, and may it be reached?  PMU_DONE: carry it out. */
enum pmu_access pmu_v3_admit(const struct pmu *p, const struct tally_reg *reg,
			     bool privileged, bool write, struct v3_access *a);

#endif
