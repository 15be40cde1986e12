/* SPDX-License-Identifier: MIT */
/* e500v1. */
#include <tally/library.h>

#include "e500.h"

#define OWN(...) E500_ROW(__VA_ARGS__)
#define OWN_V2(...)
static const struct tally_event events[] = {
#include <tally/monitors/e500_events.def>
};

static const struct tally_counter counters[] = {
	E500_COUNTER(0),
	E500_COUNTER(1),
	E500_COUNTER(2),
	E500_COUNTER(3),
};

static const struct fslpm_facts facts = E500_FACTS(0);

const struct tally_monitor tally_e500v1 = {
	E500_MONITOR,
	.options = TALLY_FREEZE,
};
