/* SPDX-License-Identifier: MIT */
#ifndef CLI_LIST_ENTRIES_H
#define CLI_LIST_ENTRIES_H

#include "explain/kinds.h"

/*
 * Rows of a kind for a terminal that is `width` columns wide: an entry each,
 * its name and what it is, below its monitor and its topic.
 */
void entries_print(FILE *to, const struct kind *kind, json_t *rows, int width,
		   bool colour);

/* "  name    text", broken into lines. */
void entry_print(FILE *to, const char *name, const char *text, int width);

#endif
