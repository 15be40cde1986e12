/* SPDX-License-Identifier: MIT */
/* What people call the things of the Cortex-A8's monitor: rows alone. */
#include <tally/monitors/cortex_a8.h>

#include "catalog/catalog.h"

#define CORE          cortex_a8
#define MONITOR_ROWS  "tally/monitors/cortex_a8.def"
#define TEXT_ROWS     "catalog/armv7_text.def"
#define ON_ARMV7(...) __VA_ARGS__
#define ON_A8(...)    __VA_ARGS__
#define ON_A9(...)
#define OFF_A8(...)
#include "catalog/tables.h"
