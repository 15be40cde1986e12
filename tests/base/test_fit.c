/* SPDX-License-Identifier: MIT */
/* Long text for a short screen keeps its first part, and the head of others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fit.h"
#include "test.h"

static void becomes(const char *text, unsigned lines, const char *wanted)
{
	char *made = fit_text(text, lines, "--all has all");

	assert_non_null(made);
	assert_string_equal(made, wanted);
	free(made);
}

TEST(short_text_stays)
{
	becomes("", 5, "");
	becomes("a\n\n\nb\nno end", 5, "a\n\n\nb\nno end");
	becomes("a\nb\nc\n", 3, "a\nb\nc\n");
}

TEST(the_longest_part_is_cut_first)
{
	becomes("head\nmore\n\nt\n1\n2\n3\n4\n5\n\nfoot\nf\n", 11,
		"head\nmore\n\nt\n1\n2\n  ...\n\nfoot\nf\n"
		"3 more lines than the screen has room for: --all has all\n");
}

TEST(short_parts_go_from_below)
{
	becomes("head\nmore\n\nt\n1\n\nu\n2\n\nfoot\n", 8,
		"head\nmore\n\nt\n1\n"
		"3 more lines than the screen has room for: --all has all\n");
}

TEST(the_first_part_is_cut_last)
{
	becomes("1\n2\n3\n4\n5\n\nfoot\n", 4,
		"1\n2\n  ...\n"
		"4 more lines than the screen has room for: --all has all\n");
	becomes("\033[1m1\n2\n3\033[0m\n4\n\nfoot\n", 4,
		"\033[1m1\n2\n  ...\n\033[0m"
		"3 more lines than the screen has room for: --all has all\n");
}

/* Whatever the parts are, no more lines come out, and the first stays. */
TEST(never_more_lines)
{
	char text[4096];
	size_t used;

	for (unsigned seed = 1; seed < 200; seed++) {
		used = 0;
		for (unsigned i = 0; i < 60; i++)
			used += (size_t)snprintf(
				text + used, sizeof text - used, "%s",
				i && i * seed % 7 < seed % 4 ? "\n"
							     : "a line\n");
		for (unsigned lines = 2; lines < 40; lines++) {
			char *made = fit_text(text, lines, "x");
			unsigned count = 0;

			assert_non_null(made);
			for (const char *at = made; *at; at++)
				count += *at == '\n';
			if (strcmp(made, text) != 0)
				assert_true(count <= lines);
			assert_true(strncmp(made, "a line", 6) == 0 ||
				    lines == 2);
			free(made);
		}
	}
}
