/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_INTEGER_OPS_H
#define BOARD_PPC_INTEGER_OPS_H

/*
 * Arithmetic, logic, rotation, comparison of the e500, for whoever makes a
 * function of each operation: integer.c, and block/alu.c.  What depends on the
 * operation alone is decided by the compiler.
 */
#include "boards/src/ppc/integer.h"

#include "base/rare.h"

enum { LT = 8, GT = 4, EQ = 2, SO = 1 };

static inline uint32_t rotate(uint32_t value, unsigned by)
{
	return by ? value << by | value >> (32 - by) : value;
}

/* Ones from bit `from` to bit `to`, bit 0 the highest; may wrap round. */
static inline uint32_t mask(unsigned from, unsigned to)
{
	uint32_t left = UINT32_MAX >> from, right = UINT32_MAX << (31 - to);

	return from <= to ? left & right : left | right;
}

static inline uint32_t with_so(const struct ppc_regs *r, uint32_t bits)
{
	return bits | (r->xer & XER_SO ? SO : 0);
}

static inline void record(struct ppc_regs *r, uint32_t result)
{
	uint32_t bits = result == 0 ? EQ : result >> 31 ? LT : GT;

	ppc_set_field(r, 0, with_so(r, bits));
}

static inline void carry(struct ppc_regs *r, bool set)
{
	r->xer = set ? r->xer | XER_CA : r->xer & ~XER_CA;
}

static inline void overflow(struct ppc_regs *r, bool set)
{
	r->xer = set ? r->xer | XER_OV | XER_SO : r->xer & ~XER_OV;
}

/* a + b + in, with what of it the instruction keeps. */
static inline uint32_t add(struct ppc_regs *r, const struct ppc_insn *d,
			   uint32_t a, uint32_t b, unsigned in)
{
	uint64_t wide = (uint64_t)a + b + in;
	uint32_t sum = (uint32_t)wide;

	if (d->insn.extra_writes & PPC_CA)
		carry(r, wide >> 32);
	if (d->oe)
		overflow(r, (~(a ^ b) & (a ^ sum)) >> 31);
	return sum;
}

static inline uint32_t low_product(struct ppc_regs *r, const struct ppc_insn *d,
				   uint32_t a, uint32_t b)
{
	int64_t wide = (int64_t)(int32_t)a * (int32_t)b;

	if (d->oe)
		overflow(r, wide != (int32_t)wide);
	return (uint32_t)wide;
}

static inline uint32_t quotient(struct ppc_regs *r, const struct ppc_insn *d,
				uint32_t a, uint32_t b)
{
	bool bad = b == 0 || (d->op == PPC_DIVW && a == UINT32_C(0x80000000) &&
			      b == UINT32_MAX);

	if (d->oe)
		overflow(r, bad);
	if (bad)
		return 0;
	if (d->op == PPC_DIVWU)
		return a / b;
	return (uint32_t)((int32_t)a / (int32_t)b);
}

/* Each takes the instructions that it knows, and tells whether it is one. */
static ALWAYS bool sum(struct ppc_regs *r, const struct ppc_insn *d,
		       unsigned op, uint32_t *to)
{
	const uint32_t a = r->gpr[d->a], b = r->gpr[d->b], i = d->immediate;
	const unsigned ca = r->xer & XER_CA ? 1 : 0;

	switch (op) {
	case PPC_ADDI:
		*to = (d->a ? a : 0) + i;
		break;
	case PPC_ADDIS:
		*to = (d->a ? a : 0) + (i << 16);
		break;
	case PPC_ADDIC:
	case PPC_ADDIC_RC:
		*to = add(r, d, a, i, 0);
		break;
	case PPC_SUBFIC:
		*to = add(r, d, ~a, i, 1);
		break;
	case PPC_ADD:
	case PPC_ADDC:
		*to = add(r, d, a, b, 0);
		break;
	case PPC_ADDE:
		*to = add(r, d, a, b, ca);
		break;
	case PPC_ADDZE:
		*to = add(r, d, a, 0, ca);
		break;
	case PPC_ADDME:
		*to = add(r, d, a, UINT32_MAX, ca);
		break;
	case PPC_SUBF:
	case PPC_SUBFC:
		*to = add(r, d, ~a, b, 1);
		break;
	case PPC_SUBFE:
		*to = add(r, d, ~a, b, ca);
		break;
	case PPC_SUBFZE:
		*to = add(r, d, ~a, 0, ca);
		break;
	case PPC_SUBFME:
		*to = add(r, d, ~a, UINT32_MAX, ca);
		break;
	case PPC_NEG:
		*to = add(r, d, ~a, 0, 1);
		break;
	default:
		return false;
	}
	return true;
}

static ALWAYS bool product(struct ppc_regs *r, const struct ppc_insn *d,
			   unsigned op, uint32_t *to)
{
	const uint32_t a = r->gpr[d->a], b = r->gpr[d->b];

	switch (op) {
	case PPC_MULLI:
		*to = a * d->immediate;
		break;
	case PPC_MULLW:
		*to = low_product(r, d, a, b);
		break;
	case PPC_MULHW:
		*to = (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >>
				 32);
		break;
	case PPC_MULHWU:
		*to = (uint32_t)((uint64_t)a * b >> 32);
		break;
	case PPC_DIVW:
	case PPC_DIVWU:
		*to = quotient(r, d, a, b);
		break;
	case PPC_ISEL:
		*to = r->cr << (d->insn.word >> 6 & 31) >> 31 ? (d->a ? a : 0)
							      : b;
		break;
	default:
		return false;
	}
	return true;
}

static ALWAYS bool arithmetic(struct ppc_regs *r, const struct ppc_insn *d,
			      unsigned op)
{
	uint32_t to;

	if (!sum(r, d, op, &to) && !product(r, d, op, &to))
		return false;
	r->gpr[d->t] = to;
	if (d->rc)
		record(r, to);
	return true;
}

static inline uint32_t shift_algebraic(struct ppc_regs *r, uint32_t value,
				       unsigned by)
{
	bool negative = value >> 31;
	uint32_t sign = negative ? UINT32_MAX : 0;

	if (by > 31) {
		carry(r, negative);
		return sign;
	}
	carry(r, negative && by && value << (32 - by));
	return by ? value >> by | sign << (32 - by) : value;
}

static ALWAYS uint32_t rotated(const struct ppc_regs *r,
			       const struct ppc_insn *d, unsigned op)
{
	uint32_t w = d->insn.word, m = mask(w >> 6 & 31, w >> 1 & 31);
	unsigned by = op == PPC_RLWNM ? r->gpr[d->b] & 31 : d->b;
	uint32_t value = rotate(r->gpr[d->t], by) & m;

	return op == PPC_RLWIMI ? value | (r->gpr[d->a] & ~m) : value;
}

static ALWAYS bool bitwise(struct ppc_regs *r, const struct ppc_insn *d,
			   unsigned op, uint32_t *to)
{
	const uint32_t s = r->gpr[d->t], b = r->gpr[d->b];
	const uint32_t i = d->immediate & 0xffff;

	switch (op) {
	case PPC_ORI:
		*to = s | i;
		break;
	case PPC_ORIS:
		*to = s | i << 16;
		break;
	case PPC_XORI:
		*to = s ^ i;
		break;
	case PPC_XORIS:
		*to = s ^ i << 16;
		break;
	case PPC_ANDI:
		*to = s & i;
		break;
	case PPC_ANDIS:
		*to = s & i << 16;
		break;
	case PPC_AND:
		*to = s & b;
		break;
	case PPC_ANDC:
		*to = s & ~b;
		break;
	case PPC_OR:
		*to = s | b;
		break;
	case PPC_ORC:
		*to = s | ~b;
		break;
	case PPC_XOR:
		*to = s ^ b;
		break;
	case PPC_NOR:
		*to = ~(s | b);
		break;
	case PPC_NAND:
		*to = ~(s & b);
		break;
	case PPC_EQV:
		*to = ~(s ^ b);
		break;
	default:
		return false;
	}
	return true;
}

static ALWAYS bool moved(struct ppc_regs *r, const struct ppc_insn *d,
			 unsigned op, uint32_t *to)
{
	const uint32_t s = r->gpr[d->t], b = r->gpr[d->b];

	switch (op) {
	case PPC_EXTSB:
		*to = ((s & 0xff) ^ 0x80) - 0x80;
		break;
	case PPC_EXTSH:
		*to = ((s & 0xffff) ^ 0x8000) - 0x8000;
		break;
	case PPC_CNTLZW:
		*to = s ? (uint32_t)__builtin_clz(s) : 32;
		break;
	case PPC_SLW:
		*to = b & 32 ? 0 : s << (b & 31);
		break;
	case PPC_SRW:
		*to = b & 32 ? 0 : s >> (b & 31);
		break;
	case PPC_SRAW:
		*to = shift_algebraic(r, s, b & 63);
		break;
	case PPC_SRAWI:
		*to = shift_algebraic(r, s, d->b);
		break;
	case PPC_RLWINM:
	case PPC_RLWNM:
	case PPC_RLWIMI:
		*to = rotated(r, d, op);
		break;
	default:
		return false;
	}
	return true;
}

static ALWAYS bool logic(struct ppc_regs *r, const struct ppc_insn *d,
			 unsigned op)
{
	uint32_t to;

	if (!bitwise(r, d, op, &to) && !moved(r, d, op, &to))
		return false;
	r->gpr[d->a] = to;
	if (d->rc)
		record(r, to);
	return true;
}

static ALWAYS bool compare(struct ppc_regs *r, const struct ppc_insn *d,
			   unsigned op)
{
	uint32_t a = r->gpr[d->a], b = r->gpr[d->b];
	bool less;

	if (op == PPC_CMPI)
		b = d->immediate;
	else if (op == PPC_CMPLI)
		b = d->immediate & 0xffff;
	if (op == PPC_CMPI || op == PPC_CMP)
		less = (int32_t)a < (int32_t)b;
	else if (op == PPC_CMPLI || op == PPC_CMPL)
		less = a < b;
	else
		return false;
	ppc_set_field(r, d->t >> 2, with_so(r, a == b ? EQ : less ? LT : GT));
	return true;
}

static ALWAYS bool carry_out(struct ppc_regs *r, const struct ppc_insn *d,
			     unsigned op, unsigned operands)
{
	switch (operands) {
	case OP_T_AI:
	case OP_T_ZI:
	case OP_T_A:
	case OP_T_AB:
	case OP_T_ZB:
		return arithmetic(r, d, op);
	case OP_A_S:
	case OP_A_SB:
	case OP_A_SA:
		return logic(r, d, op);
	case OP_AI:
	case OP_AB:
		return compare(r, d, op);
	case OP_NONE:
	case OP_T:
	case OP_S:
		return ppc_flow(r, d);
	default:
		return false;
	}
}

#endif
