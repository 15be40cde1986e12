/* SPDX-License-Identifier: MIT */
#ifndef BOARD_ENGINE_ENGINE_H
#define BOARD_ENGINE_ENGINE_H

#include "base/error.h"

/* The instruction engines: how they are got. */

/*
 * Gets the engine into this process.  A process that forks off boards calls it
 * before the first, so that not each of them has to do it again.
 */
bool engine_load(struct error *err);

#endif
