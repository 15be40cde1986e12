/* SPDX-License-Identifier: MIT */
/*
 * People read and type names other than those that compilers make.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/function_name.h"
#include "program/inner.h"
#include "test.h"

static const struct {
	const char *linked, *shown;
} names[] = {
	{ "main", "main" },
	{ "walk.constprop.0", "walk.constprop.0" },
	{ "_ZN4demo4GridIiE4walkEi", "demo::Grid<int>::walk(int)" },
	{ "_ZNK4Grid4walkEi.part.0", "Grid::walk(int) const [clone .part.0]" },
	{ "_Z5twiceIiET_S0_", "int twice<int>(int)" },
	{ "_ZN12_GLOBAL__N_16hiddenEi", "(anonymous namespace)::hidden(int)" },
	{ "_ZNK4LessclEii", "Less::operator()(int, int) const" },
	{ "_ZlsR3Outi", "operator<<(Out&, int)" },
	{ "_ZN1AcvbEv", "A::operator bool()" },
	{ "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
	{ "_Z!", "_Z!" }, /* it is no such name */
};

/* The shown text of one linker's name, in `to`. */
static void show(const char *linked, char *to, size_t room)
{
	struct program_symbol symbol = { linked, 0x8000, 4, NULL };
	struct extent extent = { 0 };
	struct opened o = { .symbol = &symbol,
			    .extent = &extent,
			    .p = { .symbol = &symbol, .symbols = 1 } };

	assert_true(names_read(&o));
	assert_non_null(symbol.shown);
	assert_true(strlen(symbol.shown) < room);
	memcpy(to, symbol.shown, strlen(symbol.shown) + 1);
	free(o.texts);
}

TEST(shows_what_was_written)
{
	char text[128];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		show(names[i].linked, text, sizeof text);
		assert_string_equal(text, names[i].shown);
	}
}

/* Each level has the one before it twice: no time and no memory is enough. */
TEST(leaves_names_without_end)
{
	char name[1024] = "_Z1f1PIiiE", text[4096];

	for (unsigned i = 0; i < 60; i++) {
		char level[32], seq[8] = "";

		if (i >= 36)
			snprintf(
				seq, sizeof seq, "%c%c", '0',
				"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i - 36]);
		else
			seq[0] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i];
		snprintf(level, sizeof level, "S_IS%s_S%s_E", seq, seq);
		strncat(name, level, sizeof name - strlen(name) - 1);
		show(name, text, sizeof text);
		if (i < 5)
			assert_string_not_equal(text, name);
	}
	assert_string_equal(text, name);
}

TEST(leaves_long_names)
{
	static char name[8192] = "_Z1f", text[8192];

	memset(name + 4, 'P', 5000);
	name[5004] = 'i';
	show(name, text, sizeof text);
	assert_string_equal(text, name);
}

static void check(const char *linked, const char *typed,
		  enum function_match want)
{
	char shown[256];

	show(linked, shown, sizeof shown);
	if (function_match(linked, shown, typed) != want)
		fail_msg("%s for %s is %d", typed, linked,
			 (int)function_match(linked, shown, typed));
}

TEST(knows_what_is_typed)
{
	const char *const walk = "_ZN4demo4GridIiE4walkEi";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		check(names[i].linked, names[i].linked, FUNCTION_WHOLE);
		check(names[i].linked, names[i].shown, FUNCTION_WHOLE);
		check(names[i].linked, "", FUNCTION_OTHER);
		check(names[i].linked, "other", FUNCTION_OTHER);
	}
	check(walk, "demo::Grid<int>::walk", FUNCTION_BARE);
	check(walk, "Grid<int>::walk", FUNCTION_MEMBER);
	check(walk, "walk", FUNCTION_MEMBER);
	check(walk, "alk", FUNCTION_OTHER);
	check(walk, "::walk", FUNCTION_OTHER);
	check("walk.constprop.0", "walk", FUNCTION_CLONE);
	check("walk.constprop.0", "walk.constprop", FUNCTION_OTHER);
	check("_ZNK4Grid4walkEi.part.0", "Grid::walk", FUNCTION_CLONE);
	check("_ZNK4Grid4walkEi.part.0", "Grid::walk(int) const",
	      FUNCTION_CLONE);
	check("_Z5twiceIiET_S0_", "twice<int>", FUNCTION_BARE);
	check("_Z5twiceIiET_S0_", "twice", FUNCTION_MEMBER);
	check("_ZN12_GLOBAL__N_16hiddenEi", "hidden", FUNCTION_MEMBER);
	check("_ZNK4LessclEii", "Less::operator()", FUNCTION_BARE);
	check("_ZlsR3Outi", "operator<<", FUNCTION_BARE);
	check("_ZN1AcvbEv", "A::operator bool", FUNCTION_BARE);
	check(".hidden", "", FUNCTION_OTHER);
}

/* A whole name is the one that is meant, then one without a suffix. */
TEST(finds_the_best)
{
	struct program_symbol symbol[] = {
		{ "walk.part.0", 0x8000, 4, NULL },
		{ "_ZN4Grid4walkEi", 0x8010, 4, NULL },
		{ "_ZN4Grid4walkEj", 0x8020, 4, NULL },
		{ "_ZN4Tree4stepEi.isra.0", 0x8030, 4, NULL },
		{ "_ZN4Tree4stepEi", 0x8040, 4, NULL },
		{ "_ZN4Tree4lastEi.cold", 0x8050, 4, NULL },
	};
	struct extent extent[sizeof symbol / sizeof *symbol] = { 0 };
	struct opened o = { .symbol = symbol,
			    .extent = extent,
			    .path = (char[]){ "a.elf" },
			    .p = { .symbol = symbol,
				   .symbols =
					   sizeof symbol / sizeof *symbol } };
	struct error err;

	assert_true(names_read(&o));
	assert_ptr_equal(program_find(&o.p, "walk", &err), &symbol[0]);
	assert_ptr_equal(program_find(&o.p, "Grid::walk(int)", &err),
			 &symbol[1]);
	assert_ptr_equal(program_find(&o.p, "Tree::step", &err), &symbol[4]);
	assert_ptr_equal(program_find(&o.p, "last", &err), &symbol[5]);
	assert_null(program_find(&o.p, "Grid::walk", &err));
	assert_string_equal(err.text,
			    "a.elf: has several functions 'Grid::walk', "
			    "'Grid::walk(int)' and 'Grid::walk(unsigned int)' "
			    "among others; give the whole name, or the "
			    "address");
	assert_null(program_find(&o.p, "Tree::stop(int)", &err));
	assert_string_equal(err.text,
			    "a.elf: has no function 'Tree::stop(int)'; "
			    "did you mean 'Tree::step(int)'?");
	free(o.texts);
}
