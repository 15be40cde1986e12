/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ACCESS_H
#define TALLY_FIXED_ACCESS_H

/*
 * The registers of the folded form: one instruction per access, once the
 * address is a constant.  The space is a struct tally_reg's.  A program that
 * defines the three macros before it includes tally/fixed.h puts something else
 * in their place; the tests of the host do.
 */
#include <tally/reg.h>
#include <tally/words.h>

/* Both words are in registers from here on. */
#define TALLY_FIXED_READY(a, b) __asm__ volatile("" : "+r"(a), "+r"(b))

/* Accesses before it are done, and those after it not begun. */
#define TALLY_FIXED_IN_ORDER() __asm__ volatile("" : : : "memory")

/* The compiler gives the value a register of its own from here on. */
#define TALLY_FIXED_APART(a) __asm__ volatile("" : "+r"(a))

/* The name by which another file calls a function of a setup. */
#define TALLY_FIXED_AS(label, what) __asm__("tally_fixed_" #label "_" #what)

/* The block that this is in is jumped over, and not made of conditional
 * instructions. */
#define TALLY_FIXED_BRANCH() __asm__ volatile("")

#ifdef TALLY_FIXED_GET
#define TALLY_FIXED_NATIVE 0
#ifndef TALLY_FIXED_CORE
#define TALLY_FIXED_CORE 0
#endif
static inline uint32_t tally_fixed_core(void)
{
	return TALLY_FIXED_CORE;
}
#else
#define TALLY_FIXED_NATIVE 1

#define TALLY_FIXED_GET(space, addr)        tally_fixed_get(space, addr)
#define TALLY_FIXED_PUT(space, addr, value) tally_fixed_put(space, addr, value)
#define TALLY_FIXED_SYNC(space)             tally_fixed_sync(space)

#if defined(TALLY_M_PROFILE)
#include <tally/fixed_access_m.h>
#elif defined(__arm__)
#include <tally/fixed_access_arm.h>
#elif defined(__aarch64__)
#include <tally/fixed_access_a64.h>
#elif defined(__powerpc__)
#include <tally/fixed_access_ppc.h>
#else
/* A header of the folded form may be read for any core; its use is an error. */
#define TALLY_FIXED_NOWHERE                                                    \
	__attribute__((error("tally/fixed.h: no registers of a monitor are "   \
			     "reached from this core")))
uint64_t tally_fixed_get(unsigned space, uintptr_t addr) TALLY_FIXED_NOWHERE;
void tally_fixed_put(unsigned space, uintptr_t addr,
		     uint64_t v) TALLY_FIXED_NOWHERE;
void tally_fixed_sync(unsigned space) TALLY_FIXED_NOWHERE;
uint32_t tally_fixed_core(void) TALLY_FIXED_NOWHERE;
#endif
#endif

/* The coprocessor's registers of ARMv7, and of PMUv3 from AArch32. */
#ifndef TALLY_FIXED_GET_V7
#define TALLY_FIXED_GET_V7(addr)        TALLY_FIXED_GET(TALLY_CP15, addr)
#define TALLY_FIXED_PUT_V7(addr, value) TALLY_FIXED_PUT(TALLY_CP15, addr, value)
#define TALLY_FIXED_HOLD_V7()           UINT32_C(0)
#define TALLY_FIXED_LET_GO_V7(held)     ((void)(held))
#define TALLY_FIXED_GET_V8(addr)        TALLY_FIXED_GET(TALLY_CP15, addr)
#define TALLY_FIXED_PUT_V8(addr, value) TALLY_FIXED_PUT(TALLY_CP15, addr, value)
#endif

#endif
