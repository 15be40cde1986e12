/* SPDX-License-Identifier: MIT */
/*
 * The microarchitecture models: how long instructions and their results take,
 * against the numbers of the manuals' tables.
 */
#include <stdint.h>

#include "test.h"
#include "uarch_steps.h"

/* Code and data that are used are there; nothing is under way. */
static void begin(struct steps *s, enum uarch_kind kind)
{
	steps_begin(s, kind, NULL);
	add(s, 0, 0);
	s->pc = 0x8020;
	add(s, 0, 0);
	ldr(s, 0, 0x100000);
	uarch_idle(s->u, 1000);
	s->pc = 0x8000;
	mark(s);
}

static void op(struct steps *s, enum insn_class class, uint32_t writes)
{
	struct insn i = { .class = (uint8_t) class, .writes = writes };

	retire(s, i, true, 0, NULL, 0);
}

/* Issue, and the stall of a next instruction that wants the result:
 * latency - issue. */
TEST(issue_and_latency)
{
	const struct {
		enum uarch_kind kind;
		enum insn_class class;
		uint32_t writes;
		unsigned issue, latency;
	} rows[] = {
		{ UARCH_ARM1176, CLASS_ALU, 1, 1, 1 },
		{ UARCH_ARM1176, CLASS_SHIFT_BY_REG, 1, 2, 2 },
		{ UARCH_ARM1176, CLASS_MULTIPLY, 1, 2, 4 },
		{ UARCH_ARM1176, CLASS_MULTIPLY_LONG, 3, 3, 5 },
		/* Setting flags takes 5 and 6, longer than the result. */
		{ UARCH_ARM1176, CLASS_MULTIPLY, 0x10001, 5, 5 },
		{ UARCH_ARM1176, CLASS_MULTIPLY_LONG, 0x10003, 6, 6 },
		{ UARCH_ARM1176, CLASS_STATUS, 1, 2, 2 },
		{ UARCH_ARM1176, CLASS_COPROCESSOR, 1, 2, 3 },
		{ UARCH_ARM1176, CLASS_OTHER, 1, 1, 1 },
		{ UARCH_PXA250, CLASS_ALU, 1, 1, 1 },
		{ UARCH_PXA250, CLASS_SHIFT_BY_REG, 1, 2, 2 },
		{ UARCH_PXA250, CLASS_MULTIPLY, 1, 1, 3 },
		{ UARCH_PXA250, CLASS_MULTIPLY, 0x10001, 1, 3 },
		{ UARCH_PXA250, CLASS_MULTIPLY_LONG, 3, 2, 5 },
		{ UARCH_PXA250, CLASS_STATUS, 1, 2, 2 },
		{ UARCH_PXA250, CLASS_COPROCESSOR, 1, 2, 4 },
		{ UARCH_PXA250, CLASS_OTHER, 1, 1, 1 },
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin(&s, rows[i].kind);
		op(&s, rows[i].class, rows[i].writes);
		assert_gained(&s, LEDGER_CYCLES, rows[i].issue);
		add(&s, 5, 0);
		assert_gained(&s, LEDGER_DATA_STALL,
			      rows[i].latency - rows[i].issue);
		assert_gained(&s, LEDGER_CYCLES, rows[i].latency + 1);
		steps_end(&s);
	}
}

/* The XScale manuals' own example: UMLAL issues in cycle 0, ADD in 2, SUB,
 * which wants the product, in 5, MOV in 6. */
TEST(the_manuals_example)
{
	struct steps s;

	begin(&s, UARCH_PXA250);
	op(&s, CLASS_MULTIPLY_LONG, 1u << 6 | 1u << 8);
	assert_gained(&s, LEDGER_CYCLES, 2);
	add(&s, 9, 10);
	assert_gained(&s, LEDGER_CYCLES, 3);
	add(&s, 2, 8);
	assert_gained(&s, LEDGER_CYCLES, 6);
	add(&s, 0, 1);
	assert_gained(&s, LEDGER_CYCLES, 7);
	assert_gained(&s, LEDGER_DATA_STALL, 2);
	steps_end(&s);
}

/* SWP: 2 cycles and its result in 3; 5 and 5. */
TEST(swap)
{
	const unsigned issue[] = { 2, 2, 2, 5 }, latency[] = { 3, 3, 3, 5 };
	struct insn i = { .class = CLASS_SWAP, .writes = 1 };
	struct access a[2];
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		begin(&s, (enum uarch_kind)kind);
		a[0] = access_at(&s, 0x100000, 4, false);
		a[1] = access_at(&s, 0x100000, 4, true);
		retire(&s, i, true, 0, a, 2);
		assert_gained(&s, LEDGER_CYCLES, issue[kind]);
		add(&s, 1, 0);
		assert_gained(&s, LEDGER_DATA_STALL,
			      latency[kind] - issue[kind]);
		steps_end(&s);
	}
}

static void load_pc(struct steps *s, enum insn_flow flow, uint32_t to)
{
	struct insn i = { .word = 0xE599F000,
			  .class = CLASS_LOAD,
			  .flow = (uint8_t)flow,
			  .indirect = true,
			  .transfers = 1,
			  .writes = 1u << 15 };
	struct access a = access_at(s, 0x100000, 4, false);

	retire(s, i, true, to, &a, 1);
}

/* LDR pc: 8 on both; 4 where the return stack knows it; STR before a branch
 * does not make it late. */
TEST(loading_the_pc)
{
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		begin(&s, (enum uarch_kind)kind);
		load_pc(&s, FLOW_INDIRECT, 0x8000);
		assert_gained(&s, LEDGER_CYCLES, 8);
		assert_gained(&s, LEDGER_PC_CHANGES, 1);
		steps_end(&s);
	}
	begin(&s, UARCH_ARM1176);
	bl(&s, 0x8000);
	mark(&s);
	load_pc(&s, FLOW_RETURN, 0x8004);
	assert_gained(&s, LEDGER_CYCLES, 4);
	steps_end(&s);
}

/* Entry 4, return 1 + 4, an instruction synchronisation 4. */
TEST(refills)
{
	struct insn back = { .class = CLASS_ALU,
			     .flow = FLOW_EXCEPTION_RETURN };
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		begin(&s, (enum uarch_kind)kind);
		uarch_exception(s.u);
		assert_gained(&s, LEDGER_CYCLES, 4);
		retire(&s, back, true, 0x8004, NULL, 0);
		assert_gained(&s, LEDGER_CYCLES, 9);
		uarch_maintain(s.u, MAINTAIN_PREFETCH_FLUSH, 0, NULL);
		assert_gained(&s, LEDGER_CYCLES, 13);
		assert_gained(&s, LEDGER_FETCH_STALL, 0);
		assert_gained(&s, LEDGER_BRANCH_MISS, 0);
		steps_end(&s);
	}
}

/* A failed instruction waits for the flags, and for nothing else. */
TEST(a_failed_condition_waits_for_flags)
{
	const unsigned stall[] = { 1, 1, 1, 2 }; /* latency - issue */
	struct insn i = { .class = CLASS_ALU,
			  .conditional = true,
			  .reads = 1u << 16 | 1 };
	struct steps s;

	for (int kind = UARCH_ARM1136; kind <= UARCH_PXA250; kind++) {
		begin(&s, (enum uarch_kind)kind);
		op(&s, CLASS_COPROCESSOR, 1u << 16); /* MRC p14, ..., pc */
		retire(&s, i, false, 0, NULL, 0);
		assert_gained(&s, LEDGER_DATA_STALL, stall[kind]);
		mark(&s);
		op(&s, CLASS_COPROCESSOR, 1);
		retire(&s, i, false, 0, NULL, 0);
		assert_gained(&s, LEDGER_DATA_STALL, 0);
		steps_end(&s);
	}
}

/*
 * Loads that miss, with write-back of the base: the base is the ALU's, ready
 * at once; what is loaded comes later.  Without write-back, or with the base
 * among what is loaded, there is only the latter.
 */
TEST(updated_bases_are_early)
{
	const struct {
		uint32_t word;
		enum insn_class class;
		bool thumb, early;
		unsigned base;
	} rows[] = {
		{ 0xE4910004, CLASS_LOAD, false, true, 1 },  /* [r1], #4 */
		{ 0xE5B10004, CLASS_LOAD, false, true, 1 },  /* [r1, #4]! */
		{ 0xE5911004, CLASS_LOAD, false, false, 1 }, /* r1, [r1] */
		{ 0xE8B10005, CLASS_LOAD_MULTIPLE, false, true, 1 },
		{ 0xE8B10003, CLASS_LOAD_MULTIPLE, false, false, 1 },
		{ 0xE8910003, CLASS_LOAD_MULTIPLE, false, false, 1 },
		{ 0xC90C, CLASS_LOAD_MULTIPLE, true, true, 1 },
		{ 0xBC03, CLASS_LOAD_MULTIPLE, true, true, 13 }, /* POP */
		{ 0x6809, CLASS_LOAD, true, false, 1 },          /* r1, [r1] */
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct insn in = { .word = rows[i].word,
				   .class = (uint8_t)rows[i].class,
				   .transfers = 1,
				   .writes = 1u << rows[i].base | 1u << 2 };
		struct access a;

		begin(&s, UARCH_ARM1176);
		s.thumb = rows[i].thumb;
		a = access_at(&s, 0x100020, 4, false);
		retire(&s, in, true, 0, &a, 1);
		add(&s, 5, rows[i].base);
		/* Asked for in 0, there in 30, wanted in 1. */
		assert_gained(&s, LEDGER_DATA_STALL, rows[i].early ? 0 : 29);
		add(&s, 5, 2);
		assert_gained(&s, LEDGER_CYCLES, 30 + (rows[i].early ? 1 : 2));
		steps_end(&s);
	}
}

/* ARM1176: eight registers keep the load/store unit for four cycles; the
 * next load waits for it, other instructions do not. */
TEST(the_lsu_is_busy)
{
	struct steps s;

	begin(&s, UARCH_ARM1176);
	multiple(&s, 8, 0x100000, true);
	add(&s, 9, 10);
	assert_gained(&s, LEDGER_CYCLES, 2);
	ldr(&s, 0, 0x100000); /* in cycle 4 */
	assert_gained(&s, LEDGER_CYCLES, 5);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	assert_gained(&s, LEDGER_LSU_FULL_STALL, 0);
	steps_end(&s);
}
