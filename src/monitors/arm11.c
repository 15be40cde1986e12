/* SPDX-License-Identifier: MIT */
/*
 * ARM11: one cycle counter (CCNT), two event counters (PMN0, PMN1), 32 bits
 * each, and one control register (PMNC) with everything in it; CP15 c15, c12.
 * EvtCount0 is the *higher* event field.  No counter can be stopped alone; an
 * idle one counts ETMEXTOUT[0], which stays 0 unless a trace macrocell drives
 * it.  The counting starts a few cycles after E is set [DDI0301H 3.2.51].
 * [DAI0195B 1, 2], [DDI0301H 3.2.51-54]
 */
#include <tally/monitors/arm11.h>

#include "pmnc.h"

#define REG(crm, opc2)                                                         \
	{                                                                      \
		TALLY_CP(0, 15, crm, opc2), TALLY_CP15, 32                     \
	}

#define PMN (1u << TALLY_ARM11_PMN0 | 1u << TALLY_ARM11_PMN1)

static const struct tally_counter counters[] = {
	[TALLY_ARM11_CCNT] = { REG(12, 1), 32, true, TALLY_EVENT_CYCLES },
	[TALLY_ARM11_PMN0] = { REG(12, 2), 32, false, 0 },
	[TALLY_ARM11_PMN1] = { REG(12, 3), 32, false, 0 },
};

/* The rows of the ARM1176, picked by their `cores`. */
#define ON_ARM11(code, rate)        { code, rate, PMN },
#define ON_ARM1136_1176(code, rate) { code, rate, PMN },
#define ON_ARM1176(code, rate)      { code, rate, PMN },
#define ON_ARM1156(code, rate)
#define EVENT(id, name, code, cores, kind, rate, ...) ON_##cores(code, rate)
static const struct tally_event arm1176_events[] = {
#include <tally/monitors/arm11.def>
};

static const struct pmnc_facts arm1176_facts = {
	.control = REG(12, 0),
	.user = REG(9, 0), /* access validation: bit 0 lets user mode in */
	.event_lsb = { [TALLY_ARM11_PMN0] = 20, [TALLY_ARM11_PMN1] = 12 },
	.export_bit = UINT32_C(1) << 11,
	.id_mask = 0xFF00FFF0,
	.id_value = 0x4100B760, /* ARM, part 0xB76 */
	.idle = TALLY_ARM11_ETMEXTOUT0,
	.clear_needs_enable = true,
};

const struct tally_monitor tally_arm1176 = {
	.ops = &pmnc_ops,
	.facts = &arm1176_facts,
	.counter = counters,
	.event = arm1176_events,
	.counters = PMNC_COUNTERS,
	.options = TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER,
	.events = sizeof(arm1176_events) / sizeof(arm1176_events[0]),
	.steps = TALLY_ARM11_STEPS,
};
