/* SPDX-License-Identifier: MIT */
/* Each of several paths has its own steps, worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "hand_fixture.h"
#include "test.h"

/* work() of the profile by hand, whose places are 2 to 4, by main(), at its
 * second instruction, and by an exception. */
#define PATHS                                                                  \
	"\"paths\": [{\"parent\":0,\"function\":null,\"count\":0,"             \
	"\"cost\":[0,0,0]},"                                                   \
	"{\"parent\":0,\"function\":0,\"count\":1,\"cost\":[0,0,0]},"          \
	"{\"parent\":1,\"function\":1,\"count\":1,\"cost\":[150,4,5]},"        \
	"{\"parent\":2,\"function\":2,\"count\":3,\"cost\":[710,36,0]},"       \
	"{\"parent\":0,\"function\":3,\"count\":1,\"cost\":[40,0,0]},"         \
	"{\"parent\":4,\"function\":2,\"count\":3,\"cost\":[100,0,0]}]"
#define CALLS                                                                  \
	"\"calls\": [{\"place\":1,\"function\":2,\"count\":2,"                 \
	"\"cost\":[710,36,0]},"                                                \
	"{\"place\":3,\"function\":2,\"count\":1,\"cost\":[200,9,0]}]"
#define STEPS                                                                  \
	"\"steps\": [[3,2,200,30,0],[3,3,450,6,0],[3,4,60,0,0],"               \
	"[5,2,100,0,0]]"
#define NO_TASKS "\"tasks\": [], \"samples\": null"

static struct sample *s;
static struct error err;

static void with(const char *members)
{
	err.text[0] = '\0';
	s = hand_with(members, &err);
	if (!s)
		fail_msg("%s", err.text);
}

static void is_step(const struct sample_walk *w, uint32_t step, uint32_t place,
		    uint64_t cost)
{
	assert_int_equal(w->step[step].place, place);
	assert_int_equal(w->cost[(size_t)step * s->columns], cost);
}

static void of_several_paths(struct sample_walk *w)
{
	assert_true(sample_walk(s, w));
	assert_int_equal(w->first[3], w->first[2] + 2);
	is_step(w, w->first[2], 0, 100);
	is_step(w, w->first[2] + 1, 1, 50);
	assert_int_equal(w->first[4], w->first[3] + 3);
	is_step(w, w->first[3], 2, 200);
	is_step(w, w->first[3] + 1, 3, 450);
	is_step(w, w->first[3] + 2, 4, 60);
	assert_int_equal(w->first[5], w->first[4] + 1);
	is_step(w, w->first[4], 5, 40);
	assert_int_equal(w->first[6], w->first[5] + 1);
	is_step(w, w->first[5], 2, 100);
}

TEST(kept_steps)
{
	struct sample_walk w;
	struct sample *again;

	with("{" PATHS "," CALLS "," STEPS "," NO_TASKS "}");
	of_several_paths(&w);
	/* work() is called at one place of main(); nobody calls main(). */
	assert_int_equal(w.caller[3], 1);
	assert_int_equal(w.caller[2], SAMPLE_NONE);
	assert_int_equal(w.caller[5], SAMPLE_NONE);
	sample_walk_free(&w);
	json_decref(s->document);
	s->document = NULL;
	again = hand_again(s);
	sample_free(s);
	s = again;
	assert_int_equal(s->steps, 4);
	of_several_paths(&w);
	sample_walk_free(&w);
	sample_free(s);
}

/* Two calls in one function: nobody knows which it was. */
TEST(two_calls)
{
	struct sample_walk w;

	with("{" PATHS "," STEPS "," NO_TASKS ", \"calls\": ["
	     "{\"place\":1,\"function\":2,\"count\":2,"
	     "\"cost\":[710,36,0]},"
	     "{\"place\":0,\"function\":2,\"count\":2,"
	     "\"cost\":[0,0,0]}]}");
	assert_true(sample_walk(s, &w));
	assert_int_equal(w.caller[3], SAMPLE_NONE);
	sample_walk_free(&w);
	sample_free(s);
}

TEST(no_steps)
{
	struct sample_walk w;

	with("{" PATHS "," CALLS "," NO_TASKS "}");
	assert_true(sample_walk(s, &w));
	assert_int_equal(w.first[3], w.first[2] + 2);
	assert_int_equal(w.first[4], w.first[3]);
	assert_int_equal(w.first[6], w.first[5]);
	sample_walk_free(&w);
	sample_free(s);
}

/* Of a path whose steps are less than its sum only that is told. */
TEST(steps_that_add_up)
{
	struct sample_walk w;

	with("{" PATHS "," CALLS "," STEPS "," NO_TASKS "}");
	s->step_cost[0]--;
	assert_true(sample_walk(s, &w));
	assert_int_equal(w.first[4], w.first[3]);
	assert_int_equal(w.first[6], w.first[5] + 1);
	is_step(&w, w.first[5], 2, 100);
	sample_walk_free(&w);
	sample_free(s);
}

TEST(samples_by_themselves)
{
	struct sample_walk w;

	with("{" PATHS ", \"tasks\": [], \"samples\": {"
	     "\"weight\": [200, 30, 450,  6, 60,100],"
	     "\"column\": [  0,  1,   0,  1,  0,  0],"
	     "\"task\": [null,null,null,null,null,null],"
	     "\"cpu\":  [null,null,null,null,null,null],"
	     "\"place\":  [  2,  2,   3,  3,  4,  2],"
	     "\"path\":   [  3,  3,   3,  3,  3,  5]}}");
	of_several_paths(&w);
	sample_walk_free(&w);
	sample_free(s);
}

TEST(refuses)
{
	static const struct {
		const char *steps, *why;
	} bad[] = {
		{ "[[3,2,1,0]]", "a number for each" },
		{ "[[6,2,1,0,0]]", "path" },
		{ "[[3,6,1,0,0]]", "place" },
		{ "[[3,2,-1,0,0]]", "cost" },
		{ "[[3,2,1,0,0],[3,2,1,0,0]]", "behind" },
		{ "[[3,2,1,0,0],[2,3,1,0,0]]", "behind" },
		{ "[7]", "a number for each" },
		{ "7", "steps" },
	};
	char members[2048];

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(members, sizeof members,
			 "{" PATHS "," NO_TASKS ", \"steps\": %s}",
			 bad[i].steps);
		s = hand_with(members, &err);
		assert_null(s);
		assert_non_null(strstr(err.text, "steps"));
		if (!strstr(err.text, bad[i].why))
			fail_msg("%s: %s", bad[i].steps, err.text);
	}
}
