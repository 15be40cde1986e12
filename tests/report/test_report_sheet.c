/* SPDX-License-Identifier: MIT */
/*
 * A report for sheets, of what the page of every column (test_columns) has no
 * room for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"
#include "test.h"

/* Of hardware nothing is simulated, and what is not there has no row. */
CASE(a_sheet_of_hardware)
{
	size_t size;
	FILE *to = open_memstream(&text, &size);

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

static const char *sheet(void)
{
	size_t size;
	FILE *to;

	free(text);
	text = NULL;
	to = open_memstream(&text, &size);
	assert_non_null(to);
	report_csv(to, r);
	fclose(to);
	return text;
}

/* Counted facts have all their digits, as in the record. */
CASE(digits_of_facts)
{
	r->region.entered = (UINT64_C(1) << 53) + 1;
	r->program.instructions = UINT64_MAX;
	assert_non_null(strstr(sheet(), "\r\nfact,windows,9007199254740993,"));
	assert_non_null(
		strstr(text, "\r\nfact,instructions,18446744073709551615,"));
}

/* A file may call an identity as it likes. */
CASE(text_that_is_no_name)
{
	static struct record_identity identity = { .id = "=a,b",
						   .text = "",
						   .counted = true };

	r->identity = &identity;
	r->identities = 1;
	assert_non_null(strstr(sheet(), "\r\nidentity,\"'=a,b\",0,"));
}

/* Nothing is divided by no entries. */
CASE(a_region_never_entered)
{
	static struct record_event own[1];
	static struct record_entry entry[1] = { { 1, 2, true } };
	struct record_part part = { .region = { REGION_SYMBOL, "work", 0,
						false },
				    .event = own,
				    .entry = entry };

	*own = *add_event("e", 1, 4);
	r->part = &part;
	r->parts = 1;
	assert_null(strstr(sheet(), "\r\nentry,"));
	part.region.entered = 2;
	assert_non_null(strstr(sheet(), "\r\nentry,e,2,,1,2,"));
}
