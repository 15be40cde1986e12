/* SPDX-License-Identifier: MIT */
/*
 * Intel XScale, first generation (PXA250, 80200): one clock counter (CCNT), two
 * event counters (PMN0, PMN1), 32 bits each, and one control register (PMNC);
 * CP14 c0-c3, privileged modes only.  evtCount0 is the *lower* event field, the
 * other way round than on ARM11.  Flags may be cleared by the write that
 * stops the counters.  The reset state of flags and events is unpredictable.
 * [80200] 12.2-12.5, 12.7; PXA250 slides
 */
#include <tally/monitors/xscale.h>

#include "pmnc.h"

#define REG(crn)                                                               \
	{                                                                      \
		TALLY_CP(0, crn, 0, 0), TALLY_CP14, 32                         \
	}

#define PMN (1u << TALLY_XSCALE_PMN0 | 1u << TALLY_XSCALE_PMN1)

static const struct tally_counter counters[] = {
	[TALLY_XSCALE_CCNT] = { REG(1), 32, true, TALLY_EVENT_CYCLES },
	[TALLY_XSCALE_PMN0] = { REG(2), 32, false, 0 },
	[TALLY_XSCALE_PMN1] = { REG(3), 32, false, 0 },
};

#define ROW(code, rate) { code, rate, PMN },
#define NO_ROW(code, rate)

/* What a product makes of the rows, by their `cores`. */
#define PXA250_XSCALE ROW
#define PXA250_XSC1   ROW
#define PXA250_XSC2   NO_ROW
#define PXA250_I80200 NO_ROW
#define I80200_XSCALE ROW
#define I80200_XSC1   ROW
#define I80200_XSC2   NO_ROW
#define I80200_I80200 ROW

static const struct tally_event pxa250_events[] = {
#define EVENT(id, name, code, cores, kind, rate, ...) PXA250_##cores(code, rate)
#include <tally/monitors/xscale.def>
};

static const struct tally_event i80200_events[] = {
#define EVENT(id, name, code, cores, kind, rate, ...) I80200_##cores(code, rate)
#include <tally/monitors/xscale.def>
};

static const struct pmnc_facts facts = {
	.control = REG(0),
	.event_lsb = { [TALLY_XSCALE_PMN0] = 12, [TALLY_XSCALE_PMN1] = 20 },
	.kept = PMNC_KEPT,
	.id_mask = 0xFF00E000,
	.id_value = 0x69002000, /* Intel, core generation 1 */
	.idle = TALLY_XSCALE_UNUSED,
};

#define MONITOR(product)                                                       \
	.ops = &pmnc_ops, .facts = &facts, .counter = counters,                \
	.event = product##_events, .counters = PMNC_COUNTERS,                  \
	.options = TALLY_DIVIDE,                                               \
	.events = sizeof(product##_events) / sizeof(product##_events[0]),      \
	.steps = PMNC_STEPS

const struct tally_monitor tally_pxa250 = { MONITOR(pxa250) };
const struct tally_monitor tally_i80200 = { MONITOR(i80200) };
