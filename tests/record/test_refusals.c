/* SPDX-License-Identifier: MIT */
/*
 * Nothing in a record's file is believed: one member changed, and what is said
 * of it.  The file is the one that test_record reads whole.
 */
#include <stdlib.h>
#include <string.h>

#include "hand_record.h"
#include "test.h"

/* The first `old` of the file becomes `new`. */
struct change {
	const char *old, *new, *said;
};

static char hand[32768];

static void load_page(const char *name)
{
	char path[512];
	FILE *from;

	snprintf(path, sizeof path, "%s/tests/record/%s", getenv("TALLY_ROOT"),
		 name);
	from = fopen(path, "r");
	assert_non_null(from);
	hand[fread(hand, 1, sizeof hand - 1, from)] = '\0';
	fclose(from);
}

static int load(void **state)
{
	(void)state;
	load_page("hand.json");
	return 0;
}

static void change(char *text, const char *old, const char *new)
{
	char *at = strstr(text, old);
	char *rest;

	if (!at)
		fail_msg("the file has no %s", old);
	rest = strdup(at + strlen(old));
	assert_non_null(rest);
	memcpy(at, new, strlen(new));
	memcpy(at + strlen(new), rest, strlen(rest) + 1);
	free(rest);
}

static struct record *read_text(const char *text, struct error *err)
{
	char *copy = strdup(text);
	FILE *from = fmemopen(copy, strlen(copy), "r");
	struct record *r = record_read(from, "it", err);

	fclose(from);
	free(copy);
	return r;
}

static struct record *read_changed(const char *old, const char *new,
				   struct error *err)
{
	char text[sizeof hand + 512];

	memcpy(text, hand, strlen(hand) + 1);
	change(text, old, new);
	return read_text(text, err);
}

static void refused(const struct change *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct error err = { "" };
		char said[256];

		if (read_changed(list[i].old, list[i].new, &err))
			fail_msg("%s is taken", list[i].new);
		snprintf(said, sizeof said, "it: %s", list[i].said);
		assert_string_equal(err.text, said);
	}
}

#define REFUSED(list) refused(list, sizeof(list) / sizeof((list)[0]))

#define NO_RECORD                                                              \
	"it is no record of `tally stat --json` or `tally compute --json`"

TEST(what_is_no_record)
{
	static const struct change list[] = {
		{ "\"schema\": 3", "\"schema\": 4",
		  "its schema is 4, and this Tally reads 1 to 3; a newer one "
		  "may read it" },
		{ "\"schema\": 3", "\"schema\": 0",
		  "its schema is 0, and this Tally reads 1 to 3; a newer one "
		  "may read it" },
		{ "\"schema\": 3", "\"schema\": \"3\"", NO_RECORD },
		{ "\"monitors\"", "\"monitor\"", NO_RECORD },
		{ "\"events\": [\n    {", "\"event\": [\n    {", NO_RECORD },
		{ "\"plan\"", "\"plans\"", NO_RECORD },
	};
	struct error err = { "" };

	REFUSED(list);
	assert_null(read_text("[]", &err));
	assert_string_equal(err.text, "it: " NO_RECORD);
	assert_null(read_changed("\"schema\": 3", "\"tally\": 3", &err));
	assert_non_null(strstr(err.text, "it: line 3: "));
}

/* Each type of JSON where another one is to be. */
TEST(types)
{
	static const struct change list[] = {
		{ "\"simulated\": true", "\"simulated\": 1",
		  "simulated is to be true or false" },
		{ "\"tally\": \"9.8.7\"", "\"tally\": 9",
		  "tally is to be a text" },
		{ "\"command\": [", "\"command\": {}, \"old\": [",
		  "command is to be a list" },
		{ "\"a b\"", "null", "command[2] is to be a text" },
		{ "\"clock_hz\": 200000000.0", "\"clock_hz\": \"fast\"",
		  "clock_hz is to be a number" },
		{ "\"status\": -2", "\"status\": -2.5",
		  "status is to be a number" },
		{ "\"program\": {", "\"program\": [], \"old\": {",
		  "program is to be an object" },
		{ "\"truth\": [", "\"truth\": [ 5, ",
		  "truth[0] is to be an object" },
		{ "\"arrived\": 31", "\"arrived\": -1",
		  "arrived is to be a whole number, not negative" },
		{ "        2.5,", "        true,",
		  "metrics[0]: samples are to be numbers" },
		{ "\"arm1176:ccnt\": \"cycles\"", "\"arm1176:ccnt\": 5",
		  "plan.pass: an event is to be a text" },
		{ "\"clock_hz\",\n        null", "\"clock_hz\",\n        3",
		  "metrics[1]: an operand is to be a text" },
	};

	REFUSED(list);
}

TEST(what_must_be_there)
{
	static const struct change list[] = {
		{ "\"elf\"", "\"elv\"", "program.elf is missing" },
		{ "\"file\": \"cap.pcap\"", "\"file\": null",
		  "file is missing" },
		{ "\"text\": \"work\"", "\"text\": null",
		  "region.text is missing" },
		{ "\"register\": \"EC0\"", "\"register\": null",
		  "program_wrote[0]: register is missing" },
		{ "\"pass\": 2,\n      \"repeat\": 2,", "\"repeat\": 2,",
		  "counts[2]: pass and repeat are missing" },
		{ "\"pass\": 2,\n      \"repeat\": 2,", "\"pass\": 2,",
		  "counts[2]: pass and repeat are missing" },
		{ "\"pass\": 2,\n      \"repeat\": 3", "\"repeat\": 3",
		  "runs[1]: pass and repeat are missing" },
		{ "\"pass\": 2,\n      \"repeat\": 3", "\"pass\": 2",
		  "runs[1]: pass and repeat are missing" },
		{ "\"value\": 2.5", "\"value\": null",
		  "metrics[0]: value is missing, and no doubt says why" },
		{ "\"mean\": 105.0", "\"mean\": null",
		  "events[0]: mean is missing, and no doubt says why" },
		{ "\"id\": \"first\"", "\"id\": null",
		  "notes[0]: id is missing" },
		{ "\"text\": \"it holds\"", "\"text\": null",
		  "identities[2]: text is missing" },
	};

	REFUSED(list);
}

#define EIGHT "1,1,1,1,1,1,1,1,"

/* Whom a name means must be there, too. */
TEST(names)
{
	static const struct change list[] = {
		{ "    \"arm1176\",\n    \"l220\"", "    \"arm1176\",\n    7",
		  "monitors[1] is to be a text" },
		{ "    \"arm1176\",\n    \"l220\"", "",
		  "`monitors` is to name 1 to 64 monitors" },
		{ "    \"arm1176\",\n    \"l220\"",
		  EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT "1",
		  "`monitors` is to name 1 to 64 monitors" },
		{ "\"monitor\": \"l220\"", "\"monitor\": \"l2\"",
		  "program_wrote[0]: monitor l2 is none of `monitors`" },
		{ "\"arm1176:ccnt\": \"cycles\"", "\"arm1176:ccnt\": \"tick\"",
		  "tick is none of `events`" },
		{ "\"anchors\": [\n      \"cycles\"",
		  "\"anchors\": [\n      \"clock_hz\"",
		  "plan.anchors are to be events" },
		{ "\"event\": \"r55\"", "\"event\": \"r56\"",
		  "counts[2]: r56 is none of `events`" },
		{ "\"same_as\": \"instr\"", "\"same_as\": \"inst\"",
		  "events[1]: inst is none of `events`" },
		{ "\"second\",\n", "\"third\",\n",
		  "metrics[0]: third is none of `notes`" },
		{ "\"second\",\n", "5,\n",
		  "metrics[0]: a note is none of `notes`" },
		{ "[\n        \"second\"\n", "[\n        \"third\"\n",
		  "events[1]: third is none of `notes`" },
		{ "\"formula\": \"cycles / instr\"",
		  "\"formula\": \"cycles /\"",
		  "metrics[0]: formula is none, or has not these operands" },
		{ "\"formula\": \"cycles / instr\"", "\"formula\": \"cycles\"",
		  "metrics[0]: formula is none, or has not these operands" },
	};

	REFUSED(list);
}

TEST(words)
{
	static const struct change list[] = {
		{ "\"kind\": \"symbol\"", "\"kind\": \"half\"",
		  "kind cannot be \"half\"" },
		{ "\"better\": \"lower is better\"", "\"better\": \"lower\"",
		  "metrics[0]: better cannot be \"lower\"" },
		{ "\"class\": \"injected\"", "\"class\": \"good\"",
		  "metrics[0]: class cannot be \"good\"" },
		{ "\"split\"", "\"spilt\"",
		  "metrics[0]: doubts has \"spilt\"" },
		{ "\"split\"", "5",
		  "metrics[0]: doubts has \"what is no text\"" },
		{ "\"in_ledger\": \"first pass\"", "\"in_ledger\": \"first\"",
		  "events[1]: in_ledger cannot be \"first\"" },
		{ "\"kind\": \"duration\"", "\"kind\": \"time\"",
		  "events[0]: kind cannot be \"time\"" },
		{ "\"evidence\": \"agreed\"", "\"evidence\": \"seen\"",
		  "events[0]: evidence cannot be \"seen\"" },
		{ "\"applies\": \"perhaps\"", "\"applies\": \"maybe\"",
		  "notes[1]: applies cannot be \"maybe\"" },
		{ "\"measured\": \"differs\"", "\"measured\": \"other\"",
		  "truth[1]: measured cannot be \"other\"" },
	};

	REFUSED(list);
}

#define LARGE "18446744073709551614"

TEST(sizes)
{
	static const struct change list[] = {
		{ "\"at_least\": 1", "\"at_least\": 65537",
		  "at_least is 65537; 65536 is the most" },
		{ "\"pass\": 1,\n        \"events\"",
		  "\"pass\": 0,\n        \"events\"",
		  "pass is counted from 1" },
		{ "\"pass\": 2,\n      \"repeat\": 3", "\"pass\": 3",
		  "runs[1]: pass is 3; 2 is the most" },
		{ "\"repeat\": 3", "\"repeat\": 4",
		  "runs[1]: repeat is 4; 3 is the most" },
		{ "\"code\": 7", "\"code\": 65536",
		  "events[1]: code is 65536; 65535 is the most" },
		{ LARGE, "18446744073709551616",
		  "counts[1]: value_text is to be a whole number below 2^64" },
		{ LARGE, "-1",
		  "counts[1]: value_text is to be a whole number below 2^64" },
		{ LARGE, "12x",
		  "counts[1]: value_text is to be a whole number below 2^64" },
		{ LARGE, ":1",
		  "counts[1]: value_text is to be a whole number below 2^64" },
		{ "\"low\": 1.5", "\"low\": 3.6",
		  "metrics[0]: low is above high" },
		{ "\"mean\": 105.0", "\"mean\": -1.0",
		  "events[0]: a count is from 0 to 2^64 - 1" },
		{ "\"mean\": 105.0", "\"mean\": 1.9e19",
		  "events[0]: a count is from 0 to 2^64 - 1" },
		{ "\"low\": 100.0", "\"low\": -1.0",
		  "events[0]: a count is from 0 to 2^64 - 1" },
		{ "\"high\": 111.0", "\"high\": 1.9e19",
		  "events[0]: a count is from 0 to 2^64 - 1" },
		{ "\"scale\": 100.0", "\"scale\": 0.0",
		  "metrics[0]: scale is to be above 0, and 1e15 at most" },
		{ "\"scale\": 100.0", "\"scale\": 1.1e15",
		  "metrics[0]: scale is to be above 0, and 1e15 at most" },
		{ "\"jitter_seed\": 77", "\"jitter_seed\": 1e20",
		  "jitter_seed is to be a number" },
		{ "\"pass\": 2,\n      \"notes\": []",
		  "\"pass\": 3,\n      \"notes\": []",
		  "metrics[1]: pass 3 is none of the plan" },
	};

	REFUSED(list);
}

/* A region's counts are counts, too. */
TEST(regions)
{
	static const struct change list[] = {
		{ "\"mean\": 220.0", "\"mean\": -1.0",
		  "regions[0]: a count is from 0 to 2^64 - 1" },
		{ "\"mean\": 220.0", "\"mean\": 1.9e19",
		  "regions[0]: a count is from 0 to 2^64 - 1" },
		{ "\"text\": \"work\",\n      \"kind\"", "\"kind\"",
		  "regions[0]: text is missing" },
	};

	load_page("hand_parts.json");
	REFUSED(list);
	load_page("hand.json");
}

/* Nothing is counted, and yet more runs than anybody can have made. */
TEST(runs_without_events)
{
	static char text[8192];
	struct error err = { "" };
	struct record *r;
	size_t used = 0;

	for (unsigned passes = 256; passes <= 257; passes++) {
		used = (size_t)snprintf(
			text, sizeof text,
			"{\"schema\": 3, \"monitors\": [\"x\"], "
			"\"events\": [], \"repeats\": 65536, "
			"\"plan\": {\"pass\": [{}");
		for (unsigned i = 1; i < passes; i++)
			used += (size_t)snprintf(text + used,
						 sizeof text - used, ",{}");
		snprintf(text + used, sizeof text - used, "]}}");
		r = read_text(text, &err);
		assert_int_equal(r != NULL, passes == 256);
		record_free(r);
	}
	assert_string_equal(err.text, "it: more passes, repeats and events "
				      "than a record can have");
}

/* A terminal that prints it obeys nothing of it. */
TEST(names_are_cleaned)
{
	struct error err = { "" };
	struct record *r = read_text("{\"schema\": 3, \"monitors\": "
				     "[\"a\\u001b[2Jb\"], "
				     "\"events\": [], \"plan\": {}}",
				     &err);

	assert_non_null(r);
	assert_string_equal(r->monitor[0].name, "a?[2Jb");
	record_free(r);
}

/* Just inside of what is refused above. */
TEST(the_most_is_taken)
{
	struct error err = { "" };
	struct record *r;

	r = read_changed("\"at_least\": 1", "\"at_least\": 65536", &err);
	assert_non_null(r);
	assert_int_equal(r->at_least, 65536);
	assert_int_equal(r->metric[0].pass, RECORD_SPLIT);
	assert_int_equal(r->metric[1].pass, 1);
	record_free(r);
	r = read_changed("\"code\": 7", "\"code\": 65535", &err);
	assert_non_null(r);
	assert_int_equal(r->event[1].code, 65535);
	record_free(r);
	r = read_changed(LARGE, "18446744073709551615", &err);
	assert_non_null(r);
	assert_true(r->count[1].value == UINT64_MAX);
	record_free(r);
	r = read_changed("\"low\": 1.5", "\"low\": 3.5", &err);
	assert_non_null(r);
	assert_true(r->metric[0].reading.low >= 3.5);
	record_free(r);
}

/* Schemas 1 and 2 say it elsewhere, or the catalogue has it. */
TEST(an_older_schema)
{
	char text[sizeof hand];
	struct error err = { "" };
	struct record *r;

	memcpy(text, hand, sizeof text);
	change(text, "\"schema\": 3", "\"schema\": 2");
	change(text, "\"target\"", "\"harget\"");
	change(text, "\"title\": \"a board", "\"title\": \"no board");
	change(text, "\"row\": \"cpi\"", "\"row\": null");
	change(text, "\"cycles / instr\"", "\"it was no formula\"");
	r = read_text(text, &err);
	if (!r)
		fail_msg("%s", err.text);
	assert_string_equal(r->target.name, "board:hand");
	assert_string_equal(r->target.title, "a board made by hand");
	assert_true(r->target.varies);
	assert_string_equal(r->metric[0].row, "cpi");
	assert_null(r->metric[1].row);
	assert_null(r->monitor[0].layers);
	record_free(r);
	change(text, "\"schema\": 2", "\"schema\": 1");
	change(text, "\"jitter_seed\"", "\"seed\"");
	change(text, "    \"arm1176\",\n", "    \"arm926pxp-ahb\",\n");
	change(text, "\"tally\": \"9.8.7\"", "\"map\": \"by hand\"");
	for (char *at = text; (at = strstr(at, "\"monitor\": \"arm1176\""));)
		change(at, "arm1176", "l220");
	r = read_text(text, &err);
	if (!r)
		fail_msg("%s", err.text);
	assert_false(r->target.varies);
	assert_non_null(r->monitor[0].layers);
	assert_string_equal(r->monitor[0].map, "by hand");
	assert_null(r->monitor[1].map);
	record_free(r);
}

TEST_GROUP(load, NULL)
