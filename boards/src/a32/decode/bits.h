/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_DECODE_BITS_H
#define BOARD_A32_DECODE_BITS_H

#include "boards/src/a32/decode/decode.h"

/* The files decode_*.c say facts with these. */
enum { SP = 13, LR = 14, PC = 15 };

static inline bool match(uint32_t word, uint32_t mask, uint32_t value)
{
	return (word & mask) == value;
}

static inline unsigned bits(uint32_t word, unsigned lsb, unsigned width)
{
	return word >> lsb & ((1u << width) - 1);
}

static inline uint32_t sign_extend(uint32_t value, unsigned width)
{
	uint32_t sign = 1u << (width - 1);

	return (value ^ sign) - sign;
}

static inline void goes(struct decoded *d, enum insn_flow flow)
{
	d->insn.flow = (uint8_t)flow;
	d->insn.indirect = flow == FLOW_RETURN || flow == FLOW_INDIRECT;
}

static inline void is(struct decoded *d, enum insn_class class,
		      unsigned transfers)
{
	d->insn.class = (uint8_t) class;
	d->insn.transfers = (uint8_t)transfers;
}

static inline void exception(struct decoded *d, enum decode_special special)
{
	d->special = (uint8_t)special;
	goes(d, special == SPECIAL_SVC          ? FLOW_SVC
		: special == SPECIAL_BREAKPOINT ? FLOW_BREAKPOINT
						: FLOW_UNDEFINED);
}

/* NOP, YIELD, WFE, WFI, SEV by their numbers. */
static inline void hint(struct decoded *d, unsigned number)
{
	d->special = number == 3 && d->has->wait ? SPECIAL_WAIT : SPECIAL_HINT;
}

/* DMB, DSB, ISB; or CLREX, which is older. */
static inline void barrier(struct decoded *d, bool clrex)
{
	if (!(clrex ? d->has->v6k : d->has->barriers))
		exception(d, SPECIAL_UNDEFINED);
}

/* Semihosting has one number in each state [Semihosting 2.0]. */
static inline void supervisor_call(struct decoded *d, uint32_t number,
				   uint32_t semihosting)
{
	exception(d, SPECIAL_SVC);
	if (number == semihosting)
		d->insn.flow = FLOW_HOST_CALL;
}

/* A load of one register from [base]. */
static inline void load(struct decoded *d, unsigned base, unsigned dest)
{
	is(d, CLASS_LOAD, 1);
	if (dest == PC)
		goes(d, base == SP ? FLOW_RETURN : FLOW_INDIRECT);
}

/*
 * A coprocessor instruction: the same bits in both instruction sets.  15 and
 * 14 are the machine's, others the engine's.
 */
static inline bool is_system_coprocessor(uint32_t w)
{
	return bits(w, 8, 4) >= 14;
}

/* CDP, MRC, MCR. */
static inline void coprocessor_register(struct decoded *d)
{
	is(d, CLASS_COPROCESSOR, 0);
	if (is_system_coprocessor(d->insn.word))
		d->special = SPECIAL_COPROCESSOR;
}

/* LDC, STC, MCRR, MRRC. */
static inline void coprocessor_transfer(struct decoded *d)
{
	uint32_t w = d->insn.word;
	bool l = bits(w, 20, 1), one = bits(w, 24, 1) && !bits(w, 21, 1);

	if (is_system_coprocessor(w) || match(w, 0x0fe00000, 0x0c400000)) {
		coprocessor_register(d);
		return;
	}
	if (one)
		is(d, l ? CLASS_LOAD : CLASS_STORE, 1);
	else
		is(d, l ? CLASS_LOAD_MULTIPLE : CLASS_STORE_MULTIPLE,
		   bits(w, 0, 8));
	d->align_word = true;
}

#endif
