/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_CORTEX_A8_H
#define BOARD_CORE_CORTEX_A8_H

#include "boards/src/core/uarch.h"

/* The model of the Cortex-A8. */
extern const struct uarch_ops uarch_cortex_a8_ops;

#endif
