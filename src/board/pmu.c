/* SPDX-License-Identifier: MIT */
/*
 * Simulated performance monitors: what all of them share.  A counter is its
 * value at a moment plus what the ledger has gained since; so a counter costs
 * nothing per event, and pmu_update() is a comparison for each.
 */
#include "board/pmu.h"

#include <stdlib.h>

#include "board/pmu_model.h"

static const struct pmu_ops *ops_of(enum pmu_kind kind)
{
	static const struct pmu_ops *const ops[] = {
		[PMU_ARM1136] = &pmu_arm1136_ops,
		[PMU_ARM1156] = &pmu_arm1156_ops,
		[PMU_ARM1176] = &pmu_arm1176_ops,
		[PMU_PXA250] = &pmu_pxa250_ops,
	};

	return ops[kind];
}

struct pmu *pmu_new(enum pmu_kind kind, const struct pmu_quirks *quirks,
		    const struct ledger *ledger)
{
	struct pmu *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->ops = ops_of(kind);
	p->ledger = ledger;
	p->quirks = *quirks;
	rng_seed(&p->rng, quirks->seed);
	for (unsigned i = 0; i < p->ops->event_count; i++) {
		const struct pmu_event *e = &p->ops->events[i];

		p->by_code[e->code] = e;
	}
	p->counter[PMU_CCNT].item = LEDGER_CYCLES;
	p->ops->reset(p);
	p->ops->configure(p);
	pmu_arm(p);
	return p;
}

void pmu_free(struct pmu *p)
{
	free(p);
}

static void settle_counter(struct pmu *p, unsigned i)
{
	struct pmu_counter *c = &p->counter[i];
	uint64_t at = p->ledger->n[c->item], gained = at - c->snap, sum;

	c->snap = at;
	if (!c->counting)
		return;
	if (c->shift) {
		gained += c->phase;
		c->phase = (uint8_t)(gained & ((1u << c->shift) - 1));
		gained >>= c->shift;
	}
	sum = c->value + gained;
	if (sum > UINT32_MAX)
		p->flags |= 1u << i;
	c->value = (uint32_t)sum;
}

void pmu_settle(struct pmu *p)
{
	for (unsigned i = 0; i < PMU_COUNTERS; i++)
		settle_counter(p, i);
}

void pmu_arm(struct pmu *p)
{
	for (unsigned i = 0; i < PMU_COUNTERS; i++) {
		struct pmu_counter *c = &p->counter[i];
		uint64_t left = (UINT64_C(1) << 32) - c->value;

		c->wrap_at = UINT64_MAX;
		if (c->counting)
			c->wrap_at = c->snap + (left << c->shift) -
				     (c->shift ? c->phase : 0u);
	}
}

void pmu_select(struct pmu *p, unsigned counter, unsigned code, bool counting)
{
	struct pmu_counter *c = &p->counter[counter];
	const struct pmu_event *e = p->by_code[code];

	c->code = (uint16_t)code;
	c->unmodelled = !e || e->class == PMU_NOT_MODELLED;
	c->item = c->unmodelled ? LEDGER_NOTHING : e->item;
	c->counting = counting;
	c->snap = p->ledger->n[c->item];
}

uint32_t pmu_counter_read(struct pmu *p, unsigned counter)
{
	const struct pmu_counter *c = &p->counter[counter];

	if (c->unmodelled && c->counting && p->quirks.poison)
		return rng_next(&p->rng);
	return c->value;
}

void pmu_update(struct pmu *p)
{
	const uint64_t *n = p->ledger->n;
	const struct pmu_counter *c = p->counter;

	if (n[c[0].item] < c[0].wrap_at && n[c[1].item] < c[1].wrap_at &&
	    n[c[2].item] < c[2].wrap_at)
		return;
	pmu_settle(p);
	pmu_arm(p);
	p->ops->wrapped(p);
}

enum pmu_access pmu_read(struct pmu *p, const struct tally_reg *reg,
			 bool privileged, uint64_t *value)
{
	pmu_update(p);
	pmu_settle(p);
	*value = 0;
	return p->ops->read(p, reg, privileged, value);
}

enum pmu_access pmu_write(struct pmu *p, const struct tally_reg *reg,
			  bool privileged, uint64_t value)
{
	enum pmu_access a;

	pmu_update(p);
	pmu_settle(p);
	a = p->ops->write(p, reg, privileged, (uint32_t)value);
	pmu_arm(p);
	return a;
}

bool pmu_irq(const struct pmu *p)
{
	return p->request != 0;
}

bool pmu_fiq(const struct pmu *p)
{
	return p->fiq_request != 0;
}

bool pmu_counts_unmodelled(const struct pmu *p, uint16_t *code)
{
	for (unsigned i = 0; i < PMU_COUNTERS; i++) {
		const struct pmu_counter *c = &p->counter[i];

		if (c->unmodelled && c->counting) {
			*code = c->code;
			return true;
		}
	}
	return false;
}

const struct pmu_event *pmu_events(enum pmu_kind kind, unsigned *count)
{
	const struct pmu_ops *ops = ops_of(kind);

	*count = ops->event_count;
	return ops->events;
}
