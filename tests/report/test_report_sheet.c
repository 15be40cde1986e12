/* SPDX-License-Identifier: MIT */
/*
 * A report for sheets, of what the page of every column (test_columns) has no
 * room for.
 */
#include <stdio.h>
#include <string.h>

#include "report_fixture.h"

/* Of hardware nothing is simulated, and what is not there has no row. */
static void a_sheet_of_hardware(void **state)
{
	size_t size;
	FILE *to = open_memstream(&text, &size);

	(void)state;
	assert_non_null(to);
	(void)add_event("none", 1, 0);
	event[0].reading.doubts = DOUBT_NOT_COUNTED;
	add_event("e", 2, 3)->reading.margin = 0;
	r->trusted = true;
	report_csv(to, r);
	fclose(to);
	assert_string_equal(
		strstr(text, "\r\n"),
		"\r\nevent,e,3,,3,3,1,,,bus,fake,prog.elf,,e,0,0,exact\r\n"
		"fact,passes,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,passes_at_least,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,board_runs,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,drift,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,windows,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,instructions,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,program_status,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,trusted,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,program_sha256,,,,,,,0123456789abcdef,,fake,prog.elf,,,0"
		",,\r\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_sheet_of_hardware),
	};

	return cmocka_run_group_tests_name("report sheet", tests, NULL, NULL);
}
