/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_ROWS_SAY_H
#define CATALOG_ROWS_SAY_H

/*
 * HAS(event): 1 where the core has a row of the event, else 0.  IS(core): 1 of
 * that core alone, by a row IS_core_core.  Both are words that the preprocessor
 * can paste.
 */
#define NAME_(a, b, c)     a##b##c
#define NAME(a, b, c)      NAME_(a, b, c)
#define SECOND_(a, b, ...) b
#define SECOND(...)        SECOND_(__VA_ARGS__)
#define HAS(event)         SECOND(NAME(HAS_, CORE, _##event), 0, )
#define IS(core)           SECOND(NAME(IS_, CORE, _##core), 0, )
#define NOT_0              1
#define NOT_1              0
#define BOTH_00            0
#define BOTH_01            0
#define BOTH_10            0
#define BOTH_11            1
#define NOT(a)             NAME(NOT_, a, )
#define BOTH(a, b)         NAME(BOTH_, a, b)
#define EITHER(a, b)       NOT(BOTH(NOT(a), NOT(b)))

#endif
