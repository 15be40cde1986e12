/* SPDX-License-Identifier: MIT */
#ifndef BOARD_ENGINE_CONDITION_H
#define BOARD_ENGINE_CONDITION_H

#include <stdbool.h>
#include <stdint.h>

/* Does an ARM condition hold with these flags, as a CPSR or PSTATE has them? */
static inline bool condition_holds(unsigned condition, uint32_t flags)
{
	/* Of those with even numbers: a bit for each value of N, Z, C and V. */
	static const uint16_t holds[] = {
		0xf0f0, /* EQ: Z */
		0xcccc, /* CS: C */
		0xff00, /* MI: N */
		0xaaaa, /* VS: V */
		0x0c0c, /* HI: C and not Z */
		0xaa55, /* GE: N is V */
		0x0a05, /* GT: and not Z */
		0xffff, /* AL */
	};

	if (condition == 15)
		return true;
	return (holds[condition >> 1] >> (flags >> 28) & 1) != (condition & 1);
}

#endif
