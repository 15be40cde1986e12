/* SPDX-License-Identifier: MIT */
/*
 * The tables of one core of pmuv3/cores.def, for catalog/pmuv3.c: CORE is its
 * word and EVENT_ROWS its rows; all but the first share the tables of the
 * first, CORE_LIKE.  Not an ordinary header: it is included once for each core.
 */
#define CORE_SEQUENCE  SEQUENCE
#define CORE_NO_ORDER  PUBLISHED_ORDER
#define CORE_PUBLISHED published
#include "catalog/tables.h"
#undef EVENT_ROWS
#undef CORE_FIRST
