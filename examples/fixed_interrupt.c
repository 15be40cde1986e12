/* SPDX-License-Identifier: MIT */
/*
 * An overflow's interrupt in the folded form: every 10000 instructions.
 * start/pb1176.c leads the monitor's line to a function.
 *
 *	tally board pb1176 --run --cc -I../include fixed_interrupt.c \
 *		start/pb1176.c -Wl,--section-start=.vectors=0
 *	tally board pb1176 fixed_interrupt.elf
 */
#include <stdio.h>

#include <tally/fixed.h>

#include "start/start.h"

enum { PERIOD = 10000 };

static const struct tally_slot slot[] = {
	TALLY_SLOT_EVERY(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC, TALLY_IRQ,
			 PERIOD),
	TALLY_SLOT(TALLY_ARM11_PMN1, TALLY_ARM11_INSTR_EXEC),
};
TALLY_FIXED(m, arm1176, slot);

static volatile unsigned overflows;

static TALLY_GENERAL void on_overflow(uintptr_t pc)
{
	(void)pc;
	m_overflow();
	overflows = overflows + 1;
}

int main(void)
{
	uint64_t count[2];

	if (m_open(false))
		return 1;
	start_interrupts(on_overflow);
	m_start();
	for (volatile int i = 0; i < 20000; i++)
		continue;
	m_stop();
	stop_interrupts();
	m_counts(count);
	printf("%llu instructions in %u periods\n",
	       (unsigned long long)count[0], overflows);
	return m_close() || count[0] != count[1] ||
	       count[0] / PERIOD != overflows;
}
