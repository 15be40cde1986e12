/* SPDX-License-Identifier: MIT */
/*
 * Every column of a report, of a record made by hand, against pages made by
 * hand.
 */
#include <stdlib.h>
#include <string.h>

#include "hand_record.h"
#include "report/report.h"
#include "test.h"

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

static void check(struct record *(*hand)(void),
		  void (*print)(FILE *to, const struct record *r),
		  const char *name)
{
	struct record *r = hand();
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

TEST(text)
{
	check(hand_record, plain, "hand.txt");
	check(hand_parts, plain, "hand_parts.txt");
	check(hand_log, plain, "hand_log.txt");
	check(hand_linux, plain, "hand_linux.txt");
}

/* Lines of values over time are drawn where the terminal takes that. */
TEST(colours)
{
	setenv("LC_ALL", "C.UTF-8", 1);
	check(hand_record, coloured, "hand_colours.txt");
	check(hand_parts, coloured, "hand_parts_colours.txt");
}

TEST(sheet)
{
	check(hand_record, report_csv, "hand.csv");
	check(hand_parts, report_csv, "hand_parts.csv");
	check(hand_log, report_csv, "hand_log.csv");
	check(hand_linux, report_csv, "hand_linux.csv");
}
