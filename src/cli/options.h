/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <getopt.h>
#include <stdint.h>

/*
 * The options of a verb, one after another.  An option with an argument comes
 * once, unless it adds up; and of those that choose a form of the result there
 * is one.  So nothing that was typed is dropped in silence.
 */
struct cli_options {
	const char *verb;
	const char *letters; /* for getopt_long(), beginning with ':' */
	const struct option *known;
	const char
		*adding; /* long names of those that add up, blanks between */
	uint64_t seen;   /* bit i: known[i] */
};

/* As getopt_long() has it, or, after a message, CLI_OPTION_REFUSED: it goes to
 * cli_bad_option() like everything else that a verb does not know. */
enum { CLI_OPTION_REFUSED = 1 };
int cli_option(struct cli_options *o, int argc, char **argv);

#endif
