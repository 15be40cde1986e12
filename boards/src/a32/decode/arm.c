/* SPDX-License-Identifier: MIT */
/*
 * An ARM instruction is decoded from the bits of its word, as ARMv5TE, ARMv6
 * and ARMv6T2 lay them out [ARM ARM A3; DDI0406B A5].  Bits 27:25 choose the
 * group.
 */
#include "boards/src/a32/decode/bits.h"

static void direct(struct decoded *d, bool link)
{
	uint32_t offset = sign_extend(bits(d->insn.word, 0, 24) << 2, 26);

	goes(d, link ? FLOW_CALL : FLOW_BRANCH);
	d->insn.target = d->insn.addr + 8 + offset;
}

static void data_processing(struct decoded *d, bool register_shift)
{
	uint32_t w = d->insn.word;
	bool test = bits(w, 23, 2) == 2; /* TST, TEQ, CMP, CMN: no result */

	is(d, register_shift ? CLASS_SHIFT_BY_REG : CLASS_ALU, 0);
	if (test || bits(w, 12, 4) != PC)
		return;
	if (bits(w, 20, 1))
		goes(d, FLOW_EXCEPTION_RETURN); /* restores the CPSR */
	else
		goes(d, match(w, 0x0fffffff, 0x01a0f00e) ? FLOW_RETURN
							 : FLOW_INDIRECT);
}

/* Bits 24:23 = 10 and S = 0: what is not data processing there. */
static void miscellaneous(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (match(w, 0x0fbf0fff, 0x010f0000) ||
	    match(w, 0x0fb0fff0, 0x0120f000)) {
		is(d, CLASS_STATUS, 0);
	} else if (match(w, 0x0fffffd0, 0x012fff10)) { /* BX, BLX */
		if (w & 0x20)
			goes(d, FLOW_CALL);
		else
			goes(d,
			     bits(w, 0, 4) == LR ? FLOW_RETURN : FLOW_INDIRECT);
		d->insn.indirect = true;
		is(d, CLASS_OTHER, 0);
	} else if (match(w, 0x0ffffff0, 0x012fff20)) { /* BXJ, as BX */
		goes(d, FLOW_INDIRECT);
	} else if (match(w, 0x0ff000f0, 0x01200070)) {
		exception(d, SPECIAL_BREAKPOINT);
	} else if (match(w, 0x0ff000f0, 0x01600070)) {
		exception(d, SPECIAL_UNDEFINED); /* SMC: no monitor mode here */
	} else if (match(w, 0x00000090, 0x00000080)) { /* SMLAxy and so on */
		is(d,
		   bits(w, 21, 2) == 2 ? CLASS_MULTIPLY_LONG : CLASS_MULTIPLY,
		   0);
	} else {
		is(d, CLASS_ALU, 0); /* CLZ, QADD and so on */
	}
}

/* Post-indexed with bit W: LDRT, STRT and, in ARMv6T2, LDRHT and the like. */
static bool user_rights(uint32_t w)
{
	return !bits(w, 24, 1) && bits(w, 21, 1);
}

/* Bits 7 and 4 set: multiplies, swaps, halfwords, doublewords. */
static void multiply_or_extra(struct decoded *d)
{
	uint32_t w = d->insn.word;
	unsigned kind = bits(w, 5, 2);
	bool l = bits(w, 20, 1);

	if (kind == 0 && !bits(w, 24, 1)) {
		bool mls = bits(w, 20, 4) == 6;

		is(d,
		   bits(w, 22, 2) && !mls ? CLASS_MULTIPLY_LONG
					  : CLASS_MULTIPLY,
		   0);
	} else if (kind == 0 && !bits(w, 23, 1)) {
		is(d, CLASS_SWAP, 2);
		d->align_word = !bits(w, 22, 1);
	} else if (kind == 0) { /* LDREX and STREX */
		is(d, l ? CLASS_LOAD : CLASS_STORE,
		   bits(w, 21, 2) == 1 ? 2 : 1);
		d->align_word = !bits(w, 22, 1);
		d->store_only = !l;
		if (bits(w, 21, 2) && !d->has->v6k)
			exception(d, SPECIAL_UNDEFINED);
	} else if (l || kind == 1) {
		if (l)
			load(d, bits(w, 16, 4), bits(w, 12, 4));
		else
			is(d, CLASS_STORE, 1);
		d->as_user = d->has->thumb2 && user_rights(w);
	} else { /* LDRD, STRD */
		is(d, kind == 2 ? CLASS_LOAD : CLASS_STORE, 2);
		d->align_word = true;
	}
}

static void immediate(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (match(w, 0x0ffff000, 0x0320f000)) {
		hint(d, bits(w, 0, 8));
		is(d, CLASS_OTHER, 0);
	} else if (match(w, 0x0fb0f000, 0x0320f000)) {
		is(d, CLASS_STATUS, 0); /* MSR */
	} else {
		data_processing(d, false);
	}
}

static void media(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (match(w, 0x0ff000f0, 0x07f000f0))
		goes(d, FLOW_UNDEFINED); /* for ever */
	else if (match(w, 0x0fd000f0, 0x07100010) && !d->has->divide)
		exception(d, SPECIAL_UNDEFINED); /* SDIV, UDIV */
	else if (bits(w, 23, 2) != 2)
		is(d, CLASS_ALU, 0); /* parallel, pack, saturate, extend */
	else
		is(d,
		   bits(w, 20, 3) == 4 ? CLASS_MULTIPLY_LONG : CLASS_MULTIPLY,
		   0);
}

static void single(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (bits(w, 20, 1))
		load(d, bits(w, 16, 4), bits(w, 12, 4));
	else
		is(d, CLASS_STORE, 1);
	d->as_user = user_rights(w);
}

static void multiple(struct decoded *d)
{
	uint32_t w = d->insn.word;
	bool l = bits(w, 20, 1);

	is(d, l ? CLASS_LOAD_MULTIPLE : CLASS_STORE_MULTIPLE,
	   (unsigned)__builtin_popcount(w & 0xffff));
	d->align_word = true;
	if (!l || !(w & 0x8000))
		return;
	if (bits(w, 22, 1))
		goes(d, FLOW_EXCEPTION_RETURN);
	else
		goes(d, bits(w, 16, 4) == SP ? FLOW_RETURN : FLOW_INDIRECT);
}

static void unconditional(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (match(w, 0xfe000000, 0xfa000000)) { /* BLX */
		direct(d, true);
		d->insn.target += bits(w, 24, 1) * 2;
		d->restate = true;
	} else if (match(w, 0xfd70f000, 0xf550f000)) {
		d->insn.preload = true;
	} else if (match(w, 0xfff00000, 0xf5700000)) {
		barrier(d, bits(w, 4, 4) == 1);
	} else if (match(w, 0xfe500000, 0xf8100000)) { /* RFE */
		is(d, CLASS_LOAD_MULTIPLE, 2);
		goes(d, FLOW_EXCEPTION_RETURN);
		d->align_word = true;
		d->from_memory = true;
	} else if (match(w, 0xfe500000, 0xf8400000)) { /* SRS */
		is(d, CLASS_STORE_MULTIPLE, 2);
		d->align_word = true;
	} else if (match(w, 0xfff00020, 0xf1000000)) { /* CPS, SETEND */
		is(d, CLASS_STATUS, 0);
	} else if (match(w, 0xff000000, 0xfe000000)) {
		coprocessor_register(d);
	} else if (match(w, 0xfe000000, 0xfc000000)) {
		coprocessor_transfer(d);
	}
}

void decode_arm(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (w >> 28 == 15) {
		unconditional(d);
		return;
	}
	d->condition = (uint8_t)(w >> 28);
	switch (bits(w, 25, 3)) {
	case 0:
		if (match(w, 0x90, 0x90))
			multiply_or_extra(d);
		else if (match(w, 0x01900000, 0x01000000))
			miscellaneous(d);
		else
			data_processing(d, w & 0x10);
		break;
	case 1:
		immediate(d);
		break;
	case 3:
		if (w & 0x10) {
			media(d);
			break;
		}
		single(d);
		break;
	case 2:
		single(d);
		break;
	case 4:
		multiple(d);
		break;
	case 5:
		direct(d, bits(w, 24, 1));
		break;
	case 6:
		coprocessor_transfer(d);
		break;
	default:
		if (bits(w, 24, 1))
			supervisor_call(d, bits(w, 0, 24), 0x123456);
		else
			coprocessor_register(d);
		break;
	}
}
