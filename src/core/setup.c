/* SPDX-License-Identifier: MIT */
/*
 * Checks what a monitor can be asked for, and what it cannot.  Everything that
 * a setup can get wrong is found here, so that an encoder needs no checks.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/only.h>

uint64_t tally_counter_mask(unsigned bits)
{
	return UINT64_MAX >> (64 - bits);
}

uint64_t tally_preset(uint64_t period, unsigned bits)
{
	return (0 - period) & tally_counter_mask(bits);
}

const struct tally_event *tally_event_find(const struct tally_monitor *m,
					   uint16_t code)
{
	m = tally_taken(m);
	for (unsigned i = 0; i < m->events; i++)
		if (m->event[i].code == code)
			return &m->event[i];
	return NULL;
}

unsigned tally_slot_bits(const struct tally_monitor *m,
			 const struct tally_setup *setup, unsigned slot)
{
	const struct tally_slot *s = &setup->slot[slot];

	return s->pair || setup->options & TALLY_WIDE
		       ? 64
		       : tally_which(m)->counter[s->counter].bits;
}

/* Of monitors that take codes without a row by this check: fields of 8 bits. */
enum { LAST_RAW = 0xFF };

static enum tally_status check_slot(const struct tally_monitor *m,
				    const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	const struct tally_counter *counter;
	const struct tally_event *event;

	if (slot->counter >= m->counters)
		return TALLY_E_COUNTER;
	for (unsigned k = 0; k < i; k++)
		if (setup->slot[k].counter == slot->counter)
			return TALLY_E_COUNTER;

	if (slot->interrupt > (m->fiq ? TALLY_FIQ : TALLY_IRQ) ||
	    slot->levels || slot->pair || slot->refine)
		return TALLY_E_FEATURE;
	counter = &m->counter[slot->counter];
	if (slot->period > tally_counter_mask(counter->bits))
		return TALLY_E_INVALID;
	if (counter->fixed)
		return slot->event == counter->event ? TALLY_OK : TALLY_E_EVENT;
	event = tally_event_find(m, slot->event);
	if (!event && slot->event > LAST_RAW)
		return TALLY_E_EVENT;
	return (event ? event->counters : m->raw) >> slot->counter & 1
		       ? TALLY_OK
		       : TALLY_E_EVENT;
}

enum tally_status tally_setup_check(const struct tally_monitor *m,
				    const struct tally_setup *setup,
				    unsigned *slot)
{
	if (!m || !tally_serves(m) || !setup || (setup->slots && !setup->slot))
		return TALLY_E_INVALID;
	m = tally_taken(m);
	if (setup->options & ~(unsigned)m->options)
		return TALLY_E_FEATURE;
	for (unsigned i = 0; i < setup->slots; i++) {
		enum tally_status status =
			tally_ops(m)->check ? tally_ops(m)->check(m, setup, i)
					    : check_slot(m, setup, i);

		if (status != TALLY_OK) {
			if (slot)
				*slot = i;
			return status;
		}
	}
	return TALLY_OK;
}

enum tally_status tally_encode(const struct tally_monitor *m,
			       const struct tally_setup *setup,
			       enum tally_phase phase,
			       struct tally_script *script)
{
	enum tally_status status = tally_setup_check(m, setup, NULL);

	if (status != TALLY_OK)
		return status;
	tally_ops(m)->encode(tally_which(m), setup, phase, script);
	return script->status;
}
