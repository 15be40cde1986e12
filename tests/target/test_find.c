/* SPDX-License-Identifier: MIT */
/*
 * The cases find what -t names, in a build with boards and without.
 */
#include <stdio.h>
#include <string.h>

#include "target/target.h"
#include "test.h"

#define OTHERS                                                                 \
	"what a GDB server has (gdb:HOST:PORT,MONITOR...), what OpenOCD has "  \
	"(openocd:HOST:PORT,MONITOR...), this computer (linux), this "         \
	"computer's memory (devmem:MONITOR=ADDRESS), and its UIO devices "     \
	"(uio:/dev/uioN,MONITOR)"
#if TALLY_BOARDS
#define THERE_IS "this version has the simulated boards (board:NAME), " OTHERS
#else
#define THERE_IS "this version has " OTHERS
#endif

static void assert_refused(const char *text)
{
	struct error err;
	char wanted[512];

	snprintf(wanted, sizeof wanted, "no target '%s'; " THERE_IS, text);
	assert_null(target_find(text, NULL, &err));
	assert_string_equal(err.text, wanted);
}

TEST(a_kind_that_is_none_names_those_there_are)
{
	static const char *const none[] = { "jtag:localhost", "boards:pb1176",
					    "boar:pb1176",    ":pb1176",
					    "board",          "" };

	for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
		assert_refused(none[i]);
}

TEST(a_board_is_found_where_there_are_boards)
{
	struct error err;
	struct target *t = target_find("board:pb1176", NULL, &err);

	if (TALLY_BOARDS)
		assert_string_equal(t->facts.name, "board:pb1176");
	else
		assert_refused("board:pb1176");
	target_close(t);
	if (!TALLY_BOARDS) {
		assert_refused("pb1176");
		return;
	}
	assert_null(target_find("pb1176", NULL, &err));
	assert_string_equal(err.text,
			    "no target 'pb1176'; did you mean board:pb1176?");
}

static void assert_clock(const char *clock, const char *why)
{
	char name[80];
	struct error err;

	snprintf(name, sizeof name, "gdb::1,arm1176,clock=%s", clock);
	assert_null(target_find(name, NULL, &err));
	assert_non_null(strstr(err.text, why));
}

TEST(a_clock_is_a_number_that_ends)
{
	static const char *const none[] = { "inf", "nan", "1e999", "-1",
					    "0",   "",    "1x" };
	struct error err;

	for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
		assert_clock(none[i], "it is in cycles a second");
	assert_null(
		target_find("gdb::1,l2c310=0x10000000000000000", NULL, &err));
	assert_non_null(strstr(err.text, "an address is a number"));
}

/* One rule for all kinds and all words: its value does not matter. */
TEST(a_word_comes_once)
{
	static const struct {
		const char *target, *word;
	} twice[] = {
		{ "gdb::1,arm1176,scratch=0x8000,scratch=0x9000", "scratch" },
		{ "gdb::1,arm1176,live,live=a", "live" },
		{ "openocd::1,access=mrc,arm1176,access=mrc", "access" },
		{ "gdb::1,arm1176,arm1176", "arm1176" },
		{ "openocd::1,clock=1,arm1176,clock=2", "clock" },
		{ "devmem:l220=0x1000,l220=0x2000", "l220" },
		{ "devmem:force,l220=0x1000,force", "force" },
		{ "uio:/dev/uio0,l220,clock=1,clock=1", "clock" },
	};
	struct error err;
	char says[80];

	for (unsigned i = 0; i < sizeof twice / sizeof *twice; i++) {
		assert_null(target_find(twice[i].target, NULL, &err));
		snprintf(says, sizeof says, ": %s is given twice, and means",
			 twice[i].word);
		assert_non_null(strstr(err.text, says));
	}
	/* Names that begin alike are two. */
	target_close(target_find("gdb::1,l220=0x1000,l2c310=0x2000,arm1176",
				 NULL, &err));
}

/* As an octal number 0255 would be too few bytes. */
TEST(a_zero_in_front_makes_no_octal_number)
{
	struct error err;
	struct target *t =
		target_find("gdb::1,arm1176,scratch=0x8000+0255", NULL, &err);

	assert_non_null(t);
	target_close(t);
	assert_null(
		target_find("gdb::1,arm1176,scratch=0x8000+0xbf", NULL, &err));
	assert_non_null(strstr(err.text, "192 bytes at least"));
}
