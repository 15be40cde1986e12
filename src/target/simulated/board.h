/* SPDX-License-Identifier: MIT */
#ifndef TARGET_SIMULATED_BOARD_H
#define TARGET_SIMULATED_BOARD_H

#include "target/target.h"

/*
 * A simulated board behind a target, for those who show what no other target
 * has: how its machine was set up, its console, its ledger.  NULL where the
 * target is no board.
 */
struct board;
struct board_info;

/*
 * Instructions after which a program is ended if nobody says another number:
 * three times the longest run known here, and minutes on every board.  Time is
 * no limit, so that a busy machine changes no result.
 */
#define TARGET_BOARD_INSTRUCTIONS UINT64_C(10000000000)

/* target_find() of "board:NAME". */
struct target *target_of_board(const char *name,
			       const struct board_options *machine,
			       struct error *err);

const struct board_info *target_board_info(const struct target *t);
/* The options that it was found with, and the capture that was read. */
const struct board_options *target_board_options(const struct target *t);
/* The runs from now on leave out cycles of some causes, as `trial` has them;
 * NULL: they are as any other again. */
struct board_trial;
void target_board_try(struct target *t, const struct board_trial *trial);
struct board *target_board(struct target_run *run);
/* Loads what goes round in a loop of two instructions, for who wants to look at
 * a machine that runs.  The target is a board. */
bool target_board_loop(struct target *t, struct error *err);
/* Loads these instructions, the first of which is the entry. */
bool target_board_code(struct target *t, const uint32_t *code, size_t words,
		       struct error *err);

#endif
