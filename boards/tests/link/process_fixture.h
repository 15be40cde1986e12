/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROCESS_FIXTURE_H
#define TESTS_PROCESS_FIXTURE_H

#include <stdint.h>

#include "boards/src/link/client.h"
#include "pretended_machine.h"
#include "program/program.h"
#include "test.h"

/*
 * A board with a pretended machine in its process: the command line says what
 * the machine does [pretended_machine.h].
 */
extern struct error err;
extern struct board *board;
extern struct target_stop stop;
extern struct board_options options;
extern const struct program program;
/* The console's first bytes, how many came in all, and how many were others
 * than the machine's pattern has. */
extern char heard[64];
extern uint32_t heard_count, heard_wrong;

/* Around every test; a process or a file that stays behind fails it. */
int set_up(void **state);
int tear_down(void **state);

/* Into `board`; false and `err` otherwise. */
bool try_to_open(const struct program *p, const char *act);
void open_board(const char *act);
/* Until it stops. */
void run(const char *act);

#define CASE(name) TEST_WITH(name, set_up, tear_down)

#endif
