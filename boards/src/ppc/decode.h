/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_DECODE_H
#define BOARD_PPC_DECODE_H

#include "boards/src/core/insn.h"

enum ppc_op {
	PPC_UNKNOWN, /* no instruction of this core */
	PPC_SPE,     /* one of its vector and floating point units */
#define PPC_OP(name, text, primary, extended, operands, class) PPC_##name,
#include "boards/src/ppc/ops.def"
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

/* The part that can carry it out; what cannot be done that way goes elsewhere,
 * too. */
enum ppc_kind {
	PPC_ELSEWHERE, /* access.c or special.c */
	PPC_REGISTERS, /* integer.c and flow.c */
	PPC_BRANCH,    /* integer.h */
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
	bool system;        /* supervisor only */
	uint32_t immediate; /* sign-extended */
	uint64_t key; /* address and word that it is the facts of, or odd */
};

struct ppc_decoder;

enum { PPC_DECODED = 1 << 14 };

struct ppc_decoder *ppc_decoder_new(void);
void ppc_decoder_free(struct ppc_decoder *d);
/* The PPC_DECODED newest, each at its address's place. */
struct ppc_insn *ppc_decoded(struct ppc_decoder *d);
/* As decode(): an entry is its own check; valid until the next call. */
const struct ppc_insn *ppc_decode(struct ppc_decoder *d, uint32_t addr,
				  uint32_t word);

static inline uint64_t ppc_decoded_key(uint32_t addr, uint32_t word)
{
	return (uint64_t)word << 32 | addr;
}
/* The mnemonic of the plain form, for messages. */
const char *ppc_op_name(enum ppc_op op);

/* Bytes that a load or store moves at once. */
static inline uint8_t ppc_element(unsigned op)
{
	switch (op) {
	case PPC_LBZ:
	case PPC_LBZU:
	case PPC_LBZX:
	case PPC_LBZUX:
	case PPC_STB:
	case PPC_STBU:
	case PPC_STBX:
	case PPC_STBUX:
		return 1;
	case PPC_LHZ:
	case PPC_LHZU:
	case PPC_LHZX:
	case PPC_LHZUX:
	case PPC_LHA:
	case PPC_LHAU:
	case PPC_LHAX:
	case PPC_LHAUX:
	case PPC_LHBRX:
	case PPC_STH:
	case PPC_STHU:
	case PPC_STHX:
	case PPC_STHUX:
	case PPC_STHBRX:
		return 2;
	default:
		return 4;
	}
}

static inline bool ppc_updates(unsigned operands)
{
	return operands == OP_LOAD_U || operands == OP_LOAD_UX ||
	       operands == OP_STORE_U || operands == OP_STORE_UX;
}

/* Is its address the sum of two registers? */
static inline bool ppc_indexed(unsigned operands)
{
	return operands == OP_LOAD_X || operands == OP_LOAD_UX ||
	       operands == OP_STORE_X || operands == OP_STORE_UX;
}

/* Half words with a sign. */
static inline bool ppc_algebraic(unsigned op)
{
	return op == PPC_LHA || op == PPC_LHAU || op == PPC_LHAX ||
	       op == PPC_LHAUX;
}

/* The bytes the other way round. */
static inline bool ppc_reversed(unsigned op)
{
	return op == PPC_LWBRX || op == PPC_STWBRX || op == PPC_LHBRX ||
	       op == PPC_STHBRX;
}

/* The number of an SPR or PMR: its halves are swapped in the word. */
static inline unsigned ppc_register_number(uint32_t word)
{
	return (word >> 16 & 31) | (word >> 6 & 0x3e0);
}

#endif
