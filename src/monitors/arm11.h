/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_ARM11_H
#define MONITORS_ARM11_H

#include <tally/counting.h>
#include <tally/monitors/arm11.h>

#include "pmnc.h"

/*
 * Code that the ARM11 cores share; each is a file of its own, so that a program
 * links the one it measures with.
 *
 * One cycle counter (CCNT), two event counters (PMN0, PMN1), 32 bits each, and
 * one control register (PMNC) with everything in it; CP15 c15, c12.  EvtCount0
 * is the *higher* event field.  No counter can be stopped alone; an idle one
 * counts ETMEXTOUT[0], which stays 0 unless a trace macrocell drives it.  The
 * counting starts a few cycles after E is set [DDI0301H 3.2.51].
 * [DAI0195B 1, 2], [DDI0301H 3.2.51-54], [DDI0211K 3.3.39-41]
 */
#define REG(crm, opc2)                                                         \
	{                                                                      \
		TALLY_CP(0, 15, crm, opc2), TALLY_CP15, 32                     \
	}

static const struct tally_counter counters[] = {
	[TALLY_ARM11_CCNT] = { REG(12, 1), 32, true, TALLY_EVENT_CYCLES },
	[TALLY_ARM11_PMN0] = { REG(12, 2), 32, false, 0 },
	[TALLY_ARM11_PMN1] = { REG(12, 3), 32, false, 0 },
};

/*
 * Each core defines ON_x, for every word x in the column `cores` of the rows:
 * as this macro where the core has the row, else as nothing.
 */
#define ROW(code, rate)                                                        \
	{ code, rate, 1u << TALLY_ARM11_PMN0 | 1u << TALLY_ARM11_PMN1 },
#define EVENT(id, name, code, cores, kind, rate, ...) ON_##cores(code, rate)

#define MONITOR                                                                \
	.ops = TALLY_OPS(pmnc_ops), .counting = &tally_flagged,                \
	.facts = &facts, .counter = counters, .event = events,                 \
	.counters = TALLY_PMNC_COUNTERS,                                       \
	.events = sizeof(events) / sizeof(events[0]), .steps = PMNC_STEPS

#endif
