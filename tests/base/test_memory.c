/* SPDX-License-Identifier: MIT */
/* Texts that grow, with and without memory to grow in. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "test.h"

enum { LINES = 5000 };

static int write_lines(char **text, size_t *size)
{
	FILE *to = memory_stream(text, size);

	if (!to)
		return EOF;
	for (int i = 0; i < LINES; i++)
		fprintf(to, "%d\n", i);
	return memory_stream_end(to, text);
}

TEST(a_text_is_what_was_written)
{
	char *text, *at, line[16];
	size_t size;

	assert_int_equal(write_lines(&text, &size), 0);
	assert_int_equal(size, strlen(text));
	at = text;
	for (int i = 0; i < LINES; i++) {
		int n = snprintf(line, sizeof line, "%d\n", i);

		assert_memory_equal(at, line, (size_t)n);
		at += n;
	}
	assert_int_equal(*at, '\0');
	free(text);
	assert_false(memory_ran_out());
}

TEST(an_empty_text)
{
	char *text;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	assert_non_null(to);
	assert_int_equal(memory_stream_end(to, &text), 0);
	assert_string_equal(text, "");
	assert_int_equal(size, 0);
	free(text);
}

TEST(what_is_flushed_can_be_read_before_the_end)
{
	char *text;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	fputs("half", to);
	assert_int_equal(fflush(to), 0);
	assert_string_equal(text, "half");
	assert_int_equal(size, 4);
	assert_int_equal(memory_stream_end(to, &text), 0);
	free(text);
}

/* Last, for it is remembered for good. */
TEST(without_memory_there_is_no_text)
{
	unsigned nth = 0;
	char *text;
	size_t size;
	int end;

	do {
		memory_fails_at(++nth);
		end = write_lines(&text, &size);
		if (!memory_failed())
			break;
		assert_int_not_equal(end, 0);
		assert_null(text);
		assert_true(memory_ran_out());
	} while (nth < 100);
	assert_int_equal(end, 0);
	assert_in_range(nth, 3, 99);
	free(text);
}
