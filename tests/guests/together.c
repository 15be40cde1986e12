/* SPDX-License-Identifier: MIT */
/*
 * The core's monitor and the second-level cache's in one window, from inside:
 * what the one counts as misses the other sees as requests.
 */
#include <stddef.h>

#include <tally/native.h>
#include <tally/together.h>

#include "check.h"
#include "common/fw.h"
#include "common/l2.h"
#include "target.h"

enum {
	LINE = 32,
	LINES = 2048,           /* 64 KiB: more than the first level, ... */
	KEPT = TARGET_L1_LINES, /* ... which may keep so many */
	FEW = 32, /* lines of the stack, the sessions and the like */
};

static uint8_t data[LINES * LINE] __attribute__((aligned(LINE)));

static struct tally_bus core_bus = TARGET_BUS;
static struct tally_bus_mmio l2_bus = TALLY_BUS_MMIO(TARGET_L2_BASE, 0x1000);

enum { CYCLES, INSTRUCTIONS, MISSES, CORE_SLOTS };
enum { REQUESTS, HITS, L2_SLOTS };

static const struct tally_slot core_slot[CORE_SLOTS] = {
	[CYCLES] = { .counter = TARGET_CCNT, .event = TALLY_EVENT_CYCLES },
	[INSTRUCTIONS] = { .counter = TARGET_PMN0,
			   .event = TARGET_INSTRUCTIONS },
	[MISSES] = { .counter = TARGET_PMN1, .event = TARGET_L1_MISSES },
};
static const struct tally_slot l2_slot[L2_SLOTS] = {
	[REQUESTS] = { .counter = TARGET_L2(EVR0), .event = TARGET_L2(DRREQ) },
	[HITS] = { .counter = TARGET_L2(EVR1), .event = TARGET_L2(DRHIT) },
};
static const struct tally_setup core_setup = { core_slot, CORE_SLOTS, 0 };
static const struct tally_setup l2_setup = { l2_slot, L2_SLOTS, 0 };

static struct tally_session core, l2;
static struct tally_total core_total[CORE_SLOTS], l2_total[L2_SLOTS];
static struct tally_step core_step[TARGET_STEPS], l2_step[32];
static const struct tally_store core_store = { core_total, core_step,
					       CORE_SLOTS, TARGET_STEPS };
static const struct tally_store l2_store = { l2_total, l2_step, L2_SLOTS, 32 };

static const struct tally_member member[] = {
	{ &core, &TARGET_MONITOR, &core_bus, &core_setup, &core_store },
	{ &l2, &TARGET_L2_MONITOR, &l2_bus.bus, &l2_setup, &l2_store },
};
static struct tally_together both;

static void walk(void)
{
	for (unsigned i = 0; i < LINES; i++)
		(void)*(const volatile uint32_t *)&data[i * LINE];
}

static void window(void)
{
	check_status("starts", tally_together_start(&both), TALLY_OK);
	walk();
	check_status("stops", tally_together_stop(&both), TALLY_OK);
}

/* An empty window holds what lies between the writes at its two ends. */
static void empty_window(void)
{
	check_status("is calibrated", tally_together_calibrate(&both, 4),
		     TALLY_OK);
	/*
	 * From the core's start to its stop: the way out of the one function,
	 * the checks of the other, and the other monitor's stop.
	 */
	check_between("cycles of an empty window", core_total[CYCLES].empty, 1,
		      600);
	check_between("instructions of an empty window",
		      core_total[INSTRUCTIONS].empty, 1, 300);
	check_equal("requests of an empty window", l2_total[REQUESTS].empty, 0);
}

static void counts_as_one(void)
{
	uint64_t once, misses, requests;

	window();
	once = tally_session_net(&core, INSTRUCTIONS);
	misses = tally_session_net(&core, MISSES);
	requests = tally_session_net(&l2, REQUESTS);
	/* No line was in the first level, and each asks the second once. */
	check_between("misses", misses, LINES, LINES + FEW);
	check_between("requests", requests, LINES, LINES + FEW);
	check_between("hits of what was not there",
		      tally_session_net(&l2, HITS), 0, FEW);

	/* Again: the same instructions, and what asks the second level hits. */
	window();
	check_equal("instructions of two windows",
		    tally_session_net(&core, INSTRUCTIONS), 2 * once);
	check_between("requests of two windows",
		      tally_session_net(&l2, REQUESTS), 2 * LINES - KEPT,
		      2 * (LINES + FEW));
	check_between("hits of the second", tally_session_net(&l2, HITS),
		      LINES - KEPT, LINES + 2 * FEW);
}

int main(void)
{
	l2_enable();
	check_status("opens",
		     tally_together_open(&both, member, 2, false, NULL),
		     TALLY_OK);
	check_true("memory first",
		   both.session[0] == &l2 && both.session[1] == &core);
	empty_window();
	counts_as_one();
	check_status("is not started", tally_together_stop(&both),
		     TALLY_E_STATE);
	check_equal("no overflow", tally_together_overflow(&both), 0);
	check_status("closes", tally_together_close(&both), TALLY_OK);
	check_status("is closed", tally_together_close(&both), TALLY_E_STATE);
	return check_result();
}
