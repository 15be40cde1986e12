/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <getopt.h>
#include <stdint.h>

/*
 * Reads the options of a verb, one after another.  An option with an argument
 * may be given once, unless its arguments add up; of the options that choose
 * the form of the result only one may be given.  So nothing that was typed is
 * dropped in silence.
 */
struct cli_options {
	const char *verb;
	const char *letters; /* for getopt_long(), beginning with ':' */
	const struct option *known;
	const char *adding; /* long names of options that add up */
	uint64_t seen;      /* bit i: known[i] */
};

/* The next option as getopt_long() returns it, or, after a message,
 * CLI_OPTION_REFUSED.  The verb passes that to cli_bad_option(), as it does
 * with every value that it does not know. */
enum { CLI_OPTION_REFUSED = 1 };
int cli_option(struct cli_options *o, int argc, char **argv);

#endif
