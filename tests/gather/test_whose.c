/* SPDX-License-Identifier: MIT */
/* A measurement by an operating system keeps whose events these are, and which
 * file that is. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gather/whose.h"
#include "kernel/root_fixture.h"
#include "program/program.h"
#include "test.h"

static char *words[] = { "tool", "more", NULL };

static void is_whose(const struct linux_wish *w, const char *wanted)
{
	char text[64];
	const char *got = whose_words(w, text, sizeof text);

	if (wanted)
		assert_string_equal(got, wanted);
	else
		assert_null(got);
}

TEST(whose)
{
	struct linux_wish w = { 0 };

	is_whose(&w, NULL);
	w.command = words;
	is_whose(&w, "tool");
	w.all = true;
	is_whose(&w, "processors all");
	w.cpus = "0-3,8";
	is_whose(&w, "processors 0-3,8");
	w.all = false;
	is_whose(&w, "processors 0-3,8");
	w.pid = 77;
	is_whose(&w, "process 77");
}

/* A file that can be executed is below the root. */
static void make_tool(const char *path)
{
	char whole[128];

	root_say(path, "it\n");
	snprintf(whole, sizeof whole, "%s%s", root, path);
	assert_int_equal(chmod(whole, 0700), 0);
}

static void is_file(const char *command, const char *wanted)
{
	char *got = whose_file(command), whole[128];

	snprintf(whole, sizeof whole, "%s%s", root, wanted);
	if (*wanted)
		assert_string_equal(got, whole);
	else
		assert_null(got);
	free(got);
}

/* The first folder of PATH that has it, as a shell looks for it. */
TEST_WITH(which_file, root_make, root_remove)
{
	char path[256], *direct;

	make_tool("/one/tool");
	root_say("/one/text", "no program\n");
	make_tool("/two/tool");
	make_tool("/two/text");
	make_tool("/two/other");
	snprintf(path, sizeof path, "/nowhere:%s/one:%s/two", root, root);
	setenv("PATH", path, 1);
	is_file("tool", "/one/tool");
	is_file("other", "/two/other");
	/* The first one of that name cannot be executed, by root neither. */
	is_file("text", "/two/text");
	is_file("missing", "");
	setenv("PATH", "", 1);
	is_file("tool", "");
	unsetenv("PATH");
	is_file("tool", "");
	direct = whose_file("./some/where");
	assert_string_equal(direct, "./some/where");
	free(direct);
}

static const char *lacks(const struct target *target)
{
	(void)target;
	return "the kernel is not counted";
}

static const struct target_counts counts = { .lacks = lacks };

/* Of a command its file's hash; of others whose they are; what was not counted
 * where nobody chose the events. */
TEST_WITH(what_is_kept, root_make, root_remove)
{
	char path[64], file[128], hash[PROGRAM_HASH];
	struct linux_wish w = { 0 };
	struct target t = { .counts = &counts };
	struct record *r = record_new();

	assert_non_null(r);
	make_tool("/one/tool");
	snprintf(path, sizeof path, "%s/one", root);
	snprintf(file, sizeof file, "%s/tool", path);
	setenv("PATH", path, 1);
	assert_true(program_hash(file, hash));
	w.command = words;
	whose_keep(r, &t, &w, true);
	assert_true(r->program.exited);
	assert_string_equal(r->program.path, "tool");
	assert_string_equal(r->program.sha256, hash);
	assert_string_equal(r->target.lacks, lacks(&t));
	record_free(r);
}

/* A board's program is not the kernel's to tell of. */
TEST(nothing_of_others)
{
	struct linux_wish w = { 0 };
	struct target t = { 0 };
	struct record *r = record_new();

	whose_keep(r, &t, &w, true);
	assert_null(r->program.path);
	assert_null(r->target.lacks);
	/* Of a simulated machine that runs a command it is the command. */
	w.command = words;
	whose_keep(r, &t, &w, true);
	assert_string_equal(r->program.path, "tool");
	assert_null(r->target.lacks);
	record_free(r);
}

static void kept_as(const struct linux_wish *w, const char *wanted, bool exited)
{
	const struct target t = { .counts = &counts };
	struct record *r = record_new();

	assert_non_null(r);
	whose_keep(r, &t, w, true);
	assert_int_equal(r->program.exited, exited);
	assert_string_equal(r->program.path, wanted);
	assert_null(r->program.sha256);
	record_free(r);
}

TEST_WITH(others_by_what_they_are, root_make, root_remove)
{
	struct linux_wish w = { 0 };

	make_tool("/one/tool");
	w.pid = 5;
	kept_as(&w, "process 5", false);
	w.command = words;
	kept_as(&w, "process 5", true);
	w.pid = 0;
	w.all = true;
	kept_as(&w, "processors all", true);
	w.all = false;
	w.cpus = "2";
	kept_as(&w, "processors 2", true);
}
