/* SPDX-License-Identifier: MIT */
/*
 * The tables of one core with PMUv3.  Not an ordinary header: pmuv3.c includes
 * it once per core, after defining what catalog/tables.h wants and
 *
 *	HAS_BR_RETIRED	1 or 0: retired branches, stalls, TLB accesses and
 *			walks, L3 and last-level cache (PMUv3p1 cores)
 *	HAS_MIX		1 or 0: instructions of a kind, speculative
 *	HAS_OPS		1 or 0: operations and slots
 *	HAS_ALL		1 or 0: any core; then the three above tell what may be
 *	IS_A53, IS_A55, IS_N2, IS_V1	where it is this one
 *
 * from which come the words of the rows' `cores`: PMUV3 all; ANY_CORE that of
 * any core; OLD those without BR_RETIRED, and any core; NEW the rest; NEW_ANY
 * those and any core, NO_NEW the others; MIX; OPS, NO_OPS the others, OPS_ANY
 * with any core; A53, A55, N2, V1.
 */
#undef ON_ANY_CORE
#undef ON_OLD
#undef ON_NEW
#undef ON_NEW_ANY
#undef ON_NO_NEW
#undef ON_MIX
#undef ON_OPS
#undef ON_OPS_ANY
#undef ON_NO_OPS
#undef ON_A53
#undef ON_A55
#undef ON_N2
#undef ON_V1
#if HAS_ALL
#define ON_ANY_CORE(...) __VA_ARGS__
#else
#define ON_ANY_CORE(...)
#endif
#if HAS_BR_RETIRED && !HAS_ALL
#define ON_OLD(...)
#define ON_NEW(...) __VA_ARGS__
#else
#define ON_OLD(...) __VA_ARGS__
#define ON_NEW(...)
#endif
#if HAS_BR_RETIRED
#define ON_NEW_ANY(...) __VA_ARGS__
#define ON_NO_NEW(...)
#else
#define ON_NEW_ANY(...)
#define ON_NO_NEW(...) __VA_ARGS__
#endif
#if HAS_MIX && !HAS_ALL
#define ON_MIX(...) __VA_ARGS__
#else
#define ON_MIX(...)
#endif
#if HAS_OPS && !HAS_ALL
#define ON_OPS(...) __VA_ARGS__
#define ON_NO_OPS(...)
#else
#define ON_OPS(...)
#define ON_NO_OPS(...) __VA_ARGS__
#endif
#if HAS_OPS
#define ON_OPS_ANY(...) __VA_ARGS__
#else
#define ON_OPS_ANY(...)
#endif
#ifdef IS_A53
#define ON_A53(...) __VA_ARGS__
#else
#define ON_A53(...)
#endif
#ifdef IS_A55
#define ON_A55(...) __VA_ARGS__
#else
#define ON_A55(...)
#endif
#ifdef IS_N2
#define ON_N2(...) __VA_ARGS__
#else
#define ON_N2(...)
#endif
#ifdef IS_V1
#define ON_V1(...) __VA_ARGS__
#else
#define ON_V1(...)
#endif

#include "catalog/tables.h"

#undef EVENT_ROWS
#undef HAS_BR_RETIRED
#undef HAS_MIX
#undef HAS_OPS
#undef HAS_ALL
#undef IS_A53
#undef IS_A55
#undef IS_N2
#undef IS_V1
