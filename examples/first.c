/* SPDX-License-Identifier: MIT */
/*
 * The smallest program of one's own: how many cycles, instructions and data
 * cache misses does a loop take on an ARM1176?
 */
#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/native.h>
#include <tally/session.h>

static const struct tally_slot slot[] = {
	{ .counter = TALLY_ARM11_CCNT, .event = TALLY_EVENT_CYCLES },
	{ .counter = TALLY_ARM11_PMN0, .event = TALLY_ARM11_INSTR_EXEC },
	{ .counter = TALLY_ARM11_PMN1, .event = TALLY_ARM11_DCACHE_MISS },
};
static const struct tally_setup setup = { slot, 3, 0 };

static struct tally_total total[3];
static struct tally_step step[TALLY_ARM11_STEPS];
static const struct tally_store store = { total, step, 3, TALLY_ARM11_STEPS };

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
