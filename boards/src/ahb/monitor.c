/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor's registers [DDI0287B 4.2.2, 4.3.25 to 4.3.28]: enable,
 * reset, preset, page size, thresholds, and counters of 32 bits.
 *
 * What the manual leaves open, and what is done here, is in ahb_choices.c.
 */
#include "boards/src/ahb/inner.h"

#include <string.h>

enum { PAGE_SIZE_BITS = 3 };

#define PAGE_SIZE_RESERVED UINT32_C(0xFFFFFFFC)

static uint32_t junk(struct pmu_ahb *p, uint32_t mask)
{
	return p->quirks.poison ? rng_next(&p->rng) & mask : 0;
}

/* Is the counter one of the layers that DBGACK holds? */
static bool held_in_debug(unsigned i)
{
	return i == CtTotalCyclesNonDebug ||
	       (i >= CtArmdRd && i <= CtArmiWaitThresholdHit);
}

static bool should_count(const struct pmu_ahb *p, unsigned i)
{
	if (i == CtTotalCycles)
		return true;
	if (!(p->control & AHBMON_CTRL_ENABLE))
		return false;
	return !(p->debug && p->control & AHBMON_CTRL_TRACK_DBGACK &&
		 held_in_debug(i));
}

/*
 * The two gated counters of cycles count whatever HCLK does while they are
 * on; the truth has its own idea of what is debug.
 */
static uint64_t source(const struct ahb_ledger *ledger, unsigned i)
{
	return ledger->n[i == CtTotalCyclesNonDebug ? CtTotalCycles : i];
}

static uint32_t value_of(const struct pmu_ahb_counter *c, uint64_t now)
{
	return c->value + (c->counting ? (uint32_t)(now - c->snap) : 0);
}

/* Take up what was counted, and go on under the settings of now. */
static void settle(struct pmu_ahb *p, const struct ahb_ledger *ledger)
{
	for (unsigned i = 0; i < AHB_COUNTERS; i++) {
		struct pmu_ahb_counter *c = &p->counter[i];
		uint64_t now = source(ledger, i);

		c->value = value_of(c, now);
		c->snap = now;
		c->counting = should_count(p, i);
	}
}

void pmu_ahb_reset(struct pmu_ahb *p, const struct pmu_quirks *quirks)
{
	static const struct ahb_ledger nothing;

	memset(p, 0, sizeof(*p));
	p->quirks = *quirks;
	rng_seed(&p->rng, quirks->seed);
	if (quirks->random_reset) {
		p->page_size = rng_next(&p->rng) & PAGE_SIZE_BITS;
		for (unsigned i = 0; i < AHB_ALL_LAYERS; i++)
			p->threshold[i] =
				rng_next(&p->rng) & AHBMON_THRESHOLD_BITS;
	}
	settle(p, &nothing);
}

/* The layer whose threshold is at the offset, or AHB_ALL_LAYERS. */
static unsigned threshold_at(uint32_t offset)
{
	uint32_t i = (offset - AHBMON_THRESHOLD) / 4;

	return offset >= AHBMON_THRESHOLD && i < AHB_ALL_LAYERS
		       ? i
		       : AHB_ALL_LAYERS;
}

uint32_t pmu_ahb_read(struct pmu_ahb *p, uint32_t offset,
		      const struct ahb_ledger *ledger)
{
	unsigned i = offset / 4;

	if (i < AHB_COUNTERS)
		return value_of(&p->counter[i], source(ledger, i));
	if (offset == AHBMON_GXI_PAGE_SIZE)
		return p->page_size | junk(p, PAGE_SIZE_RESERVED);
	if (offset == AHBMON_CTRL)
		return p->quirks.strict ? junk(p, UINT32_MAX) : p->control;
	if (threshold_at(offset) < AHB_ALL_LAYERS)
		return p->threshold[threshold_at(offset)];
	return junk(p, UINT32_MAX);
}

/* CtTotalCycles stays, by 4-22; by 4-38 nothing does. */
static bool is_reached(const struct pmu_ahb *p, unsigned i)
{
	return i != CtTotalCycles || p->quirks.strict;
}

static void reset_counters(struct pmu_ahb *p)
{
	for (unsigned i = 0; i < AHB_COUNTERS; i++)
		if (is_reached(p, i))
			p->counter[i].value = 0;
}

static void preset_counters(struct pmu_ahb *p)
{
	for (unsigned i = 0; i < AHB_COUNTERS; i++)
		if (is_reached(p, i))
			p->counter[i].value = AHB_MONITOR_BASE + 4 * i;
	p->control &= ~(uint32_t)AHBMON_CTRL_ENABLE;
}

bool pmu_ahb_write(struct pmu_ahb *p, uint32_t offset, uint32_t value,
		   const struct ahb_ledger *ledger)
{
	unsigned layer = threshold_at(offset);
	struct pmu_ahb before;

	settle(p, ledger);
	memcpy(&before, p, sizeof(before)); /* with what is between members */
	if (offset == AHBMON_CTRL)
		p->control = value & AHBMON_CTRL_BITS;
	else if (offset == AHBMON_RST)
		reset_counters(p);
	else if (offset == AHBMON_PRST)
		preset_counters(p);
	else if (offset == AHBMON_GXI_PAGE_SIZE)
		p->page_size = value & PAGE_SIZE_BITS;
	else if (layer < AHB_ALL_LAYERS)
		p->threshold[layer] = value & AHBMON_THRESHOLD_BITS;
	settle(p, ledger);
	/* A copy of the whole, padding and all, so that equal is equal. */
	/* NOLINTNEXTLINE(*-memory-comparison,cert-*) */
	return memcmp(&before, p, sizeof(before)) != 0;
}

void pmu_ahb_debug(struct pmu_ahb *p, bool asserted,
		   const struct ahb_ledger *ledger)
{
	settle(p, ledger);
	p->debug = asserted;
	settle(p, ledger);
}
