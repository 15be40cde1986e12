/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARDS_BOARDS_H
#define BOARD_BOARDS_BOARDS_H

#include "boards/src/machine/spec.h"

/* A board's row by its name; NULL and `err`: there is none. */
const struct board_spec *board_spec_find(const char *name, struct error *err);

#endif
