/* SPDX-License-Identifier: MIT */
/*
 * What people call the things of a level 2 cache controller's event counters.
 * The facts come from <tally/monitors/l210.def> and l220.def, metrics and notes
 * from l2cc_text.def.  No cycles and no instructions are among their events.
 */
#include <stddef.h>

#include <tally/monitors/l2cc.h>

#include "catalog/catalog.h"

#define TEXT_ROWS "catalog/l2cc_text.def"
#define RULE_ROWS "catalog/l2cc_rules.def"

#define ON_L2CC(...) __VA_ARGS__

/* L210, by layout */
#define MONITOR_ROWS "tally/monitors/l210.def"
#define ON_L220(...)
#define ON_L2PAGE(...)
#define ON_L2C310(...)
#define ON_L210(...) __VA_ARGS__
#define OFF_L210(...)
#define ON_L210_IMX31(...) __VA_ARGS__
#define ON_L210_TRM(...)
#define ON_L210_SIX(...)
#define CORE          l210
#define CORE_SEQUENCE "programming wraps"
#include "catalog/tables.h"

#undef ON_L210_IMX31
#undef ON_L210_TRM
#define ON_L210_IMX31(...)
#define ON_L210_TRM(...) __VA_ARGS__
#define CORE             l210_trm
#define CORE_SEQUENCE    "programming wraps"
#include "catalog/tables.h"

#undef ON_L210_TRM
#undef ON_L210_SIX
#define ON_L210_TRM(...)
#define ON_L210_SIX(...) __VA_ARGS__
#define CORE             l210_six
#define CORE_SEQUENCE    "programming wraps"
#include "catalog/tables.h"

/* L220 */
#undef MONITOR_ROWS
#undef ON_L220
#undef ON_L2PAGE
#undef ON_L210
#define MONITOR_ROWS "tally/monitors/l220.def"
#define ON_L210(...)
#define ON_L220(...)   __VA_ARGS__
#define ON_L2PAGE(...) __VA_ARGS__
#define OFF_L2PAGE(...)
#define CORE          l220
#define CORE_SEQUENCE "programming saturates"
#include "catalog/tables.h"
