/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of an ARM11's monitor.  The facts come from
 * <tally/monitors/arm11.def>, metrics and notes from arm11_text.def; a core is
 * the choice of its rows, so another one is another block like the last.
 */
#include <tally/monitors/arm11.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/arm11.def"
#define TEXT_ROWS    "catalog/arm11_text.def"
#define RULE_ROWS    "catalog/arm11_rules.def"
#define SPACE        TALLY_CP15
#define NATIVE       "CP15"
#define PMN          (1u << TALLY_ARM11_PMN0 | 1u << TALLY_ARM11_PMN1)
#define INSTRUCTIONS "instr_exec"
#define CYCLES_EVENT "cpu_cycles"

#define ON_ARM11(...) __VA_ARGS__
#define OFF_ARM11(...)
#define ONLY_ARM1136_1176 "ARM1136 and ARM1176"
#define ONLY_ARM1156      "ARM1156"
#define ONLY_ARM1176      "ARM1176"

#define COUNTERS                                                               \
	"one cycle counter and two event counters of 32 bits; all of them "    \
	"start, stop and are cleared in one control register; both event "     \
	"counters are cleared together; an overflow's interrupt request can "  \
	"only be cleared while the counters run; no counter stops alone; "
#define NOTE_195 "ARM DAI 0195B, ARM11 performance monitor unit"

/*
 * The control register, the auxiliary control register and the TCM status
 * register, the same on these cores [DDI0301H 3.2.4, 3.2.7, 3.2.8], [DDI0211K
 * 3.3.7]; of the ARM1156 no manual was found, so for it they are taken over.
 */
#define CP15(crn, opc2)                                                        \
	{                                                                      \
		TALLY_CP(0, crn, 0, opc2), TALLY_CP15, 32                      \
	}
#define CONTROL CP15(1, 0)
#define AUX     CP15(1, 1)
#define TCM     CP15(0, 2)

enum {
	MMU = 1 << 0,
	DCACHE = 1 << 2,
	PREDICTION = 1 << 11,
	ICACHE = 1 << 12,
	RETURN_STACK = 1 << 0,
	DYNAMIC = 1 << 1,
	STATIC = 1 << 2,
	DATA_TCMS = 7 << 16, /* how many there are */
};

static const struct catalog_condition conditions[] = {
	{ WHEN_PREDICTION_OFF, 0, false, CONTROL, PREDICTION, 0 },
	{ WHEN_PREDICTION_ON, 0, true, CONTROL, PREDICTION, 0 },
	{ WHEN_ICACHE_OFF, 0, false, CONTROL, ICACHE, 0 },
	{ WHEN_ICACHE_ON, 0, true, CONTROL, ICACHE, 0 },
	{ WHEN_ICACHE_ON_PREDICTION_OFF, WHEN_ICACHE_ON, false, CONTROL,
	  PREDICTION, 0 },
	{ WHEN_ICACHE_ON_PREDICTION_ON, WHEN_ICACHE_ON, true, CONTROL,
	  PREDICTION, 0 },
	{ WHEN_DCACHE_OFF, 0, false, CONTROL, DCACHE, 0 },
	{ WHEN_MMU_OFF, 0, false, CONTROL, MMU, 0 },
	{ WHEN_MMU_ON, 0, true, CONTROL, MMU, 0 },
	{ WHEN_RETURN_STACK_OFF, 0, false, CONTROL, PREDICTION, 0 },
	{ WHEN_DYNAMIC_PREDICTION_OFF, WHEN_PREDICTION_ON, false, AUX, DYNAMIC,
	  0 },
	{ WHEN_STATIC_PREDICTION_OFF, WHEN_PREDICTION_ON, false, AUX, STATIC,
	  0 },
	{ WHEN_RETURN_STACK_OFF, 0, false, AUX, RETURN_STACK, 0 },
	{ WHEN_RETURN_STACK_ON, WHEN_PREDICTION_ON, true, AUX, RETURN_STACK,
	  0 },
	{ WHEN_ICACHE_ON_RETURN_STACK_ON, WHEN_ICACHE_ON_PREDICTION_ON, true,
	  AUX, RETURN_STACK, 0 },
	{ WHEN_DATA_TCM, 0, true, TCM, DATA_TCMS, 0 },
};

/* [DAI0195B 8] against its table 2: see the note which_misses. */
static const struct catalog_expectation cacheable_misses = {
	0, 1,
	"more misses than cacheable accesses: can be only where accesses to "
	"memory that is not cacheable count as misses, too (DAI0195B 8)"
};

/* ARM1136 */
#define ON_ARM1136(...) __VA_ARGS__
#define OFF_ARM1136(...)
#define ON_ARM1136_1176(...) __VA_ARGS__
#define OFF_ARM1136_1176(...)
#define ON_ARM1156(...)
#define OFF_ARM1156(...) __VA_ARGS__
#define ON_ARM1176(...)
#define OFF_ARM1176(...) __VA_ARGS__
#define CORE             arm1136
#define CORE_TITLE       "ARM1136 performance monitor"
#define CORE_CONDITIONS  conditions
#define CORE_SUMMARY                                                           \
	COUNTERS "privileged modes only; the cycle counter is unpredictable "  \
		 "after reset"
#define CORE_SOURCES                                                           \
	NOTE_195 "; ARM DDI 0211K, ARM1136 technical reference manual, "       \
		 "3.3.39 to 3.3.41"
#include "catalog/tables.h"

/* ARM1156 */
#undef ON_ARM1136
#undef OFF_ARM1136
#define ON_ARM1136(...)
#define OFF_ARM1136(...) __VA_ARGS__
#undef ON_ARM1136_1176
#undef OFF_ARM1136_1176
#undef ON_ARM1156
#undef OFF_ARM1156
#undef ON_ARM1176
#undef OFF_ARM1176
#define ON_ARM1136_1176(...)
#define OFF_ARM1136_1176(...) __VA_ARGS__
#define ON_ARM1156(...)       __VA_ARGS__
#define OFF_ARM1156(...)
#define ON_ARM1176(...)
#define OFF_ARM1176(...) __VA_ARGS__
#define CORE             arm1156
#define CORE_TITLE       "ARM1156 performance monitor"
#define CORE_CONDITIONS  conditions
#define CORE_SUMMARY                                                           \
	COUNTERS "an overflow can be reported by FIQ instead of IRQ, though "  \
		 "whether FCx alone does it is not established, nor whether "  \
		 "user mode may use the monitor; what it holds after reset "   \
		 "is not established but for the flags, which are clear"
#define CORE_SOURCES                                                           \
	NOTE_195 " (no technical reference manual of the ARM1156 was found)"
#include "catalog/tables.h"

/* ARM1176 */
#undef ON_ARM1136_1176
#undef OFF_ARM1136_1176
#undef ON_ARM1156
#undef OFF_ARM1156
#undef ON_ARM1176
#undef OFF_ARM1176
#define ON_ARM1136_1176(...) __VA_ARGS__
#define OFF_ARM1136_1176(...)
#define ON_ARM1156(...)
#define OFF_ARM1156(...) __VA_ARGS__
#define ON_ARM1176(...)  __VA_ARGS__
#define OFF_ARM1176(...)
#define CORE            arm1176
#define CORE_TITLE      "ARM1176 performance monitor"
#define CORE_CONDITIONS conditions
#define CORE_SUMMARY                                                           \
	COUNTERS "user mode may use it where the access validation register "  \
		 "lets it"
#define CORE_SOURCES                                                           \
	NOTE_195 "; ARM DDI 0301H, ARM1176JZF-S technical reference manual, "  \
		 "3.2.51 to 3.2.56"
#include "catalog/tables.h"
