/* SPDX-License-Identifier: MIT */
/* Symbols and lines of a stripped program, from its debug file: this test's own
 * program, taken apart by objcopy. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/program.h"
#include "test.h"

static char folder[] = "/tmp/tally-debug-XXXXXX";
static char app[64], debug[64];
static struct error err;

/* The function that is looked for. */
__attribute__((noinline)) void marked_function(void);
__attribute__((noinline)) void marked_function(void)
{
	__asm__ volatile("");
}

static void do_line(const char *line)
{
	/* The words are this file's. NOLINTNEXTLINE(cert-env33-c) */
	assert_int_equal(system(line), 0);
}

/* A note of a build id 01 02 ... 08, which no linker made. */
static int begin(void **state)
{
	const unsigned char note[] = {
		4,   0,   0,   0, 8, 0, 0, 0, 3, 0, 0, 0,
		'G', 'N', 'U', 0, 1, 2, 3, 4, 5, 6, 7, 8
	};
	FILE *to;

	(void)state;
	marked_function();
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	snprintf(app, sizeof app, "%s/app", folder);
	snprintf(debug, sizeof debug, "%s/debug", folder);
	to = fopen("note", "we");
	assert_non_null(to);
	assert_int_equal(fwrite(note, 1, sizeof note, to), sizeof note);
	assert_int_equal(fclose(to), 0);
	return 0;
}

static void make(const char *self, const char *strip)
{
	char line[PATH_MAX + 512];

	snprintf(line, sizeof line,
		 "set -e; exec 2>/dev/null; objcopy -R .note.gnu.build-id "
		 "--add-section "
		 ".note.gnu.build-id=note '%s' whole; "
		 "objcopy --only-keep-debug whole file.debug; "
		 "objcopy %s whole app",
		 self, strip);
	do_line(line);
}

static int made(void **state)
{
	char self[PATH_MAX] = "";

	(void)state;
	assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
	make(self, "--strip-all");
	return 0;
}

static int gone(void **state)
{
	(void)state;
	do_line("rm -rf app debug whole file.debug .debug");
	return 0;
}

static int end(void **state)
{
	char line[64];

	(void)state;
	snprintf(line, sizeof line, "cd / && rm -r %s", folder);
	do_line(line);
	return 0;
}

TEST_GROUP(begin, end)

/* The address of the function in a program; 0: it is not known. */
static uint64_t address(const char *path)
{
	struct program *p = program_open_mapped(path, debug, &err);
	const struct program_symbol *s;
	uint64_t addr = 0;

	assert_non_null(p);
	s = program_find(p, "marked_function", &err);
	if (s) {
		addr = s->addr;
		assert_ptr_equal(program_at(p, addr, NULL), s);
	}
	program_close(p);
	return addr;
}

static void check_found(void)
{
	assert_int_not_equal(address(app), 0);
	assert_int_equal(address(app), address("whole"));
}

TEST_WITH(stripped, made, gone)
{
	assert_int_equal(address(app), 0);
	assert_int_not_equal(address("whole"), 0);
}

TEST_WITH(by_build_id, made, gone)
{
	do_line("mkdir -p debug/.build-id/01 && mv file.debug "
		"debug/.build-id/01/02030405060708.debug");
	check_found();
}

/* A file that is called by the id, and is another program's. */
TEST_WITH(of_another_build, made, gone)
{
	do_line("exec 2>/dev/null; printf '\\377' | dd of=note bs=1 seek=23 "
		"conv=notrunc "
		"status=none && mkdir -p debug/.build-id/01 && objcopy "
		"--update-section .note.gnu.build-id=note file.debug "
		"debug/.build-id/01/02030405060708.debug && printf '\\010' | "
		"dd "
		"of=note bs=1 seek=23 conv=notrunc status=none");
	assert_int_equal(address(app), 0);
}

/* By a link: beside the program, in .debug there, or below the folder. */
TEST_WITH(by_link, made, gone)
{
	char line[256];

	do_line("objcopy --add-gnu-debuglink=file.debug app");
	check_found();
	do_line("mkdir .debug && mv file.debug .debug");
	check_found();
	snprintf(line, sizeof line,
		 "mkdir -p debug%s && mv .debug/file.debug debug%s", folder,
		 folder);
	do_line(line);
	check_found();
	do_line("rm -r debug");
	assert_int_equal(address(app), 0);
}

TEST_WITH(by_link_to_another_file, made, gone)
{
	do_line("objcopy --add-gnu-debuglink=file.debug app && printf x >> "
		"file.debug");
	assert_int_equal(address(app), 0);
}

static void line_of(const char *path, uint64_t addr, char *text, size_t room)
{
	struct program *p = program_open_mapped(path, debug, &err);
	struct program_lines lines;

	assert_non_null(p);
	assert_true(program_lines(p, &addr, 1, &lines, &err));
	snprintf(text, room, "%s:%u",
		 lines.files ? lines.file[lines.line[0].file] : "none",
		 lines.line[0].line);
	program_lines_free(&lines);
	program_close(p);
}

/* Lines as those of the whole, also where its symbols are left in it. */
TEST_WITH(lines, made, gone)
{
	const uint32_t addr = (uint32_t)address("whole");
	char whole[PATH_MAX], text[PATH_MAX];

	line_of("whole", addr, whole, sizeof whole);
	do_line("mkdir -p debug/.build-id/01 && mv file.debug "
		"debug/.build-id/01/02030405060708.debug");
	line_of(app, addr, text, sizeof text);
	assert_string_equal(text, whole);
	do_line("objcopy --strip-debug whole app");
	check_found();
	line_of(app, addr, text, sizeof text);
	assert_string_equal(text, whole);
}
