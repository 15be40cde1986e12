/* SPDX-License-Identifier: MIT */
/* Each kind of option: what it takes, prints and says for help. */
#include "option/option.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

struct place {
	bool flag, on, given;
	uint64_t number;
	const char *text;
	unsigned own, count, form;
	double ratio;
	char *list;
	uint8_t bits;
};

static bool take_own(const char *text, void *to, struct error *err)
{
	((struct place *)to)->own = (unsigned)strlen(text);
	return *text || error_set(err, "nothing");
}

static bool print_own(FILE *out, const void *from)
{
	const struct place *p = from;

	for (unsigned i = 0; out && i < p->own; i++)
		fprintf(out, "%u\n", i);
	return p->own;
}

#define PLACE(member) .place = offsetof(struct place, member)

static const struct option_row rows[] = {
	{ .name = "flag", .kind = OPTION_FLAG, PLACE(flag), .help = "is so" },
	{ .name = "on",
	  .kind = OPTION_SWITCH,
	  PLACE(on),
	  .argument = "on|off",
	  .help = "or not" },
	{ .name = "number",
	  .kind = OPTION_NUMBER,
	  PLACE(number),
	  .argument = "N",
	  .help = "so many" },
	{ .name = "seed-of-chance",
	  .kind = OPTION_NUMBER,
	  PLACE(number),
	  .said = 1 + offsetof(struct place, given),
	  .argument = "N",
	  .help = "one\n  and a line" },
	{ .name = "text", .kind = OPTION_TEXT, PLACE(text), .argument = "T" },
	{ .name = "own",
	  .kind = OPTION_OWN,
	  .argument = "O",
	  .take = take_own,
	  .print = print_own },
};
static const struct option_row more[] = {
	{ .help = "Title:\n" },
	{ .name = "count",
	  .letter = 'c',
	  .kind = OPTION_COUNT,
	  PLACE(count),
	  .said = 1 + offsetof(struct place, given),
	  .value = 10,
	  .argument = "N",
	  .help = "  so many   " },
	{ .name = "ratio",
	  .kind = OPTION_RATIO,
	  PLACE(ratio),
	  .argument = "R",
	  .help = "  of clocks\n" },
	{ .name = "list",
	  .letter = 'l',
	  .kind = OPTION_LIST,
	  PLACE(list),
	  .argument = "LIST" },
	{ .name = "json",
	  .kind = OPTION_VALUE,
	  PLACE(form),
	  .value = 3,
	  .help = ", " },
	{ .name = "user",
	  .kind = OPTION_BIT,
	  PLACE(bits),
	  .value = 4,
	  .help = "\n" },
	{ .name = "freeze", .kind = OPTION_BIT, PLACE(bits), .value = 1 },
	{ 0 },
};
enum { TITLE, COUNT, RATIO, LIST, JSON, USER, FREEZE };

enum { FLAG, ON, NUMBER, SEED, TEXT, OWN };

static void good(unsigned row, const char *text, struct place *p)
{
	struct error err = { "" };

	assert_true(option_take(&rows[row], text, p, &err));
}

static void bad(unsigned row, const char *text, const char *why)
{
	struct place p = { 0 };
	struct error err = { "" };

	assert_false(option_take(&rows[row], text, &p, &err));
	assert_string_equal(err.text, why);
}

/* The values with a blank behind each; what was not asked for has none. */
static bool join(void *ctx, const struct option_row *row, const char *value)
{
	(void)row;
	strcat(ctx, value);
	strcat(ctx, " ");
	return true;
}

static void has(unsigned row, const struct place *p, const char *wanted)
{
	char text[80] = "";

	assert_true(option_each(&rows[row], p, join, text));
	assert_string_equal(text, wanted);
	assert_int_equal(option_print(&rows[row], NULL, p), *wanted != '\0');
}

TEST(nothing_is_given_at_first)
{
	const struct place p = { 0 };

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
		has(i, &p, "");
}

TEST(each_kind_goes_to_its_place)
{
	struct place p = { 0 };

	good(FLAG, NULL, &p);
	assert_true(p.flag && !p.on && !p.given);
	has(FLAG, &p, " ");
	good(ON, "on", &p);
	has(ON, &p, "on ");
	good(ON, "off", &p);
	has(ON, &p, "");
	good(NUMBER, "0x1_0", &p);
	assert_int_equal(p.number, 16);
	assert_false(p.given);
	has(NUMBER, &p, "16 ");
	has(SEED, &p, "");
	good(SEED, "0", &p);
	assert_true(p.given);
	has(SEED, &p, "0 ");
	has(NUMBER, &p, "");
	good(TEXT, "as it is", &p);
	has(TEXT, &p, "as it is ");
	good(OWN, "abc", &p);
	has(OWN, &p, "0 1 2 ");
}

TEST(what_is_wrong_is_told_with_the_option)
{
	bad(ON, "of", "--on: 'of' is neither on nor off");
	bad(OWN, "", "nothing");
	bad(NUMBER, "x",
	    "--number: x is not a whole number (123, 1,234 or 0x7b)");
}

static bool refuse(void *ctx, const struct option_row *row, const char *value)
{
	(void)row;
	(void)value;
	++*(unsigned *)ctx;
	return false;
}

TEST(values_end_where_nobody_wants_more)
{
	const struct place p = { .own = 3 };
	unsigned calls = 0;

	assert_false(option_each(&rows[OWN], &p, refuse, &calls));
	assert_int_equal(calls, 1);
}

TEST(help_has_a_column)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned i = FLAG; i <= SEED; i++)
		option_help(&rows[i], out);
	fclose(out);
	assert_string_equal(text, "  --flag         is so\n"
				  "  --on on|off    or not\n"
				  "  --number N     so many\n"
				  "  --seed-of-chance N   one\n"
				  "  and a line\n");
	free(text);
}

static void refused(unsigned at, const char *text, const char *why)
{
	struct place p = { 0 };
	struct error err = { "" };

	assert_false(option_take(&more[at], text, &p, &err));
	assert_string_equal(err.text, why);
	assert_false(p.given);
}

TEST(kinds_of_the_command)
{
	struct place p = { 0 };
	struct error err = { "" };

	assert_true(option_take(&more[COUNT], "10", &p, &err) && p.given);
	assert_int_equal(p.count, 10);
	assert_true(option_take(&more[RATIO], "5:2", &p, &err));
	assert_true(p.ratio == 2.5);
	assert_true(option_take(&more[LIST], "a", &p, &err));
	assert_true(option_take(&more[LIST], "b,c", &p, &err));
	assert_string_equal(p.list, "a,b,c");
	free(p.list);
	assert_true(option_take(&more[JSON], NULL, &p, &err));
	assert_int_equal(p.form, 3);
	assert_true(option_take(&more[USER], NULL, &p, &err));
	assert_true(option_take(&more[FREEZE], NULL, &p, &err));
	assert_int_equal(p.bits, 5);
	refused(COUNT, "0", "-c: 0 is not one of 1 to 10");
	refused(COUNT, "11", "-c: 11 is not one of 1 to 10");
	refused(COUNT, "x", "-c: x is not a whole number (123, 1,234 or 0x7b)");
	refused(RATIO, "0",
		"--ratio: 0 is no ratio of clocks (2, 2.5 or 5:2; above 0 and "
		"at most 1000)");
}

static void lines(bool both, const char *wanted)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	bool begins = true;

	assert_non_null(out);
	for (unsigned i = 0; !option_ends(&more[i]); i++)
		option_line(&more[i], both, &begins, out);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(text, wanted);
	free(text);
}

TEST(rows_that_share_lines)
{
	lines(false, "Title:\n"
		     "  -c N  so many   --ratio R  of clocks\n"
		     "  --json, --user\n");
	lines(true, "Title:\n"
		    "  -c, --count N  so many   --ratio R  of clocks\n"
		    "  --json, --user\n");
}
