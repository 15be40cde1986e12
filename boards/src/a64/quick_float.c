/* SPDX-License-Identifier: MIT */
/* Floating point of scalars [DDI0487 C4.1.6]. */
#include "boards/src/a64/quick_float.h"
#include "boards/src/engine/condition.h"

#define FLOAT(name)                                                            \
	static uint32_t name(struct machine *m, struct a64_state *s,           \
			     const struct a64_insn *i)                         \
	{                                                                      \
		struct ieee e = ieee_of(s);                                    \
                                                                               \
		(void)m;                                                       \
		do_##name(s, &i->quick, &e);                                   \
		ieee_over(s, &e);                                              \
		return i->insn.addr + 4;                                       \
	}
#define DO(name)                                                               \
	static ALWAYS void do_##name(struct a64_state *s,                      \
				     const struct a64_quick *q,                \
				     struct ieee *e)

DO(of_two_f)
{
	set_scalar(s, q->d,
		   of_two(e, q->operation, q->size, scalar(s, q->n, q->size),
			  scalar(s, q->m, q->size)));
}

/* FMADD and so on; the addend's register is `a`. */
DO(of_three_f)
{
	const uint64_t sign = sign_bit(q->size);
	const uint64_t a = scalar(s, q->n, q->size) ^ (q->invert ? sign : 0);
	const uint64_t to = scalar(s, q->a, q->size) ^ (q->flags ? sign : 0);

	set_scalar(s, q->d,
		   ieee_multiply_add(e, (enum ieee_size)q->size, to, a,
				     scalar(s, q->m, q->size)));
}

/* FMOV, FABS, FNEG, FSQRT; FRINT with their bit 3. */
DO(of_one_f)
{
	const uint64_t a = scalar(s, q->n, q->size), sign = sign_bit(q->size);
	uint64_t result = a;

	if (q->operation & 8)
		result = ieee_integral(e, (enum ieee_size)q->size, a,
				       rounding_of(e, q->operation & 7u),
				       q->operation == 14);
	else if (q->operation == 1)
		result = a & ~sign;
	else if (q->operation == 2)
		result = a ^ sign;
	else if (q->operation == 3)
		result = ieee_root(e, (enum ieee_size)q->size, a);
	set_scalar(s, q->d, result);
}

/* FCVT: to the size that is the operation. */
DO(between_sizes)
{
	set_scalar(s, q->d,
		   ieee_convert(e, (enum ieee_size)q->size,
				(enum ieee_size)q->operation,
				scalar(s, q->n, q->size)));
}

DO(number_f)
{
	(void)e;
	set_scalar(s, q->d, q->immediate);
}

/* FCMP and FCCMP, of a register or zero. */
DO(compare_f)
{
	static const uint8_t flags[] = { 8, 6, 2, 3 }; /* enum ieee_order */
	uint32_t found = q->by;

	if (condition_holds(q->condition, s->pstate))
		found = flags[ieee_compare(
			e, (enum ieee_size)q->size, scalar(s, q->n, q->size),
			q->indexed ? 0 : scalar(s, q->m, q->size), q->invert)];
	s->pstate = (s->pstate & ~PSTATE_NZCV) | found << 28;
}

DO(select_f)
{
	const bool holds = condition_holds(q->condition, s->pstate);

	(void)e;
	set_scalar(s, q->d, scalar(s, holds ? q->n : q->m, q->size));
}

/* `by` bits of fraction, the rounding is the operation. */
DO(to_integer)
{
	s->x[q->d] = ieee_to_integer(e, (enum ieee_size)q->size,
				     scalar(s, q->n, q->size),
				     rounding_of(e, q->operation),
				     q->wide ? 64 : 32, q->flags, q->by);
}

DO(of_integer)
{
	set_scalar(s, q->d,
		   ieee_of_integer(e, (enum ieee_size)q->size,
				   q->wide ? s->x[q->n] : (uint32_t)s->x[q->n],
				   q->wide ? 64 : 32, q->flags, q->by));
}

/* FMOV between the two kinds of registers; `by` is the half. */
DO(take_out)
{
	(void)e;
	s->x[q->d] = q->wide ? s->v[q->n].d[q->by] : s->v[q->n].s[0];
}

DO(put_in)
{
	const uint64_t value = q->wide ? s->x[q->n] : (uint32_t)s->x[q->n];

	(void)e;
	if (!q->by) {
		set_scalar(s, q->d, value);
		return;
	}
	s->v[q->d].d[1] = value;
	s->written |= 1u << q->d;
}

FLOAT(of_two_f)
FLOAT(of_three_f)
FLOAT(of_one_f)
FLOAT(between_sizes)
FLOAT(number_f)
FLOAT(compare_f)
FLOAT(select_f)
FLOAT(to_integer)
FLOAT(of_integer)
FLOAT(take_out)
FLOAT(put_in)

static a64_quick_function *of_one(struct a64_quick *q, uint32_t w,
				  unsigned type)
{
	static const uint8_t sizes[] = { IEEE_SINGLE, IEEE_DOUBLE, 0,
					 IEEE_HALF };
	const unsigned opcode = a64_bits(w, 15, 6);

	if ((opcode & ~3u) == 4 && opcode != 6) {
		q->operation = sizes[opcode & 3];
		return q->operation == q->size ? NULL : between_sizes;
	}
	q->operation = (uint8_t)opcode;
	return type > 1 || opcode > 15 || opcode == 13 || opcode == 6
		       ? NULL
		       : of_one_f;
}

/* Of FMOV only those that are there, of the top half too. */
static a64_quick_function *moved_across(struct a64_quick *q, unsigned type,
					unsigned rmode, bool to_vector)
{
	q->by = rmode == 1;
	if (rmode > 1 ||
	    (rmode == 1 ? type != 2 || !q->wide : type != (unsigned)q->wide))
		return NULL;
	return to_vector ? put_in : take_out;
}

static a64_quick_function *of_integers(struct a64_quick *q, uint32_t w,
				       unsigned type, bool fixed)
{
	static const uint8_t modes[] = { 0, 1, 2, 3 };
	const unsigned opcode = a64_bits(w, 16, 3), rmode = a64_bits(w, 19, 2);
	const bool to_vector = opcode == 2 || opcode == 3 || opcode == 7;

	q->wide = w >> 31;
	q->flags = !(opcode & 1); /* signed */
	q->by = fixed ? (uint8_t)(64 - a64_bits(w, 10, 6)) : 0;
	q->operation = modes[rmode];
	if (to_vector)
		q->n = a64_read(a64_bits(w, 5, 5), false);
	else
		q->d = a64_written(w & 31, false);
	if (opcode >= 6)
		return fixed ? NULL : moved_across(q, type, rmode, opcode == 7);
	if (type > 1 || (fixed && !q->wide && q->by > 32))
		return NULL;
	if (to_vector)
		return rmode ? NULL : of_integer;
	if (opcode >= 4) {
		q->operation = 4; /* away */
		return rmode || fixed ? NULL : to_integer;
	}
	return fixed && rmode != 3 ? NULL : to_integer;
}

static a64_quick_function *comparison(struct a64_quick *q, uint32_t w)
{
	const uint32_t kind = w & 31;

	q->condition = 14; /* always */
	q->indexed = kind & 8;
	q->invert = kind & 16; /* signalling */
	return kind & 7 || a64_bits(w, 14, 2) ||
			       (q->indexed && a64_bits(w, 16, 5))
		       ? NULL
		       : compare_f;
}

static a64_quick_function *usual(struct a64_quick *q, uint32_t w)
{
	q->condition = (uint8_t)a64_bits(w, 12, 4);
	switch (a64_bits(w, 10, 2)) {
	case 1:
		q->by = w & 15;
		q->invert = a64_bits(w, 4, 1);
		return compare_f;
	case 2:
		q->operation = (uint8_t)a64_bits(w, 12, 4);
		return q->operation > 8 ? NULL : of_two_f;
	case 3:
		return select_f;
	default:
		break;
	}
	if (a64_bits(w, 12, 1)) {
		q->immediate = expanded(a64_bits(w, 13, 8), q->size);
		return w & 0x3e0 ? NULL : number_f;
	}
	return a64_bits(w, 13, 1) ? comparison(q, w) : NULL;
}

a64_quick_function *a64_quick_float(struct a64_quick *q, uint32_t w)
{
	static const uint8_t sizes[] = { IEEE_SINGLE, IEEE_DOUBLE, IEEE_DOUBLE,
					 IEEE_HALF };
	const unsigned type = a64_bits(w, 22, 2);

	q->size = sizes[type];
	q->d = w & 31;
	q->n = (uint8_t)a64_bits(w, 5, 5);
	q->m = (uint8_t)a64_bits(w, 16, 5);
	if (w >> 24 == 0x1f) {
		q->a = (uint8_t)a64_bits(w, 10, 5);
		q->flags = a64_bits(w, 21, 1);
		q->invert = a64_bits(w, 15, 1) != a64_bits(w, 21, 1);
		return type > 1 ? NULL : of_three_f;
	}
	if ((w & 0x7f200000) == 0x1e000000)
		return of_integers(q, w, type, true);
	if ((w & 0x7f20fc00) == 0x1e200000)
		return of_integers(q, w, type, false);
	if ((w & 0xff207c00) == 0x1e204000)
		return type == 2 ? NULL : of_one(q, w, type);
	return w >> 24 == 0x1e && a64_bits(w, 21, 1) && type < 2 ? usual(q, w)
								 : NULL;
}
