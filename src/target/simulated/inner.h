/* SPDX-License-Identifier: MIT */
#ifndef TARGET_SIMULATED_INNER_H
#define TARGET_SIMULATED_INNER_H

#include "boards/src/board.h"
#include "target/inner.h"

/* A run of a simulated board, as the files of its target see it. */
struct board_run {
	struct target_run run;
	struct board *board;
};

static inline struct board *board_of(const struct target_run *run)
{
	return ((const struct board_run *)run)->board;
}

extern const struct target_memory target_board_memory;

#endif
