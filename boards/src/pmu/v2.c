/* SPDX-License-Identifier: MIT */
/*
 * The performance monitors of ARMv7 cores [DDI0406B C9, DDI0344K 3.2.42 to
 * 3.2.53, DDI0388I 11.2]: event counters behind a select register, and a cycle
 * counter, each with a bit of its own to count, to have wrapped, and to ask.
 *
 * Where the documents leave it open:
 *
 * - What lies behind a selected counter that is not there reads as 0 (junk if
 *   poisoned) and takes no write.
 * - Enables, flags and the selection are unpredictable after reset; PMNC and
 *   USEREN are 0 but for the constants.
 * - SWINCR counts in each counter that is written a 1, counts, and has event 0.
 */
#include "boards/src/pmu/v2.h"

enum {
	PMNC_E = 1 << 0,
	PMNC_P = 1 << 1,
	PMNC_C = 1 << 2,
	PMNC_D = 1 << 3,
	PMNC_X = 1 << 4,
	PMNC_DP = 1 << 5,
	PMNC_KEPT = PMNC_E | PMNC_D | PMNC_X | PMNC_DP,
	PMNC_N_LSB = 11,
	PMNC_IDCODE_LSB = 16,
	IMPLEMENTER_ARM = 0x41,
	USEREN_EN = 1 << 0,
	EVENT_SOFTWARE = 0,
	SELECT_MASK = 31,
};

enum name {
	PMNC,
	CNTENS,
	CNTENC,
	FLAG,
	SWINCR,
	PMNXSEL,
	CCNT,
	EVTSEL,
	PMCNT,
	USEREN,
	INTENS,
	INTENC,
	NAMES
};

#define CP(crm, opc2) TALLY_CP(0, 9, crm, opc2)
static const uint32_t address[NAMES] = {
	[PMNC] = CP(12, 0),   [CNTENS] = CP(12, 1), [CNTENC] = CP(12, 2),
	[FLAG] = CP(12, 3),   [SWINCR] = CP(12, 4), [PMNXSEL] = CP(12, 5),
	[CCNT] = CP(13, 0),   [EVTSEL] = CP(13, 1), [PMCNT] = CP(13, 2),
	[USEREN] = CP(14, 0), [INTENS] = CP(14, 1), [INTENC] = CP(14, 2),
};

static struct pmu_v2 *v2_of(const struct pmu *p)
{
	return p->own;
}

static const struct pmu_v2_core *core_of(const struct pmu *p)
{
	return p->ops->facts;
}

static enum name find(const struct tally_reg *reg)
{
	unsigned n = 0;

	while (n < NAMES &&
	       (reg->space != TALLY_CP15 || reg->addr != address[n]))
		n++;
	return (enum name)n;
}

/* Users have all but the interrupt enables where USEREN lets them in, and may
 * always read USEREN itself. */
static bool admits(const struct pmu *p, enum name name, bool privileged,
		   bool write)
{
	if (privileged)
		return true;
	if (name == USEREN)
		return !write;
	return name != INTENS && name != INTENC &&
	       v2_of(p)->userenr & USEREN_EN;
}

static bool counts(const struct pmu *p, unsigned n)
{
	return p->control & PMNC_E && v2_of(p)->enabled >> n & 1;
}

void pmu_v2_configure(struct pmu *p)
{
	/* [DDI0406B table C7-3] */
	const bool stands = p->forbidden && p->control & PMNC_DP;

	for (unsigned i = 0; i < core_of(p)->counters; i++) {
		struct pmu_counter *c = &p->counter[i];

		pmu_select(p, i, v2_of(p)->event[i],
			   counts(p, i) && !p->forbidden);
		if (c->code == EVENT_SOFTWARE) { /* not by the ledger */
			c->item = LEDGER_NOTHING;
			c->snap = p->ledger->n[LEDGER_NOTHING];
		}
	}
	pmu_select_cycles(p, V2_CYCLES,
			  p->control & PMNC_D ? PRESCALE_SHIFT : 0,
			  counts(p, V2_CYCLES) && !stands);
}

void pmu_v2_line(struct pmu *p)
{
	p->request = p->flags & v2_of(p)->asking;
}

/* [NXP ERR003719]: it happens under certain timing; here, if at all, always. */
void pmu_v2_wraps(struct pmu *p, unsigned counter, uint64_t wraps)
{
	(void)wraps;
	if (p->quirks.lost_overflow && core_of(p)->loses_overflows &&
	    counter != V2_CYCLES)
		p->flags &= ~(UINT32_C(1) << counter);
}

bool pmu_v2_may_ask(const struct pmu *p)
{
	return v2_of(p)->asking;
}

void pmu_v2_reset(struct pmu *p)
{
	struct pmu_v2 *v = v2_of(p);

	if (!p->quirks.random_reset)
		return;
	v->enabled = rng_next(&p->rng) & p->ops->counters;
	v->asking = rng_next(&p->rng) & p->ops->counters;
	v->select = rng_next(&p->rng) & SELECT_MASK;
	p->flags = rng_next(&p->rng) & p->ops->counters;
	for (unsigned i = 0; i < core_of(p)->counters; i++) {
		v->event[i] = (uint8_t)rng_next(&p->rng);
		p->counter[i].value = rng_next(&p->rng);
	}
	p->counter[V2_CYCLES].value = rng_next(&p->rng);
}

/* Whom PMNXSEL selects says only at what one looks. */
void pmu_v2_forgive(const struct pmu *now, void *own_before)
{
	((struct pmu_v2 *)own_before)->select = v2_of(now)->select;
	((struct pmu_v2 *)own_before)->userenr = v2_of(now)->userenr;
}

bool pmu_v2_is_event(const struct pmu *p, const struct tally_reg *reg)
{
	(void)p;
	return find(reg) == SWINCR;
}

/* Is there a counter behind PMNXSEL? */
static bool selects(const struct pmu *p)
{
	return v2_of(p)->select < core_of(p)->counters;
}

static uint32_t get(struct pmu *p, enum name name)
{
	const struct pmu_v2 *v = v2_of(p);

	switch (name) {
	case PMNC:
		return p->control |
		       (uint32_t)core_of(p)->counters << PMNC_N_LSB |
		       (uint32_t)core_of(p)->idcode << PMNC_IDCODE_LSB |
		       (uint32_t)IMPLEMENTER_ARM << 24;
	case CNTENS:
	case CNTENC:
		return v->enabled;
	case FLAG:
		return p->flags;
	case PMNXSEL:
		return v->select;
	case CCNT:
		return (uint32_t)pmu_counter_read(p, V2_CYCLES);
	case EVTSEL:
		return selects(p) ? v->event[v->select]
				  : pmu_junk(p, UINT32_MAX);
	case PMCNT:
		return selects(p) ? (uint32_t)pmu_counter_read(p, v->select)
				  : pmu_junk(p, UINT32_MAX);
	case USEREN:
		return v->userenr;
	case INTENS:
	case INTENC:
		return v->asking;
	case SWINCR: /* write only: as 0 */
	case NAMES:
	default:
		return 0;
	}
}

enum pmu_access pmu_v2_read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	enum name name = find(reg);

	if (name == NAMES)
		return PMU_NONE;
	if (!admits(p, name, privileged, false))
		return PMU_UNDEFINED;
	*value = get(p, name);
	return PMU_DONE;
}

static void write_pmnc(struct pmu *p, uint32_t value)
{
	if (value & PMNC_C) {
		p->counter[V2_CYCLES].value = 0;
		p->counter[V2_CYCLES].phase = 0;
	}
	for (unsigned i = 0; value & PMNC_P && i < core_of(p)->counters; i++)
		p->counter[i].value = 0;
	p->control = value & PMNC_KEPT;
}

static void increment(struct pmu *p, uint32_t value)
{
	for (unsigned i = 0; i < core_of(p)->counters; i++)
		if (value >> i & 1 && p->counter[i].counting &&
		    p->counter[i].code == EVENT_SOFTWARE)
			pmu_advance(p, i, 1);
}

/* Strict: where an enabled cycle counter may not be written it is lost. */
static void write_cycles(struct pmu *p, uint32_t value)
{
	bool lost = core_of(p)->cycles_locked && counts(p, V2_CYCLES) &&
		    p->quirks.strict;

	p->counter[V2_CYCLES].value = lost ? rng_next(&p->rng) : value;
	p->counter[V2_CYCLES].phase = 0;
}

static void put(struct pmu *p, enum name name, uint32_t value)
{
	struct pmu_v2 *v = v2_of(p);
	uint32_t bits = value & p->ops->counters;

	switch (name) {
	case PMNC:
		write_pmnc(p, value);
		break;
	case CNTENS:
		v->enabled |= bits;
		break;
	case CNTENC:
		v->enabled &= ~bits;
		break;
	case FLAG:
		p->flags &= ~bits;
		break;
	case SWINCR:
		increment(p, value);
		break;
	case PMNXSEL:
		v->select = value & SELECT_MASK;
		break;
	case CCNT:
		write_cycles(p, value);
		break;
	case EVTSEL:
		if (selects(p))
			v->event[v->select] = (uint8_t)value;
		break;
	case PMCNT:
		if (selects(p))
			p->counter[v->select].value = value;
		break;
	case USEREN:
		v->userenr = value & USEREN_EN;
		break;
	case INTENS:
		v->asking |= bits;
		break;
	case INTENC:
		v->asking &= ~bits;
		break;
	case NAMES:
	default:
		break;
	}
}

enum pmu_access pmu_v2_write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value)
{
	enum name name = find(reg);

	if (name == NAMES)
		return PMU_NONE;
	if (!admits(p, name, privileged, true))
		return PMU_UNDEFINED;
	put(p, name, (uint32_t)value);
	pmu_v2_configure(p);
	pmu_v2_line(p);
	return PMU_DONE;
}
