/* SPDX-License-Identifier: MIT */
/* Power in blocks: what the room of blocks asks of this architecture. */
#include "boards/src/ppc/block/inner.h"

static const void *ppc_insn_at(struct machine *m, struct block_place place,
			       uint32_t paddr)
{
	const struct ppc_insn *d =
		ppc_decode(ppc_of(m)->decoder, place.at, block_word(m, paddr));

	return d->kind == PPC_ELSEWHERE ? NULL : d;
}

static block_function *ppc_operation_of(const struct blocks *b,
					const void *insn, uint32_t *to)
{
	const struct ppc_insn *d = insn;

	(void)b;
	*to = 0;
	switch ((enum ppc_kind)d->kind) {
	case PPC_REGISTERS:
		return ppc_op_registers(d);
	case PPC_TRANSFER:
		return ppc_op_transfer(d);
	case PPC_BRANCH:
		return ppc_op_branch;
	case PPC_ELSEWHERE:
	default:
		return NULL;
	}
}

/* As fetches have it in step.c. */
static bool ppc_code_at(struct machine *m, uint32_t pc, bool privileged,
			struct mapping *map)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page =
		ppc_mmu_lookup(p->mmu, pc, p->regs.msr & MSR_IS);

	if (!ppc_page_of_code(page, !privileged))
		return false;
	*map = ppc_mmu_map(page, pc);
	return true;
}

/* As loads and stores in transfer.c. */
static bool ppc_data_at(struct machine *m, uint32_t at, bool write,
			bool privileged, struct mapping *map)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page =
		ppc_mmu_lookup(p->mmu, at, p->regs.msr & MSR_DS);
	unsigned right = (write ? 4u : 1u) << (privileged ? 0 : 1);

	if (page->miss || !(page->quick & right))
		return false;
	*map = ppc_mmu_map(page, at);
	return true;
}

static bool ppc_privileged(const struct machine *m)
{
	return !(ppc_of(m)->regs.msr & MSR_PR);
}

/* Of the spaces, too. */
static uint32_t ppc_map_changes(const struct machine *m)
{
	const struct ppc *p = ppc_of(m);

	return ppc_mmu_changes(p->mmu) << 6 | (p->regs.msr & (MSR_IS | MSR_DS));
}

static struct block_place ppc_place_of(const struct machine *m, const void *s)
{
	const struct ppc *p = s;

	(void)m;
	return (struct block_place){ p->regs.pc, 0 };
}

static void ppc_has_gone(struct machine *m, void *s, struct block_place place,
			 uint64_t instructions)
{
	struct ppc *p = s;

	(void)m;
	(void)instructions;
	p->regs.pc = place.at;
}

/* A load or store that is not at hand, as step.c has it. */
static bool carry_out(struct machine *m, void *s, const void *insn,
		      const struct mapping *fetch)
{
	const struct mapping *before = m->flight.fetch;
	const struct ppc_insn *d = insn;
	struct ppc *p = s;

	p->now = d;
	m->flight.insn = &d->insn;
	m->flight.element = d->element;
	m->flight.passed = true;
	if (!ppc_transfer(m, d)) {
		p->now = NULL;
		return false;
	}
	p->regs.pc += 4;
	m->flight.next = p->regs.pc;
	m->flight.exception = false;
	m->flight.fetch = fetch;
	uarch_retire_usual(m->uarch, &m->flight);
	m->flight.fetch = before;
	machine_retired(m);
	ppc_over(m);
	return true;
}

const struct block_arch ppc_block_arch = {
	.insn_size = sizeof(struct ppc_insn),
	.through = 8,
	.decode = ppc_insn_at,
	.operation = ppc_operation_of,
	.code = ppc_code_at,
	.data = ppc_data_at,
	.privileged = ppc_privileged,
	.changes = ppc_map_changes,
	.place = ppc_place_of,
	.gone = ppc_has_gone,
	.carry_out = carry_out,
};
