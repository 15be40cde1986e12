/* SPDX-License-Identifier: MIT */
/*
 * The smallest program of one's own: how many cycles, instructions and data
 * cache misses does a loop take on an ARM1176?  Each other core has a header
 * in core/ that tells how.
 *
 *	tally amalgam -m arm1176
 *	tally board pb1176 --run --cc -I../include first.c tally_arm1176.c
 *	tally board pb1176 first.elf
 */
#include <stdio.h>

#include <tally/native.h>
#include <tally/session.h>

#ifndef CORE_H
#define CORE_H "core/arm1176.h"
#endif
#include CORE_H

static const struct tally_slot slot[] = {
	TALLY_SLOT(CYCLES_ON, CYCLES),
	TALLY_SLOT(INSTRUCTIONS_ON, INSTRUCTIONS),
	TALLY_SLOT(MISSES_ON, MISSES),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
CORE_STORE(store, slot);

static volatile int data[8192]; /* 32 KiB */

static void work(void)
{
	for (int i = 0; i < 8192; i++)
		data[i] += i;
}

int main(void)
{
	struct tally_bus bus = CORE_BUS;
	struct tally_session s;
	enum tally_status status;

	status = tally_session_open(&s, &CORE, &bus, &setup, &store, false);
	if (status) {
		printf("tally: %s\n", tally_status_text(status));
		return 1;
	}
	tally_session_calibrate(&s, 3);

	tally_session_start(&s);
	work();
	tally_session_stop(&s);

	printf("%8llu cycles\n%8llu instructions\n%8llu data cache " MISSES_NAME
	       "\n",
	       (unsigned long long)tally_session_net(&s, 0),
	       (unsigned long long)tally_session_net(&s, 1),
	       (unsigned long long)tally_session_net(&s, 2));
	return tally_session_close(&s) != TALLY_OK;
}
