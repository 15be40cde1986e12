/* SPDX-License-Identifier: MIT */
/*
 * Ratios in whole numbers: worked by hand, and against 128-bit arithmetic.
 */
#include <stdint.h>

#include <tally/ratio.h>

#include "base/rng.h"
#include "test.h"

__extension__ typedef unsigned __int128 wide;

TEST(by_hand)
{
	static const struct {
		uint64_t part, whole;
		uint32_t scale;
		uint64_t is;
	} row[] = {
		{ 1, 4, TALLY_PPM, 250000 },
		{ 1, 3, TALLY_PPM, 333333 },
		{ 2, 3, TALLY_PPM, 666667 }, /* to the nearest */
		{ 1, 2, 1, 1 },              /* halves up */
		{ 1, 2000001, TALLY_PPM, 0 },
		{ 7, 7, TALLY_PPM, TALLY_PPM },
		{ 0, 9, TALLY_PPM, 0 },
		{ 9, 0, TALLY_PPM, TALLY_NO_RATIO },
		{ 0, 0, TALLY_PPM, TALLY_NO_RATIO },
		{ 3250, 1300, 1000, 2500 }, /* CPI 2.5 */
		/* Products that 64 bits do not hold. */
		{ UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX },
		{ UINT64_MAX - 1, UINT64_MAX, TALLY_PPM, TALLY_PPM },
		{ UINT64_C(1) << 63, UINT64_MAX, TALLY_PPM, 500000 },
		{ UINT64_MAX, 1, 1, UINT64_MAX },
		/* Results that 64 bits do not hold. */
		{ UINT64_MAX, 1, 2, TALLY_NO_RATIO },
		{ UINT64_MAX, TALLY_PPM - 1, TALLY_PPM, TALLY_NO_RATIO },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		assert_int_equal(
			tally_ratio(row[i].part, row[i].whole, row[i].scale),
			row[i].is);
}

static uint64_t some(struct rng *r)
{
	const uint64_t all = (uint64_t)rng_next(r) << 32 | rng_next(r);

	return all >> rng_next(r) % 64;
}

TEST(as_wide_arithmetic)
{
	struct rng r;

	rng_seed(&r, 1);
	for (unsigned i = 0; i < 20000; i++) {
		const uint64_t part = some(&r), whole = some(&r) | 1;
		const uint32_t scale = (uint32_t)some(&r);
		const wide product = (wide)part * scale;
		wide want = product / whole;

		if (want < UINT64_MAX &&
		    product % whole >= whole - product % whole)
			want++;
		if (want > UINT64_MAX)
			want = TALLY_NO_RATIO;
		assert_int_equal(tally_ratio(part, whole, scale),
				 (uint64_t)want);
	}
}
