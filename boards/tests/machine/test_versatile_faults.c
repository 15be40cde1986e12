/* SPDX-License-Identifier: MIT */
/*
 * The versatile board: what its MMU refuses, and what the core makes of the
 * answers of its bus: in blocks and steps in turn, in blocks wherever they can
 * be, and by steps.
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

/* The core's writes get their ERROR: not buffered, so it is told of it. */
static void errors_of_writes(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "peripherals",
		     "armd:error,times=1,from=0x101e4400,to=0x101e4403");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_address"), 0x101e4400);
	assert_int_equal(g.cpu.r[3], 0); /* all lines stay inputs */
	end(&g);
	/* Buffered: nobody hears of it. */
	run_injected(&g, "writes", "armd:error,from=0x200000,to=0x2000ff");
	assert_int_equal(logged(&g, "log_count"), 0);
	assert_int_equal(count(&g, "CtArmdWr"), 18);
	end(&g);
}

struct fault {
	const char *program;
	uint32_t status, address;
	uint64_t walks; /* reads of descriptors for data */
};

/*
 * Status: [DDI0198D Table 3-9].  Each writes the first table once (a walk), the
 * last two another table (a walk), and looks at the place that faults: one
 * read where a section says so, two where a page does; `page_fault` and
 * `fine_table` have a good access to such a page before.  `fine_table` besides
 * writes to SCRATCH at first.
 */
static void memory_faults(void **state)
{
	static const struct fault faults[] = {
		{ "section_fault", 0x05, SCRATCH + 4, 1 + 1 },
		{ "permission_fault", 0x0d, SCRATCH + 8, 1 + 1 },
		{ "domain_fault", 0x39, SCRATCH + 12, 1 + 1 },
		{ "page_fault", 0x07, SCRATCH + 0x6000, 2 + 2 + 2 },
		{ "fine_table", 0x07, SCRATCH + 0x1000, 2 + 1 + 2 + 2 },
	};
	struct guest g;

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		run(&g, faults[i].program);
		assert_int_equal(logged(&g, "log_count"), 1);
		assert_int_equal(logged(&g, "log_status"), faults[i].status);
		assert_int_equal(logged(&g, "log_address"), faults[i].address);
		assert_int_equal(count(&g, "CtArmdPageWalkD"), faults[i].walks);
		/* At first, and after the TLB was invalidated. */
		assert_int_equal(count(&g, "CtArmdPageWalkI"), 2);
		if (!strcmp(faults[i].program, "fine_table"))
			assert_int_equal(g.cpu.r[6], 77);
		end(&g);
	}
}

static void fetch_faults(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "fetch_fault");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x05);
	assert_int_equal(logged(&g, "log_lr"), SCRATCH + 4);
	assert_int_equal(count(&g, "CtArmdPageWalkI"), 3);
	end(&g);
}

static void nobody_answers(void **state)
{
	struct guest g;

	(void)state;
	run(&g, "nowhere");
	assert_int_equal(logged(&g, "log_count"), 2);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_address"), 0x50000004);
	end(&g);
}

/* The first of two lines: the burst goes on to its end, all beats count. */
static void errors_of_reads(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "one_read",
		     "armd:error,times=1,from=0x200000,to=0x20001f");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_address"), SCRATCH);
	/* Two of the program, one of the vectors' literals, one of the log. */
	assert_int_equal(count(&g, "CtArmdLineFill"), 4);
	end(&g);
}

/* RETRY on its first beat: the line comes in by eight single reads. */
static void retries_of_reads(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "one_read",
		     "armd:retry,times=1,from=0x200000,to=0x20001f");
	assert_int_equal(logged(&g, "log_count"), 0);
	check(&g, (const struct wanted[]){ { "CtArmdLineFill", 1 },
					   { "CtArmdBurstSingle", 2 + 8 },
					   { "CtArmdRd", 2 + 16 },
					   { NULL, 0 } });
	end(&g);
}

/* The read fails, the write is made all the same, then comes the abort. */
static void errors_of_swaps(void **state)
{
	struct guest g;

	(void)state;
	run_injected(&g, "swaps",
		     "armd:error,times=1,from=0x200000,to=0x200003");
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_address"), SCRATCH);
	assert_int_equal(count(&g, "CtArmdWr") >= 2, 1);
	end(&g);
}

static void errors_of_fetches(void **state)
{
	struct guest g;
	char fault[80];
	unsigned at;

	(void)state;
	run(&g, "fetch_error");
	assert_int_equal(logged(&g, "log_count"), 0);
	at = symbol_of(g.p, "fetch_error_line");
	end(&g);
	snprintf(fault, sizeof(fault), "armi:error,times=1,from=0x%x,to=0x%x",
		 at, at + 31);
	run_injected(&g, "fetch_error", fault);
	assert_int_equal(logged(&g, "log_count"), 1);
	assert_int_equal(logged(&g, "log_status"), 0x08);
	assert_int_equal(logged(&g, "log_lr"), at + 4);
	end(&g);
}

/* The bus has no instruction for the vector of aborts either. */
static void errors_of_all_fetches(void **state)
{
	const struct board_options options = {
		.max_instructions = 1000000,
		.inject.fault = { "armi:error" },
	};
	struct guest g;

	(void)state;
	load(&g, "one_line", &options);
	machine_run(g.m, &g.stop);
	assert_int_equal(g.stop.reason, TARGET_STOP_FAULT);
	assert_non_null(strstr(g.stop.text, "prefetch abort"));
	end(&g);
}

static void nothing_ends_the_wait(void **state)
{
	const struct board_options options = { .max_instructions = 1000000 };
	struct guest g;

	(void)state;
	load(&g, "sleep", &options);
	machine_run(g.m, &g.stop);
	assert_int_equal(g.stop.reason, TARGET_STOP_FAULT);
	assert_int_equal(g.stop.pc, symbol_of(g.p, "sleep"));
	assert_non_null(strstr(g.stop.text, "no interrupt on the bus has ended "
					    "the wait at 0x"));
	end(&g);
}

static int begin(void **state)
{
	versatile_resting(*(const enum resting *)*state);
	return 0;
}

static int as_always(void **state)
{
	(void)state;
	versatile_resting(RESTING_AS_ALWAYS);
	return 0;
}

#define IN_WAY(test, n)                                                        \
	cmocka_unit_test_prestate_setup_teardown(test, begin, as_always,       \
						 &way[n])
#define IN_EACH_WAY(test) IN_WAY(test, 0), IN_WAY(test, 1), IN_WAY(test, 2)

int main(int argc, char **argv)
{
	static enum resting way[] = { RESTING_AS_ALWAYS, RESTING_NEVER,
				      RESTING_FOR_EVER };
	const struct CMUnitTest tests[] = {
		IN_EACH_WAY(errors_of_writes),
		IN_EACH_WAY(memory_faults),
		IN_EACH_WAY(fetch_faults),
		IN_EACH_WAY(nobody_answers),
		cmocka_unit_test(nothing_ends_the_wait),
		IN_EACH_WAY(errors_of_reads),
		cmocka_unit_test(retries_of_reads),
		IN_EACH_WAY(errors_of_swaps),
		IN_EACH_WAY(errors_of_fetches),
		cmocka_unit_test(errors_of_all_fetches),
	};

	versatile_folder(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
