/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_QUICK_H
#define BOARD_A64_QUICK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * As a32/quick.h, for AArch64: the instructions of integers and their loads and
 * stores in plain memory, branches.  All else is the engine's.
 */
struct machine;
struct a64_insn;
struct a64_state;

/* The forms of instructions of integers, each for words and doublewords:
 * quick_forms.h. */
#define A64_FORMS(X)                                                           \
	X(add_immediate)                                                       \
	X(logic_immediate)                                                     \
	X(constant)                                                            \
	X(move_keep)                                                           \
	X(bit_field)                                                           \
	X(extract)                                                             \
	X(add_shifted)                                                         \
	X(add_extended)                                                        \
	X(add_carry)                                                           \
	X(logic_shifted)                                                       \
	X(select)                                                              \
	X(compare_if)                                                          \
	X(two)                                                                 \
	X(one)                                                                 \
	X(multiply)                                                            \
	X(multiply_long)

enum a64_form {
	A64_FORM_OTHER,
#define A64_ENUMERATOR(name) A64_FORM_##name,
	A64_FORMS(A64_ENUMERATOR)
#undef A64_ENUMERATOR
		A64_LOAD,
	A64_STORE,
	A64_LOAD_LITERAL,
	A64_LOAD_PAIR,
	A64_STORE_PAIR,
};

/* A load extends the bytes so: of a word's or a doubleword's register. */
enum a64_sign { A64_UNSIGNED, A64_TO_DOUBLEWORD, A64_TO_WORD };

/* An address where no instruction is: the engine has to do it. */
enum { A64_QUICK_NOT = 1 };

/* Carries one out; where the program goes, or A64_QUICK_NOT. */
typedef uint32_t a64_quick_function(struct machine *m, struct a64_state *s,
				    const struct a64_insn *i);

/*
 * Registers by their places in a64_state.x, where 31 is the stack pointer: what
 * is read as zero has a place of its own, and so has what nobody reads.
 */
enum { A64_SP = 31, A64_ZERO = 32, A64_NOWHERE = 33, A64_PLACES = 34 };

struct a64_quick {
	a64_quick_function *run; /* NULL: the engine's, always */
	bool ready;              /* nothing comes before it */
	bool alone;              /* it goes in no block */
	uint64_t immediate;
	uint8_t d, n, m, a; /* registers; loads and stores: d, a the data */
	uint8_t shift, by;
	uint8_t operation;
	uint8_t condition;
	bool flags;
	bool invert;
	bool after, writes_back; /* an address */
	uint8_t form;            /* enum a64_form */
	bool wide;               /* of doublewords */
	bool indexed;            /* an address, by a register ... */
	uint8_t size, sign;      /* ... of so many bytes: enum a64_sign */
};

/* quick.c: `i` but for this is decoded. */
void a64_quick_prepare(struct a64_insn *i);
/* quick_immediate.c and so on, by group; NULL: the engine's. */
a64_quick_function *a64_quick_immediate(struct a64_quick *q,
					const struct a64_insn *i);
/* NOP and its like. */
a64_quick_function *a64_quick_nothing(struct a64_quick *q);
a64_quick_function *a64_quick_registers(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_transfer(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_exclusive(struct a64_quick *q, uint32_t word);
/* Loads and stores of vectors, and floating point of scalars. */
a64_quick_function *a64_quick_vectors(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_float(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_copy(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_lanes(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_system(struct a64_quick *q, uint32_t word);
a64_quick_function *a64_quick_special(struct a64_quick *q,
				      const struct a64_insn *i);

static inline uint32_t a64_bits(uint32_t word, unsigned lsb, unsigned width)
{
	return word >> lsb & ((1u << width) - 1);
}

static inline uint64_t a64_signed(uint64_t value, unsigned width)
{
	uint64_t sign = UINT64_C(1) << (width - 1);

	return (value ^ sign) - sign;
}

/* A register's place: number 31 is the stack pointer, or reads as zero. */
static inline uint8_t a64_read(uint32_t number, bool sp)
{
	return (uint8_t)(number == 31 && !sp ? A64_ZERO : number);
}

static inline uint8_t a64_written(uint32_t number, bool sp)
{
	return (uint8_t)(number == 31 && !sp ? A64_NOWHERE : number);
}

/* UXTB to SXTX, by their numbers. */
static inline uint64_t a64_extended(uint64_t value, unsigned how)
{
	const unsigned bits = 8u << (how & 3);
	uint64_t part = bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;

	return how & 4 ? a64_signed(part, bits) : part;
}

/* As quick_run() and quick_engine_insn(). */
bool a64_quick_run(void *ctx, struct a64_state *s);
void a64_quick_engine_insn(void *ctx, uint32_t addr);

#endif
