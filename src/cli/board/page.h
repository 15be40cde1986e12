/* SPDX-License-Identifier: MIT */
#ifndef CLI_BOARD_PAGE_H
#define CLI_BOARD_PAGE_H

#include <stdio.h>

#include "boards/src/board.h"
#include "cli/rows.h"

/* Facts of a board, as a row of a list. */
json_t *board_row(const struct board_info *b);
/* Both give CLI_GOOD, for people or as JSON: all that is known of it, its
 * cycles beside those of chips included; and without those, on one screen. */
int board_page(FILE *to, const struct board_info *b, enum rows_format format);
int board_facts(FILE *to, const struct board_info *b, enum rows_format format);

#endif
