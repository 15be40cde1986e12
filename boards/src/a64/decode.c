/* SPDX-License-Identifier: MIT */
/*
 * An AArch64 instruction is known by the few bits that tell [DDI0487 C4.1].
 * The name, which only messages need, is Capstone's.
 */
#include "boards/src/a64/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rare.h"
#include "boards/src/operands/operands.h"
#include "program/capstone.h"

enum { ENTRIES = 1 << 14 };

struct a64_decoder {
	csh names;
	void (*prepare)(struct a64_insn *i);
	struct a64_insn entry[ENTRIES];
};

struct a64_decoder *a64_decoder_new(void (*prepare)(struct a64_insn *i),
				    struct error *err)
{
	struct a64_decoder *d = calloc(1, sizeof(*d));

	if (!capstone_load(err)) {
		free(d);
		return NULL;
	}
	if (d)
		d->prepare = prepare;
	if (d && cs_open(CS_ARCH_ARM64, CS_MODE_ARM, &d->names) == CS_ERR_OK)
		return d;
	free(d);
	error_set(err, "cannot start the Capstone disassembler");
	return NULL;
}

void a64_decoder_free(struct a64_decoder *d)
{
	if (!d)
		return;
	cs_close(&d->names);
	free(d);
}

void a64_decode_name(struct a64_decoder *d, const struct insn *insn, char *to,
		     size_t room)
{
	uint8_t bytes[4];
	cs_insn *found = NULL;
	size_t n;

	memcpy(bytes, &insn->word, sizeof(bytes));
	n = cs_disasm(d->names, bytes, sizeof(bytes), insn->addr, 1, &found);
	snprintf(to, room, "%s", n ? found->mnemonic : "an instruction");
	if (n)
		cs_free(found, n);
}

static uint32_t bits(uint32_t word, unsigned lsb, unsigned width)
{
	return word >> lsb & ((1u << width) - 1);
}

/* Words and where to; two's complement. */
static uint32_t offset(uint32_t word, unsigned lsb, unsigned width)
{
	uint32_t field = bits(word, lsb, width), sign = 1u << (width - 1);

	return ((field ^ sign) - sign) * 4;
}

static void direct(struct a64_insn *d, enum insn_flow flow, uint32_t by,
		   bool conditional)
{
	d->insn.flow = (uint8_t)flow;
	d->insn.target = d->insn.addr + by;
	d->insn.conditional = conditional;
}

static void indirect(struct a64_insn *d)
{
	static const uint8_t flows[] = { FLOW_INDIRECT, FLOW_CALL,
					 FLOW_RETURN };
	uint32_t opc = bits(d->insn.word, 21, 4);

	d->insn.indirect = true;
	if (opc < 3) {
		d->insn.flow = flows[opc];
		return;
	}
	d->insn.flow = opc == 4 ? FLOW_EXCEPTION_RETURN : FLOW_UNDEFINED;
	d->special = opc == 4 ? A64_ERET : A64_NOT_HERE;
}

static void exception(struct a64_insn *d)
{
	uint32_t w = d->insn.word;

	d->insn.flow = FLOW_UNDEFINED;
	switch (w & 0xffe0001f) {
	case 0xd4000001:
		d->insn.flow = FLOW_SVC;
		d->special = A64_SVC;
		break;
	case 0xd4200000:
		d->insn.flow = FLOW_BREAKPOINT;
		d->special = A64_BRK;
		break;
	case 0xd4400000:
		d->special = A64_HLT;
		d->insn.flow = FLOW_NEXT;
		break;
	default:
		d->special = A64_NOT_HERE;
		break;
	}
}

/* NOP and its like keep nothing waiting; nothing has a part in NOP itself. */
static void hint(struct a64_insn *d)
{
	uint32_t w = d->insn.word;

	if (w == A64_NOP) {
		d->insn.class = CLASS_OTHER;
	} else if ((w & 0xfffff01f) == 0xd503201f) {
		d->special = bits(w, 5, 7) == 3 ? A64_WFI : A64_HINT;
		d->insn.class = CLASS_OTHER;
	} else if ((w & 0xfffff0ff) == 0xd50330df)
		d->special = A64_ISB;
}

/* DC ZVA, whose 64 bytes the engine writes one by one. */
static bool is_zero_line(uint32_t w)
{
	return (w & 0xffffffe0) == 0xd50b7420;
}

static void system_class(struct a64_insn *d)
{
	uint32_t w = d->insn.word;

	d->insn.class = CLASS_STATUS;
	switch (bits(w, 19, 2)) {
	case 0:
		if ((w & 0xfff8f01f) == 0xd500401f)
			d->restate = true; /* MSR immediate */
		else
			hint(d);
		break;
	case 1:
		d->special = A64_MAINTENANCE;
		d->zero_line = is_zero_line(w);
		d->store = d->zero_line;
		d->element = d->zero_line ? 1 : 0;
		break;
	default:
		d->special = A64_REGISTER;
		d->insn.class = CLASS_COPROCESSOR;
		break;
	}
}

static void branches(struct a64_insn *d)
{
	uint32_t w = d->insn.word;

	if ((w & 0x7c000000) == 0x14000000)
		direct(d, w >> 31 ? FLOW_CALL : FLOW_BRANCH, offset(w, 0, 26),
		       false);
	else if ((w & 0x7e000000) == 0x34000000)
		direct(d, FLOW_BRANCH, offset(w, 5, 19), true); /* CBZ */
	else if ((w & 0x7e000000) == 0x36000000)
		direct(d, FLOW_BRANCH, offset(w, 5, 14), true); /* TBZ */
	else if ((w & 0xff000010) == 0x54000000)
		direct(d, FLOW_BRANCH, offset(w, 5, 19), (w & 15) < 14);
	else if ((w & 0xfe000000) == 0xd6000000)
		indirect(d);
	else if ((w & 0xff000000) == 0xd4000000)
		exception(d);
	else if ((w & 0xffc00000) == 0xd5000000)
		system_class(d);
}

static void transfer(struct a64_insn *d, bool load, unsigned element,
		     unsigned count)
{
	d->load = load;
	d->store = !load;
	d->element = (uint8_t)element;
	d->insn.transfers = (uint8_t)count;
	if (count > 1)
		d->insn.class =
			load ? CLASS_LOAD_MULTIPLE : CLASS_STORE_MULTIPLE;
	else
		d->insn.class = load ? CLASS_LOAD : CLASS_STORE;
}

static void exclusive(struct a64_insn *d)
{
	uint32_t w = d->insn.word;
	bool ordered = bits(w, 23, 1), load = bits(w, 22, 1);
	bool pair = !ordered && bits(w, 21, 1);
	unsigned element = 1u << bits(w, 30, 2);

	transfer(d, load, pair ? 2 * element : element, pair ? 2 : 1);
	d->strict = true;
	d->store_only = !load;
}

static void load_literal(struct a64_insn *d)
{
	uint32_t opc = bits(d->insn.word, 30, 2);

	if (d->vector)
		transfer(d, true, 4u << opc, 1);
	else if (opc == 3)
		d->insn.preload = true;
	else
		transfer(d, true, opc == 1 ? 8 : 4, 1);
}

static void load_pair(struct a64_insn *d)
{
	uint32_t w = d->insn.word, opc = bits(w, 30, 2);

	transfer(d, bits(w, 22, 1),
		 d->vector  ? 4u << opc
		 : opc == 2 ? 8
			    : 4,
		 2);
}

static void load_register(struct a64_insn *d)
{
	uint32_t w = d->insn.word, opc = bits(w, 22, 2), size = bits(w, 30, 2);
	bool unscaled = !bits(w, 24, 1);

	if (unscaled && bits(w, 21, 1) && bits(w, 10, 2) == 0)
		return; /* an atomic of a later architecture */
	if (d->vector) {
		transfer(d, opc & 1, opc & 2 ? 16 : 1u << size, 1);
	} else if (opc == 2 && size == 3) {
		d->insn.preload = true;
	} else {
		transfer(d, opc != 0, 1u << size, 1);
		d->as_user = unscaled && !bits(w, 21, 1) && bits(w, 10, 2) == 2;
	}
}

/* LD1 to ST4, all elements or one. */
static void structures(struct a64_insn *d)
{
	uint32_t w = d->insn.word, size = bits(w, 10, 2);
	uint32_t scale = bits(w, 14, 2);
	unsigned element = 1u << size;

	if (bits(w, 24, 1) && scale < 3)
		element = scale == 2 && (size & 1) ? 8 : 1u << scale;
	transfer(d, bits(w, 22, 1), element, 2);
}

static void loads_and_stores(struct a64_insn *d)
{
	uint32_t w = d->insn.word;

	d->vector = bits(w, 26, 1);
	if ((w & 0x3f000000) == 0x08000000)
		exclusive(d);
	else if ((w & 0xbe000000) == 0x0c000000)
		structures(d);
	else if ((w & 0x3b000000) == 0x18000000)
		load_literal(d);
	else if ((w & 0x3a000000) == 0x28000000)
		load_pair(d);
	else if ((w & 0x3a000000) == 0x38000000)
		load_register(d);
}

/* Data processing (3 source), and division. */
static void by_registers(struct a64_insn *d)
{
	uint32_t w = d->insn.word;

	if ((w & 0x1f000000) == 0x1b000000)
		d->insn.class = w >> 31 ? CLASS_MULTIPLY_LONG : CLASS_MULTIPLY;
	else if ((w & 0x5fe0f800) == 0x1ac00800)
		d->insn.class = CLASS_DIVIDE;
}

static void classify(struct a64_insn *d)
{
	uint32_t op0 = bits(d->insn.word, 25, 4);

	d->insn.class = CLASS_ALU;
	if ((op0 & 14) == 10) {
		branches(d);
	} else if ((op0 & 5) == 4) {
		loads_and_stores(d);
	} else if ((op0 & 7) == 5) {
		by_registers(d);
	} else if ((op0 & 7) == 7) {
		d->vector = true;
		d->insn.class = CLASS_OTHER;
	}
}

static RARE void fill(const struct a64_decoder *d, struct a64_insn *e,
		      uint32_t addr, uint32_t word)
{
	memset(e, 0, sizeof(*e));
	e->used = true;
	e->insn.addr = addr;
	e->insn.word = word;
	e->insn.size = 4;
	classify(e);
	operands_prepare_a64(&e->insn);
	if (d->prepare)
		d->prepare(e);
}

const struct a64_insn *a64_decode(struct a64_decoder *d, uint32_t addr,
				  uint32_t word)
{
	struct a64_insn *e = &d->entry[addr / 4 % ENTRIES];

	if (!e->used || e->insn.addr != addr || e->insn.word != word)
		fill(d, e, addr, word);
	return e;
}
