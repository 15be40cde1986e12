/* SPDX-License-Identifier: MIT */
#ifndef BOARD_INORDER_H
#define BOARD_INORDER_H

#include "boards/src/core/cortex_a.h"

/*
 * Cores that issue in order, some instructions a cycle, as a table of rows has
 * it: a class of instructions, the units that it takes, when its results are
 * there, and for whom earlier.  inorder.c is the pipeline, a64_rows.def says
 * which instruction is of which class and what it reads, and a core is a table:
 * cortex_a53.c.
 */

/* Places to wait for: registers, and units that are kept longer. */
enum inorder_place {
	PLACE_SP = 31,
	PLACE_FLAGS = 32,
	PLACE_LOAD_STORE = 33,
	PLACE_MULTIPLIER = 34,
	PLACE_DIVIDER = 35,
	INORDER_TOLD = 36, /* a timing_state tells those before this one */
	PLACE_VECTOR = 36,
	PLACE_FLOAT_DIVIDER = 68,
	PLACE_FLOATS = 69,
	INORDER_PLACES = 70,
};

/* For what an operand is read: later, or earlier, in the pipeline. */
#define INORDER_ROLES(X)                                                       \
	X(ADDRESS)                                                             \
	X(SHIFTED)                                                             \
	X(PLAIN)                                                               \
	X(MULTIPLIED)                                                          \
	X(ADDEND) /* of a multiplication's accumulation */                     \
	X(STORED)                                                              \
	X(TESTED) /* by a branch */                                            \
	X(VECTOR)                                                              \
	X(VECTOR_ADDEND)                                                       \
	X(VECTOR_STORED)

enum inorder_role {
#define INORDER_ENUMERATOR(name) ROLE_##name,
	INORDER_ROLES(INORDER_ENUMERATOR)
#undef INORDER_ENUMERATOR
		INORDER_ROLES_ALL
};

#define INORDER_CLASSES(X)                                                     \
	X(OTHER)                                                               \
	X(ALU)                                                                 \
	X(SHIFT) /* by a register */                                           \
	X(MULTIPLY)                                                            \
	X(MULTIPLY_ADD_LONG)                                                   \
	X(MULTIPLY_LONG)                                                       \
	X(MULTIPLY_HIGH)                                                       \
	X(DIVIDE)                                                              \
	X(LOAD)                                                                \
	X(LOAD_PART) /* less than its register, or extended */                 \
	X(LOAD_PAIR)                                                           \
	X(LOAD_PAIR_WORDS)                                                     \
	X(STORE)                                                               \
	X(BRANCH)                                                              \
	X(BRANCH_TO) /* by a register */                                       \
	X(NOTHING)                                                             \
	X(SYSTEM)                                                              \
	X(V_MOVE)                                                              \
	X(V_1)                                                                 \
	X(V_2)                                                                 \
	X(V_3)                                                                 \
	X(V_4)                                                                 \
	X(V_8)                                                                 \
	X(V_TWICE)                                                             \
	X(V_TABLE_2)                                                           \
	X(V_TABLE_3)                                                           \
	X(V_TABLE_4)                                                           \
	X(V_TABLE_5)                                                           \
	X(V_MULTIPLY_ADD)                                                      \
	X(V_DIFFERENCE_ADD)                                                    \
	X(V_COMPARE)                                                           \
	X(F_MULTIPLY_ADD)                                                      \
	X(F_DIVIDE)                                                            \
	X(F_DIVIDE_LONG)                                                       \
	X(F_ROOT)                                                              \
	X(F_ROOT_LONG)                                                         \
	X(TO_VECTOR)                                                           \
	X(FROM_VECTOR)                                                         \
	X(V_CONVERT_TO)                                                        \
	X(V_LOAD)                                                              \
	X(V_LOAD_WIDE)                                                         \
	X(V_LOAD_MORE)                                                         \
	X(V_STORE)                                                             \
	X(V_STORE_MORE)

enum inorder_class {
#define INORDER_ENUMERATOR(name) INORDER_##name,
	INORDER_CLASSES(INORDER_ENUMERATOR)
#undef INORDER_ENUMERATOR
		INORDER_CLASSES_ALL
};

/* a64.c: the facts of an AArch64 instruction that is decoded but for these. */
void inorder_prepare_a64(struct insn *i);

extern const struct uarch_ops uarch_cortex_a53_ops;

#endif
