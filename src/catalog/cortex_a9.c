/* SPDX-License-Identifier: MIT */
/* Names of the Cortex-A9's monitor for people: rows alone. */
#include <tally/monitors/cortex_a9.h>

#include "catalog/catalog.h"

#define CORE         cortex_a9
#define MONITOR_ROWS "tally/monitors/cortex_a9.def"
#define TEXT_ROWS    "catalog/text/armv7_text.def"
#define ERRATA_ROWS  "catalog/text/armv7_errata.def"
#define ON_ARMV7     1
#define ON_A9        1
#define ON_A8        0
#include "catalog/tables.h"
