/* SPDX-License-Identifier: MIT */
/*
 * Which counters, events and options a core has, where cores differ (PMUv3).
 * This is not in setup.c, so that programs for other monitors do not link it.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/only.h>

enum tally_status tally_limits_read(const struct tally_monitor *m,
				    struct tally_bus *bus,
				    struct tally_limits *limits)
{
	m = tally_taken(m);
	limits->counters =
		m->counters < 32 ? ~(UINT32_MAX << m->counters) : UINT32_MAX;
	limits->code_max = UINT16_MAX;
	limits->options = m->options;
	limits->pairs = m->pairs;
	limits->event[0] = UINT64_MAX;
	limits->event[1] = UINT64_MAX;
	if (tally_ops(m)->limits)
		tally_ops(m)->limits(m, bus, limits);
	return bus->status;
}

bool tally_limits_event(const struct tally_limits *limits, uint16_t code)
{
	if (code == TALLY_EVENT_CYCLES)
		return true;
	if (code > limits->code_max)
		return false;
	if (code & ~0x403F)
		return true;
	return limits->event[code >> 14] >> (code & 63) & 1;
}

static enum tally_status fits_slot(const struct tally_slot *slot,
				   const struct tally_limits *limits)
{
	/*
	 * Counters from 32 on have no bit in the mask: they are never missing.
	 */
	uint32_t needed = slot->counter < 32 ? (slot->pair ? UINT32_C(3) : 1)
						       << slot->counter
					     : 0;

	if (needed & ~limits->counters)
		return TALLY_E_COUNTER;
	if (slot->pair && !limits->pairs)
		return TALLY_E_FEATURE;
	if (!tally_limits_event(limits, slot->event))
		return TALLY_E_EVENT;
	return TALLY_OK;
}

enum tally_status tally_setup_fits(const struct tally_monitor *m,
				   const struct tally_setup *setup,
				   const struct tally_limits *limits,
				   unsigned *slot)
{
	(void)m;
	if (setup->options & ~(unsigned)limits->options)
		return TALLY_E_FEATURE;
	for (unsigned i = 0; i < setup->slots; i++) {
		enum tally_status status = fits_slot(&setup->slot[i], limits);

		if (status != TALLY_OK) {
			if (slot)
				*slot = i;
			return status;
		}
	}
	return TALLY_OK;
}

unsigned tally_setup_fault(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   struct tally_bus *bus)
{
	struct tally_limits limits;
	unsigned slot = 0;

	if (!setup)
		return slot;
	slot = setup->slots;
	if (!tally_setup_check(m, setup, &slot) && bus &&
	    !tally_limits_read(m, bus, &limits))
		(void)tally_setup_fits(m, setup, &limits, &slot);
	return slot;
}
