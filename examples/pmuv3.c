/* SPDX-License-Identifier: MIT */
/*
 * Cycles, instructions and data cache refills of a loop, on a Cortex-A53; its
 * cycle counter comes after six others.
 *
 *	tally amalgam -m pmuv3/cortex-a53
 *	tally board virt-a53 --run --cc -I../include pmuv3.c tally_cortex_a53.c
 *	tally board virt-a53 pmuv3.elf
 */
#include <stdio.h>

#include <tally/monitors/pmuv3.h>
#include <tally/native.h>
#include <tally/session.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(6, TALLY_EVENT_CYCLES),
	TALLY_SLOT(0, TALLY_PMUV3_INST_RETIRED),
	TALLY_SLOT(1, TALLY_PMUV3_L1D_CACHE_REFILL),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, PMUV3_CORE, slot);

static volatile int data[8192];

static void work(void)
{
	for (int i = 0; i < 8192; i++)
		data[i] += i;
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_A64;
	struct tally_session s;
	uint64_t count[3];
	enum tally_status status;

	status = tally_session_open(&s, &tally_cortex_a53, &bus, &setup, &store,
				    false);
	if (status) {
		printf("tally: %s\n", tally_status_text(status));
		return 1;
	}
	tally_session_start(&s);
	work();
	tally_session_stop(&s);
	status = tally_session_read_all(&s, count);
	printf("%8llu cycles\n%8llu instructions\n%8llu data cache refills\n",
	       (unsigned long long)count[0], (unsigned long long)count[1],
	       (unsigned long long)count[2]);
	return tally_session_close(&s) || status;
}
