/* SPDX-License-Identifier: MIT */
/*
 * Every column of two records that are held against each other, against pages
 * made by hand; and what makes them incomparable.
 */
#include <stdlib.h>
#include <string.h>

#include "page_fixture.h"
#include "record/diff.h"
#include "report/diff.h"
#include "report/diff_words.h"
#include "test.h"

static struct record *measured[2];

static struct diff *measured_diff(bool seeds)
{
	struct diff_side side[2];
	struct diff *d;

	for (unsigned i = 0; i < 2; i++) {
		measured[i] = record_of("record/hand_parts.json");
		measure(measured[i], i);
		measured[i]->target.simulated = seeds;
		measured[i]->machine.jitter = seeds;
		side[i] = (struct diff_side){ &measured[i], 1 };
	}
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	return d;
}

static void print_diff(const struct diff *d)
{
	const struct diff_print changed = { .forced = "" };
	const struct diff_print all = { .forced = "the clock", .all = true };
	char *text;
	size_t length;
	FILE *from;

	fputs("== text\n", to);
	diff_text(to, d, &changed);
	fputs("== all\n", to);
	diff_text(to, d, &all);
	fputs("== markdown\n", to);
	diff_markdown(to, d, &all);
	fputs("== sheet\n", to);
	diff_csv(to, d);
	from = open_memstream(&text, &length);
	assert_non_null(from);
	assert_true(diff_json(from, d, all.forced));
	fclose(from);
	tell_document(text);
}

static void check_diff(bool seeds, const char *name)
{
	struct diff *d = measured_diff(seeds);

	print_diff(d);
	told_is(name);
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

CASE(two_records)
{
	check_diff(false, "report/hand_diff.txt");
}

/* Records make pairs if both sides have the same seeds. */
CASE(two_records_of_seeds)
{
	struct diff *d = measured_diff(true);

	assert_true(diff_of_seeds(d));
	measured[0]->target.simulated = false;
	assert_false(diff_of_seeds(d));
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
	check_diff(true, "report/hand_diff_pairs.txt");
}

static void obstacles_are(const char *wanted)
{
	const struct diff_side side[2] = { { &measured[0], 1 },
					   { &measured[1], 1 } };
	char *text = diff_obstacles(side);

	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
}

/* In what they differ that no comparison is of. */
TEST(what_cannot_be_compared)
{
	struct diff *d = measured_diff(false);

	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < 3; k++)
			measured[i]->part[k].region.entered = 5;
	obstacles_are("");
	measured[1]->target.name = "gdb:there:1";
	obstacles_are("target: gdb:here:1 against gdb:there:1");
	measured[0]->warmup = 2;
	obstacles_are("target: gdb:here:1 against gdb:there:1; entries or runs "
		      "left out before: 2 against 0");
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* Instructions explain nothing if none were carried out before. */
TEST(no_instructions_before)
{
	static const double none[] = { 0, 0, 0 };
	struct diff *d = measured_diff(false);
	struct diff_side side[2] = { { &measured[0], 1 }, { &measured[1], 1 } };

	assert_int_equal(d->part[0].kind, PART_INSTRUCTIONS);
	diff_free(d);
	three(&measured[0]->event[1].reading, none);
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	assert_int_equal(d->parts, 1);
	assert_int_equal(d->part[0].kind, PART_DURATION);
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* Counts of two runs differ in the last digit, and in the sheet, too. */
CASE(counts_of_many_digits)
{
	static const double before[] = { 12345678901, 12345678901,
					 12345678901 };
	static const double after[] = { 12345678903, 12345678903, 12345678903 };
	struct diff *d = measured_diff(false);
	struct diff_side side[2] = { { &measured[0], 1 }, { &measured[1], 1 } };

	diff_free(d);
	three(&measured[0]->event[0].reading, before);
	three(&measured[1]->event[0].reading, after);
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	diff_csv(to, d);
	fclose(to);
	assert_non_null(strstr(
		told, "event,cycles,arm1176,,12345678901,12345678903,1,"));
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* Why the whole takes longer is nothing that a region's cycles tell. */
TEST(cycles_of_a_region_alone)
{
	struct diff *d = measured_diff(false);
	struct diff_side side[2] = { { &measured[0], 1 }, { &measured[1], 1 } };

	assert_non_null(d->cycles);
	assert_null(d->cycles->region);
	diff_free(d);
	for (unsigned i = 0; i < 2; i++) {
		measured[i]->event[0].asked = ASKED_NOT;
		measured[i]->event[0].reading.doubts = DOUBT_NOT_COUNTED;
	}
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	assert_null(d->cycles);
	assert_int_equal(d->parts, 0);
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* Which way it went, or that it did not. */
TEST(parts_of_a_change)
{
	static const struct {
		struct diff_part part;
		bool more;
		const char *text;
	} row[] = {
		{ { PART_INSTRUCTIONS, NULL, -1 },
		  true,
		  "fewer instructions, each as before" },
		{ { PART_INSTRUCTIONS, NULL, 0 },
		  true,
		  "as many instructions as before" },
		{ { PART_INSTRUCTIONS, NULL, 1 },
		  true,
		  "more instructions, each as before" },
		{ { PART_EACH, NULL, -1 },
		  true,
		  "fewer cycles for each instruction" },
		{ { PART_EACH, NULL, 0 },
		  true,
		  "as many cycles for each instruction" },
		{ { PART_EACH, NULL, 1 },
		  true,
		  "more cycles for each instruction" },
		{ { PART_DURATION, NULL, 1 }, true, "cycles" },
		{ { PART_OCCURRENCE, NULL, 1 }, true, "more often" },
		{ { PART_OCCURRENCE, NULL, -1 }, false, "less often" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		assert_string_equal(diff_part_text(&row[i].part, row[i].more),
				    row[i].text);
}

static void free_both(void)
{
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* A bar would end the cell. */
CASE(names_in_markdown)
{
	const struct diff_print all = { .forced = "", .all = true };
	struct diff *d = measured_diff(false);

	d->row[0].name = "a|b`c";
	diff_markdown(to, d, &all);
	fclose(to);
	assert_non_null(strstr(told, "\n| `a\\|b'c` | 2.000 |"));
	diff_free(d);
	free_both();
}

/* An event that never happened before grew by no factor. */
CASE(nothing_before)
{
	static const double none[] = { 0, 0, 0 };
	struct diff *d = measured_diff(false);
	struct diff_side side[2] = { { &measured[0], 1 }, { &measured[1], 1 } };

	diff_free(d);
	three(&measured[0]->event[1].reading, none);
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	diff_csv(to, d);
	fclose(to);
	assert_non_null(strstr(
		told, "event,instr_exec,arm1176,,0,300,,,,3,3,deterministic"));
	diff_free(d);
	free_both();
}

static enum diff_basis basis_of(const char *event)
{
	struct diff_side side[2] = { { &measured[0], 1 }, { &measured[1], 1 } };
	struct diff *d = diff_make(side, DIFF_USUAL_NOISE);
	enum diff_basis basis = DIFF_WELCH;
	bool found = false;

	assert_non_null(d);
	for (unsigned i = 0; i < d->rows; i++)
		if (!d->row[i].region && strcmp(d->row[i].name, event) == 0) {
			basis = d->row[i].basis;
			found = true;
		}
	diff_free(d);
	assert_true(found);
	return basis;
}

/* A seed's run is another one in each pass, unless one run counted them all. */
TEST(seeds_of_other_passes)
{
	diff_free(measured_diff(true));
	for (unsigned i = 0; i < 2; i++)
		measured[i]->passes = 2;
	assert_int_not_equal(basis_of("cycles"), DIFF_WELCH);
	measured[1]->event[0].reading.pass = 1;
	assert_int_equal(basis_of("cycles"), DIFF_WELCH);
	assert_int_not_equal(basis_of("instr_exec"), DIFF_WELCH);
	measured[0]->together = true;
	assert_int_equal(basis_of("cycles"), DIFF_WELCH);
	measured[1]->together = true;
	assert_int_not_equal(basis_of("cycles"), DIFF_WELCH);
	for (unsigned i = 0; i < 2; i++)
		measured[i]->passes = 1;
	free_both();
}

/* Pairs are of as many records on both sides. */
TEST(seeds_of_other_records)
{
	static double six[] = { 1000, 1001, 1002, 1003, 1004, 1005 };
	struct diff *d = measured_diff(true);
	struct record *twice[2] = { measured[0], measured[0] };
	struct diff_side side[2] = { { twice, 2 }, { &measured[1], 1 } };
	struct reading *cycles = &measured[1]->event[0].reading;
	bool found = false;

	for (unsigned i = 0; i < d->rows; i++)
		assert_int_not_equal(d->row[i].basis, DIFF_WELCH);
	diff_free(d);
	cycles->sample = six;
	cycles->samples = measured[1]->repeats = 6;
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	for (unsigned i = 0; i < d->rows; i++) {
		if (d->row[i].region || strcmp(d->row[i].name, "cycles") != 0)
			continue;
		assert_int_equal(d->row[i].samples[DIFF_BEFORE], 6);
		assert_int_equal(d->row[i].samples[DIFF_AFTER], 6);
		assert_int_equal(d->row[i].basis, DIFF_WELCH);
		found = true;
	}
	assert_true(found);
	diff_free(d);
	free_both();
}
