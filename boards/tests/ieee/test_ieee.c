/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic of all_of_mode classes of numbers in all_of_mode modes, as QEMU
 * has it: a answers asks its user mode (ieee_guest.c).
 */
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "boards/src/ieee/ieee.h"
#include "boards/tests/ieee/ieee_cases.h"
#include "test.h"

static FILE *answers;
static struct ieee e;
static unsigned long asked;

static uint64_t sign_of(enum ieee_size size)
{
	return size == IEEE_DOUBLE ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
}

static void expect_answer(const char *what, uint64_t a, uint64_t b, uint64_t c,
			  uint64_t result, uint32_t flags)
{
	struct ieee_answer theirs;

	if (fread(&theirs, sizeof(theirs), 1, answers) != 1)
		fail_msg("QEMU's answers end at %s", what);
	asked++;
	if (theirs.result != result || theirs.raised != e.raised ||
	    (flags && theirs.flags != flags))
		fail_msg(
			"%s of %llx, %llx, %llx in mode %u%u%u%u: %llx raising "
			"%x flags %x, and QEMU's %llx, %x, %x",
			what, (unsigned long long)a, (unsigned long long)b,
			(unsigned long long)c, e.rounding, e.flush,
			e.default_nan, e.alternative,
			(unsigned long long)result, e.raised, flags,
			(unsigned long long)theirs.result, theirs.raised,
			theirs.flags);
	e.raised = 0;
}

/* By the instructions' names. */
#define TWO_OF(name, ...)                                                      \
	static uint64_t of_##name(enum ieee_size s, uint64_t a, uint64_t b)    \
	{                                                                      \
		return __VA_ARGS__;                                            \
	}
TWO_OF(fadd, ieee_add(&e, s, a, b))
TWO_OF(fsub, ieee_subtract(&e, s, a, b))
TWO_OF(fmul, ieee_multiply(&e, s, a, b))
TWO_OF(fnmul, ieee_multiply(&e, s, a, b) ^ sign_of(s))
TWO_OF(fdiv, ieee_divide(&e, s, a, b))
TWO_OF(fmulx, ieee_multiply_extended(&e, s, a, b))
TWO_OF(fmax, ieee_extreme(&e, s, a, b, true, false))
TWO_OF(fmin, ieee_extreme(&e, s, a, b, false, false))
TWO_OF(fmaxnm, ieee_extreme(&e, s, a, b, true, true))
TWO_OF(fminnm, ieee_extreme(&e, s, a, b, false, true))

static uint64_t three(enum ieee_size s, uint64_t addend, uint64_t a, uint64_t b,
		      bool minus_addend, bool minus)
{
	return ieee_multiply_add(&e, s,
				 minus_addend ? addend ^ sign_of(s) : addend,
				 minus ? a ^ sign_of(s) : a, b);
}
#define of_fmadd(s, a, b, c)  three(s, c, a, b, false, false)
#define of_fmsub(s, a, b, c)  three(s, c, a, b, false, true)
#define of_fnmadd(s, a, b, c) three(s, c, a, b, true, true)
#define of_fnmsub(s, a, b, c) three(s, c, a, b, true, false)

#define of_fsqrt(s, a)  ieee_root(&e, s, a)
#define of_frintn(s, a) ieee_integral(&e, s, a, IEEE_NEAREST, false)
#define of_frintp(s, a) ieee_integral(&e, s, a, IEEE_UP, false)
#define of_frintm(s, a) ieee_integral(&e, s, a, IEEE_DOWN, false)
#define of_frintz(s, a) ieee_integral(&e, s, a, IEEE_ZERO, false)
#define of_frinta(s, a) ieee_integral(&e, s, a, IEEE_AWAY, false)
#define of_frintx(s, a) ieee_integral(&e, s, a, e.rounding, true)
#define of_frinti(s, a) ieee_integral(&e, s, a, e.rounding, false)

#define TO_OF(letter, rounding)                                                \
	static uint64_t of_fcvt##letter##s(enum ieee_size s, uint64_t a,       \
					   unsigned bits)                      \
	{                                                                      \
		return ieee_to_integer(&e, s, a, rounding, bits, true, 0);     \
	}                                                                      \
	static uint64_t of_fcvt##letter##u(enum ieee_size s, uint64_t a,       \
					   unsigned bits)                      \
	{                                                                      \
		return ieee_to_integer(&e, s, a, rounding, bits, false, 0);    \
	}
TO_OF(n, IEEE_NEAREST)
TO_OF(p, IEEE_UP)
TO_OF(m, IEEE_DOWN)
TO_OF(z, IEEE_ZERO)
TO_OF(a, IEEE_AWAY)

static const bool is_signed_scvtf = true, is_signed_ucvtf = false;
static const bool signalling_fcmp = false, signalling_fcmpe = true;

/* As FCMP has them. */
static uint32_t flags_of(enum ieee_order order)
{
	static const uint32_t flags[] = { 8u << 28, 6u << 28, 2u << 28,
					  3u << 28 };

	return flags[order];
}

#define EACH(array, name)                                                      \
	for (unsigned name = 0; name < IEEE_COUNT(array); name++)

#define TWO_SIZED(insn, size, array)                                           \
	EACH(array, i)                                                         \
	EACH(array, k)                                                         \
	expect_answer(#insn, array[i], array[k], 0,                            \
		      of_##insn(size, array[i], array[k]), 0);
#define TWO(insn)                                                              \
	TWO_SIZED(insn, IEEE_SINGLE, ieee_singles)                             \
	TWO_SIZED(insn, IEEE_DOUBLE, ieee_doubles)
#define COMPARE_SIZED(insn, size, array)                                       \
	EACH(array, i)                                                         \
	EACH(array, k)                                                         \
	expect_answer(#insn, array[i], array[k], 0, 0,                         \
		      flags_of(ieee_compare(&e, size, array[i], array[k],      \
					    signalling_##insn)));
#define COMPARE(insn)                                                          \
	COMPARE_SIZED(insn, IEEE_SINGLE, ieee_singles)                         \
	COMPARE_SIZED(insn, IEEE_DOUBLE, ieee_doubles)
#define THREE_SIZED(insn, size, array)                                         \
	EACH(array, i)                                                         \
	EACH(array, k)                                                         \
	for (unsigned n = (i + k) % 8; n < IEEE_COUNT(array); n += 8)          \
		expect_answer(#insn, array[i], array[k], array[n],             \
			      of_##insn(size, array[i], array[k], array[n]),   \
			      0);
#define THREE(insn)                                                            \
	THREE_SIZED(insn, IEEE_SINGLE, ieee_singles)                           \
	THREE_SIZED(insn, IEEE_DOUBLE, ieee_doubles)
#define ONE_SIZED(insn, size, array)                                           \
	EACH(array, i)                                                         \
	expect_answer(#insn, array[i], 0, 0, of_##insn(size, array[i]), 0);
#define ONE(insn)                                                              \
	ONE_SIZED(insn, IEEE_SINGLE, ieee_singles)                             \
	ONE_SIZED(insn, IEEE_DOUBLE, ieee_doubles)
#define TO_SIZED(insn, size, array)                                            \
	EACH(array, i)                                                         \
	for (unsigned bits = 32; bits <= 64; bits += 32)                       \
		expect_answer(#insn, array[i], bits, 0,                        \
			      of_##insn(size, array[i], bits), 0);
#define TO(insn)                                                               \
	TO_SIZED(insn, IEEE_SINGLE, ieee_singles)                              \
	TO_SIZED(insn, IEEE_DOUBLE, ieee_doubles)

static void of_integers(const char *what, bool is_signed)
{
	static const struct {
		enum ieee_size size;
		uint8_t bits, fraction;
	} rows[] = { { IEEE_SINGLE, 32, 0 },  { IEEE_DOUBLE, 32, 0 },
		     { IEEE_SINGLE, 64, 0 },  { IEEE_DOUBLE, 64, 0 },
		     { IEEE_SINGLE, 32, 13 }, { IEEE_DOUBLE, 64, 64 } };

	EACH(ieee_integers, i)
	EACH(rows, k)
	expect_answer(what, ieee_integers[i], rows[k].bits, rows[k].fraction,
		      ieee_of_integer(&e, rows[k].size, ieee_integers[i],
				      rows[k].bits, is_signed,
				      rows[k].fraction),
		      0);
}
#define OF(insn) of_integers(#insn, is_signed_##insn);

static void fixed(enum ieee_size size, uint64_t a, unsigned bits,
		  bool is_signed, unsigned fraction)
{
	expect_answer("fcvtz of a fraction", a, bits, fraction,
		      ieee_to_integer(&e, size, a, IEEE_ZERO, bits, is_signed,
				      fraction),
		      0);
}

static void size_of(enum ieee_size from, enum ieee_size to, uint64_t a)
{
	expect_answer("fcvt", a, from, to, ieee_convert(&e, from, to, a), 0);
}

static void sizes(void)
{
	EACH(ieee_singles, i)
	{
		size_of(IEEE_SINGLE, IEEE_DOUBLE, ieee_singles[i]);
		size_of(IEEE_SINGLE, IEEE_HALF, ieee_singles[i]);
		fixed(IEEE_SINGLE, ieee_singles[i], 32, true, 7);
		fixed(IEEE_SINGLE, ieee_singles[i], 64, false, 64);
	}
	EACH(ieee_doubles, i)
	{
		size_of(IEEE_DOUBLE, IEEE_SINGLE, ieee_doubles[i]);
		size_of(IEEE_DOUBLE, IEEE_HALF, ieee_doubles[i]);
		fixed(IEEE_DOUBLE, ieee_doubles[i], 32, true, 32);
		fixed(IEEE_DOUBLE, ieee_doubles[i], 64, false, 1);
	}
	EACH(ieee_halves, i)
	{
		size_of(IEEE_HALF, IEEE_SINGLE, ieee_halves[i]);
		size_of(IEEE_HALF, IEEE_DOUBLE, ieee_halves[i]);
	}
}

static void all_of_mode(void){ IEEE_TWO(TWO) IEEE_COMPARE(COMPARE)
				       IEEE_THREE(THREE) IEEE_ONE(ONE)
					       IEEE_TO(TO) IEEE_OF(OF) }

TEST(as_qemu)
{
	char self[512] = "", command[700];

	if (system("qemu-aarch64 --version > /dev/null 2>&1") != 0)
		skip();
	assert_true(readlink("/proc/self/exe", self, sizeof(self) - 1) > 0);
	snprintf(command, sizeof(command), "qemu-aarch64 %s/ieee_guest.elf",
		 dirname(self));
	answers = popen(command, "r");
	assert_non_null(answers);
	for (unsigned i = 0; i < IEEE_MODES; i++) {
		e = (struct ieee){ .rounding = i & 3,
				   .flush = i >> 2 & 1,
				   .default_nan = i >> 3 & 1,
				   .alternative = i >> 4 & 1 };
		sizes();
		if (i < IEEE_MODES / 2)
			all_of_mode();
	}
	assert_int_equal(fgetc(answers), EOF);
	assert_int_equal(pclose(answers), 0);
	assert_true(asked > 2000000);
}

/* The host's arithmetic gives what the board's own does. */
TEST(host_as_own)
{
	uint64_t seed = 1;

	for (unsigned i = 0; i < 200000; i++) {
		const enum ieee_size size = i & 1 ? IEEE_DOUBLE : IEEE_SINGLE;
		uint64_t x[2], (*const functions[])(struct ieee *,
						    enum ieee_size, uint64_t,
						    uint64_t) = {
			ieee_add, ieee_subtract, ieee_multiply, ieee_divide
		};

		for (unsigned k = 0; k < 2; k++) {
			seed = seed * 6364136223846793005u +
			       1442695040888963407u;
			x[k] = seed ^ seed >> 29;
			if (i % 3) /* near to 1, or to the other */
				x[k] = (x[k] & 0x800fffffffffffff) |
				       (0x3ff0000000000000 +
					(x[k] >> 56 & 3) * 0x10000000000000);
			if (size == IEEE_SINGLE)
				x[k] >>= 32;
		}
		for (unsigned k = 0; k < 4; k++) {
			struct ieee own = { .rounding = IEEE_NEAREST };
			struct ieee host = { .raised = IEEE_INEXACT };
			uint64_t a = functions[k](&own, size, x[0], x[1]);
			uint64_t b = functions[k](&host, size, x[0], x[1]);

			if (a != b ||
			    (own.raised | IEEE_INEXACT) != host.raised)
				fail_msg("%u of %llx, %llx: %llx %x, by the "
					 "host %llx %x",
					 k, (unsigned long long)x[0],
					 (unsigned long long)x[1],
					 (unsigned long long)a, own.raised,
					 (unsigned long long)b, host.raised);
		}
	}
}
