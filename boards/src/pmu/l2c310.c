/* SPDX-License-Identifier: MIT */
/*
 * The event counters of an L2C-310: the L220's mechanism (l220.c, whose choices
 * are these, too), with six events more.  Registers, bits and codes to 0x9
 * [DDI0246A 3.3; SAMA5D2 L2CC]; codes above [Linux cache-l2x0-pmu.c, SAMA5D2
 * L2CC].  The model neither prefetches nor reads speculatively.
 */
#include "boards/src/pmu/event_bus.h"
#include "boards/src/pmu/l2.h"

#define TABLE "DDI0246A 3.3"
#define LINUX "Linux cache-l2x0-pmu.c"
#define IS(code, name, item, basis)                                            \
	{                                                                      \
		code, name, PMU_MODELLED, LEDGER_L2CC_##item, basis            \
	}
#define NO(code, name)                                                         \
	{                                                                      \
		code, name, PMU_NOT_MODELLED, LEDGER_NOTHING, LINUX            \
	}

static const struct pmu_event events[] = {
	{ 0x0, "counter disabled", PMU_EXACT, LEDGER_NOTHING, TABLE },
	IS(0x1, "line cast out of level 2", LINES_OUT,
	   TABLE "; victims, only dirty ones: chosen"),
	IS(0x2, "data read hit in level 2", DATA_READ_HITS,
	   TABLE "; victims chosen"),
	IS(0x3, "data read request to level 2", DATA_READS,
	   TABLE "; one line buffer: chosen"),
	IS(0x4, "data write hit in level 2", WRITE_HITS,
	   TABLE "; write-through ones too: chosen"),
	IS(0x5, "data write request to level 2", WRITES,
	   TABLE "; write-through ones too: chosen"),
	IS(0x6, "data write request, write-through", WRITES_THROUGH,
	   TABLE "; no merging: chosen"),
	IS(0x7, "instruction read hit in level 2", INSTRUCTION_HITS,
	   TABLE "; victims chosen"),
	IS(0x8, "instruction read request to level 2", INSTRUCTION_READS,
	   TABLE "; one line buffer: chosen"),
	IS(0x9, "line allocated by a write", WRITE_ALLOCATIONS, TABLE),
	NO(0xa, "line allocated by own prefetching"),
	NO(0xb, "prefetch hint hit in level 2"),
	NO(0xc, "line allocated by a prefetch hint"),
	NO(0xd, "speculative read received"),
	NO(0xe, "speculative read confirmed"),
	NO(0xf, "prefetch hint received"),
};

const struct pmu_ops pmu_l2c310_ops = L220_OPS(events);
