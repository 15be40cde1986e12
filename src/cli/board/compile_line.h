/* SPDX-License-Identifier: MIT */
#ifndef CLI_BOARD_COMPILE_LINE_H
#define CLI_BOARD_COMPILE_LINE_H

#include <jansson.h>

#include "boards/src/board.h"

/*
 * Prints or runs the command that builds a plain C program for a board: the
 * board's compiler and options, then the user's words, then `-o` if the words
 * have none.  The user's words come later than the board's, so they win.  What
 * is printed is quoted for a shell.  Returns a status of enum cli_status.
 */
int compile_line(const struct board_info *board, char *const *word, int words,
		 bool run);

/* The command before the user's words; JSON null: its files are not there. */
json_t *compile_line_command(const struct board_info *board);

#define COMPILE_LINE_SOFT_FLOAT                                                \
	"floating point is by software: a float or double costs tens of "      \
	"instructions, which are counted like all others"

#endif
