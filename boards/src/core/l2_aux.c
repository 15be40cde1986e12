/* SPDX-License-Identifier: MIT */
/*
 * Aux Control of an L210, an L220 and an L2C-310, as far as it concerns the
 * cache [Linux cache-l2x0.h: the part numbers, the bits; OKL4 l2cc.h: the
 * L210's latencies and reset value].
 *
 * Sources disagree where the L210's has the write-allocate override: bit 23
 * [Linux], bit 22 [OKL4].  Linux's is taken.  Set, it makes every write-back
 * write allocate; the others' two bits: 01 never, 10 always, else as the
 * request says (both chosen, since no document at hand says).
 */
#include "boards/src/core/l2.h"

enum {
	AUX_EVENT_BUS = 1 << 20,
	AUX_L210_OVERRIDE = 1 << 23,
	AUX_POLICY_LSB = 23, /* of the others */
};

/*
 * Implementer, part, release, which is chosen: r0p5, r1p7, r2p0.  Aux Control
 * after reset [OKL4 l2cc.h; L220: the same, chosen; L2C-310: chosen].  As OKL4
 * and Linux start them: 8 ways of 16 KiB, events on the bus; the PB1176's also
 * checks parity, and those of the RealView boards take shared memory in.
 */
const struct l2_facts l2_facts[] = {
	[L2_L210] = { 0x4100004f, 0xe4020fff, 0x0013001b },
	[L2_L220] = { 0x41000086, 0xe4020fff, 0xe4730fff },
	[L2_C310] = { 0x410000c4, 0x02020000, 0x02520000 },
};

bool l2_event_bus(const struct l2 *l2)
{
	return l2->aux & AUX_EVENT_BUS;
}

bool l2_allocates(const struct l2 *l2, const struct outer *outer)
{
	unsigned policy = l2->aux >> AUX_POLICY_LSB & 3;

	if (l2->kind == L2_L210)
		return outer->write_allocate || l2->aux & AUX_L210_OVERRIDE;
	if (policy == 1)
		return false;
	return policy == 2 || outer->write_allocate;
}
