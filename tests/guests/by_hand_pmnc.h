/* SPDX-License-Identifier: MIT */
#ifndef BY_HAND_PMNC_H
#define BY_HAND_PMNC_H

/* by_hand.h where it is one register, which TARGET_OPERANDS says. */
#include "guests/by_hand.h"

#define TARGET_CONTROL_KEPT BY_HAND_KEPT

static inline uint32_t by_hand_control(void)
{
	return TARGET_READ(0) & BY_HAND_KEPT;
}

static inline void by_hand_set_control(uint32_t control)
{
	TARGET_WRITE(0, control);
}

/* Of the cycle counter and the two event counters. */
static inline uint32_t by_hand_counter(unsigned n)
{
	return n == 0   ? TARGET_READ(1)
	       : n == 1 ? TARGET_READ(2)
			: TARGET_READ(3);
}

static inline void by_hand_set_counter(unsigned n, uint32_t value)
{
	if (n == 0)
		TARGET_WRITE(1, value);
	else if (n == 1)
		TARGET_WRITE(2, value);
	else
		TARGET_WRITE(3, value);
}

#endif
