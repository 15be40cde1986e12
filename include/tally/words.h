/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_H
#define TALLY_WORDS_H

#include <tally/general.h>
#include <tally/reg.h>

/*
 * How the functions are declared that make a monitor's words of a setup.  The
 * drivers and the folded form (tally/fixed.h) use the same functions.  In the
 * folded form the setup is known when the program is compiled: loops over its
 * slots are unrolled, and what is left is the word itself.
 *
 * All of the folded form is TALLY_CODE: for general registers only, as in
 * tally/general.h.  Thumb code of cores before Thumb-2 cannot reach a register
 * of a monitor: there it is for ARM state, too.
 */
#if !defined(__thumb__) || defined(__thumb2__) || defined(TALLY_M_PROFILE)
#define TALLY_CODE TALLY_GENERAL
#elif defined(__SOFTFP__) || defined(__clang__)
#define TALLY_CODE __attribute__((target("arm")))
#else
#define TALLY_CODE __attribute__((target("arm,general-regs-only")))
#endif

#ifndef TALLY_FIXED_H
#define TALLY_UNROLLED
#define TALLY_WORD static inline
#else
#ifdef TALLY_FIXED_GET /* the tests of the host, whose setups are data */
#define TALLY_UNROLLED
#elif defined(__clang__)
#define TALLY_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define TALLY_UNROLLED _Pragma("GCC unroll 32")
#endif
#if defined(__OPTIMIZE__) && !defined(TALLY_FIXED_GET)
#define TALLY_WORD TALLY_CODE __attribute__((always_inline)) static inline
#else
#define TALLY_WORD TALLY_CODE static inline
#undef TALLY_UNROLLED
#define TALLY_UNROLLED
#endif
#endif

#endif
