/* SPDX-License-Identifier: MIT */
#ifndef TALLY_GENERAL_H
#define TALLY_GENERAL_H

/*
 * TALLY_GENERAL in front of a function makes its code use general registers
 * only.  An interrupt handler or a scheduler may call it while a program has
 * something in the others, vector and floating point registers, which handlers
 * seldom save; and a compiler that optimises moves and adds integers there,
 * unless it is told.
 */
#if defined(__aarch64__) && defined(__clang__)
#define TALLY_GENERAL_TARGET "no-neon,no-fp-armv8"
#elif defined(__arm__) && defined(__clang__) && defined(__ARM_NEON)
#define TALLY_GENERAL_TARGET "no-neon"
#elif defined(__powerpc__) && defined(__clang__) && defined(__SPE__)
#define TALLY_GENERAL_TARGET "no-spe"
#elif defined(__aarch64__) || (defined(__ARM_FP) && !defined(__clang__))
#define TALLY_GENERAL_TARGET "general-regs-only"
#elif defined(__powerpc__) && defined(__SPE__)
#error "Tally: compile this file with -mno-spe: its functions may be called by \
handlers, which save no SPE registers"
#endif

#ifdef TALLY_GENERAL_TARGET
#define TALLY_GENERAL __attribute__((target(TALLY_GENERAL_TARGET)))
#else
#define TALLY_GENERAL
#endif

#endif
