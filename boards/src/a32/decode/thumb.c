/* SPDX-License-Identifier: MIT */
/*
 * A Thumb instruction is decoded from the bits of its halfword, as ARMv5TE,
 * ARMv6 and ARMv6T2 lay them out [ARM ARM A6; DDI0406B A6.2].  BL and BLX are
 * two halfwords; the engine shows them as one instruction of four bytes, except
 * before Thumb-2 at the end of a page.  All else of four bytes is in
 * decode_thumb2.c.
 */
#include "boards/src/a32/decode/bits.h"

static void moves(struct decoded *d, bool load)
{
	is(d, load ? CLASS_LOAD : CLASS_STORE, 1);
}

/* 0100xx: register operations, high registers, BX, literal loads. */
static void group_010000(struct decoded *d)
{
	uint32_t w = d->insn.word;
	unsigned op = bits(w, 6, 4);

	if (bits(w, 11, 1)) {
		moves(d, true); /* LDR from the literal pool */
	} else if (!bits(w, 10, 1)) {
		if (op == 13)
			is(d, CLASS_MULTIPLY, 0);
		else if ((op >= 2 && op <= 4) || op == 7)
			is(d, CLASS_SHIFT_BY_REG, 0);
		else
			is(d, CLASS_ALU, 0);
	} else if (bits(w, 8, 2) == 3) {
		if (bits(w, 7, 1))
			goes(d, FLOW_CALL);
		else
			goes(d,
			     bits(w, 3, 4) == LR ? FLOW_RETURN : FLOW_INDIRECT);
		d->insn.indirect = true;
	} else {
		is(d, CLASS_ALU, 0);
		if (bits(w, 8, 2) != 1 && bits(w, 7, 1) && bits(w, 0, 3) == 7)
			goes(d, (w & 0xffff) == 0x46f7 ? FLOW_RETURN
						       : FLOW_INDIRECT);
	}
}

static void push_pop(struct decoded *d)
{
	uint32_t w = d->insn.word;
	bool load = bits(w, 11, 1), extra = bits(w, 8, 1);

	is(d, load ? CLASS_LOAD_MULTIPLE : CLASS_STORE_MULTIPLE,
	   (unsigned)__builtin_popcount(w & 0xff) + extra);
	d->align_word = true;
	if (load && extra)
		goes(d, FLOW_RETURN);
}

/* CBZ and CBNZ, forward only. */
static void compare_and_branch(struct decoded *d)
{
	uint32_t w = d->insn.word;

	goes(d, FLOW_BRANCH);
	d->insn.target =
		d->insn.addr + 4 + (bits(w, 9, 1) << 6 | bits(w, 3, 5) << 1);
	d->if_zero = !bits(w, 11, 1);
	d->if_not_zero = bits(w, 11, 1);
}

/* 1011: a mixed bag. */
static void group_1011(struct decoded *d)
{
	uint32_t w = d->insn.word;

	switch (bits(w, 8, 4)) {
	case 4:
	case 5:
	case 12:
	case 13:
		push_pop(d);
		break;
	case 6:
		is(d, CLASS_STATUS, 0); /* CPS, SETEND */
		break;
	case 1:
	case 3:
	case 9:
	case 11:
		if (d->has->thumb2)
			compare_and_branch(d);
		else
			is(d, CLASS_ALU, 0); /* the engine knows better */
		break;
	case 14:
		exception(d, SPECIAL_BREAKPOINT);
		break;
	case 15:
		hint(d, bits(w, 4, 4));
		if (d->has->thumb2 && bits(w, 0, 4)) {
			d->special = SPECIAL_IT;
			d->it = (uint8_t)w; /* for what follows */
		}
		break;
	default:
		is(d, CLASS_ALU, 0); /* SP arithmetic, extend, reverse */
		break;
	}
}

static void branch_conditional(struct decoded *d)
{
	uint32_t w = d->insn.word;
	unsigned condition = bits(w, 8, 4);

	if (condition == 15) {
		supervisor_call(d, bits(w, 0, 8), 0xab);
	} else if (condition == 14) {
		goes(d, FLOW_UNDEFINED); /* for ever */
	} else {
		d->condition = (uint8_t)condition;
		goes(d, FLOW_BRANCH);
		d->insn.target =
			d->insn.addr + 4 + (sign_extend(bits(w, 0, 8), 8) << 1);
	}
}

/* 111: B, or one half of BL and BLX on its own. */
static void group_111(struct decoded *d)
{
	uint32_t w = d->insn.word;

	switch (bits(w, 11, 2)) {
	case 0:
		goes(d, FLOW_BRANCH);
		d->insn.target = d->insn.addr + 4 +
				 (sign_extend(bits(w, 0, 11), 11) << 1);
		break;
	case 2:
		is(d, CLASS_ALU, 0); /* LR := PC + offset */
		break;
	default:
		goes(d, FLOW_CALL);
		d->insn.indirect = true;
		break;
	}
}

static void group_01(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (bits(w, 13, 1)) /* immediate offset, word or byte */
		moves(d, bits(w, 11, 1));
	else if (bits(w, 12, 1)) /* register offset */
		moves(d, bits(w, 9, 3) >= 3);
	else
		group_010000(d);
}

static void group_10(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (!bits(w, 13, 1))
		moves(d, bits(w, 11, 1)); /* halfwords, SP relative */
	else if (!bits(w, 12, 1))
		is(d, CLASS_ALU, 0); /* ADR and the like */
	else
		group_1011(d);
}

unsigned decode_thumb_size(const struct decode_features *has, uint32_t addr,
			   uint32_t half)
{
	enum { PAGE_END = 0xffe };
	const unsigned group = half >> 11;

	if (has->thumb2)
		return group >= 0x1d ? 4 : 2;
	return group == 0x1e && (addr & 0xfff) != PAGE_END ? 4 : 2;
}

void decode_thumb(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (d->insn.size == 4) {
		if (d->has->thumb2)
			decode_thumb2(d);
		else
			decode_thumb_call(d);
		return;
	}
	switch (bits(w, 14, 2)) {
	case 0:
		is(d, CLASS_ALU, 0);
		break;
	case 1:
		group_01(d);
		break;
	case 2:
		group_10(d);
		break;
	default:
		if (bits(w, 13, 1)) {
			group_111(d);
		} else if (bits(w, 12, 1)) {
			branch_conditional(d);
		} else {
			is(d,
			   bits(w, 11, 1) ? CLASS_LOAD_MULTIPLE
					  : CLASS_STORE_MULTIPLE,
			   (unsigned)__builtin_popcount(w & 0xff));
			d->align_word = true;
		}
		break;
	}
}
