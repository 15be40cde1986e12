/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_L2_H
#define BOARD_PMU_L2_H

#include "boards/src/pmu/inner.h"

/* The monitors of L210, L220 and L2C-310 share this state. */
struct pmu_l2 {
	bool bus;           /* the cache sends its events */
	uint32_t config[4]; /* of each counter */
	uint32_t mask;      /* L220, L2C-310: Interrupt Mask */
	bool held;          /* L210: the level that waits for all flags */
	uint32_t asked;     /* L210: what has had its pulse */
	uint64_t pulse_end; /* L210: the cycle in which that ends */
};

static inline struct pmu_l2 *l2_of(const struct pmu *p)
{
	return p->own;
}

/* l220.c: the L2C-310's, too. */
enum { L220_COUNTERS = 2 };

void pmu_l220_reset(struct pmu *p);
enum pmu_access pmu_l220_read(struct pmu *p, const struct tally_reg *reg,
			      bool privileged, uint64_t *value);
enum pmu_access pmu_l220_write(struct pmu *p, const struct tally_reg *reg,
			       bool privileged, uint64_t wide);
void pmu_l220_configure(struct pmu *p);
void pmu_l220_line(struct pmu *p);
void pmu_l220_settle(struct pmu *p);
void pmu_l220_arm(struct pmu *p);

#define L220_OPS(EVENTS)                                                       \
	{                                                                      \
		.events = (EVENTS),                                            \
		.event_count = sizeof(EVENTS) / sizeof((EVENTS)[0]),           \
		.counters = (1 << L220_COUNTERS) - 1,                          \
		.own_size = sizeof(struct pmu_l2), .reset = pmu_l220_reset,    \
		.read = pmu_l220_read, .write = pmu_l220_write,                \
		.configure = pmu_l220_configure, .wrapped = pmu_l220_line,     \
		.settle = pmu_l220_settle, .arm = pmu_l220_arm,                \
	}

#endif
