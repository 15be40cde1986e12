/* SPDX-License-Identifier: MIT */
/*
 * Names of a level 2 cache controller's event counters for people.  The facts
 * come from <tally/monitors/l210.def> and l220.def, metrics and notes from
 * l2cc_text.def.  No cycles and no instructions are among their events.
 */
#include <stddef.h>

#include <tally/monitors/l2cc.h>

#include "catalog/catalog.h"

#define TEXT_ROWS "catalog/text/l2cc_text.def"
#define RULE_ROWS "catalog/text/l2cc_rules.def"

/* clang-format off */
/* L210 as on i.MX31, as in the manual, for six counters; L220 */
#define ON_L2CC        COLUMN(1, 1, 1, 1)
#define ON_L210        COLUMN(1, 1, 1, 0)
#define ON_L210_IMX31  COLUMN(1, 0, 0, 0)
#define ON_L210_TRM    COLUMN(0, 1, 0, 0)
#define ON_L210_SIX    COLUMN(0, 0, 1, 0)
#define ON_L220        COLUMN(0, 0, 0, 1)
#define ON_L2PAGE      COLUMN(0, 0, 0, 1)
#define ON_L2C310      COLUMN(0, 0, 0, 0)
/* clang-format on */

/* L210, by layout */
#define MONITOR_ROWS                  "tally/monitors/l210.def"
#define CORE                          l210
#define COLUMN(imx31, trm, six, l220) imx31
#define CORE_SEQUENCE                 "programming wraps"
#define CORE_UNASKED                  L2CC_UNASKED
#define CORE_DEVICE_TREE              "arm,l210-cache"
#include "catalog/tables.h"

#define CORE                          l210_trm
#define COLUMN(imx31, trm, six, l220) trm
#define CORE_SEQUENCE                 "programming wraps"
#define CORE_UNASKED                  L2CC_UNASKED
#define CORE_DEVICE_TREE              "arm,l210-cache"
#include "catalog/tables.h"

#define CORE                          l210_six
#define COLUMN(imx31, trm, six, l220) six
#define CORE_SEQUENCE                 "programming wraps"
#define CORE_UNASKED                  L2CC_UNASKED
#define CORE_DEVICE_TREE              "arm,l210-cache"
#include "catalog/tables.h"

/* L220 */
#undef MONITOR_ROWS
#define MONITOR_ROWS                  "tally/monitors/l220.def"
#define CORE                          l220
#define COLUMN(imx31, trm, six, l220) l220
#define CORE_SEQUENCE                 "programming saturates"
#define CORE_UNASKED                  L2CC_UNASKED
#define CORE_DEVICE_TREE              "arm,l220-cache"
#include "catalog/tables.h"
