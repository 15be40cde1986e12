/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "option/option.h"

/* Rows of options, and where the structure is that they fill. */
struct cli_set {
	const struct option_row *row; /* option_ends() */
	unsigned first;               /* only so many; 0: all */
	const char *without;          /* an option that the verb has not */
	size_t at; /* the structure's place in what the verb has */
	/* In place of option_take(). */
	bool (*take)(const struct option_row *row, const char *text, void *to,
		     struct error *err);
	/* In place of option_line(). */
	void (*help)(FILE *out);
};

enum { CLI_SETS = 5 };

/*
 * A verb's options, and its help: text, the sets in their order, text.  An
 * option with an argument may be given once, unless its arguments add up; of
 * the options that choose the form of the result only one may be given.  So
 * nothing that was typed is dropped in silence.
 */
struct cli_words {
	const char *verb, *usage;
	struct cli_set set[CLI_SETS];
	const char *behind; /* NULL: nothing */
	bool both;          /* see option_line() */
};

/*
 * Has all options taken into the structure; gives CLI_GOOD, or the first other
 * status, after a message.  Nothing is looked at behind `-h`, whose verb prints
 * its help.
 */
int cli_take(const struct cli_words *words, int argc, char **argv, void *to);
/* The row of the set behind another, or behind NULL; NULL: there is no more. */
const struct option_row *cli_row(const struct cli_set *set,
				 const struct option_row *row);
/* Prints the help on standard output. */
void cli_help(const struct cli_words *words);

#endif
