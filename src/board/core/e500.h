/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_E500_H
#define BOARD_CORE_E500_H

#include "board/core/uarch.h"

/* The model of e500v1 and e500v2. */
extern const struct uarch_ops uarch_e500_ops;

#endif
