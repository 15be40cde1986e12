/* SPDX-License-Identifier: MIT */
/* MPC8548: PMC0 to PMC9.  Which events chain is not established. */
#include <tally/library.h>

#include "mpc85xx.h"

enum { MPC8548_ALL = 0x3FE };

#define OWN(id, code, kind, rate, ...)                                         \
	{ code, rate, MPC85XX_ON(code, MPC8548_ALL) },
static const struct tally_event mpc8548_events[] = {
#include <tally/monitors/mpc8548_events.def>
};

static const struct tally_counter mpc8548_counters[] = {
	MPC85XX_CLOCK,      MPC85XX_COUNTER(1), MPC85XX_COUNTER(2),
	MPC85XX_COUNTER(3), MPC85XX_COUNTER(4), MPC85XX_COUNTER(5),
	MPC85XX_COUNTER(6), MPC85XX_COUNTER(7), MPC85XX_COUNTER(8),
	MPC85XX_COUNTER(9),
};

static const struct fslpm_facts mpc8548_facts = { MPC85XX_FACTS };

const struct tally_monitor tally_mpc8548 = {
	MPC85XX_MONITOR(mpc8548),
	.raw = MPC8548_ALL,
};
