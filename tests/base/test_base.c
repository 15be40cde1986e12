/* SPDX-License-Identifier: MIT */
/* The cases are of what all rooms share: names, sentences, numbers, arrays. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/digits.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/order.h"
#include "base/text.h"
#include "test.h"

TEST(suggests_names)
{
	struct nearest n = { 0 };
	char names[40];

	nearest_offer(&n, "icache_mis_rate", "dcache_write_backs");
	assert_null(n.best);
	nearest_offer(&n, "icache_mis_rate", "dcache_miss_rate");
	nearest_offer(&n, "icache_mis_rate", "ICACHE_MISS_RATE");
	assert_string_equal(n.best, "ICACHE_MISS_RATE");
	assert_int_equal(n.distance, 1);
	/* Two that are as near, and one that is nearer than both. */
	n = (struct nearest){ 0 };
	nearest_offer(&n, "cache-misses", "icache_miss");
	nearest_offer(&n, "cache-misses", "dcache_miss");
	assert_string_equal(nearest_names(&n, names, sizeof names),
			    "icache_miss or dcache_miss");
	nearest_offer(&n, "cache-misses", "cache_misses");
	assert_string_equal(nearest_names(&n, names, sizeof names),
			    "cache_misses");
	nearest_offer_as(&n, "cache-misses", "cache_misses", "CACHE_MISSES");
	assert_null(n.other);
	n = (struct nearest){ 0 };
	nearest_offer(&n, "ipc", "cpi");
	nearest_offer(&n, "", "x");
	nearest_offer(&n, "ab", "cd");
	assert_null(n.best);
	nearest_offer(&n, "cip", "cpi"); /* neighbours swapped: one edit */
	assert_int_equal(n.distance, 1);
	nearest_offer(&n, "cip", "CIP");
	nearest_offer(&n, "cip", "cpi"); /* nothing is nearer than itself */
	assert_string_equal(n.best, "CIP");
	assert_int_equal(n.distance, 0);
	n = (struct nearest){ 0 };
	nearest_offer(&n, "abcdefghi", "xbcdefghy"); /* wrong at both ends */
	assert_int_equal(n.distance, 2);
	nearest_offer(&n, "abcdefghi", "bacdefghi");
	assert_string_equal(n.best, "bacdefghi");
}

TEST(bounds_messages)
{
	struct error e, long_one;

	assert_false(error_set(&e, "%s", "cause"));
	assert_false(error_within(&e, "%s", "place"));
	assert_string_equal(e.text, "place: cause");
	error_set(&e, "%s again", e.text);
	assert_string_equal(e.text, "place: cause again");
	memset(long_one.text, 'x', sizeof long_one.text - 1);
	long_one.text[sizeof long_one.text - 1] = '\0';
	error_within(&e, "%s", long_one.text);
	assert_int_equal(strlen(e.text), sizeof e.text - 1);
	assert_string_equal(e.text + sizeof e.text - 6, "xx...");
	assert_false(error_set(NULL, "nobody asks"));
	assert_false(error_within(NULL, "nobody asks"));
}

TEST(groups_digits)
{
	assert_string_equal(digits_grouped(0).text, "0");
	assert_string_equal(digits_grouped(999).text, "999");
	assert_string_equal(digits_grouped(1000).text, "1,000");
	assert_string_equal(digits_grouped(UINT64_MAX).text,
			    "18,446,744,073,709,551,615");
}

TEST(arrays_grow)
{
	uint16_t *list = NULL, *before;
	size_t room = 0;

	for (size_t count = 0; count < 1000; count++) {
		assert_true(array_grow(&list, count, &room, sizeof *list));
		assert_true(room > count);
		list[count] = (uint16_t)count;
	}
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(list[i], i);
	/* While there is room it stays where it is. */
	before = list;
	assert_true(array_grow(&list, 1000, &room, sizeof *list));
	assert_ptr_equal(list, before);
	/* One that is too large is refused, and what there is stays. */
	room = SIZE_MAX / 4;
	assert_false(array_grow(&list, room, &room, sizeof *list * 4));
	assert_ptr_equal(list, before);
	assert_true(room == SIZE_MAX / 4);
	free(list);
}

TEST(reads_numbers)
{
	static const struct {
		const char *text;
		uint64_t value;
	} good[] = {
		{ "0", 0 },
		{ "010", 10 }, /* not octal */
		{ "0x10", 16 },
		{ "0X1F", 31 },
		{ "0b101", 5 },
		{ "1,234,567", 1234567 },
		{ "0x1_0000,0000", UINT64_C(0x100000000) },
		{ "18446744073709551615", UINT64_MAX },
	};
	static const char *const bad[] = {
		"",     "x",   "-1",
		"+1",   " 1",  "1 ",
		"0x",   "5x",  "18446744073709551616",
		"1,23", "09a", "1e3",
		"0b2",
	};
	struct error err;
	uint64_t value;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		assert_true(number_read(good[i].text, &value, &err));
		assert_int_equal(value, good[i].value);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(number_read(bad[i], &value, &err));
}

TEST(names_files)
{
	assert_string_equal(text_base_name("/a/b.elf"), "b.elf");
	assert_string_equal(text_base_name("b.elf"), "b.elf");
	assert_string_equal(text_base_name("a/b/"), "a/b/");
	assert_string_equal(text_base_name(""), "");
	assert_string_equal(text_seen("a"), "a");
	assert_string_equal(text_seen(""), "''");
}

TEST(numbers_in_names_stand_by_what_they_are_worth)
{
	assert_true(order_of_names("walk-1000", "walk-3000") < 0);
	assert_true(order_of_names("walk-3000", "walk-27000") < 0);
	assert_true(order_of_names("walk-27000", "walk-3000") > 0);
	assert_true(order_of_names("sort-900-b", "sort-3000-a") < 0);
	assert_true(order_of_names("array-9", "walk-1") < 0);
	assert_int_equal(order_of_names("walk-9", "walk-9"), 0);
}
