/* SPDX-License-Identifier: MIT */
/*
 * ARM's PMUv3: when a counter counts, what a wrap does, what asks for an
 * interrupt [DDI0487 D13, J1.1, J1.3].  The registers are in
 * v3_registers.c, what the cores have in v3_cores.c.
 *
 * What the documents leave open, and what is done here:
 * - MDCR_EL2.HPMN above N means N.  0 without FEAT_HPMN0: lenient, N; strict,
 *   no counter is left to EL1.
 * - A counter of EL2's own that counts the CHAIN of one that is not, by HPMN:
 *   lenient, it counts; strict, it does not.
 * - HPMD prohibits at EL2 whatever the external authentication signals say,
 *   and nothing lifts the Secure state's prohibition: neither they nor
 *   SDER.SUNIDEN are modelled, nor Debug state.
 * - PMCR.C and a write to PMCCNTR restart the divider, which runs only while
 *   the cycle counter counts with D set and LC clear.
 * - Writes take effect on counting, on the interrupt and on PMXEVCNTR and
 *   PMXEVTYPER at once; with the quirk `late`, as late as they may: at the
 *   next context synchronization [DDI0487 D24.1.2.2].
 * - Not here: freezing (p7), thresholds, snapshots, multithreading, PMUv3p9.
 */
#include <stddef.h>

#include "boards/src/pmu/pmuv3.h"
#include "boards/src/pmu/v3.h"

enum { EVENT_SW_INCR = 0x0000, EVENT_CHAIN = 0x001E };

enum { /* PMEVTYPER<n> and PMCCFILTR */
       FILTER_P_LSB = 31,
       FILTER_U_LSB = 30,
       FILTER_NSK_LSB = 29,
       FILTER_NSU_LSB = 28,
       FILTER_NSH_LSB = 27,
       FILTER_M_LSB = 26,
};

enum {
	MDCR_EL2_HPMN = 31,
	MDCR_EL2_HPME = 1 << 7,
	MDCR_EL2_HPMD = 1 << 17,
	MDCR_EL2_HCCD = 1 << 23,
	MDCR_EL2_HLP = 1 << 26,
	MDCR_EL3_SPME = 1 << 17,
	MDCR_EL3_SCCD = 1 << 23,
};

/* The counters below this are PMCR.E's; HPME's are from there on. */
static unsigned first_range(const struct pmu *p)
{
	unsigned n = v3_core(p)->counters;
	unsigned hpmn = (unsigned)v3_of(p)->mdcr_el2 & MDCR_EL2_HPMN;

	if (hpmn == 0)
		return p->quirks.strict ? 0 : n;
	return hpmn < n ? hpmn : n;
}

unsigned pmu_v3_visible(const struct pmu *p, unsigned el)
{
	/* There is no EL2 in Secure state, and none above it is limited. */
	return el < 2 && !v3_of(p)->secure ? first_range(p)
					   : v3_core(p)->counters;
}

static bool filtered(uint32_t filter, unsigned el, bool secure)
{
	bool p = filter >> FILTER_P_LSB & 1, u = filter >> FILTER_U_LSB & 1;

	switch (el) {
	case 0:
		return secure ? u : u != (filter >> FILTER_NSU_LSB & 1);
	case 1:
		return secure ? p : p != (filter >> FILTER_NSK_LSB & 1);
	case 2:
		return !(filter >> FILTER_NSH_LSB & 1);
	default:
		return p != (filter >> FILTER_M_LSB & 1);
	}
}

static bool in_secure(const struct pmu *p)
{
	return v3_of(p)->secure || v3_of(p)->el == 3;
}

static bool prohibited(const struct pmu *p, bool first_range)
{
	if (in_secure(p) && !(v3_of(p)->mdcr_el3 & MDCR_EL3_SPME))
		return true;
	return v3_version(p) >= V3_P1 && v3_of(p)->el == 2 && first_range &&
	       (v3_of(p)->mdcr_el2 & MDCR_EL2_HPMD);
}

static bool enabled(const struct pmu *p, unsigned counter, bool first_range)
{
	bool on = first_range ? p->control & V3_PMCR_E
			      : v3_of(p)->mdcr_el2 & MDCR_EL2_HPME;

	return on && (v3_of(p)->enabled & 1u << counter);
}

static bool event_counts(const struct pmu *p, unsigned counter)
{
	bool first = counter < first_range(p);

	return enabled(p, counter, first) && !prohibited(p, first) &&
	       !filtered(v3_of(p)->filter[counter], v3_of(p)->el,
			 v3_of(p)->secure);
}

static bool cycles_count(const struct pmu *p)
{
	if (!enabled(p, V3_CYCLES, true) ||
	    filtered(v3_of(p)->filter[V3_CYCLES], v3_of(p)->el,
		     v3_of(p)->secure))
		return false;
	if ((p->control & V3_PMCR_DP) && prohibited(p, true))
		return false;
	if (v3_version(p) < V3_P5)
		return true;
	if (in_secure(p) && (v3_of(p)->mdcr_el3 & MDCR_EL3_SCCD))
		return false;
	return !(v3_of(p)->el == 2 && (v3_of(p)->mdcr_el2 & MDCR_EL2_HCCD));
}

static unsigned code_of(const struct pmu *p, unsigned counter)
{
	return v3_of(p)->filter[counter] & v3_event_mask(p);
}

/* Numbers that have a meaning, or by rule none: those count nothing. */
static bool common(const struct pmu *p, unsigned code)
{
	return code < 0x40 ||
	       (v3_version(p) >= V3_P1 && code >= 0x4000 && code < 0x4040);
}

bool pmu_v3_code_unknown(const struct pmu *p, unsigned code)
{
	return !common(p, code) && !pmu_event_find(p, code);
}

static void configure_event(struct pmu *p, unsigned n)
{
	struct pmu_counter *c = &p->counter[n];
	unsigned code = code_of(p, n);
	bool long_wraps = n < first_range(p)
				  ? p->control & V3_PMCR_LP
				  : v3_of(p)->mdcr_el2 & MDCR_EL2_HLP;

	pmu_select(p, n, code, event_counts(p, n));
	if (common(p, code) && !pmu_event_find(p, code))
		c->unmodelled = false; /* it counts nothing, for certain */
	if (code == EVENT_SW_INCR || code == EVENT_CHAIN) {
		/* By the registers, not by the ledger. */
		c->unmodelled = false;
		c->item = LEDGER_NOTHING;
		c->snap = p->ledger->n[LEDGER_NOTHING];
	}
	c->wide = v3_version(p) >= V3_P5;
	c->wide_wrap = c->wide && long_wraps;
}

/* Does the odd counter above count the wraps of this even one? */
static bool chained(const struct pmu *p, unsigned even)
{
	unsigned odd = even + 1, first = first_range(p);

	return odd < v3_core(p)->counters && code_of(p, odd) == EVENT_CHAIN &&
	       p->counter[odd].counting && !p->counter[even].wide_wrap &&
	       !(p->quirks.strict && even < first && odd >= first);
}

void pmu_v3_configure(struct pmu *p)
{
	bool divided = (p->control & V3_PMCR_D) && !(p->control & V3_PMCR_LC);
	struct pmu_counter *cycles = &p->counter[V3_CYCLES];
	unsigned n = v3_core(p)->counters;

	v3_of(p)->selected = v3_of(p)->select;
	for (unsigned i = 0; i < n; i++)
		configure_event(p, i);
	for (unsigned i = 0; i < n; i += 2)
		p->counter[i].chained = chained(p, i);
	pmu_select_cycles(p, V3_CYCLES, divided ? PRESCALE_SHIFT : 0,
			  cycles_count(p));
	cycles->wide = true;
	cycles->wide_wrap = (p->control & V3_PMCR_LC) != 0;
}

void pmu_v3_line(struct pmu *p)
{
	uint32_t first = (1u << first_range(p)) - 1;
	uint32_t second = ((1u << v3_core(p)->counters) - 1) & ~first;
	uint32_t open = 0;

	if (p->control & V3_PMCR_E)
		open |= first | 1u << V3_CYCLES;
	if (v3_of(p)->mdcr_el2 & MDCR_EL2_HPME)
		open |= second;
	p->request = p->flags & v3_of(p)->asking & open;
}

static void randomize(struct pmu *p)
{
	uint32_t all = p->ops->counters;

	/* Of all registers only PMCR.E has a reset value. */
	p->control |= rng_next(&p->rng) & v3_kept(p) & ~(uint32_t)V3_PMCR_E;
	p->flags = rng_next(&p->rng) & all;
	v3_of(p)->enabled = rng_next(&p->rng) & all;
	v3_of(p)->asking = rng_next(&p->rng) & all;
	v3_of(p)->userenr = rng_next(&p->rng) & 0xF;
	v3_of(p)->select = rng_next(&p->rng) & 31;
	for (unsigned i = 0; i < PMU_MOST_COUNTERS; i++) {
		uint32_t events = i == V3_CYCLES ? 0 : v3_event_mask(p);
		uint64_t high = rng_next(&p->rng);
		bool wide = i == V3_CYCLES || v3_version(p) >= V3_P5;

		if (!(all & 1u << i))
			continue;
		v3_of(p)->filter[i] =
			rng_next(&p->rng) & (UINT32_C(0xFC000000) | events);
		p->counter[i].value = rng_next(&p->rng);
		if (wide)
			p->counter[i].value |= high << 32;
	}
}

void pmu_v3_forgive(const struct pmu *now, void *own_before)
{
	struct pmu_v3 *before = own_before;

	before->select = v3_of(now)->select;
	before->selected = v3_of(now)->selected;
	before->userenr = v3_of(now)->userenr;
}

void pmu_v3_reset(struct pmu *p)
{
	v3_of(p)->el = 1;
	v3_of(p)->mdcr_el2 = v3_core(p)->counters; /* HPMN; the rest 0 */
	p->control = v3_fixed_ones(p);
	if (p->quirks.random_reset)
		randomize(p);
}

/* Between two instructions: what the ledger gained belongs to before. */
static void before_change(struct pmu *p)
{
	pmu_update(p);
	pmu_settle(p);
}

static void after_change(struct pmu *p)
{
	pmu_v3_configure(p);
	pmu_arm(p);
	pmu_v3_line(p);
}

static bool is_v3(const struct pmu_ops *ops)
{
	return ops->configure == pmu_v3_configure;
}

void pmu_sync(struct pmu *p)
{
	if (!is_v3(p->ops) || !p->quirks.late)
		return;
	for (; p; p = p->next) {
		before_change(p);
		after_change(p);
	}
}

void pmu_set_level(struct pmu *p, unsigned el, bool secure)
{
	if (!is_v3(p->ops) ||
	    (v3_of(p)->el == el && v3_of(p)->secure == secure))
		return;
	for (; p; p = p->next) {
		before_change(p);
		v3_of(p)->el = el;
		v3_of(p)->secure = secure;
		after_change(p);
	}
}

void pmu_set_mdcr(struct pmu *p, uint64_t el2, uint64_t el3)
{
	if (!is_v3(p->ops))
		return;
	for (; p; p = p->next) {
		before_change(p);
		v3_of(p)->mdcr_el2 = el2;
		v3_of(p)->mdcr_el3 = el3;
		after_change(p);
	}
}

const struct pmu_identity *pmu_identity(const struct pmu_ops *ops)
{
	const struct pmu_v3_core *core = ops->facts;

	return is_v3(ops) ? &core->identity : NULL;
}

const struct pmu_identity *pmu_identity_of(const struct pmu *p)
{
	return pmu_identity(p->ops);
}
