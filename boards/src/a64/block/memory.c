/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores in blocks: of lines at hand.  Where one is not, or a pair
 * lies in two, the block ends before the instruction.
 */
#include "boards/src/a64/quick_memory.h"

#include "boards/src/a64/block/inner.h"

enum { LINE_BITS = 6, LINE = 1 << LINE_BITS, HALF_BITS = LINE_BITS - 1 };

/* Bytes that are at hand; NULL: they are not.  Tags are compared with the bits
 * that a misaligned address has and a line has not, and those beyond 4 GiB. */
static ALWAYS uint8_t *bytes_at(struct blocks *b, uint64_t at, unsigned size)
{
	const struct line *l = &b->read[at >> LINE_BITS & (LINES - 1)];

	return l->tag == (at & ~(uint64_t)((LINE - 1u) ^ (size - 1)))
		       ? l->at + (at & (LINE - 1))
		       : NULL;
}

static ALWAYS uint8_t *room_at(struct blocks *b, uint64_t at, unsigned size)
{
	const uint32_t within = (1u << HALF_BITS) - 1;
	const struct line *l = &b->write[at >> HALF_BITS & (HALVES - 1)];

	return l->tag == (at & ~(uint64_t)(within ^ (size - 1)))
		       ? l->at + (at & within)
		       : NULL;
}

static ALWAYS struct block *bytes_wanted(struct blocks *b,
					 const struct block_op *o, uint64_t at,
					 unsigned size, bool write)
{
	return at > UINT32_MAX ? leave(b, o)
			       : line_wanted(b, o, (uint32_t)at, size, write);
}

static ALWAYS struct block *load(struct blocks *b, const struct block_op *o,
				 unsigned size, enum a64_sign sign,
				 bool indexed)
{
	const struct a64_quick *q = &insn_of(o)->quick;
	struct a64_state *s = state_of(b);
	uint64_t moved, at = address(s, q, indexed, &moved);
	const uint8_t *from = bytes_at(b, at, size);

	if (!from)
		return bytes_wanted(b, o, at, size, false);
	moves_at(b, o, at);
	if (q->writes_back)
		s->x[q->n] = moved;
	s->x[q->d] = get(from, size, sign);
	return o[1].run(b, o + 1);
}

static ALWAYS struct block *store(struct blocks *b, const struct block_op *o,
				  unsigned size, bool indexed)
{
	const struct a64_quick *q = &insn_of(o)->quick;
	struct a64_state *s = state_of(b);
	uint64_t moved, at = address(s, q, indexed, &moved);
	uint8_t *to = room_at(b, at, size);

	if (!to)
		return bytes_wanted(b, o, at, size, true);
	moves_at(b, o, at);
	memcpy(to, &s->x[q->d], size);
	if (q->writes_back)
		s->x[q->n] = moved;
	return o[1].run(b, o + 1);
}

static ALWAYS struct block *literal(struct blocks *b, const struct block_op *o,
				    unsigned size, enum a64_sign sign)
{
	const struct a64_insn *i = insn_of(o);
	const uint64_t at = i->insn.addr + i->quick.immediate;
	const uint8_t *from = bytes_at(b, at, size);

	if (!from)
		return bytes_wanted(b, o, at, size, false);
	moves_at(b, o, at);
	state_of(b)->x[i->quick.d] = get(from, size, sign);
	return o[1].run(b, o + 1);
}

static bool in_two_lines(uint64_t at, unsigned size)
{
	return (at ^ (at + size)) >> LINE_BITS;
}

static ALWAYS struct block *load_pair(struct blocks *b,
				      const struct block_op *o, unsigned size,
				      enum a64_sign sign)
{
	const struct a64_quick *q = &insn_of(o)->quick;
	struct a64_state *s = state_of(b);
	uint64_t moved, at = address(s, q, false, &moved);
	const uint8_t *from;

	if (in_two_lines(at, size) || at > UINT32_MAX)
		return leave(b, o);
	from = bytes_at(b, at, size);
	if (!from)
		return part_wanted(b, o, (uint32_t)at, size, false);
	moves_at(b, o, at);
	s->x[q->d] = get(from, size, sign);
	s->x[q->a] = get(from + size, size, sign);
	if (q->writes_back)
		s->x[q->n] = moved;
	return o[1].run(b, o + 1);
}

static ALWAYS struct block *store_pair(struct blocks *b,
				       const struct block_op *o, unsigned size)
{
	const struct a64_quick *q = &insn_of(o)->quick;
	struct a64_state *s = state_of(b);
	uint64_t moved, at = address(s, q, false, &moved);
	uint8_t *to = room_at(b, at, size);
	uint8_t *second = room_at(b, at + size, size);

	if (in_two_lines(at, size) || at > UINT32_MAX)
		return leave(b, o);
	if (!to || !second)
		return part_wanted(b, o, (uint32_t)(to ? at + size : at), size,
				   true);
	moves_at(b, o, at);
	memcpy(to, &s->x[q->d], size);
	memcpy(second, &s->x[q->a], size);
	if (q->writes_back)
		s->x[q->n] = moved;
	return o[1].run(b, o + 1);
}

#define FUNCTION(name, does, ...)                                              \
	static struct block *name(struct blocks *b, const struct block_op *o)  \
	{                                                                      \
		return does(b, o, __VA_ARGS__);                                \
	}
#define LOAD(name, size, sign)                                                 \
	FUNCTION(name##_offset, load, size, sign, false)                       \
	FUNCTION(name##_indexed, load, size, sign, true)
#define STORE(name, size)                                                      \
	FUNCTION(name##_offset, store, size, false)                            \
	FUNCTION(name##_indexed, store, size, true)
LOAD(ldrb, 1, A64_UNSIGNED)
LOAD(ldrh, 2, A64_UNSIGNED)
LOAD(ldr_w, 4, A64_UNSIGNED)
LOAD(ldr_x, 8, A64_UNSIGNED)
LOAD(ldrsb_x, 1, A64_TO_DOUBLEWORD)
LOAD(ldrsh_x, 2, A64_TO_DOUBLEWORD)
LOAD(ldrsw, 4, A64_TO_DOUBLEWORD)
LOAD(ldrsb_w, 1, A64_TO_WORD)
LOAD(ldrsh_w, 2, A64_TO_WORD)
STORE(strb, 1)
STORE(strh, 2)
STORE(str_w, 4)
STORE(str_x, 8)
FUNCTION(literal_w, literal, 4, A64_UNSIGNED)
FUNCTION(literal_x, literal, 8, A64_UNSIGNED)
FUNCTION(literal_sw, literal, 4, A64_TO_DOUBLEWORD)
FUNCTION(ldp_w, load_pair, 4, A64_UNSIGNED)
FUNCTION(ldp_x, load_pair, 8, A64_UNSIGNED)
FUNCTION(ldpsw, load_pair, 4, A64_TO_DOUBLEWORD)
FUNCTION(stp_w, store_pair, 4)
FUNCTION(stp_x, store_pair, 8)

#define BOTH(name)                                                             \
	{                                                                      \
		name##_offset, name##_indexed                                  \
	}

block_function *a64_op_memory(const struct a64_quick *q)
{
	/* By sign, and the size's logarithm. */
	static block_function *const loads[3][4][2] = {
		{ BOTH(ldrb), BOTH(ldrh), BOTH(ldr_w), BOTH(ldr_x) },
		{ BOTH(ldrsb_x), BOTH(ldrsh_x), BOTH(ldrsw), { NULL, NULL } },
		{ BOTH(ldrsb_w),
		  BOTH(ldrsh_w),
		  { NULL, NULL },
		  { NULL, NULL } },
	};
	static block_function *const stores[4][2] = { BOTH(strb), BOTH(strh),
						      BOTH(str_w),
						      BOTH(str_x) };
	const unsigned size = (unsigned)__builtin_ctz(q->size | 1u << 3);
	const bool large = q->size == 8, sign = q->sign != A64_UNSIGNED;

	switch ((int)q->form) {
	case A64_LOAD:
		return loads[q->sign][size][q->indexed];
	case A64_STORE:
		return stores[size][q->indexed];
	case A64_LOAD_LITERAL:
		return large ? literal_x : sign ? literal_sw : literal_w;
	case A64_LOAD_PAIR:
		return large ? ldp_x : sign ? ldpsw : ldp_w;
	case A64_STORE_PAIR:
		return large ? stp_x : stp_w;
	default:
		return NULL;
	}
}
