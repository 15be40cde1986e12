/* SPDX-License-Identifier: MIT */
/* main() of the test programs: runs the cases that said themselves. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 512 };

static struct CMUnitTest tests[MOST];
static size_t count;
static CMFixtureFunction first, last;

void test_add(struct CMUnitTest test)
{
	if (count == MOST) {
		fprintf(stderr, "%s: more than %d cases\n", test.name, MOST);
		exit(1);
	}
	tests[count++] = test;
}

void test_group(CMFixtureFunction before, CMFixtureFunction after)
{
	first = before;
	last = after;
}

int main(void)
{
	/* cmocka_run_group_tests() wants an array whose size is known. */
	return _cmocka_run_group_tests("tests", tests, count, first, last);
}
