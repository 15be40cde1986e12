/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_QUICK_H
#define BOARD_A32_QUICK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The instructions that programs are mostly made of, in ARM and Thumb state,
 * carried out by the machine itself: arithmetic, multiplication, loads and
 * stores in plain memory, branches.  All others are the engine's, and so is one
 * of these where anything about it is unusual; then nothing of it has been
 * done.  An instruction of Thumb state is decoded to the same as the one of ARM
 * state that does what it does (thumb/).
 */
struct machine;
struct decoded;
struct decode_features;
struct engine_state;

/* An address where no instruction is: the engine has to do it. */
enum { QUICK_NOT = 1 };

/*
 * Carries one out whose condition holds, and returns where the program goes;
 * or QUICK_NOT.
 */
typedef uint32_t quick_function(struct machine *m, struct engine_state *s,
				const struct decoded *d);

enum quick_shift {
	SHIFT_LEFT,
	SHIFT_RIGHT,
	SHIFT_ALGEBRAIC,
	SHIFT_ROTATE,
	SHIFT_THROUGH_CARRY,
};

/* The kinds that blocks have functions of their own for: block/. */
enum quick_kind {
	QUICK_OTHER,
	QUICK_ALU, /* `form` is its second operand's */
	QUICK_LOAD,
	QUICK_STORE, /* of one register; `form` is what it moves */
	QUICK_LOAD_PC,
	QUICK_PAIR,
	QUICK_MULTIPLE,
	QUICK_TABLE, /* a branch by a table */
};

/* How, and with which operands: decoded once. */
struct quick {
	quick_function *run; /* NULL: the engine's, always */
	bool ready;          /* nothing but its condition comes before it */
	uint32_t immediate;  /* an operand, an offset, a list of registers */
	uint32_t pc;         /* what it reads in r15 */
	uint8_t d, n, m, s;  /* registers, as the manual has them in the word */
	uint8_t shift;       /* enum quick_shift ... */
	uint8_t by;          /* ... by so many bits, 0 to 32; or an immediate's
				carry */
	bool flags;          /* it sets them */
	bool down, before, writes_back; /* an address */
	uint8_t operation;
	uint8_t kind; /* enum quick_kind */
	uint8_t form;
	bool indexed; /* an address, by a register */
	bool apart;   /* the machine has to look around behind it */
};

/* quick.c: `d` but for this is decoded. */
void quick_prepare(struct decoded *d);
/* Of the group with the word's bits 27:26 at 0; NULL: the engine's. */
quick_function *quick_alu(struct quick *q, uint32_t word);
quick_function *quick_multiply(struct quick *q, uint32_t word);
/* ORN, of Thumb state, which else is as the ORR that was found. */
quick_function *quick_or_not(struct quick *q);
/* Loads and stores; of one register, of a half word and the like, of many. */
quick_function *quick_single(struct quick *q, uint32_t word);
quick_function *quick_extra(struct quick *q, uint32_t word);
quick_function *quick_multiple(struct quick *q, uint32_t word);
/* LDRD, STRD of registers d and s; the rest of its fields is there. */
quick_function *quick_pair(struct quick *q);
/* TBB, and TBH, whose index is shifted by 1. */
quick_function quick_table;
/* quick_other.c: what the caller has found to be one of these. */
quick_function *quick_constant(struct quick *q, uint32_t word);
quick_function *quick_extend(struct quick *q, uint32_t word);
quick_function *quick_leading_zeros(struct quick *q, uint32_t word);
quick_function *quick_multiply_halves(struct quick *q, uint32_t word);
quick_function *quick_reverse(struct quick *q, uint32_t word);
quick_function *quick_field(struct quick *q, uint32_t word);
/* status.c: of the status register; and its masks. */
quick_function *quick_status(struct quick *q, uint32_t word);
quick_function *quick_masks(struct quick *q, const struct decode_features *has,
			    uint32_t word);
/* media/: NULL: it is none of those; `q` may have been written. */
quick_function *quick_media(struct quick *q, const struct decode_features *has,
			    uint32_t word);
typedef quick_function *
quick_finder(struct quick *q, const struct decode_features *has, uint32_t word);
typedef quick_function *quick_maker(struct quick *q);
/* Decoding of Thumb state asks these of that of ARM state. */
struct quick_ways {
	quick_finder *find;
	quick_maker *or_not, *pair;
	quick_function *table;
};
/* thumb/: an instruction of Thumb state, of two bytes and of four. */
quick_function *quick_narrow(struct quick *q, const struct decoded *d,
			     const struct quick_ways *ways);
quick_function *quick_wide(struct quick *q, const struct decoded *d,
			   const struct quick_ways *ways);
/* The operand whose register is shifted by an immediate. */
void quick_shift(struct quick *q, uint32_t word);

/*
 * One instruction after another, with the registers that the engine has handed
 * out, until the run ends or the engine has to carry one out.  True: that one
 * has begun.
 */
bool quick_run(void *ctx, struct engine_state *s, bool begun);
/* Before an instruction that the engine carries out. */
void quick_engine_insn(void *ctx, uint32_t addr, unsigned size);

#endif
