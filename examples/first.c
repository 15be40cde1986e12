/* SPDX-License-Identifier: MIT */
/*
 * The smallest program of one's own: how many cycles, instructions and data
 * cache misses does a loop take on an ARM1176?
 *
 *	tally amalgam -m arm1176
 *	tally board pb1176 --run --cc -I../include first.c tally_arm1176.c
 *	tally board pb1176 first.elf
 */
#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/native.h>
#include <tally/session.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_ARM11_CCNT, TALLY_EVENT_CYCLES),
	TALLY_SLOT(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC),
	TALLY_SLOT(TALLY_ARM11_PMN1, TALLY_ARM11_DCACHE_MISS),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, ARM11, slot);

static volatile int data[8192]; /* 32 KiB, twice the data cache */

static void work(void)
{
	for (int i = 0; i < 8192; i++)
		data[i] += i;
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_CP15;
	struct tally_session s;
	enum tally_status status;

	status = tally_session_open(&s, &tally_arm1176, &bus, &setup, &store,
				    false);
	if (status) {
		printf("tally: %s\n", tally_status_text(status));
		return 1;
	}
	tally_session_calibrate(&s, 3);

	tally_session_start(&s);
	work();
	tally_session_stop(&s);

	printf("%8llu cycles\n%8llu instructions\n%8llu data cache misses\n",
	       (unsigned long long)tally_session_net(&s, 0),
	       (unsigned long long)tally_session_net(&s, 1),
	       (unsigned long long)tally_session_net(&s, 2));
	tally_session_close(&s);
	return 0;
}
