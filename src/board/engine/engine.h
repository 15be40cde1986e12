/* SPDX-License-Identifier: MIT */
#ifndef BOARD_ENGINE_ENGINE_H
#define BOARD_ENGINE_ENGINE_H

#include "base/error.h"

/* The instruction engines: which cores they execute, and how they are got. */
enum engine_core {
	ENGINE_ARM926,
	ENGINE_ARM1136, /* r0: without the instructions of ARMv6K */
	ENGINE_ARM1156, /* the library has none: its Cortex-R5 stands in */
	ENGINE_ARM1176,
	ENGINE_PXA250,
	/* AArch64 */
	ENGINE_A53,
	ENGINE_A57,
	ENGINE_A72,
	ENGINE_NONE, /* Power: the board carries instructions out itself */
};

/*
 * Gets the engine into this process.  A process that forks off boards calls it
 * before the first, so that not each of them has to do it again.
 */
bool engine_load(struct error *err);

#endif
