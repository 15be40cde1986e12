/* SPDX-License-Identifier: MIT */
/* The checks of the guest tests; see check.h. */
#include "check.h"

#include "common/fw.h"

static unsigned failures;
static unsigned checks;

static void result(const char *name, bool good)
{
	checks++;
	if (!good)
		failures++;
	fw_print(good ? "PASS " : "FAIL ");
	fw_print(name);
}

void check_equal(const char *name, uint64_t got, uint64_t expected)
{
	result(name, got == expected);
	if (got != expected) {
		fw_print(": expected ");
		fw_print_number(expected);
		fw_print(" got ");
		fw_print_number(got);
	}
	fw_print("\n");
}

void check_between(const char *name, uint64_t got, uint64_t low, uint64_t high)
{
	bool good = got >= low && got <= high;

	result(name, good);
	if (!good) {
		fw_print(": expected ");
		fw_print_number(low);
		fw_print(" to ");
		fw_print_number(high);
		fw_print(" got ");
		fw_print_number(got);
	}
	fw_print("\n");
}

static void print_signed(int number)
{
	if (number < 0)
		fw_print("-");
	fw_print_number((uint64_t)(number < 0 ? -number : number));
}

void check_status(const char *name, int got, int expected)
{
	result(name, got == expected);
	if (got != expected) {
		fw_print(": expected ");
		print_signed(expected);
		fw_print(" got ");
		print_signed(got);
	}
	fw_print("\n");
}

void check_true(const char *name, bool good)
{
	check_equal(name, good, true);
}

int check_result(void)
{
	return failures || !checks;
}
