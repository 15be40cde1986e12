/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_A64_H
#define BOARD_A64_A64_H

#include "boards/src/machine/spec.h"

/* AArch64, for the boards' rows. */
extern const struct machine_arch a64_arch;

#endif
