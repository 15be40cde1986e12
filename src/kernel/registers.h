/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_REGISTERS_H
#define KERNEL_REGISTERS_H

#include <linux/perf_event.h>
#include <stdint.h>

/*
 * The program's registers and the top of its stack, with each sample: the
 * innermost functions often keep no frame pointer, and the tables for
 * exceptions tell who called them.  Enough for that; all others are found by
 * frame pointers.
 */
enum {
	REGISTERS_STACK = 512, /* bytes */
#if defined(__x86_64__)
	REGISTERS = 17,
	REGISTERS_SP = 7, /* of the numbers that DWARF has */
#define REGISTERS_MASK UINT64_C(0xff01ff)
#elif defined(__aarch64__)
	REGISTERS = 33,
	REGISTERS_SP = 31,
#define REGISTERS_MASK UINT64_C(0x1ffffffff)
#else
	REGISTERS = 0, /* of others no table is read */
	REGISTERS_SP = 0,
#define REGISTERS_MASK UINT64_C(0)
#endif
	REGISTERS_MOST = 34,
	REGISTERS_PC = 33, /* no number of DWARF's */
};

/* As samples have them, in the order of the mask; `to` by DWARF's numbers. */
static inline void registers_by_number(const uint64_t *from, uint64_t *to)
{
#if defined(__x86_64__)
	/* AX BX CX DX SI DI BP SP IP and R8 to R15, which DWARF has as
	 * AX DX CX BX SI DI BP SP and R8 to R15. */
	static const uint8_t number[] = { 0, 3, 2,  1,  4,  5,  6,  7, 33,
					  8, 9, 10, 11, 12, 13, 14, 15 };

	for (unsigned i = 0; i < REGISTERS; i++)
		to[number[i]] = from[i];
#elif defined(__aarch64__)
	for (unsigned i = 0; i < REGISTERS - 1; i++)
		to[i] = from[i];
	to[REGISTERS_PC] = from[REGISTERS - 1];
#else
	(void)from;
	(void)to;
#endif
}

#endif
