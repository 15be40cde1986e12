/* SPDX-License-Identifier: MIT */
/* ARM state in blocks: what the room of blocks asks of this architecture. */
#include "boards/src/a32/block/inner.h"
#include "boards/src/a32/decode/bits.h"

static const void *insn_at(struct machine *m, uint32_t addr, uint32_t word)
{
	const struct decoded *d =
		decode(a32_of(m)->decoder, addr, word, 4, false, 0);

	return d->quick.ready ? d : NULL;
}

static bool uses_pc(const struct insn *i)
{
	return (i->reads | i->writes) >> PC & 1;
}

static block_function *plain(const struct blocks *b, const struct decoded *d)
{
	switch ((enum quick_kind)d->quick.kind) {
	case QUICK_OTHER:
		return op_quick;
	case QUICK_ALU:
		return uses_pc(&d->insn) ? op_quick : op_alu(&d->quick);
	case QUICK_LOAD:
	case QUICK_STORE:
	case QUICK_LOAD_PC:
	case QUICK_PAIR:
	case QUICK_MULTIPLE:
	default:
		return op_memory(b, d);
	}
}

static block_function *operation_of(const struct blocks *b, const void *insn,
				    uint32_t *to)
{
	const struct decoded *d = insn;
	const struct quick *q = &d->quick;

	*to = d->insn.addr + 8;
	*to += q->down ? 0 - q->immediate : q->immediate;
	if (d->insn.flow == FLOW_NEXT)
		return plain(b, d);
	if (timing_guesses(b->timing))
		return d->insn.indirect ? op_jump_guessed : op_branch_guessed;
	return d->insn.indirect ? op_jump : op_branch;
}

static bool code_at(struct machine *m, uint32_t pc, bool privileged,
		    struct mapping *map)
{
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, pc, true);

	if (!page->whole || mmu_check(page, MMU_EXECUTE, privileged) != MMU_OK)
		return false;
	*map = mmu_map(page, pc);
	return true;
}

static bool data_at(struct machine *m, uint32_t at, bool write, bool privileged,
		    struct mapping *map)
{
	const struct a32 *a = a32_of(m);
	const struct mmu_page *page = mmu_lookup(a->mmu, at, false);

	if (!(page->quick[privileged] & (write ? MMU_WRITE : MMU_READ)))
		return false;
	*map = page->map;
	map->paddr |= at & 4095;
	return !write ||
	       !(a->code[map->paddr >> 15] >> (map->paddr >> 12 & 7) & 1);
}

static uint32_t map_changes(const struct machine *m)
{
	return mmu_changes(a32_of(m)->mmu);
}

static uint32_t pc_of(const void *s)
{
	const struct engine_state *state = s;

	return state->pc;
}

static void has_gone(void *s, uint32_t pc, uint64_t instructions)
{
	struct engine_state *state = s;

	state->pc = pc;
	state->carried_out += (unsigned)instructions;
}

/* A load or store that is not at hand, as quick.c has it. */
static bool carry_out(struct machine *m, void *s, const void *insn,
		      const struct mapping *fetch)
{
	const struct mapping *before = m->flight.fetch;
	const struct decoded *d = insn;
	struct engine_state *state = s;
	uint32_t next;

	m->flight.insn = &d->insn;
	m->flight.passed = true;
	a32_of(m)->now = d;
	state->r[PC] = d->insn.addr + 8;
	next = d->quick.run(m, state, d);
	if (next != QUICK_NOT) {
		state->pc = next;
		state->carried_out++;
		m->flight.fetch = fetch;
		m->flight.element = m->access[0].size;
		machine_retire_usual(m, next);
		m->flight.fetch = before;
	}
	a32_of(m)->now = NULL;
	return next != QUICK_NOT;
}

const struct block_arch a32_block_arch = {
	.insn_size = sizeof(struct decoded),
	.through = 4,
	.decode = insn_at,
	.operation = operation_of,
	.skip = op_skip,
	.fail = op_fail,
	.code = code_at,
	.data = data_at,
	.privileged = machine_privileged,
	.changes = map_changes,
	.pc = pc_of,
	.gone = has_gone,
	.carry_out = carry_out,
};
