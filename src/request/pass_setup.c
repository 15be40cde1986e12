/* SPDX-License-Identifier: MIT */
/*
 * A pass of a plan as the setup of a monitor.
 */
#include <tally/together.h>

#include "request/request.h"

void request_setup(const struct request *r, unsigned member, unsigned pass,
		   uint8_t options, struct tally_slot *slot, uint16_t *event,
		   struct tally_setup *setup)
{
	const struct request_member *from = &r->member[member];
	const struct plan_pass *p = &r->plan->pass[pass];
	unsigned slots = 0;

	for (unsigned i = 0; i < p->assigns; i++) {
		unsigned which = p->assign[i].event;

		if (r->origin[which].member != member)
			continue;
		if (event)
			event[slots] = (uint16_t)which;
		slot[slots++] = (struct tally_slot){
			.counter =
				(uint8_t)(p->assign[i].counter - from->counter),
			.event = r->event[which]->code,
			.levels = r->event[which]->levels,
			.pair = r->event[which]->pair,
			.refine = r->event[which]->refine,
		};
	}
	*setup = (struct tally_setup){
		.slot = slot,
		.slots = (uint8_t)slots,
		.options = (uint8_t)(options & from->monitor->monitor->options),
	};
}

void request_order(const struct request *r, uint8_t *order)
{
	const struct tally_monitor *monitor[REQUEST_MEMBERS];

	for (unsigned i = 0; i < r->members; i++)
		monitor[i] = r->member[i].monitor->monitor;
	tally_together_order(monitor, r->members, order);
}
