/* SPDX-License-Identifier: MIT */
/* Data processing between registers [DDI0487 C4.1.5]. */
#include "boards/src/a64/quick_alu.h"
#include "boards/src/engine/condition.h"

static ALWAYS uint64_t add_shifted(struct a64_state *s,
				   const struct a64_quick *q, bool wide)
{
	return add_or_subtract(
		s, q, wide,
		shifted(fit(s->x[q->m], wide), q->shift, q->by, wide));
}

static ALWAYS uint64_t add_extended(struct a64_state *s,
				    const struct a64_quick *q, bool wide)
{
	return add_or_subtract(s, q, wide,
			       a64_extended(s->x[q->m], q->shift) << q->by);
}

static ALWAYS uint64_t add_carry(struct a64_state *s, const struct a64_quick *q,
				 bool wide)
{
	uint64_t b = q->operation ? ~s->x[q->m] : s->x[q->m];

	return sum(s, q->flags, wide, fit(s->x[q->n], wide), fit(b, wide),
		   s->pstate >> C_BIT & 1);
}

static ALWAYS uint64_t logic_shifted(struct a64_state *s,
				     const struct a64_quick *q, bool wide)
{
	uint64_t b = shifted(fit(s->x[q->m], wide), q->shift, q->by, wide);

	return logic(s, q, wide, q->invert ? ~b : b);
}

static ALWAYS uint64_t select(struct a64_state *s, const struct a64_quick *q,
			      bool wide)
{
	uint64_t other;

	if (condition_holds(q->condition, s->pstate))
		return fit(s->x[q->n], wide);
	other = q->invert ? ~s->x[q->m] : s->x[q->m];
	return fit(other + q->operation, wide);
}

/* CCMP and CCMN; what they give goes nowhere. */
static ALWAYS uint64_t compare_if(struct a64_state *s,
				  const struct a64_quick *q, bool wide)
{
	if (!condition_holds(q->condition, s->pstate)) {
		s->pstate = (s->pstate & ~PSTATE_NZCV) | (uint32_t)q->by
								 << V_BIT;
		return 0;
	}
	return add_or_subtract(s, q, wide,
			       q->m == A64_NOWHERE ? q->immediate : s->x[q->m]);
}

static ALWAYS uint64_t divided(uint64_t a, uint64_t b, bool wide)
{
	int64_t x = (int64_t)a64_signed(a, wide ? 64 : 32);
	int64_t y = (int64_t)a64_signed(b, wide ? 64 : 32);

	if (y == 0)
		return 0;
	if (y == -1) /* the least has no negative */
		return fit(0 - (uint64_t)x, wide);
	return fit((uint64_t)(x / y), wide);
}

static ALWAYS uint64_t two(struct a64_state *s, const struct a64_quick *q,
			   bool wide)
{
	uint64_t a = fit(s->x[q->n], wide), b = fit(s->x[q->m], wide);

	if (q->operation == 2)
		return b ? a / b : 0;
	if (q->operation == 3)
		return divided(a, b, wide);
	return shifted(a, q->operation & 3u, (unsigned)b & (wide ? 63 : 31),
		       wide);
}

static ALWAYS uint64_t one(struct a64_state *s, const struct a64_quick *q,
			   bool wide)
{
	uint64_t a = fit(s->x[q->n], wide);

	if (q->operation == 4) {
		if (!a)
			return wide ? 64 : 32;
		return (uint64_t)__builtin_clzll(a) - (wide ? 0 : 32);
	}
	return wide ? __builtin_bswap64(a) : __builtin_bswap32((uint32_t)a);
}

static ALWAYS uint64_t multiply(struct a64_state *s, const struct a64_quick *q,
				bool wide)
{
	uint64_t product = s->x[q->n] * s->x[q->m], a = s->x[q->a];

	return fit(q->operation ? a - product : a + product, wide);
}

/* SMADDL, SMSUBL, UMADDL, UMSUBL, SMULH, UMULH: doublewords always. */
static ALWAYS uint64_t multiply_long(struct a64_state *s,
				     const struct a64_quick *q, bool wide)
{
	uint64_t a = s->x[q->n], b = s->x[q->m], product;

	(void)wide;
	if (q->operation == 4)
		return (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
	if (q->operation == 12)
		return (uint64_t)((unsigned __int128)a * b >> 64);
	if (q->operation & 8)
		product = (uint64_t)(uint32_t)a * (uint32_t)b;
	else
		product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
	return q->operation & 1 ? s->x[q->a] - product : s->x[q->a] + product;
}

FUNCTIONS(add_shifted)
FUNCTIONS(add_extended)
FUNCTIONS(add_carry)
FUNCTIONS(logic_shifted)
FUNCTIONS(select)
FUNCTIONS(compare_if)
FUNCTIONS(two)
FUNCTIONS(one)
FUNCTIONS(multiply)
FUNCTION(multiply_long, true)

static a64_quick_function *by_carry(struct a64_quick *q, uint32_t w)
{
	q->operation = (uint8_t)a64_bits(w, 30, 1);
	q->flags = a64_bits(w, 29, 1);
	return a64_bits(w, 10, 6) ? NULL : WIDTH(add_carry);
}

static a64_quick_function *by_condition(struct a64_quick *q, uint32_t w)
{
	q->condition = (uint8_t)a64_bits(w, 12, 4);
	q->operation = (uint8_t)a64_bits(w, 10, 1);
	q->invert = a64_bits(w, 30, 1);
	return a64_bits(w, 29, 1) || a64_bits(w, 11, 1) ? NULL : WIDTH(select);
}

static a64_quick_function *compare_on(struct a64_quick *q, uint32_t w)
{
	q->condition = (uint8_t)a64_bits(w, 12, 4);
	q->operation = (uint8_t)a64_bits(w, 30, 1);
	q->by = w & 15;
	q->flags = true;
	q->d = A64_NOWHERE;
	if (a64_bits(w, 11, 1)) {
		q->immediate = a64_bits(w, 16, 5);
		q->m = A64_NOWHERE;
	}
	return !a64_bits(w, 29, 1) || w & 0x410 ? NULL : WIDTH(compare_if);
}

static a64_quick_function *one_or_two(struct a64_quick *q, uint32_t w)
{
	bool wide = w >> 31;

	q->operation = (uint8_t)a64_bits(w, 10, 6);
	if (a64_bits(w, 29, 1))
		return NULL;
	if (!a64_bits(w, 30, 1))
		return (q->operation & ~1u) == 2 || (q->operation & ~3u) == 8
			       ? WIDTH(two)
			       : NULL;
	if (a64_bits(w, 16, 5))
		return NULL;
	return q->operation == 4 || q->operation == (wide ? 3 : 2) ? WIDTH(one)
								   : NULL;
}

static a64_quick_function *three(struct a64_quick *q, uint32_t w)
{
	unsigned kind = a64_bits(w, 21, 3), minus = a64_bits(w, 15, 1);

	q->a = a64_read(a64_bits(w, 10, 5), false);
	q->operation = (uint8_t)(minus | (kind & 4 ? 8 : 0));
	if (a64_bits(w, 29, 2))
		return NULL;
	if (kind == 0)
		return WIDTH(multiply);
	if (!(w >> 31))
		return NULL;
	if (kind == 1 || kind == 5)
		return multiply_long_true;
	if ((kind != 2 && kind != 6) || minus || q->a != A64_ZERO)
		return NULL;
	q->operation = kind == 2 ? 4 : 12;
	return multiply_long_true;
}

static a64_quick_function *sum_of(struct a64_quick *q, uint32_t w)
{
	q->operation = (uint8_t)a64_bits(w, 30, 1);
	q->flags = a64_bits(w, 29, 1);
	if (!a64_bits(w, 21, 1)) {
		q->shift = (uint8_t)a64_bits(w, 22, 2);
		q->by = (uint8_t)a64_bits(w, 10, 6);
		return q->shift == ROR || (!(w >> 31) && q->by & 32)
			       ? NULL
			       : WIDTH(add_shifted);
	}
	q->shift = (uint8_t)a64_bits(w, 13, 3);
	q->by = (uint8_t)a64_bits(w, 10, 3);
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->d = a64_written(w & 31, !q->flags);
	return a64_bits(w, 22, 2) || q->by > 4 ? NULL : WIDTH(add_extended);
}

a64_quick_function *a64_quick_registers(struct a64_quick *q, uint32_t w)
{
	q->d = a64_written(w & 31, false);
	q->n = a64_read(a64_bits(w, 5, 5), false);
	q->m = a64_read(a64_bits(w, 16, 5), false);
	if (!a64_bits(w, 28, 1)) {
		if (a64_bits(w, 24, 1))
			return sum_of(q, w);
		q->operation = (uint8_t)a64_bits(w, 29, 2);
		q->shift = (uint8_t)a64_bits(w, 22, 2);
		q->by = (uint8_t)a64_bits(w, 10, 6);
		q->invert = a64_bits(w, 21, 1);
		return !(w >> 31) && q->by & 32 ? NULL : WIDTH(logic_shifted);
	}
	if (a64_bits(w, 24, 1))
		return three(q, w);
	switch (a64_bits(w, 21, 3)) {
	case 0:
		return by_carry(q, w);
	case 2:
		return compare_on(q, w);
	case 4:
		return by_condition(q, w);
	case 6:
		return one_or_two(q, w);
	default:
		return NULL;
	}
}
