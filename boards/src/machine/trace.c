/* SPDX-License-Identifier: MIT */
/* Traces: see trace.h.  What the ledger has gained since the step before is
 * this one's. */
#include "boards/src/machine/trace.h"

#include <stdlib.h>
#include <string.h>

#include "boards/src/machine/inner.h"

struct trace {
	uint32_t room, count;
	uint64_t cycle; /* as the last step left it */
	uint64_t cause[CAUSES];
	struct board_trace_row row[];
};

_Static_assert((unsigned)CAUSES <= (unsigned)TARGET_CAUSES,
	       "a step has room for all causes");

/* Time that has gone by since the last step; NULL: nobody wants more. */
static struct board_trace_row *add_step(struct machine *m,
					enum board_trace_kind kind)
{
	const struct ledger *l = machine_ledger(m);
	struct trace *t = m->trace;
	struct board_trace_row *to;

	if (t->count == t->room)
		return NULL;
	to = &t->row[t->count++];
	to->kind = kind;
	to->begin = t->cycle;
	to->end = t->cycle = l->n[LEDGER_CYCLES];
	for (unsigned i = 0; i < CAUSES; i++) {
		to->cause[i] = l->cause[i] - t->cause[i];
		t->cause[i] = l->cause[i];
	}
	if (t->count == t->room) {
		m->run_until = m->instructions;
		machine_attend(m);
	}
	return to;
}

static void step_retired(void *ctx, const struct retired *r,
			 enum machine_flow flow)
{
	struct machine *m = ctx;
	struct uarch_passage *p = uarch_passage(m->uarch);
	struct board_trace_row *to = add_step(m, BOARD_TRACE_INSTRUCTION);

	(void)flow;
	if (to) {
		to->addr = r->insn->addr;
		to->word = r->insn->word;
	}
	if (to && p->known) {
		to->scheduled = 1;
		to->dispatched = p->dispatched;
		to->issued = p->issued;
		to->done = p->done;
		to->retired = p->retired;
	}
	p->known = false;
}

static void step_spent(void *ctx, enum machine_spent how)
{
	(void)add_step(ctx, how == MACHINE_WAITING ? BOARD_TRACE_WAIT
						   : BOARD_TRACE_EXCEPTION);
}

bool machine_trace(struct machine *m, uint32_t steps, struct error *err)
{
	const struct ledger *l = machine_ledger(m);
	struct trace *t;

	if (m->observer.retired)
		return error_set(err, "somebody else watches each instruction");
	t = calloc(1, sizeof *t + steps * sizeof *t->row);
	if (!t)
		return error_set(err, "out of memory for %u steps",
				 (unsigned)steps);
	machine_trace_end(m);
	t->room = steps;
	t->cycle = l->n[LEDGER_CYCLES];
	memcpy(t->cause, l->cause, sizeof t->cause);
	m->trace = t;
	uarch_passage(m->uarch)->known = false;
	machine_observe(m, &(struct machine_observer){ .ctx = m,
						       .retired = step_retired,
						       .spent = step_spent });
	return true;
}

bool machine_trace_row(const struct machine *m, uint32_t number,
		       struct board_trace_row *row)
{
	if (!m->trace || number >= m->trace->count)
		return false;
	*row = m->trace->row[number];
	return true;
}

void machine_trace_end(struct machine *m)
{
	if (m->trace)
		machine_observe(m, NULL);
	free(m->trace);
	m->trace = NULL;
}
