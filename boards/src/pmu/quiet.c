/* SPDX-License-Identifier: MIT */
/* Simulated performance monitors: for how long nothing happens in one. */
#include "boards/src/pmu/inner.h"
#include "boards/src/pmu/pmu.h"

uint64_t pmu_quiet(const struct pmu *p)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < p->watches; i++) {
		const struct pmu_watch *w = &p->watch[i];
		uint64_t left = pmu_reached(w) ? 0 : w->wrap_at - *w->item;

		least = left < least ? left : least;
	}
	return least;
}

static bool gains_one(const struct pmu *p, const uint64_t *item)
{
	enum ledger_item i = (enum ledger_item)(item - p->ledger->n);

	return ledger_is_time(i) || i == LEDGER_INSTRUCTIONS;
}

uint64_t pmu_quiet_cycles(const struct pmu *p)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < p->watches; i++) {
		const struct pmu_watch *w = &p->watch[i];
		uint64_t left = pmu_reached(w) ? 0 : w->wrap_at - *w->item;

		if (!gains_one(p, w->item))
			left /= PMU_GAINS;
		least = left < least ? left : least;
	}
	return least;
}

/* The item goes on in a core that does nothing: twice a cycle at most. */
static bool moves_with_time(const struct pmu *p, const uint64_t *item)
{
	static const uint8_t items[] = {
		LEDGER_ETMEXTOUT0, LEDGER_ETMEXTOUT1,   LEDGER_ETMEXTOUT,
		LEDGER_PM_EVENT,   LEDGER_IRQ_DISABLED, LEDGER_FIQ_DISABLED,
	};

	for (size_t i = 0; i < sizeof(items); i++)
		if (item == &p->ledger->n[items[i]])
			return true;
	return false;
}

/* The cycles that surely go by before a watched counter wraps, at least 1. */
static uint64_t quiet(const struct pmu *p, const struct pmu_watch *w)
{
	uint64_t left = w->wrap_at - *w->item;

	if (w->wrap_at == UINT64_MAX)
		return UINT64_MAX;
	if (w->item != &p->ledger->n[LEDGER_CYCLES])
		left = moves_with_time(p, w->item) ? left / 2 : UINT64_MAX;
	return left ? left : 1;
}

uint64_t pmu_cycles_left(const struct pmu *p)
{
	uint64_t least = UINT64_MAX;

	if (p->ops->may_ask && !p->ops->may_ask(p))
		return UINT64_MAX;
	for (unsigned i = 0; i < p->watches; i++) {
		uint64_t left = quiet(p, &p->watch[i]);

		if (left < least)
			least = left;
	}
	return least;
}
