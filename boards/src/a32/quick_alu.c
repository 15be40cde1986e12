/* SPDX-License-Identifier: MIT */
/*
 * Data processing and multiplication [ARM ARM A3.4, A3.5].  Each operation has
 * a function for each form of its second operand, made of those here for all:
 * what depends on the two alone is decided by the compiler.
 */
#include "base/rare.h"
#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/engine.h"
#include "boards/src/a32/quick.h"

/* In the order of their opcodes. */
#define OPERATIONS(X)                                                          \
	X(AND)                                                                 \
	X(EOR)                                                                 \
	X(SUB)                                                                 \
	X(RSB)                                                                 \
	X(ADD)                                                                 \
	X(ADC)                                                                 \
	X(SBC)                                                                 \
	X(RSC)                                                                 \
	X(TST)                                                                 \
	X(TEQ)                                                                 \
	X(CMP)                                                                 \
	X(CMN)                                                                 \
	X(ORR)                                                                 \
	X(MOV)                                                                 \
	X(BIC)                                                                 \
	X(MVN)

enum operation {
#define ENUMERATOR(name) OP_##name,
	OPERATIONS(ENUMERATOR)
};

enum form { IMMEDIATE, REGISTER, SHIFTED, SHIFTED_BY_REGISTER, FORMS };

enum {
	V_BIT = 28,
	C_BIT = 29,
	Z_BIT = 30,
	CARRY_KEPT = 2, /* `by` of an immediate: it has no carry of its own */
};

static const uint32_t NOT_FLAGS = 0x0fffffff;

/* The value, and the carry that the shifter gives. */
static ALWAYS uint32_t shifted(const struct engine_state *s,
			       const struct quick *q, uint32_t *carry)
{
	uint32_t value = s->r[q->m];
	unsigned by = q->by;

	switch ((enum quick_shift)q->shift) {
	case SHIFT_LEFT:
		if (by)
			*carry = value >> (32 - by) & 1;
		return value << by;
	case SHIFT_RIGHT:
		*carry = value >> (by - 1) & 1;
		return by < 32 ? value >> by : 0;
	case SHIFT_ALGEBRAIC:
		*carry = value >> (by - 1) & 1;
		return (uint32_t)((int64_t)(int32_t)value >> by);
	case SHIFT_ROTATE:
		*carry = value >> (by - 1) & 1;
		return value >> by | value << (32 - by);
	case SHIFT_THROUGH_CARRY:
	default:
		*carry = value & 1;
		return s->cpsr << (31 - C_BIT) >> 31 << 31 | value >> 1;
	}
}

static uint32_t shifted_by_register(const struct engine_state *s,
				    const struct quick *q, uint32_t *carry)
{
	uint32_t value = s->r[q->m];
	unsigned by = s->r[q->s] & 0xff;
	uint64_t wide;

	if (by == 0)
		return value;
	switch ((enum quick_shift)q->shift) {
	case SHIFT_LEFT:
		wide = by <= 32 ? (uint64_t)value << by : 0;
		*carry = wide >> 32 & 1;
		return (uint32_t)wide;
	case SHIFT_RIGHT:
		wide = by <= 32 ? (uint64_t)value >> by : 0;
		*carry = by <= 32 ? value >> (by - 1) & 1 : 0;
		return (uint32_t)wide;
	case SHIFT_ALGEBRAIC:
		by = by < 32 ? by : 32;
		*carry = value >> (by - 1) & 1;
		return (uint32_t)((int64_t)(int32_t)value >> by);
	case SHIFT_ROTATE:
	case SHIFT_THROUGH_CARRY: /* by an immediate only */
	default:
		by &= 31;
		*carry = value >> ((by - 1) & 31) & 1;
		return by ? value >> by | value << (32 - by) : value;
	}
}

static ALWAYS uint32_t second(const struct engine_state *s,
			      const struct quick *q, unsigned form,
			      uint32_t *carry)
{
	switch (form) {
	case IMMEDIATE:
		if (q->by != CARRY_KEPT)
			*carry = q->by;
		return q->immediate;
	case REGISTER:
		return s->r[q->m];
	case SHIFTED:
		return shifted(s, q, carry);
	default:
		return shifted_by_register(s, q, carry);
	}
}

static ALWAYS bool is_sum(unsigned op)
{
	return (op >= OP_SUB && op <= OP_RSC) || op == OP_CMP || op == OP_CMN;
}

static ALWAYS bool is_test(unsigned op)
{
	return op >= OP_TST && op <= OP_CMN;
}

/* x + y + in, which each sum and difference is. */
static ALWAYS uint32_t sum(struct engine_state *s, bool flags, uint32_t x,
			   uint32_t y, uint32_t in)
{
	uint64_t wide = (uint64_t)x + y + in;
	uint32_t result = (uint32_t)wide;

	if (flags)
		s->cpsr = (s->cpsr & NOT_FLAGS) | (result & 1u << 31) |
			  (result == 0 ? 1u << Z_BIT : 0) |
			  (uint32_t)(wide >> 32) << C_BIT |
			  (~(x ^ y) & (x ^ result)) >> 31 << V_BIT;
	return result;
}

static ALWAYS uint32_t arithmetic(struct engine_state *s, bool flags,
				  unsigned op, uint32_t a, uint32_t b)
{
	const uint32_t carry = s->cpsr >> C_BIT & 1;

	switch (op) {
	case OP_SUB:
	case OP_CMP:
		return sum(s, flags, a, ~b, 1);
	case OP_RSB:
		return sum(s, flags, b, ~a, 1);
	case OP_ADC:
		return sum(s, flags, a, b, carry);
	case OP_SBC:
		return sum(s, flags, a, ~b, carry);
	case OP_RSC:
		return sum(s, flags, b, ~a, carry);
	default: /* ADD, CMN */
		return sum(s, flags, a, b, 0);
	}
}

static ALWAYS uint32_t logic(unsigned op, uint32_t a, uint32_t b)
{
	switch (op) {
	case OP_AND:
	case OP_TST:
		return a & b;
	case OP_EOR:
	case OP_TEQ:
		return a ^ b;
	case OP_ORR:
		return a | b;
	case OP_MOV:
		return b;
	case OP_BIC:
		return a & ~b;
	default: /* MVN */
		return ~b;
	}
}

static ALWAYS uint32_t result_of(struct engine_state *s, const struct quick *q,
				 unsigned op, unsigned form)
{
	uint32_t carry = s->cpsr >> C_BIT & 1;
	uint32_t b = second(s, q, form, &carry), a = s->r[q->n], result;
	bool flags = is_test(op) || q->flags;

	if (is_sum(op))
		return arithmetic(s, flags, op, a, b);
	result = logic(op, a, b);
	if (flags)
		s->cpsr = (s->cpsr & (NOT_FLAGS | 1u << V_BIT)) |
			  (result & 1u << 31) |
			  (result == 0 ? 1u << Z_BIT : 0) | carry << C_BIT;
	return result;
}

static ALWAYS uint32_t process(struct engine_state *s, const struct decoded *d,
			       unsigned op, unsigned form)
{
	uint32_t result = result_of(s, &d->quick, op, form);

	if (!is_test(op))
		s->r[d->quick.d] = result;
	return d->insn.addr + 4;
}

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
	if (q->d != PC)
		return functions[op][form];
	if (q->flags || (op != OP_MOV && op != OP_ADD) || form == IMMEDIATE)
		return NULL;
	return jump;
}

static void set_sign(struct engine_state *s, bool negative, bool zero)
{
	s->cpsr &= ~(3u << Z_BIT);
	s->cpsr |= (negative ? 1u << 31 : 0) | (zero ? 1u << Z_BIT : 0);
}

static uint32_t multiply(struct machine *m, struct engine_state *s,
			 const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t result = s->r[q->m] * s->r[q->s];

	(void)m;
	if (q->operation) /* MLA */
		result += s->r[q->n];
	s->r[q->d] = result;
	if (q->flags)
		set_sign(s, result >> 31, result == 0);
	return d->insn.addr + 4;
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
	return d->insn.addr + 4;
}

quick_function *quick_multiply(struct quick *q, uint32_t word)
{
	bool wide = bits(word, 23, 1);

	q->operation = (uint8_t)bits(word, 21, wide ? 2 : 1);
	q->flags = bits(word, 20, 1);
	q->d = (uint8_t)bits(word, 16, 4);
	q->n = (uint8_t)bits(word, 12, 4);
	q->s = (uint8_t)bits(word, 8, 4);
	q->m = word & 15;
	if (bits(word, 24, 4) || (!wide && bits(word, 22, 1)) || q->d == PC ||
	    q->n == PC || q->s == PC || q->m == PC)
		return NULL;
	if (wide)
		return q->d == q->n ? NULL : multiply_long;
	return !q->operation && q->n ? NULL : multiply;
}
