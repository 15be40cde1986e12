/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_MPC85XX_H
#define MONITORS_MPC85XX_H

#include <tally/counting.h>
#include <tally/monitors/mpc85xx.h>

#include "fslpm.h"

_Static_assert(TALLY_FSLPM_SAME(PMGC0, FAC, PMGC0, FAC) &&
		       TALLY_FSLPM_SAME(PMGC0, PMIE, PMGC0, PMIE) &&
		       TALLY_FSLPM_SAME(PMGC0, FCECE, PMGC0, FCECE) &&
		       TALLY_FSLPM_SAME(PMLCa0, FC, PMLCA1, FC) &&
		       TALLY_FSLPM_SAME(PMLCa0, CE, PMLCA1, CE) &&
		       TALLY_FSLPM_SAME(PMLCa0, EVENT, PMLCA1, EVENT) &&
		       TALLY_FSLPM_SAME(PMLCb0, THRESHMUL, PMLCB1, TBMULT) &&
		       TALLY_FSLPM_SAME(PMLCb0, THRESHOLD, PMLCB1, THRESHOLD) &&
		       TALLY_FSLPM_SAME(PMC0, OV, PMC1, OV),
	       "a device's registers are not laid out as a core's");

/*
 * Rows that the device monitors have.  Each counter has events of its own, with
 * numbers from 64 on, and PMC0 has none.  `all` are the counters that can have
 * any other event.
 */
#define MPC85XX_ON(code, all)                                                  \
	((code) >> 8 ? UINT32_C(1) << ((code) >> 8) : (all))
#define MPC85XX_COUNTER(n)                                                     \
	{                                                                      \
		FSLPM_MMIO(0x18 + 0x10 * (n)), 31, false, 0                    \
	}
#define MPC85XX_CLOCK                                                          \
	{                                                                      \
		FSLPM_MMIO(0x18), 64, TALLY_RUNS_ON, TALLY_EVENT_CYCLES        \
	}
#define MPC85XX_FACTS                                                          \
	.pmgc0 = FSLPM_MMIO(0x00), .pmlca0 = FSLPM_MMIO(0x10),                 \
	.pmlcb0 = FSLPM_MMIO(0x14), .pmc0 = FSLPM_MMIO(0x18), .stride = 0x10,  \
	.first = 1, .kept = FSLPM_FAC | FSLPM_PMIE | FSLPM_FCECE
/* `word`: what the monitor's own tables are called after. */
#define MPC85XX_MONITOR(word)                                                  \
	.ops = &fslpm_ops, .counting = &tally_runs_on.counting,                \
	.facts = &word##_facts, .counter = word##_counters,                    \
	.counters = sizeof(word##_counters) / sizeof(word##_counters[0]),      \
	.event = word##_events,                                                \
	.events = sizeof(word##_events) / sizeof(word##_events[0]),            \
	.steps = TALLY_MPC85XX_STEPS, .options = TALLY_FREEZE

#endif
