/* SPDX-License-Identifier: MIT */
/*
 * A Thumb instruction of four bytes is decoded as ARMv6T2 lays them out
 * [DDI0406B A6.3].  `word` has the first halfword in its upper half; bits 28:27
 * choose the group.  What the core has not of ARMv6K and ARMv7 is undefined,
 * though the engine may carry it out.
 */
#include "boards/src/a32/decode/bits.h"

/*
 * The offset of BL, BLX and the long B: bits 13 and 11 count on only if they
 * differ from the sign, so the pairs of before Thumb-2, which have both set,
 * are the same encoding with a shorter reach.
 */
static uint32_t branch_offset(uint32_t w)
{
	uint32_t s = bits(w, 26, 1);
	uint32_t i1 = !(bits(w, 13, 1) ^ s), i2 = !(bits(w, 11, 1) ^ s);

	return sign_extend(s << 24 | i1 << 23 | i2 << 22 |
				   bits(w, 16, 10) << 12 | bits(w, 0, 11) << 1,
			   25);
}

/* BL and BLX as a pair. */
void decode_thumb_call(struct decoded *d)
{
	uint32_t w = d->insn.word;

	goes(d, FLOW_CALL);
	d->insn.target = d->insn.addr + 4 + branch_offset(w);
	if (!bits(w, 12, 1)) { /* BLX */
		d->insn.target &= ~3u;
		d->restate = true;
	}
}

/* LDM, STM, RFE, SRS. */
static void multiple(struct decoded *d)
{
	uint32_t w = d->insn.word;
	bool l = bits(w, 20, 1),
	     return_state = bits(w, 23, 1) == bits(w, 24, 1);
	unsigned count =
		return_state ? 2 : (unsigned)__builtin_popcount(w & 0xffff);

	is(d, l ? CLASS_LOAD_MULTIPLE : CLASS_STORE_MULTIPLE, count);
	d->align_word = true;
	if (!l)
		return;
	if (return_state) {
		goes(d, FLOW_EXCEPTION_RETURN);
		d->from_memory = true;
	} else if (w & 1u << PC) {
		goes(d, bits(w, 16, 4) == SP ? FLOW_RETURN : FLOW_INDIRECT);
	}
}

/* Bits 24 and 21 both clear: exclusive accesses and table branches. */
static void exclusive_or_table(struct decoded *d)
{
	uint32_t w = d->insn.word;
	bool l = bits(w, 20, 1);
	unsigned op = bits(w, 4, 4); /* 4: byte, 5: halfword, 7: doubleword */

	if (!bits(w, 23, 1)) { /* LDREX, STREX */
		is(d, l ? CLASS_LOAD : CLASS_STORE, 1);
		d->align_word = true;
		d->store_only = !l;
	} else if (l && bits(w, 5, 3) == 0) { /* TBB, TBH */
		is(d, CLASS_LOAD, 1);
		goes(d, FLOW_INDIRECT);
	} else if (d->has->v6k) { /* LDREXB and so on */
		is(d, l ? CLASS_LOAD : CLASS_STORE, op == 7 ? 2 : 1);
		d->align_word = op == 7;
		d->store_only = !l;
	} else {
		exception(d, SPECIAL_UNDEFINED);
	}
}

static void coprocessor(struct decoded *d)
{
	if (match(d->insn.word, 0x03000000, 0x02000000))
		coprocessor_register(d);
	else
		coprocessor_transfer(d);
}

/* 11101 */
static void group_01(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (bits(w, 26, 1)) {
		coprocessor(d);
	} else if (bits(w, 25, 1)) {
		is(d, CLASS_ALU, 0);
	} else if (!bits(w, 22, 1)) {
		multiple(d);
	} else if (!bits(w, 24, 1) && !bits(w, 21, 1)) {
		exclusive_or_table(d);
	} else { /* LDRD, STRD */
		is(d, bits(w, 20, 1) ? CLASS_LOAD : CLASS_STORE, 2);
		d->align_word = true;
	}
}

/* Hints, and CPS among them. */
static void change_state(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (bits(w, 8, 3))
		is(d, CLASS_STATUS, 0);
	else
		hint(d, bits(w, 0, 8));
}

/* These take the place of conditional branches with conditions 14 and 15. */
static void control(struct decoded *d)
{
	uint32_t w = d->insn.word;

	switch (bits(w, 20, 7)) {
	case 0x38:
	case 0x39: /* MSR */
	case 0x3e:
	case 0x3f: /* MRS */
		is(d, CLASS_STATUS, 0);
		break;
	case 0x3a:
		change_state(d);
		break;
	case 0x3c: /* BXJ, as BX */
		goes(d, FLOW_INDIRECT);
		break;
	case 0x3d: /* SUBS pc, lr */
		is(d, CLASS_ALU, 0);
		goes(d, FLOW_EXCEPTION_RETURN);
		break;
	case 0x3b:
		is(d, CLASS_OTHER, 0);
		barrier(d, bits(w, 4, 4) == 2);
		break;
	default: /* SMC */
		exception(d, SPECIAL_UNDEFINED);
		break;
	}
}

/* Branches, and what is left of their space. */
static void branch(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (bits(w, 14, 1)) {
		decode_thumb_call(d);
	} else if (bits(w, 12, 1)) {
		goes(d, FLOW_BRANCH);
		d->insn.target = d->insn.addr + 4 + branch_offset(w);
	} else if (bits(w, 23, 3) == 7) {
		control(d);
	} else {
		uint32_t offset = bits(w, 26, 1) << 20 | bits(w, 11, 1) << 19 |
				  bits(w, 13, 1) << 18 | bits(w, 16, 6) << 12 |
				  bits(w, 0, 11) << 1;

		d->condition = (uint8_t)bits(w, 22, 4);
		goes(d, FLOW_BRANCH);
		d->insn.target = d->insn.addr + 4 + sign_extend(offset, 21);
	}
}

/* A hint: by an offset of 12 bits, of 8 below the base, by a register. */
static bool hints(uint32_t w)
{
	return bits(w, 16, 4) == PC || bits(w, 23, 1) || !bits(w, 6, 6) ||
	       bits(w, 8, 4) == 12;
}

/* One register; a byte or halfword into the pc is a hint instead, or nothing
 * that there is. */
static void single(struct decoded *d)
{
	uint32_t w = d->insn.word;
	unsigned dest = bits(w, 12, 4), base = bits(w, 16, 4);
	bool word = bits(w, 21, 2) == 2, immediate8 = bits(w, 11, 1);

	if (!bits(w, 20, 1)) {
		is(d, CLASS_STORE, 1);
	} else if (word || dest != PC) {
		load(d, base, dest);
	} else if (!hints(w)) {
		exception(d, SPECIAL_UNDEFINED);
		return;
	} else {
		/* PLD; PLI and PLDW are of ARMv7, and before that nothing. */
		d->insn.preload = match(w, 0x01600000, 0);
		return;
	}
	d->as_user = !bits(w, 23, 1) && base != PC && immediate8 &&
		     bits(w, 8, 4) == 14;
}

static void multiply(struct decoded *d)
{
	uint32_t w = d->insn.word;
	unsigned kind = bits(w, 20, 3);

	if (!bits(w, 23, 1))
		is(d, CLASS_MULTIPLY, 0);
	else if (bits(w, 4, 4) == 15 && (kind == 1 || kind == 3) &&
		 !d->has->divide)
		exception(d, SPECIAL_UNDEFINED); /* SDIV, UDIV */
	else
		is(d, CLASS_MULTIPLY_LONG, 0);
}

/* 11111 */
static void group_11(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (bits(w, 26, 1)) {
		coprocessor(d);
	} else if (!bits(w, 25, 1)) {
		single(d);
	} else if (bits(w, 24, 1)) {
		multiply(d);
	} else {
		bool shift = !bits(w, 23, 1) && bits(w, 4, 4) == 0;

		is(d, shift ? CLASS_SHIFT_BY_REG : CLASS_ALU, 0);
	}
}

void decode_thumb2(struct decoded *d)
{
	uint32_t w = d->insn.word;

	switch (bits(w, 27, 2)) {
	case 1:
		group_01(d);
		break;
	case 2:
		if (bits(w, 15, 1))
			branch(d);
		else
			is(d, CLASS_ALU, 0);
		break;
	case 3:
		group_11(d);
		break;
	default:
		break;
	}
}
