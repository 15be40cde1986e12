/* SPDX-License-Identifier: MIT */
/* Cortex-A57. */
#include <tally/library.h>

#include "pmuv3.h"

#define COMMON(id)                     PMUV3_COMMON(id)
#define OWN(id, code, kind, rate, ...) PMUV3_OWN(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/pmuv3_cortex_a57.def>
};

static const struct pmuv3_facts facts = { &pmuv3_a64, PMUV3_ARM(0xD07), false };

const struct tally_monitor tally_cortex_a57 = {
	PMUV3_CORE(a64),
	PMUV3_A64,
	.facts = &facts,
};

static const struct pmuv3_facts facts_a32 = { &pmuv3_a32, PMUV3_ARM(0xD07),
					      false };

const struct tally_monitor tally_cortex_a57_a32 = {
	PMUV3_CORE(a32),
	PMUV3_A32,
	.facts = &facts_a32,
};
