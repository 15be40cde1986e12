/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_BOARD_H
#define CLI_OPTIONS_BOARD_H

#include "boards/src/board.h"
#include "cli/options.h"
#include "cli/rows.h"

/* A window of a run, whose steps go to a file for Konata. */
struct board_wish {
	const char *path; /* NULL: nobody wants one */
	/* The function, address or cycle of the first step; NULL: main. */
	const char *from;
	unsigned steps; /* 0: as many as are usual */
};

/* The words that were typed after `tally board`. */
struct board_arguments {
	struct board_options machine;
	const char *board; /* NULL: all of them */
	const char *file;  /* the program, or NULL */
	enum rows_format format;
	bool cc;     /* the compile line is wanted ... */
	char **word; /* ... with these words of the user's */
	int words;
	bool run; /* the compile line is run, not printed */
	bool truth;
	struct board_wish window;
	const char *gdb; /* the program waits for GDB on this port ... */
	unsigned port;   /* ... which is a number; 0: any.  NULL: it runs */
	bool help;
};

/* Returns an enum cli_status; unless CLI_GOOD, a message was printed. */
int board_arguments_parse(int argc, char **argv, struct board_arguments *a);

extern const struct cli_words board_words;

#endif
