/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores in blocks: of lines at hand.  Where one is not, the block
 * ends before the instruction.
 */
#include "boards/src/a32/quick_memory.h"

#include "boards/src/a32/block/inner.h"

/* Lines of the caches: of most cores, and of a Cortex-A8. */
enum { SHORT = CACHE_LINE_BITS, LONG = CACHE_LINE_BITS + 1 };

/* With the bits of a misaligned address, too, which a line has not. */
static ALWAYS uint32_t tag_of(uint32_t at, unsigned size, unsigned bits)
{
	return at & ~(((1u << bits) - 1) ^ (size - 1));
}

static ALWAYS const struct line *line_of_read(const struct blocks *b,
					      uint32_t at, unsigned line)
{
	return &b->read[at >> line & (LINES - 1)];
}

static ALWAYS const struct line *half_of_write(const struct blocks *b,
					       uint32_t at, unsigned line)
{
	return &b->write[at >> (line - 1) & (HALVES - 1)];
}

static ALWAYS uint8_t *place_in(const struct line *l, uint32_t at,
				unsigned bits)
{
	return l->at + (at & ((1u << bits) - 1));
}

static ALWAYS uint8_t *read_at(struct blocks *b, uint32_t at, unsigned size,
			       unsigned line)
{
	const struct line *l = line_of_read(b, at, line);

	return l->tag == tag_of(at, size, line) ? place_in(l, at, line)
						: line_read(b, at, size);
}

static ALWAYS uint8_t *write_at(struct blocks *b, uint32_t at, unsigned size,
				unsigned line)
{
	const struct line *l = half_of_write(b, at, line);

	return l->tag == tag_of(at, size, line - 1) ? place_in(l, at, line - 1)
						    : line_write(b, at, size);
}

/* Of an address: it is PLAIN where it is a register and o->to, which is what
 * most are. */
enum how { PLAIN, OFFSET, INDEXED };

static ALWAYS uint32_t address_by(const struct blocks *b,
				  const struct block_op *o, enum how how,
				  uint32_t *moved)
{
	const struct quick *q = &insn_of(o)->quick;

	return how == PLAIN ? state_of(b)->r[q->n] + o->to
			    : address(b->s, q, how == INDEXED, moved);
}

static ALWAYS struct block *read_one(struct blocks *b, const struct block_op *o,
				     enum kind kind, enum how how,
				     unsigned line)
{
	const struct quick *q = &insn_of(o)->quick;
	struct engine_state *s = b->s;
	uint32_t moved, at = address_by(b, o, how, &moved), value;
	const struct line *l = line_of_read(b, at, line);

	if (l->tag != tag_of(at, size_of(kind), line))
		return line_wanted(b, o, at, size_of(kind), false);
	found_at(b, at);
	moves_at(b, o, at);
	value = get(place_in(l, at, line), kind);
	if (how != PLAIN && q->writes_back)
		s->r[q->n] = moved;
	s->r[q->d] = value;
	return o[1].run(b, o + 1);
}

static ALWAYS struct block *write_one(struct blocks *b,
				      const struct block_op *o, enum kind kind,
				      enum how how, unsigned line)
{
	const struct quick *q = &insn_of(o)->quick;
	struct engine_state *s = b->s;
	uint32_t moved, at = address_by(b, o, how, &moved);
	const struct line *l = half_of_write(b, at, line);

	if (l->tag != tag_of(at, size_of(kind), line - 1))
		return line_wanted(b, o, at, size_of(kind), true);
	found_at(b, at);
	moves_at(b, o, at);
	put(place_in(l, at, line - 1), kind, s->r[q->d]);
	if (how != PLAIN && q->writes_back)
		s->r[q->n] = moved;
	return o[1].run(b, o + 1);
}

#define FUNCTION(name, does, kind, how, line)                                  \
	static struct block *name(struct blocks *b, const struct block_op *o)  \
	{                                                                      \
		return does(b, o, kind, how, line);                            \
	}
#define FUNCTIONS(name, does, kind)                                            \
	FUNCTION(name##_plain, does, kind, PLAIN, SHORT)                       \
	FUNCTION(name##_offset, does, kind, OFFSET, SHORT)                     \
	FUNCTION(name##_indexed, does, kind, INDEXED, SHORT)                   \
	FUNCTION(name##_plain_long, does, kind, PLAIN, LONG)                   \
	FUNCTION(name##_offset_long, does, kind, OFFSET, LONG)                 \
	FUNCTION(name##_indexed_long, does, kind, INDEXED, LONG)
FUNCTIONS(ldr, read_one, WORD)
FUNCTIONS(ldrb, read_one, BYTE)
FUNCTIONS(ldrh, read_one, HALF)
FUNCTIONS(ldrsb, read_one, SIGNED_BYTE)
FUNCTIONS(ldrsh, read_one, SIGNED_HALF)
FUNCTIONS(str, write_one, WORD)
FUNCTIONS(strb, write_one, BYTE)
FUNCTIONS(strh, write_one, HALF)

/* Of words one by one. */
static ALWAYS uint8_t *one_word_at(struct blocks *b, uint32_t at, bool write,
				   unsigned line)
{
	return write ? write_at(b, at, 4, line) : read_at(b, at, 4, line);
}

static inline const uint8_t *word_read_at(struct blocks *b, uint32_t at)
{
	return b->line_bits[0] == SHORT ? read_at(b, at, 4, SHORT)
					: read_at(b, at, 4, LONG);
}

/* A load of a fixed address. */
static struct block *literal(struct blocks *b, const struct block_op *o)
{
	const uint8_t *from = word_read_at(b, o->to);

	if (!from)
		return leave(b, o);
	found_at(b, o->to);
	moves_at(b, o, o->to);
	state_of(b)->r[insn_of(o)->quick.d] = get(from, WORD);
	return o[1].run(b, o + 1);
}

/* Places of so many words; false: not all of them are at hand. */
static ALWAYS bool words_at(struct blocks *b, uint32_t at, unsigned words,
			    bool write, unsigned line, uint8_t *there[16])
{
	for (unsigned i = 0; i < words; i++) {
		there[i] = one_word_at(b, at + 4 * i, write, line);
		if (!there[i])
			return false;
	}
	return true;
}

/*
 * Several words, of as many lines as they lie in: all of them are at hand, or
 * none is touched.  False: not all are.
 */
static ALWAYS bool words_found(struct blocks *b, uint32_t at, unsigned words,
			       bool write, uint8_t *there[16])
{
	const uint32_t last = at + 4 * words - 4;

	if (!words || at & 3 || last < at || (at ^ last) >> 12)
		return false;
	return b->line_bits[0] == SHORT
		       ? words_at(b, at, words, write, SHORT, there)
		       : words_at(b, at, words, write, LONG, there);
}

static ALWAYS void words_told(struct blocks *b, const struct block_op *o,
			      uint32_t at, unsigned words, bool write)
{
	const unsigned line = b->line_bits[0];
	const uint32_t last = at + 4 * words - 4;

	found_at(b, at);
	/* The walk knew of one. */
	if (!((at ^ last) >> line))
		return;
	timing_more_lines(b->timing, (last >> line) - (at >> line), write);
	blocks_counted(b, o->n, 0);
}

/* A pc among the registers is where that leads; QUICK_NOT: nothing was done. */
static uint32_t transfer(struct blocks *b, const struct block_op *o,
			 uint32_t list, uint32_t at, bool write)
{
	const unsigned words = (unsigned)__builtin_popcount(list);
	struct engine_state *s = b->s;
	uint8_t *there[16];
	uint32_t to = 0;

	if (!words_found(b, at, words, write, there))
		return QUICK_NOT;
	if (list >> PC) {
		to = quick_exchange(s, get(there[words - 1], WORD));
		if (to == QUICK_NOT)
			return QUICK_NOT;
		list &= ~(1u << PC);
	}
	for (unsigned i = 0; i < words && list; i++, list &= list - 1) {
		uint32_t *r = &s->r[__builtin_ctz(list)];

		if (write)
			put(there[i], WORD, *r);
		else
			*r = get(there[i], WORD);
	}
	words_told(b, o, at, words, write);
	return to;
}

static struct block *pair(struct blocks *b, const struct block_op *o)
{
	const struct quick *q = &insn_of(o)->quick;
	struct engine_state *s = b->s;
	uint32_t moved, at = address(s, q, q->indexed, &moved);
	uint8_t *there[16];

	if (!words_found(b, at, 2, q->operation, there))
		return leave(b, o);
	if (q->operation) {
		put(there[0], WORD, s->r[q->d]);
		put(there[1], WORD, s->r[q->s]);
	} else {
		s->r[q->d] = get(there[0], WORD);
		s->r[q->s] = get(there[1], WORD);
	}
	words_told(b, o, at, 2, q->operation);
	moves_at(b, o, at);
	if (q->writes_back)
		s->r[q->n] = moved;
	return o[1].run(b, o + 1);
}

static ALWAYS uint32_t many(struct blocks *b, const struct block_op *o)
{
	const struct quick *q = &insn_of(o)->quick;
	uint32_t list = q->immediate, base = state_of(b)->r[q->n];
	uint32_t bytes = 4 * (uint32_t)__builtin_popcount(list);
	uint32_t at = (q->down ? base - bytes : base) +
		      (q->before != q->down ? 4 : 0);
	uint32_t to = transfer(b, o, list, at, q->operation);

	moves_at(b, o, at);
	if (to != QUICK_NOT && q->writes_back)
		state_of(b)->r[q->n] = q->down ? base - bytes : base + bytes;
	return to;
}

static struct block *multiple(struct blocks *b, const struct block_op *o)
{
	if (many(b, o) == QUICK_NOT)
		return leave(b, o);
	return o[1].run(b, o + 1);
}

uint32_t memory_multiple_pc(struct blocks *b, const struct block_op *o)
{
	return many(b, o);
}

uint32_t memory_load_pc(struct blocks *b, const struct block_op *o)
{
	const struct quick *q = &insn_of(o)->quick;
	struct engine_state *s = b->s;
	uint32_t moved, at = address(s, q, q->indexed, &moved), to;
	const uint8_t *from = word_read_at(b, at);

	to = from ? quick_exchange(s, get(from, WORD)) : QUICK_NOT;
	if (to == QUICK_NOT)
		return QUICK_NOT;
	found_at(b, at);
	moves_at(b, o, at);
	if (q->writes_back)
		s->r[q->n] = moved;
	return to;
}

static ALWAYS const uint8_t *entry_at(struct blocks *b, uint32_t at,
				      unsigned size)
{
	return b->line_bits[0] == SHORT ? read_at(b, at, size, SHORT)
					: read_at(b, at, size, LONG);
}

uint32_t memory_table(struct blocks *b, const struct block_op *o)
{
	const struct quick *q = &insn_of(o)->quick;
	const struct engine_state *s = b->s;
	const uint32_t at = s->r[q->n] + (s->r[q->m] << q->by);
	const uint8_t *from = q->by ? entry_at(b, at, 2) : entry_at(b, at, 1);

	if (!from)
		return QUICK_NOT;
	found_at(b, at);
	moves_at(b, o, at);
	return q->pc + 2 * get(from, q->by ? HALF : BYTE);
}

/* Functions for short lines, and for long ones. */
#define ROW(name)                                                              \
	{                                                                      \
		{ name##_plain, name##_offset, name##_indexed },               \
		{                                                              \
			name##_plain_long, name##_offset_long,                 \
				name##_indexed_long                            \
		}                                                              \
	}

static enum how how_of(const struct quick *q)
{
	if (q->indexed)
		return INDEXED;
	return q->before && !q->writes_back ? PLAIN : OFFSET;
}

block_function *op_memory(const struct blocks *b, const struct decoded *d)
{
	static block_function *const loads[][2][3] = {
		[WORD] = ROW(ldr),          [BYTE] = ROW(ldrb),
		[HALF] = ROW(ldrh),         [SIGNED_BYTE] = ROW(ldrsb),
		[SIGNED_HALF] = ROW(ldrsh),
	};
	static block_function *const stores[][2][3] = {
		[WORD] = ROW(str),
		[BYTE] = ROW(strb),
		[HALF] = ROW(strh),
	};
	const bool lengthy = b->line_bits[0] != SHORT;
	const struct quick *q = &d->quick;
	bool of_pc = q->n == PC || (q->indexed && q->m == PC);

	switch ((enum quick_kind)q->kind) {
	case QUICK_LOAD:
		if (of_pc)
			return q->form == WORD && !q->indexed && !q->writes_back
				       ? literal
				       : NULL;
		return loads[q->form][lengthy][how_of(q)];
	case QUICK_STORE:
		return of_pc || q->d == PC
			       ? NULL
			       : stores[q->form][lengthy][how_of(q)];
	case QUICK_PAIR:
		return of_pc ? NULL : pair;
	case QUICK_MULTIPLE:
		return multiple;
	case QUICK_OTHER:
	case QUICK_ALU:
	case QUICK_LOAD_PC:
	case QUICK_TABLE:
	default:
		return NULL;
	}
}
