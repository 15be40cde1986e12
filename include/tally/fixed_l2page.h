/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_L2PAGE_H
#define TALLY_FIXED_L2PAGE_H

/*
 * The folded form for the event counters of an L220 and an L2C-310.  The
 * procedures are those of src/monitors/l2page.c and src/core/saturating.c,
 * where they are reasoned about: a counter stops at its top, so m_overflow()
 * has to empty it in time, and one that was found there gives no count.
 * `wraps` is the slot's generation, and all ones once its count is lost; `base`
 * is what has been taken out of the counter.
 */
#include <tally/fixed.h>
#include <tally/monitors/l2c310.h>
#include <tally/monitors/l2cc.h>
#include <tally/words/l2page.h>

struct tally_fixed_l2page {
	uint16_t parts; /* bit n: part n of the cache ID is this controller */
};

struct tally_fixed_l2page_found {
	struct tally_fixed_found common;
	uint32_t enabled, config[TALLY_L2PAGE_COUNTERS],
		count[TALLY_L2PAGE_COUNTERS];
};
#define TALLY_FIXED_STORE_l2page(slots)
#define TALLY_FIXED_KEPT_l2page(store) 0

enum { tally_fixed_l2page_mapped = true, tally_fixed_l2page_loses = true };

#define TALLY_FIXED_L2PAGE_TOP  UINT32_MAX
#define TALLY_FIXED_L2PAGE_LOST UINT32_MAX

TALLY_FOLD uint32_t tally_fixed_l2page_get(const struct tally_fixed *f,
					   uint32_t reg)
{
	return (uint32_t)TALLY_FIXED_GET(TALLY_MMIO, f->at + reg);
}

TALLY_FOLD void tally_fixed_l2page_put(const struct tally_fixed *f,
				       uint32_t reg, uint32_t value)
{
	TALLY_FIXED_PUT(TALLY_MMIO, f->at + reg, value);
}

TALLY_FOLD uint32_t tally_fixed_l2page_started(const struct tally_fixed *f)
{
	(void)f;
	return TALLY_L2PAGE_ENABLE;
}

TALLY_FOLD uint32_t tally_fixed_l2page_stopped(const struct tally_fixed *f)
{
	(void)f;
	return 0;
}

/* A write to memory may wait in a buffer. */
TALLY_FOLD void tally_fixed_l2page_turn(const struct tally_fixed *f,
					uint32_t word)
{
	tally_fixed_l2page_put(f, TALLY_L2PAGE_ECR, word);
	TALLY_FIXED_SYNC(TALLY_MMIO);
}

/* Totals. */

TALLY_FOLD uint64_t tally_fixed_l2page_total(const struct tally_fixed *f,
					     unsigned i)
{
	uint32_t wraps, raw = 0;
	uint64_t base;

	do {
		wraps = f->wraps[i];
		base = f->base[i];
		TALLY_UNROLLED
		for (unsigned k = 0; k < f->setup->slots; k++)
			if (k == i)
				raw = tally_fixed_l2page_get(
					f, TALLY_L2PAGE_EVR(
						   f->setup->slot[k].counter));
	} while (wraps != f->wraps[i]);
	return wraps == TALLY_FIXED_L2PAGE_LOST || raw == TALLY_FIXED_L2PAGE_TOP
		       ? TALLY_COUNT_LOST
		       : base + raw;
}

TALLY_FOLD void tally_fixed_l2page_totals(const struct tally_fixed *f,
					  uint64_t *total, bool alone)
{
	uint32_t wraps[TALLY_L2PAGE_COUNTERS], raw[TALLY_L2PAGE_COUNTERS];
	bool moved = false;

	do {
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			wraps[i] = f->wraps[i];
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			raw[i] = tally_fixed_l2page_get(
				f, TALLY_L2PAGE_EVR(f->setup->slot[i].counter));
		moved = false;
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++) {
			total[i] = f->base[i] + raw[i];
			if (wraps[i] == TALLY_FIXED_L2PAGE_LOST ||
			    raw[i] == TALLY_FIXED_L2PAGE_TOP)
				total[i] = TALLY_COUNT_LOST;
			moved |= wraps[i] != f->wraps[i];
		}
	} while (!alone && moved);
}

/* A value may be written only while its counter's event is 0. */
TALLY_FOLD void tally_fixed_l2page_load(const struct tally_fixed *f,
					unsigned counter, uint32_t value,
					uint32_t config)
{
	tally_fixed_l2page_put(f, TALLY_L2PAGE_ECFGR(counter), 0);
	tally_fixed_l2page_put(f, TALLY_L2PAGE_EVR(counter), value);
	tally_fixed_l2page_put(f, TALLY_L2PAGE_ECFGR(counter), config);
}

/*
 * The counter is past half: take out its count and let it begin from 0.  The
 * window is closed, so what is read now is all that was counted.
 */
TALLY_FOLD void tally_fixed_l2page_take(const struct tally_fixed *f, unsigned i)
{
	unsigned counter = f->setup->slot[i].counter;
	uint32_t raw = tally_fixed_l2page_get(f, TALLY_L2PAGE_EVR(counter));

	if (raw == TALLY_FIXED_L2PAGE_TOP) {
		f->wraps[i] = TALLY_FIXED_L2PAGE_LOST;
		return;
	}
	f->base[i] = f->base[i] + raw;
	f->wraps[i] = f->wraps[i] + 1;
	tally_fixed_l2page_load(f, counter, 0,
				tally_l2page_config(f->setup, counter));
}

TALLY_FOLD uint32_t tally_fixed_l2page_overflow(const struct tally_fixed *f)
{
	uint32_t running, full = 0, slots = 0;

	if (!f->found->opened)
		return 0;
	if (tally_l2page_interrupts(f->setup) &&
	    tally_fixed_l2page_get(f, TALLY_L2PAGE_RISR) & TALLY_L2PAGE_ECNTR)
		tally_fixed_l2page_put(f, TALLY_L2PAGE_ICR, TALLY_L2PAGE_ECNTR);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		full |= tally_fixed_l2page_get(
			f, TALLY_L2PAGE_EVR(f->setup->slot[i].counter));
	if (full <= TALLY_FIXED_L2PAGE_TOP / 2)
		return 0;
	running = tally_fixed_l2page_get(f, TALLY_L2PAGE_ECR) &
		  TALLY_L2PAGE_ENABLE;
	tally_fixed_l2page_turn(f, tally_fixed_l2page_stopped(f));
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		if (f->wraps[i] != TALLY_FIXED_L2PAGE_LOST &&
		    tally_fixed_l2page_get(
			    f, TALLY_L2PAGE_EVR(f->setup->slot[i].counter)) >
			    TALLY_FIXED_L2PAGE_TOP / 2) {
			tally_fixed_l2page_take(f, i);
			slots |= UINT32_C(1) << i;
		}
	if (running)
		tally_fixed_l2page_turn(f, tally_fixed_l2page_started(f));
	return slots;
}

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_l2page_cores(const struct tally_fixed *f)
{
	(void)f;
	return false;
}

TALLY_FOLD enum tally_status
tally_fixed_l2page_probe(const struct tally_fixed *f)
{
	const struct tally_fixed_l2page *facts =
		(const struct tally_fixed_l2page *)f->facts;

	return tally_l2page_is(facts->parts,
			       tally_fixed_l2page_get(f, TALLY_L2PAGE_CACHE_ID))
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

TALLY_FOLD bool tally_fixed_l2page_save(const struct tally_fixed *f, bool force)
{
	struct tally_fixed_l2page_found *found =
		(struct tally_fixed_l2page_found *)f->found;
	bool asks = false;

	found->enabled = tally_fixed_l2page_get(f, TALLY_L2PAGE_ECR) &
			 TALLY_L2PAGE_ENABLE;
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L2PAGE_COUNTERS; n++) {
		uint32_t config =
			tally_fixed_l2page_get(f, TALLY_L2PAGE_ECFGR(n)) &
			TALLY_L2PAGE_CONFIG;
		uint32_t when = config & TALLY_FIELD(L2PAGE, ECFGR0, interrupt);

		asks |= when == TALLY_L2PAGE_ON_STEP ||
			when == TALLY_L2PAGE_ON_TOP;
		found->config[n] = config;
		found->count[n] =
			tally_fixed_l2page_get(f, TALLY_L2PAGE_EVR(n));
	}
	asks = asks && tally_fixed_l2page_get(f, TALLY_L2PAGE_RISR) &
			       TALLY_L2PAGE_ECNTR;
	return force || !(found->enabled || asks);
}

/* Stopped, both counters 0 and without an event, and no request left. */
TALLY_FOLD void tally_fixed_l2page_quiet(const struct tally_fixed *f)
{
	tally_fixed_l2page_put(f, TALLY_L2PAGE_ECR, 0);
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L2PAGE_COUNTERS; n++) {
		tally_fixed_l2page_put(f, TALLY_L2PAGE_ECFGR(n), 0);
		tally_fixed_l2page_put(f, TALLY_L2PAGE_EVR(n), 0);
	}
	if (tally_l2page_interrupts(f->setup))
		tally_fixed_l2page_put(f, TALLY_L2PAGE_ICR, TALLY_L2PAGE_ECNTR);
}

TALLY_FOLD void tally_fixed_l2page_configure(const struct tally_fixed *f)
{
	tally_fixed_l2page_quiet(f);
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L2PAGE_COUNTERS; n++)
		tally_fixed_l2page_put(f, TALLY_L2PAGE_ECFGR(n),
				       tally_l2page_config(f->setup, n));
	TALLY_FIXED_SYNC(TALLY_MMIO);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		f->wraps[i] = 0;
		f->base[i] = 0;
	}
}

TALLY_FOLD bool tally_fixed_l2page_holds(const struct tally_fixed *f)
{
	uint32_t wrong = tally_fixed_l2page_get(f, TALLY_L2PAGE_ECR) &
			 TALLY_L2PAGE_ENABLE;

	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L2PAGE_COUNTERS; n++)
		wrong |= (tally_fixed_l2page_get(f, TALLY_L2PAGE_ECFGR(n)) &
			  TALLY_L2PAGE_CONFIG) ^
			 tally_l2page_config(f->setup, n);
	return !wrong;
}

TALLY_FOLD void tally_fixed_l2page_release(const struct tally_fixed *f)
{
	const struct tally_fixed_l2page_found *found =
		(const struct tally_fixed_l2page_found *)f->found;

	tally_fixed_l2page_quiet(f);
	f->found->opened = false;
	TALLY_UNROLLED
	for (unsigned n = 0; n < TALLY_L2PAGE_COUNTERS; n++)
		tally_fixed_l2page_load(f, n, found->count[n],
					found->config[n]);
	tally_fixed_l2page_turn(f, found->enabled);
}

#define FAMILY l2page
#include <tally/fixed_opening.inc>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_l2page_check(const struct tally_fixed_l2page *facts,
			 const struct tally_setup *setup, unsigned i)
{
	(void)facts;
	return tally_fixed_unloaded(TALLY_L2PAGE_COUNTERS, setup, i);
}

/* The monitors. */
#define TALLY_FIXED_FAMILY_l220 l2page
enum { tally_fixed_kind_l220_mapped = tally_fixed_l2page_mapped };
static const struct tally_fixed_l2page tally_fixed_kind_l220 = {
	TALLY_L2PAGE_PARTS_L220
};
TALLY_FOLD bool tally_fixed_kind_l220_has(unsigned counter, unsigned code)
{
	(void)counter;
	switch (code) {
#define EVENT(id, name, code, ...) TALLY_FIXED_YES(code)
#include <tally/monitors/l220.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(l220, l2page, 0)

#define TALLY_FIXED_FAMILY_l2c310 l2page
enum { tally_fixed_kind_l2c310_mapped = tally_fixed_l2page_mapped };
static const struct tally_fixed_l2page tally_fixed_kind_l2c310 = {
	TALLY_L2PAGE_PARTS_L2C310
};
TALLY_FOLD bool tally_fixed_kind_l2c310_has(unsigned counter, unsigned code)
{
	(void)counter;
	switch (code) {
#define EVENT(id, name, code, ...) TALLY_FIXED_YES(code)
#include <tally/monitors/l2c310.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(l2c310, l2page, 0)

#endif
