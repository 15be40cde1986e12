/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 event counters count stalls, branches and instructions [DAI0195B 4
 * to 6] by these rules, each on all three cores.  The instruction cache is in
 * test_counting_rules_icache.c, data accesses are in _data.c, Table 2's others
 * in _other.c.  Every expected number is worked out beside it from the rule and
 * the constants in uarch_arm11_cores.c: a flush is 4 cycles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "uarch_rules.h"

/* Section 4: one cycle of fetch stall, four lost: 1 + 4.  A forward branch
 * that nothing knows, taken; a backward one, not taken. */
static void test_mispredict_adds_one_stall_costs_four(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	branch(&s, 0x8010, true, true);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_FETCH_STALL, 1);
	assert_gained(&s, LEDGER_CYCLES, 5);
	branch(&s, 0x8000, true, false);
	assert_gained(&s, LEDGER_BRANCH_MISS, 2);
	assert_gained(&s, LEDGER_FETCH_STALL, 2);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	assert_gained(&s, LEDGER_CYCLES, 10);
	steps_end(&s);
}

/*
 * Section 4: no TLB knows the section of the code nor that of the data.  Two
 * first-level misses of 3 cycles, two walks of one read of 20; only the 3 of
 * the instruction's are a stall (Table 2, 0x1).  The load's result is there
 * before the data's walk is over, so the ADD does not wait: 1 + 1 + 46.
 */
static void test_walks_not_in_stalls(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	uarch_maintain(s.u, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
	ldr(&s, 0, 0x100000);
	add(&s, 1, 0);
	assert_gained(&s, LEDGER_IMICROTLB_MISS, 1);
	assert_gained(&s, LEDGER_DMICROTLB_MISS, 1);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 2);
	assert_gained(&s, LEDGER_FETCH_STALL, 3);
	assert_gained(&s, LEDGER_DATA_STALL, 0);
	assert_gained(&s, LEDGER_CYCLES, 1 + 1 + 2 * (3 + 20));
	steps_end(&s);
}

/* Table 2: 0x3, 0x4 and 0xF are unused on the ARM1156, and a region costs
 * nothing: a load, its use 2 cycles late. */
static void test_regions_are_no_tlb_events(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	uarch_maintain(s.u, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
	ldr(&s, 0, 0x100000);
	add(&s, 1, 0);
	assert_int_equal(s.n[LEDGER_IMICROTLB_MISS], 0);
	assert_int_equal(s.n[LEDGER_DMICROTLB_MISS], 0);
	assert_int_equal(s.n[LEDGER_MAIN_TLB_MISS], 0);
	assert_gained(&s, LEDGER_CYCLES, 4);
	steps_end(&s);
}

/*
 * Section 5: prediction off, as after reset.  Of ten branches, the nine taken
 * ones count as mispredicted, unconditional ones too; all ten are branches.
 */
static void test_branches_mispredicted_when_taken_prediction_off(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	switch_to(&s, false, true, true, true);
	ten_rounds(&s);
	assert_gained(&s, LEDGER_BRANCHES, 10);
	assert_gained(&s, LEDGER_BRANCH_MISS, 9);
	assert_gained(&s, LEDGER_FETCH_STALL, 9);
	assert_gained(&s, LEDGER_PC_CHANGES, 9);
	assert_gained(&s, LEDGER_CYCLES, 20 + 9 * 4);
	branch(&s, 0x8000, false, true);
	assert_gained(&s, LEDGER_BRANCH_MISS, 10);
	steps_end(&s);
}

/*
 * Section 5: Z is over all three, and each has its own switch.  A backward
 * branch that nothing knows is right by rule; the second time by history; a
 * return by the stack, its call by rule.
 */
static void test_each_prediction_has_its_switch(void **state)
{
	const struct {
		bool z, by_rule, by_history, stack;
		unsigned first, second, call, back; /* mispredicted */
	} rows[] = {
		{ true, true, true, true, 0, 0, 0, 0 },
		{ false, true, true, true, 1, 1, 1, 1 },
		{ true, true, false, false, 0, 0, 0, 1 },
		{ true, false, true, false, 1, 0, 1, 1 },
		{ true, false, false, true, 1, 1, 1, 0 },
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		steps_begin(&s, core(state), NULL);
		warm(&s);
		switch_to(&s, rows[i].z, rows[i].by_rule, rows[i].by_history,
			  rows[i].stack);
		branch(&s, 0x8000, true, true);
		assert_gained(&s, LEDGER_BRANCH_MISS, rows[i].first);
		mark(&s);
		branch(&s, 0x8000, true, true);
		assert_gained(&s, LEDGER_BRANCH_MISS, rows[i].second);
		s.pc = 0x8100;
		mark(&s);
		bl(&s, 0x8010);
		assert_gained(&s, LEDGER_BRANCH_MISS, rows[i].call);
		mark(&s);
		jump(&s, FLOW_RETURN, false, 0x8104);
		assert_gained(&s, LEDGER_BRANCH_MISS, rows[i].back);
		steps_end(&s);
	}
}

/* Section 5, Table 2: MOV pc and taken branches change it; a branch that is
 * not taken does not; SVC and an exception's return change the mode. */
static void test_pc_change_without_mode_change(void **state)
{
	struct insn back = { .class = CLASS_ALU,
			     .flow = FLOW_EXCEPTION_RETURN,
			     .writes = 1u << 15 };
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	swi(&s);
	uarch_exception(s.u);
	retire(&s, back, true, 0x8004, NULL, 0);
	assert_gained(&s, LEDGER_INSTRUCTIONS, 2);
	assert_gained(&s, LEDGER_BRANCHES, 0);
	assert_gained(&s, LEDGER_PC_CHANGES, 0);
	jump(&s, FLOW_INDIRECT, false, 0x8004); /* MOV pc, r3 */
	assert_gained(&s, LEDGER_PC_CHANGES, 1);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	branch(&s, 0x8010, true, false);
	assert_gained(&s, LEDGER_BRANCHES, 2);
	assert_gained(&s, LEDGER_PC_CHANGES, 1);
	branch(&s, 0x8000, true, true);
	assert_gained(&s, LEDGER_PC_CHANGES, 2);
	steps_end(&s);
}

/* Section 6: it reached execute, though it did nothing there. */
static void test_condition_failed_counted(void **state)
{
	struct insn i = { .class = CLASS_MULTIPLY, .conditional = true };
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	retire(&s, i, false, 0, NULL, 0);
	assert_gained(&s, LEDGER_INSTRUCTIONS, 1);
	assert_gained(&s, LEDGER_CYCLES, 1);
	steps_end(&s);
}

/* Section 6: cycles do not matter (eight registers, UMULL of 3), nor what was
 * fetched behind a mispredicted branch. */
static void test_instructions_counted_once(void **state)
{
	struct insn umull = { .class = CLASS_MULTIPLY_LONG, .writes = 3 };
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	multiple(&s, 8, 0x100000, true);
	retire(&s, umull, true, 0, NULL, 0);
	branch(&s, 0x8018, true, true);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_INSTRUCTIONS, 3);
	steps_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11(test_mispredict_adds_one_stall_costs_four),
		on_arm11_with_mmu(test_walks_not_in_stalls),
		on_arm11_core(test_regions_are_no_tlb_events, arm1156, 1),
		on_arm11(test_branches_mispredicted_when_taken_prediction_off),
		on_arm11(test_each_prediction_has_its_switch),
		on_arm11(test_pc_change_without_mode_change),
		on_arm11(test_condition_failed_counted),
		on_arm11(test_instructions_counted_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
