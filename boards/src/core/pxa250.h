/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_PXA250_H
#define BOARD_CORE_PXA250_H

#include "boards/src/core/uarch.h"

/* The model of the PXA250. */
extern const struct uarch_ops uarch_pxa250_ops;

#endif
