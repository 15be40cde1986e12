/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 event counters count instruction cache misses [DAI0195B 3] by these
 * rules, each on all three cores.  Every expected number is worked out beside
 * it from the rule and the constants in uarch_arm11_cores.c: memory 30 until
 * the first doubleword of a line, 6 more until the last.  An instruction is 4
 * bytes, so that a line holds eight.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "uarch_rules.h"

/* Section 3: the cache must be on; 32 bytes then are four fetches of 64 bits,
 * each of which waits. */
static void test_icache_off_not_counted(void **state)
{
	struct uarch_control c = everything_on;
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	c.icache = false;
	uarch_set_control(s.u, &c);
	for (int i = 0; i < 8; i++)
		add(&s, 0, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 0);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 0);
	assert_gained(&s, LEDGER_FETCH_STALL, 4 * 30);
	steps_end(&s);
}

/* Section 3, Table 2: a miss brings eight words; places that are not
 * cacheable do not count. */
static void test_icache_miss_fills_eight_words(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	s.pc = 0x8100;
	for (int i = 0; i < 9; i++)
		add(&s, 0, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 2);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 2);
	s.code.cacheable = false;
	s.pc = 0x8200;
	add(&s, 0, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 2);
	steps_end(&s);
}

/*
 * Section 3, prediction off: the 16 bytes behind the branch reach into a line
 * that was never executed.  Nine taken branches fetch it, and nine times it is
 * thrown away; once it has been executed it is there.
 */
static void test_icache_miss_shadow_prediction_off(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	switch_to(&s, false, true, true, true);
	ten_rounds(&s);
	assert_gained(&s, LEDGER_ICACHE_MISS, 9);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 9);
	s.pc = 0x8020;
	add(&s, 0, 0);
	uarch_idle(s.u, 10);
	ten_rounds(&s);
	assert_gained(&s, LEDGER_ICACHE_MISS, 0);
	steps_end(&s);
}

/* With prediction on, a backward branch is taken by rule and then by history;
 * the exit goes wrong, but to where the loop is. */
static void test_icache_no_shadow_when_predicted(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	ten_rounds(&s);
	assert_gained(&s, LEDGER_BRANCH_MISS, 1);
	assert_gained(&s, LEDGER_ICACHE_MISS, 0);
	steps_end(&s);
}

/*
 * Section 3: a predicted return is recognized one fetch of 8 bytes too late.
 * In the last 8 bytes of its line it has asked for the next one by then: a
 * miss, every time, that fetches nothing.
 */
static void test_icache_miss_return_alignment(void **state)
{
	const struct {
		uint32_t at;
		unsigned misses, fills;
	} rows[] = {
		{ 0x8114, 1, 1 }, /* the return's own line */
		{ 0x8114, 0, 0 }, { 0x8118, 1, 0 },
		{ 0x811C, 1, 0 }, { 0x811C, 1, 0 },
	};
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		s.pc = 0x8000;
		bl(&s, rows[i].at);
		mark(&s);
		jump(&s, FLOW_RETURN, false, 0x8004);
		assert_gained(&s, LEDGER_RETURNS_PREDICTED, 1);
		assert_gained(&s, LEDGER_ICACHE_MISS, rows[i].misses);
		assert_gained(&s, LEDGER_ICACHE_FILLS, rows[i].fills);
		assert_gained(&s, LEDGER_FETCH_STALL, rows[i].fills * 30);
		uarch_idle(s.u, 10); /* the line is all there */
	}
	/* The stack off: nothing is recognized, 16 bytes are fetched. */
	switch_to(&s, true, true, true, false);
	s.pc = 0x811C;
	mark(&s);
	jump(&s, FLOW_RETURN, false, 0x8004);
	assert_gained(&s, LEDGER_ICACHE_MISS, 1);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 1);
	steps_end(&s);
}

/*
 * Section 3: two misses, one fill.  An ADD in the cycle after the first
 * doubleword came, then a branch of 4 cycles within the line: looked up in
 * cycle 5, when the line is still coming, until 6.  Running straight on is no
 * second look-up, and later there is no second miss.
 */
static void test_icache_misses_share_a_fill(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	s.pc = 0x8100;
	add(&s, 0, 0);
	branch(&s, 0x8110, false, true);
	add(&s, 0, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 2);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 1);
	assert_gained(&s, LEDGER_FETCH_STALL, 30);
	uarch_idle(s.u, 10);
	s.pc = 0x8100;
	add(&s, 0, 0);
	branch(&s, 0x8110, false, true);
	add(&s, 0, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 2);
	s.pc = 0x8200;
	for (int i = 0; i < 8; i++)
		add(&s, 0, 0);
	assert_gained(&s, LEDGER_ICACHE_MISS, 3);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 2);
	steps_end(&s);
}

/*
 * Section 8: look-ups by speculation.  A branch with a history of three times
 * taken is not taken: its target, gone from the cache, is looked up in vain.
 * So the second time; then history says not taken, and nothing is looked up.
 */
static void test_icache_miss_at_mispredicted_target(void **state)
{
	const unsigned misses[] = { 1, 1, 0 };
	struct mapping m = cached_section;
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	for (int i = 0; i < 3; i++) {
		s.pc = 0x8000;
		branch(&s, 0x8100, true, true);
		add(&s, 0, 0);
	}
	m.paddr = 0x8100;
	uarch_maintain(s.u, MAINTAIN_I_INVALIDATE_LINE, 0x8100, &m);
	uarch_idle(s.u, 10);
	for (unsigned i = 0; i < 3; i++) {
		s.pc = 0x8000;
		mark(&s);
		branch(&s, 0x8100, true, false);
		assert_gained(&s, LEDGER_BRANCH_MISS, misses[i]);
		assert_gained(&s, LEDGER_ICACHE_MISS, misses[i]);
		assert_gained(&s, LEDGER_ICACHE_FILLS, misses[i]);
	}
	steps_end(&s);
}

/* A return that goes wrong: the stack says 0x8120, where nothing was executed
 * yet, but the program goes elsewhere. */
static void test_icache_miss_at_mispredicted_return(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	s.pc = 0x811C;
	bl(&s, 0x8000);
	mark(&s);
	jump(&s, FLOW_RETURN, false, 0x8010);
	assert_gained(&s, LEDGER_RETURNS_MISPREDICTED, 1);
	assert_gained(&s, LEDGER_ICACHE_MISS, 1);
	assert_gained(&s, LEDGER_ICACHE_FILLS, 1);
	steps_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11(test_icache_off_not_counted),
		on_arm11(test_icache_miss_fills_eight_words),
		on_arm11(test_icache_miss_shadow_prediction_off),
		on_arm11(test_icache_no_shadow_when_predicted),
		on_arm11(test_icache_miss_return_alignment),
		on_arm11(test_icache_misses_share_a_fill),
		on_arm11(test_icache_miss_at_mispredicted_target),
		on_arm11(test_icache_miss_at_mispredicted_return),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
