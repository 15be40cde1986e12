/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_DWT_H
#define TALLY_FIXED_DWT_H

/*
 * The folded form for the cycle counter of the M profile: sessions like those
 * of others, which leave the unit as they found it, and one line for who has
 * the unit to himself (TALLY_DWT_CYCLES).  The procedures are
 * those of src/monitors/dwt.c and src/core/difference.c, where they are
 * reasoned about.  `wraps` is where the counter stood at the last look, `base`
 * the total at that moment: only m_overflow() changes them, `wraps` last.
 */
#include <tally/fixed.h>
#include <tally/monitors/dwt.h>
#include <tally/words/dwt.h>

/* Nothing of its own: every one is the same. */
struct tally_fixed_dwt {
	uint8_t none;
};

struct tally_fixed_dwt_found {
	struct tally_fixed_found common;
	uint32_t on, ctrl, count;
	bool locked;
};
#define TALLY_FIXED_STORE_dwt(slots)
#define TALLY_FIXED_KEPT_dwt(store) 0

/* Its registers are at one address on every core. */
enum { tally_fixed_dwt_mapped = false, tally_fixed_dwt_loses = false };

TALLY_FOLD uint32_t tally_fixed_dwt_get(uint32_t reg)
{
	return (uint32_t)TALLY_FIXED_GET(TALLY_MMIO,
					 TALLY_DWT_BASE + TALLY_OFFSET(reg));
}

TALLY_FOLD void tally_fixed_dwt_put(uint32_t reg, uint32_t value)
{
	TALLY_FIXED_PUT(TALLY_MMIO, TALLY_DWT_BASE + TALLY_OFFSET(reg), value);
}

/* DEMCR, of which TRCENA alone changes. */
TALLY_FOLD void tally_fixed_dwt_clock(uint32_t on)
{
	tally_fixed_dwt_put(
		TALLY_DWT_AT_DEMCR,
		(tally_fixed_dwt_get(TALLY_DWT_AT_DEMCR) & ~TALLY_DWT_TRCENA) |
			on);
}

TALLY_FOLD uint32_t tally_fixed_dwt_started(const struct tally_fixed *f)
{
	(void)f;
	return TALLY_DWT_ENABLE;
}

TALLY_FOLD uint32_t tally_fixed_dwt_stopped(const struct tally_fixed *f)
{
	(void)f;
	return 0;
}

TALLY_FOLD void tally_fixed_dwt_turn(const struct tally_fixed *f, uint32_t word)
{
	(void)f;
	tally_fixed_dwt_put(TALLY_DWT_AT_CTRL, word);
	TALLY_FIXED_SYNC(TALLY_MMIO);
}

/* Totals. */

TALLY_FOLD uint64_t tally_fixed_dwt_total(const struct tally_fixed *f,
					  unsigned i)
{
	uint32_t seen, raw;
	uint64_t base;

	do {
		seen = f->wraps[i];
		base = f->base[i];
		raw = tally_fixed_dwt_get(TALLY_DWT_AT_CYCCNT);
	} while (seen != f->wraps[i]);
	return base + (uint32_t)(raw - seen);
}

TALLY_FOLD void tally_fixed_dwt_totals(const struct tally_fixed *f,
				       uint64_t *total, bool alone)
{
	(void)alone;
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++)
		total[i] = tally_fixed_dwt_total(f, i);
}

TALLY_FOLD uint32_t tally_fixed_dwt_overflow(const struct tally_fixed *f)
{
	uint32_t slots = 0;

	if (!f->found->opened)
		return 0;
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		uint32_t seen = f->wraps[i];
		uint32_t raw = tally_fixed_dwt_get(TALLY_DWT_AT_CYCCNT);

		f->base[i] = f->base[i] + (uint32_t)(raw - seen);
		f->wraps[i] = raw;
		if (raw < seen)
			slots |= UINT32_C(1) << i;
	}
	return slots;
}

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_dwt_cores(const struct tally_fixed *f)
{
	(void)f;
	return false;
}

TALLY_FOLD enum tally_status tally_fixed_dwt_probe(const struct tally_fixed *f)
{
	(void)f;
	return tally_dwt_is(tally_fixed_dwt_get(TALLY_DWT_AT_CPUID))
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

/*
 * A unit without its clock cannot be read, and cannot be in use: it has it from
 * here on.  In use it is left alone.
 */
TALLY_FOLD bool tally_fixed_dwt_save(const struct tally_fixed *f, bool force)
{
	struct tally_fixed_dwt_found *found =
		(struct tally_fixed_dwt_found *)f->found;

	const uint32_t demcr = tally_fixed_dwt_get(TALLY_DWT_AT_DEMCR);

	tally_fixed_dwt_put(TALLY_DWT_AT_DEMCR, demcr | TALLY_DWT_TRCENA);
	TALLY_FIXED_SYNC(TALLY_MMIO);
	found->on = demcr & TALLY_DWT_TRCENA;
	found->ctrl = tally_fixed_dwt_get(TALLY_DWT_AT_CTRL) & TALLY_DWT_KEPT;
	found->count = tally_fixed_dwt_get(TALLY_DWT_AT_CYCCNT);
	found->locked = tally_dwt_locked(tally_fixed_dwt_get(TALLY_DWT_AT_LSR));
	return force || !(found->on && found->ctrl & TALLY_DWT_ENABLE);
}

TALLY_FOLD void tally_fixed_dwt_configure(const struct tally_fixed *f)
{
	tally_fixed_dwt_put(TALLY_DWT_AT_LAR, TALLY_DWT_KEY);
	tally_fixed_dwt_put(TALLY_DWT_AT_CTRL, 0);
	tally_fixed_dwt_put(TALLY_DWT_AT_CYCCNT, 0);
	TALLY_FIXED_SYNC(TALLY_MMIO);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		f->wraps[i] = 0;
		f->base[i] = 0;
	}
}

TALLY_FOLD bool tally_fixed_dwt_holds(const struct tally_fixed *f)
{
	(void)f;
	return tally_dwt_ready(tally_fixed_dwt_get(TALLY_DWT_AT_DEMCR),
			       tally_fixed_dwt_get(TALLY_DWT_AT_CTRL));
}

TALLY_FOLD void tally_fixed_dwt_release(const struct tally_fixed *f)
{
	const struct tally_fixed_dwt_found *found =
		(const struct tally_fixed_dwt_found *)f->found;

	f->found->opened = false;
	tally_fixed_dwt_put(TALLY_DWT_AT_CTRL, 0);
	tally_fixed_dwt_put(TALLY_DWT_AT_CYCCNT, found->count);
	tally_fixed_dwt_put(TALLY_DWT_AT_CTRL, found->ctrl);
	if (found->locked)
		tally_fixed_dwt_put(TALLY_DWT_AT_LAR, TALLY_DWT_LOCK);
	tally_fixed_dwt_clock(found->on);
	TALLY_FIXED_SYNC(TALLY_MMIO);
}

#define FAMILY dwt
#include <tally/fixed_opening.inc>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_dwt_check(const struct tally_fixed_dwt *facts,
		      const struct tally_setup *setup, unsigned i)
{
	enum tally_status status = tally_fixed_unloaded(1, setup, i);

	(void)facts;
	return !status && setup->slot[i].interrupt ? TALLY_E_FEATURE : status;
}

/* The monitor. */
#define TALLY_FIXED_FAMILY_dwt dwt
enum { tally_fixed_kind_dwt_mapped = tally_fixed_dwt_mapped };
static const struct tally_fixed_dwt tally_fixed_kind_dwt = { 0 };
TALLY_FOLD bool tally_fixed_kind_dwt_has(unsigned counter, unsigned code)
{
	(void)counter;
	return code == TALLY_EVENT_CYCLES;
}
TALLY_FIXED_KIND(dwt, dwt, 0)

/* TALLY_DWT_CYCLES() of tally/fixed.h, by the line that it is in. */
#define TALLY_DWT_CYCLES_(cycles, line) TALLY_DWT_CYCLES_ON(cycles, line)
#define TALLY_DWT_CYCLES_ON(cycles, line)                                      \
	TALLY_DWT_CYCLES_BY(cycles, tally_from_##line, tally_left_##line)
#define TALLY_DWT_CYCLES_BY(cycles, from, left)                                \
	for (uint32_t from = tally_fixed_dwt_run(), left = 1; left;            \
	     (cycles) = tally_fixed_dwt_now() - from, left = 0)

/* The counter, with the accesses of the code beside it on their own side. */
TALLY_FOLD uint32_t tally_fixed_dwt_now(void)
{
	uint32_t now;

	TALLY_FIXED_IN_ORDER();
	now = tally_fixed_dwt_get(TALLY_DWT_AT_CYCCNT);
	TALLY_FIXED_IN_ORDER();
	return now;
}

/* Has the counter run, whatever was, and reads it. */
TALLY_FOLD uint32_t tally_fixed_dwt_run(void)
{
	tally_fixed_dwt_put(TALLY_DWT_AT_DEMCR,
			    tally_fixed_dwt_get(TALLY_DWT_AT_DEMCR) |
				    TALLY_DWT_TRCENA);
	tally_fixed_dwt_put(TALLY_DWT_AT_LAR, TALLY_DWT_KEY);
	tally_fixed_dwt_put(TALLY_DWT_AT_CTRL,
			    tally_fixed_dwt_get(TALLY_DWT_AT_CTRL) |
				    TALLY_DWT_ENABLE);
	return tally_fixed_dwt_now();
}

#endif
