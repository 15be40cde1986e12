/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores [ARM ARM A3.11, A3.12].  Where all of an access is plain
 * memory that the program may use, it is told to the machine and done; every
 * other is the engine's, with its aborts.
 */
#include "boards/src/a32/quick_memory.h"

#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/inner.h"

static ALWAYS uint32_t read_one(struct machine *m, struct engine_state *s,
				const struct decoded *d, enum kind kind,
				bool indexed)
{
	const struct quick *q = &d->quick;
	const unsigned size = size_of(kind);
	const struct mmu_page *page;
	uint32_t moved, at = address(s, q, indexed, &moved), value;
	const uint8_t *from;

	if (at & (size - 1))
		return QUICK_NOT;
	from = access_plain(m, at, size, false, &page);
	if (!from)
		return QUICK_NOT;
	access_tell(m, page, at, size, false, 0);
	value = get(from, kind);
	if (q->writes_back)
		s->r[q->n] = moved;
	s->r[q->d] = value;
	return decoded_next(d);
}

static ALWAYS uint32_t write_one(struct machine *m, struct engine_state *s,
				 const struct decoded *d, enum kind kind,
				 bool indexed)
{
	const struct quick *q = &d->quick;
	const unsigned size = size_of(kind);
	const struct mmu_page *page;
	uint32_t moved, at = address(s, q, indexed, &moved);
	uint8_t *to;

	if (at & (size - 1))
		return QUICK_NOT;
	to = access_plain(m, at, size, true, &page);
	if (!to)
		return QUICK_NOT;
	access_tell(m, page, at, size, true, s->r[q->d]);
	put(to, kind, s->r[q->d]);
	if (q->writes_back)
		s->r[q->n] = moved;
	return decoded_next(d);
}

#define FUNCTION(name, does, kind, indexed)                                    \
	static uint32_t name(struct machine *m, struct engine_state *s,        \
			     const struct decoded *d)                          \
	{                                                                      \
		return does(m, s, d, kind, indexed);                           \
	}
#define FUNCTIONS(name, does, kind)                                            \
	FUNCTION(name##_offset, does, kind, false)                             \
	FUNCTION(name##_indexed, does, kind, true)
FUNCTIONS(ldr, read_one, WORD)
FUNCTIONS(ldrb, read_one, BYTE)
FUNCTIONS(ldrh, read_one, HALF)
FUNCTIONS(ldrsb, read_one, SIGNED_BYTE)
FUNCTIONS(ldrsh, read_one, SIGNED_HALF)
FUNCTIONS(str, write_one, WORD)
FUNCTIONS(strb, write_one, BYTE)
FUNCTIONS(strh, write_one, HALF)

/* A load of the pc: what it finds may be the engine's to go to. */
static uint32_t load_pc(struct machine *m, struct engine_state *s,
			const struct decoded *d)
{
	const struct quick *q = &d->quick;
	const struct mmu_page *page;
	uint32_t moved, at, to;
	const uint8_t *from;

	at = address(s, q, q->indexed, &moved);
	from = at & 3 ? NULL : access_plain(m, at, 4, false, &page);
	if (!from || a32_on_bus(m))
		return QUICK_NOT;
	to = quick_exchange(s, get(from, WORD));
	if (to == QUICK_NOT)
		return QUICK_NOT;
	access_tell(m, page, at, 4, false, 0);
	if (q->writes_back)
		s->r[q->n] = moved;
	return to;
}

/* The bits that all of them have; false: an unusual one. */
static bool addressing(struct quick *q, uint32_t word)
{
	bool w = bits(word, 21, 1);

	q->before = bits(word, 24, 1);
	q->down = !bits(word, 23, 1);
	q->writes_back = !q->before || w;
	q->n = (uint8_t)bits(word, 16, 4);
	q->d = (uint8_t)bits(word, 12, 4);
	return (q->before || !w) &&
	       (!q->writes_back || (q->n != PC && q->n != q->d));
}

quick_function *quick_single(struct quick *q, uint32_t word)
{
	bool loads = bits(word, 20, 1), byte = bits(word, 22, 1);
	bool indexed = bits(word, 25, 1);

	if (!addressing(q, word))
		return NULL;
	q->immediate = bits(word, 0, 12);
	q->indexed = indexed;
	if (indexed)
		quick_shift(q, word);
	if (indexed && (q->m == PC || (q->writes_back && q->m == q->n)))
		return NULL;
	q->kind = q->d == PC ? QUICK_LOAD_PC : loads ? QUICK_LOAD : QUICK_STORE;
	q->form = byte ? BYTE : WORD;
	if (q->d == PC)
		return loads && !byte ? load_pc : NULL;
	if (loads && byte)
		return indexed ? ldrb_indexed : ldrb_offset;
	if (loads)
		return indexed ? ldr_indexed : ldr_offset;
	if (byte)
		return indexed ? strb_indexed : strb_offset;
	return indexed ? str_indexed : str_offset;
}

/* Several words one after the other, lowest register and address first. */
static uint32_t transfer(struct machine *m, struct engine_state *s,
			 uint32_t list, uint32_t at, bool write)
{
	const unsigned bytes = 4 * (unsigned)__builtin_popcount(list);
	const struct mmu_page *page;
	uint8_t *there =
		at & 3 ? NULL : access_plain(m, at, bytes, write, &page);
	uint32_t to = 0;

	if (!there)
		return QUICK_NOT;
	if (list >> PC) {
		if (a32_on_bus(m))
			return QUICK_NOT;
		to = quick_exchange(s, get(there + bytes - 4, WORD));
		if (to == QUICK_NOT)
			return QUICK_NOT;
	}
	for (; list; list &= list - 1, at += 4, there += 4) {
		uint32_t *r = &s->r[__builtin_ctz(list)];

		access_tell(m, page, at, 4, write, write ? *r : 0);
		if (write)
			put(there, WORD, *r);
		else
			*r = get(there, WORD);
	}
	return to;
}

static uint32_t pair(struct machine *m, struct engine_state *s,
		     const struct decoded *d)
{
	const struct quick *q = &d->quick;
	const uint8_t pair[] = { q->d, q->s };
	const bool write = q->operation;
	const struct mmu_page *page;
	uint32_t moved, at = address(s, q, q->indexed, &moved);
	uint8_t *there = at & 3 ? NULL : access_plain(m, at, 8, write, &page);

	if (!there)
		return QUICK_NOT;
	for (unsigned i = 0; i < 2; i++) {
		uint32_t *r = &s->r[pair[i]];

		access_tell(m, page, at + 4 * i, 4, write, write ? *r : 0);
		if (write)
			put(there + (size_t)4 * i, WORD, *r);
		else
			*r = get(there + (size_t)4 * i, WORD);
	}
	if (q->writes_back)
		s->r[q->n] = moved;
	return decoded_next(d);
}

quick_function *quick_pair(struct quick *q)
{
	uint32_t both = 1u << q->d | 1u << q->s;

	q->kind = QUICK_PAIR;
	if (q->d == q->s || q->d == PC || q->s == PC ||
	    (q->writes_back && both >> q->n & 1) ||
	    (q->indexed && both >> q->m & 1))
		return NULL;
	return pair;
}

/* LDRD and STRD: the bits 6:5 of the other loads mean other things. */
static quick_function *doubleword(struct quick *q, uint32_t word)
{
	q->operation = (uint8_t)bits(word, 5, 1); /* 1: it stores */
	q->s = (uint8_t)(q->d + 1);
	return q->d & 1 ? NULL : quick_pair(q);
}

quick_function *quick_extra(struct quick *q, uint32_t word)
{
	static const uint8_t signed_or_half[] = { WORD, HALF, SIGNED_BYTE,
						  SIGNED_HALF };
	bool indexed = !bits(word, 22, 1), loads = bits(word, 20, 1);

	if (!addressing(q, word))
		return NULL;
	q->immediate = bits(word, 8, 4) << 4 | (word & 15);
	q->m = indexed ? (uint8_t)(word & 15) : 0;
	if (indexed && (bits(word, 8, 4) || q->m == PC ||
			(q->writes_back && q->m == q->n)))
		return NULL;
	if (q->d == PC)
		return NULL;
	q->indexed = indexed;
	q->kind = loads ? QUICK_LOAD : QUICK_STORE;
	q->form = signed_or_half[bits(word, 5, 2)];
	switch (bits(word, 5, 2)) {
	case 1:
		if (loads)
			return indexed ? ldrh_indexed : ldrh_offset;
		return indexed ? strh_indexed : strh_offset;
	case 2:
		if (!loads)
			return doubleword(q, word);
		return indexed ? ldrsb_indexed : ldrsb_offset;
	default:
		if (!loads)
			return doubleword(q, word);
		return indexed ? ldrsh_indexed : ldrsh_offset;
	}
}

uint32_t quick_table(struct machine *m, struct engine_state *s,
		     const struct decoded *d)
{
	const struct quick *q = &d->quick;
	const uint32_t at = s->r[q->n] + (s->r[q->m] << q->by);
	const struct mmu_page *page;
	const uint8_t *from =
		at & q->by ? NULL
			   : access_plain(m, at, 1u << q->by, false, &page);

	if (!from || a32_on_bus(m))
		return QUICK_NOT;
	access_tell(m, page, at, 1u << q->by, false, 0);
	return q->pc + 2 * get(from, q->by ? HALF : BYTE);
}

static uint32_t multiple(struct machine *m, struct engine_state *s,
			 const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t list = q->immediate, base = s->r[q->n];
	uint32_t bytes = 4 * (uint32_t)__builtin_popcount(list);
	uint32_t at = (q->down ? base - bytes : base) +
		      (q->before != q->down ? 4 : 0);
	uint32_t to;

	/* A load that is undone on the way must find its base again. */
	if (a32_on_bus(m) && !q->operation && list >> q->n & 1)
		return QUICK_NOT;
	to = transfer(m, s, list, at, q->operation);
	if (to == QUICK_NOT)
		return QUICK_NOT;
	if (q->writes_back)
		s->r[q->n] = q->down ? base - bytes : base + bytes;
	return list >> PC ? to : decoded_next(d);
}

quick_function *quick_multiple(struct quick *q, uint32_t word)
{
	q->immediate = word & 0xffff;
	q->before = bits(word, 24, 1);
	q->down = !bits(word, 23, 1);
	q->writes_back = bits(word, 21, 1);
	q->n = (uint8_t)bits(word, 16, 4);
	q->operation = !bits(word, 20, 1); /* 1: it stores */
	q->kind = QUICK_MULTIPLE;
	if (bits(word, 22, 1) || !q->immediate || q->n == PC ||
	    (q->operation && q->immediate >> PC) ||
	    (q->writes_back && q->immediate >> q->n & 1))
		return NULL;
	return multiple;
}
