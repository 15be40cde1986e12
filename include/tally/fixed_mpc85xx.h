/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_MPC85XX_H
#define TALLY_FIXED_MPC85XX_H

/* The folded form for PowerQUICC III devices. */
#include <tally/fixed.h>
#include <tally/fixed_fslpm.h>
#include <tally/monitors/mpc85xx.h>

enum {
	tally_fixed_mpc85xx_mapped = true,
	tally_fixed_mpc85xx_loses = true,
	tally_fixed_mpc85xx_space = TALLY_MMIO,
	tally_fixed_mpc85xx_pmgc0 = 0,
	TALLY_FIXED_MPC8540_COUNTERS = 9,
	TALLY_FIXED_MPC8548_COUNTERS = 10,
};

/* Which of the clock's words is the low one: see fslpm_clock.c. */
enum tally_fixed_mpc85xx_low {
	TALLY_FIXED_LOW_UNKNOWN,
	TALLY_FIXED_LOW_FIRST,
	TALLY_FIXED_LOW_SECOND,
};

struct tally_fixed_mpc85xx_found {
	struct tally_fixed_found common;
	volatile uint32_t low; /* enum tally_fixed_mpc85xx_low */
	/*
	 * The clock's total while it is held; else it is what the clock stands
	 * at less `apart`: see src/core/runs_on.c.
	 */
	volatile uint64_t stands, apart;
	volatile bool held;
	bool stood; /* it was found standing, its second word at `clock` */
	uint32_t control, clock;
	uint32_t a[TALLY_FIXED_MPC8548_COUNTERS];
};
/* Of the counters that are used, in their order: a pair uses two. */
struct tally_fixed_mpc85xx_kept {
	uint32_t b, count;
};
#define TALLY_FIXED_STORE_mpc85xx(slots)                                       \
	struct tally_fixed_mpc85xx_kept                                        \
		kept[(int)(slots)*2 < (int)TALLY_FIXED_MPC8548_COUNTERS        \
			     ? (int)(slots)*2                                  \
			     : (int)TALLY_FIXED_MPC8548_COUNTERS];
#define TALLY_FIXED_KEPT_mpc85xx(store) (store).kept

TALLY_FOLD uint32_t tally_fixed_mpc85xx_pmlca(unsigned n)
{
	return 0x10 + 0x10 * n;
}

TALLY_FOLD uint32_t tally_fixed_mpc85xx_pmlcb(unsigned n)
{
	return 0x14 + 0x10 * n;
}

TALLY_FOLD uint32_t tally_fixed_mpc85xx_pmc(unsigned n)
{
	return 0x18 + 0x10 * n;
}

TALLY_FOLD uint32_t tally_fixed_mpc85xx_get(const struct tally_fixed *f,
					    uint32_t reg)
{
	return (uint32_t)TALLY_FIXED_GET(TALLY_MMIO, f->at + reg);
}

TALLY_FOLD void tally_fixed_mpc85xx_put(const struct tally_fixed *f,
					uint32_t reg, uint32_t value)
{
	TALLY_FIXED_PUT(TALLY_MMIO, f->at + reg, value);
}

TALLY_FOLD struct tally_fixed_mpc85xx_kept *
tally_fixed_mpc85xx_kept(const struct tally_fixed *f, unsigned n)
{
	struct tally_fixed_mpc85xx_kept *kept =
		(struct tally_fixed_mpc85xx_kept *)f->kept;

	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];

		kept += (slot->counter < n) +
			(slot->pair && slot->counter + 1u < n);
	}
	return kept;
}

TALLY_FOLD uint32_t *tally_fixed_mpc85xx_b(const struct tally_fixed *f,
					   unsigned n)
{
	return &tally_fixed_mpc85xx_kept(f, n)->b;
}

TALLY_FOLD uint32_t *tally_fixed_mpc85xx_count(const struct tally_fixed *f,
					       unsigned n)
{
	return &tally_fixed_mpc85xx_kept(f, n)->count;
}

TALLY_FOLD void tally_fixed_mpc85xx_clock_load(const struct tally_fixed *f,
					       uint32_t first, uint32_t second)
{
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmc(0), first);
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmc(0) + 4, second);
}

/*
 * Counting from 0, for fewer than 2^32 clocks, it is the word that is not 0;
 * whether it is known.
 */
TALLY_FOLD bool tally_fixed_mpc85xx_clock_learn(const struct tally_fixed *f)
{
	struct tally_fixed_mpc85xx_found *found =
		(struct tally_fixed_mpc85xx_found *)f->found;
	uint32_t first, second;

	if (found->low != TALLY_FIXED_LOW_UNKNOWN)
		return true;
	second = tally_fixed_mpc85xx_get(f, tally_fixed_mpc85xx_pmc(0) + 4);
	first = tally_fixed_mpc85xx_get(f, tally_fixed_mpc85xx_pmc(0));
	if (first && !second)
		found->low = TALLY_FIXED_LOW_FIRST;
	if (second && !first)
		found->low = TALLY_FIXED_LOW_SECOND;
	return found->low != TALLY_FIXED_LOW_UNKNOWN;
}

/* While it runs, it is the word that alone changes, look after look. */
TALLY_FIXED_OUT bool
tally_fixed_mpc85xx_clock_watch(const struct tally_fixed *f)
{
	struct tally_fixed_mpc85xx_found *found =
		(struct tally_fixed_mpc85xx_found *)f->found;
	uint32_t first = tally_fixed_mpc85xx_get(f, tally_fixed_mpc85xx_pmc(0));
	uint32_t second =
		tally_fixed_mpc85xx_get(f, tally_fixed_mpc85xx_pmc(0) + 4);
	uint32_t last = 0;

	for (unsigned look = 0; look < 64; look++) {
		uint32_t a =
			tally_fixed_mpc85xx_get(f, tally_fixed_mpc85xx_pmc(0));
		uint32_t b = tally_fixed_mpc85xx_get(
			f, tally_fixed_mpc85xx_pmc(0) + 4);
		uint32_t moved =
			(a != first ? (uint32_t)TALLY_FIXED_LOW_FIRST : 0u) |
			(b != second ? (uint32_t)TALLY_FIXED_LOW_SECOND : 0u);

		if (moved && moved == last && !(moved & (moved - 1))) {
			found->low = moved;
			return true;
		}
		last = moved ? moved : last;
		first = a;
		second = b;
	}
	return false;
}

/*
 * Find out which word is which.  A clock that stands still alone counts for a
 * moment, before the other counters are set up; one that even so does not move
 * is learnt when it is read.
 */
TALLY_FOLD void tally_fixed_mpc85xx_clock_save(const struct tally_fixed *f)
{
	struct tally_fixed_mpc85xx_found *found =
		(struct tally_fixed_mpc85xx_found *)f->found;
	const struct tally_fixed_fslpm_facts *facts =
		(const struct tally_fixed_fslpm_facts *)f->facts;

	found->low = TALLY_FIXED_LOW_UNKNOWN;
	found->stood = !tally_fixed_mpc85xx_clock_watch(f);
	if (!found->stood)
		return;
	found->clock =
		tally_fixed_mpc85xx_get(f, tally_fixed_mpc85xx_pmc(0) + 4);
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmgc0, TALLY_FSLPM_FAC);
	TALLY_UNROLLED
	for (unsigned n = 1; n < facts->counters; n++)
		tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmlca(n),
					TALLY_FSLPM_FC);
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmlca(0), 0);
	tally_fixed_mpc85xx_clock_load(f, 0, 0);
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmgc0, 0);
	for (unsigned look = 0; look < 64; look++)
		if (tally_fixed_mpc85xx_clock_learn(f))
			break;
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmgc0, TALLY_FSLPM_FAC);
}

TALLY_FOLD void tally_fixed_mpc85xx_clock_restore(const struct tally_fixed *f)
{
	const struct tally_fixed_mpc85xx_found *found =
		(const struct tally_fixed_mpc85xx_found *)f->found;

	if (found->stood)
		tally_fixed_mpc85xx_clock_load(
			f, *tally_fixed_mpc85xx_count(f, 0), found->clock);
}

/* Both words 0 is 0 whichever is the low one; else, unknown, it is lost. */
TALLY_FIXED_OUT uint64_t
tally_fixed_mpc85xx_clock_read(const struct tally_fixed *f)
{
	const struct tally_fixed_mpc85xx_found *found =
		(const struct tally_fixed_mpc85xx_found *)f->found;
	uint32_t first = tally_fixed_mpc85xx_pmc(0);
	uint32_t at_low, at_high, high, low, before;

	if (!tally_fixed_mpc85xx_clock_learn(f))
		return tally_fixed_mpc85xx_get(f, first) ? TALLY_COUNT_LOST : 0;
	at_low = found->low == TALLY_FIXED_LOW_FIRST ? first : first + 4;
	at_high = at_low == first ? first + 4 : first;
	high = tally_fixed_mpc85xx_get(f, at_high);
	do {
		before = high;
		low = tally_fixed_mpc85xx_get(f, at_low);
		high = tally_fixed_mpc85xx_get(f, at_high);
	} while (high != before);
	return (uint64_t)high << 32 | low;
}

TALLY_FOLD void tally_fixed_mpc85xx_clock_begin(const struct tally_fixed *f)
{
	struct tally_fixed_mpc85xx_found *found =
		(struct tally_fixed_mpc85xx_found *)f->found;

	found->stands = 0;
	found->apart = 0;
	found->held = true;
}

TALLY_FOLD uint64_t tally_fixed_mpc85xx_clock_total(const struct tally_fixed *f)
{
	const struct tally_fixed_mpc85xx_found *found =
		(const struct tally_fixed_mpc85xx_found *)f->found;

	return found->held ? found->stands
			   : tally_fixed_mpc85xx_clock_read(f) - found->apart;
}

/* Right before the write that opens the window, and behind the one that closes
 * it, which may be closed already. */
TALLY_FIXED_OUT void
tally_fixed_mpc85xx_clock_beside(const struct tally_fixed *f, bool opens)
{
	struct tally_fixed_mpc85xx_found *found =
		(struct tally_fixed_mpc85xx_found *)f->found;
	uint64_t now = tally_fixed_mpc85xx_clock_read(f);

	if (found->held != opens)
		return;
	if (opens)
		found->apart = now - found->stands;
	else
		found->stands = now - found->apart;
	found->held = !opens;
}

/* The word that opens or closes the window, and the clock's read beside it. */
TALLY_FOLD void tally_fixed_mpc85xx_clock_turn(const struct tally_fixed *f,
					       uint32_t word)
{
	bool opens = !(word & TALLY_FSLPM_FAC);

	if (opens)
		tally_fixed_mpc85xx_clock_beside(f, true);
	tally_fixed_mpc85xx_put(f, tally_fixed_mpc85xx_pmgc0, word);
	if (!opens)
		tally_fixed_mpc85xx_clock_beside(f, false);
}

#define TALLY_FSLPM_CLOCK
#define FAMILY mpc85xx
#include <tally/fixed_fslpm.inc>
#undef TALLY_FSLPM_CLOCK
#define FAMILY mpc85xx
#include <tally/fixed_opening.inc>

/*
 * Any counter but the clock can count codes below 64.  A counter's own codes
 * are 64 to 127, with its number in the bits above.  Codes without a row are
 * taken unchecked.
 */
TALLY_FOLD bool tally_fixed_mpc85xx_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_MPC85XX_CLOCK)
		return code == TALLY_EVENT_CYCLES;
	if (code >> 8)
		return code >> 8 == counter && (code & 0xC0) == 0x40;
	return code < 64;
}

#define TALLY_FIXED_MPC85XX_FACTS(counters, chain)                             \
	{                                                                      \
		TALLY_FSLPM_FAC | TALLY_FSLPM_PMIE | TALLY_FSLPM_FCECE,        \
			(counters), 1, (chain), 0, 0                           \
	}

/* Events that count another counter's carry make pairs, and none else. */
#define TALLY_FIXED_FAMILY_mpc8540 mpc85xx
enum { tally_fixed_kind_mpc8540_mapped = tally_fixed_mpc85xx_mapped };
static const struct tally_fixed_fslpm_facts tally_fixed_kind_mpc8540 =
	TALLY_FIXED_MPC85XX_FACTS(TALLY_FIXED_MPC8540_COUNTERS,
				  TALLY_MPC8540_PMC0_CARRY_OUT);
TALLY_FOLD bool tally_fixed_kind_mpc8540_has(unsigned counter, unsigned code)
{
	return tally_fixed_mpc85xx_has(counter, code) &&
	       !(code >= TALLY_MPC8540_PMC0_CARRY_OUT &&
		 code <= TALLY_MPC8540_PMC8_CARRY_OUT);
}
TALLY_FIXED_KIND(mpc8540, mpc85xx, TALLY_FREEZE)

#define TALLY_FIXED_FAMILY_mpc8548 mpc85xx
enum { tally_fixed_kind_mpc8548_mapped = tally_fixed_mpc85xx_mapped };
static const struct tally_fixed_fslpm_facts tally_fixed_kind_mpc8548 =
	TALLY_FIXED_MPC85XX_FACTS(TALLY_FIXED_MPC8548_COUNTERS, 0);
#define tally_fixed_kind_mpc8548_has tally_fixed_mpc85xx_has
TALLY_FIXED_KIND(mpc8548, mpc85xx, TALLY_FREEZE)

#endif
