/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_ARMV7_H
#define MONITORS_ARMV7_H

#include <tally/counting.h>
#include <tally/monitors/armv7.h>
#include <tally/only.h>
#include <tally/words/armv7.h>

/* Code that the ARMv7 monitors share; each core is a file of rows. */
struct armv7_facts {
	uint32_t part; /* bits 15:4 of the main ID register */
	bool filters;  /* the cycle counter has a type, too */
};

/* The traits of armv7/cores.def. */
#define ARMV7_WHOLE   0
#define ARMV7_LOSES   1
#define ARMV7_OPEN    2
#define ARMV7_FILTERS 3

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
#define ARMV7_PMEVCNTR6 ARMV7_NTH(6)
#define ARMV7_PMEVCNTR7 ARMV7_NTH(7)
#define ARMV7_PMCCNTR                                                          \
	{                                                                      \
		{ TALLY_ARMV7_PMCCNTR, TALLY_CP15, 32 }, 32, true,             \
			TALLY_EVENT_CYCLES                                     \
	}

#define ARMV7_COUNTERS       (sizeof(counters) / sizeof(counters[0]))
/* All but the last one, which counts cycles. */
#define ARMV7_EVENT_COUNTERS ((UINT32_C(1) << (ARMV7_COUNTERS - 1)) - 1)

/* The rates of the common events. */
enum armv7_rate {
#define EVENT(id, code, kind, rate, ...) ARMV7_RATE_##id = (rate),
#include <tally/monitors/armv7_events.def>
};
#define ARMV7_EVENT(code, rate) { code, rate, ARMV7_EVENT_COUNTERS },

#define ARMV7_MONITOR                                                          \
	.ops = TALLY_OPS(armv7_ops),                                           \
	.counting =                                                            \
		TRAIT == ARMV7_LOSES ? &compared.counting : &tally_flagged,    \
	.facts = &facts, .counter = counters, .counters = ARMV7_COUNTERS,      \
	.event = events, .events = sizeof(events) / sizeof(events[0]),         \
	.raw = TRAIT >= ARMV7_OPEN ? ARMV7_EVENT_COUNTERS : 0,                 \
	.options = TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER,                   \
	.steps = TRAIT == ARMV7_FILTERS || ARMV7_COUNTERS > 7                  \
			 ? TALLY_ARMV7_MORE_STEPS                              \
			 : TALLY_ARMV7_STEPS

#endif
