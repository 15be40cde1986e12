/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of a level 2 cache controller's event counters.
 * The facts come from <tally/monitors/l210.def> and l220.def, metrics and notes
 * from l2cc_text.def.  No cycles and no instructions are among their events.
 */
#include <stddef.h>

#include <tally/monitors/l2cc.h>

#include "catalog/catalog.h"

#define TEXT_ROWS    "catalog/l2cc_text.def"
#define RULE_ROWS    "catalog/l2cc_rules.def"
#define SPACE        TALLY_MMIO
#define NATIVE       "MMIO"
#define INSTRUCTIONS NULL

#define ON_L2CC(...) __VA_ARGS__

#define SUMMARY_210                                                            \
	"four counters of 32 bits in a block of their own, memory mapped; "    \
	"they can be read and reset, not loaded; whether they wrap or stop "   \
	"at 2^32 is not established; no cycle counter of the core's"
#define SOURCES_210                                                            \
	"ARM DDI 0284G, L210 technical reference manual r0p5, appendix C, in " \
	"part; ARM DAI 0195B 9; OKL4, i.MX31 platform; Freescale Linux, "      \
	"OProfile driver of EVTMON; Freescale i.MX31 register header"

/* L210, by layout */
#define MONITOR_ROWS "tally/monitors/l210.def"
#define PMN          0xFu
#define ON_L220(...)
#define ON_L2PAGE(...)
#define ON_L2C310(...)
#define ON_L210(...) __VA_ARGS__
#define OFF_L210(...)
#define ON_L210_IMX31(...) __VA_ARGS__
#define ON_L210_TRM(...)
#define ON_L210_SIX(...)
#define CORE          l210
#define CORE_TITLE    "ARM L210 event monitor, laid out as on i.MX31"
#define CORE_SUMMARY  SUMMARY_210
#define CORE_SOURCES  SOURCES_210
#define CORE_SEQUENCE "programming wraps"
#include "catalog/tables.h"

#undef ON_L210_IMX31
#undef ON_L210_TRM
#define ON_L210_IMX31(...)
#define ON_L210_TRM(...) __VA_ARGS__
#define CORE             l210_trm
#define CORE_NAME        "l210-trm"
#define CORE_TITLE       "ARM L210 event monitor, laid out as in ARM's manual"
#define CORE_SUMMARY     SUMMARY_210
#define CORE_SOURCES     SOURCES_210
#define CORE_SEQUENCE    "programming wraps"
#include "catalog/tables.h"

#undef ON_L210_TRM
#undef ON_L210_SIX
#define ON_L210_TRM(...)
#define ON_L210_SIX(...) __VA_ARGS__
#define CORE             l210_six
#define CORE_NAME        "l210-six"
#define CORE_TITLE       "ARM L210 event monitor, laid out for six counters"
#define CORE_SUMMARY                                                           \
	SUMMARY_210 "; of the six counters the first four are used, since of " \
		    "the others no more than the address is known"
#define CORE_SOURCES  SOURCES_210
#define CORE_SEQUENCE "programming wraps"
#include "catalog/tables.h"

/* L220 */
#undef MONITOR_ROWS
#undef PMN
#undef ON_L220
#undef ON_L2PAGE
#undef ON_L210
#define MONITOR_ROWS "tally/monitors/l220.def"
#define PMN          0x3u
#define ON_L210(...)
#define ON_L220(...)   __VA_ARGS__
#define ON_L2PAGE(...) __VA_ARGS__
#define OFF_L2PAGE(...)
#define CORE       l220
#define CORE_TITLE "ARM L220 event counters"
#define CORE_SUMMARY                                                           \
	"two counters of 32 bits in the cache controller's page, memory "      \
	"mapped; they stop at 0xffffffff, and their one interrupt bit does "   \
	"not say whose it is; no cycle counter of the core's"
#define CORE_SOURCES                                                           \
	"ARM DDI 0329L, L220 technical reference manual r1p7, contents only; " \
	"ARM DDI 0246A, PL310; ARM DAI 0195B 9; Linux, cache-l2x0-pmu.c and "  \
	"cache-l2x0.h; Microchip SAMA5D2, L2CC; OProfile, op_model_l2x0.c"
#define CORE_SEQUENCE "programming saturates"
#include "catalog/tables.h"
