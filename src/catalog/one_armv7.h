/* SPDX-License-Identifier: MIT */
/*
 * The tables of one core of armv7/cores.def, for catalog/armv7.c: CORE is its
 * word and EVENT_ROWS its rows, which have registers and counters, too.  Not an
 * ordinary header: it is included once for each core.
 */
#undef CORE_LIKE /* cores differ in how many counters they have */
#define MONITOR_ROWS EVENT_ROWS
#include "catalog/tables.h"
#undef MONITOR_ROWS
#undef EVENT_ROWS
#undef CORE_FIRST
