/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_CORTEX_A9_H
#define BOARD_CORE_CORTEX_A9_H

#include "boards/src/core/uarch.h"

/* The model of the Cortex-A9. */
extern const struct uarch_ops uarch_cortex_a9_ops;

#endif
