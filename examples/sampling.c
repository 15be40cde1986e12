/* SPDX-License-Identifier: MIT */
/*
 * A handler keeps samples of an ARM1176: every 1000 instructions where it was,
 * and in which task, in a log.  start/pb1176.c leads the monitor's line to the
 * handler.  Each other core has a header in core/ that tells how.
 *
 *	tally amalgam -m arm1176
 *	tally board pb1176 --run --cc -I../include sampling.c tally_arm1176.c \
 *		start/pb1176.c -Wl,--section-start=.vectors=0
 *	tally collect -t board:pb1176 sampling.elf
 */
#include <tally/log.h>
#include <tally/native.h>
#include <tally/session.h>

#include "start/start.h"

#ifndef CORE_H
#define CORE_H "core/arm1176.h"
#endif
#include CORE_H

enum { PERIOD = 1000 };
static const struct tally_slot slot[] = {
	TALLY_SLOT_EVERY(INSTRUCTIONS_ON, INSTRUCTIONS, TALLY_IRQ, PERIOD),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
CORE_STORE(store, slot);
static struct tally_session s;
static TALLY_LOG(ring, 256);
static volatile uint32_t task;

static TALLY_GENERAL void on_overflow(uintptr_t pc)
{
	if (tally_session_overflow(&s) & 1)
		tally_log_write(&ring.log, TALLY_LOG_SAMPLE, 0, task, pc,
				PERIOD);
}

int main(void)
{
	struct tally_bus bus = CORE_BUS;

	if (tally_log_open(&ring.log, sizeof ring, false) ||
	    tally_session_open(&s, &CORE, &bus, &setup, &store, false))
		return 1;
	tally_log_text(&ring.log, TALLY_LOG_MONITOR, 0, 0, CORE_NAME);
	tally_log_write(&ring.log, TALLY_LOG_SETUP, 0, 0, INSTRUCTIONS, PERIOD);
	start_interrupts(on_overflow);
	tally_session_start(&s);
	for (task = 1; task < 3; task++) /* as a system's switch has it */
		for (volatile int i = 0; i < 10000;)
			i++;
	tally_session_stop(&s);
	stop_interrupts();
	tally_log_write(&ring.log, TALLY_LOG_INTERVAL, 0, 0,
			tally_session_count(&s, 0), 0);
	return ring.log.lost || tally_session_close(&s) != TALLY_OK;
}
