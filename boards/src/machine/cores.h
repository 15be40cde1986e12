/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_CORES_H
#define BOARD_MACHINE_CORES_H

#include "boards/src/machine/spec.h"

/* The cores that boards/src/meson.build lists. */
#define CORE(name) extern const struct board_core name##_core;
#include "boards/src/cores.def"
#undef CORE

#endif
