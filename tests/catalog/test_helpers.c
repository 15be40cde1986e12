/* SPDX-License-Identifier: MIT */
/*
 * Words for causes of a board's cycles, and functions that compilers and
 * libraries bring along, by what they are for.
 */
#include <string.h>

#include "catalog/causes.h"
#include "catalog/helpers.h"
#include "test.h"

/* A row of the stack has room for 40 columns of them. */
TEST(every_cause_has_words)
{
	unsigned count;
	const struct catalog_cause *cause = catalog_causes(&count);

	assert_int_equal(count, 24);
	for (unsigned i = 0; i < count; i++) {
		assert_ptr_equal(catalog_cause(cause[i].name), &cause[i]);
		assert_in_range(strlen(cause[i].found), 10, 40);
		assert_true(strlen(cause[i].model) > 20);
		assert_true(strlen(cause[i].cores) > 20);
		assert_in_range(strlen(cause[i].advice), 10, 72);
		assert_true(strlen(cause[i].source) > 10);
		for (unsigned k = 0; k < i; k++)
			assert_string_not_equal(cause[i].found, cause[k].found);
	}
	assert_null(catalog_cause("cause: issue"));
}

TEST(what_a_function_is_for)
{
	static const struct {
		const char *symbol, *helper; /* NULL: the program's own */
	} row[] = {
		{ "__aeabi_dadd", "software floating point" },
		{ "__muldf3", "software floating point" },
		{ "__subsf3", "software floating point" },
		{ "__gedf2", "software floating point" },
		{ "__floatunsidf", "software floating point" },
		{ "__aeabi_i2d", "software floating point" },
		{ "__aeabi_cdcmple", "software floating point" },
		{ "__multf3", "software floating point" },
		{ "__aeabi_uidivmod", "software division" },
		{ "__udivsi3", "software division" },
		{ "__udivmoddi4", "software division" },
		{ "__aeabi_ldivmod", "software division" },
		{ ".divsi3_skip_div0_test", "software division" },
		{ "memcpy", "copying and filling memory" },
		{ "__aeabi_memclr4", "copying and filling memory" },
		{ "_vfprintf_r", "formatted output and input" },
		{ "printf", "formatted output and input" },
		{ "_malloc_r", "allocating memory" },
		{ "strlen", "functions of strings" },
		{ "__ieee754_pow", "functions of mathematics" },
		{ "main", NULL },
		{ "divide", NULL },
		{ "fft", NULL },
		{ "fix", NULL },
		{ "_start", NULL },
	};
	unsigned count, reached = 0;
	const struct catalog_helper *helper = catalog_helpers(&count);

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct catalog_helper *h = catalog_helper(row[i].symbol);

		if (!row[i].helper && h)
			fail_msg("%s: %s", row[i].symbol, h->name);
		if (row[i].helper &&
		    (!h || strcmp(h->name, row[i].helper) != 0))
			fail_msg("%s: not %s", row[i].symbol, row[i].helper);
		if (h)
			reached |= 1u << (h - helper);
	}
	assert_int_equal(reached, (1u << count) - 1);
}
