/* SPDX-License-Identifier: MIT */
/*
 * Names of the ARM926PXP's AHB monitor for people.  The facts come from
 * <tally/monitors/arm926pxp_ahb.def>, where its registers are from
 * arm926pxp_ahb_map.def, and that is Tally's own; metrics and notes from
 * ahb_text.def, what must hold of its counts from ahb_identities.def.
 */
#include <stddef.h>

#include <tally/monitors/arm926pxp_ahb.h>

#include "catalog/catalog.h"

#define MONITOR_ROWS "tally/monitors/arm926pxp_ahb.def"
#define TEXT_ROWS    "catalog/text/ahb_text.def"
#define RULE_ROWS    "catalog/text/ahb_rules.def"

#define ON_AHB 1

static const struct catalog_identity identities[] = {
#define IDENTITY(id, kind, ...) { id, IDENTITY_##kind, __VA_ARGS__ },
#include "catalog/text/ahb_identities.def"
};

#define CORE             arm926pxp_ahb
#define CORE_SEQUENCE    "own_map wraps not_put_back"
#define CORE_IDENTITIES  identities
#define CORE_DEVICE_TREE "arm,versatile-pb arm,versatile-ab"
#define CORE_LAYERS      "armd armi clcdc dma0 dma1 exp gxi"
#define CORE_UNFOLDED                                                          \
	"all of its counters are fixed and its places are a target's own "     \
	"table, so that there is nothing for a compiler to know"
#define CORE_THRESHOLDS                                                        \
	"CtArmdWaitThresholdHit CtArmiWaitThresholdHit "                       \
	"CtClcdWaitThresholdHit CtDma0WaitThresholdHit "                       \
	"CtDma1WaitThresholdHit CtExpWaitThresholdHit "                        \
	"CtGxiRdAWaitThresholdHit CtGxiRdDWaitThresholdHit "                   \
	"CtGxiWrAWaitThresholdHit"
#define CORE_OWN_MAP "Tally's own numbering, for the virtual board"
#include "catalog/tables.h"
