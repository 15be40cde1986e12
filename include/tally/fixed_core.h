/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_CORE_H
#define TALLY_FIXED_CORE_H

/* Code that all families of the folded form share; see tally/fixed.h. */
#include <tally/fixed_access.h>
#include <tally/monitor.h>
#include <tally/version.h>
#include <tally/words.h>

#define TALLY_FOLD TALLY_WORD
#ifdef __cplusplus
#define TALLY_FIXED_ASSERT static_assert
#else
#define TALLY_FIXED_ASSERT _Static_assert
#endif
#define TALLY_COLD      TALLY_CODE __attribute__((cold, noinline, unused)) static
#define TALLY_FIXED_OUT TALLY_CODE __attribute__((noinline, unused)) static
/* In Thumb code of cores before Thumb-2 a register is a call away. */
#if defined(__thumb__) && !defined(__thumb2__)
#define TALLY_FIXED_HERE     TALLY_FIXED_OUT
#define TALLY_FIXED_FAST     TALLY_FIXED_OUT
#define TALLY_FIXED_KNOWN(x) 0
#else
#define TALLY_FIXED_FAST     TALLY_WORD __attribute__((unused))
#define TALLY_FIXED_KNOWN(x) __builtin_constant_p(x)
#define TALLY_FIXED_HERE                                                       \
	TALLY_CODE __attribute__((always_inline, unused)) static inline
#endif

/* The most slots of one setup: as many as the largest monitor has counters. */
enum {
	TALLY_FIXED_SLOTS = 32,
	TALLY_FIXED_LEAST_PERIOD = 32, /* of one that interrupts */
};

/* State of an open monitor that only the run can tell. */
struct tally_fixed_found {
	/* 0: it is not open; else what its family keeps at hand, or 1. */
	volatile uint32_t opened;
	uint32_t core; /* that opened it, where cores can be told apart */
};

/*
 * Of a family: FAMILY_mapped, its registers are in memory; FAMILY_loses, a
 * total may be TALLY_COUNT_LOST; struct FAMILY_found, what was found of all of
 * it.  TALLY_FIXED_STORE_FAMILY(slots) declares what is kept of each slot, as
 * the member `kept`, and TALLY_FIXED_KEPT_FAMILY(store) is that.
 */

/* All of one monitor's folded form; nothing of it is left when it is folded. */
struct tally_fixed {
	const void *facts; /* of its family */
	const struct tally_setup *setup;
	struct tally_fixed_found *found; /* the first member of the family's */
	volatile uint32_t *wraps;        /* by slot: overflows handled so far */
	volatile uint64_t *base;         /* by slot: what it was loaded with */
	volatile uint64_t *low;  /* by slot: the total at the last look ... */
	volatile bool *at_least; /* ... that did not prove it; Cortex-A9 */
	uintptr_t at;            /* memory mapped: where its registers begin */
	void *kept; /* of its family, by slot: more of what was found */
};

/* Does a slot need a base?  One that is not loaded with 0 does. */
TALLY_FOLD bool tally_fixed_based(const struct tally_fixed *f, unsigned i)
{
	return f->setup->slot[i].period != 0;
}

/* The value that a counter is loaded with to overflow after `period` counts; 0
 * for 0. */
TALLY_FOLD uint64_t tally_fixed_preset(uint64_t period, unsigned bits)
{
	return (0 - period) & UINT64_MAX >> (64 - bits);
}

/* Does an earlier slot use a counter that this slot needs? */
TALLY_FOLD bool tally_fixed_taken(const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	bool taken = false;

	TALLY_UNROLLED
	for (unsigned k = 0; k < i; k++) {
		const struct tally_slot *other = &setup->slot[k];

		taken |= slot->counter <= other->counter + other->pair &&
			 other->counter <= slot->counter + slot->pair;
	}
	return taken;
}

/*
 * Checks a slot of a counter that cannot begin anywhere: it has no period.  The
 * answers are tally_check_unloaded()'s.
 */
TALLY_FOLD enum tally_status
tally_fixed_unloaded(unsigned counters, const struct tally_setup *setup,
		     unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->counter >= counters || tally_fixed_taken(setup, i))
		return TALLY_E_COUNTER;
	return slot->interrupt > TALLY_IRQ || slot->levels || slot->pair ||
			       slot->period || slot->refine
		       ? TALLY_E_FEATURE
		       : TALLY_OK;
}

/* Counts of a divided cycle counter are cycles; `i` may be any number. */
TALLY_FOLD uint64_t tally_fixed_scaled(const struct tally_setup *setup,
				       unsigned i, uint64_t count)
{
	return setup->options & TALLY_DIVIDE && i < setup->slots &&
			       setup->slot[i].event == TALLY_EVENT_CYCLES
		       ? count << 6
		       : count;
}

/* A task's count and what came to it; one that is lost stays so. */
TALLY_FOLD uint64_t tally_fixed_task(bool loses, uint64_t count, uint64_t total,
				     uint64_t mark)
{
	if (loses && (count == TALLY_COUNT_LOST || total == TALLY_COUNT_LOST ||
		      mark == TALLY_COUNT_LOST))
		return TALLY_COUNT_LOST;
	return count + total - mark;
}

/* A row that the monitor has, in a switch. */
#define TALLY_FIXED_YES(code) case code:

/*
 * The first slot that is wrong, and how, in one word: 0 if none is.  Options
 * that are wrong are those of slot TALLY_FIXED_SLOTS.
 */
#define TALLY_FIXED_WRONG_AT(row, status)                                      \
	((row) << 8 | (unsigned)-(int)(status))

TALLY_FOLD enum tally_status tally_fixed_status(unsigned wrong)
{
	return (enum tally_status)(-(int)(wrong & 0xFF));
}

/*
 * Can the monitor do the setup?  The answers are tally_setup_check()'s.  The
 * family judges a slot, and tally_fixed_kind_KIND_has() its event.  Beside the
 * name of its family each has an enumerator tally_fixed_kind_KIND_mapped, which
 * is written out: where a monitor's name is wrong Clang shows the declaration
 * of the one that it proposes, and each macro on the way there.
 */
#define TALLY_FIXED_KIND(kind, family, has)                                    \
	TALLY_FOLD unsigned tally_fixed_kind_##kind##_wrong(                   \
		const struct tally_setup *setup)                               \
	{                                                                      \
		unsigned wrong = 0;                                            \
                                                                               \
		if (setup->options & ~(unsigned)(has))                         \
			return TALLY_FIXED_WRONG_AT(TALLY_FIXED_SLOTS,         \
						    TALLY_E_FEATURE);          \
		TALLY_UNROLLED                                                 \
		for (unsigned i = 0; i < setup->slots; i++) {                  \
			const struct tally_slot *slot = &setup->slot[i];       \
			enum tally_status status = TALLY_OK;                   \
                                                                               \
			if (!wrong)                                            \
				status = tally_fixed_##family##_check(         \
					&tally_fixed_kind_##kind, setup, i);   \
			if (!wrong && !status &&                               \
			    !tally_fixed_kind_##kind##_has(slot->counter,      \
							   slot->event))       \
				status = TALLY_E_EVENT;                        \
			if (status)                                            \
				wrong = TALLY_FIXED_WRONG_AT(i, status);       \
		}                                                              \
		return wrong;                                                  \
	}                                                                      \
	TALLY_FOLD enum tally_status tally_fixed_kind_##kind##_check(          \
		const struct tally_setup *setup)                               \
	{                                                                      \
		return tally_fixed_status(                                     \
			tally_fixed_kind_##kind##_wrong(setup));               \
	}

/*
 * The first slot, if any, whose handler would be called for ever: it takes more
 * than a period.
 */
TALLY_FOLD unsigned tally_fixed_storm(const struct tally_setup *setup)
{
	unsigned row = TALLY_FIXED_SLOTS;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (row == TALLY_FIXED_SLOTS && slot->interrupt &&
		    slot->period && slot->period < TALLY_FIXED_LEAST_PERIOD)
			row = i;
	}
	return row;
}

/*
 * A setup that the monitor cannot do is an error of compilation where the
 * compiler knows the setup, which it does when it optimises; else open() gives
 * the status.
 */
#ifdef __OPTIMIZE__
#define TALLY_FIXED_WRONG(row, what, text)                                     \
	extern void tally_fixed_wrong_##what##_in_slot_##row(void)             \
		__attribute__((error("tally/fixed.h: slot " #row ": " text)));
/* The numbers of all rows. */
#define TALLY_FIXED_ROWS(EACH, a, b)                                           \
	TALLY_FIXED_TEN(EACH, , a, b)                                          \
	TALLY_FIXED_TEN(EACH, 1, a, b)                                         \
	TALLY_FIXED_TEN(EACH, 2, a, b)                                         \
	EACH(30, a, b)                                                         \
	EACH(31, a, b)
#define TALLY_FIXED_TEN(EACH, tens, a, b)                                      \
	EACH(tens##0, a, b)                                                    \
	EACH(tens##1, a, b)                                                    \
	EACH(tens##2, a, b)                                                    \
	EACH(tens##3, a, b)                                                    \
	EACH(tens##4, a, b)                                                    \
	EACH(tens##5, a, b)                                                    \
	EACH(tens##6, a, b)                                                    \
	EACH(tens##7, a, b)                                                    \
	EACH(tens##8, a, b)                                                    \
	EACH(tens##9, a, b)
#define TALLY_FIXED_WRONG_ROWS(what, text)                                     \
	TALLY_FIXED_ROWS(TALLY_FIXED_WRONG, what, text)
TALLY_FIXED_WRONG_ROWS(counter, "the counter is not there, or taken")
TALLY_FIXED_WRONG_ROWS(event, "the monitor has no such event, or not on that "
			      "counter")
TALLY_FIXED_WRONG_ROWS(feature, "the monitor has not that interrupt, level, "
				"pair or refinement")
TALLY_FIXED_WRONG_ROWS(period, "the period does not fit the counter")
TALLY_FIXED_WRONG_ROWS(storm, "the period is shorter than its handler")
extern void tally_fixed_wrong_option(void) __attribute__((
	error("tally/fixed.h: the monitor has not that option")));
extern void tally_fixed_wrong_slot(void) __attribute__((
	error("tally/fixed.h: count() is asked for a slot that the setup has "
	      "not; a slot is a row's number, from 0, and no counter's")));

#define TALLY_FIXED_ROW(number, what, none)                                    \
	if (row == (number))                                                   \
		tally_fixed_wrong_##what##_in_slot_##number();
#define TALLY_FIXED_REFUSE(what)                                               \
	TALLY_FOLD void tally_fixed_refuse_##what(unsigned row)                \
	{                                                                      \
		if (!__builtin_constant_p(row))                                \
			return;                                                \
		TALLY_FIXED_ROWS(TALLY_FIXED_ROW, what, )                      \
	}
TALLY_FIXED_REFUSE(counter)
TALLY_FIXED_REFUSE(event)
TALLY_FIXED_REFUSE(feature)
TALLY_FIXED_REFUSE(period)
TALLY_FIXED_REFUSE(storm)

TALLY_FOLD void tally_fixed_refuse(unsigned wrong)
{
	enum tally_status status = tally_fixed_status(wrong);
	unsigned row = wrong >> 8;

	if (!__builtin_constant_p(wrong))
		return;
	if (status == TALLY_E_FEATURE && row == TALLY_FIXED_SLOTS)
		tally_fixed_wrong_option();
	if (status == TALLY_E_COUNTER)
		tally_fixed_refuse_counter(row);
	if (status == TALLY_E_EVENT)
		tally_fixed_refuse_event(row);
	if (status == TALLY_E_FEATURE)
		tally_fixed_refuse_feature(row);
	if (status == TALLY_E_INVALID)
		tally_fixed_refuse_period(row);
}

TALLY_FOLD void tally_fixed_refuse_slot(unsigned slot, unsigned slots)
{
	if (__builtin_constant_p(slot) && slot >= slots)
		tally_fixed_wrong_slot();
}
#else
TALLY_FOLD void tally_fixed_refuse(unsigned wrong)
{
	(void)wrong;
}
TALLY_FOLD void tally_fixed_refuse_storm(unsigned row)
{
	(void)row;
}
TALLY_FOLD void tally_fixed_refuse_slot(unsigned slot, unsigned slots)
{
	(void)slot;
	(void)slots;
}
#endif

#endif
