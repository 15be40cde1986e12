/* SPDX-License-Identifier: MIT */
/* A task's profile has its samples alone; all are worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hand_fixture.h"
#include "test.h"

/* Three columns whose totals are 1007, 41 and 5; the last of them has less than
 * its samples.  Places are 0x8000, 0x8004, 0x8100 ... 0x8108 and 0x18; path 3
 * is work() by main() (2) by the start (1), path 4 is that of an exception. */
static const char members[] =
	"{\"tasks\": [{\"name\": \"worker\", \"process\": 5, \"number\": 7},"
	" {\"name\": null, \"number\": 8}, {\"name\": \"worker\", \"number\": "
	"9},"
	" {\"name\": \"idle\", \"number\": 10}],"
	"\"samples\": {"
	"\"weight\": [100,   30,   7,    40,   9, 200,    1,    8],"
	"\"column\": [  0,    1,   0,     0,   0,   0,    0,    2],"
	"\"task\":   [  0,    0,   1,  null,   0,   2,    0,    0],"
	"\"cpu\":    [  0,    1, null,    0,   0,   1,    0,    0],"
	"\"place\":  [  2,    2,   5,     0, null,  3,    4,    1],"
	"\"path\":   [  3,    3,   4,     2, null,  3, null,    2],"
	"\"time_ns\":[  0,    1,   2,     3,   4,   5,    6,    7]}}";

static struct sample *s;
static struct error err;

static int begin(void **state)
{
	(void)state;
	err.text[0] = '\0';
	s = hand_with(members, &err);
	return s ? 0 : 1;
}

static int end(void **state)
{
	(void)state;
	sample_free(s);
	return 0;
}

static void is_cost(const uint64_t *cost, uint64_t first, uint64_t second,
		    uint64_t third)
{
	assert_int_equal(cost[0], first);
	assert_int_equal(cost[1], second);
	assert_int_equal(cost[2], third);
}

/* The most first; who is not known, and what no sample accounts for, are rows,
 * and a task without samples is none. */
TEST_WITH(by_task, begin, end)
{
	static const struct {
		uint32_t task, cause;
		uint64_t count, cost[3];
	} row[] = {
		{ SAMPLE_NONE, 1, 0, { 650, 11, 0 } },
		{ 2, SAMPLE_NONE, 1, { 200, 0, 0 } },
		{ 0, SAMPLE_NONE, 5, { 110, 30, 8 } },
		{ SAMPLE_NONE, SAMPLE_NONE, 1, { 40, 0, 0 } },
		{ 1, SAMPLE_NONE, 1, { 7, 0, 0 } },
	};
	struct sample_table t;

	assert_true(sample_has_tasks(s));
	assert_true(sample_rows(s, SAMPLE_TASKS, false, &t));
	assert_int_equal(t.rows, sizeof row / sizeof *row);
	for (uint32_t i = 0; i < t.rows; i++) {
		assert_int_equal(t.row[i].task, row[i].task);
		assert_int_equal(t.row[i].cause, row[i].cause);
		assert_int_equal(t.row[i].count, row[i].count);
		assert_memory_equal(t.row[i].cost, row[i].cost,
				    sizeof row[i].cost);
	}
	sample_table_free(&t);
	/* As many are as dear: by their numbers in the profile. */
	sample_free(s);
	s = hand_with("{\"tasks\": [{\"number\": 2}, {\"number\": 1}],"
		      "\"samples\": {\"weight\": [5, 5], \"column\": [0, 0],"
		      "\"task\": [1, 0], \"cpu\": [0, 0], \"place\": [0, 0],"
		      "\"path\": [null, null]}}",
		      &err);
	assert_non_null(s);
	assert_true(sample_rows(s, SAMPLE_TASKS, false, &t));
	assert_int_equal(t.rows, 3);
	assert_int_equal(t.row[1].task, 0);
	assert_int_equal(t.row[2].task, 1);
	sample_table_free(&t);
}

static void is_shown(uint32_t task, const char *wanted)
{
	char *text = sample_task_text(s, task);

	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
}

TEST_WITH(names, begin, end)
{
	is_shown(0, "worker (7)");
	is_shown(1, "task 8");
	is_shown(2, "worker (9)");
	sample_free(s);
	s = hand_with("{\"samples\": {\"weight\": [5], \"column\": [0],"
		      "\"task\": [null], \"cpu\": [0], \"place\": [0],"
		      "\"path\": [null]}}",
		      &err);
	assert_non_null(s);
	assert_false(sample_has_tasks(s));
}

/* Everything that is added up is of these samples alone, and places and paths
 * of which none is go, so that what is left is a profile. */
TEST_WITH(one_task, begin, end)
{
	static const uint32_t place[] = { 1, 1, SAMPLE_NONE, 2, 0 };
	static const uint32_t path[] = { 3, 3, SAMPLE_NONE, SAMPLE_NONE, 2 };
	struct sample *again;

	assert_true(sample_of_task(s, "7", &err));
	assert_string_equal(s->of_task, "7");
	assert_int_equal(s->singles, 5);
	assert_int_equal(s->sampling->samples, 5);
	assert_int_equal(s->sampling->lost, 2);
	assert_string_equal(s->sampling->skid, "none");
	is_cost(s->total, 110, 30, 8);
	assert_int_equal(s->causes, 1);
	is_cost(s->cause_cost, 9, 0, 0);
	assert_int_equal(s->cause_count[0], 1);
	assert_int_equal(s->places, 3);
	assert_int_equal(s->place[0].addr, 0x8004);
	assert_int_equal(s->place[1].addr, 0x8100);
	assert_int_equal(s->place[2].addr, 0x8108);
	assert_int_equal(s->place[1].count, 2);
	is_cost(sample_cost(s, s->place_cost, 0), 0, 0, 8);
	is_cost(sample_cost(s, s->place_cost, 1), 100, 30, 0);
	is_cost(sample_cost(s, s->place_cost, 2), 1, 0, 0);
	assert_int_equal(s->paths, 4);
	assert_int_equal(s->path[3].count, 2);
	is_cost(sample_cost(s, s->path_cost, 2), 0, 0, 8);
	is_cost(sample_cost(s, s->path_cost, 3), 100, 30, 0);
	for (uint32_t i = 0; i < s->singles; i++) {
		assert_int_equal(s->single[i].place, place[i]);
		assert_int_equal(s->single[i].path, path[i]);
	}
	again = hand_again(s);
	assert_string_equal(again->of_task, "7");
	assert_int_equal(again->singles, 5);
	is_cost(again->total, 110, 30, 8);
	sample_free(again);
}

/* Paths that are left have other numbers, their callers' too. */
TEST_WITH(paths_behind_one_that_goes, begin, end)
{
	assert_true(sample_of_task(s, "task 8", &err));
	assert_int_equal(s->singles, 1);
	is_cost(s->total, 7, 0, 0);
	is_cost(s->cause_cost, 0, 0, 0);
	assert_int_equal(s->cause_count[0], 0);
	assert_int_equal(s->places, 1);
	assert_int_equal(s->place[0].addr, 0x18);
	assert_int_equal(s->single[0].place, 0);
	assert_int_equal(s->paths, 2);
	assert_int_equal(s->path[0].function, SAMPLE_NONE);
	assert_int_equal(s->path[1].function, 3);
	assert_int_equal(s->path[1].parent, 0);
	assert_int_equal(s->single[0].path, 1);
	is_cost(sample_cost(s, s->path_cost, 1), 7, 0, 0);
	sample_free(hand_again(s));
}

/* A name is of all that have it. */
TEST_WITH(by_name, begin, end)
{
	assert_true(sample_of_task(s, "worker", &err));
	assert_int_equal(s->singles, 6);
	is_cost(s->total, 310, 30, 8);
	sample_free(s);
	s = hand_with(members, &err);
	assert_true(sample_of_task(s, "worker (9)", &err));
	is_cost(s->total, 200, 0, 0);
	/* One that no sample is of. */
	sample_free(s);
	s = hand_with(members, &err);
	assert_true(sample_of_task(s, "idle", &err));
	assert_int_equal(s->singles + s->places, 0);
	is_cost(s->total, 0, 0, 0);
}

/* A file of anybody's may have samples and say that it was not sampled. */
TEST_WITH(of_what_is_called_exact, begin, end)
{
	char exact[sizeof members + 16];

	snprintf(exact, sizeof exact, "{\"schema\": 1, %s", members + 1);
	sample_free(s);
	s = hand_with(exact, &err);
	assert_non_null(s);
	assert_null(s->sampling);
	assert_true(sample_of_task(s, "7", &err));
	assert_null(s->sampling);
	assert_int_equal(s->singles, 5);
	is_cost(s->total, 110, 30, 8);
	sample_free(hand_again(s));
}

/* A profile of one task alone keeps all its samples. */
TEST_WITH(of_one_task_already, begin, end)
{
	sample_free(s);
	s = hand_with("{\"tasks\": [{\"number\": 2}],"
		      "\"samples\": {\"weight\": [5, 6], \"column\": [0, 0],"
		      "\"task\": [0, 0], \"cpu\": [0, 0], \"place\": [3, 2],"
		      "\"path\": [3, 2]}}",
		      &err);
	assert_non_null(s);
	assert_true(sample_of_task(s, "2", &err));
	assert_int_equal(s->singles, 2);
	assert_int_equal(s->single[0].place, 1);
	assert_int_equal(s->single[1].place, 0);
	is_cost(s->total, 11, 0, 0);
}

TEST_WITH(nobody_of_that_name, begin, end)
{
	assert_false(sample_of_task(s, "workr", &err));
	assert_string_equal(err.text, "no sample is of a task workr; did you "
				      "mean worker?");
	assert_false(sample_of_task(s, "1234567890", &err));
	assert_string_equal(err.text, "no sample is of a task 1234567890; "
				      "--by task has them");
	/* It is as it was. */
	assert_int_equal(s->singles, 8);
	is_cost(s->total, 1007, 41, 5);
}
