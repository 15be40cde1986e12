/* SPDX-License-Identifier: MIT */
/*
 * Instructions of integers in blocks: what quick_forms.h has, and on to the
 * next.  The usual ones have functions in which all is known but registers.
 */
#include "boards/src/a64/quick_forms.h"

#include "boards/src/a64/block/inner.h"

#define BLOCK_FUNCTION(name, is_wide)                                          \
	static struct block *op_##name##_##is_wide(struct blocks *b,           \
						   const struct block_op *o)   \
	{                                                                      \
		const struct a64_quick *q = &insn_of(o)->quick;                \
		struct a64_state *s = state_of(b);                             \
                                                                               \
		s->x[q->d] = name(s, q, is_wide);                              \
		return o[1].run(b, o + 1);                                     \
	}
#define BLOCK_FUNCTIONS(name)                                                  \
	BLOCK_FUNCTION(name, false)                                            \
	BLOCK_FUNCTION(name, true)
A64_FORMS(BLOCK_FUNCTIONS)

/* Sums: of an immediate, or a register as it is. */
#define SUM(name, second, minus, flags)                                        \
	static ALWAYS uint64_t name(struct a64_state *s,                       \
				    const struct a64_quick *q, bool wide)      \
	{                                                                      \
		return sum_of_two(s, q, wide, second, minus, flags);           \
	}                                                                      \
	BLOCK_FUNCTIONS(name)
SUM(add_number, q->immediate, false, false)
SUM(subtract_number, q->immediate, true, false)
SUM(compare_number, q->immediate, true, true)
SUM(add_register, s->x[q->m], false, false)
SUM(subtract_register, s->x[q->m], true, false)
SUM(compare_register, s->x[q->m], true, true)

#define LOGIC(name, operation)                                                 \
	static ALWAYS uint64_t name(struct a64_state *s,                       \
				    const struct a64_quick *q, bool wide)      \
	{                                                                      \
		return logic_of_two(s, q, wide, s->x[q->m], operation);        \
	}                                                                      \
	BLOCK_FUNCTIONS(name)
LOGIC(and_register, 0)
LOGIC(or_register, 1)
LOGIC(exclusive_or_register, 2)

static struct block *add_doubled(struct blocks *b, const struct block_op *o)
{
	const struct a64_quick *q = &insn_of(o)->quick;
	struct a64_state *s = state_of(b);

	s->x[q->d] = s->x[q->n] + (s->x[q->m] << q->by);
	return o[1].run(b, o + 1);
}

#define BOTH(name)                                                             \
	{                                                                      \
		op_##name##_false, op_##name##_true                            \
	}

/* An unusual one: NULL. */
static block_function *usual_sum(const struct a64_quick *q, bool number)
{
	static block_function *const functions[2][3][2] = {
		{ BOTH(add_register), BOTH(subtract_register),
		  BOTH(compare_register) },
		{ BOTH(add_number), BOTH(subtract_number),
		  BOTH(compare_number) },
	};
	unsigned which = q->operation ? 1u + q->flags : 0;

	if (!number && q->by)
		return q->wide && !which && !q->flags && q->shift == LSL
			       ? add_doubled
			       : NULL;
	return !q->operation && q->flags ? NULL
					 : functions[number][which][q->wide];
}

static block_function *usual_logic(const struct a64_quick *q)
{
	static block_function *const functions[][2] = {
		BOTH(and_register),
		BOTH(or_register),
		BOTH(exclusive_or_register),
	};

	return q->by || q->invert || q->operation == 3
		       ? NULL
		       : functions[q->operation][q->wide];
}

block_function *a64_op_alu(const struct a64_quick *q)
{
	static block_function *const functions[][2] = {
#define ROW(name) [A64_FORM_##name] = BOTH(name),
		A64_FORMS(ROW)
#undef ROW
	};
	block_function *usual = NULL;

	if (q->form == A64_FORM_add_immediate)
		usual = usual_sum(q, true);
	else if (q->form == A64_FORM_add_shifted)
		usual = usual_sum(q, false);
	else if (q->form == A64_FORM_logic_shifted)
		usual = usual_logic(q);
	return usual ? usual : functions[q->form][q->wide];
}
