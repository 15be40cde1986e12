/* SPDX-License-Identifier: MIT */
/*
 * Names of a PowerQUICC III device monitor for people.  Registers come from
 * <tally/monitors/mpc85xx.def>, events from a list per part, metrics and notes
 * from mpc85xx_text.def.
 */
#include <tally/monitors/mpc85xx.h>

#include "catalog/catalog.h"
#include "catalog/published.h"

#define MONITOR_ROWS "tally/monitors/mpc85xx.def"
#define TEXT_ROWS    "catalog/text/mpc85xx_text.def"
#define RULE_ROWS    "catalog/text/mpc85xx_rules.def"
#define CYCLES_NAME  "CCB_CYCLES"
#define NUMBERS      "SE"
#define MAP_BASE     "CCSRBAR"
#define MAP_OFFSET   TALLY_MPC85XX_BASE

/* clang-format off */
/*                         MPC8540 MPC8548 */
#define ON_PQ3      COLUMN(1,      1)
#define ON_MPC8540  COLUMN(1,      0)
#define ON_MPC8548  COLUMN(0,      1)
#define ON_NINE     COLUMN(0,      1) /* event counters: with PMC9 */
/* clang-format on */

/*
 * [AN3636 4.1], as it stands there: the counters are cleared before they are
 * frozen, and nothing but these four is touched.
 */
static const uint8_t an_counters[] = { 2, 3, 4, 5 };
static const struct catalog_documented an_l2_core = {
	.events = "L2_CORE_I_MISS L2_CORE_I_HIT L2_CORE_D_MISS L2_CORE_D_HIT",
	.counters = an_counters,
	.source = "AN3636 4.1",
	.configure = "PMC2=0 PMC3=0 PMC4=0 PMC5=0 PMGC0=0x80000000 "
		     "PMLCA2=0x007B0000 PMLCA3=0x00160000 PMLCA4=0x00790000 "
		     "PMLCA5=0x00170000",
	.start = "PMGC0=0x00000000",
	.stop = "PMGC0=0x80000000",
};

/* The counter that has an event stands above its number. */
#define OWN_ROW(id, code, kind, evidence, title, source, aliases, note)        \
	{ #id,                                                                 \
	  code,                                                                \
	  EVENT_##kind,                                                        \
	  EVIDENCE_##evidence,                                                 \
	  (code) >> 8 ? 1u << ((code) >> 8) : ANY(code),                       \
	  title,                                                               \
	  source,                                                              \
	  aliases,                                                             \
	  note },

/* Latencies count when they last longer; PIC_INT_SELECT is in public texts by
 * name only. */
#define LATENCIES(tsec)                                                        \
	tsec "_RXBD_READ_LAT " tsec "_TXBD_READ_LAT " tsec                     \
	     "_RXBD_WRITE_LAT " tsec "_TXBD_WRITE_LAT " tsec                   \
	     "_TXDATA_READ_LAT " tsec "_RX_PROC_LAT"

/* Why nobody asks it where the time goes. */
#define NO_TIME                                                                \
	"it counts what the platform does, beside other masters' work the "    \
	"core's, and knows nothing of the core's time; ask the core's own "    \
	"monitor"

/* MPC8540: Ref:1 to Ref:9 come with another counter. */
#define ANY(code)                ((code) >= 1 && (code) <= 9 ? 0u : PMN)
#define EVENT_ROWS               "tally/monitors/mpc8540_events.def"
#define CORE                     mpc8540
#define COLUMN(mpc8540, mpc8548) mpc8540
#define CORE_UNASKED             NO_TIME
#define CORE_DEVICE_TREE         "fsl,mpc8540*"
#define CORE_THRESHOLDS                                                        \
	LATENCIES("TSEC1")                                                     \
	" " LATENCIES("TSEC2") " PIC_INT_SELECT_0 PIC_INT_SELECT_1 "           \
			       "PIC_INT_SELECT_2 PIC_INT_SELECT_3"
#include "catalog/tables.h"

#undef ANY
#undef EVENT_ROWS
#define ANY(code)                PMN
#define EVENT_ROWS               "tally/monitors/mpc8548_events.def"
#define CORE                     mpc8548
#define COLUMN(mpc8540, mpc8548) mpc8548
#define CORE_UNASKED             NO_TIME
#define CORE_DEVICE_TREE         "fsl,mpc8548*"
#define CORE_THRESHOLDS          "" /* which: not established */
#include "catalog/tables.h"
