/* SPDX-License-Identifier: MIT */
/*
 * Names of an e500 core's monitor for people.  Registers come from
 * <tally/monitors/e500.def>, events from e500_events.def, metrics and notes
 * from e500_text.def.
 */
#include <tally/monitors/e500.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/e500.def"
#define TEXT_ROWS    "catalog/text/e500_text.def"
#define RULE_ROWS    "catalog/text/e500_rules.def"
#define EVENT_ROWS   "tally/monitors/e500_events.def"
#define NUMBERS      "CE"

/* clang-format off */
/*                      e500v1 e500v2 */
#define ON_E500  COLUMN(1,     1)
#define ON_V1    COLUMN(1,     0)
#define ON_V2    COLUMN(0,     1)
/* clang-format on */

/* Events that chain come with another; those with a threshold are on two. */
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

#define THRESHOLDS                                                             \
	"DLFB_LOAD_MISS_CYCLES ILFB_FETCH_MISS_CYCLES EXT_INT_LATENCY_CYCLES " \
	"CRIT_INT_LATENCY_CYCLES EXT_INT_PENDING_CYCLES "                      \
	"CRIT_INT_PENDING_CYCLES"

#define OWN_V2(...)
#define CORE            e500v1
#define COLUMN(v1, v2)  v1
#define CORE_THRESHOLDS THRESHOLDS
#include "catalog/tables.h"

#define CORE            e500v2
#define COLUMN(v1, v2)  v2
#define CORE_THRESHOLDS THRESHOLDS
#include "catalog/tables.h"
