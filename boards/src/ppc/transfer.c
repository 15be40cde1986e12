/* SPDX-License-Identifier: MIT */
/*
 * One load or store in plain memory that all of its page allows.  As in
 * integer.c each operation has a function of its own, in which the compiler
 * has decided what depends on the operation alone.
 */
#include "boards/src/pmu/e500.h"
#include "boards/src/ppc/bytes.h"
#include "boards/src/ppc/inner.h"

enum { PAGE = 4096 };

static ALWAYS bool transfer(struct machine *m, const struct ppc_insn *d,
			    unsigned op, unsigned operands)
{
	const bool indexed = ppc_indexed(operands),
		   store = operands >= OP_STORE;
	const unsigned size = ppc_element(op);
	struct ppc *p = ppc_of(m);
	struct ppc_regs *r = &p->regs;
	uint32_t ea = (d->a ? r->gpr[d->a] : 0) +
		      (indexed ? r->gpr[d->b] : d->immediate);
	const struct ppc_page *page =
		ppc_page_at_hand(p->pages, ea, r->msr & MSR_DS);
	unsigned right = (store ? 4u : 1u) << (r->msr & MSR_PR ? 1 : 0);
	struct access *a = &m->access[0];
	uint8_t *at;

	if (operands < OP_LOAD || operands > OP_STORE_UX)
		return false;
	if (!page || !(page->quick & right) || ea % PAGE + size > PAGE)
		return false;
	m->flight.accesses = 1;
	a->vaddr = ea;
	a->size = (uint8_t)size;
	a->write = store;
	a->map = page->map;
	a->map.paddr |= ea % PAGE;
	at = m->memory + (page->map.paddr | ea % PAGE);
	if (store) {
		ppc_put(at, size, ppc_reversed(op), r->gpr[d->t]);
		ppc_written(m, a->map.paddr, size);
	} else if (ppc_algebraic(op)) {
		r->gpr[d->t] =
			((ppc_get(at, size, false) & 0xffff) ^ 0x8000) - 0x8000;
	} else {
		r->gpr[d->t] = ppc_get(at, size, ppc_reversed(op));
	}
	if (ppc_updates(operands))
		r->gpr[d->a] = ea;
	return true;
}

static bool transfer_none(struct machine *m, const struct ppc_insn *d)
{
	(void)m;
	(void)d;
	return false;
}

#define PPC_OP(name, text, primary, extended, operands, class)                 \
	static bool transfer_##name(struct machine *m,                         \
				    const struct ppc_insn *d)                  \
	{                                                                      \
		return transfer(m, d, PPC_##name, operands);                   \
	}
#include "boards/src/ppc/ops.def"

static bool (*const functions[PPC_OPS])(struct machine *m,
					const struct ppc_insn *d) = {
	[PPC_UNKNOWN] = transfer_none,
	[PPC_SPE] = transfer_none,
#define PPC_OP(name, text, primary, extended, operands, class)                 \
	[PPC_##name] = transfer_##name,
#include "boards/src/ppc/ops.def"
};

bool ppc_transfer(struct machine *m, const struct ppc_insn *d)
{
	return functions[d->op](m, d);
}

void ppc_took(struct machine *m, const struct uarch_duration *took,
	      unsigned count)
{
	if (m->blocks)
		blocks_settle(m->blocks);
	for (unsigned i = 0; i < count; i++)
		pmu_took(m->pmu, took[i].item, took[i].cycles);
}
