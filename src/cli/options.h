/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <getopt.h>
#include <stdint.h>

#include "option/option.h"

/* Rows of options, and the structure that they fill. */
struct cli_set {
	const struct option_row *row;
	unsigned count;
	void *to;
	/* In place of option_take(). */
	bool (*take)(const struct option_row *row, const char *text, void *to,
		     struct error *err);
};

enum { CLI_SETS = 4, CLI_OPTIONS = 64 };

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
	struct cli_set set[CLI_SETS];
	/* For getopt_long(): what is known, then the rows of the sets. */
	struct option all[CLI_OPTIONS + 1];
	const struct option_row *row[CLI_OPTIONS]; /* NULL: it is of no set */
	const struct cli_set *of[CLI_OPTIONS];
	uint64_t seen; /* bit i: all[i] */
};

/* The next option as getopt_long() returns it, or, after a message,
 * CLI_OPTION_REFUSED.  The verb passes that to cli_bad_option(), as it does
 * with every value that it does not know. */
enum { CLI_OPTION_REFUSED = 1 };
int cli_option(struct cli_options *o, int argc, char **argv);

/* Takes an option that is of no set into `to`; gives the exit status that
 * refuses it. */
typedef int cli_take(int got, void *to, char **argv);
/*
 * Has all options taken; gives CLI_GOOD, or the first other status.  Nothing is
 * looked at behind `-h`, whose verb prints its help.
 */
int cli_options_take(struct cli_options *o, int argc, char **argv,
		     cli_take *take, void *to);

/* A help of a verb is text, rows of a set, text. */
struct cli_help {
	const char *before;
	void (*rows)(FILE *out);
	const char *behind;
};
/* Prints it on standard output. */
void cli_help(const struct cli_help *help);

/* Adds to a list, an argument that is one; reads a number from low to high. */
int cli_take_list(const char *verb, char **list, const char *more);
int cli_take_number(const char *verb, const char *option, const char *text,
		    uint64_t low, uint64_t high, uint64_t *value);
int cli_take_small(const char *verb, const char *option, const char *text,
		   unsigned high, unsigned *value); /* from 1 */

#endif
