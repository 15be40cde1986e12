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
#define SPACE        TALLY_CP14
#define NATIVE       "CP14"
#define INSTRUCTIONS "instruction"

#define ON_XSCALE(...) __VA_ARGS__
#define OFF_XSCALE(...)
#define ONLY_I80200 "80200"

#define COUNTERS                                                               \
	"one clock counter and two event counters of 32 bits; all of them "    \
	"start, stop and are cleared in one control register, in privileged "  \
	"modes only; the higher event field is counter 1's, the other way "    \
	"round than on ARM11; flags and events are unpredictable after reset"
#define MANUAL_80200 "Intel 80200 processor developer's manual, March 2003, 12"
#define MANUAL_CORE  "Intel XScale core developer's manual, January 2004, 8"

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

#define PMN (1u << TALLY_XSCALE_PMN0 | 1u << TALLY_XSCALE_PMN1)

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
#define CORE_TITLE      "Intel PXA250 (XScale) performance monitor"
#define CORE_CONDITIONS conditions
#define CORE_SUMMARY    COUNTERS
#define CORE_SOURCES                                                           \
	"Performance Monitoring (based on PXA250), slides; " MANUAL_80200      \
	"; " MANUAL_CORE
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
#define CORE_TITLE      "Intel 80200 (XScale) performance monitor"
#define CORE_CONDITIONS conditions
#define CORE_SUMMARY                                                           \
	COUNTERS "; the first steppings (A) lose an overflow flag when "       \
		 "another counter overflows before it is cleared"
#define CORE_SOURCES                                                           \
	MANUAL_80200                                                           \
	"; " MANUAL_CORE                                                       \
	"; of the bus controller's events all but one from OProfile"
#include "catalog/tables.h"

/* Second generation: PXA27x, IXP4xx, IOP33x; its registers are elsewhere */
#undef NATIVE
#define NATIVE "CP14_XSC2"
#undef PMN
#define PMN                                                                    \
	(1u << TALLY_XSCALE_PMN0 | 1u << TALLY_XSCALE_PMN1 |                   \
	 1u << TALLY_XSCALE_PMN2 | 1u << TALLY_XSCALE_PMN3)
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
#define CORE_TITLE      "Intel XScale, second generation, performance monitor"
#define CORE_CONDITIONS conditions
#define CORE_SUMMARY                                                           \
	"one clock counter and four event counters of 32 bits; control, "      \
	"interrupt enables, overflow flags and events have a register each, "  \
	"in privileged modes only; events change only while the counters are " \
	"stopped, and no counter may be reset by the write that stops it"
#define CORE_SOURCES                                                           \
	MANUAL_CORE "; Intel IXP42X product line developer's manual, "         \
		    "252480-006US, 3.7; Intel PXA27x specification update, E3"
#include "catalog/tables.h"
