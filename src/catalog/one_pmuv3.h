/* SPDX-License-Identifier: MIT */
/*
 * The tables of one core of pmuv3/cores.def, for catalog/pmuv3.c: CORE is its
 * word and EVENT_ROWS its rows; all but the first share the tables of the
 * first, CORE_LIKE, and a core of AArch32 alone, CORE_A32, has its own.  Not an
 * ordinary header: it is included once for each core.
 */
#ifdef CORE_A32
#undef CORE_LIKE
#undef MONITOR_ROWS
#undef EL
#undef REGISTER_BITS_AT
#define MONITOR_ROWS              "tally/monitors/pmuv3_a32.def"
#define EL(n)                     ""
#define REGISTER_BITS_AT(address) ((address) >> 16 ? 64 : 32)
#else
#define CORE_SEQUENCE  SEQUENCE
#define CORE_NO_ORDER  PUBLISHED_ORDER
#define CORE_PUBLISHED published
#endif
#include "catalog/tables.h"
#ifdef CORE_A32
#undef CORE_A32
#undef MONITOR_ROWS
#undef EL
#undef REGISTER_BITS_AT
#define MONITOR_ROWS              "tally/monitors/pmuv3.def"
#define EL(n)                     "_EL" #n
#define REGISTER_BITS_AT(address) REGISTER_BITS
#endif
#undef EVENT_ROWS
#undef CORE_FIRST
