/* SPDX-License-Identifier: MIT */
/*
 * A record as a file: every member, against a document made by hand, there and
 * back; and a judgement of counts.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "failing_memory.h"
#include "hand_record.h"
#include "test.h"

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

static char *page(const char *name)
{
	static char text[32768];
	char path[512];
	FILE *from;

	snprintf(path, sizeof path, "%s/tests/record/%s", getenv("TALLY_ROOT"),
		 name);
	from = fopen(path, "r");
	assert_non_null(from);
	text[fread(text, 1, sizeof text - 1, from)] = '\0';
	fclose(from);
	return text;
}

static char *sample(void)
{
	return page("hand.json");
}

/* Each record made by hand, with its file. */
static const struct {
	struct record *(*hand)(void);
	const char *file;
} known[] = {
	{ hand_record, "hand.json" },        { hand_parts, "hand_parts.json" },
	{ hand_ledger, "hand_ledger.json" }, { hand_log, "hand_log.json" },
	{ hand_linux, "hand_linux.json" },
};
enum { KNOWN = sizeof known / sizeof known[0] };

static struct record *read_text(char *text, struct error *err)
{
	FILE *from = fmemopen(text, strlen(text), "r");
	struct record *r = record_read(from, "it", err);

	fclose(from);
	return r;
}

static struct record *read_well(char *text)
{
	struct error err;
	struct record *r = read_text(text, &err);

	if (!r) {
		fail_msg("%s", err.text);
		abort(); /* not reached; the analyser cannot know */
	}
	return r;
}

TEST(every_member_is_written)
{
	for (unsigned i = 0; i < KNOWN; i++) {
		struct record *r = known[i].hand();
		char *text = written(r);

		assert_string_equal(text, page(known[i].file));
		free(text);
		record_free(r);
	}
}

/* A clock that is not known is null; any other is a number. */
TEST(clocks_are_written)
{
	struct record *r = hand_record();
	char *text;

	r->target.clock_hz = 0;
	r->target.clock_ratio = 0.5;
	text = written(r);
	assert_non_null(strstr(text, "\"clock_hz\": null,\n"));
	assert_non_null(strstr(text, "\"clock_ratio\": 0.5,\n"));
	free(text);
	record_free(r);
}

/* Programs round what is above 2^53: there it is a text besides. */
TEST(large_numbers_are_texts_too)
{
	struct record *r = hand_record();
	char *text;

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

/* A board takes any seed of 64 bits, and its file is read as it was written. */
TEST(large_seeds_are_read)
{
	struct record *r = hand_record(), *again;
	char *text;

	r->machine.seed = UINT64_MAX;
	text = written(r);
	again = read_well(text);
	assert_true(again->machine.jitter);
	assert_true(again->machine.seed == UINT64_MAX);
	free(text);
	record_free(again);
	record_free(r);
}

/* Of a count that is judged anew the digits that it had are not kept. */
TEST(old_digits_go)
{
	struct record *r = hand_record(), *again;
	char *text;

	text = written(r);
	record_free(r);
	assert_non_null(strstr(text, "\"count_text\": "));
	r = read_well(text);
	free(text);
	r->event[1].reading.count = 5;
	text = written(r);
	again = read_well(text);
	assert_int_equal(again->event[1].reading.count, 5);
	free(text);
	record_free(again);
	r->event[1].reading.doubts |= DOUBT_OVERFLOWED;
	text = written(r);
	assert_null(strstr(text, "\"count_text\": "));
	free(text);
	record_free(r);
}

TEST(every_member_is_read)
{
	for (unsigned i = 0; i < KNOWN; i++) {
		struct record *r = read_well(page(known[i].file));
		char *text;

		assert_true(r->conditions.known[WHEN_ALWAYS]);
		assert_true(r->conditions.holds[WHEN_ALWAYS]);
		/* Members that were read and not understood would be merged
		 * into the written ones. */
		json_decref(r->document);
		r->document = NULL;
		text = written(r);
		assert_string_equal(text, page(known[i].file));
		free(text);
		record_free(r);
	}
}

/* A file with `put` as further members at a place. */
static char *page_with(const char *name, const char *const *place,
		       const char *put)
{
	json_t *root = json_loads(page(name), 0, NULL), *at = root;
	json_t *more = json_loads(put, 0, NULL);
	char *text;

	assert_non_null(root);
	assert_non_null(more);
	for (; *place; place++)
		at = json_object_get(
			json_is_array(at) ? json_array_get(at, 0) : at, *place);
	if (json_is_array(at))
		at = json_array_get(at, 0);
	assert_true(json_is_object(at));
	assert_int_equal(json_object_update(at, more), 0);
	text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	json_decref(root);
	json_decref(more);
	return text;
}

/* A later Tally's members stay, and change nothing of what is known. */
static void check_unknown(const char *name, const char *const *place)
{
	char *text = page_with(name, place, "{\"later\": [1, {\"a\": \"b\"}]}");
	struct record *r = read_well(text);
	json_t *wanted = json_loads(text, 0, NULL), *is;
	char *again;

	again = written(r);
	is = json_loads(again, 0, NULL);
	assert_true(json_equal(is, wanted));
	free(again);
	/* Known members are as they are now, not as they were read. */
	r->board_runs += 5;
	again = written(r);
	json_decref(is);
	is = json_loads(again, 0, NULL);
	assert_false(json_equal(is, wanted));
	json_object_set_new(wanted, "board_runs",
			    json_integer(json_integer_value(json_object_get(
						 wanted, "board_runs")) +
					 5));
	assert_true(json_equal(is, wanted));
	json_decref(is);
	json_decref(wanted);
	free(again);
	free(text);
	record_free(r);
}

/* Wherever it stands: in objects, and in the first row of lists. */
TEST(unknown_members_stay)
{
	static const char *const anywhere[][4] = {
		{ NULL },
		{ "target", NULL },
		{ "target", "monitors", NULL },
		{ "program", NULL },
		{ "region", NULL },
		{ "events", NULL },
		{ "metrics", NULL },
		{ "plan", NULL },
		{ "plan", "wants", NULL },
		{ "counts", NULL },
		{ "runs", NULL },
		{ "headline", NULL },
		{ "drift", NULL },
	};
	static const char *const in_parts[][4] = {
		{ "regions", NULL },
		{ "regions", "events", NULL },
		{ "regions", "events", "entry", NULL },
		{ "regions", "metrics", NULL },
		{ "intervals", NULL },
		{ "intervals", "events", NULL },
		{ "intervals", "metrics", NULL },
		{ "intervals", "metrics", "phases", NULL },
	};
	static const char *const in_log[] = { "log", NULL };

	for (unsigned i = 0; i < sizeof anywhere / sizeof anywhere[0]; i++)
		check_unknown("hand.json", anywhere[i]);
	for (unsigned i = 0; i < sizeof in_parts / sizeof in_parts[0]; i++)
		check_unknown("hand_parts.json", in_parts[i]);
	check_unknown("hand_log.json", in_log);
}

/* Without what is the whole's alone: other regions, and values over time. */
TEST(a_region_as_a_record)
{
	struct record *r = hand_parts();
	const struct record part = record_of_part(r, 1);

	assert_ptr_equal(part.event, r->part[1].event);
	assert_ptr_equal(part.metric, r->part[1].metric);
	assert_string_equal(part.region.text, "0x8000-0x8010");
	assert_int_equal(part.parts, 0);
	assert_int_equal(part.series.intervals, 0);
	assert_int_equal(part.events, r->events);
	assert_string_equal(part.target.name, r->target.name);
	record_free(r);
}

/* Which way a metric is better, each of the three. */
TEST(directions_are_read)
{
	struct record *r = hand_record();
	const uint8_t was = r->metric[0].direction;

	for (unsigned i = DIRECTION_NONE; i <= DIRECTION_HIGHER; i++) {
		struct record *again;
		char *text;

		r->metric[0].direction = (uint8_t)i;
		text = written(r);
		again = read_well(text);
		assert_int_equal(again->metric[0].direction, i);
		record_free(again);
		free(text);
	}
	r->metric[0].direction = was;
	record_free(r);
}

/* A metric keeps its monitor in a file, too, if it is the second one. */
TEST(the_monitor_of_a_metric)
{
	struct record *r = hand_record(), *again;
	char *text;

	r->metric[0].monitor = 1;
	text = written(r);
	again = read_well(text);
	assert_int_equal(again->metric[0].monitor, 1);
	record_free(again);
	free(text);
	r->metric[0].monitor = 0;
	text = written(r);
	again = read_well(text);
	assert_int_equal(again->metric[0].monitor, 0);
	record_free(again);
	free(text);
	record_free(r);
}

/* The monitors are read by name; of another name, each is in its own place. */
TEST(the_order_of_a_window)
{
	static const struct {
		const char *order;
		uint8_t first, second;
	} row[] = {
		{ "[\"l220\", \"arm1176\"]", 1, 0 },
		{ "[\"arm1176\", \"l220\"]", 0, 1 },
		{ "[\"else\", \"other\"]", 0, 1 },
		{ "[]", 0, 1 },
	};
	static const char *const window[] = { "window", NULL };

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char put[64], *text;
		struct record *r;

		snprintf(put, sizeof put, "{\"order\": %s}", row[i].order);
		text = page_with("hand.json", window, put);
		r = read_well(text);
		assert_int_equal(r->order[0], row[i].first);
		assert_int_equal(r->order[1], row[i].second);
		free(text);
		record_free(r);
	}
}

/* Whichever allocation finds no memory: there is no record, and a reason. */
TEST(without_memory)
{
	unsigned nth = 0;
	bool failed = true;

	while (failed) {
		struct error err = { "" };
		struct record *r;

		memory_fails_at(++nth);
		r = read_text(sample(), &err);
		failed = memory_failed();
		if (failed) {
			assert_null(r);
			assert_true(err.text[0]);
		} else {
			assert_non_null(r);
		}
		record_free(r);
	}
	assert_true(nth > 10);
}

/* Allocations of jansson until the one that fails; 0: none does. */
static unsigned left;
static bool failed;

static void *scarce(size_t size)
{
	if (!left || --left)
		return malloc(size);
	failed = true;
	return NULL;
}

/* A file that lacks something is none: what was not put in is told. */
TEST(written_without_memory)
{
	static char text[65536];
	struct record *r = read_well(sample());
	unsigned nth = 0;

	json_set_alloc_funcs(scarce, free);
	do {
		FILE *to = fmemopen(text, sizeof text, "w");
		bool good;

		assert_non_null(to);
		left = ++nth;
		failed = false;
		good = record_write(to, r);
		left = 0;
		fclose(to);
		assert_int_equal(good, !failed);
	} while (failed);
	json_set_alloc_funcs(malloc, free);
	assert_true(nth > 100);
	assert_string_equal(text, sample());
	record_free(r);
}

/* Two passes, three repeats; by hand: mean 105, cpi 105 / 50. */
TEST(counts_are_judged)
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
TEST(a_cut_file_is_refused)
{
	char *text = strdup(sample());
	size_t size = strlen(text);
	struct error err;

	for (size_t i = size - 3; i > 0; i -= i > 97 ? 97 : i) {
		text[i] = '\0';
		assert_null(read_text(text, &err));
		assert_non_null(strstr(err.text, "it: "));
	}
	free(text);
}
