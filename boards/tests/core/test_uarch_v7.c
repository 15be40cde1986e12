/* SPDX-License-Identifier: MIT */
/*
 * The models of the cores with ARMv7: caches and TLBs of their sizes, and what
 * AArch32 has besides AArch64: conditions, SVC, accesses of several registers.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/inorder/inorder.h"
#include "boards/src/outoforder/outoforder.h"
#include "test.h"

enum { CODE = 0x8000, DATA = 0x100000 };

struct kind {
	const struct uarch_ops *ops;
	uint32_t line;
	bool level2;
	bool main_tlb;
};

static const struct kind kinds[] = {
	{ &uarch_cortex_a8_ops, 64, true, false },
	{ &uarch_cortex_a9_ops, 32, false, true },
};

static struct uarch *u;

static void begin(const struct kind *k)
{
	const struct board_options o = { .flat = false };
	const struct uarch_control on = { .mmu = true,
					  .icache = true,
					  .dcache = true,
					  .branch_prediction = true };

	u = uarch_new(k->ops, &o, NULL);
	assert_non_null(u);
	uarch_set_control(u, &on);
}

#define EACH_KIND(k)                                                           \
	for (const struct kind *k = kinds; k < kinds + 2 && (begin(k), true);  \
	     uarch_free(u), k++)

static uint64_t n(enum ledger_item item)
{
	return uarch_ledger(u)->n[item];
}

/* The page of the instruction at hand. */
static struct mapping page;

static struct retired at(const struct insn *i)
{
	page = (struct mapping){ .paddr = i->addr,
				 .page_bits = 20,
				 .cacheable = true };
	return (struct retired){
		.insn = i,
		.fetch = &page,
		.passed = true,
		.next = i->addr + 4,
	};
}

static void touch(uint32_t addr, unsigned page_bits, bool write)
{
	const struct insn i = { .addr = CODE,
				.size = 4,
				.class = write ? CLASS_STORE : CLASS_LOAD };
	const struct access a = { .vaddr = addr,
				  .size = 4,
				  .write = write,
				  .map = { .paddr = addr,
					   .page_bits = page_bits,
					   .cacheable = true } };
	struct retired r = at(&i);

	r.accesses = 1;
	r.access = &a;
	r.element = 4;
	uarch_retire(u, &r);
}

/* A line, four ways of it, and what goes when a fifth comes. */
TEST(data_caches)
{
	EACH_KIND(k)
	{
		uint32_t way = 32 * 1024 / 4;

		touch(DATA, 20, true);
		touch(DATA + k->line - 4, 20, false);
		assert_int_equal(n(LEDGER_L1D_ACCESS), 2);
		assert_int_equal(n(LEDGER_L1D_REFILL), 1);
		touch(DATA + k->line, 20, false);
		assert_int_equal(n(LEDGER_L1D_REFILL), 2);
		for (unsigned i = 1; i < 4; i++)
			touch(DATA + i * way, 20, false);
		assert_int_equal(n(LEDGER_L1D_WRITE_BACK), 0);
		touch(DATA + 4 * way, 20, false);
		assert_int_equal(n(LEDGER_L1D_REFILL), 6);
		assert_int_equal(n(LEDGER_L1D_WRITE_BACK_VICTIM), 1);
		assert_int_equal(n(LEDGER_LD_RETIRED), 6);
		assert_int_equal(n(LEDGER_ST_RETIRED), 1);
		/* The code's line came from there, too. */
		assert_int_equal(n(LEDGER_L2D_READ), k->level2 ? 7 : 0);
		assert_int_equal(n(LEDGER_L2D_WRITE), k->level2);
		assert_int_equal(n(LEDGER_BUS_READ), 7 * k->line / 16);
		assert_int_equal(n(LEDGER_BUS_WRITE),
				 k->level2 ? 0 : k->line / 16);
	}
}

/* 32 pages are in the first level; a section is one read, a page two. */
TEST(tlbs)
{
	EACH_KIND(k)
	{
		uint64_t cycles, walk;

		for (unsigned i = 0; i < 33; i++)
			touch(DATA + (i << 12), 12, false);
		assert_int_equal(n(LEDGER_L1D_TLB_REFILL), 33);
		assert_int_equal(n(LEDGER_DTLB_WALK), 33);
		touch(DATA, 12, false); /* the oldest has gone */
		assert_int_equal(n(LEDGER_L1D_TLB_REFILL), 34);
		assert_int_equal(n(LEDGER_DTLB_WALK), k->main_tlb ? 33 : 34);

		touch(DATA + 0x200000, 20, false);
		touch(DATA + 0x300000, 12, false);
		uarch_maintain(u, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
		touch(DATA, 12, false); /* and the code's page */
		uarch_idle(u, 1000);    /* nothing is under way */
		cycles = n(LEDGER_CYCLES);
		touch(DATA + 0x200000, 20, false);
		walk = n(LEDGER_CYCLES) - cycles;
		uarch_idle(u, 1000);
		cycles = n(LEDGER_CYCLES);
		touch(DATA + 0x300000, 12, false);
		assert_int_equal(n(LEDGER_CYCLES) - cycles - walk, 20);
	}
}

TEST(unaligned)
{
	EACH_KIND(k)
	{
		touch(DATA + 4, 20, false);
		assert_int_equal(n(LEDGER_UNALIGNED_LDST_RETIRED), 0);
		touch(DATA + 2, 20, true);
		assert_int_equal(n(LEDGER_UNALIGNED_LDST_RETIRED), 1);
	}
}

static void flow(enum insn_flow kind, bool conditional, bool passed,
		 bool exception)
{
	const struct insn i = { .addr = CODE,
				.size = 4,
				.class = CLASS_OTHER,
				.flow = (uint8_t)kind,
				.conditional = conditional,
				.indirect = kind == FLOW_RETURN };
	struct retired r = at(&i);

	r.passed = passed;
	r.exception = exception;
	uarch_retire(u, &r);
}

/* An instruction that fails its condition is executed, and does nothing. */
TEST(conditions)
{
	EACH_KIND(k)
	{
		flow(FLOW_RETURN, true, false, false);
		flow(FLOW_EXCEPTION_RETURN, true, false, false);
		flow(FLOW_CALL, true, false, false);
		assert_int_equal(n(LEDGER_INSTRUCTIONS), 3);
		assert_int_equal(n(LEDGER_PC_WRITE_RETIRED), 0);
		assert_int_equal(n(LEDGER_BR_RETURN_RETIRED), 0);
		assert_int_equal(n(LEDGER_EXC_RETURN), 0);
		assert_int_equal(n(LEDGER_BR_IMMED_RETIRED), 1);
		flow(FLOW_RETURN, true, true, false);
		flow(FLOW_EXCEPTION_RETURN, true, true, false);
		assert_int_equal(n(LEDGER_PC_WRITE_RETIRED), 2);
		assert_int_equal(n(LEDGER_BR_RETURN_RETIRED), 1);
		assert_int_equal(n(LEDGER_EXC_RETURN), 1);
	}
}

/* A call of the supervisor is executed; what is undefined is not. */
TEST(exceptions)
{
	EACH_KIND(k)
	{
		flow(FLOW_SVC, false, true, true);
		assert_int_equal(n(LEDGER_INSTRUCTIONS), 1);
		assert_int_equal(n(LEDGER_EXC_SVC), 1);
		flow(FLOW_UNDEFINED, false, true, true);
		flow(FLOW_BREAKPOINT, false, true, true);
		assert_int_equal(n(LEDGER_INSTRUCTIONS), 1);
		flow(FLOW_HOST_CALL, false, true, false);
		assert_int_equal(n(LEDGER_INSTRUCTIONS), 2);
		assert_int_equal(n(LEDGER_EXC_RETURN), 0);
		assert_int_equal(n(LEDGER_PC_WRITE_RETIRED), 0);
	}
}

/* SCTLR.Z is 0: what is taken was not predicted, whatever went before. */
TEST(prediction_off)
{
	const struct uarch_control off = { .mmu = true,
					   .icache = true,
					   .dcache = true };

	EACH_KIND(k)
	{
		uarch_set_control(u, &off);
		for (unsigned i = 0; i < 4; i++)
			flow(FLOW_BRANCH, true, true, false);
		assert_int_equal(n(LEDGER_BRANCHES_CORRECTED), 4);
		flow(FLOW_BRANCH, false, true, false);
		assert_int_equal(n(LEDGER_BRANCHES_CORRECTED), 5);
		flow(FLOW_BRANCH, true, false, false);
		assert_int_equal(n(LEDGER_BRANCHES_CORRECTED), 5);
		assert_int_equal(n(LEDGER_BRANCHES_PREDICTABLE), 6);
	}
}
