/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_QUICK_ALU_H
#define BOARD_A32_QUICK_ALU_H

#include "base/rare.h"
#include "boards/src/a32/decode/decode.h"
#include "boards/src/a32/engine.h"
#include "boards/src/a32/quick.h"

/*
 * Data processing [ARM ARM A3.4].  Each operation has a function for each form
 * of its second operand, made of those here for all: what depends on the two
 * alone is decided by the compiler.
 */
/* In the order of their opcodes in ARM state. */
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
	X(MVN)                                                                 \
	X(ORN) /* of Thumb state only */

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

static inline uint32_t shifted_by_register(const struct engine_state *s,
					   const struct quick *q,
					   uint32_t *carry)
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
	case OP_ORN:
		return a | ~b;
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
	return decoded_next(d);
}

#endif
