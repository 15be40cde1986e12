/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_VIEW_H
#define CLI_OPTIONS_VIEW_H

#include <getopt.h>

#include "report/profile.h"

/*
 * The options that say which table of a profile is shown; `profile` and
 * `report` have them.  There are rows for a verb's table of getopt_long(), and
 * one function that handles each of the options.
 */
enum {
	OPT_ANNOTATE = 0x500,
	OPT_ASM,
	OPT_BY,
	OPT_CALLEES,
	OPT_CALLERS,
	OPT_INCLUSIVE,
	OPT_MAX_ROWS,
	OPT_NO_DEMANGLE,
	OPT_SOURCE,
	OPT_TASK,
};

#define VIEW_OPTION_ROWS                                                       \
	{ "annotate", required_argument, NULL, OPT_ANNOTATE },                 \
		{ "asm", no_argument, NULL, OPT_ASM },                         \
		{ "by", required_argument, NULL, OPT_BY },                     \
		{ "callees", required_argument, NULL, OPT_CALLEES },           \
		{ "callers", required_argument, NULL, OPT_CALLERS },           \
		{ "inclusive", no_argument, NULL, OPT_INCLUSIVE },             \
		{ "max-rows", required_argument, NULL, OPT_MAX_ROWS },         \
		{ "no-demangle", no_argument, NULL, OPT_NO_DEMANGLE },         \
		{ "source", required_argument, NULL, OPT_SOURCE },             \
	{                                                                      \
		"task", required_argument, NULL, OPT_TASK                      \
	}

/* The view that is shown where nothing is said. */
#define VIEW_DEFAULT                                                           \
	((struct profile_view){ .by = SAMPLE_FUNCTIONS, .max_rows = 20 })

/* Is `got` of getopt_long() one of these? */
bool view_option(int got);

/* Handles the option; unless CLI_GOOD, a message was printed. */
int view_option_take(const char *verb, int got, const char *argument,
		     struct profile_view *v);
/* Do the options go together, and with --json? */
int view_check(const char *verb, const struct profile_view *v, bool json);

#endif
