/* SPDX-License-Identifier: MIT */
/*
 * The ARM1176's performance monitor: control register, cycle counter and two
 * event counters in CP15 c15,c12 [DAI0195B 2, DDI0301H 3.2.51 to 3.2.55].
 *
 * What the documents leave open, and what is done here:
 * - Clearing a flag with E clear.  The documents say only that E must be set
 *   to clear the request.  Lenient: the flag goes, the request stays until E
 *   was or is set.  Strict: nothing happens unless E was set and stays set.
 * - Switching an interrupt enable off drops the request, under the same
 *   condition.
 * - C and P leave flags alone; C and a write to CCNT restart the divider.
 * - The divider runs only while D and E are set; D does not divide event 0xFF.
 * - Counting starts at once, not three cycles after E.
 * - V, which admits user mode, is 0 after reset.
 * - The system validation registers (c15,c13 and c15,c12,7) do nothing.
 */
#include "board/pmu_model.h"

enum {
	CONTROL_E = 1 << 0,
	CONTROL_P = 1 << 1,
	CONTROL_C = 1 << 2,
	CONTROL_D = 1 << 3,
	ENABLE_LSB = 4,  /* EC0, EC1, ECC */
	FLAG_LSB = 8,    /* CR0, CR1, CCR */
	EVENT1_LSB = 12, /* of PMN1 */
	EVENT0_LSB = 20, /* of PMN0 */
};

#define ALL_COUNTERS          7u
/* 27:12 events, 11 X, 6:4 enables, 3 D, 0 E. */
#define CONTROL_KEPT          UINT32_C(0x0FFFF879)
/* 31:28, 7, 2 and 1 read unpredictable. */
#define CONTROL_UNPREDICTABLE UINT32_C(0xF0000086)
/* Not defined at reset: D and the events. */
#define CONTROL_NO_RESET      UINT32_C(0x0FFFF008)

static const struct pmu_event events[] = {
	{ 0x00, "instruction cache miss", PMU_MODELLED, LEDGER_ICACHE_MISS,
	  "DAI0195B 3; shadow depth chosen" },
	{ 0x01, "stall: no instruction", PMU_MODELLED, LEDGER_FETCH_STALL,
	  "DAI0195B 4; memory latency chosen" },
	{ 0x02, "stall: data dependency", PMU_MODELLED, LEDGER_DATA_STALL,
	  "DAI0195B 4; DDI0301H 16; memory latency chosen" },
	{ 0x03, "instruction MicroTLB miss", PMU_MODELLED,
	  LEDGER_IMICROTLB_MISS, "DDI0301H 6.2.1; replacement chosen" },
	{ 0x04, "data MicroTLB miss", PMU_MODELLED, LEDGER_DMICROTLB_MISS,
	  "DDI0301H 6.2.1; replacement chosen" },
	{ 0x05, "branch executed", PMU_EXACT, LEDGER_BRANCHES,
	  "DAI0195B 5; all writes of pc without mode change: chosen" },
	{ 0x06, "branch mispredicted", PMU_MODELLED, LEDGER_BRANCH_MISS,
	  "DAI0195B 5; DDI0301H 16.1.1" },
	{ 0x07, "instruction executed", PMU_EXACT, LEDGER_INSTRUCTIONS,
	  "DAI0195B 6" },
	{ 0x09, "data cache access, cacheable", PMU_MODELLED,
	  LEDGER_DCACHE_ACCESS_CACHEABLE, "DAI0195B 7; no speculation" },
	{ 0x0A, "data cache access", PMU_MODELLED, LEDGER_DCACHE_ACCESS,
	  "DAI0195B 7; no speculation" },
	{ 0x0B, "data cache miss", PMU_MODELLED, LEDGER_DCACHE_MISS,
	  "DAI0195B 8; cache size chosen" },
	{ 0x0C, "half line written back", PMU_MODELLED,
	  LEDGER_HALF_LINES_WRITTEN_BACK, "DAI0195B Table 2" },
	{ 0x0D, "software changed the pc", PMU_EXACT, LEDGER_PC_CHANGES,
	  "DAI0195B 5" },
	{ 0x0F, "main TLB miss", PMU_MODELLED, LEDGER_MAIN_TLB_MISS,
	  "DDI0301H 6.2.2; replacement chosen" },
	{ 0x10, "explicit external data access", PMU_MODELLED,
	  LEDGER_EXTERNAL_DATA, "DAI0195B Table 2" },
	{ 0x11, "stall: load/store queue full", PMU_MODELLED,
	  LEDGER_LSU_FULL_STALL, "DAI0195B 4; queue and latency chosen" },
	{ 0x12, "write buffer drained", PMU_EXACT, LEDGER_WRITE_BUFFER_DRAINS,
	  "DAI0195B Table 2; once an instruction: chosen" },
	{ 0x20, "ETMEXTOUT[0] high", PMU_INJECTED, LEDGER_ETMEXTOUT0,
	  "DAI0195B Table 2" },
	{ 0x21, "ETMEXTOUT[1] high", PMU_INJECTED, LEDGER_ETMEXTOUT1,
	  "DAI0195B Table 2" },
	{ 0x22, "ETMEXTOUT[0] and [1], added", PMU_INJECTED, LEDGER_ETMEXTOUT,
	  "DAI0195B Table 2" },
	{ 0x23, "call, return address pushed", PMU_MODELLED, LEDGER_CALLS,
	  "DAI0195B Table 2; with the return stack on: chosen" },
	{ 0x24, "return, address popped", PMU_MODELLED, LEDGER_RETURNS,
	  "DAI0195B Table 2; DDI0301H 16.12.2" },
	{ 0x25, "return, address predicted", PMU_MODELLED,
	  LEDGER_RETURNS_PREDICTED, "DAI0195B Table 2; also if wrong: chosen" },
	{ 0x26, "return, predicted wrong", PMU_MODELLED,
	  LEDGER_RETURNS_MISPREDICTED, "DAI0195B Table 2" },
	{ 0xFF, "cycle", PMU_MODELLED, LEDGER_CYCLES, "DAI0195B Table 2" },
};

static void reset(struct pmu *p)
{
	/* Flags, counters, E, X and the enables are 0. */
	if (p->quirks.random_reset)
		p->control = rng_next(&p->rng) & CONTROL_NO_RESET;
}

static void configure(struct pmu *p)
{
	bool on = (p->control & CONTROL_E) != 0;
	struct pmu_counter *cycles = &p->counter[PMU_CCNT];

	pmu_select(p, PMU_PMN0, p->control >> EVENT0_LSB & 0xFF, on);
	pmu_select(p, PMU_PMN1, p->control >> EVENT1_LSB & 0xFF, on);
	cycles->counting = on;
	cycles->shift = p->control & CONTROL_D ? PRESCALE_SHIFT : 0;
	cycles->snap = p->ledger->n[cycles->item];
}

static void update_request(struct pmu *p, bool may_drop)
{
	uint32_t asks = p->flags & p->control >> ENABLE_LSB & ALL_COUNTERS;

	p->request = may_drop ? asks : p->request | asks;
}

static void wrapped(struct pmu *p)
{
	update_request(p, false); /* only a write takes a request back */
}

static void set_counter(struct pmu *p, unsigned counter, uint32_t value)
{
	p->counter[counter].value = value;
	if (counter == PMU_CCNT)
		p->counter[counter].phase = 0;
}

static void write_control(struct pmu *p, uint32_t value)
{
	bool was = (p->control & CONTROL_E) != 0;
	bool is = (value & CONTROL_E) != 0;
	bool both = was && is;

	if (value & CONTROL_C)
		set_counter(p, PMU_CCNT, 0);
	if (value & CONTROL_P) {
		set_counter(p, PMU_PMN0, 0);
		set_counter(p, PMU_PMN1, 0);
	}
	if (both || !p->quirks.strict_clear)
		p->flags &= ~(value >> FLAG_LSB & ALL_COUNTERS);
	p->control = value & CONTROL_KEPT;
	configure(p);
	update_request(p, p->quirks.strict_clear ? both : was || is);
}

enum place {
	PLACE_NONE,
	PLACE_CONTROL,
	PLACE_CCNT,
	PLACE_PMN0,
	PLACE_PMN1,
	PLACE_NO_EFFECT,
	PLACE_VALIDATION,
};

static enum place find(const struct tally_reg *reg)
{
	uint32_t opc2 = reg->addr & 15;

	if (reg->space != TALLY_CP15)
		return PLACE_NONE;
	if (reg->addr == TALLY_CP(0, 15, 9, 0))
		return PLACE_VALIDATION;
	/* The system validation operations: any opc1 to 3, any opc2. */
	if ((reg->addr & ~UINT32_C(0x3007)) == TALLY_CP(0, 15, 13, 0))
		return PLACE_NO_EFFECT;
	if ((reg->addr & ~UINT32_C(7)) != TALLY_CP(0, 15, 12, 0))
		return PLACE_NONE;
	if (opc2 == 0)
		return PLACE_CONTROL;
	if (opc2 == 1)
		return PLACE_CCNT;
	if (opc2 == 2)
		return PLACE_PMN0;
	if (opc2 == 3)
		return PLACE_PMN1;
	return PLACE_NO_EFFECT; /* 4 to 6, and 7, which reads 0 */
}

/* The V register itself is for privileged modes only. */
static bool admitted(const struct pmu *p, enum place place, bool privileged)
{
	return privileged || (p->user_access && place != PLACE_VALIDATION);
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	enum place place = find(reg);

	if (place == PLACE_NONE)
		return PMU_NONE;
	if (!admitted(p, place, privileged))
		return PMU_UNDEFINED;
	if (place == PLACE_CONTROL)
		*value = p->control | p->flags << FLAG_LSB |
			 pmu_junk(p, CONTROL_UNPREDICTABLE);
	else if (place == PLACE_CCNT)
		*value = pmu_counter_read(p, PMU_CCNT);
	else if (place == PLACE_PMN0)
		*value = pmu_counter_read(p, PMU_PMN0);
	else if (place == PLACE_PMN1)
		*value = pmu_counter_read(p, PMU_PMN1);
	else if (place == PLACE_VALIDATION)
		*value = p->user_access;
	return PMU_DONE;
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint32_t value)
{
	enum place place = find(reg);

	if (place == PLACE_NONE)
		return PMU_NONE;
	if (!admitted(p, place, privileged))
		return PMU_UNDEFINED;
	if (place == PLACE_CONTROL)
		write_control(p, value);
	else if (place == PLACE_CCNT)
		set_counter(p, PMU_CCNT, value);
	else if (place == PLACE_PMN0)
		set_counter(p, PMU_PMN0, value);
	else if (place == PLACE_PMN1)
		set_counter(p, PMU_PMN1, value);
	else if (place == PLACE_VALIDATION)
		p->user_access = value & 1;
	return PMU_DONE;
}

const struct pmu_ops pmu_arm1176_ops = {
	.events = events,
	.event_count = sizeof(events) / sizeof(events[0]),
	.reset = reset,
	.read = read,
	.write = write,
	.configure = configure,
	.wrapped = wrapped,
};
