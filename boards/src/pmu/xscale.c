/* SPDX-License-Identifier: MIT */
/*
 * The PXA250's performance monitor, XScale's first kind: PMNC, CCNT, PMN0 and
 * PMN1 in CP14 c0 to c3 [80200 12, slides].
 *
 * What the documents leave open, and what is done here:
 * - A flag clears on a write of 1 whatever E is or becomes: the manual's own
 *   handler clears flags and E in one write.
 * - The request is flag and enable at all times, E set or not.
 * - C and P leave flags alone; C and a write to CCNT restart the divider.
 * - The divider runs only while D and E are set.
 * - Event 0xFF counts nothing, as drivers expect; any other code without a
 *   row below is reserved.  The bus controller's events 0x10 to 0x17 are the
 *   80200's, not the PXA250's.
 */
#include "boards/src/pmu/xscale.h"
#include "boards/src/pmu/inner.h"

enum {
	PMNC_E = 1 << 0,
	PMNC_P = 1 << 1,
	PMNC_C = 1 << 2,
	PMNC_D = 1 << 3,
	INTEN_LSB = 4,       /* PMN0, PMN1, CCNT */
	FLAG_LSB = 8,        /* PMN0, PMN1, CCNT */
	EVT_COUNT0_LSB = 12, /* of PMN0: the lower field here */
	EVT_COUNT1_LSB = 20, /* of PMN1 */
};

#define ALL_COUNTERS       7u
/* 27:12 events, 6:4 interrupt enables, 3 D, 0 E. */
#define PMNC_KEPT          UINT32_C(0x0FFFF079)
/* 31:28, 11, 7, 2 and 1 read unpredictable. */
#define PMNC_UNPREDICTABLE UINT32_C(0xF0000886)
/* All but E and the enables is undefined at reset. */
#define PMNC_NO_RESET      UINT32_C(0x0FFFF008)

static const struct pmu_event events[] = {
	{ 0x00, "instruction cache miss", PMU_MODELLED, LEDGER_ICACHE_MISS,
	  "80200 Table 12-4; with the cache on: chosen" },
	{ 0x01, "instruction cannot be delivered", PMU_MODELLED,
	  LEDGER_FETCH_STALL, "80200 Table 12-4; memory latency chosen" },
	{ 0x02, "stall: data dependency", PMU_MODELLED, LEDGER_DATA_STALL,
	  "80200 Table 12-4; memory latency chosen" },
	{ 0x03, "instruction TLB miss", PMU_MODELLED, LEDGER_ITLB_MISS,
	  "80200 3.1, 3.4.4" },
	{ 0x04, "data TLB miss", PMU_MODELLED, LEDGER_DTLB_MISS,
	  "80200 3.1, 3.4.4" },
	{ 0x05, "branch executed", PMU_EXACT, LEDGER_BRANCHES,
	  "XScale core 8: B and BL only (the 80200 does not restrict it)" },
	{ 0x06, "branch mispredicted", PMU_MODELLED, LEDGER_BRANCH_MISS,
	  "80200 Table 12-4, 5.1: B and BL only" },
	{ 0x07, "instruction executed", PMU_EXACT, LEDGER_INSTRUCTIONS,
	  "80200 Table 12-4; failed conditions too: chosen" },
	{ 0x08, "stall: data cache buffers full", PMU_MODELLED,
	  LEDGER_BUFFER_FULL_STALL, "80200 12.5.4; memory latency chosen" },
	{ 0x09, "stalls for full buffers", PMU_MODELLED,
	  LEDGER_BUFFER_FULL_RUNS, "80200 Table 12-4; memory latency chosen" },
	{ 0x0A, "data cache access", PMU_EXACT, LEDGER_DCACHE_ACCESS,
	  "80200 12.5.2" },
	{ 0x0B, "data cache miss", PMU_MODELLED, LEDGER_DCACHE_MISS,
	  "80200 12.5.2, 6.1" },
	{ 0x0C, "half line written back", PMU_MODELLED,
	  LEDGER_HALF_LINES_WRITTEN_BACK, "80200 Table 12-4" },
	{ 0x0D, "software changed the pc", PMU_EXACT, LEDGER_PC_CHANGES,
	  "80200 Table 12-4" },
	{ 0xFF, "idle", PMU_EXACT, LEDGER_NOTHING,
	  "XScale core 8.3.7, of the later kind; chosen here" },
};

static void reset(struct pmu *p)
{
	if (!p->quirks.random_reset)
		return;
	p->control = rng_next(&p->rng) & PMNC_NO_RESET;
	p->flags = rng_next(&p->rng) & ALL_COUNTERS;
	for (unsigned i = 0; i < PMU_COUNTERS; i++)
		p->counter[i].value = rng_next(&p->rng);
}

static void configure(struct pmu *p)
{
	bool on = (p->control & PMNC_E) != 0;

	pmu_select(p, PMU_PMN0, p->control >> EVT_COUNT0_LSB & 0xFF, on);
	pmu_select(p, PMU_PMN1, p->control >> EVT_COUNT1_LSB & 0xFF, on);
	pmu_select_cycles(p, PMU_CCNT, p->control & PMNC_D ? PRESCALE_SHIFT : 0,
			  on);
}

static void update_request(struct pmu *p)
{
	p->request = p->flags & p->control >> INTEN_LSB & ALL_COUNTERS;
}

static bool may_ask(const struct pmu *p)
{
	return p->control >> INTEN_LSB & ALL_COUNTERS;
}

static void write_pmnc(struct pmu *p, uint32_t value)
{
	if (value & PMNC_C) {
		p->counter[PMU_CCNT].value = 0;
		p->counter[PMU_CCNT].phase = 0;
	}
	if (value & PMNC_P) {
		p->counter[PMU_PMN0].value = 0;
		p->counter[PMU_PMN1].value = 0;
	}
	p->flags &= ~(value >> FLAG_LSB & ALL_COUNTERS);
	p->control = value & PMNC_KEPT;
	configure(p);
	update_request(p);
}

enum { CRN_PMNC, CRN_CCNT, CRN_PMN0, CRN_PMN1, CRN_NONE };

static unsigned find(const struct tally_reg *reg)
{
	for (unsigned crn = CRN_PMNC; crn <= CRN_PMN1; crn++) {
		if (reg->space == TALLY_CP14 &&
		    reg->addr == TALLY_CP(0, crn, 0, 0))
			return crn;
	}
	return CRN_NONE;
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	unsigned crn = find(reg);

	if (crn == CRN_NONE)
		return PMU_NONE;
	if (!privileged)
		return PMU_UNDEFINED;
	if (crn == CRN_PMNC)
		*value = p->control | p->flags << FLAG_LSB |
			 pmu_junk(p, PMNC_UNPREDICTABLE);
	else if (crn == CRN_CCNT)
		*value = pmu_counter_read(p, PMU_CCNT);
	else if (crn == CRN_PMN0)
		*value = pmu_counter_read(p, PMU_PMN0);
	else
		*value = pmu_counter_read(p, PMU_PMN1);
	return PMU_DONE;
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t wide)
{
	unsigned crn = find(reg);
	uint32_t value = (uint32_t)wide;

	if (crn == CRN_NONE)
		return PMU_NONE;
	if (!privileged)
		return PMU_UNDEFINED;
	if (crn == CRN_PMNC) {
		write_pmnc(p, value);
	} else if (crn == CRN_CCNT) {
		p->counter[PMU_CCNT].value = value;
		p->counter[PMU_CCNT].phase = 0;
	} else if (crn == CRN_PMN0) {
		p->counter[PMU_PMN0].value = value;
	} else {
		p->counter[PMU_PMN1].value = value;
	}
	return PMU_DONE;
}

const struct pmu_ops pmu_pxa250_ops = {
	.events = events,
	.event_count = sizeof(events) / sizeof(events[0]),
	.counters = ALL_COUNTERS,
	.reset = reset,
	.read = read,
	.write = write,
	.may_ask = may_ask,
	.configure = configure,
	.wrapped = update_request,
};
