/* SPDX-License-Identifier: MIT */
#ifndef BOARD_OPERANDS_H
#define BOARD_OPERANDS_H

#include "boards/src/core/insn.h"

/*
 * Facts that a scheduler has of an instruction once it is decoded, and that are
 * no core's: its class, the registers that it reads, for what, and those that
 * it writes.  a64_rows.def and a32_rows.def say that of each; units and
 * latencies are of a core's table, in inorder/ and outoforder/.
 */

/* Places to wait for: registers, and units that are kept longer. */
enum operand_place {
	PLACE_SP = 31,
	PLACE_FLAGS = 32,
	PLACE_LOAD_STORE = 33,
	PLACE_MULTIPLIER = 34,
	PLACE_DIVIDER = 35,
	PLACES_WITHOUT_VECTORS = 36,
	PLACE_VECTOR = 36,
	PLACE_FLOAT_DIVIDER = 68,
	PLACE_FLOATS = 69,
	PLACES_ALL = 70,
};

/* For what an operand is read: later, or earlier, in the pipeline. */
#define ROLES(X)                                                               \
	X(ADDRESS)                                                             \
	X(SHIFTED)                                                             \
	X(PLAIN)                                                               \
	X(MULTIPLIED)                                                          \
	X(ADDEND) /* of a multiplication's accumulation */                     \
	X(STORED)                                                              \
	X(TESTED) /* by a branch */                                            \
	X(VECTOR)                                                              \
	X(VECTOR_ADDEND)                                                       \
	X(VECTOR_STORED)                                                       \
	X(CONDITION) /* flags: of an instruction that is no branch */          \
	X(KEPT)      /* what the result was, where a condition may fail */

enum operand_role {
#define INORDER_ENUMERATOR(name) ROLE_##name,
	ROLES(INORDER_ENUMERATOR)
#undef INORDER_ENUMERATOR
		ROLES_ALL
};

#define INORDER_CLASSES(X)                                                     \
	X(OTHER)                                                               \
	X(ALU)                                                                 \
	X(MOVE)  /* MOV and MVN of 32-bit ARM, with any shift */               \
	X(SHIFT) /* by a register */                                           \
	X(MULTIPLY)                                                            \
	X(MULTIPLY_SHORT) /* halfwords, and no third operand */                \
	X(MULTIPLY_TWICE) /* halfwords, to a sum of 64 bits */                 \
	X(MULTIPLY_ADD_LONG)                                                   \
	X(MULTIPLY_LONG)                                                       \
	X(MULTIPLY_HIGH)                                                       \
	X(DIVIDE)                                                              \
	X(LOAD)                                                                \
	X(LOAD_PART) /* less than its register, or extended */                 \
	X(LOAD_PAIR)                                                           \
	X(LOAD_PAIR_WORDS)                                                     \
	X(LOAD_SCALED) /* by an offset that is shifted, but by 2 */            \
	X(LOAD_MANY)                                                           \
	X(STORE)                                                               \
	X(STORE_SCALED)                                                        \
	X(STORE_MANY)                                                          \
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
	X(V_STORE_WIDE)                                                        \
	X(V_STORE_MORE)

enum inorder_class {
#define INORDER_ENUMERATOR(name) INORDER_##name,
	INORDER_CLASSES(INORDER_ENUMERATOR)
#undef INORDER_ENUMERATOR
		INORDER_CLASSES_ALL
};

#define OUTOFORDER_CLASSES(X)                                                  \
	X(OTHER)                                                               \
	X(ALU)                                                                 \
	X(ALU_0)          /* one of two units alone */                         \
	X(ALU_SHIFTED)    /* by a number, or extended */                       \
	X(ALU_SHIFTED_BY) /* a register, or extended and added */              \
	X(BIT_INSERT)                                                          \
	X(EXTRACT) /* of two registers of 64 bits */                           \
	X(CRC)                                                                 \
	X(MULTIPLY)                                                            \
	X(MULTIPLY_SHORT) /* halfwords */                                      \
	X(MULTIPLY_LONG)                                                       \
	X(MULTIPLY_HIGH)                                                       \
	X(DIVIDE)                                                              \
	X(LOAD)                                                                \
	X(LOAD_PART)   /* of 32-bit ARM: less than a word */                   \
	X(LOAD_SCALED) /* by an offset that is shifted, but by 2 */            \
	X(LOAD_PART_SCALED)                                                    \
	X(LOAD_INDEXED) /* all of a register */                                \
	X(LOAD_PAIR)                                                           \
	X(LOAD_PAIR_SIGNED)                                                    \
	X(LOAD_MANY)                                                           \
	X(STORE)                                                               \
	X(STORE_INDEXED)                                                       \
	X(STORE_PAIR)                                                          \
	X(STORE_MANY)                                                          \
	X(BRANCH)                                                              \
	X(CALL)                                                                \
	X(NOTHING)                                                             \
	X(SYSTEM)                                                              \
	X(V_BASIC)                                                             \
	X(V_ZIP)                                                               \
	X(V_SELECT)      /* BSL */                                             \
	X(V_SELECT_INTO) /* BIT, BIF */                                        \
	X(V_ABSOLUTE)                                                          \
	X(V_ONE)                                                               \
	X(V_ACROSS_WORDS)                                                      \
	X(V_ACROSS)                                                            \
	X(V_ACROSS_BYTES)                                                      \
	X(V_INSERT)                                                            \
	X(V_SHIFT_ROUND)                                                       \
	X(V_SHIFT_BY)                                                          \
	X(V_SHIFT_BY_ROUND)                                                    \
	X(V_MULTIPLY)                                                          \
	X(V_MULTIPLY_BY) /* an element */                                      \
	X(V_MULTIPLY_LONG)                                                     \
	X(V_MULTIPLY_ADD)                                                      \
	X(V_MULTIPLY_ADD_BY)                                                   \
	X(V_MULTIPLY_ADD_LONG)                                                 \
	X(V_MULTIPLY_ADD_TWICE)                                                \
	X(V_DIFFERENCE_ADD)                                                    \
	X(V_DIFFERENCE_ADD_LONG)                                               \
	X(V_TO_FLAGS)                                                          \
	X(V_TABLE_1)                                                           \
	X(V_TABLE_2)                                                           \
	X(V_TABLE_3)                                                           \
	X(V_TABLE_4)                                                           \
	X(CRYPTO)                                                              \
	X(F_COMPARE) /* and greatest and least of two */                       \
	X(F_ACROSS)                                                            \
	X(F_ADD)                                                               \
	X(F_MULTIPLY)                                                          \
	X(F_ADD_PAIRS)                                                         \
	X(F_MULTIPLY_ADD)                                                      \
	X(F_DIVIDE)                                                            \
	X(F_DIVIDE_LONG)                                                       \
	X(F_DIVIDE_VECTOR)                                                     \
	X(F_DIVIDE_LONG_VECTOR)                                                \
	X(F_ROOT)                                                              \
	X(F_ROOT_LONG)                                                         \
	X(F_ROOT_VECTOR)                                                       \
	X(F_ROOT_LONG_VECTOR)                                                  \
	X(CONVERT)                                                             \
	X(CONVERT_DOUBLE)                                                      \
	X(CONVERT_NARROW)                                                      \
	X(CONVERT_LONG)                                                        \
	X(TO_VECTOR)                                                           \
	X(FROM_VECTOR)                                                         \
	X(MOVE_TO)                                                             \
	X(MOVE_FROM)                                                           \
	X(CONVERT_TO)                                                          \
	X(CONVERT_FROM)                                                        \
	X(V_LOAD)                                                              \
	X(V_LOAD_LANE)                                                         \
	X(V_LOAD_MORE)                                                         \
	X(V_STORE)                                                             \
	X(V_STORE_WIDE)                                                        \
	X(V_STORE_MORE)

enum outoforder_class {
#define OUTOFORDER_ENUMERATOR(name) OUTOFORDER_##name,
	OUTOFORDER_CLASSES(OUTOFORDER_ENUMERATOR)
#undef OUTOFORDER_ENUMERATOR
		OUTOFORDER_CLASSES_ALL
};

/* a64.c: those of an AArch64 instruction that is decoded but for these. */
void operands_prepare_a64(struct insn *i);
/* a32.c: and of one in ARM or Thumb state, whose registers are known as well.
 */
void operands_prepare_a32(struct insn *i);

#endif
