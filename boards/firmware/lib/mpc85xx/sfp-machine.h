/* SPDX-License-Identifier: MIT */
/*
 * The software floating point of glibc (soft-fp) is told of its machine here:
 * 32-bit words, big-endian, no status register and so no rounding mode but to
 * nearest and no flags.  A NaN is quiet when its top fraction bit is 1.
 */
#ifndef TALLY_SFP_MACHINE_H
#define TALLY_SFP_MACHINE_H

#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN    4321
#define __BYTE_ORDER    __BIG_ENDIAN

#define _FP_W_TYPE_SIZE 32
#define _FP_W_TYPE      unsigned int
#define _FP_WS_TYPE     signed int
#define _FP_I_TYPE      int

#define _FP_MUL_MEAT_S(R, X, Y)                                                \
	_FP_MUL_MEAT_1_wide(_FP_WFRACBITS_S, R, X, Y, umul_ppmm)
#define _FP_MUL_MEAT_D(R, X, Y)                                                \
	_FP_MUL_MEAT_2_wide(_FP_WFRACBITS_D, R, X, Y, umul_ppmm)
#define _FP_DIV_MEAT_S(R, X, Y) _FP_DIV_MEAT_1_udiv_norm(S, R, X, Y)
#define _FP_DIV_MEAT_D(R, X, Y) _FP_DIV_MEAT_2_udiv(D, R, X, Y)

#define _FP_NANFRAC_S    _FP_QNANBIT_S
#define _FP_NANFRAC_D    _FP_QNANBIT_D, 0
#define _FP_NANSIGN_S    0
#define _FP_NANSIGN_D    0
#define _FP_KEEPNANFRACP 1
#define _FP_QNANNEGATEDP 0

/* Of two NaNs, the first. */
#define _FP_CHOOSENAN(fs, wc, R, X, Y, OP)                                     \
	do {                                                                   \
		R##_s = X##_s;                                                 \
		_FP_FRAC_COPY_##wc(R, X);                                      \
		R##_c = FP_CLS_NAN;                                            \
	} while (0)

#define _FP_TININESS_AFTER_ROUNDING 0

/* Names of one function: "not equal" is "equal", and the like. */
#define strong_alias(name, other)                                              \
	extern __typeof(name) other __attribute__((alias(#name)))

#endif
