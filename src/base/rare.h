/* SPDX-License-Identifier: MIT */
#ifndef BASE_RARE_H
#define BASE_RARE_H

/*
 * A function that is seldom called from where every instruction of a board
 * passes: it stays out of its caller, which then needs no frame for it.
 */
#define RARE  __attribute__((cold, noinline))
/* A function of its own that is called often enough to be worth its own
 * optimization. */
#define APART __attribute__((noinline))

/* The function becomes part of its caller, whose constants it is made for. */
#define ALWAYS inline __attribute__((always_inline))

#endif
