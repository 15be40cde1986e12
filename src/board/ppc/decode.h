/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_DECODE_H
#define BOARD_PPC_DECODE_H

#include "board/core/insn.h"

enum ppc_op {
	PPC_UNKNOWN, /* no instruction of this core */
	PPC_SPE,     /* one of its vector and floating point units */
#define PPC_OP(name, text, primary, extended, operands, class) PPC_##name,
#include "board/ppc/ops.def"
	PPC_OPS
};

/* Which registers: T and S the first field, A, B; Z: A, where 0 is none. */
enum ppc_operands {
	OP_NONE,
	OP_T,
	OP_S,
	OP_T_A,
	OP_T_AB,
	OP_T_ZB,
	OP_T_AI,
	OP_T_ZI,
	OP_AI,
	OP_AB,
	OP_ZB,
	OP_A_S,
	OP_A_SB,
	OP_A_SA,
	OP_BRANCH,
	OP_LOAD,    /* T from Z + immediate */
	OP_LOAD_U,  /* and A gets the address */
	OP_LOAD_X,  /* T from Z + B */
	OP_LOAD_UX, /* and A gets the address */
	OP_STORE,
	OP_STORE_U,
	OP_STORE_X,
	OP_STORE_UX,
	OP_SYSTEM, /* supervisor only, all of these */
	OP_SYSTEM_T,
	OP_SYSTEM_S,
	OP_SYSTEM_ZB,
};

/* Bits of struct insn's `extra_reads` and `extra_writes`. */
enum { PPC_CR = 1, PPC_LR = 2, PPC_CTR = 4, PPC_CA = 8 };

/* Who can carry it out; what cannot be done that way goes elsewhere, too. */
enum ppc_kind {
	PPC_ELSEWHERE, /* access.c or special.c */
	PPC_REGISTERS, /* integer.c and flow.c */
	PPC_TRANSFER,  /* one load or store */
};

struct ppc_insn {
	struct insn insn;
	uint8_t kind; /* enum ppc_kind */
	uint8_t op;   /* enum ppc_op */
	uint8_t operands;
	uint8_t t, a, b;
	bool rc, oe;
	uint8_t element; /* bytes of one transfer of a load or store; 0: none */
	bool update;
	bool indexed; /* its address is the sum of two registers */
	bool store;
	bool algebraic;     /* half words with a sign */
	bool reversed;      /* the bytes the other way round */
	bool system;        /* supervisor only */
	uint32_t immediate; /* sign-extended */
	bool used;
	uint64_t key; /* address and word that it is the facts of */
};

struct ppc_decoder;

struct ppc_decoder *ppc_decoder_new(void);
void ppc_decoder_free(struct ppc_decoder *d);
/* As decode(): an entry is its own check; valid until the next call. */
const struct ppc_insn *ppc_decode(struct ppc_decoder *d, uint32_t addr,
				  uint32_t word);
/* The mnemonic of the plain form, for messages. */
const char *ppc_op_name(enum ppc_op op);

/* The number of an SPR or PMR: its halves are swapped in the word. */
static inline unsigned ppc_register_number(uint32_t word)
{
	return (word >> 16 & 31) | (word >> 6 & 0x3e0);
}

#endif
