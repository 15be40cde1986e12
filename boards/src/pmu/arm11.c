/* SPDX-License-Identifier: MIT */
/*
 * The performance monitors of ARM1136, ARM1156 and ARM1176: control register,
 * cycle counter and two event counters in CP15 c15,c12 [DAI0195B 2; DDI0211K
 * 3.3.39 to 3.3.41; DDI0301H 3.2.51 to 3.2.55].  No manual of the ARM1156
 * itself was at hand, so what is said of it is DAI0195B's.
 *
 * What the documents leave open, and what is done here:
 * - Clearing a flag with E clear.  The documents say only that E must be set
 *   to clear the request.  Lenient: the flag goes, the request stays until E
 *   was or is set.  Strict: nothing happens unless E was set and stays set.
 * - Switching an interrupt enable off drops the request, under the same
 *   condition.
 * - The ARM1156's FCx beside ECx.  Lenient: each opens its own line, so both
 *   set ask at both.  Strict: ECx lets the counter ask and FCx only says
 *   where, so FCx alone asks nowhere, and both set ask at nPMUFIQ alone.
 * - C and P leave flags alone; C and a write to CCNT restart the divider.
 * - The divider runs only while D and E are set; D does not divide event 0xFF.
 * - Counting starts at once, not three cycles after E.
 * - After reset E is 0 on the ARM1156 as on the others.
 * - User mode may not reach the ARM1156's monitor, as on the ARM1136.
 * - Where non-invasive debug is not permitted the ARM1176's event counters
 *   stand, and CCNT goes on.
 * - The ARM1176's V, which admits user mode, is 0 after reset.
 * - The ARM1176's system validation registers (c15,c13 and c15,c12,7) do
 *   nothing.  ARM1136 and ARM1156 have none, and nothing at c15,c12,4 to 7.
 */
#include "boards/src/pmu/arm11.h"
#include "boards/src/pmu/inner.h"

enum {
	CONTROL_E = 1 << 0,
	CONTROL_P = 1 << 1,
	CONTROL_C = 1 << 2,
	CONTROL_D = 1 << 3,
	ENABLE_LSB = 4,  /* EC0, EC1, ECC */
	FLAG_LSB = 8,    /* CR0, CR1, CCR */
	EVENT1_LSB = 12, /* of PMN1 */
	EVENT0_LSB = 20, /* of PMN0 */
	FIQ_LSB = 28,    /* FC0, FC1, FCC; ARM1156 */
};

#define ALL_COUNTERS 7u

/* In what the cores differ. */
struct pmu_arm11_core {
	uint32_t kept;          /* read/write bits of the control register */
	uint32_t unpredictable; /* its bits that read so */
	uint32_t no_reset;      /* those kept that reset does not define */
	uint32_t junk_counters; /* bit i: reset does not define counter i */
	bool validation;        /* V, and the system validation registers */
};

struct pmu_arm11 {
	bool user_access; /* ARM1176: the V bit */
};

static const struct pmu_arm11_core *core_of(const struct pmu *p)
{
	return p->ops->facts;
}

static struct pmu_arm11 *own_of(const struct pmu *p)
{
	return p->own;
}

/* V only says who may look. */
static void forgive(const struct pmu *now, void *own_before)
{
	struct pmu_arm11 *before = own_before;

	before->user_access = own_of(now)->user_access;
}

static const struct pmu_arm11_core arm1136 = {
	.kept = 0x0FFFF879, /* 27:12 events, 11 X, 6:4 enables, 3 D, 0 E */
	.unpredictable = 0xF0000086,     /* 31:28, 7, 2 and 1 */
	.no_reset = 0x0FFFF008,          /* events and D */
	.junk_counters = 1u << PMU_CCNT, /* [DDI0211K 3.3.40] */
};

static const struct pmu_arm11_core arm1156 = {
	.kept = 0x7FFFF879, /* 30:28 FCx as well */
	.unpredictable = 0x80000086,
	.no_reset = 0x7FFFF878, /* of all these nothing is known */
	.junk_counters = ALL_COUNTERS,
};

static const struct pmu_arm11_core arm1176 = {
	.kept = 0x0FFFF879,
	.unpredictable = 0xF0000086,
	.no_reset = 0x0FFFF878, /* nor are X and the enables known */
	.validation = true,
};

#define ROW(...) { __VA_ARGS__ },
#define NO_ROW(...)

static const struct pmu_event arm1136_events[] = {
#define ARM11       ROW
#define NOT_ARM1156 ROW
#define ARM1156     NO_ROW
#define ARM1176     NO_ROW
#include "boards/src/pmu/arm11_events.def"
};

static const struct pmu_event arm1156_events[] = {
#define ARM11       ROW
#define NOT_ARM1156 NO_ROW
#define ARM1156     ROW
#define ARM1176     NO_ROW
#include "boards/src/pmu/arm11_events.def"
};

static const struct pmu_event arm1176_events[] = {
#define ARM11       ROW
#define NOT_ARM1156 ROW
#define ARM1156     NO_ROW
#define ARM1176     ROW
#include "boards/src/pmu/arm11_events.def"
};

static void reset(struct pmu *p)
{
	const struct pmu_arm11_core *core = core_of(p);

	/* Bits that reset does not define are 0 or junk; all else is 0. */
	if (!p->quirks.random_reset)
		return;
	p->control = rng_next(&p->rng) & core->no_reset;
	for (unsigned i = 0; i < PMU_COUNTERS; i++) {
		if (core->junk_counters & 1u << i)
			p->counter[i].value = rng_next(&p->rng);
	}
}

static void configure(struct pmu *p)
{
	bool on = (p->control & CONTROL_E) != 0;

	pmu_select(p, PMU_PMN0, p->control >> EVENT0_LSB & 0xFF,
		   on && !p->forbidden);
	pmu_select(p, PMU_PMN1, p->control >> EVENT1_LSB & 0xFF,
		   on && !p->forbidden);
	pmu_select_cycles(p, PMU_CCNT,
			  p->control & CONTROL_D ? PRESCALE_SHIFT : 0, on);
}

/* One line: of the counters that ask now, or asked before. */
static void update_line(uint32_t *line, uint32_t asks, bool may_drop)
{
	*line = may_drop ? asks : *line | asks;
}

/* Which counters may ask, and at which line. */
static uint32_t enabled(const struct pmu *p, uint32_t *fiq)
{
	uint32_t irq = p->control >> ENABLE_LSB & ALL_COUNTERS;

	*fiq = p->control >> FIQ_LSB & ALL_COUNTERS;
	if (p->quirks.strict) {
		*fiq &= irq;
		irq &= ~*fiq;
	}
	return irq;
}

static bool may_ask(const struct pmu *p)
{
	uint32_t fiq, irq = enabled(p, &fiq);

	return irq || fiq;
}

static void update_requests(struct pmu *p, bool may_drop)
{
	uint32_t fiq, irq = enabled(p, &fiq);

	update_line(&p->request, p->flags & irq, may_drop);
	update_line(&p->fiq_request, p->flags & fiq, may_drop);
}

static void wrapped(struct pmu *p)
{
	update_requests(p, false); /* only a write takes a request back */
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
	if (both || !p->quirks.strict)
		p->flags &= ~(value >> FLAG_LSB & ALL_COUNTERS);
	p->control = value & core_of(p)->kept;
	configure(p);
	update_requests(p, p->quirks.strict ? both : was || is);
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

static enum place find(const struct pmu *p, const struct tally_reg *reg)
{
	uint32_t opc2 = reg->addr & 15;
	bool validation = core_of(p)->validation;

	if (reg->space != TALLY_CP15)
		return PLACE_NONE;
	if (validation && reg->addr == TALLY_CP(0, 15, 9, 0))
		return PLACE_VALIDATION;
	/* The system validation operations: any opc1 to 3, any opc2. */
	if (validation &&
	    (reg->addr & ~UINT32_C(0x3007)) == TALLY_CP(0, 15, 13, 0))
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
	/* 4 to 6, and 7, which reads 0 */
	return validation ? PLACE_NO_EFFECT : PLACE_NONE;
}

/* The V register itself is for privileged modes only. */
static bool admitted(const struct pmu *p, enum place place, bool privileged)
{
	return privileged ||
	       (own_of(p)->user_access && place != PLACE_VALIDATION);
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	enum place place = find(p, reg);

	if (place == PLACE_NONE)
		return PMU_NONE;
	if (!admitted(p, place, privileged))
		return PMU_UNDEFINED;
	if (place == PLACE_CONTROL)
		*value = p->control | p->flags << FLAG_LSB |
			 pmu_junk(p, core_of(p)->unpredictable);
	else if (place == PLACE_CCNT)
		*value = pmu_counter_read(p, PMU_CCNT);
	else if (place == PLACE_PMN0)
		*value = pmu_counter_read(p, PMU_PMN0);
	else if (place == PLACE_PMN1)
		*value = pmu_counter_read(p, PMU_PMN1);
	else if (place == PLACE_VALIDATION)
		*value = own_of(p)->user_access;
	return PMU_DONE;
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t wide)
{
	enum place place = find(p, reg);
	uint32_t value = (uint32_t)wide;

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
		own_of(p)->user_access = value & 1;
	return PMU_DONE;
}

#define OPS(NAME)                                                              \
	{                                                                      \
		.facts = &(NAME), .own_size = sizeof(struct pmu_arm11),        \
		.forgive = forgive, .events = NAME##_events,                   \
		.event_count =                                                 \
			sizeof(NAME##_events) / sizeof(NAME##_events[0]),      \
		.counters = ALL_COUNTERS, .reset = reset, .read = read,        \
		.write = write, .may_ask = may_ask, .configure = configure,    \
		.wrapped = wrapped,                                            \
	}

const struct pmu_ops pmu_arm1136_ops = OPS(arm1136);
const struct pmu_ops pmu_arm1156_ops = OPS(arm1156);
const struct pmu_ops pmu_arm1176_ops = OPS(arm1176);
