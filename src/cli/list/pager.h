/* SPDX-License-Identifier: MIT */
#ifndef CLI_LIST_PAGER_H
#define CLI_LIST_PAGER_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Long text for a terminal: written to `to`, it goes to the program that $PAGER
 * names, `less` if it names none, or, where that is empty, "cat" or cannot be
 * run, to standard output.  Not to be used where standard output is no
 * terminal.
 */
struct pager {
	FILE *to;
	char *text;
	size_t size;
};
/* False: out of memory. */
bool pager_begin(struct pager *p);
/* Waits until whoever reads is done.  False: out of memory. */
bool pager_end(struct pager *p);

/* Columns of the terminal, within what is good to read. */
int pager_width(void);

#endif
