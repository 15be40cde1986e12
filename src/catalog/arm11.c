/* SPDX-License-Identifier: MIT */
/*
 * Names of an ARM11's monitor for people.  The facts come from
 * <tally/monitors/arm11.def>, metrics and notes from arm11_text.def; a core is
 * the choice of its rows, so another one is another column and another block.
 */
#include <tally/monitors/arm11.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/arm11.def"
#define TEXT_ROWS    "catalog/text/arm11_text.def"
#define RULE_ROWS    "catalog/text/arm11_rules.def"

/* clang-format off */
/*                              ARM1136 ARM1156 ARM1176 */
#define ON_ARM11         COLUMN(1,      1,      1)
#define ON_ARM1136       COLUMN(1,      0,      0)
#define ON_ARM1156       COLUMN(0,      1,      0)
#define ON_ARM1176       COLUMN(0,      0,      1)
#define ON_ARM1136_1176  COLUMN(1,      0,      1)
/* clang-format on */
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

#define CORE                              arm1136
#define COLUMN(arm1136, arm1156, arm1176) arm1136
#define CORE_CONDITIONS                   conditions
#include "catalog/tables.h"

#define CORE                              arm1156
#define COLUMN(arm1136, arm1156, arm1176) arm1156
#define CORE_CONDITIONS                   conditions
#include "catalog/tables.h"

#define CORE                              arm1176
#define COLUMN(arm1136, arm1156, arm1176) arm1176
#define CORE_CONDITIONS                   conditions
#include "catalog/tables.h"
