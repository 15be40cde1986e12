/* SPDX-License-Identifier: MIT */
#ifndef CLI_FIND_SEARCH_H
#define CLI_FIND_SEARCH_H

#include <jansson.h>

/*
 * How well words fit a row of `tally list`: each is looked for in its name,
 * best of all, in its aliases, its title and what else is said of it.  Case is
 * ignored, and so is the plural of a word.
 */
struct search_fit {
	unsigned lacks;  /* words that are nowhere */
	unsigned found;  /* words that are somewhere */
	unsigned places; /* the less, the better; 0: it is called so */
};

/* `topics` are words that stand for the row as well. */
struct search_fit search_fit(const char *text, const json_t *row,
			     const char *topics);

#endif
