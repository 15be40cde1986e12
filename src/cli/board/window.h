/* SPDX-License-Identifier: MIT */
#ifndef CLI_BOARD_WINDOW_H
#define CLI_BOARD_WINDOW_H

#include "cli/options/board.h"
#include "program/program.h"

/* CLI_GOOD, or it was told what is wrong with it. */
int window_check(const struct board_wish *w, const char *program);
/*
 * Runs the program to its end, or where it stops, with `go`, which fills
 * `stop`; the window's file is written on the way.  Gives an enum cli_status,
 * of the file alone; CLI_USAGE: nothing was run.
 */
int window_run(const struct board_wish *w, struct board *b,
	       const struct program *program,
	       void (*go)(struct board *b, struct target_stop *stop),
	       struct target_stop *stop);

#endif
