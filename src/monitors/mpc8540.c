/* SPDX-License-Identifier: MIT */
/* MPC8540: PMC0 to PMC8; wraps of PMCn are the event Ref:1 + n. */
#include <tally/library.h>

#include "mpc85xx.h"

enum { MPC8540_ALL = 0x1FE, MPC8540_CARRY = TALLY_MPC8540_PMC0_CARRY_OUT };

/*
 * The events that count another counter's carry make pairs; none of them is
 * counted by itself.
 */
#define MPC8540_ON(code)                                                       \
	((code) >= MPC8540_CARRY && (code) <= TALLY_MPC8540_PMC8_CARRY_OUT     \
		 ? 0                                                           \
		 : MPC85XX_ON(code, MPC8540_ALL))
#define OWN(id, code, kind, rate, ...) { code, rate, MPC8540_ON(code) },
static const struct tally_event mpc8540_events[] = {
#include <tally/monitors/mpc8540_events.def>
};

static const struct tally_counter mpc8540_counters[] = {
	MPC85XX_CLOCK,      MPC85XX_COUNTER(1), MPC85XX_COUNTER(2),
	MPC85XX_COUNTER(3), MPC85XX_COUNTER(4), MPC85XX_COUNTER(5),
	MPC85XX_COUNTER(6), MPC85XX_COUNTER(7), MPC85XX_COUNTER(8),
};

static const struct fslpm_facts mpc8540_facts = { MPC85XX_FACTS,
						  .chain = MPC8540_CARRY };

const struct tally_monitor tally_mpc8540 = {
	MPC85XX_MONITOR(mpc8540),
	.pairs = true,
	.raw = MPC8540_ALL,
};
