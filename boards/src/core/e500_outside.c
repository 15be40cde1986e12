/* SPDX-License-Identifier: MIT */
/*
 * The e500 and the world outside its first level: what it asks for, and how
 * long that took.
 */
#include "boards/src/core/e500_inner.h"

/* Without a board around the core, a line and anything else take so long. */
enum { ALONE_LINE = 40, ALONE_SINGLE = 20 }; /* chosen */

static uint32_t alone(void *ctx, uint64_t cycle, enum uarch_request what,
		      uint32_t paddr, bool *near)
{
	*near = false;
	(void)ctx;
	(void)cycle;
	(void)paddr;
	return what <= REQUEST_WRITE_BACK ? ALONE_LINE : ALONE_SINGLE;
}

void e500_took(struct uarch *u, enum ledger_item item, uint32_t cycles)
{
	struct e500_state *e = e500_of(u);

	count(u, item, cycles != 0);
	if (e->durations < E500_DURATIONS)
		e->duration[e->durations++] =
			(struct uarch_duration){ (uint8_t)item, cycles };
}

const struct uarch_duration *uarch_durations(struct uarch *u, unsigned *n)
{
	struct e500_state *e = e500_of(u);

	*n = e->durations;
	if (e->durations)
		e->durations = 0;
	return e->duration;
}

void e500_stand_alone(struct uarch *u)
{
	e500_of(u)->outside.request = alone;
}

void uarch_set_outside(struct uarch *u, const struct uarch_outside *outside)
{
	e500_of(u)->outside = *outside;
}

/* On a flat board it is asked, but takes no time. */
uint32_t e500_ask(struct uarch *u, enum uarch_request what, uint32_t paddr)
{
	const struct uarch_outside *o = &e500_of(u)->outside;
	uint32_t cycles = o->request(o->ctx, u->now, what, paddr, &u->near);
	bool fetch = what == REQUEST_FETCH || what == REQUEST_FETCH_SINGLE;

	count(u, LEDGER_BIU_REQUESTS, 1);
	count(u, fetch ? LEDGER_BIU_I_REQUESTS : LEDGER_BIU_D_REQUESTS, 1);
	return u->options.flat ? 0 : (uint32_t)vary(u, cycles);
}
