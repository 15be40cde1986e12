/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_QUICK_ALU_H
#define BOARD_A64_QUICK_ALU_H

#include "base/rare.h"
#include "boards/src/a64/inner.h"

/*
 * The files quick_immediate.c and quick_registers.c are made of these.  Each
 * form of an instruction has a function for words and one for doublewords, of
 * one that gives what goes to its register; `wide` is known to the compiler.
 */
enum { V_BIT = 28, C_BIT = 29, Z_BIT = 30, N_BIT = 31 };
enum { LSL, LSR, ASR, ROR };

/* The part of a value that a register of that width holds. */
static ALWAYS uint64_t fit(uint64_t value, bool wide)
{
	return wide ? value : (uint32_t)value;
}

static ALWAYS uint64_t sign_of(uint64_t value, bool wide)
{
	return value >> (wide ? 63 : 31) & 1;
}

static inline uint32_t flag(bool set, unsigned bit)
{
	return set ? 1u << bit : 0;
}

static ALWAYS void set_flags(struct a64_state *s, bool wide, uint64_t result,
			     bool carry, bool overflow)
{
	s->pstate = (s->pstate & ~PSTATE_NZCV) |
		    flag(sign_of(result, wide), N_BIT) |
		    flag(result == 0, Z_BIT) | flag(carry, C_BIT) |
		    flag(overflow, V_BIT);
}

static ALWAYS uint64_t shifted(uint64_t value, unsigned how, unsigned by,
			       bool wide)
{
	const unsigned width = wide ? 64 : 32;

	switch (how) {
	case LSL:
		return fit(value << by, wide);
	case LSR:
		return value >> by;
	case ASR:
		return wide ? (uint64_t)((int64_t)value >> by)
			    : (uint32_t)((int32_t)value >> by);
	default:
		return by ? fit(value >> by | value << (width - by), wide)
			  : value;
	}
}

/* a + b + in, and the flags if wanted. */
static ALWAYS uint64_t sum(struct a64_state *s, bool flags, bool wide,
			   uint64_t a, uint64_t b, unsigned in)
{
	uint64_t result = fit(a + b + in, wide);

	if (flags)
		set_flags(s, wide, result,
			  wide ? result < a || (in && result == a)
			       : (a + b + in) >> 32 & 1,
			  sign_of(~(a ^ b) & (a ^ result), wide));
	return result;
}

static ALWAYS uint64_t sum_of_two(struct a64_state *s,
				  const struct a64_quick *q, bool wide,
				  uint64_t b, bool minus, bool flags)
{
	uint64_t a = fit(s->x[q->n], wide);

	if (minus)
		return sum(s, flags, wide, a, fit(~b, wide), 1);
	return sum(s, flags, wide, a, fit(b, wide), 0);
}

static ALWAYS uint64_t add_or_subtract(struct a64_state *s,
				       const struct a64_quick *q, bool wide,
				       uint64_t b)
{
	return sum_of_two(s, q, wide, b, q->operation, q->flags);
}

/* AND, ORR, EOR, ANDS. */
static ALWAYS uint64_t logic_of_two(struct a64_state *s,
				    const struct a64_quick *q, bool wide,
				    uint64_t b, unsigned operation)
{
	uint64_t a = s->x[q->n], result;

	switch (operation) {
	case 1:
		result = fit(a | b, wide);
		break;
	case 2:
		result = fit(a ^ b, wide);
		break;
	default:
		result = fit(a & b, wide);
		break;
	}
	if (operation == 3)
		set_flags(s, wide, result, false, false);
	return result;
}

static ALWAYS uint64_t logic(struct a64_state *s, const struct a64_quick *q,
			     bool wide, uint64_t b)
{
	return logic_of_two(s, q, wide, b, q->operation);
}

#define FUNCTION(name, wide)                                                   \
	static uint32_t name##_##wide(struct machine *m, struct a64_state *s,  \
				      const struct a64_insn *i)                \
	{                                                                      \
		(void)m;                                                       \
		s->x[i->quick.d] = name(s, &i->quick, wide);                   \
		return i->insn.addr + 4;                                       \
	}
#define FUNCTIONS(name) FUNCTION(name, false) FUNCTION(name, true)

/* The function of a form, which is noted for blocks. */
static inline a64_quick_function *chosen(struct a64_quick *q,
					 enum a64_form form, bool wide,
					 a64_quick_function *word,
					 a64_quick_function *doubleword)
{
	q->form = (uint8_t)form;
	q->wide = wide;
	return wide ? doubleword : word;
}
#define CHOSEN(name, wide)                                                     \
	chosen(q, A64_FORM_##name, wide, name##_false, name##_true)
#define WIDTH(name) CHOSEN(name, w >> 31)

#endif
