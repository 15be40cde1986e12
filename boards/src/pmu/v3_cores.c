/* SPDX-License-Identifier: MIT */
/*
 * The cores with a PMUv3 have these facts.  Part numbers, six counters and the
 * events are of Arm's lists (ARM-software/data, pmu/), PMCR's IDCODE of the
 * manuals [DDI0500D 12, 100095 11].  PMCEIDs follow from the lists, but the
 * Cortex-A53's is its manual's, which has no event 0x0E.  MIDR's revision and
 * that events are exported are chosen.
 */
#include "boards/src/pmu/v3.h"

static const struct pmu_v3_core cortex_a53 = {
	.identity = { .midr = 0x410FD030, .pmuver = V3_P0, .perfmon = 3 },
	.implementer = 0x41,
	.idcode = 3,
	.counters = 6,
	.aarch32 = true,
	.exports = true,
	.pmceid = { 0x67FFBFFF, 0 },
};

static const struct pmu_v3_core cortex_a57 = {
	.identity = { .midr = 0x410FD070, .pmuver = V3_P0, .perfmon = 3 },
	.implementer = 0x41,
	.idcode = 1,
	.counters = 6,
	.aarch32 = true,
	.exports = true,
	.pmceid = { 0x7FFF0F3F, 0 },
};

static const struct pmu_v3_core cortex_a72 = {
	.identity = { .midr = 0x410FD080, .pmuver = V3_P0, .perfmon = 3 },
	.implementer = 0x41,
	.idcode = 2,
	.counters = 6,
	.aarch32 = true,
	.exports = true,
	.pmceid = { 0x7FFF0F3F, 0 },
};

/*
 * All chosen: no core, but what PMUv3p5 must have at least, without AArch32.
 * MIDR's implementer 0 is software's.
 */
static const struct pmu_v3_core v3p5 = {
	.identity = { .midr = 0x000F0000, .pmuver = V3_P5 },
	.counters = 6,
	.pmceid = { UINT64_C(0x407FFFFFFF), 0x1230A01E },
};

/* Of an event whose item nothing fills the board cannot say anything. */
enum {
	FILLED_NOTHING = 0,
	FILLED_CYCLES = 1,
	FILLED_INSTRUCTIONS = 1,
#define A_ITEM(name, filled) FILLED_##name = (filled),
#include "boards/src/ledger/ledger_a.def"
};

#define ROW(code, name, class, item, basis)                                    \
	{ code, name, FILLED_##item ? (class) : PMU_NOT_MODELLED,              \
	  LEDGER_##item, basis },
#define OWN_ROW(code, name, basis)                                             \
	{ code, name, PMU_EXACT, LEDGER_NOTHING, basis },
#define NO_ROW(...)

static const struct pmu_event cortex_a53_events[] = {
#define ALL    ROW
#define CHAIN  OWN_ROW
#define A53    ROW
#define A53_P5 ROW
#define ARM    ROW
#define BIG    NO_ROW
#define BIG_P5 NO_ROW
#define P5     NO_ROW
#include "boards/src/pmu/v3_events.def"
};

static const struct pmu_event big_events[] = {
#define ALL    ROW
#define CHAIN  OWN_ROW
#define A53    NO_ROW
#define A53_P5 NO_ROW
#define ARM    ROW
#define BIG    ROW
#define BIG_P5 ROW
#define P5     NO_ROW
#include "boards/src/pmu/v3_events.def"
};

static const struct pmu_event v3p5_events[] = {
#define ALL    ROW
#define CHAIN  OWN_ROW
#define A53    NO_ROW
#define A53_P5 ROW
#define ARM    NO_ROW
#define BIG    NO_ROW
#define BIG_P5 ROW
#define P5     ROW
#include "boards/src/pmu/v3_events.def"
};

/* Six event counters and the cycle counter. */
#define COUNTERS (UINT32_C(1) << V3_CYCLES | 0x3F)

#define OPS(CORE, EVENTS)                                                      \
	{                                                                      \
		.facts = &(CORE), .own_size = sizeof(struct pmu_v3),           \
		.forgive = pmu_v3_forgive, .events = (EVENTS),                 \
		.event_count = sizeof(EVENTS) / sizeof((EVENTS)[0]),           \
		.counters = COUNTERS, .reset = pmu_v3_reset,                   \
		.read = pmu_v3_read, .write = pmu_v3_write,                    \
		.is_event = pmu_v3_is_event, .configure = pmu_v3_configure,    \
		.wrapped = pmu_v3_line,                                        \
	}

const struct pmu_ops pmu_cortex_a53_ops = OPS(cortex_a53, cortex_a53_events);
const struct pmu_ops pmu_cortex_a57_ops = OPS(cortex_a57, big_events);
const struct pmu_ops pmu_cortex_a72_ops = OPS(cortex_a72, big_events);
const struct pmu_ops pmu_v3p5_ops = OPS(v3p5, v3p5_events);
