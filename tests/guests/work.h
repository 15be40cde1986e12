/* SPDX-License-Identifier: MIT */
#ifndef WORK_H
#define WORK_H

#include <tally/region.h>

/*
 * A piece of work whose counts are known by hand: one MOV, then WORK_TURNS
 * times SUBS and BNE.  Always inlined, so nothing is added by a call.
 */
enum {
	WORK_TURNS = 5120, /* fits a MOV */
	WORK_INSTRUCTIONS = 1 + 2 * WORK_TURNS,
	WORK_BRANCHES = WORK_TURNS,
};

__attribute__((always_inline)) static inline void work(void)
{
	int turns;

	__asm__ volatile("mov	%0, %1\n"
			 "1:	subs	%0, %0, #1\n"
			 "	bne	1b"
			 : "=r"(turns)
			 : "i"(WORK_TURNS)
			 : "cc");
}

/*
 * A window of known counts is a function of its own, which no caller is
 * compiled together with: a compiler that may would move constants of the code
 * around it in between, and calibration knows of none of these.
 */
#define WINDOW        __attribute__((noipa, unused)) static void
/* At its end: the window is closed by a call, as calibration's is, not by a
 * jump on the way out. */
#define WINDOW_ENDS() __asm__ volatile("")

WINDOW work_within(struct tally_session *s)
{
	TALLY_BEGIN(s);
	work();
	TALLY_END(s);
	WINDOW_ENDS();
}

#endif
