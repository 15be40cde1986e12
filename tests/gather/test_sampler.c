/* SPDX-License-Identifier: MIT */
/*
 * Sampling by overflow on a target made of arithmetic, which stops behind the
 * cycle in which a counter ran over: to profiles that were looked at.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gather/sampler.h"
#include "report/page_fixture.h"
#include "run/fake_inner.h"
#include "run/program_image.h"
#include "test.h"

enum { LENGTH = 3000, INSTRUCTIONS = 7, MISSES = 0xb, FLAGS = 0x700 };

static struct error err;
static struct request *request;
static struct program *program;
static struct sampler_wish wish;
static volatile bool stop;
static enum target_stop_reason ending;
static unsigned went, interrupt_at; /* runs let go; 0: never */
static bool watched;
static char said[16];

/* ---- the target -------------------------------------------------------------
 */

static bool go(struct target_run *run, uint64_t cycles, struct error *why)
{
	(void)run;
	(void)why;
	assert_int_equal(cycles, 0);
	if (++went == interrupt_at)
		stop = true;
	return true;
}

/* Three places of each of two functions take turns. */
static uint64_t pc_of(uint64_t cycle)
{
	return (cycle / 60 % 2 ? 0x8200 : 0x8100) + 4 * (cycle % 3);
}

/* The first of each hundred cycles enter an exception, the last ones wait. */
static enum target_overflow_cause cause_of(uint64_t cycle)
{
	return cycle % 100 < 5    ? TARGET_BY_EXCEPTION
	       : cycle % 100 > 90 ? TARGET_BY_WAITING
				  : TARGET_BY_INSTRUCTION;
}

/* The instances whose counter has run over and may say so. */
static uint64_t asking(const struct fake_run *b)
{
	uint64_t instances = 0;

	for (unsigned i = 1; i < FAKE_INSTANCES; i++)
		if (b->monitor[i].control & FLAGS & b->monitor[i].control << 4)
			instances |= UINT64_C(1) << i;
	return instances;
}

static bool wait_for(struct target_run *run, bool block, struct target_stop *at)
{
	struct fake_run *b = (struct fake_run *)run;

	(void)block;
	assert_true(watched);
	*at = (struct target_stop){ .reason = ending,
				    .status = 3,
				    .text = "it fell over" };
	if (b->interrupt)
		at->reason = TARGET_STOP_HALTED;
	while (!b->interrupt && b->cycles < LENGTH && !asking(b))
		fake_pass(b, 1);
	at->instructions = b->cycles / 10;
	if (asking(b)) {
		at->reason = TARGET_STOP_OVERFLOW;
		at->overflow =
			(struct target_overflow){ asking(b), pc_of(b->cycles),
						  cause_of(b->cycles) };
	}
	return true;
}

static int fd(const struct target_run *run)
{
	(void)run;
	return STDIN_FILENO;
}

static void halt(struct target_run *run)
{
	((struct fake_run *)run)->interrupt = true;
}

static bool watch(struct target_run *run, struct error *why)
{
	(void)run;
	(void)why;
	watched = true;
	return true;
}

static void console(struct target_run *run,
		    void (*fn)(void *ctx, const void *bytes, size_t count,
			       double patience),
		    void *ctx)
{
	(void)run;
	fn(ctx, "hello", 6, 1);
}

static const struct target_control control = {
	.go = go,
	.wait = wait_for,
	.fd = fd,
	.halt = halt,
	.watch = watch,
	.console = console,
};

/* ---- what is asked ----------------------------------------------------------
 */

static void on_console(void *ctx, const void *bytes, size_t count,
		       double patience)
{
	(void)patience;
	assert_true(count < sizeof said);
	assert_ptr_equal(ctx, &said);
	memcpy(said, bytes, count);
}

static bool goes_on(void *ctx, const struct run_done *done)
{
	assert_ptr_equal(ctx, &said);
	(void)done;
	return !stop;
}

static const struct run_sink sink = { .ctx = &said,
				      .go_on = goes_on,
				      .console = on_console };

static int begin(void **state)
{
	static const struct image_symbol symbol[] = { { "main", 0x8100, 64 },
						      { "work", 0x8200, 64 } };

	fake_reset();
	program = program_image(symbol, 2);
	fake_target.registers = &fake_instances;
	fake_target.control = &control;
	fake_target.program = program;
	fake.every[INSTRUCTIONS] = 10;
	fake.every[MISSES] = 50;
	wish = (struct sampler_wish){ .target = &fake_target,
				      .period = 40,
				      .sink = &sink };
	stop = watched = false;
	went = interrupt_at = 0;
	ending = TARGET_STOP_EXIT;
	(void)state;
	return 0;
}

static int begin_page(void **state)
{
	return begin(state) || set_up(state);
}

static int end(void **state)
{
	assert_int_equal(story.opened, story.closed);
	assert_int_equal(story.restored, story.closed);
	request_free(request);
	request = NULL;
	program_close(program);
	(void)state;
	return 0;
}

static int end_page(void **state)
{
	return end(state) || tear_down(state);
}

static void ask_of(const char *monitor, const char *second, const char *events)
{
	const struct request_member member[] = {
		{ .monitor = catalog_monitor(monitor, &err) },
		{ .monitor = catalog_monitor(second ? second : monitor, &err) },
	};
	const struct request_wish what = { .events = events };

	request_free(request);
	request = request_make(member, second ? 2 : 1, &what, &err);
	if (!request)
		fail_msg("%s", err.text);
	wish.request = request;
}

static void tell(const char *title)
{
	static const char *const without[] = { "program", "program_sha256",
					       "" };
	struct sample *s = sampler_run(&wish, &err);
	char *text;
	size_t size;
	FILE *into;

	fprintf(to, "== %s\n", title);
	if (!s)
		fail_msg("%s", err.text);
	assert_string_equal(s->program, program->path);
	assert_string_equal(s->sha256, program->sha256);
	into = open_memstream(&text, &size);
	assert_non_null(into);
	assert_true(sample_write(into, s));
	fclose(into);
	tell_rows(text, without);
	sample_free(s);
	assert_string_equal(said, "hello");
}

/* Three events on two counters are of two passes; cycles ride along once. */
TEST_WITH(profiles, begin_page, end_page)
{
	wish.even = true;
	fake_target.facts.clock_ratio = 2;
	fake.unguarded = "as it is";
	ask_of("arm1176", NULL, "cycles,instr_exec,dcache_miss,cycles,0x5");
	tell("two passes, evenly");
	wish.even = false;
	wish.period = 100;
	ask_of("arm1176", NULL, "instr_exec,cycles");
	tell("by chance");
	wish.period = 3;
	ask_of("arm1176", NULL, "dcache_miss");
	tell("too short to be spread");
	told_is("gather/hand_sampler.txt");
}

static void refused(const char *why)
{
	assert_null(sampler_run(&wish, &err));
	if (!strstr(err.text, why))
		assert_string_equal(err.text, why);
}

/* Which monitors cannot tell of an overflow, and which targets. */
static const struct silent {
	const char *monitor, *event, *why;
} silent[] = {
	{ "l220", "drhit",
	  "l220 cannot be sampled by overflow: its counters stop at their "
	  "top; tally stat counts with it" },
	{ "l210", "DRHIT", "its counters can only be read, so that no period" },
	{ "arm926pxp-ahb", "CtArmdRd", "its counters wrap and tell nobody" },
};

TEST_WITH(what_cannot_be_sampled, begin, end)
{
	static const struct target_control blind = { .go = go };

	fake_target.facts.monitors = 2;
	ask_of("arm1176", "l220", "cycles");
	refused("one monitor is sampled at a time; name it with -m");
	for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
		const struct silent *it = &silent[i];

		fake_target.facts.monitor[1].name = it->monitor;
		ask_of(it->monitor, NULL, it->event);
		refused(it->why);
	}
	ask_of("cortex-a8", NULL, "cycles");
	refused("the fake target has no cortex-a8");
	ask_of("arm1176", NULL, "cycles");
	fake_target.facts.monitor[0].reach = TARGET_BY_MEMORY;
	refused("arm1176 cannot be sampled: it is outside of the core");
	fake_target.facts.monitor[0].reach = TARGET_BY_CORE;
	fake_target.control = &blind;
	refused("nothing stops it where a counter runs over");
	fake_target.control = NULL;
	refused("nothing stops it where a counter runs over");
	fake_target.control = &control;
	fake_target.registers = NULL;
	refused("nothing stops it where a counter runs over");
	fake_target.registers = &fake_instances;
	assert_int_equal(story.opened, 0);
}

/* Events that the target does not model are left out, unless named. */
TEST_WITH(what_is_not_modelled, begin, end)
{
	struct sample *s;

	fake.every[MISSES] = 0;
	ask_of("arm1176", NULL, "instr_exec,dcache_miss");
	refused("dcache_miss: the simulated board does not model it");
	ask_of("arm1176", NULL, "dcache_miss");
	request->asked[0] = request->asked[1] = request->asked[2] = ASKED_NOT;
	refused("nothing to sample; name events with -e");
	ask_of("arm1176", NULL, "instr_exec,dcache_miss");
	for (unsigned i = 0; i < request->events; i++)
		if (request->asked[i] != ASKED_NOT)
			request->asked[i] = ASKED_AMONG;
	s = sampler_run(&wish, &err);
	assert_non_null(s);
	assert_int_equal(s->columns, 1);
	assert_string_equal(s->column[0].name, "instr_exec");
	sample_free(s);
}

static void is_sampled(void)
{
	struct sample *s = sampler_run(&wish, &err);

	if (!s)
		fail_msg("%s", err.text);
	sample_free(s);
}

/* The longest period is what a counter holds, whichever it will be. */
TEST_WITH(periods_that_are_too_long, begin, end)
{
	ask_of("arm1176", NULL, "cycles");
	wish.period = UINT64_C(1) << 32;
	refused("-c 4294967296: a counter of arm1176 has 32 bits, and so the "
		"longest period is 3435973836");
	wish.period = UINT64_C(3435973837);
	refused("-c 3435973837: a counter");
	wish.period--;
	fake.refuse_open = true;
	refused("prog.elf: no such file");
	fake.refuse_open = false;
	is_sampled();
	wish.even = true;
	wish.period++;
	is_sampled();
}

/* The counts until then are kept, and why they are not all. */
static void is_unfinished(const char *why, uint64_t cycles)
{
	struct sample *s = sampler_run(&wish, &err);

	if (!s)
		fail_msg("%s", err.text);
	assert_string_equal(s->unfinished, why);
	assert_int_equal(s->total[0], cycles);
	assert_int_equal(s->instructions, cycles / 10);
	sample_free(s);
}

TEST_WITH(bad_ends, begin, end)
{
	wish.even = true;
	ask_of("arm1176", NULL, "cycles");
	ending = TARGET_STOP_FAULT;
	is_unfinished("it fell over", LENGTH);
	ending = TARGET_STOP_EXIT;
	interrupt_at = went + 3;
	is_unfinished("interrupted; the program did not end", 120);
	assert_int_equal(went, interrupt_at);
	stop = false;
	ending = TARGET_STOP_LOST;
	refused("it fell over");
}
