/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of an XScale's monitor.  The facts come from
 * <tally/monitors/xscale.def>, metrics and notes from xscale_text.def; a core
 * is the choice of its rows, so another one is another block like the last.
 */
#include <tally/monitors/xscale.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/xscale.def"
#define TEXT_ROWS    "catalog/xscale_text.def"
#define RULE_ROWS    "catalog/xscale_rules.def"

#define ON_XSCALE(...) __VA_ARGS__
#define OFF_XSCALE(...)
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
#define ON_XSC1(...) __VA_ARGS__
#define OFF_XSC1(...)
#define ON_XSC2(...)
#define OFF_XSC2(...) __VA_ARGS__
#define ON_I80200(...)
#define OFF_I80200(...) __VA_ARGS__
#define ON_PXA250(...)  __VA_ARGS__
#define OFF_PXA250(...)
#define CORE            pxa250
#define CORE_SEQUENCE   "idle_code"
#define CORE_IDLE       "idle_code"
#define CORE_NO_ORDER   SLIDES_ORDER
#define CORE_CONDITIONS conditions
#include "catalog/tables.h"

/* 80200: of the first generation too, with events of its bus controller */
#undef ON_XSC1
#undef OFF_XSC1
#undef ON_XSC2
#undef OFF_XSC2
#undef ON_I80200
#undef OFF_I80200
#undef ON_PXA250
#undef OFF_PXA250
#define ON_XSC1(...) __VA_ARGS__
#define OFF_XSC1(...)
#define ON_XSC2(...)
#define OFF_XSC2(...)  __VA_ARGS__
#define ON_I80200(...) __VA_ARGS__
#define OFF_I80200(...)
#define ON_PXA250(...)
#define OFF_PXA250(...) __VA_ARGS__
#define CORE            i80200
#define CORE_SEQUENCE   "idle_code"
#define CORE_IDLE       "idle_code"
#define CORE_NO_ORDER   SLIDES_ORDER
#define CORE_CONDITIONS conditions
#include "catalog/tables.h"

/* Second generation: PXA27x, IXP4xx, IOP33x; its registers are elsewhere */
#undef ON_XSC1
#undef OFF_XSC1
#undef ON_XSC2
#undef OFF_XSC2
#undef ON_I80200
#undef OFF_I80200
#undef ON_PXA250
#undef OFF_PXA250
#define ON_XSC1(...)
#define OFF_XSC1(...) __VA_ARGS__
#define ON_XSC2(...)  __VA_ARGS__
#define OFF_XSC2(...)
#define ON_I80200(...)
#define OFF_I80200(...) __VA_ARGS__
#define ON_PXA250(...)
#define OFF_PXA250(...) __VA_ARGS__
#define CORE            xscale2
#define CORE_CONDITIONS conditions
#include "catalog/tables.h"
