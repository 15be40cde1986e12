/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARDS_ROWS_H
#define BOARD_BOARDS_ROWS_H

#include "board/machine/spec.h"

/* The rows, each in the file of its board or of boards that are much alike. */
extern const struct board_spec arm1156_board, imx31_board, lubbock_board;
extern const struct board_spec mpc8540ads_board, mpc8548cds_board;
extern const struct board_spec pb1176_board, versatile_board;
extern const struct board_spec virt_a53_board, virt_a57_board, virt_a72_board;

#define COUNT(array) ((unsigned)(sizeof(array) / sizeof((array)[0])))

/* newlib for ARM: its start-up code has 255 bytes for the command line and its
 * end. */
#define NEWLIB_ARM .cc_alone = true, .soft_float = true, .command_line = 254

#endif
