/* SPDX-License-Identifier: MIT */
/*
 * Facts make two records incomparable: one differs at a time, and the test
 * holds how that is told.
 */
#include <stdlib.h>
#include <string.h>

#include "../option/machine_values.h"
#include "hand_record.h"
#include "record/diff.h"
#include "test.h"

static struct record *before, *after;

static int set_up(void **state)
{
	(void)state;
	before = hand_parts();
	after = hand_parts();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	record_free(before);
	record_free(after);
	return 0;
}

static void differ_in(const char *wanted)
{
	const struct diff_side side[DIFF_SIDES] = { { &before, 1 },
						    { &after, 1 } };
	char *text = diff_obstacles(side);

	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
}

/* Does anything differ of how the machine was? */
static void differ(bool wanted)
{
	const struct diff_side side[DIFF_SIDES] = { { &before, 1 },
						    { &after, 1 } };
	char *text = diff_obstacles(side);

	assert_non_null(text);
	assert_int_equal(!wanted, *text == '\0');
	free(text);
}

#define CASE(name) TEST_WITH(name, set_up, tear_down)

CASE(what_was_measured)
{
	static struct record_monitor two[] = { { .name = "bus" },
					       { .name = "l220" } };

	differ_in("");
	after->target.name = NULL;
	differ_in("target: gdb:here:1 against counts that were given; "
		  "counting: every cycle, not calibrated against every cycle");
	after->calibrated = before->calibrated = true;
	differ_in("target: gdb:here:1 against counts that were given");
	after->target.name = before->target.name;
	after->monitor = two;
	after->monitors = 2;
	differ_in("monitors: bus against bus+l220");
	after->monitors = 1;
	after->target.clock_ratio = 2.5;
	differ_in("clocks: 10000000 Hz against 10000000 Hz, ratio 2.5");
	before->target.clock_ratio = 2.5;
	after->divided = true;
	differ_in("counting: every cycle against cycles in 64s");
}

CASE(how_the_machine_was)
{
	struct board_options *m = &after->machine;

	*m = (struct board_options){ .cold = true };
	differ_in("machine: warm against cold");
	*m = (struct board_options){ .flat = true };
	differ_in("machine: warm against warm, timing flat");
	*m = (struct board_options){ .poison = true, .strict = true };
	differ_in("machine: warm against warm, poison, strict");
	*m = (struct board_options){ .l2 = true, .jitter = true, .seed = 3 };
	differ_in("machine: warm against warm, l2 on, jitter");
	before->machine =
		(struct board_options){ .l2 = true, .jitter = true, .seed = 4 };
	differ_in("");
}

CASE(what_the_program_was_to_do)
{
	after->program.status = -3;
	differ_in("program's exit status: 0 against -3");
	after->program.status = 0;
	after->capture.sha256 = "0123456789abcdef";
	differ_in("capture: none against 0123456789ab");
	after->capture.sha256 = NULL;
	after->region.text = "work";
	after->region.entered = 7;
	differ_in("region: the whole program against work; times the region "
		  "was entered: 0 against 7");
	before->region.text = "work";
	before->region.entered = UINT64_MAX;
	differ_in("times the region was entered: 18446744073709551615 against "
		  "7");
	before->region.entered = 7;
	before->warmup = 1;
	differ_in("entries or runs left out before: 1 against 0");
	/* Another program on both sides is what a comparison is for. */
	before->warmup = 0;
	after->program.sha256 = "fedcba9876543210";
	differ_in("");
}

#define COMMAND(of, ...)                                                       \
	do {                                                                   \
		static const char *const word_[] = { __VA_ARGS__ };            \
                                                                               \
		(of)->command = word_;                                         \
		(of)->commands = sizeof word_ / sizeof word_[0];               \
	} while (0)

CASE(words_behind_the_program)
{
	COMMAND(after, "tally", "stat", "a.elf", "--", "--inject", "b");
	differ_in("program's arguments: none against --inject b ");
	COMMAND(before, "tally", "stat", "a.elf", "--", "--inject", "c");
	differ_in("program's arguments: --inject c  against --inject b ");
	COMMAND(before, "tally", "stat", "-e", "cycles", "--", "--inject", "b");
	differ_in("");
	/* A machine's options are values, by whatever words. */
	COMMAND(before, "tally", "--pcap-speed", "1", "--", "--inject", "b");
	differ_in("");
}

/* Every option that is recorded, and each of two values of it. */
CASE(each_option_of_a_machine)
{
	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];
		const struct board_options plain = { 0 };
		unsigned at = 0;

		print_message("# --%s\n", row->name);
		after->machine = plain;
		if (!row->recorded || !machine_value(row, &at, &after->machine))
			continue;
		before->machine = plain;
		differ(true);
		before->machine = after->machine;
		differ(false);
		if (machine_value(row, &at, &after->machine))
			differ(!row->fact);
	}
}

CASE(how_options_are_told)
{
	struct board_options *a = &after->machine, *b = &before->machine;

	*a = (struct board_options){ .pcap_speed_milli = 2500 };
	*b = (struct board_options){ .pmc0_runs_on = true,
				     .pmc0_upper_first = true,
				     .ratio_core = 5,
				     .ratio_platform = 2 };
	differ_in("options: --platform-ratio=5:2 --pmc0-upper-first "
		  "--pmc0-runs-on against --pcap-speed=2.5");
	*b = (struct board_options){ .inject.dbgack_period = 2,
				     .inject.dbgack_high = 1,
				     .inject.error[BOARD_ITCM] = 9 };
	*a = (struct board_options){ 0 };
	differ_in("options: --inject=itcm_error=9 --inject=dbgack=1/2 against "
		  "none");
	after->unread = "--inject=ecc=3";
	differ_in("options: --inject=itcm_error=9 --inject=dbgack=1/2 against "
		  "--inject=ecc=3");
}

/* A side of several records is one program, each of which is trusted. */
CASE(within_a_side)
{
	struct record *both[2] = { before, after };
	const struct diff_side side[DIFF_SIDES] = { { both, 1 }, { both, 2 } };
	char *text;

	after->program.sha256 = "fedcba9876543210";
	after->trusted = false;
	snprintf(after->verdict.why, sizeof after->verdict.why, "it rains");
	text = diff_obstacles(side);
	assert_non_null(text);
	assert_string_equal(text,
			    "after is not to be trusted: it rains; program: "
			    "0123456789ab against fedcba987654");
	free(text);
	before->trusted = false;
	snprintf(before->verdict.why, sizeof before->verdict.why, "it snows");
	after->trusted = true;
	differ_in("before is not to be trusted: it snows");
}
