/* SPDX-License-Identifier: MIT */
/*
 * The versatile board: the cycles of its core, by the manual's table; and code
 * that the DMA controller writes.
 *
 * Argument: the folder of guest_versatile.elf; by default the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guest_symbol.h"
#include "versatile_fixture.h"

/* The cycles of the last round of `name`_loop, all but the first fill. */
static uint64_t round_of(const char *name, bool flat)
{
	const struct board_options options = { .max_instructions = 1000000,
					       .flat = flat };
	uint64_t before = 0, now = 0;
	char loop[64];
	struct guest g;

	load(&g, name, &options);
	snprintf(loop, sizeof(loop), "%s_loop", name);
	assert_true(machine_break(g.m, symbol_of(g.p, loop), true));
	for (unsigned i = 0; i < 4; i++) {
		machine_run(g.m, &g.stop);
		assert_int_equal(g.stop.reason, TARGET_STOP_BREAK);
		assert_int_equal(g.stop.pc, symbol_of(g.p, loop));
		before = now;
		now = machine_ledger(g.m)->n[LEDGER_CYCLES];
	}
	end(&g);
	return now - before;
}

/*
 * [DDI0222B Table 8.2]: n registers take n cycles, one alone two; a word is
 * ready a cycle later, a part of one two; a multiply takes two and its result
 * one more, two more where it sets flags; a branch taken takes three, a logical
 * operation to the pc four, a load of it five.
 */
static void times(void **state)
{
	static const struct {
		const char *name;
		unsigned cycles;
	} rows[] = {
		{ "t_add", 4 },
		{ "t_shift_by_register", 2 },
		{ "t_load_use", 1 + 1 + 1 },
		{ "t_load_nop_use", 3 },
		{ "t_byte_use", 1 + 2 + 1 },
		{ "t_byte_nop_use", 1 + 1 + 1 + 1 },
		{ "t_scaled_load", 2 + 1 },
		{ "t_store", 2 },
		{ "t_doubleword", 2 + 1 },
		{ "t_multiply", 2 + 1 },
		{ "t_multiply_use", 2 + 1 + 1 },
		{ "t_multiply_flags", 4 + 1 },
		{ "t_multiply_long", 3 + 1 },
		{ "t_load_four", 4 + 1 },
		{ "t_load_four_use_first", 4 + 1 },
		{ "t_load_four_use_last", 4 + 1 + 1 },
		{ "t_load_one", 2 + 1 },
		{ "t_store_four", 4 },
		{ "t_swap", 2 + 1 },
		{ "t_branch", 3 },
		{ "t_not_taken", 2 },
		{ "t_bx", 1 + 3 },
		{ "t_mov_pc", 1 + 4 },
		{ "t_add_pc", 3 },
		{ "t_load_pc", 1 + 1 + 5 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t got = round_of(rows[i].name, false);

		if (got != rows[i].cycles + 4)
			fail_msg("%s: %llu, not %u and 4", rows[i].name,
				 (unsigned long long)got, rows[i].cycles);
	}
	/* Flat: each of the body, of SUBS and BNE is one. */
	assert_true(round_of("t_load_four", true) == 2 + 2);
	assert_true(round_of("t_multiply_use", true) == 2 + 2);
}

/* The cycles of the second time between `name`_from and `name`_to. */
static uint64_t between(const char *name)
{
	const struct board_options options = { .max_instructions = 1000000 };
	uint64_t before = 0, now = 0;
	char from[64], to[64];
	struct guest g;

	load(&g, name, &options);
	snprintf(from, sizeof(from), "%s_from", name);
	snprintf(to, sizeof(to), "%s_to", name);
	assert_true(machine_break(g.m, symbol_of(g.p, from), true));
	assert_true(machine_break(g.m, symbol_of(g.p, to), true));
	for (unsigned i = 0; i < 4; i++) {
		machine_run(g.m, &g.stop);
		assert_int_equal(g.stop.reason, TARGET_STOP_BREAK);
		before = now;
		now = machine_ledger(g.m)->n[LEDGER_CYCLES];
	}
	end(&g);
	return now - before;
}

/* Four addresses wait; a write takes the bus longer than the core. */
static void write_buffer(void **state)
{
	(void)state;
	assert_true(between("four_stores") == 4);
	assert_true(between("twelve_stores") > 12);
}

/* Translated code dies with its memory. */
static void dma_over_code(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "dma_code");
	assert_int_equal(g.cpu.r[6], 1);
	assert_int_equal(g.cpu.r[5], 2);
	end(&g);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times),
		cmocka_unit_test(write_buffer),
		cmocka_unit_test(dma_over_code),
	};

	versatile_folder(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
