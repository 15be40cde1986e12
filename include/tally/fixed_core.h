/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_CORE_H
#define TALLY_FIXED_CORE_H

/* What all families of the folded form share; see tally/fixed.h. */
#include <tally/fixed_access.h>
#include <tally/monitor.h>
#include <tally/words.h>

#define TALLY_FOLD TALLY_WORD
#ifdef __cplusplus
#define TALLY_FIXED_ASSERT static_assert
#else
#define TALLY_FIXED_ASSERT _Static_assert
#endif
#define TALLY_COLD                                                             \
	TALLY_ARM_STATE __attribute__((cold, noinline, unused)) static
#define TALLY_FIXED_OUT TALLY_ARM_STATE __attribute__((noinline, unused)) static
/* In Thumb code of cores before Thumb-2 a register is a call away. */
#if defined(__thumb__) && !defined(__thumb2__)
#define TALLY_FIXED_HERE     TALLY_FIXED_OUT
#define TALLY_FIXED_FAST     TALLY_FIXED_OUT
#define TALLY_FIXED_KNOWN(x) 0
#else
#define TALLY_FIXED_FAST     TALLY_WORD __attribute__((unused))
#define TALLY_FIXED_KNOWN(x) __builtin_constant_p(x)
#define TALLY_FIXED_HERE     __attribute__((always_inline, unused)) static inline
#endif

/* The most slots of one setup: as many as the largest monitor has counters. */
enum { TALLY_FIXED_SLOTS = 10 };

/* What is known of an open monitor while the program runs. */
struct tally_fixed_found {
	volatile uint32_t opened;
	uint32_t core; /* that opened it, where cores can be told apart */
};

/*
 * Of a family: FAMILY_mapped, its registers are in memory; FAMILY_loses, a
 * total may be TALLY_COUNT_LOST.
 */

/* All of one monitor's folded form; nothing of it is left when it is folded. */
struct tally_fixed {
	const void *facts; /* of its family */
	const struct tally_setup *setup;
	struct tally_fixed_found *found; /* the first member of the family's */
	volatile uint32_t *wraps;        /* by slot: overflows handled so far */
	volatile uint64_t *base;         /* by slot: what it was loaded with */
	uintptr_t at; /* memory mapped: where its registers begin */
};

/* Does a slot need a base?  One that is not loaded with 0 does. */
TALLY_FOLD bool tally_fixed_based(const struct tally_fixed *f, unsigned i)
{
	return f->setup->slot[i].period != 0;
}

/* What a counter is loaded with to overflow after `period` counts; 0 for 0. */
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
 * What counters that cannot begin anywhere can be asked for: no periods.  The
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
 * Can the monitor do the setup?  The answers are tally_setup_check()'s.  The
 * family judges a slot, and tally_fixed_kind_KIND_has() its event.
 */
#define TALLY_FIXED_KIND(kind, family, has)                                    \
	TALLY_FOLD enum tally_status tally_fixed_kind_##kind##_check(          \
		const struct tally_setup *setup)                               \
	{                                                                      \
		enum tally_status status = TALLY_OK;                           \
                                                                               \
		if (setup->options & ~(unsigned)(has))                         \
			return TALLY_E_FEATURE;                                \
		TALLY_UNROLLED                                                 \
		for (unsigned i = 0; i < setup->slots; i++) {                  \
			const struct tally_slot *slot = &setup->slot[i];       \
                                                                               \
			if (!status)                                           \
				status = tally_fixed_##family##_check(         \
					&tally_fixed_kind_##kind, setup, i);   \
			if (!status && !tally_fixed_kind_##kind##_has(         \
					       slot->counter, slot->event))    \
				status = TALLY_E_EVENT;                        \
		}                                                              \
		return status;                                                 \
	}

/*
 * A setup that the monitor cannot do is an error of compilation where the
 * compiler knows the setup, which it does when it optimises; else open() gives
 * the status.
 */
#ifdef __OPTIMIZE__
extern void tally_fixed_wrong_counter(void) __attribute__((
	error("tally/fixed.h: a slot's counter is not there, or taken")));
extern void tally_fixed_wrong_event(void) __attribute__((
	error("tally/fixed.h: the monitor has no such event, or not on that "
	      "counter")));
extern void tally_fixed_wrong_feature(void) __attribute__((
	error("tally/fixed.h: the monitor has not that option, interrupt, "
	      "level, pair or refinement")));
extern void tally_fixed_wrong_period(void) __attribute__((
	error("tally/fixed.h: a slot's period does not fit its counter")));

#define TALLY_FIXED_REFUSE(status)                                             \
	do {                                                                   \
		if (!__builtin_constant_p(status))                             \
			break;                                                 \
		if ((status) == TALLY_E_COUNTER)                               \
			tally_fixed_wrong_counter();                           \
		if ((status) == TALLY_E_EVENT)                                 \
			tally_fixed_wrong_event();                             \
		if ((status) == TALLY_E_FEATURE)                               \
			tally_fixed_wrong_feature();                           \
		if ((status) == TALLY_E_INVALID)                               \
			tally_fixed_wrong_period();                            \
	} while (0)
#else
#define TALLY_FIXED_REFUSE(status) ((void)0)
#endif

#endif
