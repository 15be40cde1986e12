/* SPDX-License-Identifier: MIT */
/*
 * Counts over time: on a target made of arithmetic, and of numbers made by
 * hand.
 */
#include <string.h>

#include "record/record.h"
#include "run/job.h"
#include "run/looks.h"
#include "run_fixture.h"
#include "test.h"

/* Room for the 65th look has what stood in those before. */
CASE(looks_have_room)
{
	struct job_series s = { 0 };

	for (unsigned i = 0; i < 200; i++) {
		assert_true(series_grow(&s, 2, &err));
		s.end[i] = (size_t)10 * i;
		s.count[(size_t)2 * i] = i;
		s.count[(size_t)2 * i + 1] = 1000 + i;
		s.looks++;
	}
	for (unsigned i = 0; i < 200; i++) {
		assert_int_equal(s.end[i], (size_t)10 * i);
		assert_int_equal(s.count[(size_t)2 * i], i);
		assert_int_equal(s.count[(size_t)2 * i + 1], 1000 + i);
	}
	series_free(&s);
	assert_null(s.end);
	assert_int_equal(s.looks, 0);
}

/* Two become one, with what both counted; the odd one at the end is left. */
CASE(half_as_many_looks)
{
	uint64_t end[] = { 10, 20, 30, 40 };
	uint64_t count[] = { 1, 5, 2, 6, 3, RECORD_LOST, 4, 8 };
	struct job_series s = {
		.end = end, .count = count, .looks = 4, .period = 10
	};

	series_halve(&s, 2);
	assert_int_equal(s.looks, 2);
	assert_int_equal(s.period, 20);
	assert_int_equal(end[0], 20);
	assert_int_equal(end[1], 40);
	assert_int_equal(count[0], 3);
	assert_int_equal(count[1], 11);
	assert_int_equal(count[2], 7);
	assert_true(count[3] == RECORD_LOST);
}

static void look(struct looks *l, uint64_t now, bool last, uint64_t value,
		 uint64_t running)
{
	static const unsigned event[] = { 1, 1 };
	const struct target_count c[] = {
		{ .value = value, .enabled = now, .running = running },
		{ .value = 999 * value, .enabled = now, .running = now },
	};

	assert_true(looks_take(l, c, event, 2, now, last, &err));
}

/*
 * Looks within one interval are one, but for the last; what counted half of the
 * time stands for all of it; of the two that count one event the first is told.
 */
CASE(as_a_kernel_tells)
{
	struct looks l = { 0 };
	const uint64_t *count;

	assert_true(looks_begin(&l, 2, 2, 100));
	look(&l, 50, false, 5, 50);
	look(&l, 100, false, 10, 100);
	look(&l, 199, false, 15, 150);
	look(&l, 200, false, 20, 150);
	look(&l, 300, false, 20, 150);
	look(&l, 310, true, 30, 160);
	assert_int_equal(l.series.looks, 4);
	assert_int_equal(l.series.end[0], 100);
	assert_int_equal(l.series.end[3], 310);
	count = l.series.count;
	assert_true(count[0] == RECORD_LOST); /* nobody counted that event */
	assert_int_equal(count[1], 10);
	assert_int_equal(count[3], 20);
	assert_true(count[5] == RECORD_LOST);
	assert_int_equal(count[7], 10);
	looks_free(&l);
}

/* The fake target stops anywhere. */
static bool go_until(struct target_run *run, uint64_t cycle, struct error *why)
{
	const struct target_control *of = run->target->control;

	return of->go(run, cycle - of->progress(run), why);
}

/* A program of 2500 cycles by intervals of 1000: two whole ones and the rest.
 */
CASE(intervals_of_a_run)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 2500 } };
	struct target_control control = *fake_target.control;
	const struct record_series *s;
	size_t cycles = 0;

	ask("cpi", NULL);
	play(block, 1);
	fake.every[INSTRUCTIONS] = 10;
	options.interval = 1000;
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "the fake target cannot be stopped at a cycle, as "
			    "intervals need it; a simulated board can");
	control.go_until = go_until;
	fake_target.control = &control;
	measure_well();
	s = &result->series;
	assert_int_equal(s->intervals, 3);
	assert_int_equal(s->period, 1000);
	assert_false(s->ns);
	assert_int_equal(s->end[0], 1000);
	assert_int_equal(s->end[2], 2500);
	for (unsigned i = 0; i < result->events; i++)
		if (strcmp(result->event[i].name, "cycles") == 0)
			cycles = i;
	assert_int_equal(s->count[cycles * 3], 1000);
	assert_int_equal(s->count[cycles * 3 + 1], 1000);
	assert_int_equal(s->count[cycles * 3 + 2], 500);
	assert_about(s->value[0], 10);
	assert_about(s->value[2], 10);
}

static const struct record_series *series_of(const struct fake_block *block,
					     unsigned blocks, uint64_t period)
{
	static struct target_control control;

	control = *fake_target.control;
	control.go_until = go_until;
	fake_target.control = &control;
	play(block, blocks);
	options.interval = period;
	measure();
	fake_target.control = NULL;
	return result ? &result->series : NULL;
}

/* Between two looks no counter wraps twice, however far they are apart. */
CASE(intervals_longer_than_a_counter)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 20 * BILLION },
	};
	const struct record_series *s;

	ask(NULL, "cycles");
	s = series_of(block, 1, 9 * BILLION);
	assert_int_equal(s->intervals, 3);
	assert_int_equal(s->end[1], 18 * BILLION);
	assert_int_equal(s->count[0], 9 * BILLION);
	assert_int_equal(s->count[1], 9 * BILLION);
	assert_int_equal(s->count[2], 2 * BILLION);
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
	assert_in_range(story.unread, 1, UINT32_MAX);
}

/* Nothing is counted while the region is not entered; several stops within an
 * interval are one. */
CASE(intervals_of_a_region)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .sp = 64, .cycles = 2500 },
		{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .sp = 64, .cycles = 50 },
		{ .pc = 0x9000, .sp = 64, .lr = 0x8008, .cycles = 1000 },
		{ .pc = 0x8008, .sp = 64, .cycles = 2000 },
	};
	static const unsigned in[] = { 0, 0, 100 + 350, 650, 0, 0 };
	const struct record_series *s;

	region("work");
	ask(NULL, "cycles");
	s = series_of(block, 5, 1000);
	assert_int_equal(s->intervals, 6);
	for (unsigned i = 0; i < 6; i++) {
		assert_int_equal(s->end[i], i < 5 ? 1000 * (i + 1) : 5650);
		assert_int_equal(s->count[i], in[i]);
	}
}

CASE(more_intervals_than_a_record_has)
{
	static struct fake_block block[] = { { .pc = 0x8000 } };

	ask(NULL, "cycles");
	block[0].cycles = RUN_INTERVALS + 1;
	assert_int_equal(series_of(block, 1, 1)->intervals, RUN_INTERVALS + 1);
	(void)set_up(state);
	block[0].cycles = RUN_INTERVALS + 2;
	assert_null(series_of(block, 1, 1));
	assert_string_equal(err.text,
			    "the program is longer than 10000 intervals of 1 "
			    "cycles; choose a longer one with -I");
}

/* Rows as they were told. */
static struct told {
	uint64_t begin, end, cycles;
	double cpi;
} told[8];
static unsigned rows, enough; /* so many were told, and are wanted */

/* The whole until a row has all of it, and of a program that goes on. */
static void so_far(const struct series_row *row, unsigned cycles)
{
	struct record *all = row->so_far(row);

	assert_non_null(all);
	assert_false(all->program.exited);
	assert_int_equal(all->series.intervals, row->number + 1);
	assert_int_equal(all->event[cycles].reading.count,
			 row->record->series.end[0]);
	assert_true(row->stopped);
	record_free(all);
}

static bool on_row(void *ctx, const struct series_row *row)
{
	const struct record *r = row->record;
	unsigned cycles = 0;

	assert_ptr_equal(ctx, &rows);
	assert_int_equal(row->number, rows);
	assert_int_equal(r->series.intervals, 1);
	/* The run goes on, but for the last one. */
	assert_int_equal(story.opened, story.closed + 1);
	while (strcmp(r->event[cycles].name, "cycles") != 0)
		cycles++;
	assert_string_equal(r->metric[0].name, "cpi");
	told[rows++] =
		(struct told){ row->begin, r->series.end[0],
			       r->series.count[cycles], r->series.value[0] };
	so_far(row, cycles);
	return rows != enough;
}

static void play_by_intervals(struct target_control *control)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 2500 } };

	*control = *fake_target.control;
	control->go_until = go_until;
	fake_target.control = control;
	ask("cpi", NULL);
	play(block, 1);
	fake.every[INSTRUCTIONS] = 10;
	options.interval = 1000;
	options.repeats = 2;
	options.jobs = 1;
	sink.row = on_row;
	sink.ctx = &rows;
	rows = enough = 0;
}

/* A row is told when it is over, of the first repeat alone, and is what the
 * record has of it. */
CASE(rows_at_once)
{
	struct target_control control;
	const struct record_series *s;

	play_by_intervals(&control);
	measure_well();
	s = &result->series;
	assert_int_equal(rows, 3);
	assert_int_equal(s->intervals, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(told[i].begin, i ? s->end[i - 1] : 0);
		assert_int_equal(told[i].end, s->end[i]);
		assert_int_equal(told[i].cycles, i < 2 ? 1000 : 500);
		assert_about(told[i].cpi, s->value[i]);
	}
}

/* Nobody wants more: the rows that were told are all there is. */
CASE(enough_rows)
{
	struct target_control control;

	play_by_intervals(&control);
	enough = 2;
	measure();
	assert_null(result);
	assert_int_equal(rows, 2);
	assert_string_equal(err.text, "interrupted; the rows are what was "
				      "measured until then");
}
