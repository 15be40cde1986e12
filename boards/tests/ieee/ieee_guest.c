/* SPDX-License-Identifier: MIT */
/*
 * A program of Linux for QEMU's user mode: writes what the processor makes of
 * the cases, to its standard output.
 */
#include "ieee_cases.h"

enum { ANSWERS = 4096 };

static struct ieee_answer answers[ANSWERS];
static unsigned had;

static void write_all(void)
{
	register uint64_t x0 __asm__("x0") = 1;
	register uint64_t x1 __asm__("x1") = (uint64_t)answers;
	register uint64_t x2 __asm__("x2") = had * sizeof(answers[0]);
	register uint64_t x8 __asm__("x8") = 64;

	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x1), "r"(x2), "r"(x8)
			 : "memory");
	had = 0;
}

static void answer(uint64_t result, uint64_t raised, uint64_t flags)
{
	if (had == ANSWERS)
		write_all();
	answers[had++] = (struct ieee_answer){ result, (uint32_t)raised,
					       (uint32_t)flags };
}

static uint64_t mode;

/* In v0 to v2 or x0; the result comes in v3, x3 or the flags. */
#define ASK(text, result, a, b, c)                                             \
	do {                                                                   \
		uint64_t d_, x_, s_, f_;                                       \
		__asm__ volatile("msr fpcr, %8\n\tmsr fpsr, xzr\n\t"           \
				 "fmov d0, %4\n\tfmov d1, %5\n\t"              \
				 "fmov d2, %6\n\tmov x0, %7\n\t"               \
				 "mov x3, 0\n\tmovi v3.2d, 0\n\t" text "\n\t"  \
				 "mrs %3, nzcv\n\tmrs %2, fpsr\n\t"            \
				 "fmov %0, d3\n\tmov %1, x3\n\tmsr fpcr, xzr"  \
				 : "=&r"(d_), "=&r"(x_), "=&r"(s_), "=&r"(f_)  \
				 : "r"(a), "r"(b), "r"(c), "r"(a), "r"(mode)   \
				 : "x0", "x3", "v0", "v1", "v2", "v3", "cc");  \
		(void)x_;                                                      \
		(void)d_;                                                      \
		answer(result, s_, f_);                                        \
	} while (0)

#define EACH(array, name)                                                      \
	for (unsigned name = 0; name < IEEE_COUNT(array); name++)

#define TWO(insn)                                                              \
	EACH(ieee_singles, i)                                                  \
	EACH(ieee_singles, k)                                                  \
	ASK(#insn " s3, s0, s1", d_, ieee_singles[i], ieee_singles[k], 0l);    \
	EACH(ieee_doubles, i)                                                  \
	EACH(ieee_doubles, k)                                                  \
	ASK(#insn " d3, d0, d1", d_, ieee_doubles[i], ieee_doubles[k], 0l);
#define COMPARE(insn)                                                          \
	EACH(ieee_singles, i)                                                  \
	EACH(ieee_singles, k)                                                  \
	ASK(#insn " s0, s1", d_, ieee_singles[i], ieee_singles[k], 0l);        \
	EACH(ieee_doubles, i)                                                  \
	EACH(ieee_doubles, k)                                                  \
	ASK(#insn " d0, d1", d_, ieee_doubles[i], ieee_doubles[k], 0l);
/* Each eighth. */
#define THREE(insn)                                                            \
	EACH(ieee_singles, i)                                                  \
	EACH(ieee_singles, k)                                                  \
	for (unsigned n = (i + k) % 8; n < IEEE_COUNT(ieee_singles); n += 8)   \
		ASK(#insn " s3, s0, s1, s2", d_, ieee_singles[i],              \
		    ieee_singles[k], ieee_singles[n]);                         \
	EACH(ieee_doubles, i)                                                  \
	EACH(ieee_doubles, k)                                                  \
	for (unsigned n = (i + k) % 8; n < IEEE_COUNT(ieee_doubles); n += 8)   \
		ASK(#insn " d3, d0, d1, d2", d_, ieee_doubles[i],              \
		    ieee_doubles[k], ieee_doubles[n]);
#define ONE(insn)                                                              \
	EACH(ieee_singles, i)                                                  \
	ASK(#insn " s3, s0", d_, ieee_singles[i], 0l, 0l);                     \
	EACH(ieee_doubles, i)                                                  \
	ASK(#insn " d3, d0", d_, ieee_doubles[i], 0l, 0l);
#define TO(insn)                                                               \
	EACH(ieee_singles, i)                                                  \
	{                                                                      \
		ASK(#insn " w3, s0", x_, ieee_singles[i], 0l, 0l);             \
		ASK(#insn " x3, s0", x_, ieee_singles[i], 0l, 0l);             \
	}                                                                      \
	EACH(ieee_doubles, i)                                                  \
	{                                                                      \
		ASK(#insn " w3, d0", x_, ieee_doubles[i], 0l, 0l);             \
		ASK(#insn " x3, d0", x_, ieee_doubles[i], 0l, 0l);             \
	}
#define OF(insn)                                                               \
	EACH(ieee_integers, i)                                                 \
	{                                                                      \
		ASK(#insn " s3, w0", d_, ieee_integers[i], 0l, 0l);            \
		ASK(#insn " d3, w0", d_, ieee_integers[i], 0l, 0l);            \
		ASK(#insn " s3, x0", d_, ieee_integers[i], 0l, 0l);            \
		ASK(#insn " d3, x0", d_, ieee_integers[i], 0l, 0l);            \
		ASK(#insn " s3, w0, 13", d_, ieee_integers[i], 0l, 0l);        \
		ASK(#insn " d3, x0, 64", d_, ieee_integers[i], 0l, 0l);        \
	}

static void sizes(void)
{
	EACH(ieee_singles, i)
	{
		ASK("fcvt d3, s0", d_, ieee_singles[i], 0l, 0l);
		ASK("fcvt h3, s0", d_, ieee_singles[i], 0l, 0l);
		ASK("fcvtzs w3, s0, 7", x_, ieee_singles[i], 0l, 0l);
		ASK("fcvtzu x3, s0, 64", x_, ieee_singles[i], 0l, 0l);
	}
	EACH(ieee_doubles, i)
	{
		ASK("fcvt s3, d0", d_, ieee_doubles[i], 0l, 0l);
		ASK("fcvt h3, d0", d_, ieee_doubles[i], 0l, 0l);
		ASK("fcvtzs w3, d0, 32", x_, ieee_doubles[i], 0l, 0l);
		ASK("fcvtzu x3, d0, 1", x_, ieee_doubles[i], 0l, 0l);
	}
	EACH(ieee_halves, i)
	{
		ASK("fcvt s3, h0", d_, ieee_halves[i], 0l, 0l);
		ASK("fcvt d3, h0", d_, ieee_halves[i], 0l, 0l);
	}
}

static void all(void)
{
	for (unsigned i = 0; i < IEEE_MODES; i++) {
		mode = ieee_mode(i);
		sizes();
		if (i >= IEEE_MODES / 2)
			continue; /* halves are in no other */
		IEEE_TWO(TWO)
		IEEE_COMPARE(COMPARE)
		IEEE_THREE(THREE)
		IEEE_ONE(ONE)
		IEEE_TO(TO)
		IEEE_OF(OF)
	}
}

static void leave(void)
{
	register uint64_t x0 __asm__("x0") = 0;
	register uint64_t x8 __asm__("x8") = 93;

	__asm__ volatile("svc 0" : : "r"(x0), "r"(x8));
}

void _start(void);
void _start(void)
{
	all();
	write_all();
	leave();
}
