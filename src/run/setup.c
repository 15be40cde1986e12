/* SPDX-License-Identifier: MIT */
/*
 * A pass of a plan as the setup of a monitor.
 */
#include <tally/monitor.h>

#include "run/run.h"

void request_setup(const struct request *r, unsigned pass, uint8_t options,
		   struct tally_slot *slot, struct tally_setup *setup)
{
	const struct plan_pass *p = &r->plan->pass[pass];

	for (unsigned i = 0; i < p->assigns; i++)
		slot[i] = (struct tally_slot){
			.counter = (uint8_t)p->assign[i].counter,
			.event = r->event[p->assign[i].event]->code,
			.levels = r->event[p->assign[i].event]->levels,
			.pair = r->event[p->assign[i].event]->pair,
		};
	*setup = (struct tally_setup){
		.slot = slot,
		.slots = (uint8_t)p->assigns,
		.options = options,
	};
}
