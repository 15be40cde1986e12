/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_ARMV7_H
#define MONITORS_ARMV7_H

#include <tally/counting.h>
#include <tally/monitors/armv7.h>
#include <tally/only.h>
#include <tally/words/armv7.h>

/* Code that the ARMv7-A monitors share; each core is a file of its own. */
struct armv7_facts {
	uint32_t part; /* bits 15:4 of the main ID register */
};

TALLY_INNER_DECLARED const struct tally_monitor_ops armv7_ops;

/* A counter by the ID of its row. */
#define ARMV7_NTH(n)                                                           \
	{                                                                      \
		{ TALLY_ARMV7_PMXEVCNTR(n), TALLY_CP15, 32 }, 32, false, 0     \
	}
#define ARMV7_PMEVCNTR0 ARMV7_NTH(0)
#define ARMV7_PMEVCNTR1 ARMV7_NTH(1)
#define ARMV7_PMEVCNTR2 ARMV7_NTH(2)
#define ARMV7_PMEVCNTR3 ARMV7_NTH(3)
#define ARMV7_PMEVCNTR4 ARMV7_NTH(4)
#define ARMV7_PMEVCNTR5 ARMV7_NTH(5)
#define ARMV7_PMCCNTR                                                          \
	{                                                                      \
		{ TALLY_ARMV7_PMCCNTR, TALLY_CP15, 32 }, 32, true,             \
			TALLY_EVENT_CYCLES                                     \
	}

#define ARMV7_COUNTERS       (sizeof(counters) / sizeof(counters[0]))
/* All but the last one, which counts cycles. */
#define ARMV7_EVENT_COUNTERS ((UINT32_C(1) << (ARMV7_COUNTERS - 1)) - 1)

#define ARMV7_MONITOR(how)                                                     \
	.ops = TALLY_OPS(armv7_ops), .counting = &(how), .facts = &facts,      \
	.counter = counters, .counters = ARMV7_COUNTERS, .event = events,      \
	.events = sizeof(events) / sizeof(events[0]),                          \
	.options = TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER,                   \
	.steps = TALLY_ARMV7_STEPS

#endif
