/* SPDX-License-Identifier: MIT */
/* A pass's slots: its event, its counter, and what reads it. */
#include "script/inner.h"

#include <tally/session.h>

const char *script_phase_word(unsigned phase)
{
	static const char *const word[SCRIPT_PHASES] = {
		[TALLY_CONFIGURE] = "configure",
		[TALLY_START] = "start",
		[TALLY_STOP] = "stop",
		[TALLY_RELEASE] = "release",
	};

	return word[phase];
}

const struct catalog_event *script_event(const struct script *s, unsigned slot)
{
	return s->request->event[s->event[slot]];
}

const struct catalog_counter *script_counter(const struct script *s,
					     unsigned slot)
{
	return &s->monitor->counter[s->slot[slot].counter];
}

const struct catalog_register *script_count(const struct script *s,
					    unsigned slot)
{
	const struct catalog_monitor *m = s->monitor;

	return catalog_register_at(
		m, m->monitor->counter[s->slot[slot].counter].reg);
}

const struct catalog_register *script_upper_half(const struct script *s,
						 unsigned slot)
{
	const struct catalog_monitor *m = s->monitor;
	const struct tally_slot *at = &s->slot[slot];

	return at->pair ? catalog_register_at(
				  m, m->monitor->counter[at->counter + 1u].reg)
			: NULL;
}

const struct catalog_register *script_other_word(const struct script *s,
						 unsigned slot)
{
	const struct catalog_monitor *m = s->monitor;
	const struct tally_counter *c =
		&m->monitor->counter[s->slot[slot].counter];
	struct tally_reg reg = c->reg;

	reg.addr += reg.bits / 8u;
	return c->bits > reg.bits ? catalog_register_at(m, reg) : NULL;
}

uint64_t script_count_mask(const struct script *s, unsigned slot)
{
	const struct tally_monitor *m = s->monitor->monitor;
	unsigned bits =
		s->slot[slot].pair ? 32 : tally_slot_bits(m, &s->setup, slot);

	return bits < script_count(s, slot)->reg.bits ? tally_counter_mask(bits)
						      : 0;
}
