/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ARMV7_H
#define TALLY_FIXED_ARMV7_H

/*
 * The folded form for ARMv7's performance monitors: the cores of
 * monitors/armv7/cores.def.  The procedures are those of
 * src/monitors/armv7/armv7.c, where they are reasoned about.
 */
#include <tally/fixed.h>
#include <tally/monitors/cortex_a8.h>
#include <tally/monitors/cortex_a9.h>
#include <tally/words/armv7.h>

struct tally_fixed_armv7 {
	uint32_t id;    /* the main ID register, but for the revision */
	uint8_t cycles; /* the number of the cycle counter, the last one */
	bool misses;    /* an erratum lets overflows set no flag, up to r2 */
	bool filters;   /* the cycle counter has a type, too */
};

struct tally_fixed_armv7_found {
	struct tally_fixed_found common;
	uint32_t control, enabled, interrupts, user;
};
struct tally_fixed_armv7_kept {
	uint32_t type, count;
};
#define TALLY_FIXED_STORE_armv7(slots)                                         \
	struct tally_fixed_armv7_kept kept[slots];
#define TALLY_FIXED_KEPT_armv7(store) (store).kept

enum { tally_fixed_armv7_mapped = false, tally_fixed_armv7_loses = false };

TALLY_FOLD const struct tally_fixed_armv7 *
tally_fixed_armv7_facts(const struct tally_fixed *f)
{
	return (const struct tally_fixed_armv7 *)f->facts;
}

/* Waits until earlier writes have taken effect. */
TALLY_FOLD void tally_fixed_armv7_wait(const struct tally_fixed *f)
{
	(void)f;
	TALLY_FIXED_SYNC(TALLY_CP15);
}

TALLY_FOLD uint32_t tally_fixed_armv7_get(const struct tally_fixed *f,
					  uint32_t reg)
{
	tally_fixed_armv7_wait(f);
	return (uint32_t)TALLY_FIXED_GET_V7(reg);
}

TALLY_FOLD void tally_fixed_armv7_put(uint32_t reg, uint32_t value)
{
	TALLY_FIXED_PUT_V7(reg, value);
}

TALLY_FOLD bool tally_fixed_armv7_is_cycles(const struct tally_fixed *f,
					    unsigned i)
{
	return f->setup->slot[i].counter == tally_fixed_armv7_facts(f)->cycles;
}

/* Has the slot's counter a register that says what it counts, and which? */
TALLY_FOLD bool tally_fixed_armv7_has_type(const struct tally_fixed *f,
					   unsigned i)
{
	return tally_fixed_armv7_facts(f)->filters ||
	       !tally_fixed_armv7_is_cycles(f, i);
}

TALLY_FOLD uint32_t tally_fixed_armv7_type(const struct tally_fixed *f,
					   unsigned i)
{
	return TALLY_ARMV7_PMXEVTYPER(tally_fixed_armv7_is_cycles(f, i)
					      ? TALLY_ARMV7_CYCLES_NUMBER
					      : f->setup->slot[i].counter);
}

/* Bits of a type that read back as they were written. */
TALLY_FOLD uint32_t tally_fixed_armv7_type_kept(const struct tally_fixed *f)
{
	return tally_fixed_armv7_facts(f)->filters
		       ? TALLY_ARMV7_EVENT | TALLY_ARMV7_FILTERS
		       : TALLY_ARMV7_EVENT;
}

/* The word of a type: no filters, and of cycles no event. */
TALLY_FOLD uint32_t tally_fixed_armv7_event(const struct tally_fixed *f,
					    unsigned i)
{
	return tally_fixed_armv7_is_cycles(f, i) ? 0 : f->setup->slot[i].event;
}

TALLY_FOLD uint32_t tally_fixed_armv7_counter(const struct tally_fixed *f,
					      unsigned i)
{
	return tally_fixed_armv7_is_cycles(f, i)
		       ? TALLY_ARMV7_PMCCNTR
		       : TALLY_ARMV7_PMXEVCNTR(f->setup->slot[i].counter);
}

TALLY_FOLD uint32_t tally_fixed_armv7_enables(const struct tally_fixed *f,
					      bool interrupts)
{
	return tally_armv7_bits(tally_fixed_armv7_facts(f)->cycles, f->setup,
				interrupts);
}

/* Functions that the template asks for. */

TALLY_FOLD uint32_t tally_fixed_armv7_flags(const struct tally_fixed *f)
{
	return tally_fixed_armv7_get(f, TALLY_ARMV7_PMOVSR);
}

TALLY_FOLD uint32_t tally_fixed_armv7_flag(const struct tally_fixed *f,
					   unsigned i)
{
	return tally_armv7_bit(tally_fixed_armv7_facts(f)->cycles,
			       f->setup->slot[i].counter);
}

TALLY_FOLD unsigned tally_fixed_armv7_bits(const struct tally_fixed *f,
					   unsigned i)
{
	(void)f;
	(void)i;
	return 32;
}

TALLY_FOLD uint64_t tally_fixed_armv7_raw(const struct tally_fixed *f,
					  unsigned i)
{
	return (uint32_t)TALLY_FIXED_GET_V7(tally_fixed_armv7_counter(f, i));
}

TALLY_FOLD void tally_fixed_armv7_load(const struct tally_fixed *f, unsigned i,
				       uint64_t value)
{
	tally_fixed_armv7_put(tally_fixed_armv7_counter(f, i), (uint32_t)value);
}

TALLY_FOLD uint32_t tally_fixed_armv7_stopped(const struct tally_fixed *f)
{
	return tally_armv7_control(f->setup);
}

TALLY_FOLD uint32_t tally_fixed_armv7_started(const struct tally_fixed *f)
{
	return tally_armv7_control(f->setup) | TALLY_ARMV7_E;
}

TALLY_FOLD void tally_fixed_armv7_turn(const struct tally_fixed *f,
				       uint32_t word)
{
	(void)f;
	tally_fixed_armv7_put(TALLY_ARMV7_PMCR, word);
}

TALLY_FOLD uint32_t tally_fixed_armv7_acknowledge(const struct tally_fixed *f,
						  uint32_t opened)
{
	uint32_t set = tally_fixed_armv7_flags(f);

	(void)opened;
	tally_fixed_armv7_put(TALLY_ARMV7_PMOVSR, set);
	return set;
}

TALLY_FOLD bool tally_fixed_armv7_running(const struct tally_fixed *f,
					  uint32_t seen)
{
	(void)seen;
	return tally_fixed_armv7_get(f, TALLY_ARMV7_PMCR) & TALLY_ARMV7_E;
}

/* Around accesses of counters and of what they count. */
TALLY_FOLD uint32_t tally_fixed_armv7_hold(const struct tally_fixed *f)
{
	(void)f;
	return TALLY_FIXED_HOLD_V7();
}

TALLY_FOLD void tally_fixed_armv7_let_go(const struct tally_fixed *f,
					 uint32_t held)
{
	(void)f;
	TALLY_FIXED_LET_GO_V7(held);
}

#define OWN_HOLD
/* [NXP ERR003719; Intel's list for r3p0 has it not]. */
TALLY_FOLD bool tally_fixed_armv7_misses(const struct tally_fixed *f)
{
	return (tally_fixed_armv7_get(f, TALLY_CP(0, 0, 0, 0)) >> 20 & 0xF) < 3;
}

#define FAMILY                armv7
#define TALLY_FIXED_MISSES(f) (tally_fixed_armv7_facts(f)->misses)
#include <tally/fixed_counting.inc>
#undef OWN_HOLD

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_armv7_cores(const struct tally_fixed *f)
{
	(void)f;
	return true;
}

TALLY_FOLD enum tally_status
tally_fixed_armv7_probe(const struct tally_fixed *f)
{
	uint32_t id = tally_fixed_armv7_get(f, TALLY_CP(0, 0, 0, 0));

	return (id & TALLY_ARMV7_ID_MASK) == tally_fixed_armv7_facts(f)->id
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

TALLY_FOLD bool tally_fixed_armv7_save(const struct tally_fixed *f, bool force)
{
	struct tally_fixed_armv7_found *found =
		(struct tally_fixed_armv7_found *)f->found;
	struct tally_fixed_armv7_kept *kept =
		(struct tally_fixed_armv7_kept *)f->kept;
	uint32_t held;

	found->control =
		tally_fixed_armv7_get(f, TALLY_ARMV7_PMCR) & TALLY_ARMV7_KEPT;
	found->enabled = tally_fixed_armv7_get(f, TALLY_ARMV7_PMCNTENSET);
	found->interrupts = tally_fixed_armv7_get(f, TALLY_ARMV7_PMINTENSET);
	if (!force && ((found->control & TALLY_ARMV7_E && found->enabled) ||
		       tally_fixed_armv7_flags(f) & found->interrupts))
		return false;
	held = tally_fixed_armv7_hold(f);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		if (tally_fixed_armv7_has_type(f, i))
			kept[i].type =
				tally_fixed_armv7_get(
					f, tally_fixed_armv7_type(f, i)) &
				tally_fixed_armv7_type_kept(f);
		kept[i].count = (uint32_t)tally_fixed_armv7_raw(f, i);
	}
	tally_fixed_armv7_let_go(f, held);
	if (f->setup->options & TALLY_USER)
		found->user = tally_fixed_armv7_get(f, TALLY_ARMV7_PMUSERENR) &
			      TALLY_ARMV7_EN;
	return true;
}

/* Stopped, disabled, and no flag or request left. */
TALLY_FOLD void tally_fixed_armv7_quiet(const struct tally_fixed *f,
					uint32_t control)
{
	tally_fixed_armv7_turn(f, control);
	tally_fixed_armv7_put(TALLY_ARMV7_PMCNTENCLR, TALLY_ARMV7_ALL);
	tally_fixed_armv7_put(TALLY_ARMV7_PMINTENCLR, TALLY_ARMV7_ALL);
	tally_fixed_armv7_put(TALLY_ARMV7_PMOVSR, TALLY_ARMV7_ALL);
	tally_fixed_armv7_wait(f);
}

TALLY_FOLD void tally_fixed_armv7_configure(const struct tally_fixed *f)
{
	uint32_t held;

	tally_fixed_armv7_quiet(f, tally_armv7_control(f->setup));
	held = tally_fixed_armv7_hold(f);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];

		if (tally_fixed_armv7_has_type(f, i))
			tally_fixed_armv7_put(tally_fixed_armv7_type(f, i),
					      tally_fixed_armv7_event(f, i));
		tally_fixed_armv7_load(f, i,
				       tally_fixed_preset(slot->period, 32));
	}
	tally_fixed_armv7_let_go(f, held);
	tally_fixed_armv7_begin(f);
	tally_fixed_armv7_put(TALLY_ARMV7_PMCNTENSET,
			      tally_fixed_armv7_enables(f, false));
	if (tally_fixed_armv7_enables(f, true))
		tally_fixed_armv7_put(TALLY_ARMV7_PMINTENSET,
				      tally_fixed_armv7_enables(f, true));
	if (f->setup->options & TALLY_USER)
		tally_fixed_armv7_put(TALLY_ARMV7_PMUSERENR, TALLY_ARMV7_EN);
	tally_fixed_armv7_wait(f);
}

TALLY_FOLD bool tally_fixed_armv7_holds(const struct tally_fixed *f)
{
	uint32_t wrong = (tally_fixed_armv7_get(f, TALLY_ARMV7_PMCR) ^
			  tally_armv7_control(f->setup)) &
			 (TALLY_ARMV7_E | TALLY_ARMV7_D);
	uint32_t held;

	wrong |= tally_fixed_armv7_get(f, TALLY_ARMV7_PMCNTENSET) ^
		 tally_fixed_armv7_enables(f, false);
	wrong |= tally_fixed_armv7_get(f, TALLY_ARMV7_PMINTENSET) ^
		 tally_fixed_armv7_enables(f, true);
	held = tally_fixed_armv7_hold(f);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		if (tally_fixed_armv7_has_type(f, i))
			wrong |= (tally_fixed_armv7_get(
					  f, tally_fixed_armv7_type(f, i)) ^
				  tally_fixed_armv7_event(f, i)) &
				 tally_fixed_armv7_type_kept(f);
	}
	tally_fixed_armv7_let_go(f, held);
	return !wrong;
}

TALLY_FOLD void tally_fixed_armv7_release(const struct tally_fixed *f)
{
	const struct tally_fixed_armv7_found *found =
		(const struct tally_fixed_armv7_found *)f->found;
	const struct tally_fixed_armv7_kept *kept =
		(const struct tally_fixed_armv7_kept *)f->kept;
	uint32_t held;

	tally_fixed_armv7_quiet(f, found->control & ~TALLY_ARMV7_E);
	f->found->opened = false;
	held = tally_fixed_armv7_hold(f);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		if (tally_fixed_armv7_has_type(f, i))
			tally_fixed_armv7_put(tally_fixed_armv7_type(f, i),
					      kept[i].type);
		tally_fixed_armv7_load(f, i, kept[i].count);
	}
	tally_fixed_armv7_let_go(f, held);
	tally_fixed_armv7_put(TALLY_ARMV7_PMCNTENSET, found->enabled);
	tally_fixed_armv7_put(TALLY_ARMV7_PMINTENSET, found->interrupts);
	if (f->setup->options & TALLY_USER)
		tally_fixed_armv7_put(TALLY_ARMV7_PMUSERENR, found->user);
	tally_fixed_armv7_turn(f, found->control);
}

#define FAMILY armv7
#include <tally/fixed_opening.inc>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_armv7_check(const struct tally_fixed_armv7 *facts,
			const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->counter > facts->cycles || tally_fixed_taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > TALLY_IRQ || slot->levels || slot->pair ||
	    slot->refine)
		return TALLY_E_FEATURE;
	return slot->period > UINT32_MAX ? TALLY_E_INVALID : TALLY_OK;
}

/*
 * The monitors: facts, and their events, of the cores that have those of their
 * rows alone.  Of the others every code is taken, unchecked.
 */
#define TALLY_FIXED_CORE_armv7 armv7

TALLY_FOLD bool tally_fixed_kind_cortex_a8_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_CORTEX_A8_PMCCNTR)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#define OWN(id, code, ...) TALLY_FIXED_YES(code)
#include <tally/monitors/armv7/cortex_a8.def>
		return true;
	default:
		return false;
	}
}

TALLY_FOLD bool tally_fixed_kind_cortex_a9_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_CORTEX_A9_PMCCNTR)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#define OWN(id, code, ...) TALLY_FIXED_YES(code)
#include <tally/monitors/armv7/cortex_a9.def>
		return true;
	default:
		return false;
	}
}

#define TALLY_FIXED_ARMV7_WHOLE(word, cycles)
#define TALLY_FIXED_ARMV7_LOSES(word, cycles)
#define TALLY_FIXED_ARMV7_OPEN(word, cycles)                                   \
	TALLY_FOLD bool tally_fixed_kind_##word##_has(unsigned counter,        \
						      unsigned code)           \
	{                                                                      \
		return counter == (cycles) ? code == TALLY_EVENT_CYCLES        \
					   : code <= TALLY_ARMV7_EVENT;        \
	}
#define TALLY_FIXED_ARMV7_FILTERS(word, cycles)                                \
	TALLY_FIXED_ARMV7_OPEN(word, cycles)

/* Bits of what a core's trait says of it. */
enum tally_fixed_armv7_trait {
	TALLY_FIXED_ARMV7_LOSES_FLAGS = 1,
	TALLY_FIXED_ARMV7_HAS_FILTERS = 2,
	TALLY_FIXED_ARMV7_IS_WHOLE = 0,
	TALLY_FIXED_ARMV7_IS_LOSES = TALLY_FIXED_ARMV7_LOSES_FLAGS,
	TALLY_FIXED_ARMV7_IS_OPEN = 0,
	TALLY_FIXED_ARMV7_IS_FILTERS = TALLY_FIXED_ARMV7_HAS_FILTERS,
};
#define LISTED(word, part, counters, trait)                                    \
	enum { tally_fixed_kind_##word##_mapped = tally_fixed_armv7_mapped };  \
	static const struct tally_fixed_armv7 tally_fixed_kind_##word = {      \
		TALLY_ARMV7_ID(part), counters,                                \
		(TALLY_FIXED_ARMV7_IS_##trait &                                \
		 TALLY_FIXED_ARMV7_LOSES_FLAGS) != 0,                          \
		(TALLY_FIXED_ARMV7_IS_##trait &                                \
		 TALLY_FIXED_ARMV7_HAS_FILTERS) != 0                           \
	};                                                                     \
	TALLY_FIXED_ARMV7_##trait(word, counters) TALLY_FIXED_KIND(            \
		word, armv7, TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER)
#include <tally/monitors/armv7/cores.def>

#endif
