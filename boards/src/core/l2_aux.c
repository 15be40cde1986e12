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

	/* The L210's and L220's number of ways; the L2C-310's 16 instead of 8;
	 * and the size of a way, 1: 16 KiB, and each further one twice that. */
	AUX_WAYS_LSB = 13,
	AUX_WAYS_BITS = 15,
	AUX_SIXTEEN = 1 << 16,
	AUX_SIZE_LSB = 17,
	AUX_SIZE_BITS = 7,

	OWN_WAYS = 8,
	OWN_WAY = 16 << 10,
	WAY_CODES = 6,
	/* In the type register, of the L2C-310: */
	TYPE_SIZE_LSB = 20,
	TYPE_CODE_SIZE_LSB = 8,
	TYPE_SIXTEEN = 1 << 18 | 1 << 6,
};

/* Unified, 8 ways, 32 bytes, in the L2C-310's fields; that the others have the
 * same: chosen. */
#define TYPE UINT32_C(0x1c000000)

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

/* The size of a way as the fields have it; 0: they cannot tell these ways. */
static unsigned way_code(const struct l2 *l2)
{
	const struct cache_shape *s = &l2->cache.shape;
	unsigned code = 1;

	if (l2->kind == L2_C310 ? s->ways != OWN_WAYS && s->ways != 16
				: s->ways > OWN_WAYS)
		return 0;
	while (code <= WAY_CODES &&
	       (uint32_t)OWN_WAY << (code - 1) != s->sets << s->line_bits)
		code++;
	return code <= WAY_CODES ? code : 0;
}

uint32_t l2_aux_shape(const struct l2 *l2, uint32_t aux)
{
	const unsigned code = way_code(l2);
	const uint32_t ways = l2->cache.shape.ways;

	if (!code || (code == 1 && ways == OWN_WAYS))
		return aux;
	aux &= ~((uint32_t)AUX_SIZE_BITS << AUX_SIZE_LSB);
	aux |= code << AUX_SIZE_LSB;
	if (l2->kind == L2_C310)
		return ways == OWN_WAYS ? aux : aux | AUX_SIXTEEN;
	aux &= ~((uint32_t)AUX_WAYS_BITS << AUX_WAYS_LSB);
	return aux | ways << AUX_WAYS_LSB;
}

uint32_t l2_type(const struct l2 *l2)
{
	const unsigned told = way_code(l2), code = told ? told : 1;

	return TYPE | code << TYPE_SIZE_LSB | code << TYPE_CODE_SIZE_LSB |
	       (told && l2->cache.shape.ways == 16 ? TYPE_SIXTEEN : 0u);
}
