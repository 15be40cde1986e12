/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_XSCALE2_H
#define TALLY_FIXED_XSCALE2_H

/*
 * The folded form for XScale's second generation.  The procedures are those of
 * src/monitors/xsc2.c, where they are reasoned about.
 */
#include <tally/fixed.h>
#include <tally/monitors/xscale.h>
#include <tally/words/xscale2.h>

struct tally_fixed_xscale2_found {
	struct tally_fixed_found common;
	uint32_t control, enabled, events, count[TALLY_XSCALE2_COUNTERS];
};
#define TALLY_FIXED_STORE_xscale2(slots)
#define TALLY_FIXED_KEPT_xscale2(store) 0

enum { tally_fixed_xscale2_mapped = false, tally_fixed_xscale2_loses = false };

TALLY_FOLD uint32_t tally_fixed_xscale2_get(uint32_t reg)
{
	return (uint32_t)TALLY_FIXED_GET(TALLY_CP14, reg);
}

TALLY_FOLD void tally_fixed_xscale2_put(uint32_t reg, uint32_t value)
{
	TALLY_FIXED_PUT(TALLY_CP14, reg, value);
}

/* Functions that the template asks for. */

TALLY_FOLD uint32_t tally_fixed_xscale2_flags(const struct tally_fixed *f)
{
	(void)f;
	return tally_fixed_xscale2_get(TALLY_XSCALE2_FLAG);
}

TALLY_FOLD uint32_t tally_fixed_xscale2_flag(const struct tally_fixed *f,
					     unsigned i)
{
	return UINT32_C(1) << f->setup->slot[i].counter;
}

TALLY_FOLD unsigned tally_fixed_xscale2_bits(const struct tally_fixed *f,
					     unsigned i)
{
	(void)f;
	(void)i;
	return 32;
}

TALLY_FOLD uint64_t tally_fixed_xscale2_raw(const struct tally_fixed *f,
					    unsigned i)
{
	return tally_fixed_xscale2_get(
		tally_xscale2_counter(f->setup->slot[i].counter));
}

TALLY_FOLD void tally_fixed_xscale2_load(const struct tally_fixed *f,
					 unsigned i, uint64_t value)
{
	tally_fixed_xscale2_put(
		tally_xscale2_counter(f->setup->slot[i].counter),
		(uint32_t)value);
}

TALLY_FOLD void tally_fixed_xscale2_wait(const struct tally_fixed *f)
{
	(void)f;
}

TALLY_FOLD uint32_t tally_fixed_xscale2_acknowledge(const struct tally_fixed *f,
						    uint32_t opened)
{
	uint32_t set = tally_fixed_xscale2_flags(f) & TALLY_XSCALE2_ALL;

	(void)opened;
	tally_fixed_xscale2_put(TALLY_XSCALE2_FLAG, set);
	return set;
}

TALLY_FOLD bool tally_fixed_xscale2_running(const struct tally_fixed *f,
					    uint32_t seen)
{
	(void)f;
	(void)seen;
	return tally_fixed_xscale2_get(TALLY_XSCALE2_CONTROL) & TALLY_XSCALE2_E;
}

TALLY_FOLD uint32_t tally_fixed_xscale2_stopped(const struct tally_fixed *f)
{
	return tally_xscale2_divider(f->setup);
}

TALLY_FOLD uint32_t tally_fixed_xscale2_started(const struct tally_fixed *f)
{
	return tally_xscale2_divider(f->setup) | TALLY_XSCALE2_E;
}

TALLY_FOLD void tally_fixed_xscale2_turn(const struct tally_fixed *f,
					 uint32_t word)
{
	(void)f;
	tally_fixed_xscale2_put(TALLY_XSCALE2_CONTROL, word);
}

#define FAMILY xscale2
#include <tally/fixed_counting.inc>

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_xscale2_cores(const struct tally_fixed *f)
{
	(void)f;
	return false;
}

TALLY_FOLD enum tally_status
tally_fixed_xscale2_probe(const struct tally_fixed *f)
{
	uint32_t id =
		(uint32_t)TALLY_FIXED_GET(TALLY_CP15, TALLY_CP(0, 0, 0, 0));

	(void)f;
	return (id & TALLY_XSCALE2_ID_MASK) == TALLY_XSCALE2_ID
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

TALLY_FOLD bool tally_fixed_xscale2_save(const struct tally_fixed *f,
					 bool force)
{
	struct tally_fixed_xscale2_found *found =
		(struct tally_fixed_xscale2_found *)f->found;

	found->control = tally_fixed_xscale2_get(TALLY_XSCALE2_CONTROL) &
			 (TALLY_XSCALE2_D | TALLY_XSCALE2_E);
	found->enabled = tally_fixed_xscale2_get(TALLY_XSCALE2_INTEN) &
			 TALLY_XSCALE2_ALL;
	if (!force && (found->control & TALLY_XSCALE2_E ||
		       found->enabled & tally_fixed_xscale2_flags(f)))
		return false;
	found->events = tally_fixed_xscale2_get(TALLY_XSCALE2_EVTSEL);
	TALLY_UNROLLED
	for (unsigned i = 0; i < TALLY_XSCALE2_COUNTERS; i++)
		found->count[i] =
			tally_fixed_xscale2_get(tally_xscale2_counter(i));
	return true;
}

TALLY_FOLD void tally_fixed_xscale2_configure(const struct tally_fixed *f)
{
	uint32_t stopped = tally_xscale2_divider(f->setup);

	tally_fixed_xscale2_put(TALLY_XSCALE2_CONTROL, stopped);
	tally_fixed_xscale2_put(TALLY_XSCALE2_EVTSEL,
				tally_xscale2_events(f->setup));
	tally_fixed_xscale2_put(TALLY_XSCALE2_CONTROL,
				stopped | TALLY_XSCALE2_C | TALLY_XSCALE2_P);
	tally_fixed_xscale2_put(TALLY_XSCALE2_FLAG, TALLY_XSCALE2_ALL);
	tally_fixed_xscale2_begin(f);
	tally_fixed_xscale2_put(TALLY_XSCALE2_INTEN,
				tally_xscale2_interrupts(f->setup));
	TALLY_UNROLLED
	for (unsigned c = 0; c < TALLY_XSCALE2_COUNTERS; c++) {
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++) {
			const struct tally_slot *slot = &f->setup->slot[i];

			if (slot->counter == c && slot->period)
				tally_fixed_xscale2_load(
					f, i,
					tally_fixed_preset(slot->period, 32));
		}
	}
}

TALLY_FOLD bool tally_fixed_xscale2_holds(const struct tally_fixed *f)
{
	uint32_t wrong = (tally_fixed_xscale2_get(TALLY_XSCALE2_CONTROL) &
			  (TALLY_XSCALE2_D | TALLY_XSCALE2_E)) ^
			 tally_xscale2_divider(f->setup);

	wrong |= (tally_fixed_xscale2_get(TALLY_XSCALE2_INTEN) &
		  TALLY_XSCALE2_ALL) ^
		 tally_xscale2_interrupts(f->setup);
	wrong |= tally_fixed_xscale2_get(TALLY_XSCALE2_EVTSEL) ^
		 tally_xscale2_events(f->setup);
	return !wrong;
}

TALLY_FOLD void tally_fixed_xscale2_release(const struct tally_fixed *f)
{
	const struct tally_fixed_xscale2_found *found =
		(const struct tally_fixed_xscale2_found *)f->found;

	tally_fixed_xscale2_put(TALLY_XSCALE2_CONTROL, 0);
	tally_fixed_xscale2_put(TALLY_XSCALE2_INTEN, 0);
	tally_fixed_xscale2_put(TALLY_XSCALE2_FLAG, TALLY_XSCALE2_ALL);
	f->found->opened = false;
	tally_fixed_xscale2_put(TALLY_XSCALE2_CONTROL,
				found->control & TALLY_XSCALE2_D);
	tally_fixed_xscale2_put(TALLY_XSCALE2_EVTSEL, found->events);
	TALLY_UNROLLED
	for (unsigned i = 0; i < TALLY_XSCALE2_COUNTERS; i++)
		tally_fixed_xscale2_put(tally_xscale2_counter(i),
					found->count[i]);
	tally_fixed_xscale2_put(TALLY_XSCALE2_INTEN, found->enabled);
	tally_fixed_xscale2_put(TALLY_XSCALE2_CONTROL, found->control);
}

#define FAMILY xscale2
#include <tally/fixed_opening.inc>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_xscale2_check(const void *facts, const struct tally_setup *setup,
			  unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	(void)facts;
	if (slot->counter >= TALLY_XSCALE2_COUNTERS ||
	    tally_fixed_taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > TALLY_IRQ || slot->levels || slot->pair ||
	    slot->refine)
		return TALLY_E_FEATURE;
	return slot->period > UINT32_MAX ? TALLY_E_INVALID : TALLY_OK;
}

#define TALLY_FIXED_FAMILY_xscale2 xscale2
enum { tally_fixed_kind_xscale2_mapped = tally_fixed_xscale2_mapped };
static const uint8_t tally_fixed_kind_xscale2 = 0;
TALLY_FOLD bool tally_fixed_kind_xscale2_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_XSCALE_CCNT)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#define ON_XSCALE(code) TALLY_FIXED_YES(code)
#define ON_XSC1(code)
#define ON_XSC2(code) TALLY_FIXED_YES(code)
#define ON_I80200(code)
#define EVENT(id, name, code, cores, ...) ON_##cores(code)
#include <tally/monitors/xscale.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(xscale2, xscale2, TALLY_DIVIDE)
#undef ON_XSCALE
#undef ON_XSC1
#undef ON_XSC2
#undef ON_I80200

#endif
