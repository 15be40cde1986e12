/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of the ARM926PXP's AHB monitor.  The facts come
 * from <tally/monitors/arm926pxp_ahb.def>, where its registers are from
 * arm926pxp_ahb_map.def, and that is Tally's own; metrics and notes from
 * ahb_text.def, what must hold of its counts from ahb_identities.def.
 */
#include <stddef.h>

#include <tally/monitors/arm926pxp_ahb.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/arm926pxp_ahb.def"
#define TEXT_ROWS    "catalog/ahb_text.def"
#define RULE_ROWS    "catalog/ahb_rules.def"
#define SPACE        TALLY_MMIO
#define NATIVE       "MMIO"
#define PMN          0 /* no mask has room: each counter is fixed */
#define INSTRUCTIONS NULL

#define ON_AHB(...) __VA_ARGS__
#define OFF_AHB(...)

static const struct catalog_identity identities[] = {
#define IDENTITY(id, kind, ...) { id, IDENTITY_##kind, __VA_ARGS__ },
#include "catalog/ahb_identities.def"
};

#define CORE       arm926pxp_ahb
#define CORE_NAME  "arm926pxp-ahb"
#define CORE_TITLE "ARM926PXP AHB monitor"
#define CORE_SUMMARY                                                           \
	"91 counters of 32 bits, memory mapped, on the seven layers of the "   \
	"bus matrix: ARM-I, ARM-D, CLCDC, DMA 0, DMA 1, EXP and GXI, and "     \
	"cycles; each counts one thing, so all are measured in one pass; "     \
	"they "                                                                \
	"wrap and nothing tells it; the addresses are Tally's own, for the "   \
	"virtual board, since no public text has ARM's"
#define CORE_SOURCES                                                           \
	"ARM DDI 0287B, ARM926PXP development chip reference manual, 4, in "   \
	"part; ARM DDI 0198D, ARM926EJ-S, 6"
#define CORE_SEQUENCE   "own_map wraps not_put_back"
#define CORE_IDENTITIES identities
#define CORE_LAYERS     "armd armi clcdc dma0 dma1 exp gxi"
#define CORE_THRESHOLDS                                                        \
	"CtArmdWaitThresholdHit CtArmiWaitThresholdHit "                       \
	"CtClcdWaitThresholdHit CtDma0WaitThresholdHit "                       \
	"CtDma1WaitThresholdHit CtExpWaitThresholdHit "                        \
	"CtGxiRdAWaitThresholdHit CtGxiRdDWaitThresholdHit "                   \
	"CtGxiWrAWaitThresholdHit"
#define CORE_OWN_MAP "Tally's own numbering, for the virtual board"
#include "catalog/tables.h"
