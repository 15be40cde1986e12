/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FSLPM_TARGET_H
#define TESTS_FSLPM_TARGET_H

#include <tally/bus.h>

/*
 * A target that is the registers of an e500 core or a PowerQUICC III device
 * monitor, and what the manuals say of them; addresses and bits by hand.
 * Events happen when a test says so, or with every access.
 */
enum { FSLPM_COUNTERS = 10, FSLPM_CLOCKS = 7 };

struct fslpm_state {
	uint32_t pmgc0;
	uint32_t pmlca[FSLPM_COUNTERS], pmlcb[FSLPM_COUNTERS];
	uint32_t pmc[FSLPM_COUNTERS]; /* of a device, not the first one */
	uint64_t clock;               /* of a device: PMC0 */
};

struct fslpm_target {
	struct tally_bus bus;
	bool device;
	unsigned counters; /* 4; 9 or 10 */
	bool user, marked; /* MSR[PR], MSR[PMM] */
	bool low_second;   /* of PMC0's words */
	struct fslpm_state now;
	unsigned accesses, writes;
	uint64_t counted[FSLPM_COUNTERS]; /* what each was made to count */
	bool busy;       /* every counter counts one with every access */
	unsigned clocks; /* that pass with every access */
	/* Called before each access; may be NULL. */
	void (*before)(struct fslpm_target *t);
	void *ctx;
};

void fslpm_target_init(struct fslpm_target *t, unsigned counters);

/* An event of counter n happens so often, if it counts now. */
void fslpm_happen(struct fslpm_target *t, unsigned n, uint64_t times);

/* Is an interrupt requested?  A level. */
bool fslpm_request(const struct fslpm_target *t);

/* The core takes an interrupt: its hardware takes PMIE off. */
void fslpm_taken(struct fslpm_target *t);

#endif
