/* SPDX-License-Identifier: MIT */
/*
 * A setup that is known when the program is compiled, on a Cortex-A8: nothing
 * of Tally is linked.
 *
 *	tally board pba8 --run --cc -I../include fixed.c
 *	tally board pba8 fixed.elf
 */
#include <stdio.h>

#include <tally/fixed.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_CORTEX_A8_PMCCNTR, TALLY_EVENT_CYCLES),
	TALLY_SLOT(TALLY_CORTEX_A8_PMEVCNTR0, TALLY_CORTEX_A8_INST_RETIRED),
	TALLY_SLOT(TALLY_CORTEX_A8_PMEVCNTR1, TALLY_CORTEX_A8_L1D_CACHE_REFILL),
};
TALLY_FIXED(m, cortex_a8, slot);

static volatile int data[8192];

static void work(void)
{
	for (int i = 0; i < 8192; i++)
		data[i] += i;
}

int main(void)
{
	enum tally_status status = m_open(false);

	if (status) {
		printf("status %d\n", status);
		return 1;
	}
	TALLY_FIXED_REGION(m)
	work();
	printf("%8llu cycles\n%8llu instructions\n%8llu data cache misses\n",
	       (unsigned long long)m_count(0), (unsigned long long)m_count(1),
	       (unsigned long long)m_count(2));
	return m_close();
}
