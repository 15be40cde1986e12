/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_XSC1_H
#define MONITORS_XSC1_H

#include <tally/counting.h>
#include <tally/monitors/xscale.h>

#include "pmnc.h"

/*
 * Code that the XScales of the first generation share; each product is a file
 * of its own, so that a program links the one it measures with.
 *
 * One clock counter (CCNT), two event counters (PMN0, PMN1), 32 bits each, and
 * one control register (PMNC); CP14 c0-c3, privileged modes only.  evtCount0
 * is the *lower* event field, the other way round than on ARM11.  Flags may be
 * cleared by the write that stops the counters.  The reset state of flags and
 * events is unpredictable.  [80200] 12.2-12.5, 12.7; PXA250 slides
 */
#define REG(crn)                                                               \
	{                                                                      \
		TALLY_CP(0, crn, 0, 0), TALLY_CP14, 32                         \
	}

static const struct tally_counter counters[] = {
	[TALLY_XSCALE_CCNT] = { REG(1), 32, true, TALLY_EVENT_CYCLES },
	[TALLY_XSCALE_PMN0] = { REG(2), 32, false, 0 },
	[TALLY_XSCALE_PMN1] = { REG(3), 32, false, 0 },
};

/* All of PMNC's bits below the events; and the events' places, in turn. */
_Static_assert(TALLY_PMNC_SAME(E, E) && TALLY_PMNC_SAME(P, P) &&
		       TALLY_PMNC_SAME(C, C) && TALLY_PMNC_SAME(D, D) &&
		       TALLY_PMNC_SAME(inten_ccnt, ECC) &&
		       TALLY_PMNC_SAME(inten_pmn0, EC0) &&
		       TALLY_PMNC_SAME(inten_pmn1, EC1) &&
		       TALLY_PMNC_SAME(flag_ccnt, OCC) &&
		       TALLY_PMNC_SAME(flag_pmn0, OC0) &&
		       TALLY_PMNC_SAME(flag_pmn1, OC1) &&
		       TALLY_PMNC_SAME(evtCount1, EvtCount0) &&
		       TALLY_PMNC_SAME(evtCount0, EvtCount1),
	       "PMNC is not laid out as words/pmnc.h has it");

/*
 * Each product defines ON_x, for every word x in the column `cores` of the
 * rows: as this macro where the product has the row, else as nothing.
 */
#define ROW(code, rate)                                                        \
	{ code, rate, 1u << TALLY_XSCALE_PMN0 | 1u << TALLY_XSCALE_PMN1 },
#define EVENT(id, name, code, cores, kind, rate, ...) ON_##cores(code, rate)

#define MONITOR                                                                \
	.ops = TALLY_OPS(pmnc_ops), .counting = &tally_flagged,                \
	.facts = &facts, .counter = counters, .event = events,                 \
	.counters = TALLY_PMNC_COUNTERS, .options = TALLY_DIVIDE,              \
	.events = sizeof(events) / sizeof(events[0]), .steps = PMNC_STEPS

#endif
