/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_CORES_H
#define BOARD_MACHINE_CORES_H

#include "board/machine/spec.h"

/* The cores that src/board/meson.build lists. */
#define CORE(name) extern const struct board_core name##_core;
#include "board/cores.def"
#undef CORE

#endif
