/* SPDX-License-Identifier: MIT */
/*
 * The platform's books: what happens is noted in its ledger and by its
 * monitors.
 */
#include "boards/src/pq3/inner.h"

static const uint64_t NS_PER_S = 1000000000;

void pq3_note(struct pq3 *p, enum pq3_item item, uint32_t times)
{
	p->ledger.n[item] += times;
	pmu_pq3_occur(&p->monitor, item, times, p->now);
	for (unsigned i = 0; i < p->others; i++)
		pmu_pq3_occur(p->other[i], item, times, p->now);
}

void pq3_note_lasted(struct pq3 *p, enum pq3_item item, uint64_t clocks)
{
	if (!clocks)
		return;
	p->ledger.n[item]++;
	pmu_pq3_lasted(&p->monitor, item, clocks, p->now);
	for (unsigned i = 0; i < p->others; i++)
		pmu_pq3_lasted(p->other[i], item, clocks, p->now);
}

uint64_t pq3_count(const struct pq3 *p, enum pq3_item item)
{
	return p->ledger.n[item];
}

uint64_t pq3_clocks(const struct pq3 *p, uint64_t ns)
{
	uint64_t unit = (uint64_t)p->options.ratio_core * NS_PER_S;
	uint64_t ccb_times_core =
		(uint64_t)p->options.core_hz * p->options.ratio_ccb;
	uint64_t s = ns / NS_PER_S, rest = ns % NS_PER_S;

	/* Whole seconds apart, so that nothing overflows within years. */
	return s * ccb_times_core / p->options.ratio_core +
	       (rest * (ccb_times_core / 64) + unit / 64 - 1) / (unit / 64);
}
