/* SPDX-License-Identifier: MIT */
/*
 * The core's monitor and the second-level cache's, an L220 in memory, around
 * one loop.  An L220's counters stop at their top: m_overflow() of such a setup
 * is called in time, here once.
 *
 *	tally board pb1176 --run --cc -I../include fixed_cache.c
 *	tally board pb1176 fixed_cache.elf
 */
#include <stdio.h>

#include <tally/fixed.h>

enum { L220 = 0x10110000, LINE = 32, LINES = 2048 };
enum { CONTROL = 0x100, AUX = 0x104, AUX_EVENT_BUS = 1 << 20 };

static const struct tally_slot core_slot[] = {
	TALLY_SLOT(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC),
	TALLY_SLOT(TALLY_ARM11_PMN1, TALLY_ARM11_DCACHE_MISS),
};
static const struct tally_slot cache_slot[] = {
	TALLY_SLOT(TALLY_L220_EVR0, TALLY_L220_DRREQ),
	TALLY_SLOT(TALLY_L220_EVR1, TALLY_L220_DRHIT),
};
TALLY_FIXED(core, arm1176, core_slot);
TALLY_FIXED_AT(cache, l220, L220, cache_slot);

static volatile char data[LINES * LINE];

static volatile uint32_t *at(uint32_t offset)
{
	return (volatile uint32_t *)(uintptr_t)(L220 + offset);
}

int main(void)
{
	unsigned long long misses, requests;

	/* The boot code's to do: nothing is counted without the event bus. */
	*at(AUX) |= AUX_EVENT_BUS;
	*at(CONTROL) = 1;
	if (core_open(false) || cache_open(false))
		return 1;
	TALLY_FIXED_REGION(cache)
	TALLY_FIXED_REGION(core)
	for (int i = 0; i < LINES; i++)
		(void)data[i * LINE];
	cache_overflow();
	misses = core_count(1);
	requests = cache_count(0);
	printf("%8llu instructions\n%8llu misses of the first level\n"
	       "%8llu requests to the second\n%8llu hits there\n",
	       (unsigned long long)core_count(0), misses, requests,
	       (unsigned long long)cache_count(1));
	/* A miss is a request; a few more come of what leads there. */
	return cache_close() || core_close() || misses < LINES ||
	       requests < misses || requests > misses + 64;
}
