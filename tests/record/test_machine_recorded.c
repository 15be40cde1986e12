/* SPDX-License-Identifier: MIT */
/*
 * Every option of a machine that is recorded is in the document, and is read
 * there, or, of a record of an older version, off its command line.
 */
#include <stdlib.h>
#include <string.h>

#include "../option/machine_values.h"
#include "hand_record.h"
#include "record/document/file.h"

static char *written(const struct record *r)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	assert_true(record_write(to, r));
	fclose(to);
	return text;
}

static struct record *read_text(char *text)
{
	FILE *from = fmemopen(text, strlen(text), "r");
	struct error err = { "" };
	struct record *r = record_read(from, "a.json", &err);

	fclose(from);
	if (!r)
		fail_msg("%s", err.text);
	return r;
}

static bool join(void *ctx, const struct option_row *row, const char *value)
{
	(void)row;
	strcat(strcat(ctx, value), "\n");
	return true;
}

/* All values of one option. */
static char *values_of(const struct option_row *row,
		       const struct board_options *o, char text[400])
{
	*text = '\0';
	assert_true(option_each(row, o, join, text));
	return text;
}

static void expect_same(const struct board_options *a,
			const struct board_options *b)
{
	for (unsigned i = 0; i < machine_row_count; i++) {
		char one[400], other[400];

		if (machine_rows[i].recorded)
			assert_string_equal(
				values_of(&machine_rows[i], a, one),
				values_of(&machine_rows[i], b, other));
	}
}

/* The document of a board with these options. */
static char *document_of(const struct board_options *o)
{
	struct record *r = hand_record();
	char *text;

	r->machine = (struct board_options){ 0 };
	assert_true(record_keep_machine(r, o));
	text = written(r);
	record_free(r);
	return text;
}

TEST(each_option_changes_the_record)
{
	const struct board_options plain = { 0 };
	char *without = document_of(&plain);

	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];
		struct board_options o;
		unsigned at = 0;

		print_message("# --%s\n", row->name);
		while (row->recorded && machine_value(row, &at, &o)) {
			char *text = document_of(&o);
			struct record *r = read_text(text);

			assert_string_not_equal(text, without);
			assert_non_null(strstr(text, row->recorded));
			expect_same(&r->machine, &o);
			assert_null(r->unread);
			free(text);
			record_free(r);
		}
		assert_true(!row->recorded || at > 0);
	}
	free(without);
}

/* An option that nobody asked for is no change, and no member where it is no
 * fact. */
TEST(what_was_not_asked_for)
{
	const struct board_options limits = { .timeout_s = 3,
					      .max_console = 5 << 20,
					      .max_instructions = 9,
					      .pcap = "a.pcap" };
	char *text = document_of(&limits);

	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];
		char member[80];

		if (!row->recorded)
			continue;
		snprintf(member, sizeof member, "\"%s\":", row->recorded);
		assert_int_equal(strstr(text, member) != NULL,
				 row->fact != NULL);
	}
	free(text);
}

/* All at once: none takes the place of another. */
TEST(all_options_together)
{
	struct board_options all = { 0 }, o;
	struct record *r;
	char *text;
	struct error err;

	for (unsigned i = 0; i < machine_row_count; i++) {
		unsigned at = 0;
		const char *value = machine_value(&machine_rows[i], &at, &o);

		if (value)
			assert_true(option_take(&machine_rows[i], value, &all,
						&err));
	}
	text = document_of(&all);
	r = read_text(text);
	expect_same(&r->machine, &all);
	free(text);
	record_free(r);
}

#define COMMAND(of, ...)                                                       \
	do {                                                                   \
		static const char *const word_[] = { __VA_ARGS__ };            \
                                                                               \
		(of)->command = word_;                                         \
		(of)->commands = sizeof word_ / sizeof word_[0];               \
	} while (0)

/* The options, as diff tells them, of a record that was written before options
 * were members: its command line is all that has them. */
#define EXPECT_OPTIONS(wanted, ...)                                            \
	do {                                                                   \
		struct record *r_ = hand_record(), *again_;                    \
		char *text_;                                                   \
                                                                               \
		r_->machine = (struct board_options){ 0 };                     \
		COMMAND(r_, __VA_ARGS__);                                      \
		text_ = written(r_);                                           \
		again_ = read_text(text_);                                     \
		expect_options(again_, wanted);                                \
		free(text_);                                                   \
		record_free(again_);                                           \
		record_free(r_);                                               \
	} while (0)

static void expect_options(const struct record *r, const char *wanted)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	record_machine_options(to, r);
	fclose(to);
	assert_string_equal(text, wanted);
	free(text);
}

TEST(older_records_tell_by_their_command)
{
	EXPECT_OPTIONS("none", "tally", "stat", "--jitter", "3", "--cold");
	EXPECT_OPTIONS("--pcap-speed=1", "tally", "stat", "--pcap-sp", "1.0");
	EXPECT_OPTIONS("--pcap-speed=1", "tally", "--pcap-speed=1", "--pcap",
		       "a.pcap");
	EXPECT_OPTIONS("--inject=itcm_error=100 --inject=dbgack=1/2 "
		       "--traffic=exp:every=9 --platform-ratio=5:2 "
		       "--pmc0-upper-first --pmc0-runs-on --ill=no-line",
		       "tally", "why", "--ill=no-line", "--pmc0-r", "--pmc0-u",
		       "--pl", "5:2", "--tra", "exp:every=9", "--inj",
		       "dbgack=1/2", "--inject=itcm_error=1_00", "--", "--ill",
		       "nid-off");
	EXPECT_OPTIONS("none", "tally", "--injection", "ecc=3", "--traffics");
	EXPECT_OPTIONS("none", "tally", "--pmc0-", "--p", "--pcap", "-e");
	/* A version that knew more than this one, or a file by hand. */
	EXPECT_OPTIONS("--pmc0-runs-on --inject=ecc=3 --traffic --ill=flu",
		       "tally", "--inject", "ecc=3", "--traffic", "-e", "x",
		       "--ill=flu", "--pmc0-runs-on");
}

/* A member of the document is not asked of the command line. */
TEST(members_come_before_words)
{
	const struct board_options o = { .pcap_speed_milli = 2000 };
	struct record *r = hand_record(), *again;
	char *text;

	r->machine = (struct board_options){ 0 };
	COMMAND(r, "tally", "--pcap-speed", "3", "--pmc0-runs-on", "--cold");
	assert_true(record_keep_machine(r, &o));
	text = written(r);
	again = read_text(text);
	expect_options(again, "--pcap-speed=2 --pmc0-runs-on");
	assert_false(again->machine.cold);
	free(text);
	record_free(again);
	record_free(r);
}
