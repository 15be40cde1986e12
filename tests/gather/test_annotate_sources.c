/* SPDX-License-Identifier: MIT */
/* Lines of sources, and what becomes of them. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gather/annotate.h"
#include "kernel/root_fixture.h"
#include "test.h"

static struct annotate_source source;
static char program[64];

static int begin(void **state)
{
	if (root_make(state))
		return 1;
	root_say("/build/bin/prog.elf", "a program\n");
	snprintf(program, sizeof program, "%s/build/bin/prog.elf", root);
	source = (struct annotate_source){ 0 };
	return 0;
}

static void drop_lines(void)
{
	for (uint32_t k = 0; k < source.lines; k++)
		free(source.text[k]);
	free(source.text);
	source = (struct annotate_source){ .name = source.name };
}

static int end(void **state)
{
	drop_lines();
	return root_remove(state);
}

/* Which files a name leads to is tests/base/test_source.c's. */
static void read_it(const char *name)
{
	const struct source_places from = { root, program };

	source.name = name;
	assert_true(annotate_read(&source, &from, program));
}

static void is_line(uint32_t line, const char *wanted)
{
	assert_in_range(line, 1, source.lines);
	assert_string_equal(source.text[line - 1], wanted);
}

/* A tab leads to the next fourth column; what a terminal obeys is none. */
TEST_WITH(lines, begin, end)
{
	root_say("/src/a.c", "\tone\n  \ttwo\nthre\te\tf\r\n\n\x1b[2Jx\nlast");
	read_it("src/a.c");
	assert_int_equal(source.lines, 6);
	is_line(1, "    one");
	is_line(2, "    two");
	is_line(3, "thre    e   f");
	is_line(4, "");
	is_line(5, "?[2Jx");
	is_line(6, "last");
	assert_string_equal(source.why, "");
}

/* More than there is room for at first. */
TEST_WITH(many_lines, begin, end)
{
	enum { MANY = 500 };
	static char text[8 * MANY];
	size_t used = 0;

	for (unsigned i = 0; i < MANY; i++)
		used += (size_t)sprintf(text + used, "%u\n", i);
	root_say("/many.c", text);
	read_it("many.c");
	assert_int_equal(source.lines, MANY);
	is_line(1, "0");
	is_line(MANY, "499");
}

TEST_WITH(why_there_is_none, begin, end)
{
	read_it("nowhere.c");
	assert_int_equal(source.lines, 0);
	assert_string_equal(source.why, "No such file or directory");
	source.why[0] = '\0';
	root_say("/empty.c", "");
	read_it("empty.c");
	assert_string_equal(source.why, "it is empty");
	source.why[0] = '\0';
	read_it("/etc/passwd");
	assert_int_equal(source.lines, 0);
	assert_string_equal(source.why, "its name is not that of a source");
	source.why[0] = '\0';
}

/* Written later than the program was. */
TEST_WITH(newer, begin, end)
{
	static const struct timespec times[][2] = {
		{ { .tv_sec = 2000 }, { .tv_sec = 2000 } },
		{ { .tv_sec = 1999 }, { .tv_sec = 1999 } },
		{ { .tv_sec = 2001 }, { .tv_sec = 2001 } },
	};
	char path[64];

	root_say("/a.c", "x");
	snprintf(path, sizeof path, "%s/a.c", root);
	assert_int_equal(utimensat(AT_FDCWD, program, times[0], 0), 0);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(utimensat(AT_FDCWD, path, times[i], 0), 0);
		read_it("a.c");
		assert_int_equal(source.newer, i == 2);
		drop_lines();
	}
}
