/* SPDX-License-Identifier: MIT */
/* 32-bit ARM in blocks: what the room of blocks asks of this architecture. */
#include "boards/src/a32/block/inner.h"
#include "boards/src/a32/decode/bits.h"

/* Bit 0 of a place is for Thumb state, and what it is within of an ITSTATE. */
static const void *insn_at(struct machine *m, struct block_place place,
			   uint32_t paddr)
{
	const struct decoded *d = decode_at(
		a32_of(m)->decoder, block_address(place.at), m->memory + paddr,
		place.at & 1, (uint8_t)place.within);

	return d && d->quick.ready ? d : NULL;
}

static uint32_t within_next_of(const void *insn)
{
	return decode_it_after(insn);
}

static uint32_t target_of(const void *insn)
{
	const struct decoded *d = insn;

	return d->insn.target | (d->insn.thumb != d->restate);
}

static bool uses_pc(const struct decoded *d)
{
	return (d->insn.reads | d->insn.writes) >> PC & 1 || d->quick.n == PC ||
	       d->quick.m == PC;
}

static block_function *plain(const struct blocks *b, const struct decoded *d)
{
	switch ((enum quick_kind)d->quick.kind) {
	case QUICK_OTHER:
		return op_quick;
	case QUICK_ALU:
		return uses_pc(d) ? op_quick : op_alu(&d->quick);
	case QUICK_LOAD:
	case QUICK_STORE:
	case QUICK_LOAD_PC:
	case QUICK_PAIR:
	case QUICK_MULTIPLE:
	case QUICK_TABLE:
	default:
		return op_memory(b, d);
	}
}

static block_function *operation_of(const struct blocks *b, const void *insn,
				    uint32_t *to)
{
	const struct decoded *d = insn;
	const struct quick *q = &d->quick;

	*to = (q->n == PC ? q->pc : 0) +
	      (q->down ? 0 - q->immediate : q->immediate);
	if (d->insn.flow == FLOW_NEXT)
		return plain(b, d);
	return op_flow(b, d);
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

static struct block_place place_of(const struct machine *m, const void *s)
{
	const struct engine_state *state = s;

	return (struct block_place){ place_at(state, state->pc),
				     a32_of(m)->it };
}

static void has_gone(struct machine *m, void *s, struct block_place place,
		     uint64_t instructions)
{
	struct engine_state *state = s;

	state->pc = block_address(place.at);
	state->carried_out += (unsigned)instructions;
	a32_of(m)->it = (uint8_t)place.within;
	machine_see_state(m, state);
}

/* A load or store that is not at hand, as quick.c has it; on a bus that is a
 * step's. */
static bool carry_out(struct machine *m, void *s, const void *insn,
		      const struct mapping *fetch)
{
	const struct mapping *before = m->flight.fetch;
	const struct decoded *d = insn;
	struct engine_state *state = s;
	uint32_t next;

	if (a32_on_bus(m))
		return false;
	m->flight.insn = &d->insn;
	m->flight.passed = true;
	a32_of(m)->now = d;
	state->r[PC] = d->quick.pc;
	next = d->quick.run(m, state, d);
	if (next != QUICK_NOT) {
		state->pc = next;
		state->carried_out++;
		a32_of(m)->it = decode_it_after(d);
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
	.misses = true,
	.decode = insn_at,
	.within_next = within_next_of,
	.target = target_of,
	.operation = operation_of,
	.skip = op_skip,
	.fail = op_fail,
	.code = code_at,
	.data = data_at,
	.privileged = machine_privileged,
	.changes = map_changes,
	.place = place_of,
	.gone = has_gone,
	.carry_out = carry_out,
};
