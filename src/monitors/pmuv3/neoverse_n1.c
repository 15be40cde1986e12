/* SPDX-License-Identifier: MIT */
/* Neoverse N1. */
#include <tally/library.h>

#include "pmuv3.h"

#define COMMON(id)                     PMUV3_COMMON(id)
#define OWN(id, code, kind, rate, ...) PMUV3_OWN(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/pmuv3_neoverse_n1.def>
};

static const struct pmuv3_facts facts = { &pmuv3_a64, PMUV3_ARM(0xD0C), false };

const struct tally_monitor tally_neoverse_n1 = {
	PMUV3_CORE(a64),
	PMUV3_A64,
	.facts = &facts,
};
