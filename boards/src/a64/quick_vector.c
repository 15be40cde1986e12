/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores of vectors [DDI0487 C4.1.4], in plain memory: the model is
 * told of eight bytes at most at a time.
 */
#include "boards/src/a64/quick_memory.h"

enum { UNIT = 8, PIECE = 1024 };

static void tell_units(struct machine *m, const struct a64_page *page,
		       uint64_t at, unsigned bytes, unsigned unit, bool write)
{
	for (unsigned k = 0; k < bytes; k += unit)
		if (m->flight.accesses < ACCESSES_MAX)
			a64_access_tell(m, page, (uint32_t)at + k, unit, write);
}

/* One register, or a pair. */
static uint32_t move_vectors(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const bool write = q->form == A64_STORE;
	const unsigned count = q->invert ? 2 : 1, bytes = count * q->size;
	const uint8_t numbers[] = { q->d, q->a };
	const struct a64_page *page;
	uint64_t moved = i->insn.addr + q->immediate, at = moved;
	uint8_t *there;

	if (q->n != A64_NOWHERE)
		at = address(s, q, q->indexed, &moved);
	there = a64_access_plain(m, at, bytes, q->size, write, &page);
	if (!there)
		return A64_QUICK_NOT;
	tell_units(m, page, at, bytes, q->size < UNIT ? q->size : UNIT, write);
	for (unsigned k = 0; k < count; k++) {
		union a64_v *v = &s->v[numbers[k]];

		if (write) {
			memcpy(there + (size_t)k * q->size, v, q->size);
			continue;
		}
		*v = (union a64_v){ .d = { 0 } };
		memcpy(v, there + (size_t)k * q->size, q->size);
		s->written |= 1u << numbers[k];
	}
	if (q->writes_back)
		s->x[q->n] = moved;
	return i->insn.addr + 4;
}

/* LD1 to ST4 of all elements: `by` registers' elements lie side by side, and so
 * `shift` times; elements of `operation` bytes. */
static uint32_t move_structures(struct machine *m, struct a64_state *s,
				const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const bool write = q->form == A64_STORE;
	const unsigned element = q->operation, all = q->by * q->shift;
	const unsigned bytes = q->size * all;
	const uint64_t at = s->x[q->n];
	const struct a64_page *page;
	uint8_t *there =
		a64_access_plain(m, at, bytes, i->element, write, &page);
	unsigned from = 0;

	/* Units are misaligned where elements are not: see access_plain.c. */
	if (q->by == 1 && at % UNIT && at % PIECE + bytes > PIECE)
		return A64_QUICK_NOT;
	if (!there)
		return A64_QUICK_NOT;
	tell_units(m, page, at, bytes, q->by == 1 ? UNIT : element, write);
	for (unsigned k = 0; !write && k < all; k++) {
		s->v[(q->d + k) % 32] = (union a64_v){ .d = { 0 } };
		s->written |= 1u << (q->d + k) % 32;
	}
	for (unsigned turn = 0; turn < q->shift; turn++)
		for (unsigned k = 0; k < q->size; k += element)
			for (unsigned r = 0; r < q->by; r++) {
				uint8_t *v = s->v[(q->d + turn + r) % 32].b + k;

				memcpy(write ? there + from : v,
				       write ? v : there + from, element);
				from += element;
			}
	if (q->writes_back)
		s->x[q->n] += q->m == A64_ZERO ? bytes : s->x[q->m];
	return i->insn.addr + 4;
}

/* LD1R and so on: `operation` bytes of each register, which go all over it;
 * else to or from element `shift` alone. */
static uint32_t move_elements(struct machine *m, struct a64_state *s,
			      const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const bool write = q->form == A64_STORE;
	const unsigned element = q->operation, bytes = q->by * element;
	const uint64_t at = s->x[q->n];
	const struct a64_page *page;
	uint8_t *there =
		a64_access_plain(m, at, bytes, i->element, write, &page);

	if (!there)
		return A64_QUICK_NOT;
	tell_units(m, page, at, bytes, element, write);
	for (unsigned r = 0; r < q->by; r++) {
		const unsigned number = (q->d + r) % 32;
		union a64_v *v = &s->v[number];

		if (write) {
			memcpy(there, v->b + q->shift, element);
		} else if (q->invert) {
			*v = (union a64_v){ .d = { 0 } };
			for (unsigned k = 0; k < q->size; k += element)
				memcpy(v->b + k, there, element);
		} else {
			memcpy(v->b + q->shift, there, element);
		}
		there += element;
		s->written |= write ? 0 : 1u << number;
	}
	if (q->writes_back)
		s->x[q->n] += q->m == A64_ZERO ? bytes : s->x[q->m];
	return i->insn.addr + 4;
}

static a64_quick_function *elements_of(struct a64_quick *q, uint32_t w)
{
	const unsigned opcode = a64_bits(w, 13, 3), size = a64_bits(w, 10, 2);
	const unsigned s = a64_bits(w, 12, 1), all = a64_bits(w, 30, 1);
	unsigned scale = opcode >> 1;

	q->by = (uint8_t)(1 + ((opcode & 1) << 1 | a64_bits(w, 21, 1)));
	q->size = all ? 16 : 8;
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->m = a64_read(a64_bits(w, 16, 5), false);
	q->d = w & 31;
	q->writes_back = a64_bits(w, 23, 1);
	q->form = a64_bits(w, 22, 1) ? A64_LOAD : A64_STORE;
	q->invert = scale == 3;
	if ((!q->writes_back && q->m != 0) ||
	    (q->invert && (s || q->form == A64_STORE)) ||
	    (scale == 1 && size & 1) ||
	    (scale == 2 && (size & 2 || (size && s))))
		return NULL;
	if (scale == 2 && size)
		scale = 3;
	else if (q->invert)
		scale = size;
	q->shift = (uint8_t)(all << 3);
	if (!q->invert && scale < 3)
		q->shift =
			(uint8_t)(all << 3 | s << 2 | (scale < 2 ? size : 0));
	q->operation = (uint8_t)(1u << scale);
	return move_elements;
}

static a64_quick_function *structures_of(struct a64_quick *q, uint32_t w)
{
	/* By opcode: registers side by side, and times. */
	static const uint8_t shapes[16][2] = {
		[0] = { 4, 1 }, [2] = { 1, 4 }, [4] = { 3, 1 },  [6] = { 1, 3 },
		[7] = { 1, 1 }, [8] = { 2, 1 }, [10] = { 1, 2 },
	};
	const unsigned opcode = a64_bits(w, 12, 4);

	q->by = shapes[opcode][0];
	q->shift = shapes[opcode][1];
	q->size = a64_bits(w, 30, 1) ? 16 : 8;
	q->operation = (uint8_t)(1u << a64_bits(w, 10, 2));
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->m = a64_read(a64_bits(w, 16, 5), false);
	q->d = w & 31;
	q->writes_back = a64_bits(w, 23, 1);
	q->form = a64_bits(w, 22, 1) ? A64_LOAD : A64_STORE;
	if (!q->by || (q->operation == 8 && q->size == 8 && q->by > 1) ||
	    (!q->writes_back && q->m != 0) || a64_bits(w, 21, 1))
		return NULL;
	return move_structures;
}

static a64_quick_function *one_vector(struct a64_quick *q, uint32_t w)
{
	const unsigned opc = a64_bits(w, 22, 2), kind = a64_bits(w, 10, 2);
	const unsigned size = opc & 2 ? 4 : a64_bits(w, 30, 2);

	if (opc & 2 && a64_bits(w, 30, 2))
		return NULL;
	q->size = (uint8_t)(1u << size);
	q->d = w & 31;
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->form = opc & 1 ? A64_LOAD : A64_STORE;
	if (a64_bits(w, 24, 1)) {
		q->immediate = (uint64_t)a64_bits(w, 10, 12) << size;
		return move_vectors;
	}
	if (a64_bits(w, 21, 1)) {
		q->indexed = true;
		q->m = a64_read(a64_bits(w, 16, 5), false);
		q->shift = (uint8_t)a64_bits(w, 13, 3);
		q->by = a64_bits(w, 12, 1) ? (uint8_t)size : 0;
		return kind == 2 && q->shift & 2 ? move_vectors : NULL;
	}
	q->immediate = a64_signed(a64_bits(w, 12, 9), 9);
	q->after = kind == 1;
	q->writes_back = kind & 1;
	return kind == 2 ? NULL : move_vectors;
}

static a64_quick_function *two_vectors(struct a64_quick *q, uint32_t w)
{
	const unsigned opc = a64_bits(w, 30, 2), kind = a64_bits(w, 23, 2);
	const bool loads = a64_bits(w, 22, 1);

	q->size = (uint8_t)(4u << opc);
	q->d = w & 31;
	q->a = (uint8_t)a64_bits(w, 10, 5);
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->immediate = a64_signed(a64_bits(w, 15, 7), 7) << (2 + opc);
	q->after = kind == 1;
	q->writes_back = kind & 1;
	q->invert = true; /* a pair */
	q->form = loads ? A64_LOAD : A64_STORE;
	return opc == 3 || (loads && q->d == q->a) ? NULL : move_vectors;
}

a64_quick_function *a64_quick_vectors(struct a64_quick *q, uint32_t w)
{
	if ((w & 0x3e000000) == 0x3c000000)
		return one_vector(q, w);
	if ((w & 0x3e000000) == 0x2c000000)
		return two_vectors(q, w);
	if ((w & 0xbf000000) == 0x0c000000)
		return structures_of(q, w);
	if ((w & 0xbf000000) == 0x0d000000)
		return elements_of(q, w);
	if ((w & 0x3f000000) != 0x1c000000 || w >> 30 == 3)
		return NULL;
	q->form = A64_LOAD;
	q->size = (uint8_t)(4u << (w >> 30));
	q->immediate = a64_signed(a64_bits(w, 5, 19), 19) * 4;
	q->d = w & 31;
	q->n = A64_NOWHERE;
	return move_vectors;
}
