/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of an e500 core's monitor.  Registers come from
 * <tally/monitors/e500.def>, events from e500_events.def, metrics and notes
 * from e500_text.def.
 */
#include <tally/monitors/e500.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/e500.def"
#define TEXT_ROWS    "catalog/e500_text.def"
#define RULE_ROWS    "catalog/e500_rules.def"
#define EVENT_ROWS   "tally/monitors/e500_events.def"
#define SPACE        TALLY_PMR
#define NATIVE       "PMR"
#define INSTRUCTIONS "INSTR_COMPLETED"
#define CYCLES_EVENT "PROCESSOR_CYCLES"
#define NUMBERS      "CE"

#define ON_E500(...) __VA_ARGS__

/* Those that chain come with another; those with a threshold are on two. */
#define PMN 0xFu
#define ON_COUNTERS(code)                                                      \
	((code) >= 82 && (code) <= 85   ? 0u                                   \
	 : (code) >= 76 && (code) <= 81 ? 0x3u                                 \
					: PMN)
#define OWN_ROW(id, code, kind, evidence, title, source, aliases, note)        \
	{ #id,                                                                 \
	  code,                                                                \
	  EVENT_##kind,                                                        \
	  EVIDENCE_##evidence,                                                 \
	  ON_COUNTERS(code),                                                   \
	  title,                                                               \
	  source,                                                              \
	  aliases,                                                             \
	  note },

#define SUMMARY                                                                \
	"four counters of 32 bits, any of 128 events on each, thresholds on "  \
	"PMC0 and PMC1; they count in user or supervisor state (:u :k), in "   \
	"marked or unmarked processes (:m :n); overflow is a counter's top "   \
	"bit, so that it is 31 bits and a flag; user state can read all of it"
#define SOURCES                                                                \
	"Freescale AN3636 rev. 2; PowerPC e500 Core Family Reference Manual, " \
	"E500CORERM rev. 1, 7, without its table of events; Linux, FreeBSD "   \
	"and OProfile for that"

#define THRESHOLDS                                                             \
	"DLFB_LOAD_MISS_CYCLES ILFB_FETCH_MISS_CYCLES EXT_INT_LATENCY_CYCLES " \
	"CRIT_INT_LATENCY_CYCLES EXT_INT_PENDING_CYCLES "                      \
	"CRIT_INT_PENDING_CYCLES"

#define ON_V1(...) __VA_ARGS__
#define ON_V2(...)
#define OWN_V2(...)
#define CORE            e500v1
#define CORE_TITLE      "e500v1 core performance monitor"
#define CORE_SUMMARY    SUMMARY
#define CORE_SOURCES    SOURCES
#define CORE_THRESHOLDS THRESHOLDS
#include "catalog/tables.h"

#undef ON_V1
#undef ON_V2
#define ON_V1(...)
#define ON_V2(...)      __VA_ARGS__
#define CORE            e500v2
#define CORE_TITLE      "e500v2 core performance monitor"
#define CORE_SUMMARY    SUMMARY "; a bit of the time base can interrupt"
#define CORE_SOURCES    SOURCES
#define CORE_THRESHOLDS THRESHOLDS
#include "catalog/tables.h"
