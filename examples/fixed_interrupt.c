/* SPDX-License-Identifier: MIT */
/*
 * An overflow's interrupt in the folded form: every 10000 instructions.
 * start/pb1176 names the start-up code, which is the tests': fw_pmu_interrupt()
 * connects the monitor's line with a function.
 *
 *	tally board pb1176 --run --cc -I../include fixed_interrupt.c \
 *		@start/pb1176
 *	tally board pb1176 fixed_interrupt.elf
 */
#include <tally/fixed.h>

#include "common/fw.h"

enum { PERIOD = 10000 };

static const struct tally_slot slot[] = {
	TALLY_SLOT_EVERY(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC, TALLY_IRQ,
			 PERIOD),
	TALLY_SLOT(TALLY_ARM11_PMN1, TALLY_ARM11_INSTR_EXEC),
};
TALLY_FIXED(m, arm1176, slot);

static volatile unsigned overflows;

static void on_overflow(void)
{
	m_overflow();
	overflows = overflows + 1;
}

int main(void)
{
	uint64_t count[2];

	fw_pmu_interrupt(on_overflow);
	if (m_open(false))
		return 1;
	fw_irq_enable();
	m_start();
	for (volatile int i = 0; i < 20000; i++)
		continue;
	m_stop();
	fw_irq_disable();
	m_counts(count);
	fw_print_number(count[0]);
	fw_print(" instructions in ");
	fw_print_number(overflows);
	fw_print(" periods\n");
	return m_close() || count[0] != count[1] ||
	       count[0] / PERIOD != overflows;
}
