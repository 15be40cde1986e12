/* SPDX-License-Identifier: MIT */
/*
 * The microarchitecture model of the ARM11 cores: fetching and branching.
 * Every expected number is worked out beside
 * it from the rules and the table at the top of uarch_arm11_cores.c: a flush is
 * 4 cycles of which 1 counts as stall, memory 30 until the first word.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "uarch_steps.h"

/* Nine instructions from the middle of a line: 4 + 5, two lines. */
static void instruction_cache_misses_once_a_line(void **state)
{
	bool tlbs = core(state) != UARCH_ARM1156;
	struct steps s;

	steps_begin(&s, core(state), NULL);
	s.pc = 0x8010;
	for (int i = 0; i < 9; i++)
		add(&s, 0, 0);
	assert_int_equal(s.n[LEDGER_ICACHE_MISS], 2);
	assert_int_equal(s.n[LEDGER_ICACHE_FILLS], 2);
	assert_int_equal(s.n[LEDGER_IMICROTLB_MISS], tlbs);
	assert_int_equal(s.n[LEDGER_MAIN_TLB_MISS], tlbs);
	/* MicroTLB miss 3, two fills of 30; the walk (one read of 20, it is a
	 * section) is no stall, but takes its time.  The ARM1156 has regions:
	 * none of that. */
	assert_int_equal(s.n[LEDGER_FETCH_STALL], tlbs * 3 + 30 + 30);
	assert_int_equal(s.n[LEDGER_CYCLES], 9 + tlbs * (3 + 20) + 30 + 30);
	mark(&s);
	s.pc = 0x8010;
	for (int i = 0; i < 9; i++)
		add(&s, 0, 0);
	assert_gained(&s, LEDGER_CYCLES, 9);
	assert_gained(&s, LEDGER_INSTRUCTIONS, 9);
	steps_end(&s);
}

/*
 * A loop of ten rounds at one line.  First round: backward, so the static
 * rule says taken (4 cycles); then history says so (1 cycle) until the exit,
 * which is the only misprediction (5 cycles).  10 ADDs, 4 + 8 * 1 + 5.
 */
static void a_loop_is_predicted(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	add(&s, 0, 0);
	s.pc = 0x8000;
	mark(&s);
	for (int round = 1; round <= 10; round++) {
		add(&s, 0, 0);
		branch(&s, 0x8000, true, round < 10);
	}
	assert_gained(&s, LEDGER_BRANCHES, 10);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_PC_CHANGES, 9);
	assert_gained(&s, LEDGER_CYCLES, 10 + 4 + 8 + 5);
	steps_end(&s);
}

/*
 * Forward branches, taken, surprise only while their entry is not theirs.
 * ARM1176: bits 9:3, so 4 bytes apart they drive each other out; 8 apart they
 * do not; 0x400 apart they do.  PXA250: bits 8:2, 0x200 apart.
 */
static void branches_share_entries(void **state)
{
	const struct {
		enum uarch_kind kind;
		uint32_t apart;
		unsigned surprises; /* of 2 branches, 4 times each */
	} rows[] = {
		{ UARCH_ARM1176, 4, 8 },     { UARCH_ARM1176, 8, 2 },
		{ UARCH_ARM1176, 0x200, 2 }, { UARCH_ARM1176, 0x400, 8 },
		{ UARCH_PXA250, 4, 2 },      { UARCH_PXA250, 0x100, 2 },
		{ UARCH_PXA250, 0x200, 8 },
	};
	struct steps s;

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		steps_begin(&s, rows[i].kind, NULL);
		for (unsigned k = 0; k < 8; k++) {
			s.pc = 0x8000 + k % 2 * rows[i].apart;
			branch(&s, 0x9000, true, true);
		}
		assert_int_equal(s.n[LEDGER_BRANCH_MISS], rows[i].surprises);
		steps_end(&s);
	}
}

/* The shadow ends with the page, reaches no further than 16 bytes, and does
 * not count without the cache or where code is not cacheable. */
static void the_shadow_has_an_end(void **state)
{
	const struct {
		uint32_t at;
		bool icache, cacheable;
		unsigned misses; /* of the shadow alone */
	} rows[] = {
		{ 0x800C, true, true, 0 }, /* 0x8010 to 0x801F */
		{ 0x8010, true, true, 1 },
		{ 0x8010, false, true, 0 },
		{ 0x8010, true, false, 0 },
		{ 0x8FFC, true, true, 0 }, /* the page ends */
		{ 0x8FDC, true, true, 1 },
	};
	struct uarch_control c = everything_on;
	struct steps s;

	c.branch_prediction = false;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		steps_begin(&s, core(state), NULL);
		c.icache = rows[i].icache;
		uarch_set_control(s.u, &c);
		s.code.page_bits = 12;
		s.code.cacheable = rows[i].cacheable;
		s.pc = rows[i].at;
		add(&s, 0, 0);
		s.pc = rows[i].at;
		mark(&s);
		branch(&s, 0x8000, false, true);
		assert_gained(&s, LEDGER_ICACHE_MISS, rows[i].misses);
		steps_end(&s);
	}
}

/* A call and its return: pushed, popped, predicted, 1 + 3 cycles each. */
static void return_stack_predicts(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	add(&s, 0, 0);
	mark(&s);
	bl(&s, 0x8010);
	jump(&s, FLOW_RETURN, false, 0x8008);
	assert_gained(&s, LEDGER_CALLS, 1);
	assert_gained(&s, LEDGER_RETURNS, 1);
	assert_gained(&s, LEDGER_RETURNS_PREDICTED, 1);
	assert_gained(&s, LEDGER_RETURNS_MISPREDICTED, 0);
	assert_gained(&s, LEDGER_BRANCHES, 2);
	assert_gained(&s, LEDGER_PC_CHANGES, 2);
	assert_gained(&s, LEDGER_BRANCH_MISS, 0);
	assert_gained(&s, LEDGER_CYCLES, 8);
	/* Empty now: nothing is popped, and the jump is not predicted. */
	jump(&s, FLOW_RETURN, false, 0x8000);
	assert_gained(&s, LEDGER_RETURNS, 1);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_CYCLES, 8 + 5);
	steps_end(&s);
}

/* Switched off, it holds nothing, and returns are surprises. */
static void return_stack_off(void **state)
{
	struct uarch_control c = everything_on;
	struct steps s;

	for (int which = 0; which < 2; which++) {
		steps_begin(&s, core(state), NULL);
		c.return_stack = which == 1;
		c.branch_prediction = which == 0;
		uarch_set_control(s.u, &c);
		bl(&s, 0x8010);
		mark(&s);
		jump(&s, FLOW_RETURN, false, 0x8004);
		assert_int_equal(s.n[LEDGER_CALLS], 0);
		assert_int_equal(s.n[LEDGER_RETURNS], 0);
		assert_gained(&s, LEDGER_BRANCH_MISS, 1);
		steps_end(&s);
	}
}

/* Four calls deep: three returns are right, the fourth finds it empty. */
static void return_stack_holds_three(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	for (uint32_t i = 0; i < 4; i++)
		bl(&s, 0x8100 + i * 0x100);
	for (uint32_t i = 4; i > 0; i--)
		jump(&s, FLOW_RETURN, false,
		     i == 1 ? 0x8004 : 0x8004 + (i - 1) * 0x100);
	assert_int_equal(s.n[LEDGER_CALLS], 4);
	assert_int_equal(s.n[LEDGER_RETURNS_PREDICTED], 3);
	assert_int_equal(s.n[LEDGER_RETURNS_MISPREDICTED], 0);
	assert_int_equal(s.n[LEDGER_BRANCH_MISS], 1);
	steps_end(&s);
}

/* A return elsewhere: mispredicted, and the address goes back: the next
 * return finds it.  A conditional one pops, unpredicted. */
static void return_stack_restores(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	bl(&s, 0x8010); /* returns to 0x8004 */
	jump(&s, FLOW_RETURN, false, 0x8014);
	assert_int_equal(s.n[LEDGER_RETURNS_PREDICTED], 1);
	assert_int_equal(s.n[LEDGER_RETURNS_MISPREDICTED], 1);
	assert_int_equal(s.n[LEDGER_BRANCH_MISS], 1);
	jump(&s, FLOW_RETURN, false, 0x8004);
	assert_int_equal(s.n[LEDGER_RETURNS_PREDICTED], 2);
	assert_int_equal(s.n[LEDGER_RETURNS_MISPREDICTED], 1);
	bl(&s, 0x8010);
	jump(&s, FLOW_RETURN, true, 0x8008);
	assert_int_equal(s.n[LEDGER_RETURNS], 3);
	assert_int_equal(s.n[LEDGER_RETURNS_PREDICTED], 2);
	assert_int_equal(s.n[LEDGER_BRANCH_MISS], 2);
	steps_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11(instruction_cache_misses_once_a_line),
		on_arm11(a_loop_is_predicted),
		cmocka_unit_test(branches_share_entries),
		on_arm11(the_shadow_has_an_end),
		on_arm11(return_stack_predicts),
		on_arm11(return_stack_off),
		on_arm11(return_stack_holds_three),
		on_arm11(return_stack_restores),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
