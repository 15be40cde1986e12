/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores of general registers [DDI0487 C4.1.4], as a32/quick_memory.c
 * has them: where all is plain memory and aligned.
 */
#include "boards/src/a64/quick_memory.h"

static ALWAYS uint32_t load(struct machine *m, struct a64_state *s,
			    const struct a64_insn *i, unsigned size,
			    enum a64_sign sign, bool indexed)
{
	const struct a64_quick *q = &i->quick;
	const struct a64_page *page;
	uint64_t moved, at = address(s, q, indexed, &moved);
	const uint8_t *from = a64_access_plain(m, at, size, size, false, &page);

	if (!from)
		return A64_QUICK_NOT;
	a64_access_tell(m, page, (uint32_t)at, size, false);
	if (q->writes_back)
		s->x[q->n] = moved;
	s->x[q->d] = get(from, size, sign);
	return i->insn.addr + 4;
}

static ALWAYS uint32_t store(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i, unsigned size,
			     enum a64_sign sign, bool indexed)
{
	const struct a64_quick *q = &i->quick;
	const struct a64_page *page;
	uint64_t moved, at = address(s, q, indexed, &moved);
	uint8_t *to = a64_access_plain(m, at, size, size, true, &page);

	(void)sign;
	if (!to)
		return A64_QUICK_NOT;
	a64_access_tell(m, page, (uint32_t)at, size, true);
	memcpy(to, &s->x[q->d], size);
	if (q->writes_back)
		s->x[q->n] = moved;
	return i->insn.addr + 4;
}

#define FUNCTION(name, does, size, sign, indexed)                              \
	static uint32_t name(struct machine *m, struct a64_state *s,           \
			     const struct a64_insn *i)                         \
	{                                                                      \
		return does(m, s, i, size, sign, indexed);                     \
	}
#define FUNCTIONS(name, does, size, sign)                                      \
	FUNCTION(name##_offset, does, size, sign, false)                       \
	FUNCTION(name##_indexed, does, size, sign, true)
FUNCTIONS(strb, store, 1, A64_UNSIGNED)
FUNCTIONS(strh, store, 2, A64_UNSIGNED)
FUNCTIONS(str_w, store, 4, A64_UNSIGNED)
FUNCTIONS(str_x, store, 8, A64_UNSIGNED)
FUNCTIONS(ldrb, load, 1, A64_UNSIGNED)
FUNCTIONS(ldrh, load, 2, A64_UNSIGNED)
FUNCTIONS(ldr_w, load, 4, A64_UNSIGNED)
FUNCTIONS(ldr_x, load, 8, A64_UNSIGNED)
FUNCTIONS(ldrsb_x, load, 1, A64_TO_DOUBLEWORD)
FUNCTIONS(ldrsh_x, load, 2, A64_TO_DOUBLEWORD)
FUNCTIONS(ldrsw, load, 4, A64_TO_DOUBLEWORD)
FUNCTIONS(ldrsb_w, load, 1, A64_TO_WORD)
FUNCTIONS(ldrsh_w, load, 2, A64_TO_WORD)

/* By opc and size, with an offset and indexed. */
#define BOTH(name)                                                             \
	{                                                                      \
		name##_offset, name##_indexed                                  \
	}
static a64_quick_function *const singles[4][4][2] = {
	{ BOTH(strb), BOTH(strh), BOTH(str_w), BOTH(str_x) },
	{ BOTH(ldrb), BOTH(ldrh), BOTH(ldr_w), BOTH(ldr_x) },
	{ BOTH(ldrsb_x), BOTH(ldrsh_x), BOTH(ldrsw), { NULL, NULL } },
	{ BOTH(ldrsb_w), BOTH(ldrsh_w), { NULL, NULL }, { NULL, NULL } },
};

static a64_quick_function *register_of(struct a64_quick *q, uint32_t w)
{
	unsigned opc = a64_bits(w, 22, 2), size = a64_bits(w, 30, 2);
	unsigned kind = a64_bits(w, 10, 2);
	bool indexed = false;

	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->d = opc ? a64_written(w & 31, false) : a64_read(w & 31, false);
	if (a64_bits(w, 24, 1)) {
		q->immediate = (uint64_t)a64_bits(w, 10, 12) << size;
	} else if (a64_bits(w, 21, 1)) {
		indexed = true;
		q->m = a64_read(a64_bits(w, 16, 5), false);
		q->shift = (uint8_t)a64_bits(w, 13, 3);
		q->by = a64_bits(w, 12, 1) ? (uint8_t)size : 0;
		if (kind != 2 || !(q->shift & 2))
			return NULL;
	} else {
		q->immediate = a64_signed(a64_bits(w, 12, 9), 9);
		q->after = kind == 1;
		q->writes_back = kind & 1;
		if (kind == 2 ||
		    (q->writes_back && q->n == (w & 31) && q->n != A64_SP))
			return NULL;
	}
	q->form = opc ? A64_LOAD : A64_STORE;
	q->size = (uint8_t)(1u << size);
	q->sign = opc < 2    ? A64_UNSIGNED
		  : opc == 2 ? A64_TO_DOUBLEWORD
			     : A64_TO_WORD;
	q->indexed = indexed;
	return singles[opc][size][indexed];
}

static uint32_t literal(struct machine *m, struct a64_state *s,
			const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const unsigned size = q->operation == 1 ? 8 : 4;
	const uint64_t at = i->insn.addr + q->immediate;
	const struct a64_page *page;
	const uint8_t *from = a64_access_plain(m, at, size, size, false, &page);

	if (!from)
		return A64_QUICK_NOT;
	a64_access_tell(m, page, (uint32_t)at, size, false);
	s->x[q->d] = q->operation == 1 ? get(from, 8, A64_UNSIGNED)
		     : q->operation    ? get(from, 4, A64_TO_DOUBLEWORD)
				       : get(from, 4, A64_UNSIGNED);
	return i->insn.addr + 4;
}

static ALWAYS uint32_t pair(struct machine *m, struct a64_state *s,
			    const struct a64_insn *i, unsigned size, bool write,
			    enum a64_sign sign)
{
	const struct a64_quick *q = &i->quick;
	const struct a64_page *page;
	uint64_t moved, at = address(s, q, false, &moved);
	uint8_t *there = a64_access_plain(m, at, 2 * size, size, write, &page);

	if (!there)
		return A64_QUICK_NOT;
	a64_access_tell(m, page, (uint32_t)at, size, write);
	a64_access_tell(m, page, (uint32_t)at + size, size, write);
	if (write) {
		memcpy(there, &s->x[q->d], size);
		memcpy(there + size, &s->x[q->a], size);
	} else {
		s->x[q->d] = get(there, size, sign);
		s->x[q->a] = get(there + size, size, sign);
	}
	if (q->writes_back)
		s->x[q->n] = moved;
	return i->insn.addr + 4;
}

#define PAIR(name, size, write, sign)                                          \
	static uint32_t name(struct machine *m, struct a64_state *s,           \
			     const struct a64_insn *i)                         \
	{                                                                      \
		return pair(m, s, i, size, write, sign);                       \
	}
PAIR(stp_w, 4, true, A64_UNSIGNED)
PAIR(stp_x, 8, true, A64_UNSIGNED)
PAIR(ldp_w, 4, false, A64_UNSIGNED)
PAIR(ldp_x, 8, false, A64_UNSIGNED)
PAIR(ldpsw, 4, false, A64_TO_DOUBLEWORD)

static a64_quick_function *pair_of(struct a64_quick *q, uint32_t w)
{
	unsigned opc = a64_bits(w, 30, 2), kind = a64_bits(w, 23, 2);
	bool loads = a64_bits(w, 22, 1);
	uint32_t first = w & 31, second = a64_bits(w, 10, 5);

	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->d = loads ? a64_written(first, false) : a64_read(first, false);
	q->a = loads ? a64_written(second, false) : a64_read(second, false);
	q->immediate = a64_signed(a64_bits(w, 15, 7), 7) << (opc == 2 ? 3 : 2);
	q->after = kind == 1;
	q->writes_back = kind & 1;
	q->form = loads ? A64_LOAD_PAIR : A64_STORE_PAIR;
	q->size = opc == 2 ? 8 : 4;
	q->sign = opc == 1 ? A64_TO_DOUBLEWORD : A64_UNSIGNED;
	if ((loads && first == second) || (q->writes_back && q->n != A64_SP &&
					   (q->n == first || q->n == second)))
		return NULL;
	switch (opc) {
	case 0:
		return loads ? ldp_w : stp_w;
	case 1:
		return loads && kind ? ldpsw : NULL;
	case 2:
		return loads ? ldp_x : stp_x;
	default:
		return NULL;
	}
}

static bool is_prefetch(uint32_t w)
{
	return w >> 22 == 0xf9800000 >> 22 || w >> 24 == 0xd8 ||
	       (w & 0xffe00c00) == 0xf8800000 || (w & 0xffe04c00) == 0xf8a04800;
}

a64_quick_function *a64_quick_transfer(struct a64_quick *q, uint32_t w)
{
	if (is_prefetch(w)) { /* timed as a load, which none is for blocks */
		q->alone = true;
		return a64_quick_nothing(q);
	}
	if ((w & 0x3e000000) == 0x38000000)
		return register_of(q, w);
	if ((w & 0x3e000000) == 0x28000000)
		return pair_of(q, w);
	if ((w & 0x3f000000) == 0x08000000)
		return a64_quick_exclusive(q, w);
	if ((w & 0x3f000000) != 0x18000000 || w >> 30 == 3)
		return NULL;
	q->form = A64_LOAD_LITERAL;
	q->operation = (uint8_t)(w >> 30);
	q->size = q->operation == 1 ? 8 : 4;
	q->sign = q->operation == 2 ? A64_TO_DOUBLEWORD : A64_UNSIGNED;
	q->immediate = a64_signed(a64_bits(w, 5, 19), 19) * 4;
	q->d = a64_written(w & 31, false);
	return literal;
}
