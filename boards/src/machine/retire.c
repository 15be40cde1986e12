/* SPDX-License-Identifier: MIT */
/*
 * The observer is told what each instruction, and each exception, did to the
 * flow of the program.
 */
#include <stddef.h>

#include "boards/src/machine/inner.h"

static enum machine_flow flow_of(const struct retired *r)
{
	if (r->exception || !r->passed)
		return MACHINE_ON;
	switch ((enum insn_flow)r->insn->flow) {
	case FLOW_BRANCH:
	case FLOW_INDIRECT:
		return MACHINE_BRANCH;
	case FLOW_CALL:
		return MACHINE_CALL;
	case FLOW_RETURN:
		return MACHINE_RETURN;
	case FLOW_EXCEPTION_RETURN:
		return MACHINE_EXCEPTION_RETURN;
	case FLOW_NEXT:
	case FLOW_SVC:
	case FLOW_HOST_CALL:
	case FLOW_BREAKPOINT:
	case FLOW_UNDEFINED:
	default:
		return MACHINE_ON;
	}
}

void machine_tell(struct machine *m)
{
	m->observer.retired(m->observer.ctx, &m->flight, flow_of(&m->flight));
}

void machine_enter(struct machine *m, uint32_t vector)
{
	if (m->observer.entered)
		m->observer.entered(m->observer.ctx, vector);
	uarch_note(m->uarch, LEDGER_EXC_TAKEN);
	uarch_exception(m->uarch);
	if (m->observer.spent)
		m->observer.spent(m->observer.ctx, MACHINE_ENTERING);
}

void machine_leave(struct machine *m)
{
	if (m->observer.leaving)
		m->observer.leaving(m->observer.ctx);
}

void machine_wait(struct machine *m, uint64_t cycles)
{
	uarch_idle(m->uarch, cycles);
	if (m->observer.spent)
		m->observer.spent(m->observer.ctx, MACHINE_WAITING);
}

void machine_observe(struct machine *m, const struct machine_observer *o)
{
	m->observer = o ? *o : (struct machine_observer){ .ctx = NULL };
	m->watch.observes = false;
}
