/* SPDX-License-Identifier: MIT */
/*
 * A PowerQUICC III's core and its device monitor, in memory, around one loop:
 * the platform's clocks, and what the second-level cache hits.
 *
 *	tally board mpc8548cds --run --cc -I../include fixed_device.c
 *	tally board mpc8548cds fixed_device.elf
 */
#include <stdio.h>

#include <tally/fixed.h>

enum { CCSRBAR = 0xE0000000, L2_DATA_HIT = 23, LINES = 512, LINE = 32 };

static const struct tally_slot core_slot[] = {
	TALLY_SLOT(TALLY_E500_PMC0, TALLY_E500_INSTR_COMPLETED),
};
static const struct tally_slot device_slot[] = {
	TALLY_SLOT(TALLY_MPC85XX_CLOCK, TALLY_EVENT_CYCLES),
	TALLY_SLOT(1, L2_DATA_HIT),
	TALLY_SLOT_EVERY(2, L2_DATA_HIT, TALLY_SILENT, 100),
};
TALLY_FIXED(core, e500v2, core_slot);
TALLY_FIXED_AT(device, mpc8548, CCSRBAR + TALLY_MPC85XX_BASE, device_slot);

static char lines[LINES * LINE] __attribute__((aligned(LINE)));

static void misses(void)
{
	for (int i = 0; i < LINES; i++) {
		volatile char *at = &lines[i * LINE];

		__asm__ volatile("dcbf 0,%0\n\tmsync" : : "r"(at) : "memory");
		(void)*at;
	}
}

int main(void)
{
	uint64_t count[3];

	misses();
	if (core_open(false) || device_open(false))
		return 1;
	for (int i = 0; i < 10; i++) {
		TALLY_FIXED_REGION(device)
		TALLY_FIXED_REGION(core)
		misses();
		device_overflow();
	}
	device_counts(count);
	printf("%8llu instructions\n%8llu platform clocks\n%8llu hits\n",
	       (unsigned long long)core_count(0), (unsigned long long)count[0],
	       (unsigned long long)count[1]);
	return device_close() || core_close() || count[0] < 1000 || !count[1] ||
	       count[1] != count[2];
}
