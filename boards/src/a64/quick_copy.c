/* SPDX-License-Identifier: MIT */
/* Copies and permutations of elements, and constants [DDI0487 C4.1.6]. */
#include <string.h>

#include "boards/src/a64/lanes.h"

#define COPY(name)                                                             \
	static void do_##name(struct a64_state *s, const struct a64_quick *q,  \
			      union a64_v *to);                                \
	static uint32_t name(struct machine *m, struct a64_state *s,           \
			     const struct a64_insn *i)                         \
	{                                                                      \
		union a64_v to = { .d = { 0 } };                               \
                                                                               \
		(void)m;                                                       \
		do_##name(s, &i->quick, &to);                                  \
		s->v[i->quick.d] = to;                                         \
		s->written |= 1u << i->quick.d;                                \
		return i->insn.addr + 4;                                       \
	}                                                                      \
	static void do_##name(struct a64_state *s, const struct a64_quick *q,  \
			      union a64_v *to)

static unsigned lane_count(const struct a64_quick *q)
{
	return (q->wide ? 16u : 8u) >> q->size;
}

/* DUP of an element, of a register, or to a scalar. */
COPY(copy_element)
{
	const uint64_t value = lane_of(&s->v[q->n], q->size, q->by, false);

	for (unsigned k = 0; k < (q->indexed ? 1 : lane_count(q)); k++)
		set_lane(to, q->size, k, value);
}

COPY(copy_register)
{
	for (unsigned k = 0; k < lane_count(q); k++)
		set_lane(to, q->size, k, s->x[q->n]);
}

/* INS: `by` is where to, the operation is where from. */
COPY(insert_element)
{
	*to = s->v[q->d];
	set_lane(to, q->size, q->by,
		 lane_of(&s->v[q->n], q->size, q->operation, false));
}

COPY(insert_register)
{
	*to = s->v[q->d];
	set_lane(to, q->size, q->by, s->x[q->n]);
}

/* MOVI and so on: 1: ORR, 2: BIC. */
COPY(constant_lanes)
{
	for (unsigned k = 0; k < (q->wide ? 2 : 1); k++)
		to->d[k] = q->operation == 1 ? s->v[q->d].d[k] | q->immediate
			   : q->operation    ? s->v[q->d].d[k] & ~q->immediate
					     : q->immediate;
}

/* UZP, TRN, ZIP by their opcodes; bit 2: the second. */
COPY(permute)
{
	const unsigned all = lane_count(q), half = all / 2;
	const unsigned second = q->operation >> 2;

	for (unsigned k = 0; k < all; k++) {
		unsigned from;
		bool of_m = k & 1;

		if ((q->operation & 3) == 1) {
			from = 2 * (k % half) + second;
			of_m = k >= half;
		} else if ((q->operation & 3) == 2) {
			from = (k & ~1u) + second;
		} else {
			from = k / 2 + (second ? half : 0);
		}
		set_lane(to, q->size, k,
			 lane_of(&s->v[of_m ? q->m : q->n], q->size, from,
				 false));
	}
}

/* EXT, from byte `by` on. */
COPY(extract_bytes)
{
	const unsigned all = lane_count(q);

	for (unsigned k = 0; k < all; k++) {
		const unsigned from = k + q->by;

		to->b[k] = from < all ? s->v[q->n].b[from]
				      : s->v[q->m].b[from - all];
	}
}

/* TBL and TBX, of `by` registers. */
COPY(look_up)
{
	for (unsigned k = 0; k < lane_count(q); k++) {
		const unsigned at = s->v[q->m].b[k];

		if (at < 16u * q->by)
			to->b[k] = s->v[(q->n + at / 16) % 32].b[at % 16];
		else
			to->b[k] = q->invert ? s->v[q->d].b[k] : 0;
	}
}

/* REV16 to REV64: of elements, within so many of them. */
COPY(reverse)
{
	for (unsigned k = 0; k < lane_count(q); k++)
		set_lane(to, q->size, k ^ (q->by - 1u),
			 lane_of(&s->v[q->n], q->size, k, false));
}

/* UMOV and SMOV, which sign. */
static uint32_t take_element(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const uint64_t value = lane_of(&s->v[q->n], q->size, q->by, q->invert);

	(void)m;
	s->x[q->d] = q->wide ? value : (uint32_t)value;
	return i->insn.addr + 4;
}

/* The size and number of an element, of five bits; false: of none. */
static bool lane_place(struct a64_quick *q, uint32_t bits)
{
	if (!(bits & 15))
		return false;
	q->size = (uint8_t)__builtin_ctz(bits);
	q->by = (uint8_t)(bits >> (q->size + 1));
	return true;
}

static a64_quick_function *vector_copies(struct a64_quick *q, uint32_t w)
{
	const unsigned kind = a64_bits(w, 11, 4);

	if (!lane_place(q, a64_bits(w, 16, 5)))
		return NULL;
	if (a64_bits(w, 29, 1)) {
		q->operation = (uint8_t)(kind >> q->size);
		return q->wide ? insert_element : NULL;
	}
	switch (kind) {
	case 0:
		return q->size == 3 && !q->wide ? NULL : copy_element;
	case 1:
		q->n = a64_read(q->n, false);
		return q->size == 3 && !q->wide ? NULL : copy_register;
	case 3:
		q->n = a64_read(q->n, false);
		return q->wide ? insert_register : NULL;
	case 5:
	case 7:
		q->invert = kind == 5;
		q->d = a64_written(q->d, false);
		if (kind == 5 ? q->size > (q->wide ? 2 : 1)
			      : q->wide != (q->size == 3))
			return NULL;
		return take_element;
	default:
		return NULL;
	}
}

/* A byte of ones for each bit. */
static uint64_t lane_bytes(unsigned bits)
{
	uint64_t x = 0;

	for (unsigned k = 0; k < 8; k++)
		x |= bits >> k & 1 ? UINT64_C(0xff) << 8 * k : 0;
	return x;
}

/* Eight bits, by cmode and op [DDI0487, AdvSIMDExpandImm]. */
static a64_quick_function *constants(struct a64_quick *q, uint32_t w)
{
	const unsigned cmode = a64_bits(w, 12, 4), op = a64_bits(w, 29, 1);
	const unsigned number = a64_bits(w, 16, 3) << 5 | a64_bits(w, 5, 5);
	uint64_t x = number;

	if (a64_bits(w, 11, 1))
		return NULL;
	if (cmode < 8)
		x = (x << 8 * (cmode >> 1)) * 0x100000001;
	else if (cmode < 12)
		x = (x << 8 * (cmode >> 1 & 1)) * 0x1000100010001;
	else if (cmode == 12)
		x = (x << 8 | 0xff) * 0x100000001;
	else if (cmode == 13)
		x = (x << 16 | 0xffff) * 0x100000001;
	else if (cmode == 14 && !op)
		x *= 0x101010101010101;
	else if (cmode == 14)
		x = lane_bytes(number);
	else if (!op)
		x = expanded(number, IEEE_SINGLE) * 0x100000001;
	else if (q->wide)
		x = expanded(number, IEEE_DOUBLE);
	else
		return NULL;
	q->operation = (uint8_t)(cmode < 12 && cmode & 1 ? 1 + op : 0);
	q->immediate = op && cmode < 14 && !q->operation ? ~x : x;
	return constant_lanes;
}

static a64_quick_function *reversal(struct a64_quick *q, uint32_t w)
{
	/* Bits in which elements are reversed. */
	const unsigned within = a64_bits(w, 12, 1)   ? 16
				: a64_bits(w, 29, 1) ? 32
						     : 64;

	q->size = (uint8_t)a64_bits(w, 22, 2);
	q->by = (uint8_t)(within / (8u << q->size));
	return q->by < 2 || (within == 16 && a64_bits(w, 29, 1)) ? NULL
								 : reverse;
}

a64_quick_function *a64_quick_copy(struct a64_quick *q, uint32_t w)
{
	q->wide = a64_bits(w, 30, 1);
	q->d = w & 31;
	q->n = (uint8_t)a64_bits(w, 5, 5);
	q->m = (uint8_t)a64_bits(w, 16, 5);
	q->size = (uint8_t)a64_bits(w, 22, 2);
	if ((w & 0xffe0fc00) == 0x5e000400) {
		q->indexed = true;
		return lane_place(q, a64_bits(w, 16, 5)) ? copy_element : NULL;
	}
	if ((w & 0x9fe08400) == 0x0e000400)
		return vector_copies(q, w);
	if ((w & 0x9ff80400) == 0x0f000400)
		return constants(q, w);
	if ((w & 0x9f3fec00) == 0x0e200800)
		return reversal(q, w);
	if ((w & 0xbf208c00) == 0x0e000800) {
		q->operation = (uint8_t)a64_bits(w, 12, 3);
		return (q->operation & 3) == 0 || (q->size == 3 && !q->wide)
			       ? NULL
			       : permute;
	}
	if ((w & 0xbfe08400) == 0x2e000000) {
		q->by = (uint8_t)a64_bits(w, 11, 4);
		return !q->wide && q->by > 7 ? NULL : extract_bytes;
	}
	if ((w & 0xbfe08c00) != 0x0e000000)
		return NULL;
	q->by = (uint8_t)(1 + a64_bits(w, 13, 2));
	q->invert = a64_bits(w, 12, 1);
	return look_up;
}
