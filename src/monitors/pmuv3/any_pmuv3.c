/* SPDX-License-Identifier: MIT */
/*
 * PMUv3 on a core that is not known: the common events, of which the core
 * itself says which it has.  And the other ways to the monitor: AArch32,
 * PMSELR, EL0.  [DDI0487 D13, D14.3]
 */
#include <tally/library.h>

#include "pmuv3.h"

#define COMMON(id)                                                             \
	{ TALLY_PMUV3_##id, PMUV3_RATE_##id,                                   \
	  PMUV3_ON(TALLY_PMUV3_##id, PMUV3_ALL) },
static const struct tally_event events[] = {
#include <tally/monitors/pmuv3/any.def>
};

static const struct pmuv3_facts facts = { &pmuv3_a64, 0, false };
static const struct pmuv3_facts facts_a32 = { &pmuv3_a32, 0, false };
static const struct pmuv3_facts facts_select = { &pmuv3_select, 0, false };
static const struct pmuv3_facts facts_el0 = { &pmuv3_a64, 0, true };

const struct tally_monitor tally_pmuv3 = {
	PMUV3_ANY(a64),
	PMUV3_A64,
	.facts = &facts,
	.steps = TALLY_PMUV3_STEPS,
};

const struct tally_monitor tally_pmuv3_a32 = {
	PMUV3_ANY(a32),
	PMUV3_A32,
	.facts = &facts_a32,
	.steps = TALLY_PMUV3_STEPS,
};

const struct tally_monitor tally_pmuv3_select = {
	PMUV3_ANY(select),
	PMUV3_A64,
	.facts = &facts_select,
	.steps = TALLY_PMUV3_STEPS,
};

/*
 * EL0 cannot see which version it is, so it gets nothing that came after the
 * first.
 */
const struct tally_monitor tally_pmuv3_el0 = {
	PMUV3_ANY(a64),
	.facts = &facts_el0,
	.steps = TALLY_PMUV3_STEPS,
	.levels = TALLY_EL0 | TALLY_EL1 | TALLY_EL2 | TALLY_EL3,
	.silent = true,
};
