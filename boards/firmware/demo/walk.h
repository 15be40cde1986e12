/* SPDX-License-Identifier: MIT */
/*
 * The work of list.c and array.c: add up the same COUNT numbers PASSES times.
 * The sum does not depend on the order, so both print the same checksum.
 */
#ifndef WALK_H
#define WALK_H

#include "demo.h"

enum { COUNT = 8192, PASSES = 60 };

static inline uint32_t walk_value(uint32_t i)
{
	return i * 2654435761u >> 7;
}

#endif
