/* SPDX-License-Identifier: MIT */
#ifndef CLI_LIST_PAGER_H
#define CLI_LIST_PAGER_H

#include <stdio.h>

/*
 * Where long text goes on a terminal: to the program that $PAGER names, `less`
 * if it names none, or, where that is empty, "cat" or cannot be run, to
 * standard output.  Not to be used where standard output is no terminal.
 */
FILE *pager_open(void);
/* Waits until whoever reads is done. */
void pager_close(FILE *to);

/* Columns of the terminal, within what is good to read. */
int pager_width(void);

#endif
