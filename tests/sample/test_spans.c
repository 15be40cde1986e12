/* SPDX-License-Identifier: MIT */
/* When calls began and ended: which spans are a timeline, and which are not. */
#include <stdio.h>
#include <string.h>

#include "hand_fixture.h"
#include "test.h"

#define AROUND "it is not within the call around it"
#define ROW    "it is to be five numbers"

static struct error err;

static struct sample *of(const char *contexts, const char *spans)
{
	char members[1024];

	snprintf(members, sizeof members,
		 "{\"timeline\": {\"most\": 9, \"left_out\": 4,"
		 "\"until_cycles\": 1007, \"contexts\": %s, \"spans\": [%s]}}",
		 contexts, spans);
	return hand_with(members, &err);
}

static void is_none(const char *contexts, const char *spans, const char *why)
{
	assert_null(of(contexts, spans));
	assert_non_null(strstr(err.text, why));
}

/* A context, how deep, a function or none, from and to. */
TEST(are_spans)
{
	static const char *const all[] = {
		"",
		"[0,0,0,0,0]",
		/* One behind the other, and within each other. */
		"[0,0,0,0,100], [0,1,1,10,50], [0,2,2,10,50], [0,1,2,50,100]",
		"[0,0,0,0,9], [0,0,1,9,20]",
		"[0,0,0,0,100], [0,1,1,0,50], [0,2,2,0,40], [0,3,2,5,6],"
		"[0,1,3,50,60], [0,2,3,50,51], [0,0,3,100,101]",
		/* Contexts do not know of each other. */
		"[0,0,0,0,100], [1,0,3,60,170], [0,1,1,70,90]",
		/* The core's tasks are a track of their own. */
		"[0,0,null,0,50], [0,0,0,0,80], [1,0,null,50,60],"
		"[1,0,3,52,58], [0,0,null,60,80]",
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct sample *s = of("[\"a\", \"b\"]", all[i]);

		assert_non_null(s);
		assert_non_null(s->timeline);
		sample_free(s);
	}
}

TEST(are_none)
{
	static const struct {
		const char *spans, *why;
	} all[] = {
		{ "[0,0,0,5,4]", AROUND },
		{ "[0,0,0,5,9], [1,0,1,4,9]", AROUND }, /* not in order */
		{ "[0,1,0,0,9]", AROUND },
		{ "[0,0,0,0,100], [0,2,1,10,20]", AROUND },
		{ "[0,0,0,0,100], [0,0,1,10,20]", AROUND },
		{ "[0,0,0,0,100], [0,1,1,10,101]", AROUND },
		{ "[0,0,0,0,100], [0,1,1,10,20], [0,2,2,12,21]", AROUND },
		{ "[0,0,0,0,9], [0,1,1,9,10]", AROUND },
		{ "[0,0,0,0,9], [1,0,0,0,50], [0,1,1,3,10]", AROUND },
		{ "[0,0,0,0,50], [0,1,1,1,20], [0,1,2,19,21]", AROUND },
		{ "[0,0,null,0,50], [1,0,null,40,60]", AROUND },
		{ "[0,0,0,0]", ROW },
		{ "[0,0,0,0,1,2]", ROW },
		{ "7", ROW },
		{ "[2,0,0,0,1]", "context" },
		{ "[0,0,4,0,1]", "function" },
		{ "[0,65537,0,0,1]", "depth" },
		{ "[0,0,0,-1,1]", "begin" },
		{ "[0,0,0,0,1.5]", "end" },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		is_none("[\"a\", \"b\"]", all[i].spans, all[i].why);
	is_none("[]", "[0,0,0,0,1]", ROW);
	is_none("[7]", "", "contexts");
	is_none("{}", "", "contexts");
}

/* All of it comes back, and is written again. */
TEST(what_it_says)
{
	struct sample *s = of("[\"a\", \"b\"]",
			      "[0,0,null,3,50], [1,0,2,4,30], [1,1,3,5,6]");

	assert_non_null(s);
	for (unsigned i = 0; i < 2; i++) {
		const struct sample_timeline *t = s->timeline;
		struct sample *again;

		assert_int_equal(t->most, 9);
		assert_int_equal(t->left_out, 4);
		assert_int_equal(t->until, 1007);
		assert_int_equal(t->contexts, 2);
		assert_string_equal(t->context[1], "b");
		assert_int_equal(t->spans, 3);
		assert_int_equal(t->span[0].function, SAMPLE_NONE);
		assert_int_equal(t->span[0].begin, 3);
		assert_int_equal(t->span[0].end, 50);
		assert_int_equal(t->span[2].context, 1);
		assert_int_equal(t->span[2].depth, 1);
		assert_int_equal(t->span[2].function, 3);
		again = hand_again(s);
		sample_free(s);
		s = again;
	}
	sample_free(s);
	s = hand_with("{}", &err);
	assert_non_null(s);
	assert_null(s->timeline);
	sample_free(s);
}
