/* SPDX-License-Identifier: MIT */
/*
 * The board's own instructions of the e500 against somebody else's: random
 * words of every kind that needs registers only, with random and awkward
 * operands, carried out here and by Unicorn's e500v2.
 */
#include <stdint.h>
#include <string.h>

#include "base/rng.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/ppc/integer.h"
#include "test.h"

enum { CODE = 0x1000, XER_CODE = 0x2000, SPACE = 0x10000, ROUNDS = 300 };

static uint8_t memory[SPACE] __attribute__((aligned(4096)));
static uc_engine *uc;
static struct rng rng;

static int begin(void **state)
{
	struct error err;

	(void)state;
	rng_seed(&rng, 85);
	if (!engine_load(&err) ||
	    uc_open(UC_ARCH_PPC, UC_MODE_PPC32 | UC_MODE_BIG_ENDIAN, &uc) ||
	    uc_ctl_set_cpu_model(uc, UC_CPU_PPC32_E500V2_V22) ||
	    uc_mem_map_ptr(uc, 0, SPACE, UC_PROT_ALL, memory))
		return -1;
	return 0;
}

static int end(void **state)
{
	(void)state;
	uc_close(uc);
	return 0;
}

static uint32_t operand(void)
{
	static const uint32_t awkward[] = {
		0,      1,      31,         32,         33,         0x7fff,
		0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, UINT32_MAX,
	};
	uint32_t r = rng_next(&rng);

	if (r & 1)
		return awkward[r / 2 % (sizeof(awkward) / sizeof(awkward[0]))];
	return rng_next(&rng);
}

static void write_reg(int id, uint32_t value)
{
	assert_int_equal(uc_reg_write(uc, id, &value), UC_ERR_OK);
}

static uint32_t read_reg(int id)
{
	uint32_t value = 0;

	assert_int_equal(uc_reg_read(uc, id, &value), UC_ERR_OK);
	return value;
}

static void put_word(uint32_t at, uint32_t word)
{
	const uint8_t bytes[] = { (uint8_t)(word >> 24), (uint8_t)(word >> 16),
				  (uint8_t)(word >> 8), (uint8_t)word };

	assert_int_equal(uc_mem_write(uc, at, bytes, 4), UC_ERR_OK);
	uc_ctl_remove_cache(uc, at, at + 4);
}

/* The library's own door to XER leaves its flags out: by mtxer and mfxer. */
static void write_xer(uint32_t value)
{
	put_word(XER_CODE, 0x7c0103a6);
	write_reg(UC_PPC_REG_0, value);
	assert_int_equal(uc_emu_start(uc, XER_CODE, UINT32_MAX, 0, 1),
			 UC_ERR_OK);
}

static uint32_t read_xer(void)
{
	put_word(XER_CODE, 0x7c0102a6);
	assert_int_equal(uc_emu_start(uc, XER_CODE, UINT32_MAX, 0, 1),
			 UC_ERR_OK);
	return read_reg(UC_PPC_REG_0);
}

static void tell(const struct ppc_regs *r)
{
	write_xer(r->xer);
	for (int i = 0; i < 32; i++)
		write_reg(UC_PPC_REG_0 + i, r->gpr[i]);
	write_reg(UC_PPC_REG_CR, r->cr);
	write_reg(UC_PPC_REG_LR, r->lr);
	write_reg(UC_PPC_REG_CTR, r->ctr);
}

static void compare(const struct ppc_regs *r, uint32_t word, uint32_t next)
{
	uint32_t xer;
	bool same = r->cr == read_reg(UC_PPC_REG_CR) &&
		    r->lr == read_reg(UC_PPC_REG_LR) &&
		    r->ctr == read_reg(UC_PPC_REG_CTR) &&
		    next == read_reg(UC_PPC_REG_PC);

	for (int i = 0; i < 32; i++)
		same = same && r->gpr[i] == read_reg(UC_PPC_REG_0 + i);
	xer = read_xer();
	if (!same || xer != r->xer)
		fail_msg("0x%08x differs: cr %x %x, xer %x %x, next %x",
			 (unsigned)word, (unsigned)r->cr,
			 (unsigned)read_reg(UC_PPC_REG_CR), (unsigned)r->xer,
			 (unsigned)xer, (unsigned)next);
}

/* Some quotients are undefined: board and engine need not agree. */
static bool undefined(const struct ppc_regs *r, const struct ppc_insn *d)
{
	uint32_t a = r->gpr[d->a], b = r->gpr[d->b];

	return (d->op == PPC_DIVW || d->op == PPC_DIVWU) &&
	       (!b || (a == 0x80000000 && b == UINT32_MAX));
}

/* Targets stay in memory. */
static bool is_near(const struct ppc_insn *d, const struct ppc_regs *r)
{
	uint32_t target = d->op == PPC_BCLR    ? r->lr & ~3u
			  : d->op == PPC_BCCTR ? r->ctr & ~3u
					       : d->insn.target;

	return d->operands != OP_BRANCH || target < SPACE;
}

static bool one(struct ppc_decoder *decoder, uint32_t word)
{
	const struct ppc_insn *d = ppc_decode(decoder, CODE, word);
	uint32_t next = CODE + 4, target;
	struct ppc_regs r = { .cr = operand(),
			      .xer = operand() & 0xe0000000,
			      .lr = rng_next(&rng) % SPACE,
			      .ctr = rng_next(&rng) % SPACE };

	for (int i = 0; i < 32; i++)
		r.gpr[i] = operand();
	/* CTR cannot be where to go and be counted down. */
	if (undefined(&r, d) || !is_near(d, &r) ||
	    (d->op == PPC_BCCTR && !(d->t & 4)))
		return false;
	tell(&r);
	if (d->kind == PPC_BRANCH)
		next = ppc_branch(&r, d, &target) ? target : next;
	else if (!ppc_integer(&r, d))
		return false;
	put_word(CODE, word);
	assert_int_equal(uc_emu_start(uc, CODE, UINT32_MAX, 0, 1), UC_ERR_OK);
	compare(&r, word, next);
	return true;
}

/* The fields of an instruction at random, its opcodes as the table has them. */
static uint32_t any(unsigned primary, unsigned extended, bool isel)
{
	uint32_t fields = rng_next(&rng) & 0x03fff801;

	if (primary != 19 && primary != 31)
		return primary << 26 | (rng_next(&rng) & 0x03ffffff);
	if (isel)
		return primary << 26 | fields | extended << 1 |
		       (rng_next(&rng) & 0x7c0);
	return primary << 26 | fields | extended << 1;
}

/* Bits that have to be 0, so that both take it for an instruction. */
static uint32_t tidy(unsigned op, uint32_t word)
{
	switch (op) {
	case PPC_CMP:
	case PPC_CMPL:
	case PPC_CMPI:
	case PPC_CMPLI:
		word &= ~0x00600000u;
		break;
	case PPC_MCRF:
		word &= ~0x0063f801u;
		break;
	case PPC_MCRXR:
		word &= ~0x007ff801u;
		break;
	case PPC_MFCR:
		word &= ~0x001ff801u;
		break;
	case PPC_MTCRF:
		word &= ~0x00100801u;
		break;
	case PPC_BCLR:
	case PPC_BCCTR:
	case PPC_ADDZE:
	case PPC_ADDME:
	case PPC_SUBFZE:
	case PPC_SUBFME:
	case PPC_NEG:
	case PPC_CNTLZW:
	case PPC_EXTSB:
	case PPC_EXTSH:
		word &= ~0x0000f800u;
		break;
	default:
		break;
	}
	if ((op >= PPC_CRNOR && op <= PPC_CROR) || op == PPC_ISEL ||
	    op == PPC_CMP || op == PPC_CMPL)
		word &= ~1u;
	return word;
}

TEST_WITH(against_unicorn, begin, end)
{
	static const struct {
		unsigned op, primary, extended, operands;
	} rows[] = {
#define PPC_OP(name, text, primary, extended, operands, class)                 \
	{ PPC_##name, primary, extended, operands },
#include "boards/src/ppc/ops.def"
	};
	struct ppc_decoder *decoder = ppc_decoder_new();
	unsigned kinds = 0, done;

	assert_non_null(decoder);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned op = rows[i].op;

		if (rows[i].operands > OP_BRANCH || op == PPC_TW ||
		    op == PPC_TWI || op == PPC_MFSPR || op == PPC_MTSPR ||
		    op == PPC_MFPMR || op == PPC_MTPMR || op == PPC_MFTB)
			continue;
		done = 0;
		for (unsigned n = 0; n < 4 * ROUNDS && done < ROUNDS; n++) {
			uint32_t word = any(rows[i].primary, rows[i].extended,
					    op == PPC_ISEL);
			bool oe = rows[i].operands == OP_T_AB ||
				  rows[i].operands == OP_T_A;

			if (oe && op != PPC_MULHW && op != PPC_MULHWU &&
			    (rng_next(&rng) & 1))
				word |= 1 << 10;
			done += one(decoder, tidy(op, word));
		}
		kinds += done != 0;
	}
	/* So many of the table's rows need registers only. */
	assert_int_equal(kinds, 67);
	ppc_decoder_free(decoder);
}
