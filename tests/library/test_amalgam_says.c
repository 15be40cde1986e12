/* SPDX-License-Identifier: MIT */
/*
 * Messages of `tally amalgam` about a library that lacks something: made of a
 * few files of the test's own in the place of the library's text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TALLY_VERSION "of a test"
#include "amalgam/amalgam.c" /* NOLINT(bugprone-suspicious-include) */
#include "test.h"

#define EMPTY(name)                                                            \
	{                                                                      \
		name, none                                                     \
	}

static const char *const none[] = { NULL };
static const char *const declared[] = {
	"extern const struct tally_monitor tally_arm1136;\n",
	"extern const struct tally_monitor tally_arm1176;\n", NULL
};
static const char *const way[] = { "TALLY_BUS_TABLE(tally_cp15_ops) = { 0 };\n",
				   NULL };
static const char *const without[] = {
	"const struct tally_monitor tally_arm1136 = { .ops = &ops };\n", NULL
};
static const char *const with[] = {
	"const struct tally_monitor tally_arm1176 = {\n",
	"\t.ops = TALLY_OPS(some_ops),\n", "};\n", NULL
};

const struct source sources[] = {
	EMPTY("include/tally/session.h"),
	EMPTY("include/tally/region.h"),
	EMPTY("include/tally/native.h"),
	EMPTY("include/tally/task.h"),
	EMPTY("include/tally/together.h"),
	EMPTY("include/tally/log.h"),
	EMPTY("include/tally/ratio.h"),
	EMPTY("include/tally/monitor.h"),
	{ "src/bus/native/cp15.c", way },
	{ "include/tally/monitors/some.h", declared },
	{ "src/monitors/arm1136.c", without },
	{ "src/monitors/arm1176.c", with },
};
const unsigned source_count = sizeof sources / sizeof sources[0];

/* The source that it writes of one monitor for one bus; `err` why it does not.
 */
static char *written(const char *name, const char *only, struct error *err)
{
	struct amalgam a = { .monitors = 1, .only = only };
	char *header = NULL, *source = NULL;
	size_t size[2];
	FILE *to[] = { open_memstream(&header, &size[0]),
		       open_memstream(&source, &size[1]) };
	bool good;

	err->text[0] = '\0';
	a.monitor[0] = catalog_monitor(name, err);
	assert_non_null(a.monitor[0]);
	good = amalgam_write(&a, to[0], to[1], err);
	assert_int_equal(good, !err->text[0]);
	assert_int_equal(fclose(to[0]) | fclose(to[1]), 0);
	free(header);
	return source;
}

TEST(functions_that_are_not_named_are_asked_for)
{
	struct error err;

	free(written("arm1136", "CP15", &err));
	assert_string_equal(err.text, "arm1136: --bus wants .ops = "
				      "TALLY_OPS(TALLY_INNER table)");
	free(written("arm1136", NULL, &err));
	assert_string_equal(err.text, "");
}

TEST(functions_that_are_named_are_found)
{
	struct error err;
	char *source = written("arm1176", "CP15", &err);

	assert_string_equal(err.text, "");
	assert_non_null(
		strstr(source, "#define TALLY_ONLY_OPS     some_ops\n"));
	free(source);
}

TEST(a_way_without_a_source_is_named)
{
	struct error err;

	free(written("arm1176", "CP14", &err));
	assert_string_equal(err.text,
			    "this build does not hold the source of the way "
			    "CP14; build again from a whole tree");
}

TEST(a_monitor_without_a_source_is_named)
{
	struct error err;

	free(written("xscale2", NULL, &err));
	assert_string_equal(err.text,
			    "this build does not hold the source of xscale2; "
			    "build again from a whole tree");
}
