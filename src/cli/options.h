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

/* Takes an option into `to`; gives the exit status that refuses it. */
typedef int cli_take(int got, void *to, char **argv);
/*
 * Has all options taken; gives CLI_GOOD, or the first other status.  Nothing is
 * looked at behind `-h`, whose verb prints its help.
 */
int cli_options_take(struct cli_options *o, int argc, char **argv,
		     cli_take *take, void *to);

/* Adds to a list, an argument that is one; reads a number from low to high. */
int cli_take_list(const char *verb, char **list, const char *more);
int cli_take_number(const char *verb, const char *option, const char *text,
		    uint64_t low, uint64_t high, uint64_t *value);
int cli_take_small(const char *verb, const char *option, const char *text,
		   unsigned high, unsigned *value); /* from 1 */

#endif
