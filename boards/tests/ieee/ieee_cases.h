/* SPDX-License-Identifier: MIT */
#ifndef IEEE_CASES_H
#define IEEE_CASES_H

#include <stdint.h>

/*
 * Numbers of all classes, in all modes, for the test and for the guest that has
 * QEMU carry the same out: both go through them in this order, and each result
 * is a struct of this.
 */
struct ieee_answer {
	uint64_t result;
	uint32_t raised;
	uint32_t flags; /* of a comparison: NZCV */
};

/* Instructions by their operands: two numbers, three, and one; T: to an integer
 * of 32 and 64 bits; F: from one. */
/* clang-format off */
#define IEEE_TWO(X)                                                            \
	X(fadd)                                                                \
	X(fsub) X(fmul) X(fnmul) X(fdiv) X(fmulx) X(fmax) X(fmin) X(fmaxnm)    \
		X(fminnm)
#define IEEE_COMPARE(X) X(fcmp) X(fcmpe)
#define IEEE_THREE(X)   X(fmadd) X(fmsub) X(fnmadd) X(fnmsub)
#define IEEE_ONE(X)                                                            \
	X(fsqrt)                                                               \
	X(frintn) X(frintp) X(frintm) X(frintz) X(frinta) X(frintx) X(frinti)
#define IEEE_TO(X)                                                             \
	X(fcvtns)                                                              \
	X(fcvtps) X(fcvtms) X(fcvtzs) X(fcvtas) X(fcvtnu) X(fcvtpu) X(fcvtmu)  \
		X(fcvtzu) X(fcvtau)
#define IEEE_OF(X) X(scvtf) X(ucvtf)

/* clang-format on */

/* Single, and double: zeros, denormals, ends of ranges, halves of integers,
 * numbers between those of a smaller size, infinities, NaNs of both kinds. */
static const uint64_t ieee_singles[] = {
	0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
	0x80800001, 0x33800000, 0x34000001, 0x3effffff, 0x3f000000, 0xbf000000,
	0x3f800000, 0xbf800001, 0x3fc00000, 0x40200000, 0xc0400000, 0x38800000,
	0x387fffff, 0x33000001, 0x477fefff, 0x477ff000, 0x4b7fffff, 0x4effffff,
	0x4f000000, 0xcf000000, 0x4f7fffff, 0x5effffff, 0x5f000000, 0xdf000000,
	0x5f7fffff, 0x5f800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
	0x7fc00000, 0xffc12345, 0x7f800001, 0xffabcdef, 0x1e3ce508, 0x20000000,
};
static const uint64_t ieee_doubles[] = {
	0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
	0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
	0x8010000000000001, 0x3ca0000000000000, 0x3cb0000000000001,
	0x3fdfffffffffffff, 0x3fe0000000000000, 0xbfe0000000000000,
	0x3ff0000000000000, 0xbff0000000000001, 0x3ff8000000000000,
	0x4004000000000000, 0xc008000000000000, 0x3810000000000000,
	0x380fffffffffffff, 0x3f0fffffffffffff, 0x3e60000000000001,
	0x40effdffffffffff, 0x40effe0000000000, 0x47efffffefffffff,
	0x47effffff0000000, 0x36a0000000000000, 0x3690000000000001,
	0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000100000,
	0x41efffffffe00000, 0x41effffffff00000, 0x43dfffffffffffff,
	0x43e0000000000000, 0xc3e0000000000000, 0x43efffffffffffff,
	0x43f0000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
	0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
	0xfff8123456789abc, 0x7ff0000000000001, 0xfff4567890abcdef,
	0x1ff0000000000000, 0x2010000000000001,
};
static const uint64_t ieee_halves[] = {
	0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3555, 0x3c00, 0xbc01,
	0x7bff, 0x7c00, 0xfc00, 0x7e00, 0xfd55, 0x7c01, 0x7fff,
};
static const uint64_t ieee_integers[] = {
	0,
	1,
	0xffffffffffffffff,
	0x7fffffff,
	0x80000000,
	0xffffffff,
	0x1000001,
	0x1000003,
	0x7fffffffffffffff,
	0x8000000000000000,
	0x20000000000001,
	0x20000000000003,
	0xffffffff00000000,
	0x8000008000000000,
	0x8000008000000001,
};

#define IEEE_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* FPCR: roundings, flush to zero, default NaN, alternative halves. */
enum { IEEE_MODES = 32 };

static inline uint64_t ieee_mode(unsigned i)
{
	return (uint64_t)(i & 3) << 22 | (uint64_t)(i >> 2 & 1) << 24 |
	       (uint64_t)(i >> 3 & 1) << 25 | (uint64_t)(i >> 4 & 1) << 26;
}

#endif
