/* SPDX-License-Identifier: MIT */
/*
 * The place of a cause is found in a profile that is worked out by hand: the
 * line with most of it, its instructions, and whom a helper works for.
 */
#include <string.h>

#include "gather/found.h"
#include "target/told.h"
#include "test.h"

enum { MAIN, WORK, DADD, FUNCTIONS, COLUMNS = 2 };

static struct sample_column column[COLUMNS] = {
	{ .name = "cycles" },
	{ .name = "cause_issue", .code = TARGET_CAUSE },
};
static struct sample_function function[FUNCTIONS] = {
	[MAIN] = { .name = "main", .file = SAMPLE_NONE },
	[WORK] = { .name = "work", .line = 7 },
	[DADD] = { .name = "__aeabi_dadd", .file = SAMPLE_NONE },
};
static struct sample_path path[] = {
	{ .function = SAMPLE_NONE },
	{ .parent = 0, .function = MAIN },
	{ .parent = 1, .function = WORK },
	{ .parent = 2, .function = DADD },
};
enum { PATHS = sizeof path / sizeof path[0] };

static const char *files[] = { "src/deep/work.c" };

/* Above 4 GiB, as AArch64 may have code. */
#define FAR UINT64_C(0x1200000000)

/* work() has its line 9 in two pieces, around its line 8. */
static struct sample_place place[] = {
	{ .addr = 0x100, .function = MAIN, .file = SAMPLE_NONE },
	{ .addr = FAR + 0x200, .function = WORK, .line = 9 },
	{ .addr = FAR + 0x204, .function = WORK, .line = 9 },
	{ .addr = FAR + 0x208, .function = WORK, .line = 8 },
	{ .addr = FAR + 0x20c, .function = WORK, .line = 9 },
	{ .addr = 0x300, .function = DADD, .file = SAMPLE_NONE },
};
enum { PLACES = sizeof place / sizeof place[0] };

static struct why w;

static const struct why_finding *look(const char *within, const uint64_t *cause)
{
	static uint64_t place_cost[PLACES * COLUMNS];
	static uint64_t path_cost[PATHS * COLUMNS];
	/* Line 9 waits for line 8, and for itself; line 8, too, of another
	 * cause. */
	static struct sample_wait wait[] = {
		{ 1, 3, 1, 9 },
		{ 4, 3, 1, 9 },
		{ 2, 1, 1, 11 },
		{ 3, 4, 0, 99 },
	};
	const struct sample s = {
		.wait = wait,
		.waits = sizeof wait / sizeof wait[0],
		.column = column,
		.columns = COLUMNS,
		.function = function,
		.functions = FUNCTIONS,
		.path = path,
		.paths = PATHS,
		.path_cost = path_cost,
		.place = place,
		.places = PLACES,
		.place_cost = place_cost,
		.file = files,
		.files = 1,
	};
	const struct stack stack = {
		.cycles = 1,
		.row = { { "issue", catalog_cause("issue"), 1, 1 } },
		.rows = 1,
	};

	memset(path_cost, 0, sizeof path_cost);
	for (unsigned i = 0; i < PLACES; i++) {
		uint64_t *of = path_cost + (1 + place[i].function) * COLUMNS;

		place_cost[i * COLUMNS] = 1000;
		place_cost[i * COLUMNS + 1] = cause[i];
		of[0] += 1000;
		of[1] += cause[i];
	}
	memset(&w, 0, sizeof w);
	why_find(&w, &stack);
	assert_int_equal(w.findings, 1);
	assert_true(found_places(&s, within, &w));
	return &w.finding[0];
}

TEST(a_line_in_pieces)
{
	static const uint64_t cause[PLACES] = { 5, 10, 20, 25, 30, 10 };
	const struct why_finding *f = look(NULL, cause);

	assert_string_equal(f->place, "work work.c:9");
	assert_float_equal(f->here, 0.6, 1e-9);
	assert_string_equal(f->caller, "");
	assert_string_equal(f->maker, "work work.c:8");
	assert_int_equal(f->at.ranges, 2);
	assert_int_equal(f->at.range[0].from, FAR + 0x200);
	assert_int_equal(f->at.range[0].to, FAR + 0x208);
	assert_int_equal(f->at.range[1].from, FAR + 0x20c);
	assert_int_equal(f->at.range[1].to, FAR + 0x210);
}

TEST(a_helper_works_for_somebody)
{
	static const uint64_t cause[PLACES] = { 1, 1, 1, 1, 1, 15 };
	const struct why_finding *f = look(NULL, cause);

	assert_string_equal(f->place, "__aeabi_dadd");
	assert_string_equal(f->caller, "work work.c:7");
	assert_float_equal(f->here, 0.75, 1e-9);
}

TEST(only_within)
{
	static const uint64_t cause[PLACES] = { 50, 1, 1, 4, 0, 3 };

	assert_string_equal(look(NULL, cause)->place, "main");
	assert_string_equal(look("work", cause)->place, "work work.c:8");
	assert_string_equal(w.finding[0].maker, "");
	assert_float_equal(w.finding[0].here, 4.0 / 9, 1e-9);
	assert_string_equal(look("__aeabi_dadd", cause)->place, "__aeabi_dadd");
	assert_string_equal(look("nothing", cause)->place, "");
}

TEST(nothing_of_it)
{
	static const uint64_t cause[PLACES] = { 0 };

	assert_string_equal(look(NULL, cause)->place, "");
	assert_int_equal(w.finding[0].at.ranges, 0);
}
