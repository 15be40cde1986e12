/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_L210_H
#define TALLY_FIXED_L210_H

/*
 * The folded form for the L210's event monitor.  The procedures are those of
 * src/monitors/l210.c and src/core/read_only.c, where they are reasoned about:
 * counters cannot be loaded, so each counts from where it stands.
 */
#include <tally/fixed.h>
#include <tally/monitors/l2cc.h>
#include <tally/words/l210.h>

struct tally_fixed_l210_found {
	struct tally_fixed_found common;
	uint32_t control, config[TALLY_L210_COUNTERS];
};
#define TALLY_FIXED_STORE_l210(slots)
#define TALLY_FIXED_KEPT_l210(store) 0

enum { tally_fixed_l210_mapped = true, tally_fixed_l210_loses = true };

TALLY_FOLD const struct tally_l210_layout *
tally_fixed_l210_layout(const struct tally_fixed *f)
{
	return (const struct tally_l210_layout *)f->facts;
}

TALLY_FOLD uint32_t tally_fixed_l210_get(const struct tally_fixed *f,
					 uint32_t reg)
{
	return (uint32_t)TALLY_FIXED_GET(TALLY_MMIO, f->at + reg);
}

TALLY_FOLD void tally_fixed_l210_put(const struct tally_fixed *f, uint32_t reg,
				     uint32_t value)
{
	TALLY_FIXED_PUT(TALLY_MMIO, f->at + reg, value);
}

TALLY_FOLD uint32_t tally_fixed_l210_started(const struct tally_fixed *f)
{
	return tally_l210_control(f->setup) | TALLY_L210_ENABLE;
}

TALLY_FOLD uint32_t tally_fixed_l210_stopped(const struct tally_fixed *f)
{
	return tally_l210_control(f->setup);
}

/* A write to memory may wait in a buffer. */
TALLY_FOLD void tally_fixed_l210_turn(const struct tally_fixed *f,
				      uint32_t word)
{
	tally_fixed_l210_put(f, TALLY_L210_EMMC, word);
	TALLY_FIXED_SYNC(TALLY_MMIO);
}

/* Totals. */

TALLY_FOLD uint32_t tally_fixed_l210_flag(const struct tally_fixed *f,
					  unsigned i)
{
	return UINT32_C(1) << f->setup->slot[i].counter;
}

TALLY_FOLD uint32_t tally_fixed_l210_flags(const struct tally_fixed *f)
{
	return tally_fixed_l210_get(f, TALLY_L210_EMCS);
}

TALLY_FOLD uint32_t tally_fixed_l210_raw(const struct tally_fixed *f,
					 unsigned i)
{
	return tally_fixed_l210_get(f, tally_fixed_l210_layout(f)->count +
					       4u * f->setup->slot[i].counter);
}

/*
 * One that stands at its top and has overflowed may have stopped there: no
 * document says that it wraps.
 */
TALLY_FOLD uint64_t tally_fixed_l210_sum(const struct tally_fixed *f,
					 unsigned i, uint32_t wraps,
					 uint32_t raw)
{
	if (wraps && raw == UINT32_MAX)
		return TALLY_COUNT_LOST;
	return ((uint64_t)wraps << 32 | raw) - f->base[i];
}

/* As in fixed_counting.inc: the flags are the same before and after. */
TALLY_FOLD uint64_t tally_fixed_l210_total(const struct tally_fixed *f,
					   unsigned i)
{
	uint32_t wraps, before, after, flag = 0, raw = 0;

	TALLY_UNROLLED
	for (unsigned k = 0; k < f->setup->slots; k++)
		if (k == i)
			flag = tally_fixed_l210_flag(f, k);
	do {
		wraps = f->wraps[i];
		before = tally_fixed_l210_flags(f);
		TALLY_UNROLLED
		for (unsigned k = 0; k < f->setup->slots; k++)
			if (k == i)
				raw = tally_fixed_l210_raw(f, k);
		after = tally_fixed_l210_flags(f);
	} while (wraps != f->wraps[i] || (before ^ after) & flag);
	return tally_fixed_l210_sum(f, i, wraps + !!(before & flag), raw);
}

TALLY_FOLD void tally_fixed_l210_totals(const struct tally_fixed *f,
					uint64_t *total, bool alone)
{
	uint32_t wraps[TALLY_L210_COUNTERS], raw[TALLY_L210_COUNTERS];
	uint32_t before, after;
	bool moved;

	do {
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			wraps[i] = f->wraps[i];
		before = tally_fixed_l210_flags(f);
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			raw[i] = tally_fixed_l210_raw(f, i);
		after = tally_fixed_l210_flags(f);
		moved = (before ^ after) & TALLY_L210_FLAGS;
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			moved |= !alone && wraps[i] != f->wraps[i];
	} while (moved);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		total[i] = tally_fixed_l210_sum(
			f, i,
			wraps[i] + !!(before & tally_fixed_l210_flag(f, i)),
			raw[i]);
}

/* A flag is cleared by writing 1 to it alone. */
TALLY_FOLD uint32_t tally_fixed_l210_overflow(const struct tally_fixed *f)
{
	uint32_t set, slots = 0;

	if (!f->found->opened)
		return 0;
	set = tally_fixed_l210_flags(f) & TALLY_L210_FLAGS;
	if (!set)
		return 0;
	tally_fixed_l210_put(f, TALLY_L210_EMCS, set);
	TALLY_FIXED_SYNC(TALLY_MMIO);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		if (set & tally_fixed_l210_flag(f, i)) {
			f->wraps[i] = f->wraps[i] + 1;
			slots |= UINT32_C(1) << i;
		}
	return slots;
}

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_l210_cores(const struct tally_fixed *f)
{
	(void)f;
	return false;
}

/* EMCS reads as zero except for its flags. */
TALLY_FOLD enum tally_status tally_fixed_l210_probe(const struct tally_fixed *f)
{
	return tally_fixed_l210_flags(f) & ~TALLY_L210_FLAGS ? TALLY_E_ABSENT
							     : TALLY_OK;
}

TALLY_FOLD bool tally_fixed_l210_save(const struct tally_fixed *f, bool force)
{
	struct tally_fixed_l210_found *found =
		(struct tally_fixed_l210_found *)f->found;
	uint32_t flags = tally_fixed_l210_flags(f);
	bool pending = false;

	found->control =
		tally_fixed_l210_get(f, TALLY_L210_EMMC) & TALLY_L210_KEPT;
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L210_COUNTERS; n++) {
		found->config[n] =
			tally_fixed_l210_get(
				f,
				tally_fixed_l210_layout(f)->config + 4u * n) &
			TALLY_L210_CONFIG;
		pending |= found->config[n] & TALLY_L210_INTERRUPT &&
			   flags >> n & 1;
	}
	return force || !(found->control & TALLY_L210_ENABLE || pending);
}

/* Stopped, with these configurations, and no flag or request left. */
TALLY_FOLD void tally_fixed_l210_set(const struct tally_fixed *f,
				     const struct tally_setup *setup)
{
	tally_fixed_l210_put(f, TALLY_L210_EMMC, 0);
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L210_COUNTERS; n++)
		tally_fixed_l210_put(
			f, tally_fixed_l210_layout(f)->config + 4u * n,
			tally_l210_config(setup, n));
	tally_fixed_l210_put(f, TALLY_L210_EMCS, TALLY_L210_FLAGS);
}

TALLY_FOLD void tally_fixed_l210_configure(const struct tally_fixed *f)
{
	tally_fixed_l210_set(f, f->setup);
	tally_fixed_l210_turn(f,
			      tally_l210_control(f->setup) | TALLY_L210_RESET);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		f->wraps[i] = 0;
		f->base[i] = tally_fixed_l210_raw(f, i);
	}
}

TALLY_FOLD bool tally_fixed_l210_holds(const struct tally_fixed *f)
{
	uint32_t wrong =
		(tally_fixed_l210_get(f, TALLY_L210_EMMC) & TALLY_L210_KEPT) ^
		tally_l210_control(f->setup);

	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L210_COUNTERS; n++)
		wrong |= (tally_fixed_l210_get(
				  f,
				  tally_fixed_l210_layout(f)->config + 4u * n) &
			  TALLY_L210_CONFIG) ^
			 tally_l210_config(f->setup, n);
	return !wrong;
}

/* The old counts cannot be put back: no write reaches them. */
TALLY_FOLD void tally_fixed_l210_release(const struct tally_fixed *f)
{
	static const struct tally_setup nothing = { 0, 0, 0 };
	const struct tally_fixed_l210_found *found =
		(const struct tally_fixed_l210_found *)f->found;

	tally_fixed_l210_set(f, &nothing);
	f->found->opened = false;
	tally_fixed_l210_put(f, TALLY_L210_EMMC,
			     found->control & ~TALLY_L210_ENABLE);
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L210_COUNTERS; n++)
		tally_fixed_l210_put(
			f, tally_fixed_l210_layout(f)->config + 4u * n,
			found->config[n]);
	tally_fixed_l210_turn(f, found->control);
}

#define FAMILY l210
#include <tally/fixed_opening.inc>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_l210_check(const struct tally_l210_layout *layout,
		       const struct tally_setup *setup, unsigned i)
{
	(void)layout;
	return tally_fixed_unloaded(TALLY_L210_COUNTERS, setup, i);
}

TALLY_FOLD bool tally_fixed_l210_has(unsigned counter, unsigned code)
{
	(void)counter;
	switch (code) {
#define EVENT(id, name, code, ...) TALLY_FIXED_YES(code)
#include <tally/monitors/l210.def>
		return true;
	default:
		return false;
	}
}

/* The monitors: layouts of the block. */
#define TALLY_FIXED_FAMILY_l210 l210
enum { tally_fixed_kind_l210_mapped = tally_fixed_l210_mapped };
static const struct tally_l210_layout tally_fixed_kind_l210 =
	TALLY_L210_LAYOUT_IMX31;
#define tally_fixed_kind_l210_has tally_fixed_l210_has
TALLY_FIXED_KIND(l210, l210, 0)

#define TALLY_FIXED_FAMILY_l210_trm l210
enum { tally_fixed_kind_l210_trm_mapped = tally_fixed_l210_mapped };
static const struct tally_l210_layout tally_fixed_kind_l210_trm =
	TALLY_L210_LAYOUT_TRM;
#define tally_fixed_kind_l210_trm_has tally_fixed_l210_has
TALLY_FIXED_KIND(l210_trm, l210, 0)

#define TALLY_FIXED_FAMILY_l210_six l210
enum { tally_fixed_kind_l210_six_mapped = tally_fixed_l210_mapped };
static const struct tally_l210_layout tally_fixed_kind_l210_six =
	TALLY_L210_LAYOUT_SIX;
#define tally_fixed_kind_l210_six_has tally_fixed_l210_has
TALLY_FIXED_KIND(l210_six, l210, 0)

#endif
