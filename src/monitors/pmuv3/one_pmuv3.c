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

#define COMMON(id)                     PMUV3_COMMON(id)
#define OWN(id, code, kind, rate, ...) PMUV3_OWN(code, rate)
static const struct tally_event events[] = {
#include TALLY_CORE_ROWS
};

enum {
#define LISTED(word, part) PART_##word = (part),
#include <tally/monitors/pmuv3/cores.def>
};
#define CORE_MIDR TALLY_PMUV3_MIDR_OF(CORE_NAME(PART_, TALLY_CORE, ))

static const struct pmuv3_facts facts = { &pmuv3_a64, CORE_MIDR, false };
static const struct pmuv3_facts facts_a32 = { &pmuv3_a32, CORE_MIDR, false };

const struct tally_monitor CORE_NAME(tally_, TALLY_CORE, ) = {
	PMUV3_CORE(a64),
	PMUV3_A64,
	.facts = &facts,
};

const struct tally_monitor CORE_NAME(tally_, TALLY_CORE, _a32) = {
	PMUV3_CORE(a32),
	PMUV3_A32,
	.facts = &facts_a32,
};

#endif
