/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_L2_H
#define BOARD_PMU_L2_H

#include "board/pmu/inner.h"

/* What the monitors of L210 and L220 share. */
struct pmu_l2 {
	bool bus;           /* the cache sends its events */
	uint32_t config[4]; /* of each counter */
	uint32_t mask;      /* L220: Interrupt Mask */
	bool held;          /* L210: the level that waits for all flags */
	uint32_t asked;     /* L210: what has had its pulse */
	uint64_t pulse_end; /* L210: the cycle in which that ends */
};

static inline struct pmu_l2 *l2_of(const struct pmu *p)
{
	return p->own;
}

#endif
