/* SPDX-License-Identifier: MIT */
#ifndef BY_HAND_H
#define BY_HAND_H

#include <stdint.h>

/*
 * The monitor's registers by hand, not through Tally, as somebody else has
 * them. TARGET_OPERANDS(n, rd) is what MRC and MCR take: 0 for the control
 * register, 1 for the cycle counter, 2 and 3 for the event counters or what
 * leads to them.
 */
#define TARGET_READ(n)                                                         \
	({                                                                     \
		uint32_t v_;                                                   \
		__asm__ volatile("mrc " TARGET_OPERANDS(n, "%0") : "=r"(v_));  \
		v_;                                                            \
	})
#define TARGET_WRITE(n, v)                                                     \
	__asm__ volatile("mcr " TARGET_OPERANDS(n, "%0") : : "r"(v))

/*
 * All that a monitor is told as one word, laid out as a PMNC of ARM11: E, what
 * resets, interrupt enables, flags, two events.  Writing a flag clears it.
 */
enum {
	BY_HAND_ENABLE = 0x001,
	BY_HAND_RESET = 0x006,
	BY_HAND_CYCLE_INTERRUPT = 0x040,
	BY_HAND_CYCLE_FLAG = 0x400,
	BY_HAND_FLAGS = 0x700,
	BY_HAND_KEPT = 0x0FFFF779, /* reads back: no resets, reserved bits */
};

#endif
