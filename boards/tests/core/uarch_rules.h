/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UARCH_RULES_H
#define TESTS_UARCH_RULES_H

#include "uarch_steps.h"

/*
 * The tests of the ARM11's counting rules share these kinds of memory, and a
 * loop.
 */
static const struct mapping cached = {
	.page_bits = 20,
	.cacheable = true,
	.bufferable = true,
};
static const struct mapping through = {
	.page_bits = 20,
	.cacheable = true,
	.write_through = true,
};
static const struct mapping uncached = { .page_bits = 20 };
static const struct mapping device = { .page_bits = 20, .bufferable = true };
static const struct mapping ordered = {
	.page_bits = 20,
	.strongly_ordered = true,
};
static const struct mapping dtcm = { .page_bits = 20, .tcm = true };
static const struct mapping itcm = {
	.page_bits = 20,
	.cacheable = true, /* makes no difference */
	.tcm = true,
	.itcm = true,
};

static inline void maintain(struct steps *s, enum maintenance what,
			    uint32_t addr)
{
	struct mapping m = cached;

	m.paddr = addr;
	uarch_maintain(s->u, what, addr, &m);
}

/* Z, and the three kinds of prediction under it. */
static inline void switch_to(struct steps *s, bool z, bool by_rule,
			     bool by_history, bool stack)
{
	struct uarch_control c = everything_on;

	c.branch_prediction = z;
	c.static_prediction = by_rule;
	c.dynamic_prediction = by_history;
	c.return_stack = stack;
	uarch_set_control(s->u, &c);
}

/* Ten rounds of a loop whose end is 8 bytes before the line's. */
static inline void ten_rounds(struct steps *s)
{
	s->pc = 0x8010;
	mark(s);
	for (int round = 1; round <= 10; round++) {
		add(s, 0, 0);
		branch(s, 0x8010, true, round < 10);
	}
}

#endif
