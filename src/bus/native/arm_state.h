/* SPDX-License-Identifier: MIT */
#ifndef NATIVE_ARM_STATE_H
#define NATIVE_ARM_STATE_H

/*
 * Before Thumb-2, only ARM state has coprocessor instructions; and what is
 * inlined is in its caller's state.
 */
#if defined(__thumb__) && !defined(__thumb2__)
#define ARM_STATE __attribute__((target("arm"), noinline))
#else
#define ARM_STATE
#endif

#endif
