/* SPDX-License-Identifier: MIT */
/* Branches, each the end of a block: there is a way for each thing that may
 * come of it. */
#include "boards/src/ppc/block/inner.h"

struct block *ppc_op_branch(struct blocks *b, const struct block_op *o)
{
	const struct ppc_insn *d = power_insn(o);
	const struct block *v = b->at;
	uint32_t next;
	bool taken = ppc_branch(&power_state(b)->regs, d, &next);
	struct way *w;

	if (!taken)
		next = d->insn.addr + 4;
	w = uarch_foretells(b->m->uarch, &d->insn, taken, next)
		    ? v->foretold[taken]
		    : v->missed[taken];
	return taken && d->insn.indirect ? go_to(b, w, next) : go(b, w);
}
