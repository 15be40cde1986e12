/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/*
 * A case says itself: TEST(name) { ... } is all of it.  The cases of a program
 * run in the order of its file.  TEST_WITH() names functions of cmocka's that
 * run before and after the case, or NULL; what they hand over is `*state`.
 * TEST_GROUP() names those that run once, before the first and after the last.
 */
#define TEST(name) TEST_WITH(name, NULL, NULL)

#define TEST_WITH(name, before, after)                                         \
	static void name(void **state);                                        \
	__attribute__((constructor)) static void test_says_##name(void)        \
	{                                                                      \
		test_add((struct CMUnitTest){ #name, name, before, after,      \
					      NULL });                         \
	}                                                                      \
	static void name(__attribute__((unused)) void **state)

#define TEST_GROUP(before, after)                                              \
	__attribute__((constructor)) static void test_says_its_group(void)     \
	{                                                                      \
		test_group(before, after);                                     \
	}

void test_add(struct CMUnitTest test);
void test_group(CMFixtureFunction before, CMFixtureFunction after);

#endif
