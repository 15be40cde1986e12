/* SPDX-License-Identifier: MIT */
/* AArch64 in blocks: what the room of blocks asks of this architecture. */
#include "boards/src/a64/block/inner.h"

enum { PAGE = 4096 };

static const void *insn_at(struct machine *m, struct block_place place,
			   uint32_t paddr)
{
	const struct a64_insn *i =
		a64_decode(a64_of(m)->decoder, place.at, block_word(m, paddr));

	return i->quick.ready && !i->quick.alone ? i : NULL;
}

static block_function *operation_of(const struct blocks *b, const void *insn,
				    uint32_t *to)
{
	const struct a64_insn *i = insn;

	(void)b;
	(void)to;
	if (i->insn.flow != FLOW_NEXT)
		return a64_op_flow(i);
	return i->element ? a64_op_memory(&i->quick) : a64_op_alu(&i->quick);
}

static bool code_at(struct machine *m, uint32_t pc, bool privileged,
		    struct mapping *map)
{
	const struct a64_page *page = a64_mmu_lookup(a64_of(m)->mmu, pc, true);

	if (a64_mmu_check(page, MMU_EXECUTE, privileged) != A64_OK)
		return false;
	*map = a64_mmu_map(page, pc);
	return true;
}

static bool data_at(struct machine *m, uint32_t at, bool write, bool privileged,
		    struct mapping *map)
{
	const struct a64 *a = a64_of(m);
	const struct a64_page *page = a64_mmu_lookup(a->mmu, at, false);

	if (!(page->quick[privileged] & (write ? MMU_WRITE : MMU_READ)))
		return false;
	*map = page->map;
	map->paddr |= at % PAGE;
	return !write ||
	       !(a->code[map->paddr >> 15] >> (map->paddr >> 12 & 7) & 1);
}

static uint32_t map_changes(const struct machine *m)
{
	return a64_mmu_changes(a64_of(m)->mmu);
}

static struct block_place place_of(const struct machine *m, const void *s)
{
	const struct a64_state *state = s;

	(void)m;
	return (struct block_place){ (uint32_t)state->pc, 0 };
}

static void has_gone(struct machine *m, void *s, struct block_place place,
		     uint64_t instructions)
{
	struct a64_state *state = s;

	(void)m;
	state->pc = place.at;
	state->carried_out += (unsigned)instructions;
}

/* A load or store that is not at hand, as quick.c has it. */
static bool carry_out(struct machine *m, void *s, const void *insn,
		      const struct mapping *fetch)
{
	const struct mapping *before = m->flight.fetch;
	const struct a64_insn *i = insn;
	struct a64_state *state = s;
	uint32_t next;

	m->flight.insn = &i->insn;
	m->flight.element = i->element;
	m->flight.passed = true;
	a64_of(m)->now = i;
	next = i->quick.run(m, state, i);
	if (next != A64_QUICK_NOT) {
		state->pc = next;
		state->carried_out++;
		m->flight.fetch = fetch;
		machine_retire_usual(m, next);
		m->flight.fetch = before;
	}
	a64_of(m)->now = NULL;
	return next != A64_QUICK_NOT;
}

const struct block_arch a64_block_arch = {
	.insn_size = sizeof(struct a64_insn),
	.through = 4,
	.misses = true,
	.decode = insn_at,
	.operation = operation_of,
	.code = code_at,
	.data = data_at,
	.privileged = a64_privileged,
	.changes = map_changes,
	.place = place_of,
	.gone = has_gone,
	.carry_out = carry_out,
};
