/* SPDX-License-Identifier: MIT */
#ifndef TALLY_NATIVE_H
#define TALLY_NATIVE_H

#include <tally/bus.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Buses for code that runs on the core itself: one instruction per access, and
 * five for a register behind a select register.  They reach the registers of
 * the monitors here and the main ID register; anything else is TALLY_E_NOREG.
 * An access from a mode that may not make it raises Undefined Instruction, as
 * any MRC or MCR would.  Any context.  <tally/native.def> has them all.
 *
 *	struct tally_bus bus = TALLY_BUS_CP15;
 */
#define TALLY_BUS(word)                                                        \
	{                                                                      \
		&tally_##word##_ops, TALLY_OK, 0                               \
	}

/*
 * Memory-mapped monitors: `base` is where the monitor's registers begin, as the
 * code sees it, `bytes` how far they reach.  An offset beyond that, or in
 * another space, is TALLY_E_NOREG.  The window must be mapped as device memory
 * (or uncached; on Power Architecture guarded and cache-inhibited).  Any
 * context.
 *
 *	struct tally_bus_mmio l2 = TALLY_BUS_MMIO(0x43F08000, 0x1000);
 *	tally_session_open(&s, &tally_l210, &l2.bus, ...);
 *
 *	struct tally_bus_mmio_be device =
 *		TALLY_BUS_MMIO_BE(ccsrbar + TALLY_MPC85XX_BASE, 0x1000);
 *	tally_session_open(&s, &tally_mpc8540, &device.bus, ...);
 */
#define TALLY_BUS_AT(word, base, bytes)                                        \
	{                                                                      \
		{ &tally_##word##_ops, TALLY_OK, 0 },                          \
			(volatile uint32_t *)(uintptr_t)(base), (bytes)        \
	}

#define NATIVE(WORD, word, macro, fence, control)                              \
	extern const struct tally_bus_ops tally_##word##_ops;
#define MAPPED(WORD, word)                                                     \
	extern const struct tally_bus_ops tally_##word##_ops;                  \
	struct tally_bus_##word {                                              \
		struct tally_bus bus; /* the first: at the same address */     \
		volatile uint32_t *base;                                       \
		uint32_t bytes;                                                \
	};
#include <tally/native.def>

/* Thumb code of cores before Thumb-2 has no MRC. */
#if defined(TALLY_COPROCESSORS) && (!defined(__thumb__) || defined(__thumb2__))
#define TALLY_MRC 1
#endif

/*
 * Functions that only the compilers of one machine have: TALLY_IN(macro, ...)
 * is `...` where the macro is 1, and nothing where it is not defined.
 */
#define TALLY_IN(macro, ...)  TALLY_IN_(macro, __VA_ARGS__)
#define TALLY_IN_(value, ...) TALLY_IN_ONE(TALLY_IN_##value, __VA_ARGS__)
#define TALLY_IN_1            ~, TALLY_IN_YES
#define TALLY_IN_ONE(maybe, ...)                                               \
	TALLY_IN_TAKE(maybe, TALLY_IN_NO, ~)(__VA_ARGS__)
#define TALLY_IN_TAKE(...)         TALLY_IN_SECOND(__VA_ARGS__)
#define TALLY_IN_SECOND(a, b, ...) b
#define TALLY_IN_YES(...)          __VA_ARGS__
#define TALLY_IN_NO(...)

/* Compiled for an older core, the assembler has no ISB, but this is one. */
#if defined(__ARM_ARCH) && __ARM_ARCH >= 7
#define TALLY_A32_ISB "isb"
#else
#define TALLY_A32_ISB "mcr p15, 0, r0, c7, c5, 4"
#endif

/*
 * One write of a monitor's control register, in place; what TALLY_REGION is
 * made of.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): an assembler text has none */
#define TALLY_CONTROL(WORD, text)                                              \
	__attribute__((always_inline)) static inline void                      \
		tally_control_##WORD(uintptr_t value)                          \
	{                                                                      \
		__asm__ volatile(text : : "r"(value) : "memory");              \
	}
#define NATIVE(WORD, word, macro, fence, control)                              \
	TALLY_IN(macro, TALLY_CONTROL(WORD, control))
#include <tally/native.def>
/* NOLINTEND(bugprone-macro-parentheses) */
#undef TALLY_CONTROL

#ifdef __cplusplus
}
#endif

#endif
