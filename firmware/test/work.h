/* SPDX-License-Identifier: MIT */
#ifndef WORK_H
#define WORK_H

struct tally_session;

/*
 * A piece of work whose counts are known by hand: one MOV, then WORK_TURNS
 * times SUBS and BNE.  Always inlined, so nothing is added by a call.
 */
enum {
	WORK_TURNS = 5120, /* fits a MOV */
	WORK_INSTRUCTIONS = 1 + 2 * WORK_TURNS,
	WORK_BRANCHES = WORK_TURNS,
};

/*
 * The session, in a register from here on.  Where a compiler has MOVW and MOVT
 * it would rather make the address anew, inside the window, and calibration
 * knows of one MOV there.
 */
static inline struct tally_session *in_register(struct tally_session *s)
{
	__asm__("" : "+r"(s));
	return s;
}

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

#endif
