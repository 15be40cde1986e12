/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 event counters count data accesses, misses, write-backs and what
 * goes out [DAI0195B 7, 8 and Table 2] by these rules, each on all three
 * cores.  Every expected number is worked out beside it from the rule and the
 * constants in uarch_arm11_cores.c: a write to memory is done after 20 cycles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "uarch_rules.h"

/* Section 7: eight words of one line are one access; two instructions are
 * two, also to the same word. */
static void test_non_sequential_once_per_line(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	multiple(&s, 8, 0x100000, false);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 1);
	multiple(&s, 8, 0x100000, true);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 2);
	ldr(&s, 0, 0x100000);
	ldr(&s, 0, 0x100000);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 4);
	assert_gained(&s, LEDGER_DCACHE_ACCESS_CACHEABLE, 4);
	steps_end(&s);
}

/* Section 7: half of two lines are two accesses, read or written.  So is a
 * word that lies across them (chosen). */
static void test_ldm_stm_over_two_lines(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	multiple(&s, 8, 0x100010, false);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 2);
	multiple(&s, 8, 0x100010, true);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 4);
	ldr(&s, 0, 0x10001E);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 6);
	assert_gained(&s, LEDGER_DCACHE_ACCESS_CACHEABLE, 6);
	steps_end(&s);
}

/* Section 7: every type of memory is looked up; 0xA less 0x9 are those that
 * are not cacheable. */
static void test_cacheable_against_all(void **state)
{
	const struct {
		const struct mapping *map;
		unsigned cacheable;
	} rows[] = {
		{ &cached, 1 },   { &through, 1 }, { &dtcm, 1 },
		{ &uncached, 0 }, { &device, 0 },  { &ordered, 0 },
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		steps_begin(&s, core(state), NULL);
		warm(&s);
		s.data = *rows[i].map;
		ldr(&s, 0, 0x200000);
		ldr(&s, 0, 0x200000);
		str(&s, 1, 0x200000);
		assert_gained(&s, LEDGER_DCACHE_ACCESS, 3);
		assert_gained(&s, LEDGER_DCACHE_ACCESS_CACHEABLE,
			      3 * rows[i].cacheable);
		steps_end(&s);
	}
}

/*
 * Section 7: a TCM counts as cacheable, per line like a cache, with the data
 * cache off as well; it never misses (section 8), and nothing goes out.  It
 * is as fast as a hit: a load's result after 3 cycles, wanted in 1.
 */
static void test_tcm_counts_as_cacheable(void **state)
{
	struct uarch_control c = everything_on;
	struct steps s;

	c.dcache = false;
	for (int off = 0; off < 2; off++) {
		steps_begin(&s, core(state), NULL);
		warm(&s);
		if (off)
			uarch_set_control(s.u, &c);
		s.data = off ? itcm : dtcm;
		ldr(&s, 0, 0x100000);
		add(&s, 1, 0);
		assert_gained(&s, LEDGER_CYCLES, 4);
		assert_gained(&s, LEDGER_DATA_STALL, 2);
		str(&s, 0, 0x100100);
		multiple(&s, 8, 0x100110, false);
		assert_gained(&s, LEDGER_DCACHE_ACCESS, 4);
		assert_gained(&s, LEDGER_DCACHE_ACCESS_CACHEABLE, 4);
		assert_gained(&s, LEDGER_DCACHE_MISS, 0);
		assert_gained(&s, LEDGER_EXTERNAL_DATA, 0);
		steps_end(&s);
	}
}

/*
 * Section 7: a write to level 2 and a TCM read are three accesses.  Chosen:
 * so it is if the read comes next among the data accesses, and while the write
 * is under way, that is for 20 cycles.
 */
static void test_speculative_tcm_read_after_write(void **state)
{
	const struct {
		const struct mapping *write;
		uint64_t later;   /* before the read */
		unsigned between; /* loads that hit */
		bool reads;       /* or writes the TCM */
		unsigned all, cacheable;
	} rows[] = {
		{ &through, 0, 0, true, 3, 3 },
		{ &cached, 0, 0, true, 3, 3 }, /* a miss: it goes out */
		{ &uncached, 0, 0, true, 3, 2 },
		{ &device, 0, 0, true, 3, 2 },
		{ &ordered, 0, 0, true, 2, 1 }, /* nothing overtakes it */
		{ &dtcm, 0, 0, true, 2, 2 },    /* not level 2 */
		{ &uncached, 18, 0, true, 3, 2 },
		{ &uncached, 19, 0, true, 2, 1 }, /* it is done */
		{ &uncached, 0, 1, true, 3, 2 },
		{ &uncached, 0, 0, false, 2, 1 },
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		steps_begin(&s, core(state), NULL);
		warm(&s);
		s.data = *rows[i].write;
		str(&s, 1, 0x110000);
		uarch_idle(s.u, rows[i].later);
		s.data = cached;
		for (unsigned k = 0; k < rows[i].between; k++)
			ldr(&s, 0, 0x100000);
		s.data = dtcm;
		if (rows[i].reads)
			ldr(&s, 0, 0x120000);
		else
			str(&s, 0, 0x120000);
		assert_gained(&s, LEDGER_DCACHE_ACCESS, rows[i].all);
		assert_gained(&s, LEDGER_DCACHE_ACCESS_CACHEABLE,
			      rows[i].cacheable);
		/* The next read is no longer the first. */
		ldr(&s, 0, 0x120000);
		assert_gained(&s, LEDGER_DCACHE_ACCESS, rows[i].all + 1);
		/* Nor is one after another's read. */
		s.data = uncached;
		ldr(&s, 0, 0x110000);
		s.data = dtcm;
		ldr(&s, 0, 0x120000);
		assert_gained(&s, LEDGER_DCACHE_ACCESS, rows[i].all + 3);
		steps_end(&s);
	}
}

/* Section 7: a walk never goes to the cache, and operations do not count. */
static void test_no_page_walk_or_cp15_op_in_accesses(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	s.data.page_bits = 12;
	ldr(&s, 0, 0x200000);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 1);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	assert_gained(&s, LEDGER_EXTERNAL_DATA, 1);
	maintain(&s, MAINTAIN_D_CLEAN_LINE, 0x200000);
	maintain(&s, MAINTAIN_D_CLEAN_INVALIDATE_ALL, 0);
	maintain(&s, MAINTAIN_D_INVALIDATE_LINE, 0x100000);
	maintain(&s, MAINTAIN_I_INVALIDATE_ALL, 0);
	assert_gained(&s, LEDGER_DCACHE_ACCESS, 1);
	assert_gained(&s, LEDGER_DCACHE_ACCESS_CACHEABLE, 1);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	assert_gained(&s, LEDGER_ICACHE_MISS, 0);
	steps_end(&s);
}

/* Section 8: reads and writes that miss count, one for a line, however many
 * of its words; accesses that are not cacheable do not (chosen). */
static void test_misses_once_per_line(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	multiple(&s, 8, 0x100100, false);
	assert_gained(&s, LEDGER_DCACHE_MISS, 1);
	multiple(&s, 8, 0x100210, false);
	assert_gained(&s, LEDGER_DCACHE_MISS, 3);
	multiple(&s, 8, 0x100300, true);
	assert_gained(&s, LEDGER_DCACHE_MISS, 4);
	s.data = uncached;
	ldr(&s, 0, 0x200000);
	assert_gained(&s, LEDGER_DCACHE_MISS, 4);
	steps_end(&s);
}

/* Table 2, 0xC: one for each half line of four words, when it goes: 1 for a
 * word, 2 for eight, none when clean or written through. */
static void test_write_backs_by_half_line(void **state)
{
	struct steps s;

	steps_begin(&s, core(state), NULL);
	warm(&s);
	str(&s, 1, 0x10000C);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 0);
	maintain(&s, MAINTAIN_D_CLEAN_LINE, 0x100000);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	maintain(&s, MAINTAIN_D_CLEAN_LINE, 0x100000);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	s.data = through;
	str(&s, 1, 0x10000C);
	maintain(&s, MAINTAIN_D_CLEAN_LINE, 0x100000);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	s.data = cached;
	multiple(&s, 8, 0x100000, true);
	maintain(&s, MAINTAIN_D_CLEAN_INVALIDATE_ALL, 0);
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 3);
	steps_end(&s);
}

/*
 * Table 2, 0x10: a refill, what is not cacheable, a write-through, also a
 * store that misses (chosen); neither write-backs nor walks nor fetches.
 */
static void test_external_access_kinds(void **state)
{
	const struct {
		const struct mapping *map;
		uint32_t addr;
		bool write;
		unsigned count;
	} rows[] = {
		{ &cached, 0x100000, false, 0 },
		{ &cached, 0x100000, true, 0 },
		{ &cached, 0x100100, false, 1 },
		{ &cached, 0x100200, true, 1 },
		{ &through, 0x100000, true, 1 },
		{ &through, 0x100000, false, 0 },
		{ &uncached, 0x200000, false, 1 },
		{ &uncached, 0x200000, true, 1 },
		{ &device, 0x300000, true, 1 },
		{ &ordered, 0x300000, false, 1 },
		{ &dtcm, 0x400000, false, 0 },
	};
	struct steps s;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		steps_begin(&s, core(state), NULL);
		warm(&s);
		s.data = *rows[i].map;
		if (rows[i].write)
			str(&s, 1, rows[i].addr);
		else
			ldr(&s, 0, rows[i].addr);
		s.pc = 0x8100;
		add(&s, 2, 2);
		assert_gained(&s, LEDGER_ICACHE_FILLS, 1);
		maintain(&s, MAINTAIN_D_CLEAN_ALL, 0);
		assert_gained(&s, LEDGER_EXTERNAL_DATA, rows[i].count);
		steps_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11(test_non_sequential_once_per_line),
		on_arm11(test_ldm_stm_over_two_lines),
		on_arm11(test_cacheable_against_all),
		on_arm11(test_tcm_counts_as_cacheable),
		on_arm11(test_speculative_tcm_read_after_write),
		on_arm11(test_no_page_walk_or_cp15_op_in_accesses),
		on_arm11(test_misses_once_per_line),
		on_arm11(test_write_backs_by_half_line),
		on_arm11(test_external_access_kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
