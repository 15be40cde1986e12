/* SPDX-License-Identifier: MIT */
#include <tally/library.h>

#include <tally/monitors/cortex_a8.h>

#include "armv7.h"

#define COUNTER(id, name, reg, title, cores) ARMV7_##id,
static const struct tally_counter counters[] = {
#include <tally/monitors/cortex_a8.def>
};

#define EVENT(id, name, code, cores, kind, rate, ...)                          \
	{ code, rate, ARMV7_EVENT_COUNTERS },
static const struct tally_event events[] = {
#include <tally/monitors/cortex_a8.def>
};

static const struct armv7_facts facts = { TALLY_ARMV7_CORTEX_A8 };

const struct tally_monitor tally_cortex_a8 = { ARMV7_MONITOR(tally_flagged) };
