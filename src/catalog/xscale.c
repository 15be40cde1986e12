/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of an XScale's monitor.  The facts come from
 * <tally/monitors/xscale.def>, metrics and notes from xscale_text.def; a core
 * is the choice of its rows, so another one is another block like the last.
 */
#include <tally/monitors/xscale.h>

#include "catalog/monitors.h"

#define MONITOR_ROWS "tally/monitors/xscale.def"
#define TEXT_ROWS    "catalog/xscale_text.def"
#define SPACE        TALLY_CP14
#define INSTRUCTIONS "instruction"

#define ON_XSCALE(...) __VA_ARGS__
#define OFF_XSCALE(...)
#define ONLY_I80200 "80200"

/* PXA250: of the first generation, and not the 80200 */
#define PMN          (1u << TALLY_XSCALE_PMN0 | 1u << TALLY_XSCALE_PMN1)
#define ON_XSC1(...) __VA_ARGS__
#define OFF_XSC1(...)
#define ON_XSC2(...)
#define OFF_XSC2(...) __VA_ARGS__
#define ON_I80200(...)
#define OFF_I80200(...) __VA_ARGS__
#define CORE            pxa250
#define CORE_TITLE      "Intel PXA250 (XScale) performance monitor"
#define CORE_SUMMARY                                                           \
	"one clock counter and two event counters of 32 bits; all of them "    \
	"start, stop and are cleared in one control register, in privileged "  \
	"modes only; the higher event field is counter 1's, the other way "    \
	"round than on ARM11; flags and events are unpredictable after reset"
#define CORE_SOURCES                                                           \
	"Performance Monitoring (based on PXA250), slides; Intel 80200 "       \
	"processor developer's manual, March 2003, 12; Intel XScale core "     \
	"developer's manual, January 2004, 8"
#include "catalog/tables.h"
