/* SPDX-License-Identifier: MIT */
#ifndef CLI_BOARD_PAGE_H
#define CLI_BOARD_PAGE_H

#include <stdio.h>

#include "boards/src/board.h"
#include "cli/rows.h"

/* Facts of a board, as a row of a list. */
json_t *board_row(const struct board_info *b);
/* All that is known of it, for people or as JSON; gives CLI_GOOD. */
int board_page(FILE *to, const struct board_info *b, enum rows_format format);

#endif
