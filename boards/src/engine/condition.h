/* SPDX-License-Identifier: MIT */
#ifndef BOARD_ENGINE_CONDITION_H
#define BOARD_ENGINE_CONDITION_H

#include <stdbool.h>
#include <stdint.h>

/* Does an ARM condition hold with these flags, as a CPSR or PSTATE has them? */
static inline bool condition_holds(unsigned condition, uint32_t flags)
{
	/* Of each, a bit for each value of N, Z, C and V. */
	static const uint16_t holds[] = {
		0xf0f0, 0x0f0f, /* EQ: Z; NE */
		0xcccc, 0x3333, /* CS: C; CC */
		0xff00, 0x00ff, /* MI: N; PL */
		0xaaaa, 0x5555, /* VS: V; VC */
		0x0c0c, 0xf3f3, /* HI: C and not Z; LS */
		0xaa55, 0x55aa, /* GE: N is V; LT */
		0x0a05, 0xf5fa, /* GT: and not Z; LE */
		0xffff, 0xffff, /* AL, and what is no condition */
	};

	return holds[condition] >> (flags >> 28) & 1;
}

#endif
