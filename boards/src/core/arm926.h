/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_ARM926_H
#define BOARD_CORE_ARM926_H

#include "boards/src/core/uarch.h"

/* The model of the ARM926EJ-S. */
extern const struct uarch_ops uarch_arm926_ops;

/* Cleans a dirty line, and tells whether none is left. */
bool uarch_test_and_clean(struct uarch *u, bool invalidate);

#endif
