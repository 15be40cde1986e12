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

#define ON_ARM11(...) __VA_ARGS__
#define OFF_ARM11(...)
#define ONLY_ARM1136_1176 "ARM1136 and ARM1176"
#define ONLY_ARM1156      "ARM1156"
#define ONLY_ARM1176      "ARM1176"

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
#define CORE_CONDITIONS  conditions
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
#define CORE_CONDITIONS  conditions
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
#define CORE_CONDITIONS conditions
#include "catalog/tables.h"
