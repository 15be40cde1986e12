/* SPDX-License-Identifier: MIT */
/*
 * Names of ARMv7's monitors for people, on each core of armv7/cores.def.
 * Registers come from <tally/monitors/armv7.def>, events from armv7_events.def
 * and a list per core, metrics and notes from armv7_text.def; which of these a
 * core has follows from its events.
 */
#include <tally/monitors/armv7.h>

#include "catalog/catalog.h"

#define TEXT_ROWS   "catalog/text/armv7_text.def"
#define ERRATA_ROWS "catalog/text/armv7_errata.def"

#include "catalog/armv7_has.h" /* made of the rows of the cores */
#include "catalog/rows_say.h"

#define IS_cortex_a8_cortex_a8 , 1
#define IS_cortex_a9_cortex_a9 , 1
#define IS_cortex_r7_cortex_r7 , 1
#define IS_cortex_r8_cortex_r8 , 1

/* The words of `cores`: A8 and A9 have metrics of their own, from their
 * manuals; BY_LIST are all others, of which Arm's lists alone are at hand. */
/* clang-format off */
#define ON_ARMV7   1
#define ON_A8      IS(cortex_a8)
#define ON_A9      IS(cortex_a9)
#define ON_BY_LIST NOT(EITHER(ON_A8, ON_A9))
#define ON_ICACHE  HAS(L1I_CACHE)
#define ON_L2      HAS(L2D_CACHE)
#define ON_NO_L2   BOTH(ON_BY_LIST, NOT(ON_L2))
#define ON_TLBS    BOTH(ON_BY_LIST, HAS(L1D_TLB_REFILL))
#define ON_ODD     EITHER(IS(cortex_r7), IS(cortex_r8))
/* clang-format on */

/* The words of each common event, to be put into the tables that have it. */
enum common {
#define EVENT(id, code, kind, ...) KIND_##id = EVENT_##kind,
#include <tally/monitors/armv7_events.def>
};
#define EVENT(id, code, kind, rate, title, aliases)                            \
	static const char title_##id[] = title;                                \
	static const char aliases_##id[] = aliases;
#include <tally/monitors/armv7_events.def>

#define COMMON_ROW(id)                                                         \
	{ #id, TALLY_ARMV7_##id, KIND_##id, EVIDENCE_TRANSCRIBED,              \
	  PMN, title_##id,       "DATA",    aliases_##id,                      \
	  "" },
#define OWN_ROW(id, code, kind, evidence, title, source, aliases, note)        \
	{ #id,    code,    EVENT_##kind, EVIDENCE_##evidence, PMN, title,      \
	  source, aliases, note },

/* Sentences that rows of several cores share. */
#define ARMV7_WAYS                                                             \
	" of 32 bits, which are seen through one register each for count and " \
	"event, after PMSELR has been given the number; each counter has its " \
	"own enable, flag and interrupt enable; user mode may use it where "   \
	"PMUSERENR lets it"
#define ARMV7_FILTERED                                                         \
	"; filters of each counter are written as zeroes, so that it counts "  \
	"in all modes but Hyp"
#define ARMV7_UNNAMED                                                          \
	"; Arm's list has more codes, without names: they are taken as raw "   \
	"ones, such as rC0"
#define ARMV7_MANUAL "ARM DDI 0406, ARMv7-A and ARMv7-R architecture, C12"
#define DATA         "; ARM-software/data, pmu/"
#define ARMV7_BY_CODE                                                          \
	"the name is the architecture's for this code, and what Arm's list "   \
	"says of the event's class does not go with it; the core's manual "    \
	"was "                                                                 \
	"not at hand"

#include "catalog/armv7_cores.h" /* one_armv7.h for each of cores.def */
