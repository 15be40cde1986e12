/* SPDX-License-Identifier: MIT */
/*
 * ARM11: one cycle counter (CCNT), two event counters (PMN0, PMN1), 32 bits
 * each, and one control register (PMNC) with everything in it; CP15 c15, c12.
 * EvtCount0 is the *higher* event field.  No counter can be stopped alone; an
 * idle one counts ETMEXTOUT[0], which stays 0 unless a trace macrocell drives
 * it.  The counting starts a few cycles after E is set [DDI0301H 3.2.51].
 * The cores differ in their events and in who may reach the registers; the
 * ARM1156 can report an overflow by FIQ.
 * [DAI0195B 1, 2], [DDI0301H 3.2.51-54], [DDI0211K 3.3.39-41]
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

#define ROW(code, rate) { code, rate, PMN },
#define NO_ROW(code, rate)

/* What a core makes of the rows, by their `cores`. */
#define ARM1136_ARM11        ROW
#define ARM1136_ARM1136_1176 ROW
#define ARM1136_ARM1156      NO_ROW
#define ARM1136_ARM1176      NO_ROW
#define ARM1156_ARM11        ROW
#define ARM1156_ARM1136_1176 NO_ROW
#define ARM1156_ARM1156      ROW
#define ARM1156_ARM1176      NO_ROW
#define ARM1176_ARM11        ROW
#define ARM1176_ARM1136_1176 ROW
#define ARM1176_ARM1156      NO_ROW
#define ARM1176_ARM1176      ROW

static const struct tally_event arm1136_events[] = {
#define EVENT(id, name, code, cores, kind, rate, ...)                          \
	ARM1136_##cores(code, rate)
#include <tally/monitors/arm11.def>
};

static const struct tally_event arm1156_events[] = {
#define EVENT(id, name, code, cores, kind, rate, ...)                          \
	ARM1156_##cores(code, rate)
#include <tally/monitors/arm11.def>
};

static const struct tally_event arm1176_events[] = {
#define EVENT(id, name, code, cores, kind, rate, ...)                          \
	ARM1176_##cores(code, rate)
#include <tally/monitors/arm11.def>
};

/* What all three have; the main ID register tells the part. */
#define FACTS(part, more)                                                      \
	.control = REG(12, 0),                                                 \
	.event_lsb = { [TALLY_ARM11_PMN0] = 20, [TALLY_ARM11_PMN1] = 12 },     \
	.kept = PMNC_KEPT | PMNC_X | (more), .id_mask = 0xFF00FFF0,            \
	.id_value = 0x41000000 | (part) << 4, .idle = TALLY_ARM11_ETMEXTOUT0,  \
	.clear_needs_enable = true

static const struct pmnc_facts arm1136_facts = { FACTS(0xB36, 0) };

static const struct pmnc_facts arm1156_facts = {
	FACTS(0xB56, PMNC_FIQ),
};

static const struct pmnc_facts arm1176_facts = {
	FACTS(0xB76, 0),
	.user = REG(9, 0), /* access validation: bit 0 lets user mode in */
};

#define MONITOR(core)                                                          \
	.ops = &pmnc_ops, .facts = &core##_facts, .counter = counters,         \
	.event = core##_events, .counters = PMNC_COUNTERS,                     \
	.events = sizeof(core##_events) / sizeof(core##_events[0]),            \
	.steps = PMNC_STEPS

/* User mode has no access at all [DDI0211K 3.3.39-41]. */
const struct tally_monitor tally_arm1136 = {
	MONITOR(arm1136),
	.options = TALLY_DIVIDE | TALLY_EXPORT,
};

const struct tally_monitor tally_arm1156 = {
	MONITOR(arm1156),
	.options = TALLY_DIVIDE | TALLY_EXPORT,
	.fiq = true,
};

const struct tally_monitor tally_arm1176 = {
	MONITOR(arm1176),
	.options = TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER,
};
