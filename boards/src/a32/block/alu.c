/* SPDX-License-Identifier: MIT */
/* Arithmetic in blocks: what quick_alu.c does, and on to the next. */
#include "boards/src/a32/quick_alu.h"

#include "boards/src/a32/block/inner.h"

#define FUNCTION(name, form)                                                   \
	static struct block *name##_##form(struct blocks *b,                   \
					   const struct block_op *o)           \
	{                                                                      \
		process(b->s, insn_of(o), OP_##name, form);                    \
		return o[1].run(b, o + 1);                                     \
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

block_function *op_alu(const struct quick *q)
{
	static block_function *const functions[][FORMS] = { OPERATIONS(ROW) };

	return functions[q->operation][q->form];
}
