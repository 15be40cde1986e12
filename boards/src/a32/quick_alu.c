/* SPDX-License-Identifier: MIT */
/* Data processing and multiplication [ARM ARM A3.4, A3.5]. */
#include "boards/src/a32/quick_alu.h"

#include "boards/src/a32/decode/bits.h"

#define FUNCTION(name, form)                                                   \
	static uint32_t name##_##form(struct machine *m,                       \
				      struct engine_state *s,                  \
				      const struct decoded *d)                 \
	{                                                                      \
		(void)m;                                                       \
		return process(s, d, OP_##name, form);                         \
	}
#define FUNCTIONS(name)                                                        \
	FUNCTION(name, IMMEDIATE)                                              \
	FUNCTION(name, REGISTER)                                               \
	FUNCTION(name, SHIFTED)                                                \
	FUNCTION(name, SHIFTED_BY_REGISTER)
OPERATIONS(FUNCTIONS)

#define ROW(name)                                                              \
	{ name##_IMMEDIATE, name##_REGISTER, name##_SHIFTED,                   \
	  name##_SHIFTED_BY_REGISTER },
static quick_function *const functions[][FORMS] = { OPERATIONS(ROW) };

/* The result is where the program goes; what it would change is the engine's.
 */
static uint32_t jump(struct machine *m, struct engine_state *s,
		     const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t carry = 0, to;

	(void)m;
	if (q->operation == OP_MOV)
		to = second(s, q, q->by ? SHIFTED : REGISTER, &carry);
	else
		to = s->r[q->n] +
		     second(s, q, q->by ? SHIFTED : REGISTER, &carry);
	if (d->insn.thumb)
		return to & ~1u;
	return to & 3 ? QUICK_NOT : to;
}

void quick_shift(struct quick *q, uint32_t word)
{
	unsigned by = bits(word, 7, 5);

	q->m = word & 15;
	q->shift = (uint8_t)bits(word, 5, 2);
	q->by = (uint8_t)by;
	if (by == 0 && q->shift == SHIFT_ROTATE) {
		q->shift = SHIFT_THROUGH_CARRY;
		q->by = 1;
	} else if (by == 0 && q->shift != SHIFT_LEFT) {
		q->by = 32;
	}
}

static enum form form_of(struct quick *q, uint32_t word)
{
	unsigned by = 2 * bits(word, 8, 4);
	uint32_t value = word & 0xff;

	if (bits(word, 25, 1)) {
		q->immediate = by ? value >> by | value << (32 - by) : value;
		q->by = by ? (uint8_t)(q->immediate >> 31) : CARRY_KEPT;
		return IMMEDIATE;
	}
	quick_shift(q, word);
	if (word & 0x10) {
		q->s = (uint8_t)bits(word, 8, 4);
		q->shift = (uint8_t)bits(word, 5, 2);
		return SHIFTED_BY_REGISTER;
	}
	return q->by || q->shift ? SHIFTED : REGISTER;
}

quick_function *quick_alu(struct quick *q, uint32_t word)
{
	unsigned op = bits(word, 21, 4);
	bool moves = op == OP_MOV || op == OP_MVN;
	enum form form = form_of(q, word);

	q->operation = (uint8_t)op;
	q->flags = bits(word, 20, 1);
	q->n = (uint8_t)bits(word, 16, 4);
	q->d = (uint8_t)bits(word, 12, 4);
	if ((is_test(op) && (q->d || !q->flags)) || (moves && q->n))
		return NULL;
	if (form == SHIFTED_BY_REGISTER &&
	    (q->d == PC || q->n == PC || q->m == PC || q->s == PC))
		return NULL;
	if (q->d != PC) {
		q->kind = QUICK_ALU;
		q->form = (uint8_t)form;
		return functions[op][form];
	}
	if (q->flags || (op != OP_MOV && op != OP_ADD) || form == IMMEDIATE)
		return NULL;
	return jump;
}

quick_function *quick_or_not(struct quick *q)
{
	q->operation = OP_ORN;
	return functions[OP_ORN][q->form];
}

static void set_sign(struct engine_state *s, bool negative, bool zero)
{
	s->cpsr &= ~(3u << Z_BIT);
	s->cpsr |= (negative ? 1u << 31 : 0) | (zero ? 1u << Z_BIT : 0);
}

enum { LESS = 3 }; /* MLS */

static uint32_t multiply(struct machine *m, struct engine_state *s,
			 const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t result = s->r[q->m] * s->r[q->s];

	(void)m;
	if (q->operation == LESS)
		result = s->r[q->n] - result;
	else if (q->operation) /* MLA */
		result += s->r[q->n];
	s->r[q->d] = result;
	if (q->flags)
		set_sign(s, result >> 31, result == 0);
	return decoded_next(d);
}

/* UMULL, UMLAL, SMULL, SMLAL: the low half goes to `n`. */
static uint32_t multiply_long(struct machine *m, struct engine_state *s,
			      const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t a = s->r[q->m], b = s->r[q->s];
	uint64_t result = (uint64_t)a * b;

	(void)m;
	if (q->operation & 2)
		result = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
	if (q->operation & 1)
		result += (uint64_t)s->r[q->d] << 32 | s->r[q->n];
	s->r[q->n] = (uint32_t)result;
	s->r[q->d] = (uint32_t)(result >> 32);
	if (q->flags)
		set_sign(s, result >> 63, result == 0);
	return decoded_next(d);
}

quick_function *quick_multiply(struct quick *q, uint32_t word)
{
	bool wide = bits(word, 23, 1), less = bits(word, 20, 4) == 6;

	q->operation = (uint8_t)bits(word, 21, wide || less ? 2 : 1);
	q->flags = bits(word, 20, 1);
	q->d = (uint8_t)bits(word, 16, 4);
	q->n = (uint8_t)bits(word, 12, 4);
	q->s = (uint8_t)bits(word, 8, 4);
	q->m = word & 15;
	if (bits(word, 24, 4) || (!wide && !less && bits(word, 22, 1)) ||
	    q->d == PC || q->n == PC || q->s == PC || q->m == PC)
		return NULL;
	if (wide)
		return q->d == q->n ? NULL : multiply_long;
	return !q->operation && q->n ? NULL : multiply;
}
