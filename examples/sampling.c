/* SPDX-License-Identifier: MIT */
/*
 * A handler that keeps where the program was, every 1000 instructions, in a log
 * in memory; `tally collect -t board:pb1176 PROG.elf` makes a profile of it.
 * The start-up code is the caller's: here the tests' own.
 */
#include <tally/log.h>
#include <tally/monitors/arm11.h>
#include <tally/native.h>
#include <tally/session.h>

#include "common/fw.h"

enum { PERIOD = 1000 };
static const struct tally_slot slot[] = {
	TALLY_SLOT_EVERY(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC, TALLY_IRQ,
			 PERIOD),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, ARM11, slot);
static struct tally_session s;
static TALLY_LOG(samples, 256);
static void (*board_irq)(struct fw_frame *frame);
static uint32_t pc;

static void on_irq(struct fw_frame *frame)
{
	pc = frame->pc;
	board_irq(frame); /* calls on_overflow() */
}

static void on_overflow(void)
{
	if (tally_session_overflow(&s) & 1)
		tally_log_write(&samples.log, TALLY_LOG_SAMPLE, 0, 0, pc,
				PERIOD);
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_CP15;

	if (tally_log_open(&samples.log, sizeof samples, false) ||
	    tally_session_open(&s, &tally_arm1176, &bus, &setup, &store, false))
		return 1;
	tally_log_text(&samples.log, TALLY_LOG_MONITOR, 0, 0, "arm1176");
	tally_log_write(&samples.log, TALLY_LOG_SETUP, 0, 0,
			TALLY_ARM11_INSTR_EXEC, PERIOD);
	board_irq = fw_handler[FW_IRQ];
	fw_handler[FW_IRQ] = on_irq;
	fw_pmu_interrupt(on_overflow);
	fw_irq_enable();
	tally_session_start(&s);
	for (volatile int i = 0; i < 20000;)
		i++;
	tally_session_stop(&s);
	fw_print_number(tally_session_count(&s, 0));
	fw_print(" instructions\n");
	return samples.log.lost || tally_session_close(&s) != TALLY_OK;
}
