/* SPDX-License-Identifier: MIT */
/* e500v2. */
#include <tally/library.h>

#include "e500.h"

#define OWN(...) E500_ROW(__VA_ARGS__)
static const struct tally_event events[] = {
#include <tally/monitors/e500_events.def>
};

static const struct tally_counter counters[] = {
	E500_COUNTER(0),
	E500_COUNTER(1),
	E500_COUNTER(2),
	E500_COUNTER(3),
};

static const struct fslpm_facts facts = E500_FACTS(FSLPM_TBSEL | FSLPM_TBEE);

const struct tally_monitor tally_e500v2 = {
	E500_MONITOR,
	.options = TALLY_FREEZE | TALLY_TIME_BASE | TALLY_TIME_BASE_47,
};
