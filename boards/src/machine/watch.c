/* SPDX-License-Identifier: MIT */
/*
 * Sampling by overflow: who watches is called behind the instruction with which
 * one of the further instances of the monitors asked for an interrupt.  Nobody
 * interrupts the program, and the engine is not even stopped.
 */
#include <stddef.h>

#include "boards/src/machine/inner.h"

static bool asks(const struct machine *m, struct pmu *const *monitor)
{
	bool any = false;

	for (unsigned i = 0; i < m->monitors.count; i++) {
		pmu_update(monitor[i]);
		any |= pmu_irq(monitor[i]) || pmu_fiq(monitor[i]);
	}
	return any;
}

/* The ledgers' gain is of that instruction, or has that cause. */
static void look(struct machine *m, enum target_overflow_cause cause)
{
	const struct machine_monitors *all = &m->monitors;
	struct target_overflow found = { 0, m->last, cause };
	struct target_stop *stop = m->stop;

	for (unsigned i = 0; i < all->others; i++)
		if (asks(m, all->other[i]))
			found.instances |= UINT64_C(2) << i;
	if (!found.instances)
		return;
	m->stop = NULL; /* what is written there is not the program's doing */
	m->watch.tell(m->watch.ctx, &found);
	m->stop = stop;
	m->monitors.due = 0; /* a counter may wrap sooner now */
}

static void retired(void *ctx, const struct retired *r, enum machine_flow flow)
{
	(void)r;
	(void)flow;
	look(ctx, TARGET_BY_INSTRUCTION);
}

void machine_watched(struct machine *m)
{
	if (m->watch.observes)
		look(m, TARGET_BY_INSTRUCTION);
}

static void spent(void *ctx, enum machine_spent how)
{
	look(ctx,
	     how == MACHINE_WAITING ? TARGET_BY_WAITING : TARGET_BY_EXCEPTION);
}

void machine_watch(struct machine *m, machine_overflow *tell, void *ctx)
{
	m->watch = (struct machine_watch){ .tell = tell, .ctx = ctx };
	machine_observe(m, &(struct machine_observer){ .ctx = m,
						       .retired = retired,
						       .spent = spent });
	m->watch.observes = true;
}
