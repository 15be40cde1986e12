/* SPDX-License-Identifier: MIT */
/*
 * The registers of an L210, an L220 and an L2C-310, but for the latter two's
 * event counters, which are in the same page [Linux cache-l2x0.h: the offsets].
 * What Aux Control says to the cache is in l2_aux.c.
 *
 * Chosen, since no document at hand says:
 * - Aux Control keeps all bits; its sizes and latencies change nothing.  A
 *   write while the cache is on is dropped (an L220 refuses it by an abort
 *   [DDI0246A, of the L2C-310]).
 * - An L2C-310's lockdown registers are those of one master; its latencies,
 *   prefetching, power and address filtering are not there.
 * - Operations are done at once: status reads 0.
 * - Tests of the RAMs, and what else is in the page, read 0.
 */
#include "boards/src/core/l2.h"

enum {
	CACHE_ID = 0x000,
	CACHE_TYPE = 0x004,
	CONTROL = 0x100,
	AUX_CONTROL = 0x104,
	SYNC = 0x730,
	INVALIDATE_PA = 0x770,
	INVALIDATE_WAY = 0x77c,
	CLEAN_PA = 0x7b0,
	CLEAN_INDEX = 0x7b8,
	CLEAN_WAY = 0x7bc,
	CLEAN_INVALIDATE_PA = 0x7f0,
	CLEAN_INVALIDATE_INDEX = 0x7f8,
	CLEAN_INVALIDATE_WAY = 0x7fc,
	LOCKDOWN_DATA = 0x900,
	LOCKDOWN_INSTRUCTION = 0x904,
	DEBUG_CONTROL = 0xf40,

	CONTROL_ENABLE = 1 << 0,
	WAY_LSB = 28, /* in an index */
	DEBUG_KEPT = 3,
};

uint32_t l2_register_read(const struct l2 *l2, uint32_t offset)
{
	switch (offset) {
	case CACHE_ID:
		return l2_facts[l2->kind].id;
	case CACHE_TYPE:
		return l2_type(l2);
	case CONTROL:
		return l2->on ? CONTROL_ENABLE : 0;
	case AUX_CONTROL:
		return l2->aux;
	case LOCKDOWN_DATA:
		return l2->lock[L2_DATA];
	case LOCKDOWN_INSTRUCTION:
		return l2->lock[L2_INSTRUCTION];
	case DEBUG_CONTROL:
		return l2->debug;
	default:
		return 0;
	}
}

static void by_index(struct l2 *l2, uint32_t value, bool drop)
{
	l2_slot(l2, value >> WAY_LSB, value >> CACHE_LINE_BITS, true, drop);
}

/* True: it was one. */
static bool operation(struct l2 *l2, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case SYNC:
		l2_sync(l2);
		return true;
	case INVALIDATE_PA:
		l2_line(l2, value, false, true);
		return true;
	case INVALIDATE_WAY:
		l2_ways(l2, value, false, true);
		return true;
	case CLEAN_PA:
		l2_line(l2, value, true, false);
		return true;
	case CLEAN_INDEX:
		by_index(l2, value, false);
		return true;
	case CLEAN_WAY:
		l2_ways(l2, value, true, false);
		return true;
	case CLEAN_INVALIDATE_PA:
		l2_line(l2, value, true, true);
		return true;
	case CLEAN_INVALIDATE_INDEX:
		by_index(l2, value, true);
		return true;
	case CLEAN_INVALIDATE_WAY:
		l2_ways(l2, value, true, true);
		return true;
	default:
		return false;
	}
}

void l2_register_write(struct l2 *l2, uint32_t offset, uint32_t value)
{
	if (operation(l2, offset, value))
		return;
	switch (offset) {
	case CONTROL:
		l2->on = value & CONTROL_ENABLE;
		l2_sync(l2);
		break;
	case AUX_CONTROL:
		if (!l2->on)
			l2->aux = value;
		break;
	case LOCKDOWN_DATA:
		l2->lock[L2_DATA] = value & l2_all_ways(l2);
		break;
	case LOCKDOWN_INSTRUCTION:
		l2->lock[L2_INSTRUCTION] = value & l2_all_ways(l2);
		break;
	case DEBUG_CONTROL:
		l2->debug = value & DEBUG_KEPT;
		break;
	default:
		break;
	}
}

void l2_boot(struct l2 *l2)
{
	l2_register_write(l2, AUX_CONTROL,
			  l2_aux_shape(l2, l2_facts[l2->kind].boot));
	l2_register_write(l2, INVALIDATE_WAY, l2_all_ways(l2));
	l2_register_write(l2, CONTROL, CONTROL_ENABLE);
}
