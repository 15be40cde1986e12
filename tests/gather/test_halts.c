/* SPDX-License-Identifier: MIT */
/* Sampling by halting, on a target that stands where a test says. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gather/halts.h"
#include "run/fake_inner.h"
#include "run/program_image.h"
#include "test.h"

enum { HALTS = 6, HZ = 500 };

static struct error err;
static struct program *program;
static struct halts_wish wish;
static volatile bool stop;
static enum target_stop_reason ending;
static unsigned went, ends_at, interrupt_at; /* runs let go; 0: never */
static bool halted;
static struct timespec takes; /* to let it go */

static bool go(struct target_run *run, uint64_t cycles, struct error *why)
{
	(void)run;
	assert_int_equal(cycles, 0);
	halted = false;
	nanosleep(&takes, NULL);
	if (++went == interrupt_at)
		stop = true;
	return ending != TARGET_STOP_LOST || error_set(why, "it is gone");
}

static bool wait_for(struct target_run *run, bool block, struct target_stop *to)
{
	(void)run;
	assert_false(block);
	*to = (struct target_stop){ .reason = TARGET_STOP_HALTED,
				    .pc = 0x8100 + 4 * went,
				    .status = 3,
				    .instructions = 55,
				    .text = "it fell over" };
	if (went == ends_at)
		to->reason = ending;
	return halted || went == ends_at;
}

static int fd(const struct target_run *run)
{
	(void)run;
	return STDIN_FILENO;
}

static void halt(struct target_run *run)
{
	(void)run;
	halted = true;
}

static const struct target_control control = {
	.go = go,
	.wait = wait_for,
	.fd = fd,
	.halt = halt,
};

static bool goes_on(void *ctx, const struct run_done *done)
{
	(void)ctx;
	/* The share of the time that it may take. */
	assert_true(!done || done->share >= 0);
	return !stop;
}

static const struct run_sink sink = { .go_on = goes_on };

static int begin(void **state)
{
	static const struct image_symbol symbol = { "main", 0x8100, 64 };

	(void)state;
	fake_reset();
	program = program_image(&symbol, 1);
	fake_target.control = &control;
	fake_target.program = program;
	fake_target.facts.clock_ratio = 2;
	wish = (struct halts_wish){
		.target = &fake_target, .hz = HZ, .length = 100, .sink = &sink
	};
	stop = false;
	went = interrupt_at = 0;
	takes = (struct timespec){ 0 };
	ends_at = HALTS + 1;
	ending = TARGET_STOP_EXIT;
	return 0;
}

static int end(void **state)
{
	(void)state;
	assert_int_equal(story.opened, story.closed);
	program_close(program);
	return 0;
}

/* A sample for each halt, where the core stood; what it ran before is its
 * weight, at most all the time there was. */
TEST_WITH(samples, begin, end)
{
	struct sample *s = halts_run(&wish, &err);

	if (!s)
		fail_msg("%s", err.text);
	assert_int_equal(went, HALTS + 1);
	assert_int_equal(s->status, 3);
	assert_int_equal(s->instructions, 55);
	assert_int_equal(s->sampling->samples, HALTS);
	assert_true(s->sampling->simulated);
	assert_memory_equal(s->sampling->skid, "It was halted ", 14);
	assert_non_null(strstr(s->sampling->skid,
			       " times a second of 500 wanted, and stood "));
	assert_int_equal(s->columns, 1);
	assert_int_equal(s->places, HALTS);
	assert_int_equal(s->causes, 0);
	for (unsigned i = 0; i < HALTS; i++) {
		assert_int_equal(s->place[i].addr, 0x8104 + 4 * i);
		assert_int_equal(s->place[i].count, 1);
		assert_true(s->place_cost[i] > 0);
	}
	assert_string_equal(s->column[0].name, "microseconds");
	assert_string_equal(s->column[0].monitor, "this computer");
	assert_string_equal(s->column[0].class, "sampled");
	assert_int_equal(s->column[0].period, 2000);
	assert_true(s->column[0].asked);
	assert_string_equal(s->target, "fake:arithmetic");
	assert_string_equal(s->title, "the fake target");
	assert_string_equal(s->monitors, "arm1176");
	assert_string_equal(s->program, program->path);
	assert_string_equal(s->sha256, program->sha256);
	assert_true(s->clock_hz > 999999 && s->clock_hz < 1000001);
	assert_true(s->clock_ratio > 1.9 && s->clock_ratio < 2.1);
	sample_free(s);
}

/* A server that takes its time to let it go has it stand meanwhile. */
TEST_WITH(stands_while_it_is_let_go, begin, end)
{
	struct sample *s;
	const char *at;

	takes.tv_nsec = 20000000; /* ten periods */
	s = halts_run(&wish, &err);
	assert_non_null(s);
	at = strstr(s->sampling->skid, "stood still for ");
	assert_non_null(at);
	assert_true(strtod(at + strlen("stood still for "), NULL) > 50);
	sample_free(s);
}

/* Until somebody ends it, or its time is over: then the program goes on. */
TEST_WITH(not_to_the_end, begin, end)
{
	struct sample *s;

	interrupt_at = 3;
	s = halts_run(&wish, &err);
	assert_non_null(s);
	assert_int_equal(s->sampling->samples, 3);
	assert_int_equal(went, 3);
	sample_free(s);
	stop = false;
	ends_at = 0;
	wish.length = 1e-9;
	wish.even = true;
	s = halts_run(&wish, &err);
	if (s)
		assert_int_equal(s->sampling->samples, went - 3);
	else /* it was over before it began */
		assert_non_null(strstr(err.text, "halt it more often"));
	sample_free(s);
}

static void refused(const char *why)
{
	went = 0;
	assert_null(halts_run(&wish, &err));
	if (!strstr(err.text, why))
		assert_string_equal(err.text, why);
}

TEST_WITH(refusals, begin, end)
{
	ends_at = 1;
	refused("the program ended before it was halted once");
	ending = TARGET_STOP_FAULT;
	refused("it fell over");
	ending = TARGET_STOP_LOST;
	refused("it is gone");
	fake_target.facts.never_halted = true;
	refused("is never halted; leave out `live`");
	fake_target.control = NULL;
	refused("record -F");
	assert_int_equal(story.opened, 3);
}
