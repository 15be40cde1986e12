/* SPDX-License-Identifier: MIT */
/* Names of the Cortex-A8's monitor for people: rows alone. */
#include <tally/monitors/cortex_a8.h>

#include "catalog/catalog.h"

#define CORE         cortex_a8
#define MONITOR_ROWS "tally/monitors/cortex_a8.def"
#define TEXT_ROWS    "catalog/text/armv7_text.def"
#define ON_ARMV7     1
#define ON_A8        1
#define ON_A9        0
#include "catalog/tables.h"
