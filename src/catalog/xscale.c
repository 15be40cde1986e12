/* SPDX-License-Identifier: MIT */
/*
 * Names of an XScale's monitor for people.  The facts come from
 * <tally/monitors/xscale.def>, metrics and notes from xscale_text.def; a core
 * is the choice of its rows, so another one is another column and another
 * block.
 */
#include <tally/monitors/xscale.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/xscale.def"
#define TEXT_ROWS    "catalog/text/xscale_text.def"
#define RULE_ROWS    "catalog/text/xscale_rules.def"
#define ERRATA_ROWS  "catalog/text/xscale_errata.def"

/* clang-format off */
/*                        PXA250 80200 second generation */
#define ON_XSCALE  COLUMN(1,     1,    1)
#define ON_XSC1    COLUMN(1,     1,    0)
#define ON_XSC2    COLUMN(0,     0,    1)
#define ON_PXA250  COLUMN(1,     0,    0)
#define ON_I80200  COLUMN(0,     1,    0)
/* clang-format on */
#define ONLY_I80200 "80200"

/* The control register of CP15, as on every ARM of the time [CORE]. */
#define CONTROL                                                                \
	{                                                                      \
		TALLY_CP(0, 1, 0, 0), TALLY_CP15, 32                           \
	}

enum { MMU = 1 << 0, DCACHE = 1 << 2, PREDICTION = 1 << 11, ICACHE = 1 << 12 };

/* Why `tally script --order documented` does not write the slides' 0x7777. */
#define SLIDES_ORDER                                                           \
	"the slides' order is the one word 0x7777, which lets all three "      \
	"counters interrupt and needs a handler that no script has; "          \
	"`tally encode -m pxa250 PMNC evtCount0=7 inten=7 flag=7 C=1 P=1 "     \
	"E=1` "                                                                \
	"gives it"

static const struct catalog_condition conditions[] = {
	{ WHEN_PREDICTION_OFF, 0, false, CONTROL, PREDICTION, 0 },
	{ WHEN_PREDICTION_ON, 0, true, CONTROL, PREDICTION, 0 },
	{ WHEN_ICACHE_OFF, 0, false, CONTROL, ICACHE, 0 },
	{ WHEN_DCACHE_OFF, 0, false, CONTROL, DCACHE, 0 },
	{ WHEN_MMU_OFF, 0, false, CONTROL, MMU, 0 },
	{ WHEN_MMU_ON, 0, true, CONTROL, MMU, 0 },
};

/* PXA250: of the first generation, and not the 80200 */
#define CORE                            pxa250
#define COLUMN(pxa250, i80200, xscale2) pxa250
#define CORE_SEQUENCE                   "idle_code"
#define CORE_IDLE                       "idle_code"
#define CORE_NO_ORDER                   SLIDES_ORDER
#define CORE_CONDITIONS                 conditions
#include "catalog/tables.h"

/* 80200: of the first generation too, with events of its bus controller */
#define CORE                            i80200
#define COLUMN(pxa250, i80200, xscale2) i80200
#define CORE_SEQUENCE                   "idle_code"
#define CORE_IDLE                       "idle_code"
#define CORE_NO_ORDER                   SLIDES_ORDER
#define CORE_CONDITIONS                 conditions
#include "catalog/tables.h"

/* Second generation: PXA27x, IXP4xx, IOP33x; its registers are elsewhere */
#define CORE                            xscale2
#define COLUMN(pxa250, i80200, xscale2) xscale2
#define CORE_CONDITIONS                 conditions
#include "catalog/tables.h"
