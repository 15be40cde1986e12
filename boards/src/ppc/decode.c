/* SPDX-License-Identifier: MIT */
/*
 * An instruction of the e500 is decoded by the table ppc_ops.def.
 */
#include "boards/src/ppc/decode.h"

#include <stdlib.h>
#include <string.h>

#include "base/rare.h"
#include "boards/src/core/e500.h"

enum { EXTENDED = 1 << 10, PRIMARY = 64, NO_KEY = 1 };

enum { ISEL_EXTENDED = 15, OE_BIT = 1 << 9 };

struct row {
	uint8_t primary;
	uint16_t extended;
	uint8_t operands;
	uint8_t class;
	const char *text;
};

static const struct row rows[PPC_OPS] = {
	[PPC_UNKNOWN] = { 0, 0, OP_NONE, CLASS_OTHER, "an instruction" },
	[PPC_SPE] = { 0, 0, OP_NONE, CLASS_OTHER, "an SPE instruction" },
#define PPC_OP(name, text, primary, extended, operands, class)                 \
	[PPC_##name] = { primary, extended, operands, class, text },
#include "boards/src/ppc/ops.def"
};

struct ppc_decoder {
	uint8_t primary[PRIMARY]; /* enum ppc_op, where it decides */
	uint8_t group19[EXTENDED], group31[EXTENDED];
	struct ppc_insn entry[PPC_DECODED];
};

const char *ppc_op_name(enum ppc_op op)
{
	return rows[op].text;
}

static void enter(struct ppc_decoder *d, unsigned op)
{
	const struct row *r = &rows[op];

	if (r->primary == 19) {
		d->group19[r->extended] = (uint8_t)op;
	} else if (r->primary != 31) {
		d->primary[r->primary] = (uint8_t)op;
	} else if (op == PPC_ISEL) {
		for (unsigned bc = 0; bc < 32; bc++)
			d->group31[bc << 5 | ISEL_EXTENDED] = (uint8_t)op;
	} else {
		d->group31[r->extended] = (uint8_t)op;
		if ((r->operands == OP_T_AB || r->operands == OP_T_A) &&
		    op != PPC_MULHW && op != PPC_MULHWU)
			d->group31[r->extended | OE_BIT] = (uint8_t)op;
	}
}

struct ppc_decoder *ppc_decoder_new(void)
{
	struct ppc_decoder *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->primary[4] = PPC_SPE;
	for (unsigned i = 0; i < PPC_DECODED; i++)
		d->entry[i].key = NO_KEY;
	for (unsigned op = PPC_SPE + 1; op < PPC_OPS; op++)
		enter(d, op);
	return d;
}

void ppc_decoder_free(struct ppc_decoder *d)
{
	free(d);
}

static uint32_t bit(unsigned reg)
{
	return 1u << reg;
}

/* General registers read and written, from the kind of operands. */
static void registers(struct ppc_insn *d)
{
	uint32_t t = bit(d->t), a = bit(d->a), b = bit(d->b);
	uint32_t z = d->a ? a : 0;
	const struct {
		uint32_t reads, writes;
	} sets[] = {
		[OP_NONE] = { 0, 0 },
		[OP_T] = { 0, t },
		[OP_S] = { t, 0 },
		[OP_T_A] = { a, t },
		[OP_T_AB] = { a | b, t },
		[OP_T_ZB] = { z | b, t },
		[OP_T_AI] = { a, t },
		[OP_T_ZI] = { z, t },
		[OP_AI] = { a, 0 },
		[OP_AB] = { a | b, 0 },
		[OP_ZB] = { z | b, 0 },
		[OP_A_S] = { t, a },
		[OP_A_SB] = { t | b, a },
		[OP_A_SA] = { t | a, a },
		[OP_BRANCH] = { 0, 0 },
		[OP_LOAD] = { z, t },
		[OP_LOAD_U] = { a, t | a },
		[OP_LOAD_X] = { z | b, t },
		[OP_LOAD_UX] = { a | b, t | a },
		[OP_STORE] = { t | z, 0 },
		[OP_STORE_U] = { t | a, a },
		[OP_STORE_X] = { t | z | b, 0 },
		[OP_STORE_UX] = { t | a | b, a },
		[OP_SYSTEM] = { 0, 0 },
		[OP_SYSTEM_T] = { 0, t },
		[OP_SYSTEM_S] = { t, 0 },
		[OP_SYSTEM_ZB] = { z | b, 0 },
	};

	d->insn.reads = sets[d->operands].reads;
	d->insn.writes = sets[d->operands].writes;
	if (d->op == PPC_LMW)
		d->insn.writes = UINT32_MAX << d->t;
	else if (d->op == PPC_STMW)
		d->insn.reads |= UINT32_MAX << d->t;
}

static bool uses_carry(unsigned op)
{
	return op == PPC_ADDE || op == PPC_SUBFE || op == PPC_ADDZE ||
	       op == PPC_SUBFZE || op == PPC_ADDME || op == PPC_SUBFME;
}

static bool sets_carry(unsigned op)
{
	return uses_carry(op) || op == PPC_ADDC || op == PPC_SUBFC ||
	       op == PPC_ADDIC || op == PPC_ADDIC_RC || op == PPC_SUBFIC ||
	       op == PPC_SRAW || op == PPC_SRAWI;
}

static bool is_cr_logical(unsigned op)
{
	return op == PPC_MCRF || op == PPC_CRNOR || op == PPC_CRANDC ||
	       op == PPC_CRXOR || op == PPC_CRNAND || op == PPC_CRAND ||
	       op == PPC_CREQV || op == PPC_CRORC || op == PPC_CROR;
}

static bool is_compare(unsigned op)
{
	return op == PPC_CMP || op == PPC_CMPL || op == PPC_CMPI ||
	       op == PPC_CMPLI;
}

/* Moves to and from LR and CTR are as quick as a simple one. */
static void special_register(struct ppc_insn *d)
{
	unsigned spr = ppc_register_number(d->insn.word);
	uint8_t reg = spr == 8 ? PPC_LR : spr == 9 ? PPC_CTR : 0;

	if (!reg)
		return;
	d->insn.class = CLASS_ALU;
	if (d->op == PPC_MFSPR)
		d->insn.extra_reads |= reg;
	else
		d->insn.extra_writes |= reg;
}

static void extras(struct ppc_insn *d)
{
	unsigned op = d->op;

	if (uses_carry(op))
		d->insn.extra_reads |= PPC_CA;
	if (sets_carry(op))
		d->insn.extra_writes |= PPC_CA;
	if (is_cr_logical(op) || op == PPC_MFCR || op == PPC_ISEL)
		d->insn.extra_reads |= PPC_CR;
	if (is_cr_logical(op) || is_compare(op) || d->rc || op == PPC_MTCRF ||
	    op == PPC_STWCX)
		d->insn.extra_writes |= PPC_CR;
	if (op == PPC_MFSPR || op == PPC_MTSPR)
		special_register(d);
}

static void branch(struct ppc_insn *d)
{
	uint32_t w = d->insn.word, bo = d->t;
	bool link = w & 1, absolute = w & 2, always = (bo & 0x14) == 0x14;
	uint32_t by = d->op == PPC_B
			      ? ((w & 0x03fffffc) ^ 0x02000000) - 0x02000000
			      : d->immediate & ~3u;

	d->insn.flow = link ? FLOW_CALL : FLOW_BRANCH;
	if (link)
		d->insn.extra_writes |= PPC_LR;
	if (d->op == PPC_B) {
		d->insn.target = (absolute ? 0 : d->insn.addr) + by;
		return;
	}
	d->insn.conditional = !always;
	if (!(bo & 0x10))
		d->insn.extra_reads |= PPC_CR;
	if (!(bo & 4)) {
		d->insn.extra_reads |= PPC_CTR;
		d->insn.extra_writes |= PPC_CTR;
	}
	if (d->op == PPC_BC) {
		d->insn.target = (absolute ? 0 : d->insn.addr) + by;
		return;
	}
	d->insn.indirect = true;
	d->insn.extra_reads |= d->op == PPC_BCLR ? PPC_LR : PPC_CTR;
	if (!link)
		d->insn.flow = d->op == PPC_BCLR ? FLOW_RETURN : FLOW_INDIRECT;
}

static void transfers(struct ppc_insn *d)
{
	if (d->operands < OP_LOAD || d->operands > OP_STORE_UX)
		return;
	d->element = ppc_element(d->op);
	d->update = ppc_updates(d->operands);
	d->insn.transfers = 1;
	if (d->op == PPC_LMW || d->op == PPC_STMW)
		d->insn.transfers = (uint8_t)(32 - d->t);
}

static enum ppc_kind kind(const struct ppc_insn *d)
{
	if (d->element)
		return d->op == PPC_LWARX || d->op == PPC_STWCX ||
				       d->insn.transfers > 1
			       ? PPC_ELSEWHERE
			       : PPC_TRANSFER;
	if (d->operands == OP_BRANCH)
		return PPC_BRANCH;
	if (d->op == PPC_MFSPR || d->op == PPC_MTSPR)
		return d->insn.class == CLASS_ALU ? PPC_REGISTERS
						  : PPC_ELSEWHERE;
	return d->system || flow_changes_mode(d->insn.flow) ||
			       d->op == PPC_TW || d->op == PPC_TWI
		       ? PPC_ELSEWHERE
		       : PPC_REGISTERS;
}

/* How it is carried out, and what the model wants to know at once. */
static void prepare(struct ppc_insn *d)
{
	uarch_prepare(&d->insn);
	d->kind = (uint8_t)kind(d);
}

static unsigned find(const struct ppc_decoder *d, uint32_t word)
{
	switch (word >> 26) {
	case 19:
		return d->group19[word >> 1 & 0x3ff];
	case 31:
		return d->group31[word >> 1 & 0x3ff];
	default:
		return d->primary[word >> 26];
	}
}

/* The bit Rc means something else, or nothing, in all the others. */
static bool has_rc(uint8_t operands, unsigned op)
{
	if (op >= PPC_ORI && op <= PPC_ANDIS)
		return op >= PPC_ANDI;
	return operands == OP_T_AB || operands == OP_T_A ||
	       operands == OP_A_S || operands == OP_A_SB || operands == OP_A_SA;
}

/*
 * With update: not onto itself, and not with register 0; not several onto
 * their base.  Book E lets a core take these for illegal, which is chosen.
 */
static bool invalid(const struct row *r, unsigned op, const struct ppc_insn *d)
{
	if (op == PPC_LMW)
		return d->a >= d->t;
	return ppc_updates(r->operands) &&
	       (!d->a || (r->class == CLASS_LOAD && d->a == d->t));
}

static void classify(struct ppc_decoder *all, struct ppc_insn *d)
{
	uint32_t w = d->insn.word;
	const struct row *r;

	d->t = w >> 21 & 31;
	d->a = w >> 16 & 31;
	d->b = w >> 11 & 31;
	d->op = (uint8_t)find(all, w);
	if (invalid(&rows[d->op], d->op, d))
		d->op = PPC_UNKNOWN;
	r = &rows[d->op];
	d->operands = r->operands;
	d->insn.class = r->class;
	d->immediate = ((w & 0xffff) ^ 0x8000) - 0x8000;
	if (has_rc(d->operands, d->op))
		d->rc = (w & 1) || d->op == PPC_ANDI || d->op == PPC_ANDIS;
	d->rc = d->rc || d->op == PPC_ADDIC_RC;
	d->oe = (w >> 10 & 1) &&
		(d->operands == OP_T_AB || d->operands == OP_T_A);
	d->system = d->operands >= OP_SYSTEM;
	registers(d);
	extras(d);
	transfers(d);
	if (d->operands == OP_BRANCH)
		branch(d);
	else if (d->op == PPC_SC)
		d->insn.flow = FLOW_SVC;
	else if (d->op == PPC_RFI || d->op == PPC_RFCI || d->op == PPC_RFMCI)
		d->insn.flow = FLOW_EXCEPTION_RETURN;
	else if (d->op == PPC_UNKNOWN || d->op == PPC_SPE)
		d->insn.flow = FLOW_UNDEFINED;
}

static RARE void fill(struct ppc_decoder *d, struct ppc_insn *e, uint32_t addr,
		      uint32_t word)
{
	memset(e, 0, sizeof(*e));
	e->insn.addr = addr;
	e->insn.word = word;
	e->insn.size = 4;
	classify(d, e);
	prepare(e);
}

struct ppc_insn *ppc_decoded(struct ppc_decoder *d)
{
	return d->entry;
}

const struct ppc_insn *ppc_decode(struct ppc_decoder *d, uint32_t addr,
				  uint32_t word)
{
	struct ppc_insn *e = &d->entry[addr / 4 % PPC_DECODED];
	const uint64_t key = ppc_decoded_key(addr, word);

	if (e->key != key) {
		fill(d, e, addr, word);
		e->key = key;
	}
	return e;
}
