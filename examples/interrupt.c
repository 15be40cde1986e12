/* SPDX-License-Identifier: MIT */
/*
 * An overflow's interrupt: every 10000 instructions, and totals of 64 bits that
 * lose none.  start/pb1176.c leads the monitor's line to a function.
 *
 *	tally amalgam -m arm1176
 *	tally board pb1176 --run --cc -I../include interrupt.c tally_arm1176.c \
 *		start/pb1176.c -Wl,--section-start=.vectors=0
 *	tally board pb1176 interrupt.elf
 */
#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/native.h>
#include <tally/session.h>

#include "start/start.h"

enum { PERIOD = 10000 };

static const struct tally_slot slot[] = {
	TALLY_SLOT_EVERY(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC, TALLY_IRQ,
			 PERIOD),
	TALLY_SLOT(TALLY_ARM11_PMN1, TALLY_ARM11_INSTR_EXEC),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, ARM11, slot);
static struct tally_session s;
static volatile unsigned overflows;

static TALLY_GENERAL void on_overflow(uintptr_t pc)
{
	(void)pc;
	if (tally_session_overflow(&s) & 1)
		overflows++;
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_CP15;
	uint64_t count[2];

	if (tally_session_open(&s, &tally_arm1176, &bus, &setup, &store, false))
		return 1;
	start_interrupts(on_overflow);
	tally_session_start(&s);
	for (volatile int i = 0; i < 20000; i++)
		continue;
	tally_session_stop(&s);
	stop_interrupts();
	if (tally_session_read_all(&s, count) || tally_session_close(&s))
		return 1;
	printf("%llu instructions in %u periods\n",
	       (unsigned long long)count[0], overflows);
	return count[0] != count[1] || count[0] / PERIOD != overflows;
}
