/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_CORTEX_A_H
#define BOARD_CORE_CORTEX_A_H

#include "boards/src/core/uarch.h"

/* The models of the Cortex-A cores. */
extern const struct uarch_ops uarch_cortex_a9_ops;

#endif
