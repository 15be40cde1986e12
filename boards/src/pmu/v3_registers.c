/* SPDX-License-Identifier: MIT */
/*
 * PMUv3: what the bits of its registers do [DDI0487 D13, D24.5, G8.4].  Where
 * they are and who may reach them is in v3_access.c.
 *
 * What the documents leave open: the AArch32 view leaves alone what it does
 * not show, PMCCNTR's and the counters' upper halves and the M bit.
 */
#include "boards/src/pmu/v3_access.h"

#define PMUSERENR_KEPT  UINT32_C(0xF)
#define FILTER_KEPT     UINT32_C(0xFC000000) /* P, U, NSK, NSU, NSH, M */
#define FILTER_KEPT_A32 UINT32_C(0xF8000000) /* no M */

/* The bits of enables and flags that this access sees. */
static uint32_t visible(const struct pmu *p, const struct v3_access *a)
{
	return 1u << V3_CYCLES | ((1u << pmu_v3_visible(p, a->el)) - 1);
}

static uint32_t read_pmcr(const struct pmu *p, const struct v3_access *a)
{
	const struct pmu_v3_core *core = v3_core(p);

	return p->control | pmu_v3_visible(p, a->el) << 11 |
	       (uint32_t)core->idcode << 16 | (uint32_t)core->implementer << 24;
}

static uint32_t read_type(struct pmu *p, const struct v3_access *a)
{
	uint32_t word = v3_of(p)->filter[a->n], mask = v3_event_mask(p);

	if (a->n != V3_CYCLES && pmu_v3_code_unknown(p, word & mask))
		word ^= pmu_junk(p, mask);
	return a->a32 ? word & ~(FILTER_KEPT & ~FILTER_KEPT_A32) : word;
}

static uint32_t read_selr(struct pmu *p)
{
	unsigned n = v3_of(p)->select;

	if (n != V3_CYCLES && n >= v3_core(p)->counters)
		return n ^ pmu_junk(p, 31);
	return n;
}

static uint64_t read_pmceid(const struct pmu *p, const struct v3_access *a)
{
	uint64_t events = v3_core(p)->pmceid[a->n];

	return a->name == PMCEID_HIGH ? events >> 32 : events;
}

static uint64_t read_found(struct pmu *p, const struct v3_access *a)
{
	switch ((enum v3_name)a->name) {
	case PMCR:
		return read_pmcr(p, a);
	case PMCNTENSET:
	case PMCNTENCLR:
		return v3_of(p)->enabled & visible(p, a);
	case PMOVSCLR:
	case PMOVSSET:
		return p->flags & visible(p, a);
	case PMINTENSET:
	case PMINTENCLR:
		return v3_of(p)->asking & visible(p, a);
	case PMSELR:
		return read_selr(p);
	case PMCEID:
	case PMCEID_HIGH:
		return read_pmceid(p, a);
	case PMCCNTR:
		return pmu_counter_read(p, V3_CYCLES);
	case PMUSERENR:
		return v3_of(p)->userenr;
	case PMEVCNTR:
		return pmu_counter_read(p, a->n);
	case PMEVTYPER:
		return read_type(p, a);
	case PMMIR:      /* nothing is said of slots and buses */
	case PMSWINC:    /* not readable */
	case PMXEVTYPER: /* resolved */
	case PMXEVCNTR:
	default:
		return 0;
	}
}

static void write_pmcr(struct pmu *p, const struct v3_access *a, uint32_t value)
{
	if (value & V3_PMCR_C) {
		p->counter[V3_CYCLES].value = 0;
		p->counter[V3_CYCLES].phase = 0;
	}
	if (value & V3_PMCR_P) {
		for (unsigned i = 0; i < pmu_v3_visible(p, a->el); i++)
			p->counter[i].value = 0;
	}
	p->control = (value & v3_kept(p)) | v3_fixed_ones(p);
}

static void write_counter(struct pmu *p, const struct v3_access *a, unsigned n,
			  uint64_t value)
{
	struct pmu_counter *c = &p->counter[n];

	if (a->a32)
		value = (c->value & ~UINT64_C(0xFFFFFFFF)) | (uint32_t)value;
	c->value = c->wide ? value : (uint32_t)value;
	if (n == V3_CYCLES)
		c->phase = 0;
}

static void write_type(struct pmu *p, const struct v3_access *a, uint32_t value)
{
	uint32_t kept = a->a32 ? FILTER_KEPT_A32 : FILTER_KEPT;
	uint32_t left = FILTER_KEPT & ~kept;

	if (a->n != V3_CYCLES)
		kept |= v3_event_mask(p);
	v3_of(p)->filter[a->n] =
		(v3_of(p)->filter[a->n] & left) | (value & kept);
}

static void write_swinc(struct pmu *p, const struct v3_access *a,
			uint32_t value)
{
	for (unsigned i = 0; i < pmu_v3_visible(p, a->el); i++) {
		const struct pmu_counter *c = &p->counter[i];

		if ((value & 1u << i) && c->counting && c->code == 0)
			pmu_advance(p, i, 1);
	}
}

static void write_found(struct pmu *p, const struct v3_access *a, uint64_t wide)
{
	uint32_t value = (uint32_t)wide, bits = value & visible(p, a);

	switch ((enum v3_name)a->name) {
	case PMCR:
		write_pmcr(p, a, value);
		break;
	case PMCNTENSET:
		v3_of(p)->enabled |= bits;
		break;
	case PMCNTENCLR:
		v3_of(p)->enabled &= ~bits;
		break;
	case PMOVSSET:
		p->flags |= bits;
		break;
	case PMOVSCLR:
		p->flags &= ~bits;
		break;
	case PMINTENSET:
		v3_of(p)->asking |= bits;
		break;
	case PMINTENCLR:
		v3_of(p)->asking &= ~bits;
		break;
	case PMSWINC:
		write_swinc(p, a, value);
		break;
	case PMSELR:
		v3_of(p)->select = value & 31;
		break;
	case PMCCNTR:
		write_counter(p, a, V3_CYCLES, wide);
		break;
	case PMUSERENR:
		v3_of(p)->userenr = value & PMUSERENR_KEPT;
		break;
	case PMEVCNTR:
		write_counter(p, a, a->n, wide);
		break;
	case PMEVTYPER:
		write_type(p, a, value);
		break;
	case PMCEID: /* not writable */
	case PMCEID_HIGH:
	case PMMIR:
	case PMXEVTYPER: /* resolved */
	case PMXEVCNTR:
	default:
		break;
	}
}

enum pmu_access pmu_v3_read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	struct v3_access a = { .n = 0 };
	enum pmu_access result = pmu_v3_admit(p, reg, privileged, false, &a);

	if (result != PMU_DONE)
		return result;
	*value = v3_beyond(&a, pmu_v3_visible(p, a.el))
			 ? pmu_junk(p, UINT32_MAX)
			 : read_found(p, &a);
	if (a.a32)
		*value = (uint32_t)*value;
	return PMU_DONE;
}

bool pmu_v3_is_event(const struct pmu *p, const struct tally_reg *reg)
{
	struct v3_access a = { .n = 0 };

	return pmu_v3_admit(p, reg, true, true, &a) == PMU_DONE &&
	       a.name == PMSWINC;
}

enum pmu_access pmu_v3_write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value)
{
	struct v3_access a = { .n = 0 };
	enum pmu_access result = pmu_v3_admit(p, reg, privileged, true, &a);

	if (result != PMU_DONE || v3_beyond(&a, pmu_v3_visible(p, a.el)))
		return result;
	write_found(p, &a, value);
	if (p->quirks.late)
		return PMU_DONE;
	pmu_v3_configure(p);
	pmu_v3_line(p);
	return PMU_DONE;
}
