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
	unsigned own;
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
