/* SPDX-License-Identifier: MIT */
#ifndef CLI_BOARD_KONATA_H
#define CLI_BOARD_KONATA_H

#include <stdio.h>

#include "boards/src/board.h"
#include "program/program.h"

/* Steps of a board, one behind the other. */
struct konata_steps {
	struct board_trace_row *row;
	unsigned count;
};

/*
 * Prints them as the log that Konata shows, "Kanata 0004": a line for each
 * instruction, cycle by cycle.  False: out of memory.
 */
bool konata_print(FILE *to, const struct konata_steps *steps,
		  const struct program *program);

#endif
