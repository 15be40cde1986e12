/* SPDX-License-Identifier: MIT */
/*
 * Cycles, instructions and data cache reloads of a loop, on an e500v2, which
 * has no counter for cycles alone.
 *
 *	tally amalgam -m e500v2
 *	tally board mpc8548cds --run --cc -I../include e500.c tally_e500v2.c
 *	tally board mpc8548cds e500.elf
 */
#include <stdio.h>

#include <tally/monitors/e500.h>
#include <tally/native.h>
#include <tally/session.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_E500_PMC0, TALLY_E500_PROCESSOR_CYCLES),
	TALLY_SLOT(TALLY_E500_PMC1, TALLY_E500_INSTR_COMPLETED),
	TALLY_SLOT(TALLY_E500_PMC2, TALLY_E500_DL1_RELOADS),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, E500, slot);

static volatile int data[8192];

static void work(void)
{
	for (int i = 0; i < 8192; i++)
		data[i] += i;
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_PMR;
	struct tally_session s;
	uint64_t count[3];
	enum tally_status status;

	status = tally_session_open(&s, &tally_e500v2, &bus, &setup, &store,
				    false);
	if (status) {
		printf("tally: %s\n", tally_status_text(status));
		return 1;
	}
	tally_session_start(&s);
	work();
	tally_session_stop(&s);
	status = tally_session_read_all(&s, count);
	printf("%8llu cycles\n%8llu instructions\n%8llu data cache reloads\n",
	       (unsigned long long)count[0], (unsigned long long)count[1],
	       (unsigned long long)count[2]);
	return tally_session_close(&s) || status;
}
