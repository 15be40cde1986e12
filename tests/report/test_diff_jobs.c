/* SPDX-License-Identifier: MIT */
/* Annotations of GitHub's runner, by rows made by hand. */
#include <stdlib.h>
#include <string.h>

#include "report/diff_jobs.h"
#include "test.h"

enum { ROWS = 50 };

static struct diff_row row[ROWS];
static struct diff diff = { .row = row, .rows = ROWS };

static void worse(void)
{
	static struct record_event event = { .name = "a:b,c%" };

	for (unsigned i = 0; i < ROWS; i++)
		row[i] = (struct diff_row){
			.name = event.name,
			.monitor = "arm1176",
			.unit = "",
			.event = &event,
			.basis = DIFF_FIXED,
			.word = DIFF_WORSE,
			.valued = true,
			.test = { .before = 100, .after = 101 + i },
		};
}

static char *annotations(const struct diff_job *job)
{
	const struct diff_jobs all = { .job = job, .jobs = 1 };
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	assert_true(diff_jobs_github(to, &all));
	assert_int_equal(fclose(to), 0);
	return text;
}

/* Its runner takes back a colon and a comma in a title, and in a message only
 * the percent sign and line ends. */
TEST(signs_are_escaped_where_the_runner_takes_them_back)
{
	const struct diff_job job = { "x:y,z%", &diff, "" };
	char *text;

	worse();
	text = annotations(&job);
	assert_non_null(strstr(text,
			       "::warning title=x%3Ay%2Cz%25::a:b,c%25 150, "
			       "before 100 (+50.00 %25)\n"));
	free(text);
}

TEST(each_change_for_the_worse_has_a_warning)
{
	const struct diff_job job = { "x", &diff, "" };
	unsigned warnings = 0;
	char *text;

	worse();
	text = annotations(&job);
	for (const char *at = text; (at = strstr(at, "::warning ")); at++)
		warnings++;
	assert_int_equal(warnings, ROWS);
	free(text);
}

TEST(what_cannot_be_compared_is_an_error)
{
	const struct diff_job job = { "x:y", NULL, "board: a, then b\n" };
	char *text = annotations(&job);

	assert_int_equal(
		strncmp(text,
			"::error title=x%3Ay::not comparable: board: a, then "
			"b%0A\n",
			strlen("::error title=x%3Ay::not comparable: board: a, "
			       "then b%0A\n")),
		0);
	free(text);
}
