/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_E500_H
#define MONITORS_E500_H

#include <tally/counting.h>
#include <tally/monitors/e500.h>

#include "fslpm.h"

/*
 * Rows that both e500 cores have.  Any counter can count an event, with two
 * exceptions: events with a threshold have counters 0 and 1 only, and events
 * that count another counter's wraps have none, since a pair uses them.
 */
#define E500_ON(code)                                                          \
	((code) >= TALLY_E500_PMC0_OVERFLOW &&                                 \
			 (code) <= TALLY_E500_PMC3_OVERFLOW                    \
		 ? 0u                                                          \
	 : (code) >= TALLY_E500_DLFB_LOAD_MISS_CYCLES &&                       \
			 (code) <= TALLY_E500_CRIT_INT_PENDING_CYCLES          \
		 ? 0x3u                                                        \
		 : 0xFu)
#define E500_ROW(id, code, kind, rate, ...) { code, rate, E500_ON(code) },

#define E500_COUNTER(n)                                                        \
	{                                                                      \
		FSLPM_PMR(16 + (n)), 31, false, 0                              \
	}
#define E500_FACTS(more)                                                       \
	{                                                                      \
		.pmgc0 = FSLPM_PMR(400), .pmlca0 = FSLPM_PMR(144),             \
		.pmlcb0 = FSLPM_PMR(272), .pmc0 = FSLPM_PMR(16), .stride = 1,  \
		.chain = TALLY_E500_PMC0_OVERFLOW, .thresholds = 2,            \
		.kept = FSLPM_FAC | FSLPM_PMIE | FSLPM_FCECE | (more)          \
	}
#define E500_MONITOR                                                           \
	.ops = TALLY_OPS(fslpm_ops), .counting = &tally_flagged,               \
	.facts = &facts, .counter = counters, .counters = 4, .event = events,  \
	.events = sizeof(events) / sizeof(events[0]),                          \
	.steps = TALLY_E500_STEPS,                                             \
	.levels = TALLY_EL0 | TALLY_EL1 | TALLY_MARKED | TALLY_UNMARKED,       \
	.pairs = true, .raw = 0xF

#endif
