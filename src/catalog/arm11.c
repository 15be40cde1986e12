/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of an ARM11's monitor.  The facts come from
 * <tally/monitors/arm11.def>, metrics and notes from arm11_text.def; a core is
 * the choice of its rows, so another one is another block like the last.
 */
#include <tally/monitors/arm11.h>

#include "catalog/monitors.h"

#define MONITOR_ROWS "tally/monitors/arm11.def"
#define TEXT_ROWS    "catalog/arm11_text.def"
#define SPACE        TALLY_CP15
#define PMN          (1u << TALLY_ARM11_PMN0 | 1u << TALLY_ARM11_PMN1)
#define INSTRUCTIONS "instr_exec"

#define ON_ARM11(...) __VA_ARGS__
#define OFF_ARM11(...)
#define ONLY_ARM1136_1176 "ARM1136 and ARM1176"
#define ONLY_ARM1156      "ARM1156"
#define ONLY_ARM1176      "ARM1176"

/* ARM1176 */
#define ON_ARM1136_1176(...) __VA_ARGS__
#define OFF_ARM1136_1176(...)
#define ON_ARM1156(...)
#define OFF_ARM1156(...) __VA_ARGS__
#define ON_ARM1176(...)  __VA_ARGS__
#define OFF_ARM1176(...)
#define CORE       arm1176
#define CORE_TITLE "ARM1176 performance monitor"
#define CORE_SUMMARY                                                           \
	"one cycle counter and two event counters of 32 bits; all of them "    \
	"start, stop and are cleared in one control register; both event "     \
	"counters are cleared together; an overflow's interrupt request can "  \
	"only be cleared while the counters run; no counter stops alone"
#define CORE_SOURCES                                                           \
	"ARM DAI 0195B, ARM11 performance monitor unit; ARM DDI 0301H, "       \
	"ARM1176JZF-S technical reference manual, 3.2.51 to 3.2.56"
#include "catalog/tables.h"
