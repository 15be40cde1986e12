/* SPDX-License-Identifier: MIT */
/*
 * PMUv3 on one core of pmuv3/cores.def, TALLY_CORE: this file is compiled once
 * for each, and so a program has the tables of the cores that it names alone.
 * Without TALLY_CORE it is empty.
 */
#include <tally/library.h>

#include "pmuv3.h"

#ifdef TALLY_CORE

/* The name of a file has no blanks. */
/* clang-format off */
#define CORE_TEXT_(text)    #text
#define CORE_TEXT(text)     CORE_TEXT_(text)
#define TALLY_CORE_ROWS     CORE_TEXT(tally/monitors/pmuv3/TALLY_CORE.def)
/* clang-format on */
#define CORE_NAME_(a, b, c) a##b##c
#define CORE_NAME(a, b, c)  CORE_NAME_(a, b, c)

enum {
	VIEW_A64,
	VIEW_A32,
#define LISTED(word, part, counters, view)                                     \
	PART_##word = (part), COUNTERS_##word = (counters),                    \
	VIEW_##word = VIEW_##view,
#include <tally/monitors/pmuv3/cores.def>
	ONLY_A32 = CORE_NAME(VIEW_, TALLY_CORE, ) == VIEW_A32,
};
/* Counters, with that of cycles: a number, which is none of an enumeration. */
#define CORE_COUNTERS (0 + CORE_NAME(COUNTERS_, TALLY_CORE, ) + 1)
_Static_assert(CORE_COUNTERS == PMUV3_SIX ||
		       (ONLY_A32 && CORE_COUNTERS == PMUV3_EIGHT),
	       "LISTED_AS: 6 counters, or 8 of a core of AArch32 alone; for "
	       "others pmuv3_registers.c wants a table of so many");

#define COMMON(id)                     PMUV3_COMMON(id, CORE_COUNTERS)
#define OWN(id, code, kind, rate, ...) PMUV3_OWN(code, rate, CORE_COUNTERS)
static const struct tally_event events[] = {
#include TALLY_CORE_ROWS
};

#define CORE_MIDR TALLY_PMUV3_MIDR_OF(CORE_NAME(PART_, TALLY_CORE, ))

static const struct pmuv3_facts facts_a32 = { &pmuv3_a32, CORE_MIDR, false };
static const struct pmuv3_facts facts = {
	ONLY_A32 ? &pmuv3_a32 : &pmuv3_a64,
	CORE_MIDR,
	false,
};

#define CORE_COUNTERS_A32                                                      \
	(CORE_COUNTERS == PMUV3_EIGHT ? pmuv3_eight_a32 : pmuv3_six_a32)

const struct tally_monitor CORE_NAME(tally_, TALLY_CORE, ) = {
	PMUV3_CORE(ONLY_A32 ? CORE_COUNTERS_A32 : pmuv3_six_a64, CORE_COUNTERS),
	.options = ONLY_A32 ? PMUV3_A32_OPTIONS : PMUV3_A64_OPTIONS,
	.levels = ONLY_A32 ? PMUV3_A32_LEVELS : PMUV3_A64_LEVELS,
	.facts = &facts,
};

/* A core of AArch32 alone has the same under this name, too. */
const struct tally_monitor CORE_NAME(tally_, TALLY_CORE, _a32) = {
	PMUV3_CORE(CORE_COUNTERS_A32, CORE_COUNTERS),
	PMUV3_A32,
	.facts = &facts_a32,
};

#endif
