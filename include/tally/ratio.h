/* SPDX-License-Identifier: MIT */
#ifndef TALLY_RATIO_H
#define TALLY_RATIO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Ratios of counts for firmware that prints its own, without floating point and
 * without a 64-bit division of the compiler's library:
 *
 *	tally_ratio(misses, accesses, TALLY_PPM)     parts per million
 *	tally_ratio(cycles, instructions, 1000)      CPI in thousandths
 */
#define TALLY_PPM 1000000u

/* There is none: the whole is 0.  Also the most that can be told. */
#define TALLY_NO_RATIO UINT64_MAX

/*
 * part * scale / whole, to the nearest, halves up; it overflows nowhere on the
 * way.  A result that 64 bits cannot hold is TALLY_NO_RATIO.  Pure.
 */
uint64_t tally_ratio(uint64_t part, uint64_t whole, uint32_t scale);

#ifdef __cplusplus
}
#endif

#endif
