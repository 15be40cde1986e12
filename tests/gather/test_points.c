/* SPDX-License-Identifier: MIT */
/* From samples by hand to a profile by hand. */
#include <string.h>

#include "gather/points.h"
#include "test.h"

static struct points points;
static struct sample *s;
static struct error err;

static int begin(void **state)
{
	(void)state;
	s = sample_new();
	if (!s)
		return 1;
	s->columns = 2;
	s->column = sample_room(s, 2, sizeof *s->column);
	return 0;
}

static int end(void **state)
{
	(void)state;
	points_free(&points);
	sample_free(s);
	return 0;
}

static void put(uint64_t addr, uint64_t weight, uint32_t column, uint32_t cause)
{
	assert_true(points_add(
		&points, &(struct point){ addr, weight, column, cause }, &err));
}

static void is_cost(const uint64_t *cost, uint64_t first, uint64_t second)
{
	assert_int_equal(cost[0], first);
	assert_int_equal(cost[1], second);
}

/* In any order; those of one address are one place, those of one cause one
 * cause, and the rest is no sample. */
TEST_WITH(without_a_program, begin, end)
{
	put(0x8004, 10, 0, POINT_INSTRUCTION);
	put(0, 3, 1, POINT_REST);
	put(0x9000, 7, 1, POINT_INSTRUCTION);
	put(0x8004, 5, 1, POINT_INSTRUCTION);
	put(0x8000, 1, 0, POINT_INSTRUCTION);
	put(UINT64_C(1) << 63, 20, 0, POINT_INSTRUCTION);
	put(INT64_MAX, 2, 0, POINT_INSTRUCTION);
	put(0x1234, 30, 0, POINT_WAITING);
	put(0x5678, 40, 0, POINT_WAITING);
	put(0, 50, 1, POINT_EXCEPTION);
	assert_true(points_fill(s, &points, NULL, &err));
	assert_int_equal(s->places, 4);
	assert_int_equal(s->place[0].addr, 0x8000);
	assert_int_equal(s->place[1].addr, 0x8004);
	assert_int_equal(s->place[2].addr, 0x9000);
	assert_int_equal(s->place[3].addr, INT64_MAX);
	assert_int_equal(s->place[1].count, 2);
	is_cost(sample_cost(s, s->place_cost, 0), 1, 0);
	is_cost(sample_cost(s, s->place_cost, 1), 10, 5);
	is_cost(sample_cost(s, s->place_cost, 2), 0, 7);
	is_cost(s->total, 103, 65);

	assert_int_equal(s->causes, 4);
	assert_string_equal(s->cause[0], "exception entry");
	assert_string_equal(s->cause[1], "waiting for an interrupt");
	assert_string_equal(s->cause[2], "beyond addresses of 63 bits");
	assert_string_equal(s->cause[3], "after the last sample");
	assert_int_equal(s->cause_count[1], 2);
	assert_int_equal(s->cause_count[2], 1);
	assert_int_equal(s->cause_count[3], 0);
	is_cost(sample_cost(s, s->cause_cost, 0), 0, 50);
	is_cost(sample_cost(s, s->cause_cost, 1), 70, 0);
	is_cost(sample_cost(s, s->cause_cost, 2), 20, 0);
	is_cost(sample_cost(s, s->cause_cost, 3), 0, 3);

	assert_int_equal(s->functions, 1);
	assert_string_equal(s->function[0].name, "[unknown]");
	assert_int_equal(s->paths, 2);
	assert_int_equal(s->path[1].function, 0);
	assert_int_equal(s->path[1].count, 5);
	is_cost(sample_cost(s, s->path_cost, 1), 13, 12);
	assert_int_equal(points_place(s, 0x8000), 0);
	assert_int_equal(points_place(s, 0x9000), 2);
	assert_int_equal(points_place(s, INT64_MAX), 3);
	assert_int_equal(points_place(s, 0x8002), SAMPLE_NONE);
	assert_int_equal(points_place(s, 0), SAMPLE_NONE);
	assert_int_equal(points_place(s, UINT64_C(1) << 63), SAMPLE_NONE);
}

/* Without a program all of them are of one function that is not known. */
TEST_WITH(many_places, begin, end)
{
	enum { MANY = 1000 };

	for (uint32_t i = MANY; i-- > 0;)
		put(4 * i, i, i % 2, POINT_INSTRUCTION);
	assert_true(points_fill(s, &points, NULL, &err));
	assert_int_equal(s->places, MANY);
	assert_int_equal(s->functions, 1);
	assert_int_equal(s->path[1].count, MANY);
	for (uint32_t i = 0; i < MANY; i++) {
		assert_int_equal(points_place(s, 4 * (uint64_t)i), i);
		assert_int_equal(sample_cost(s, s->place_cost, i)[i % 2], i);
	}
}

TEST_WITH(none, begin, end)
{
	assert_true(points_fill(s, &points, NULL, &err));
	assert_int_equal(s->places + s->causes + s->functions, 0);
	assert_int_equal(s->paths, 1);
	assert_int_equal(points_place(s, 0), SAMPLE_NONE);
	is_cost(s->total, 0, 0);
}
