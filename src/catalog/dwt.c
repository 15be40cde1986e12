/* SPDX-License-Identifier: MIT */
/* Names of the M-profile's cycle counter for people: rows alone. */
#include <stddef.h>

#include <tally/monitors/dwt.h>

#include "catalog/catalog.h"

#define CORE          dwt
#define CORE_SEQUENCE "window lock"
#define CORE_UNASKED                                                           \
	"it counts cycles and nothing else, so no question of where they go "  \
	"can be answered"
#define CORE_AT      TALLY_DWT_BASE
#define MONITOR_ROWS "tally/monitors/dwt.def"
#define TEXT_ROWS    "catalog/text/dwt_text.def"
#define MAP_BASE     "PPB"
#define MAP_OFFSET   0
#define ON_DWT       1
#include "catalog/tables.h"
