/* SPDX-License-Identifier: MIT */
/*
 * The software behind cycles is found on paths of calls that are worked out by
 * hand.
 */
#include <string.h>

#include "gather/behind.h"
#include "test.h"

enum { MAIN, WORK, OTHER, DADD, HELPED, MEMCPY, FUNCTIONS };

static struct sample_function function[FUNCTIONS] = {
	[MAIN] = { .name = "main" },
	[WORK] = { .name = "work(int)", .linked = "_Z4worki", .line = 7 },
	[OTHER] = { .name = "other", .file = SAMPLE_NONE },
	[DADD] = { .name = "__aeabi_dadd" },
	[HELPED] = { .name = "__adddf3" },
	[MEMCPY] = { .name = "memcpy" },
};

/* main calls work, which calls dadd, which calls another helper; and other. */
static struct sample_path path[] = {
	{ .function = SAMPLE_NONE },
	{ .parent = 0, .function = MAIN },
	{ .parent = 1, .function = WORK },
	{ .parent = 2, .function = DADD },
	{ .parent = 3, .function = HELPED },
	{ .parent = 1, .function = OTHER },
	{ .parent = 5, .function = DADD },
	{ .parent = 5, .function = MEMCPY },
	{ .parent = 0, .function = MEMCPY },
};
enum { PATHS = sizeof path / sizeof path[0] };

static const char *files[] = { "src/deep/work.c" };
static uint64_t cost[PATHS];
static struct why w;

static void look(const char *within, const uint64_t *costs)
{
	struct sample s = {
		.columns = 1,
		.function = function,
		.functions = FUNCTIONS,
		.path = path,
		.paths = PATHS,
		.path_cost = cost,
		.file = files,
		.files = 1,
	};

	memcpy(cost, costs, sizeof cost);
	memset(&w, 0xff, sizeof w);
	assert_true(behind_of(&s, within, &w));
}

TEST(who_calls_it)
{
	static const uint64_t costs[PATHS] = { 0, 10, 20, 40, 10, 5, 5, 9, 1 };

	look(NULL, costs);
	assert_int_equal(w.behinds, 2);
	assert_string_equal(w.behind[0].helper->name,
			    "software floating point");
	assert_float_equal(w.behind[0].share, 0.55, 1e-9);
	assert_string_equal(w.behind[0].caller, "work(int) work.c:7");
	assert_false(w.behind[0].others); /* 50 of 55 */
	assert_string_equal(why_behind_for(&w.behind[0]), " for ");
	assert_string_equal(w.behind[1].helper->name,
			    "copying and filling memory");
	assert_string_equal(w.behind[1].caller, "other");
	assert_false(w.behind[1].others);
}

/* Only what a function does, by its name as it is shown or linked. */
TEST(within_a_function)
{
	static const uint64_t costs[PATHS] = {
		0, 100, 20, 60, 20, 91, 6, 3, 500
	};
	static const char *const names[] = { "work(int)", "_Z4worki" };

	for (unsigned i = 0; i < 2; i++) {
		look(names[i], costs);
		assert_int_equal(w.behinds, 1);
		assert_float_equal(w.behind[0].share, 0.8, 1e-9);
		assert_string_equal(w.behind[0].caller, "work(int) work.c:7");
	}
	look("other", costs);
	assert_int_equal(w.behinds, 0);
	look("nobody", costs);
	assert_int_equal(w.behinds, 0);
}

/* Nobody of the program's is above it; and two share it. */
TEST(nobody_and_several)
{
	static const uint64_t alone[PATHS] = { [1] = 50, [8] = 50 };
	static const uint64_t shared[PATHS] = { [3] = 60, [6] = 40 };

	look(NULL, alone);
	assert_int_equal(w.behinds, 1);
	assert_string_equal(w.behind[0].caller, "");
	assert_string_equal(why_behind_for(&w.behind[0]), "");
	look(NULL, shared);
	assert_string_equal(w.behind[0].caller, "work(int) work.c:7");
	assert_true(w.behind[0].others);
	assert_string_equal(why_behind_for(&w.behind[0]),
			    ", the most of it for ");
}
