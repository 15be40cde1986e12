/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_FSLPM_H
#define TALLY_FIXED_FSLPM_H

/* The folded form for e500 cores. */
#include <tally/fixed.h>
#include <tally/monitors/e500.h>
#include <tally/words/fslpm.h>

/* Facts in which e500 cores and PowerQUICC III devices differ. */
struct tally_fixed_fslpm_facts {
	uint32_t kept; /* bits of PMGC0 that there are */
	uint8_t counters;
	uint8_t first;      /* counter; of a device 0 counts its clock */
	uint8_t chain;      /* event that counts wraps of counter 0; 0: none */
	uint8_t thresholds; /* counters that have one, of the core */
	uint8_t levels;     /* that it can tell apart */
};

enum {
	tally_fixed_fslpm_mapped = false,
	tally_fixed_fslpm_loses = false,
	tally_fixed_fslpm_space = TALLY_PMR,
	tally_fixed_fslpm_pmgc0 = 400,
	TALLY_FIXED_E500_COUNTERS = 4,
	TALLY_FIXED_E500_THRESHOLDS = 2,
};

struct tally_fixed_fslpm_found {
	struct tally_fixed_found common;
	uint32_t control, a[TALLY_FIXED_E500_COUNTERS],
		b[TALLY_FIXED_E500_THRESHOLDS],
		count[TALLY_FIXED_E500_COUNTERS];
};
#define TALLY_FIXED_STORE_fslpm(slots)
#define TALLY_FIXED_KEPT_fslpm(store) 0

TALLY_FOLD uint32_t tally_fixed_fslpm_pmlca(unsigned n)
{
	return 144 + n;
}

TALLY_FOLD uint32_t tally_fixed_fslpm_pmlcb(unsigned n)
{
	return 272 + n;
}

TALLY_FOLD uint32_t tally_fixed_fslpm_pmc(unsigned n)
{
	return 16 + n;
}

TALLY_FOLD uint32_t tally_fixed_fslpm_get(const struct tally_fixed *f,
					  uint32_t reg)
{
	(void)f;
	return (uint32_t)TALLY_FIXED_GET(TALLY_PMR, reg);
}

TALLY_FOLD void tally_fixed_fslpm_put(const struct tally_fixed *f, uint32_t reg,
				      uint32_t value)
{
	(void)f;
	TALLY_FIXED_PUT(TALLY_PMR, reg, value);
}

TALLY_FOLD uint32_t *tally_fixed_fslpm_b(const struct tally_fixed *f,
					 unsigned n)
{
	return &((struct tally_fixed_fslpm_found *)f->found)->b[n];
}

TALLY_FOLD uint32_t *tally_fixed_fslpm_count(const struct tally_fixed *f,
					     unsigned n)
{
	return &((struct tally_fixed_fslpm_found *)f->found)->count[n];
}

#define FAMILY fslpm
#include <tally/fixed_fslpm.inc>
#define FAMILY fslpm
#include <tally/fixed_opening.inc>

/* The events that have a threshold, 76 to 81, and those that make pairs. */
#define TALLY_FIXED_E500_ON(code)                                              \
	((code) >= TALLY_E500_PMC0_OVERFLOW &&                                 \
			 (code) <= TALLY_E500_PMC3_OVERFLOW                    \
		 ? 0u                                                          \
	 : (code) >= TALLY_E500_DLFB_LOAD_MISS_CYCLES &&                       \
			 (code) <= TALLY_E500_CRIT_INT_PENDING_CYCLES          \
		 ? 0x3u                                                        \
		 : 0xFu)

/* Codes without a row are taken unchecked. */
TALLY_FOLD bool tally_fixed_e500_has(unsigned counter, unsigned code)
{
	return code <= TALLY_FSLPM_EVENT &&
	       (TALLY_FIXED_E500_ON(code) >> counter & 1);
}

#define TALLY_FIXED_E500_FACTS(more)                                           \
	{                                                                      \
		TALLY_FSLPM_FAC | TALLY_FSLPM_PMIE | TALLY_FSLPM_FCECE |       \
			(more),                                                \
			TALLY_FIXED_E500_COUNTERS, 0,                          \
			TALLY_E500_PMC0_OVERFLOW, TALLY_FIXED_E500_THRESHOLDS, \
			TALLY_EL0 | TALLY_EL1 | TALLY_MARKED | TALLY_UNMARKED  \
	}

#define TALLY_FIXED_FAMILY_e500v1 fslpm
enum { tally_fixed_kind_e500v1_mapped = tally_fixed_fslpm_mapped };
static const struct tally_fixed_fslpm_facts tally_fixed_kind_e500v1 =
	TALLY_FIXED_E500_FACTS(0);
#define tally_fixed_kind_e500v1_has tally_fixed_e500_has
TALLY_FIXED_KIND(e500v1, fslpm, TALLY_FREEZE)

#define TALLY_FIXED_FAMILY_e500v2 fslpm
enum { tally_fixed_kind_e500v2_mapped = tally_fixed_fslpm_mapped };
static const struct tally_fixed_fslpm_facts tally_fixed_kind_e500v2 =
	TALLY_FIXED_E500_FACTS(TALLY_FSLPM_TBSEL | TALLY_FSLPM_TBEE);
#define tally_fixed_kind_e500v2_has tally_fixed_e500_has
TALLY_FIXED_KIND(e500v2, fslpm,
		 TALLY_FREEZE | TALLY_TIME_BASE | TALLY_TIME_BASE_47)

#endif
