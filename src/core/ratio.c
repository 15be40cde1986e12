/* SPDX-License-Identifier: MIT */
/* Ratios of counts in whole numbers.  See tally/ratio.h. */
#include <tally/library.h>

#include <stdbool.h>

#include <tally/ratio.h>

/*
 * The product has 96 bits, and is divided bit by bit: a core without a divider
 * would call the compiler's library, which nothing here needs.
 */
uint64_t tally_ratio(uint64_t part, uint64_t whole, uint32_t scale)
{
	uint64_t low = (uint64_t)(uint32_t)part * scale;
	uint64_t high = (uint64_t)(uint32_t)(part >> 32) * scale + (low >> 32);
	uint64_t quotient = 0, rest = 0;

	if (!whole)
		return TALLY_NO_RATIO;
	low <<= 32;
	for (unsigned i = 0; i < 96; i++) {
		const bool over = rest >> 63;

		if (quotient >> 63)
			return TALLY_NO_RATIO;
		rest = rest << 1 | high >> 63;
		high = high << 1 | low >> 63;
		low <<= 1;
		quotient <<= 1;
		if (over || rest >= whole) {
			rest -= whole;
			quotient |= 1;
		}
	}
	if (rest >= whole - rest && quotient != TALLY_NO_RATIO)
		quotient++;
	return quotient;
}
