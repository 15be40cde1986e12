/* SPDX-License-Identifier: MIT */
/* MPC8540: PMC0 to PMC8; wraps of PMCn are the event Ref:1 + n. */
#include "mpc85xx.h"

enum { ALL = 0x1FE, CARRY = TALLY_MPC8540_PMC0_CARRY_OUT };

/*
 * The events that count another counter's carry make pairs; none of them is
 * counted by itself.
 */
#define ON(code)                                                               \
	((code) >= CARRY && (code) <= TALLY_MPC8540_PMC8_CARRY_OUT             \
		 ? 0                                                           \
		 : MPC85XX_ON(code, ALL))
#define OWN(id, code, kind, rate, ...) { code, rate, ON(code) },
static const struct tally_event events[] = {
#include <tally/monitors/mpc8540_events.def>
};

static const struct tally_counter counters[] = {
	MPC85XX_CLOCK,      MPC85XX_COUNTER(1), MPC85XX_COUNTER(2),
	MPC85XX_COUNTER(3), MPC85XX_COUNTER(4), MPC85XX_COUNTER(5),
	MPC85XX_COUNTER(6), MPC85XX_COUNTER(7), MPC85XX_COUNTER(8),
};

static const struct fslpm_facts facts = { MPC85XX_FACTS, .chain = CARRY };

const struct tally_monitor tally_mpc8540 = {
	MPC85XX_MONITOR,
	.pairs = true,
	.raw = ALL,
};
