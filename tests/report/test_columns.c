/* SPDX-License-Identifier: MIT */
/*
 * Every column of a report, of a record made by hand, against pages made by
 * hand.
 */
#include <stdlib.h>
#include <string.h>

#include "hand_record.h"
#include "report/report.h"

static char *page(const char *name)
{
	static char text[32768];
	char path[512];
	FILE *from;

	snprintf(path, sizeof path, "%s/tests/report/%s", getenv("TALLY_ROOT"),
		 name);
	from = fopen(path, "r");
	assert_non_null(from);
	text[fread(text, 1, sizeof text - 1, from)] = '\0';
	fclose(from);
	return text;
}

static void plain(FILE *to, const struct record *r)
{
	report_text(to, r, false, true);
}

static void coloured(FILE *to, const struct record *r)
{
	report_text(to, r, true, true);
}

static void check(void (*print)(FILE *to, const struct record *r),
		  const char *name)
{
	struct record *r = hand_record();
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	print(to, r);
	fclose(to);
	assert_string_equal(text, page(name));
	free(text);
	record_free(r);
}

static void text(void **state)
{
	(void)state;
	check(plain, "hand.txt");
}

static void colours(void **state)
{
	(void)state;
	check(coloured, "hand_colours.txt");
}

static void sheet(void **state)
{
	(void)state;
	check(report_csv, "hand.csv");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text),
		cmocka_unit_test(colours),
		cmocka_unit_test(sheet),
	};

	return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
