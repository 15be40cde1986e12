/* SPDX-License-Identifier: MIT */
/*
 * A record as a file: every member, against a document made by hand, there and
 * back; and a judgement of counts.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "hand_record.h"

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

static char *sample(void)
{
	static char text[32768];
	char path[512];
	FILE *from;

	snprintf(path, sizeof path, "%s/tests/record/hand.json",
		 getenv("TALLY_ROOT"));
	from = fopen(path, "r");
	assert_non_null(from);
	text[fread(text, 1, sizeof text - 1, from)] = '\0';
	fclose(from);
	return text;
}

static struct record *read_text(char *text, struct error *err)
{
	FILE *from = fmemopen(text, strlen(text), "r");
	struct record *r = record_read(from, "it", err);

	fclose(from);
	return r;
}

static void every_member_is_written(void **state)
{
	struct record *r = hand_record();
	char *text = written(r);

	(void)state;
	assert_string_equal(text, sample());
	free(text);
	record_free(r);
}

/* A clock that is not known is null; any other is a number. */
static void clocks_are_written(void **state)
{
	struct record *r = hand_record();
	char *text;

	(void)state;
	r->target.clock_hz = 0;
	r->target.clock_ratio = 0.5;
	text = written(r);
	assert_non_null(strstr(text, "\"clock_hz\": null,\n"));
	assert_non_null(strstr(text, "\"clock_ratio\": 0.5,\n"));
	free(text);
	record_free(r);
}

/* Programs round what is above 2^53: there it is a text besides. */
static void large_numbers_are_texts_too(void **state)
{
	struct record *r = hand_record();
	char *text;

	(void)state;
	r->program.instructions = UINT64_C(1) << 53;
	text = written(r);
	assert_non_null(strstr(text, "\"instructions\": 9007199254740992\n"));
	free(text);
	r->program.instructions++;
	text = written(r);
	assert_non_null(
		strstr(text, "\"instructions_text\": \"9007199254740993\"\n"));
	free(text);
	record_free(r);
}

static void every_member_is_read(void **state)
{
	struct error err;
	struct record *r = read_text(sample(), &err);
	char *text;

	(void)state;
	if (!r)
		fail_msg("%s", err.text);
	assert_true(r->conditions.known[WHEN_ALWAYS]);
	assert_true(r->conditions.holds[WHEN_ALWAYS]);
	/* What was read and not understood would be merged into what is
	 * written. */
	json_decref(r->document);
	r->document = NULL;
	text = written(r);
	assert_string_equal(text, sample());
	free(text);
	record_free(r);
}

/* Two passes, three repeats; by hand: mean 105, cpi 105 / 50. */
static void counts_are_judged(void **state)
{
	struct record *r = hand_record();
	static struct record_count count[] = {
		{ 0, 0, 0, RECORD_NONE, RECORD_NONE, RECORD_NONE, 100,
		  .bias = 3 },
		{ 0, 0, 1, RECORD_NONE, RECORD_NONE, RECORD_NONE, 104,
		  .bias = 4 },
		{ 0, 0, 2, RECORD_NONE, RECORD_NONE, RECORD_NONE, 111 },
		{ 1, 0, 0, RECORD_NONE, RECORD_NONE, RECORD_NONE, 50 },
		{ 1, 0, 1, RECORD_NONE, RECORD_NONE, RECORD_NONE, 50 },
		{ 1, 0, 2, RECORD_NONE, RECORD_NONE, RECORD_NONE, 50 },
		/* Of an interval: no total. */
		{ 1, 0, 2, RECORD_NONE, 1, RECORD_NONE, 7 },
	};
	const struct reading *cycles = &r->event[0].reading;
	const struct reading *cpi = &r->metric[0].reading;

	(void)state;
	r->count = count;
	r->counts = 7;
	r->monitor[1].writes = 0;
	r->metric[0].pass = 0;
	r->identities = 0;
	assert_true(record_judge(r));
	assert_true(cycles->value == 105);
	assert_int_equal(cycles->count, 100);
	assert_true(cycles->low == 100 && cycles->high == 111);
	assert_int_equal(cycles->samples, 3);
	assert_int_equal(cycles->empty, 4);
	assert_int_equal(cycles->pass, 0);
	/* Student's t of two degrees, 4.3027, times sqrt(31 / 3). */
	assert_true(cycles->margin > 13.83 && cycles->margin < 13.84);
	assert_true(cpi->value == 210);
	assert_true(cpi->low == 200 && cpi->high == 222);
	assert_true(cpi->sample[1] == 208);
	assert_true(cpi->margin > 27.66 && cpi->margin < 27.67);
	assert_int_equal(cpi->class, CLASS_MODELLED);
	assert_true(cpi->doubts == (DOUBT_SIMULATED | DOUBT_COARSE));
	assert_string_equal(r->drift_anchor, "cycles");
	assert_true(r->drift > 0.1047 && r->drift < 0.1048);
	assert_int_equal(r->truth[0].measured, TRUTH_NOT_MEASURED);
	assert_int_equal(r->truth[1].measured, TRUTH_DIFFERS);
	assert_false(r->trusted);
	record_free(r);
}

/* A file of somebody else's is refused, whatever is wrong with it. */
static void a_cut_file_is_refused(void **state)
{
	char *text = strdup(sample());
	size_t size = strlen(text);
	struct error err;

	(void)state;
	for (size_t i = size - 3; i > 0; i -= i > 97 ? 97 : i) {
		text[i] = '\0';
		assert_null(read_text(text, &err));
		assert_non_null(strstr(err.text, "it: "));
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_member_is_written),
		cmocka_unit_test(clocks_are_written),
		cmocka_unit_test(large_numbers_are_texts_too),
		cmocka_unit_test(every_member_is_read),
		cmocka_unit_test(a_cut_file_is_refused),
		cmocka_unit_test(counts_are_judged),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
