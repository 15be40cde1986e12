/* SPDX-License-Identifier: MIT */
/*
 * Cycles, instructions and data cache misses of a loop, on a PXA250.
 *
 *	tally amalgam -m pxa250
 *	tally board lubbock --run --cc -I../include xscale.c tally_pxa250.c
 *	tally board lubbock xscale.elf
 */
#include <stdio.h>

#include <tally/monitors/xscale.h>
#include <tally/native.h>
#include <tally/session.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_XSCALE_CCNT, TALLY_EVENT_CYCLES),
	TALLY_SLOT(TALLY_XSCALE_PMN0, TALLY_XSCALE_INSTRUCTION),
	TALLY_SLOT(TALLY_XSCALE_PMN1, TALLY_XSCALE_DCACHE_MISS),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, XSCALE, slot);

static volatile int data[8192];

static void work(void)
{
	for (int i = 0; i < 8192; i++)
		data[i] += i;
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_CP14;
	struct tally_session s;
	uint64_t count[3];
	enum tally_status status;

	status = tally_session_open(&s, &tally_pxa250, &bus, &setup, &store,
				    false);
	if (status) {
		printf("tally: %s\n", tally_status_text(status));
		return 1;
	}
	tally_session_start(&s);
	work();
	tally_session_stop(&s);
	status = tally_session_read_all(&s, count);
	printf("%8llu cycles\n%8llu instructions\n%8llu data cache misses\n",
	       (unsigned long long)count[0], (unsigned long long)count[1],
	       (unsigned long long)count[2]);
	return tally_session_close(&s) || status;
}
