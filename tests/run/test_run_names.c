/* SPDX-License-Identifier: MIT */
/* Places and regions of a program by what they are called. */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/function_name.h"
#include "program_image.h"
#include "run/region.h"
#include "test.h"

static struct error err;

static const struct image_symbol symbol[] = {
	{ "main", 0x8000, 0x40 },
	{ "walk", 0x8040, 0x20 },
	{ "walk.constprop.0", 0x8060, 0x10 },
	{ "copy.isra.0.part.1", 0x8070, 8 },
	{ "sort.cold", 0x8078, 4 },
	{ "sort.part.0", 0x807c, 4 },
	{ "operator/", 0x8090, 0x10 },
	{ "Grid::operator/.cold", 0x80a0, 0x10 },
	{ "wait", 0x8080, 0 },
	{ "also_wait", 0x8080, 0 },
};
static const struct program *program;

static int begin(void **state)
{
	(void)state;
	program = program_image(symbol, sizeof symbol / sizeof symbol[0]);
	return 0;
}

static int end(void **state)
{
	(void)state;
	program_close((struct program *)(uintptr_t)program);
	return 0;
}

TEST(a_file_and_a_line)
{
	assert_true(region_is_line("sort.c:12"));
	assert_true(region_is_line("a:1"));
	assert_true(region_is_line("a::b.c:1"));
	assert_false(region_is_line("sort.c:"));
	assert_false(region_is_line(":12"));
	assert_false(region_is_line("Grid::12"));
	assert_false(region_is_line("sort.c:1x"));
	assert_false(region_is_line("sort.c"));
}

/* "walk" and its copies are two; what no name fits is said. */
TEST(several_by_a_pattern)
{
	static const char *const none[] = { NULL };
	static const char *const walks[] = { "main", "wal?", "walk", NULL };
	static const char *const waits[] = { "w*", "also*", NULL };
	static const char *const w[] = { "w*", NULL };
	static const char *const strokes[] = { "oper*", "Grid*r?", NULL };
	static const char *const nothing[] = { "zz*", NULL };
	static struct region_list list;
	struct run_parts parts = { .text = none, .glob = walks };

	assert_true(region_expand(&parts, program, &list, &err));
	assert_int_equal(list.asked, 0);
	assert_int_equal(list.count, 3);
	assert_string_equal(list.at[1].text, "walk");
	assert_int_equal(list.at[1].from, 0x8040);
	assert_int_equal(list.at[1].own_to, 0x8060);
	assert_string_equal(list.at[2].text, "walk.constprop.0");
	/* One place under two names is one region. */
	parts = (struct run_parts){ .text = none, .glob = waits };
	assert_true(region_expand(&parts, program, &list, &err));
	assert_int_equal(list.asked, 0);
	assert_int_equal(list.count, 3);
	assert_int_equal(list.at[2].own_to, 0);
	/* Its own code is of those whose length is known. */
	parts.self = true;
	parts.glob = w;
	assert_true(region_expand(&parts, program, &list, &err));
	assert_int_equal(list.count, 2);
	/* A stroke of C++ is none of a path. */
	parts.glob = strokes;
	assert_true(region_expand(&parts, program, &list, &err));
	assert_int_equal(list.count, 2);
	assert_string_equal(list.at[0].text, "operator/");
	parts.glob = nothing;
	assert_false(region_expand(&parts, program, &list, &err));
	assert_string_equal(err.text,
			    "--regions 'zz*': no function of the program has "
			    "such a name; nm lists what it has");
}

/* Sizes are what a file says: nobody has the memory for so much code. */
TEST(too_much_code)
{
	enum { MANY = 3500 };
	static struct image_symbol large[MANY];
	struct program *p;
	uint64_t addr;

	for (uint32_t i = 0; i < MANY; i++)
		large[i] = (struct image_symbol){ "f", 0x8000 + i * 0x10000,
						  0xfffffe };
	p = program_image(large, MANY);
	assert_false(region_line(p, "f.c:1", &addr, &err));
	assert_string_equal(err.text,
			    "'f.c:1': the sizes of the program's functions "
			    "come to more than 64 MiB; name an address");
	program_close(p);
}

/* ---- one place ----------------------------------------------------------- */

static struct region_at at;

static bool resolve(enum region_kind kind, const char *text)
{
	const struct region region = { .kind = kind, .text = text };

	memset(&err, 0, sizeof err);
	return region_resolve(&region, program, &at, &err);
}

static void refused(enum region_kind kind, const char *text, const char *why)
{
	assert_false(resolve(kind, text));
	assert_string_equal(err.text, why);
}

TEST(a_function)
{
	assert_true(resolve(REGION_SYMBOL, "main"));
	assert_int_equal(at.kind, REGION_SYMBOL);
	assert_string_equal(at.text, "main");
	assert_int_equal(at.from, 0x8000);
	assert_int_equal(at.own_to, 0x8040);
	assert_int_equal(at.to, 0);
	/* The function itself, not its copy. */
	assert_true(resolve(REGION_SYMBOL, "walk"));
	assert_int_equal(at.from, 0x8040);
	assert_int_equal(at.own_to, 0x8060);
	/* Of an address, or within a function, nobody knows its end. */
	assert_true(resolve(REGION_SYMBOL, "0x8000"));
	assert_int_equal(at.from, 0x8000);
	assert_int_equal(at.own_to, 0);
	assert_true(resolve(REGION_SYMBOL, "main+0x10"));
	assert_int_equal(at.from, 0x8010);
	assert_int_equal(at.own_to, 0);
	assert_true(resolve(REGION_SYMBOL, "wait"));
	assert_int_equal(at.from, 0x8080);
	assert_int_equal(at.own_to, 0);
	assert_true(resolve(REGION_SYMBOL, "main+0x0"));
	assert_int_equal(at.own_to, 0x8040);
}

/* The compiler's only copy of a function goes by its name. */
TEST(a_copy_of_a_function)
{
	assert_true(resolve(REGION_SYMBOL, "copy"));
	assert_int_equal(at.from, 0x8070);
	assert_int_equal(at.own_to, 0x8078);
	refused(REGION_SYMBOL, "sort",
		"region 'sort': sort is there as sort.cold and sort.part.0; "
		"name one of them, or all by --regions 'sort'");
}

TEST(a_range)
{
	assert_true(resolve(REGION_RANGE, "main+0x4..walk"));
	assert_int_equal(at.kind, REGION_RANGE);
	assert_int_equal(at.from, 0x8004);
	assert_int_equal(at.to, 0x8040);
	assert_int_equal(at.own_to, 0);
	assert_true(resolve(REGION_RANGE, "0X8001..0x8011"));
	assert_int_equal(at.from, 0x8000);
	assert_int_equal(at.to, 0x8010);
	refused(REGION_RANGE, "main..0x8000",
		"region 'main..0x8000': it starts and ends at 0x00008000; "
		"choose two places");
	assert_true(resolve(REGION_WHOLE, NULL));
	assert_int_equal(at.kind, REGION_WHOLE);
	assert_int_equal(at.from, 0);
}

TEST(what_is_no_place)
{
	refused(REGION_SYMBOL, "main+16",
		"region 'main+16': 'main+16': an offset is written as in "
		"main+0x10");
	refused(REGION_SYMBOL, "main+0x",
		"region 'main+0x': 'main+0x': an offset is written as in "
		"main+0x10");
	refused(REGION_SYMBOL, "main+0x1g",
		"region 'main+0x1g': 'main+0x1g': an offset is written as in "
		"main+0x10");
	refused(REGION_SYMBOL, "main+0x11111111111111111",
		"region 'main+0x11111111111111111': "
		"'main+0x11111111111111111': an offset is written as in "
		"main+0x10");
	assert_false(resolve(REGION_SYMBOL, "nobody"));
	assert_non_null(strstr(err.text, "nobody"));
	assert_false(resolve(REGION_RANGE, "main..nobody"));
	assert_false(resolve(REGION_RANGE, "nobody..main"));
	assert_false(resolve(REGION_SYMBOL, "0x"));
}

/* A name of the source is near to that of a copy; a pattern is for another
 * option. */
TEST(what_to_type)
{
	assert_false(resolve(REGION_SYMBOL, "coyp"));
	assert_non_null(strstr(err.text, "did you mean 'copy.isra.0.part.1'?"));
	refused(REGION_SYMBOL, "w*k",
		"region 'w*k': a region is one function, and 'w*k' is a "
		"pattern: --regions 'w*k' takes each function that it matches");
}

TEST(whose_copy_it_is)
{
	static const struct {
		const char *name, *base;
	} copy[] = {
		{ "walk.constprop.0", "walk" },  { "walk.isra.12", "walk" },
		{ "walk.part.0", "walk" },       { "walk.lto_priv.1", "walk" },
		{ "walk.cold", "walk" },         { "walk.clone.3", "walk" },
		{ "a.isra.0.part.0.cold", "a" },
	};
	char base[5];

	for (unsigned i = 0; i < sizeof copy / sizeof copy[0]; i++) {
		assert_true(function_clone_of(copy[i].name, base, sizeof base));
		assert_string_equal(base, copy[i].base);
	}
	assert_false(function_clone_of("walk", base, sizeof base));
	assert_false(function_clone_of(".cold", base, sizeof base));
	assert_false(function_clone_of("walks.cold", base, sizeof base));
	assert_false(function_clone_of("walk.x", base, sizeof base));
}

/* ---- several ------------------------------------------------------------- */

TEST(several_by_name)
{
	static const char *const names[] = { "walk", "main", "walk",
					     "main..walk", NULL };
	static const char *const wait[] = { "wait", NULL };
	static const char *const bad[] = { "main", "nobody", NULL };
	static const char *const globs[] = { "ma*", "also*", NULL };
	static struct region_list list;
	struct run_parts parts = { .text = names, .glob = globs };

	assert_true(region_expand(&parts, program, &list, &err));
	assert_int_equal(list.asked, 3);
	assert_int_equal(list.count, 4);
	assert_string_equal(list.at[0].text, "walk");
	assert_string_equal(list.at[1].text, "main");
	assert_int_equal(list.at[1].kind, REGION_SYMBOL);
	assert_int_equal(list.at[2].kind, REGION_RANGE);
	assert_int_equal(list.at[2].to, 0x8040);
	assert_string_equal(list.at[3].text, "also_wait");
	assert_int_equal(list.at[3].kind, REGION_SYMBOL);
	assert_int_equal(list.at[3].from, 0x8080);
	parts = (struct run_parts){ .text = wait };
	assert_true(region_expand(&parts, program, &list, &err));
	assert_int_equal(list.count, 1);
	parts.self = true;
	assert_false(region_expand(&parts, program, &list, &err));
	assert_string_equal(err.text,
			    "region 'wait': --self is of functions of which "
			    "the program says how long they are");
	parts = (struct run_parts){ .text = bad };
	assert_false(region_expand(&parts, program, &list, &err));
	/* Without a program only addresses name a place. */
	parts = (struct run_parts){ .glob = globs };
	assert_false(region_expand(&parts, NULL, &list, &err));
	assert_string_equal(err.text,
			    "--regions 'ma*': no function of the program has "
			    "such a name; nm lists what it has");
}

/* As many as one run has, and one more. */
TEST(too_many)
{
	static struct program_symbol many[RUN_PARTS + 1];
	static const char *const globs[] = { "f", NULL };
	static struct region_list list;
	const struct run_parts parts = { .glob = globs };
	struct program p = { .symbol = many, .symbols = RUN_PARTS };

	for (unsigned i = 0; i <= RUN_PARTS; i++)
		many[i] = (struct program_symbol){ .name = "f",
						   .shown = "f",
						   .addr = 16 * i };
	assert_true(region_expand(&parts, &p, &list, &err));
	assert_int_equal(list.count, RUN_PARTS);
	p.symbols++;
	assert_false(region_expand(&parts, &p, &list, &err));
	assert_string_equal(err.text,
			    "more than 4096 regions in one run; a narrower "
			    "pattern of --regions names fewer");
}

TEST_GROUP(begin, end)
