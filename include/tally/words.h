/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_H
#define TALLY_WORDS_H

/*
 * How the functions are declared that make a monitor's words of a setup.  The
 * drivers and the folded form (tally/fixed.h) use the same functions.  In the
 * folded form the setup is known when the program is compiled: loops over its
 * slots are unrolled, and what is left is the word itself.
 *
 * Thumb code of cores before Thumb-2 cannot reach a register.  There the folded
 * form is compiled for ARM state as a whole, these functions with it.
 */
#if defined(__thumb__) && !defined(__thumb2__)
#define TALLY_ARM_STATE __attribute__((target("arm")))
#else
#define TALLY_ARM_STATE
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
#define TALLY_WORD TALLY_ARM_STATE __attribute__((always_inline)) static inline
#else
#define TALLY_WORD TALLY_ARM_STATE static inline
#undef TALLY_UNROLLED
#define TALLY_UNROLLED
#endif
#endif

#endif
