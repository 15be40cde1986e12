/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores in blocks: of lines at hand, which become the newest of
 * their set.  Where one is not, the block ends before the instruction.
 */
#include "boards/src/ppc/block/inner.h"
#include "boards/src/ppc/bytes.h"

enum {
	WITHIN_LINE = CACHE_LINE_BYTES - 1,
	HALF_BITS = CACHE_LINE_BITS - 1,
	WITHIN_HALF = (1 << HALF_BITS) - 1,
	WAYS = 8
};

static ALWAYS void make_newest(struct blocks *b, uint32_t at, unsigned slot)
{
	const struct uarch_newest *newest = &power_state(b)->newest;

	if (newest->way[slot / WAYS] != slot % WAYS ||
	    (at & *newest->mask) != *newest->base)
		uarch_found_again(b->m->uarch, at, slot);
}

/* The tag has the bits that a misaligned address has and a line has not. */
static ALWAYS uint8_t *power_read_at(struct blocks *b, uint32_t at,
				     unsigned size)
{
	unsigned i = at >> CACHE_LINE_BITS & (LINES - 1);

	if (b->read[i].tag != (at & ~(WITHIN_LINE ^ (size - 1))))
		return NULL;
	make_newest(b, at, b->read_slot[i]);
	return b->read[i].at + (at & WITHIN_LINE);
}

static ALWAYS uint8_t *power_write_at(struct blocks *b, uint32_t at,
				      unsigned size)
{
	unsigned i = at >> HALF_BITS & (HALVES - 1);

	if (b->write[i].tag != (at & ~(WITHIN_HALF ^ (size - 1))))
		return NULL;
	make_newest(b, at, b->write_slot[i]);
	return b->write[i].at + (at & WITHIN_HALF);
}

static ALWAYS struct block *transfer(struct blocks *b, const struct block_op *o,
				     unsigned op, unsigned operands)
{
	const bool store = operands >= OP_STORE;
	const unsigned size = ppc_element(op);
	const struct ppc_insn *d = power_insn(o);
	struct ppc_regs *r = &power_state(b)->regs;
	uint32_t at = (d->a ? r->gpr[d->a] : 0) +
		      (ppc_indexed(operands) ? r->gpr[d->b] : d->immediate);
	uint8_t *there;

	if (operands < OP_LOAD || operands > OP_STORE_UX)
		return leave(b, o);
	there = store ? power_write_at(b, at, size)
		      : power_read_at(b, at, size);
	if (!there)
		return line_wanted(b, o, at, size, store);
	if (store)
		ppc_put(there, size, ppc_reversed(op), r->gpr[d->t]);
	else if (ppc_algebraic(op))
		r->gpr[d->t] =
			((ppc_get(there, size, false) & 0xffff) ^ 0x8000) -
			0x8000;
	else
		r->gpr[d->t] = ppc_get(there, size, ppc_reversed(op));
	if (ppc_updates(operands))
		r->gpr[d->a] = at;
	return o[1].run(b, o + 1);
}

#define PPC_OP(name, text, primary, extended, operands, class)                 \
	static struct block *transfer_##name(struct blocks *b,                 \
					     const struct block_op *o)         \
	{                                                                      \
		return transfer(b, o, PPC_##name, operands);                   \
	}
#include "boards/src/ppc/ops.def"

block_function *ppc_op_transfer(const struct ppc_insn *d)
{
	static block_function *const functions[PPC_OPS] = {
#define PPC_OP(name, text, primary, extended, operands, class)                 \
	[PPC_##name] = transfer_##name,
#include "boards/src/ppc/ops.def"
	};

	return functions[d->op];
}
