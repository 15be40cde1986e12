/* SPDX-License-Identifier: MIT */
/*
 * A measurement that is written down and played again without its target: the
 * same result, and an error at the first line that is not as it was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/document/file.h"
#include "run_fixture.h"
#include "target/dialogue/dialogue.h"
#include "target/dialogue/words.h"
#include "test.h"

static const struct fake_block block[] = {
	{ .pc = 0x8000, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 6 * BILLION },
	{ .pc = 0x8004, .sp = 64, .cycles = 3000, .writes_control = 0x100 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8008, .cycles = 500 },
	{ .pc = 0x8008, .sp = 64, .cycles = 9 },
};

static const char name[] = "some.dialogue";

static char *text; /* the dialogue */
static size_t size;
static char *line[2000]; /* its lines */
static unsigned lines;
static char *recorded; /* the record, as JSON */

static struct target *played;

/* All that was measured, but the host's time. */
static char *as_text(struct record *r)
{
	char *json = NULL;
	size_t length;
	FILE *to = open_memstream(&json, &length);

	assert_non_null(to);
	r->host_seconds = 0;
	assert_true(record_write(to, r));
	fclose(to);
	return json;
}

static void cut_into_lines(void)
{
	lines = 0;
	for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n")) {
		assert_true(lines < sizeof line / sizeof line[0]);
		line[lines++] = at;
	}
}

static int record_one(void **state)
{
	FILE *to = open_memstream(&text, &size);

	(void)set_up(state);
	assert_non_null(to);
	play(block, 5);
	region("work");
	fake_target.facts.varies = true;
	fake.every[DRAIN] = 0;
	fake.status = 7;
	options.repeats = 2;
	options.truth = true;
	ask("cpi", "br_exec,icache_miss,dcache_miss,wbuf_drained");
	options.target = dialogue_record(&fake_target, to, &err);
	assert_non_null(options.target);
	measure_well();
	recorded = as_text(result);
	target_close(options.target);
	options.target = NULL;
	fclose(to);
	cut_into_lines();
	return 0;
}

static int forget(void **state)
{
	target_close(played);
	played = NULL;
	free(recorded);
	free(text);
	text = NULL;
	return tear_down(state);
}

/* The first `count` lines. */
static void replay(unsigned count)
{
	FILE *f = tmpfile();

	assert_non_null(f);
	for (unsigned i = 0; i < count; i++)
		fprintf(f, "%s\n", line[i]);
	rewind(f);
	target_close(played);
	err.text[0] = '\0';
	said[0] = '\0';
	played = dialogue_replay(f, name, &err);
	fclose(f);
	if (!played)
		return;
	played->program = fake_target.program;
	options.target = played;
	measure();
}

static bool as_recorded(void)
{
	char *json = as_text(result);
	bool same = strcmp(json, recorded) == 0;

	free(json);
	return same;
}

#define PLAY(name) TEST_WITH(name, record_one, forget)

/* ---- the same ------------------------------------------------------------ */

PLAY(the_same_comes_of_it_again)
{
	story.opened = story.closed = 0;
	replay(lines);
	if (!result)
		fail_msg("%s", err.text);
	assert_true(dialogue_done(played, &err));
	assert_true(as_recorded());
	assert_int_equal(event("cycles")->count, 6 * BILLION + 500);
	assert_true(event("wbuf_drained")->doubts & DOUBT_NOT_MODELLED);
	assert_int_equal(result->region.entered, 2);
	assert_int_equal(result->program.status, 7);
	assert_true(result->monitor[0].writes > 0);
	assert_true(result->truths > 0);
	assert_string_equal(said, "hello\n");
	assert_int_equal(story.opened, 0);
}

PLAY(facts_and_faces_are_in_it)
{
	replay(lines);
	assert_string_equal(played->facts.name, "fake:arithmetic");
	assert_string_equal(played->facts.title, "the fake target");
	assert_int_equal(played->facts.monitors, 1);
	assert_int_equal(target_monitor(played, "arm1176"), 0);
	assert_true(played->facts.clock_hz == 1000000);
	assert_true(played->facts.simulated && played->facts.varies &&
		    played->facts.knows_cycles);
	assert_false(played->facts.many);
	assert_true(target_needs(played, TARGET_REGISTERS | TARGET_CONTROL,
				 "stat", &err));
}

/* ---- another question, another answer ------------------------------------ */

/* The replay fails, or another result than the recorded one comes out. */
static void assert_noticed(unsigned at)
{
	char where[64];

	snprintf(where, sizeof where, "%s:%u: ", name, at + 1);
	if (played && result && dialogue_done(played, &err))
		fail_msg("line %u, '%s': nobody noticed", at + 1, line[at]);
	if (!strstr(err.text, where))
		fail_msg("line %u, '%s': %s", at + 1, line[at], err.text);
}

PLAY(each_question_must_be_the_recorded_one)
{
	unsigned questions = 0;

	for (unsigned i = 0; i < lines; i++) {
		char *was = line[i];
		char changed[128];

		if (was[0] != '>')
			continue;
		snprintf(changed, sizeof changed, "%s1", was);
		line[i] = changed;
		replay(lines);
		assert_noticed(i);
		line[i] = was;
		questions++;
	}
	assert_true(questions > 100);
}

/* A word that fits nowhere stands for each answer: somebody notices. */
PLAY(each_answer_must_be_one)
{
	unsigned answers = 0;

	for (unsigned i = 0; i < lines; i++) {
		char *was = line[i];

		if (was[0] != '<')
			continue;
		line[i] = "< perhaps";
		replay(lines);
		assert_noticed(i);
		line[i] = was;
		answers++;
	}
	assert_true(answers > 100);
}

static bool begins(const char *of, const char *with)
{
	return strncmp(of, with, strlen(with)) == 0;
}

/* An error is the target's own, and its text arrives. */
PLAY(an_answer_that_became_an_error)
{
	unsigned changed = 0;

	for (unsigned i = 1; i < lines; i++) {
		char *was = line[i];

		if (!begins(was, "< ok") || begins(line[i - 1], "> read") ||
		    begins(line[i - 1], "> write"))
			continue;
		line[i] = "< error it\\nis gone";
		replay(lines);
		assert_null(result);
		assert_non_null(strstr(err.text, "it\nis gone"));
		line[i] = was;
		changed++;
	}
	assert_true(changed > 10);
}

/*
 * The cycle counter [DAI0195B 1.1] answers otherwise, once.  Looks at a counter
 * that runs do not count; those at its beginnings and ends do.
 */
PLAY(a_changed_count_is_another_result)
{
	unsigned reads = 0, others = 0;

	for (unsigned i = 0; i + 1 < lines; i++) {
		char changed[] = "< ok 0x1234567";
		char *was = line[i + 1];

		if (strcmp(line[i], "> read 0 cp15:0xfc1:32") != 0)
			continue;
		line[i + 1] = changed;
		replay(lines);
		others += !result || !as_recorded();
		line[i + 1] = was;
		reads++;
	}
	/* There are two windows in each of the two repeats. */
	assert_in_range(others, 4, reads);
}

PLAY(a_dialogue_that_was_cut_is_an_error)
{
	for (unsigned n = 0; n < lines; n++) {
		replay(n);
		if (played && result && dialogue_done(played, &err))
			fail_msg("%u of %u lines do", n, lines);
		assert_true(begins(err.text, name) ||
			    strstr(err.text, name) != NULL);
	}
}

PLAY(more_than_was_asked_is_told)
{
	line[lines++] = "> open 9";
	replay(lines);
	assert_non_null(result);
	assert_false(dialogue_done(played, &err));
	assert_non_null(strstr(err.text, "'> open 9' was not asked"));
	lines--;
}

PLAY(what_is_no_dialogue_is_refused)
{
	for (unsigned i = 0; line[i][0] != '>'; i++) {
		char *was = line[i];

		if (begins(was, "monitor"))
			continue;
		line[i] = "nonsense";
		replay(lines);
		assert_null(played);
		assert_non_null(strstr(err.text, "this is no dialogue"));
		line[i] = was;
	}
}

/* ---- words --------------------------------------------------------------- */

TEST(every_byte_survives_its_escape)
{
	char bytes[256], escaped[1040];

	for (unsigned i = 0; i < 256; i++)
		bytes[i] = (char)(255 - i);
	words_escape(escaped, sizeof escaped, bytes, sizeof bytes);
	assert_null(strpbrk(escaped, "\n\r"));
	assert_int_equal(words_unescape(escaped), sizeof bytes);
	assert_memory_equal(escaped, bytes, sizeof bytes);
}

/* Bytes that do not fit are left out, and none is written behind the room. */
TEST(an_escape_stays_in_its_room)
{
	const char bytes[] = "\x01\x02\x03\x04";

	for (size_t room = 1; room < 20; room++) {
		char to[24];

		memset(to, '#', sizeof to);
		words_escape(to, room, bytes, 4);
		assert_non_null(memchr(to, 0, room));
		for (size_t i = room; i < sizeof to; i++)
			assert_int_equal(to[i], '#');
	}
}

TEST(every_word_has_its_reverse)
{
	for (unsigned space = TALLY_CP14; space <= TALLY_MMIO; space++) {
		struct tally_reg r = { 0xfedcba98, (uint8_t)space, 64 }, back;
		char word[48];

		words_reg(word, sizeof word, &r);
		assert_true(words_to_reg(word, &back));
		assert_true(tally_reg_same(r, back));
		assert_int_equal(back.bits, 64);
	}
	for (int i = TALLY_E_INVALID; i >= TALLY_E_CORE; i--) {
		enum tally_status s;

		assert_true(words_to_status(
			tally_status_text((enum tally_status)i), &s));
		assert_int_equal(s, i);
	}
	for (unsigned i = TARGET_STOP_BREAK; i <= TARGET_STOP_LOST; i++) {
		enum target_stop_reason r;

		assert_true(words_to_reason(
			words_reason((enum target_stop_reason)i), &r));
		assert_int_equal(r, i);
	}
}
