/* SPDX-License-Identifier: MIT */
/*
 * Lists as they are typed: taken apart, and what is said of those that are
 * none.
 */
#include <stdlib.h>

#include "failing_memory.h"
#include "request/list.h"
#include "request_fixture.h"
#include "test.h"

TEST(a_list_is_taken_apart)
{
	static const char *const item[] = { "a", "{b, c}", "(d,{e,f})",
					    "`g,(h`", "i" };
	const char *at = "a , {b, c},\t(d,{e,f}),`g,(h`, i ";
	struct error err = { "" };

	for (unsigned i = 0; i < 5; i++) {
		char *one = list_next(&at, &err);

		assert_string_equal(one, item[i]);
		assert_int_equal(list_done(at), i == 4);
		free(one);
	}
	assert_null(list_next(&at, &err));
	assert_string_equal(err.text, "");
}

/* A list without memory is not at its end, though no item comes of it. */
TEST(a_list_without_memory)
{
	const char *at = "a,b";
	struct error err = { "" };
	char *one;

	memory_fails_at(1);
	assert_null(list_next(&at, &err));
	assert_true(memory_failed());
	assert_string_equal(err.text, "out of memory");
	assert_false(list_done(at));
	at = "b";
	memory_fails_at(1);
	assert_null(list_next(&at, &err));
	assert_true(memory_failed());
	assert_false(list_done(at));
	one = list_next(&at, &err);
	assert_string_equal(one, "b");
	free(one);
	assert_true(list_done(at));
}

#define EIGHT "(((((((("

TEST(lists_that_are_none)
{
	static const struct refusal list[] = {
		{ "arm1176", "cycles,,x",
		  "a list has an empty item; write a,b,c" },
		{ "arm1176", "cycles, ",
		  "a list has an empty item; write a,b,c" },
		{ "arm1176", "", "a list has an empty item; write a,b,c" },
		{ "arm1176", "{cycles", "'{cycles' lacks a '}'" },
		{ "arm1176", "{(cycles}", "'{(cycles}' lacks a ')'" },
		{ "arm1176", "`cycles)", "'`cycles)' lacks a '`'" },
		{ "arm1176", "{cycles}x",
		  "'{cycles}x': nothing may follow the '}'" },
		{ "arm1176", "{cycles,nothing}",
		  "arm1176 has no event nothing; `tally list events -m "
		  "arm1176` names them" },
		{ "arm1176", EIGHT EIGHT EIGHT EIGHT,
		  "'" EIGHT EIGHT EIGHT EIGHT "' lacks a ')'" },
		{ "arm1176", EIGHT EIGHT EIGHT EIGHT "(",
		  "'" EIGHT EIGHT EIGHT EIGHT
		  "(' is nested too deeply; take it apart" },
	};

	REFUSED(list);
}
