/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_FSLPM_H
#define TALLY_FIXED_FSLPM_H

/*
 * The folded form for e500 cores.  The procedures are those of
 * src/monitors/fslpm.c, where they are reasoned about.
 */
#include <tally/fixed.h>
#include <tally/monitors/e500.h>
#include <tally/monitors/fslpm_words.h>

enum {
	TALLY_FIXED_FSLPM_COUNTERS = 4,
	TALLY_FIXED_FSLPM_THRESHOLDS =
		2, /* counters that have one, and PMLCb */
	TALLY_FIXED_PMGC0 = 400,
	TALLY_FIXED_PMLCA = 144,
	TALLY_FIXED_PMLCB = 272,
	TALLY_FIXED_PMC = 16,
};

struct tally_fixed_fslpm {
	uint32_t kept; /* bits of PMGC0 that there are */
};

struct tally_fixed_fslpm_found {
	struct tally_fixed_found common;
	uint32_t control, a[TALLY_FIXED_FSLPM_COUNTERS],
		b[TALLY_FIXED_FSLPM_THRESHOLDS],
		count[TALLY_FIXED_FSLPM_COUNTERS];
};

TALLY_FOLD uint32_t tally_fixed_fslpm_kept(const struct tally_fixed *f)
{
	return ((const struct tally_fixed_fslpm *)f->facts)->kept;
}

TALLY_FOLD uint32_t tally_fixed_fslpm_get(uint32_t reg)
{
	return (uint32_t)TALLY_FIXED_GET(TALLY_PMR, reg);
}

TALLY_FOLD void tally_fixed_fslpm_put(uint32_t reg, uint32_t value)
{
	TALLY_FIXED_PUT(TALLY_PMR, reg, value);
}

TALLY_FOLD uint32_t tally_fixed_fslpm_stopped(const struct tally_fixed *f)
{
	return tally_fslpm_stopped(f->setup);
}

TALLY_FOLD uint32_t tally_fixed_fslpm_started(const struct tally_fixed *f)
{
	return tally_fslpm_started(tally_fixed_fslpm_kept(f), f->setup);
}

TALLY_FOLD void tally_fixed_fslpm_turn(const struct tally_fixed *f,
				       uint32_t word)
{
	(void)f;
	tally_fixed_fslpm_put(TALLY_FIXED_PMGC0, word);
}

/* Totals.  A counter's top bit is its flag: the count has it already. */

TALLY_FOLD uint64_t tally_fixed_fslpm_raw(const struct tally_fixed *f,
					  unsigned i)
{
	const struct tally_slot *slot = &f->setup->slot[i];
	uint32_t low, high, before;

	low = tally_fixed_fslpm_get(TALLY_FIXED_PMC + slot->counter);
	if (!slot->pair)
		return low;
	/* Read the high half again: the low half may wrap in between. */
	high = tally_fixed_fslpm_get(TALLY_FIXED_PMC + slot->counter + 1);
	do {
		before = high;
		low = tally_fixed_fslpm_get(TALLY_FIXED_PMC + slot->counter);
		high = tally_fixed_fslpm_get(TALLY_FIXED_PMC + slot->counter +
					     1);
	} while (high != before);
	return (uint64_t)high << 32 | low;
}

TALLY_FOLD uint64_t tally_fixed_fslpm_sum(const struct tally_fixed *f,
					  unsigned i, uint32_t wraps,
					  uint64_t raw)
{
	if (!f->setup->slot[i].pair)
		raw += (uint64_t)wraps << 31;
	return raw - (tally_fixed_based(f, i) ? f->base[i] : 0);
}

TALLY_FOLD uint64_t tally_fixed_fslpm_total(const struct tally_fixed *f,
					    unsigned i)
{
	uint32_t wraps;
	uint64_t total = 0;

	do {
		wraps = f->wraps[i];
		TALLY_UNROLLED
		for (unsigned k = 0; k < f->setup->slots; k++)
			if (k == i)
				total = tally_fixed_fslpm_sum(
					f, k, wraps,
					tally_fixed_fslpm_raw(f, k));
	} while (wraps != f->wraps[i]);
	return total;
}

/* `alone`: nothing handles an overflow meanwhile. */
TALLY_FOLD void tally_fixed_fslpm_totals(const struct tally_fixed *f,
					 uint64_t *total, bool alone)
{
	uint32_t wraps[TALLY_FIXED_SLOTS];
	bool moved = false;

	do {
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			wraps[i] = f->wraps[i];
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			total[i] = tally_fixed_fslpm_raw(f, i);
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			total[i] =
				tally_fixed_fslpm_sum(f, i, wraps[i], total[i]);
		if (alone)
			return;
		moved = false;
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			moved |= wraps[i] != f->wraps[i];
	} while (moved);
}

/*
 * Take a slot's flag off, with the counters frozen; with a period the next one
 * begins, and what ran over the end of the last counts towards it.
 */
TALLY_FOLD void tally_fixed_fslpm_take(const struct tally_fixed *f, unsigned i)
{
	const struct tally_slot *slot = &f->setup->slot[i];
	uint32_t reg = TALLY_FIXED_PMC + slot->counter;
	uint32_t raw = tally_fixed_fslpm_get(reg);
	uint32_t next = raw & ~TALLY_FSLPM_OV;

	if (!(raw & TALLY_FSLPM_OV))
		return;
	f->wraps[i]++;
	if (slot->period) {
		raw = next;
		next = (uint32_t)tally_fixed_preset(slot->period, 31);
		if (raw < slot->period)
			next += raw;
		f->base[i] += (uint64_t)next - raw;
	}
	tally_fixed_fslpm_put(reg, next);
}

/*
 * Hardware may have taken PMIE off, or frozen everything (FCECE): START's word
 * is written again, whatever is left of it.
 */
TALLY_FOLD void tally_fixed_fslpm_overflow(const struct tally_fixed *f)
{
	uint32_t control, set = 0;
	bool running;

	if (!f->found->opened)
		return;
	control = tally_fixed_fslpm_get(TALLY_FIXED_PMGC0);
	running = !(control & TALLY_FSLPM_FAC) ||
		  (f->setup->options & TALLY_FREEZE &&
		   control & TALLY_FSLPM_FCECE);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		if (!f->setup->slot[i].pair)
			set |= tally_fixed_fslpm_get(TALLY_FIXED_PMC +
						     f->setup->slot[i].counter);
	if (set & TALLY_FSLPM_OV) {
		if (running)
			tally_fixed_fslpm_turn(f,
					       tally_fslpm_stopped(f->setup));
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			if (!f->setup->slot[i].pair)
				tally_fixed_fslpm_take(f, i);
	}
	if (running)
		tally_fixed_fslpm_turn(f, tally_fixed_fslpm_started(f));
}

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_fslpm_cores(const struct tally_fixed *f)
{
	(void)f;
	return false;
}

/* The slot that uses a counter, or TALLY_FIXED_SLOTS; a pair uses two. */
TALLY_FOLD unsigned tally_fixed_fslpm_user(const struct tally_fixed *f,
					   unsigned n)
{
	unsigned found = TALLY_FIXED_SLOTS;

	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		if (f->setup->slot[i].counter == n ||
		    (f->setup->slot[i].pair &&
		     f->setup->slot[i].counter + 1u == n))
			found = i;
	return found;
}

TALLY_FOLD enum tally_status
tally_fixed_fslpm_probe(const struct tally_fixed *f)
{
	return tally_fixed_fslpm_get(TALLY_FIXED_PMGC0) &
			       ~tally_fixed_fslpm_kept(f)
		       ? TALLY_E_ABSENT
		       : TALLY_OK;
}

TALLY_FOLD bool tally_fixed_fslpm_save(const struct tally_fixed *f, bool force)
{
	struct tally_fixed_fslpm_found *found =
		(struct tally_fixed_fslpm_found *)f->found;
	bool used = false;

	found->control = tally_fixed_fslpm_get(TALLY_FIXED_PMGC0);
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_FIXED_FSLPM_COUNTERS; n++) {
		uint32_t local = tally_fixed_fslpm_get(TALLY_FIXED_PMLCA + n);

		found->a[n] = local;
		used |= local && !(local & TALLY_FSLPM_FC);
		if (tally_fixed_fslpm_user(f, n) == TALLY_FIXED_SLOTS)
			continue;
		found->count[n] = tally_fixed_fslpm_get(TALLY_FIXED_PMC + n);
		if (n < TALLY_FIXED_FSLPM_THRESHOLDS)
			found->b[n] =
				tally_fixed_fslpm_get(TALLY_FIXED_PMLCB + n);
	}
	return force || !used || found->control & TALLY_FSLPM_FAC;
}

TALLY_FOLD void tally_fixed_fslpm_configure(const struct tally_fixed *f)
{
	tally_fixed_fslpm_turn(f, tally_fslpm_stopped(f->setup));
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_FIXED_FSLPM_COUNTERS; n++) {
		unsigned i = tally_fixed_fslpm_user(f, n);
		const struct tally_slot *slot;

		if (i == TALLY_FIXED_SLOTS) {
			tally_fixed_fslpm_put(TALLY_FIXED_PMLCA + n,
					      TALLY_FSLPM_FC);
			continue;
		}
		slot = &f->setup->slot[i];
		tally_fixed_fslpm_put(
			TALLY_FIXED_PMLCA + n,
			slot->counter == n
				? tally_fslpm_local_a(slot)
				: (TALLY_E500_PMC0_OVERFLOW + n - 1) << 16);
		if (n < TALLY_FIXED_FSLPM_THRESHOLDS)
			tally_fixed_fslpm_put(
				TALLY_FIXED_PMLCB + n,
				slot->counter == n ? tally_fslpm_local_b(slot)
						   : 0);
		tally_fixed_fslpm_put(
			TALLY_FIXED_PMC + n,
			(uint32_t)tally_fixed_preset(slot->period, 31));
	}
	TALLY_FIXED_SYNC(TALLY_PMR);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		f->wraps[i] = 0;
		if (tally_fixed_based(f, i))
			f->base[i] = tally_fixed_preset(
				f->setup->slot[i].period, 31);
	}
}

TALLY_FOLD bool tally_fixed_fslpm_holds(const struct tally_fixed *f)
{
	uint32_t wrong = tally_fixed_fslpm_get(TALLY_FIXED_PMGC0) ^
			 tally_fslpm_stopped(f->setup);

	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		wrong |= tally_fixed_fslpm_get(TALLY_FIXED_PMLCA +
					       f->setup->slot[i].counter) ^
			 tally_fslpm_local_a(&f->setup->slot[i]);
	return !wrong;
}

TALLY_FOLD void tally_fixed_fslpm_release(const struct tally_fixed *f)
{
	const struct tally_fixed_fslpm_found *found =
		(const struct tally_fixed_fslpm_found *)f->found;

	tally_fixed_fslpm_turn(f, TALLY_FSLPM_FAC);
	f->found->opened = false;
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_FIXED_FSLPM_COUNTERS; n++) {
		if (tally_fixed_fslpm_user(f, n) != TALLY_FIXED_SLOTS) {
			tally_fixed_fslpm_put(TALLY_FIXED_PMC + n,
					      found->count[n]);
			if (n < TALLY_FIXED_FSLPM_THRESHOLDS)
				tally_fixed_fslpm_put(TALLY_FIXED_PMLCB + n,
						      found->b[n]);
		}
		tally_fixed_fslpm_put(TALLY_FIXED_PMLCA + n, found->a[n]);
	}
	tally_fixed_fslpm_turn(f, found->control);
}

#define FAMILY fslpm
#include <tally/fixed_opening.inc>

/* The events that have a threshold, 76 to 81, and those that make pairs. */
#define TALLY_FIXED_E500_ON(code)                                              \
	((code) >= TALLY_E500_PMC0_OVERFLOW &&                                 \
			 (code) <= TALLY_E500_PMC3_OVERFLOW                    \
		 ? 0u                                                          \
	 : (code) >= TALLY_E500_DLFB_LOAD_MISS_CYCLES &&                       \
			 (code) <= TALLY_E500_CRIT_INT_PENDING_CYCLES          \
		 ? 0x3u                                                        \
		 : 0xFu)

TALLY_FOLD bool tally_fixed_e500_refines(const struct tally_slot *slot)
{
	const struct tally_refine *r = slot->refine;

	return !r ||
	       (tally_fslpm_scale(r) >= 0 &&
		!(r->distance || r->burst || r->gap || r->start || r->stop) &&
		slot->counter < TALLY_FIXED_FSLPM_THRESHOLDS &&
		slot->event >= TALLY_E500_DLFB_LOAD_MISS_CYCLES &&
		slot->event <= TALLY_E500_CRIT_INT_PENDING_CYCLES);
}

/*
 * The time base's event is counted only while it is enabled.  Then it would
 * also interrupt, or freeze the counters, at every other tick.
 */
TALLY_FOLD bool tally_fixed_fslpm_disturbs(uint32_t kept,
					   const struct tally_setup *setup,
					   unsigned i)
{
	bool acts = setup->options & TALLY_FREEZE;

	TALLY_UNROLLED
	for (unsigned k = 0; k < setup->slots; k++)
		acts |= setup->slot[k].interrupt != TALLY_SILENT;
	return kept & TALLY_FSLPM_TBEE && acts &&
	       setup->slot[i].event == TALLY_FSLPM_TIME_BASE &&
	       !(setup->options & TALLY_TIME_BASE);
}

/* Does some slot ask that this counter starts or stops it? */
TALLY_FOLD bool tally_fixed_fslpm_triggers(const struct tally_setup *setup,
					   unsigned counter)
{
	bool is = false;

	TALLY_UNROLLED
	for (unsigned k = 0; k < setup->slots; k++) {
		const struct tally_refine *r = setup->slot[k].refine;

		is |= r && ((r->start && (r->start & 15u) == counter) ||
			    (r->stop && (r->stop & 15u) == counter));
	}
	return is;
}

/* What a slot may ask for, beside those before it, but for its event. */
TALLY_FOLD enum tally_status
tally_fixed_fslpm_check(const struct tally_fixed_fslpm *facts,
			const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	const unsigned levels =
		TALLY_EL0 | TALLY_EL1 | TALLY_MARKED | TALLY_UNMARKED;

	if (slot->counter >= TALLY_FIXED_FSLPM_COUNTERS ||
	    tally_fixed_taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > TALLY_IRQ || slot->levels & ~levels ||
	    !tally_fixed_e500_refines(slot) ||
	    tally_fixed_fslpm_disturbs(facts->kept, setup, i) ||
	    (slot->interrupt &&
	     tally_fixed_fslpm_triggers(setup, slot->counter)))
		return TALLY_E_FEATURE;
	if (slot->pair &&
	    (slot->counter % 2 || slot->interrupt || slot->period))
		return TALLY_E_FEATURE;
	return slot->period > INT32_MAX ? TALLY_E_INVALID : TALLY_OK;
}

/* Codes without a row are taken unchecked. */
TALLY_FOLD bool tally_fixed_e500_has(unsigned counter, unsigned code)
{
	return code <= TALLY_FSLPM_EVENT &&
	       (TALLY_FIXED_E500_ON(code) >> counter & 1);
}

#define TALLY_FIXED_FAMILY_e500v1 fslpm
static const struct tally_fixed_fslpm tally_fixed_kind_e500v1 = {
	TALLY_FSLPM_FAC | TALLY_FSLPM_PMIE | TALLY_FSLPM_FCECE
};
#define tally_fixed_kind_e500v1_has tally_fixed_e500_has
TALLY_FIXED_KIND(e500v1, fslpm, TALLY_FREEZE)

#define TALLY_FIXED_FAMILY_e500v2 fslpm
static const struct tally_fixed_fslpm tally_fixed_kind_e500v2 = {
	TALLY_FSLPM_FAC | TALLY_FSLPM_PMIE | TALLY_FSLPM_FCECE |
	TALLY_FSLPM_TBSEL | TALLY_FSLPM_TBEE
};
#define tally_fixed_kind_e500v2_has tally_fixed_e500_has
TALLY_FIXED_KIND(e500v2, fslpm,
		 TALLY_FREEZE | TALLY_TIME_BASE | TALLY_TIME_BASE_47)

#endif
