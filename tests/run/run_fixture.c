/* SPDX-License-Identifier: MIT */
/*
 * See run_fixture.h.  The program has one symbol, `work`.
 */
#include <string.h>

#include "program_image.h"
#include "run_fixture.h"

volatile bool stop;
struct error err;
struct request *request;
struct run_options options;
struct run_sink sink;
struct record *result;
char said[64];

const struct fake_block plain[1] = { { .pc = 0x8000, .cycles = 1000000 } };

/* Read once for all tests. */
static const struct program *the_program(void)
{
	static const struct image_symbol work = { "work", 0x9000, 64 };
	static struct program *program;

	if (!program)
		program = program_image(&work, 1);
	return program;
}

/* ---- the measurement --------------------------------------------------- */

static void on_console(void *ctx, const void *bytes, size_t count,
		       double patience)
{
	(void)ctx;
	(void)patience;
	if (strlen(said) + count < sizeof said)
		strncat(said, bytes, count);
}

static bool goes_on(void *ctx, const struct run_done *done)
{
	(void)ctx;
	(void)done;
	return !stop;
}

int set_up(void **state)
{
	(void)state;
	fake_reset();
	stop = false;
	said[0] = '\0';
	memset(&err, 0, sizeof err);
	fake_target.program = the_program();
	sink = (struct run_sink){ .go_on = goes_on, .console = on_console };
	options = (struct run_options){ .target = &fake_target,
					.repeats = 1,
					.jobs = 2,
					.drift_limit = 0.02,
					.sink = &sink };
	return 0;
}

int tear_down(void **state)
{
	(void)state;
	record_free(result);
	request_free(request);
	result = NULL;
	request = NULL;
	assert_int_equal(story.opened, story.closed);
	return 0;
}

void ask(const char *metrics, const char *events)
{
	ask_of("arm1176", metrics, events);
}

void ask_of(const char *monitor, const char *metrics, const char *events)
{
	const struct request_member member = {
		.monitor = catalog_monitor(monitor, &err),
	};
	const struct request_wish wish = { metrics, events, NULL, 0 };

	request_free(request);
	request = request_make(&member, 1, &wish, &err);
	if (!request)
		fail_msg("%s", err.text);
}

void play(const struct fake_block *block, unsigned blocks)
{
	fake.block = block;
	fake.blocks = blocks;
}

void region(const char *text)
{
	options.region.text = text;
	options.region.kind = strstr(text, "..") ? REGION_RANGE : REGION_SYMBOL;
}

void measure(void)
{
	record_free(result);
	result = run_measure(request, &options, &err);
}

void measure_well(void)
{
	measure();
	if (!result)
		fail_msg("%s", err.text);
}

void measure_fails(const char *text)
{
	measure();
	assert_null(result);
	assert_string_equal(err.text, text);
}

void measure_past_every_death(const char *text, unsigned least, unsigned most)
{
	for (fake.die_at = 1;; fake.die_at++) {
		memset(&story, 0, sizeof story);
		measure();
		assert_int_equal(story.opened, story.closed);
		if (result)
			break;
		assert_true(strlen(err.text) > 0);
		assert_non_null(strstr(err.text, text));
		assert_in_range(fake.die_at, 1, most);
	}
	assert_true(fake.die_at > least);
}

const struct reading *event(const char *name)
{
	for (unsigned i = 0; i < request->events; i++)
		if (strcmp(request->event[i]->name, name) == 0)
			return &result->event[i].reading;
	fail_msg("%s is not in the request", name);
	return NULL;
}

void assert_about(double value, double wanted)
{
	assert_true(value > wanted - 1e-9 && value < wanted + 1e-9);
}
