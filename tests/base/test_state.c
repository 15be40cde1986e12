/* SPDX-License-Identifier: MIT */
/* The cases find the folder of files that this user has to find later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/state.h"
#include "test.h"

static char root[] = "/tmp/test-state-XXXXXX";

static void goes_to(const char *state, const char *home, const char *wanted)
{
	char path[200], all[200];
	struct stat is;

	setenv("XDG_STATE_HOME", state, 1);
	setenv("HOME", home, 1);
	assert_true(state_folder(path, sizeof path));
	snprintf(all, sizeof all, "%s/%s", root, wanted);
	assert_memory_equal(path, all, strlen(all));
	assert_int_equal(stat(path, &is), 0);
	assert_true(S_ISDIR(is.st_mode));
	assert_int_equal(is.st_mode & 077, 0);
	while (strlen(path) > strlen(root)) {
		assert_int_equal(rmdir(path), 0);
		*strrchr(path, '/') = '\0';
	}
}

TEST(what_the_user_says_comes_first)
{
	char one[100], other[100];

	snprintf(one, sizeof one, "%s/one", root);
	snprintf(other, sizeof other, "%s/other", root);
	goes_to(one, other, "one/tally");
	goes_to("", other, "other/.local/state/tally");
	goes_to("relative", other, "other/.local/state/tally");
}

/* No folder can be made there, or a file is in the way. */
TEST(else_it_is_a_temporary_one)
{
	setenv("TMPDIR", root, 1);
	goes_to("/dev/null/state", "/dev/null", "tally-");
	goes_to("", "", "tally-");
	unsetenv("TMPDIR");
}

TEST(a_path_has_to_fit)
{
	char path[8];

	setenv("XDG_STATE_HOME", root, 1);
	assert_false(state_folder(path, sizeof path));
}

static int make_root(void **state)
{
	(void)state;
	return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
	(void)state;
	return access(root, F_OK) ? 0 : rmdir(root);
}

TEST_GROUP(make_root, remove_root)
