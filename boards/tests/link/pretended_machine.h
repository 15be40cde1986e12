/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PRETENDED_MACHINE_H
#define TESTS_PRETENDED_MACHINE_H

#include <sys/types.h>

#include "boards/src/link/child.h"

/*
 * A machine without an engine, for the child of a board named "fake".  It does
 * what the last word of its command line says: ends, loops, crashes at a chosen
 * moment, floods the console, sends junk, tries to get out of its sandbox.
 */
enum { FLOOD = 10 << 20 }; /* bytes */

extern const struct board_spec pretended_board;
extern const struct child_machine_ops pretended_machine;

/* Somebody to send signals to. */
extern pid_t tester;

/* How many files this process has open. */
int count_files(void);

#endif
