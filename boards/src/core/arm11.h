/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_ARM11_H
#define BOARD_CORE_ARM11_H

#include "boards/src/core/uarch.h"

/* The models of the ARM11 cores. */
extern const struct uarch_ops uarch_arm1136_ops, uarch_arm1156_ops;
extern const struct uarch_ops uarch_arm1176_ops;

#endif
