/* SPDX-License-Identifier: MIT */
/*
 * Intel XScale, first generation (PXA250): one clock counter (CCNT), two event
 * counters (PMN0, PMN1), 32 bits each, and one control register (PMNC); CP14
 * c0-c3, privileged modes only.  evtCount0 is the *lower* event field, the
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

/* The rows of the PXA250, picked by their `cores`. */
#define ON_XSCALE(code, rate) { code, rate, PMN },
#define ON_XSC1(code, rate)   { code, rate, PMN },
#define ON_XSC2(code, rate)
#define ON_I80200(code, rate)
#define EVENT(id, name, code, cores, kind, rate, ...) ON_##cores(code, rate)
static const struct tally_event pxa250_events[] = {
#include <tally/monitors/xscale.def>
};

static const struct pmnc_facts pxa250_facts = {
	.control = REG(0),
	.event_lsb = { [TALLY_XSCALE_PMN0] = 12, [TALLY_XSCALE_PMN1] = 20 },
	.id_mask = 0xFF00E000,
	.id_value = 0x69002000, /* Intel, core generation 1 */
	.idle = TALLY_XSCALE_UNUSED,
};

const struct tally_monitor tally_pxa250 = {
	.ops = &pmnc_ops,
	.facts = &pxa250_facts,
	.counter = counters,
	.event = pxa250_events,
	.counters = PMNC_COUNTERS,
	.options = TALLY_DIVIDE,
	.events = sizeof(pxa250_events) / sizeof(pxa250_events[0]),
	.steps = TALLY_XSCALE_STEPS,
};
