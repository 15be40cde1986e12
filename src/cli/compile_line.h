/* SPDX-License-Identifier: MIT */
#ifndef CLI_COMPILE_LINE_H
#define CLI_COMPILE_LINE_H

#include <jansson.h>

#include "board/board.h"

/*
 * How a plain C program is built for a board: the board's compiler and options,
 * then the user's words, which therefore win, then `-o` with the first source's
 * name where the words have none.  Printed as a shell takes it, or run.  A
 * status of enum cli_status.
 */
int compile_line(const struct board_info *board, char *const *word, int words,
		 bool run);

/* The command up to the user's words; null: its files are not there. */
json_t *compile_line_command(const struct board_info *board);

#define COMPILE_LINE_SOFT_FLOAT                                                \
	"floating point is by software: a float or double costs tens of "      \
	"instructions, which are counted like all others"

#endif
