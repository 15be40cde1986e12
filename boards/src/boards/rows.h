/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARDS_ROWS_H
#define BOARD_BOARDS_ROWS_H

#include "boards/src/machine/cores.h"

/* The rows that boards/src/meson.build lists. */
#define BOARD(name) extern const struct board_spec name##_board;
#include "boards/src/boards.def"
#undef BOARD

#define COUNT(array) ((unsigned)(sizeof(array) / sizeof((array)[0])))

/* newlib for ARM: its start-up code has 255 bytes for the command line and its
 * end. */
#define NEWLIB_ARM .cc_alone = true, .soft_float = true, .command_line = 254

#endif
