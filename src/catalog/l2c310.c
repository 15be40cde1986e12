/* SPDX-License-Identifier: MIT */
/*
 * Names of the L2C-310's event counters for people: rows alone, those of the
 * L220 and its own.
 */
#include <stddef.h>

#include <tally/monitors/l2c310.h>

#include "catalog/catalog.h"

#define CORE             l2c310
#define CORE_SEQUENCE    "programming saturates"
#define CORE_UNASKED     L2CC_UNASKED
#define CORE_DEVICE_TREE "arm,pl310-cache"
#define MONITOR_ROWS     "tally/monitors/l2c310.def"
#define TEXT_ROWS        "catalog/text/l2cc_text.def"
#define RULE_ROWS        "catalog/text/l2cc_rules.def"
#define ON_L2CC          1
#define ON_L2PAGE        1
#define ON_L2C310        1
#define ON_L210          0
#define ON_L220          0
#include "catalog/tables.h"
