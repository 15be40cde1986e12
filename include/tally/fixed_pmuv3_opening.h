/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_PMUV3_OPENING_H
#define TALLY_FIXED_PMUV3_OPENING_H

/*
 * The folded form for PMUv3: is there one with what the setup asks for, and
 * opening and closing it.  A part of fixed_pmuv3.h, which includes it.
 */
#include <tally/fixed_pmuv3.h>

/* MPIDR is not EL0's to read. */
TALLY_FOLD bool tally_fixed_pmuv3_cores(const struct tally_fixed *f)
{
	return !tally_fixed_pmuv3_facts(f)->user;
}

TALLY_FOLD unsigned tally_fixed_pmuv3_version(const struct tally_fixed *f)
{
	bool a32 = tally_fixed_pmuv3_facts(f)->a32;
	unsigned v =
		(unsigned)(tally_fixed_pmuv3_get(f,
						 a32 ? TALLY_FIXED_ID_DFR0
						     : TALLY_FIXED_ID_AA64DFR0,
						 0) >>
			   (a32 ? 24 : 8)) &
		15;

	if (v == 15 || (a32 && v < 3))
		return 0;
	return a32 && v == 3 ? 1 : v;
}

/* The common events that a setup needs: `high`: codes from 0x4000. */
TALLY_FOLD uint64_t tally_fixed_pmuv3_needs(const struct tally_fixed *f,
					    bool high)
{
	uint64_t bits = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];

		if (slot->counter == tally_fixed_pmuv3_facts(f)->cycles)
			continue;
		if (!(slot->event & ~0x403Fu) && high == slot->event >> 14)
			bits |= UINT64_C(1) << (slot->event & 63);
		if (slot->pair && !high)
			bits |= UINT64_C(1) << TALLY_PMUV3_CHAIN;
	}
	return bits;
}

/* The codes 32 n to 32 n + 31, and those from 0x4000 + 32 n on. */
TALLY_FOLD bool tally_fixed_pmuv3_has_events(const struct tally_fixed *f,
					     unsigned n)
{
	uint32_t low = (uint32_t)(tally_fixed_pmuv3_needs(f, false) >> 32 * n);
	uint32_t high = (uint32_t)(tally_fixed_pmuv3_needs(f, true) >> 32 * n);
	uint64_t need = low, found;

	if (!tally_fixed_pmuv3_facts(f)->a32)
		need |= (uint64_t)high << 32;
	else if (high &&
		 high & ~tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCEID2, n))
		return false;
	if (!need)
		return true;
	found = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCEID0, n);
	return !(need & ~found);
}

/* The least version that the setup asks for. */
TALLY_FOLD unsigned tally_fixed_pmuv3_asks(const struct tally_fixed *f)
{
	unsigned asks = f->setup->options & TALLY_WIDE ? 6 : 1;

	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];

		if (slot->event > 0x3FF && slot->event != TALLY_EVENT_CYCLES &&
		    asks < 4)
			asks = 4;
	}
	return asks;
}

/*
 * Is it there, and has it what the setup asks for?  A core that is known has a
 * PMUv3, so that its version matters only where more is asked for.
 */
TALLY_FOLD enum tally_status
tally_fixed_pmuv3_probe(const struct tally_fixed *f)
{
	const struct tally_fixed_pmuv3 *facts = tally_fixed_pmuv3_facts(f);
	uint32_t counters =
		tally_fixed_pmuv3_enables(f, false) & ~(UINT32_C(1) << 31);
	unsigned asks = tally_fixed_pmuv3_asks(f);

	if (facts->user) {
		if ((tally_fixed_pmuv3_get(f, TALLY_FIXED_PMUSERENR, 0) &
		     0x11) != 1)
			return TALLY_E_ABSENT;
	} else {
		unsigned v = facts->midr && asks == 1
				     ? 1
				     : tally_fixed_pmuv3_version(f);

		if (!v)
			return TALLY_E_ABSENT;
		if (facts->midr &&
		    (tally_fixed_pmuv3_get(f, TALLY_FIXED_MIDR, 0) &
		     0xFF00FFF0) != facts->midr)
			return TALLY_E_ABSENT;
		if (v < asks)
			return asks == 6 ? TALLY_E_FEATURE : TALLY_E_EVENT;
	}
	if (counters &&
	    counters >>
		    (tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCR, 0) >> 11 & 31))
		return TALLY_E_COUNTER;
	return tally_fixed_pmuv3_has_events(f, 0) &&
			       tally_fixed_pmuv3_has_events(f, 1)
		       ? TALLY_OK
		       : TALLY_E_EVENT;
}

TALLY_FOLD bool tally_fixed_pmuv3_save(const struct tally_fixed *f, bool force)
{
	struct tally_fixed_pmuv3_found *found =
		(struct tally_fixed_pmuv3_found *)(void *)f->found;
	struct tally_fixed_pmuv3_kept *kept =
		(struct tally_fixed_pmuv3_kept *)f->kept;
	bool user = tally_fixed_pmuv3_facts(f)->user;

	tally_fixed_pmuv3_wait(f);
	found->control = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCR, 0) &
			 TALLY_PMUV3_KEPT;
	found->enabled =
		(uint32_t)tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCNTENSET, 0);
	if (!user)
		found->interrupts = (uint32_t)tally_fixed_pmuv3_get(
			f, TALLY_FIXED_PMINTENSET, 0);
	if (!force && found->control & TALLY_PMUV3_E &&
	    (found->enabled ||
	     (!user && found->interrupts & tally_fixed_pmuv3_flags(f))))
		return false;
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];
		bool cycles = tally_fixed_pmuv3_is_cycles(f, i);

		kept[i].type = (uintptr_t)tally_fixed_pmuv3_get(
			f,
			cycles ? TALLY_FIXED_PMCCFILTR : TALLY_FIXED_PMEVTYPER,
			cycles ? 0 : slot->counter);
		kept[i].count = tally_fixed_pmuv3_get(
			f, cycles ? TALLY_FIXED_PMCCNTR : TALLY_FIXED_PMEVCNTR,
			cycles ? 0 : slot->counter);
		if (slot->pair) {
			kept[i].type_high = (uintptr_t)tally_fixed_pmuv3_get(
				f, TALLY_FIXED_PMEVTYPER, slot->counter + 1u);
			kept[i].count_high = tally_fixed_pmuv3_get(
				f, TALLY_FIXED_PMEVCNTR, slot->counter + 1u);
		}
	}
	if (f->setup->options & TALLY_USER)
		found->user = (uint32_t)tally_fixed_pmuv3_get(
			f, TALLY_FIXED_PMUSERENR, 0);
	return true;
}

/* Stopped, disabled, and no flag or request left. */
TALLY_FOLD void tally_fixed_pmuv3_quiet(const struct tally_fixed *f,
					uint64_t control)
{
	const uint32_t all = UINT32_MAX;

	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCR, 0, control);
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCNTENCLR, 0, all);
	if (!tally_fixed_pmuv3_facts(f)->user)
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMINTENCLR, 0, all);
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMOVSCLR, 0, all);
	tally_fixed_pmuv3_wait(f);
}

TALLY_FOLD void tally_fixed_pmuv3_configure(const struct tally_fixed *f)
{
	const uint32_t chain = TALLY_PMUV3_AT_EL2 | TALLY_PMUV3_CHAIN;

	tally_fixed_pmuv3_quiet(f, tally_pmuv3_control(f->setup));
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];
		uint64_t preset = tally_fixed_preset(
			slot->period, tally_fixed_pmuv3_bits(f, i));
		unsigned n = slot->counter;

		if (tally_fixed_pmuv3_is_cycles(f, i)) {
			tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCCFILTR, 0,
					      tally_fixed_pmuv3_type(f, i));
			tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCCNTR, 0,
					      preset);
			continue;
		}
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVTYPER, n,
				      tally_fixed_pmuv3_type(f, i));
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVCNTR, n,
				      slot->pair ? (uint32_t)preset : preset);
		if (slot->pair) {
			tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVTYPER, n + 1,
					      chain);
			tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVCNTR, n + 1,
					      preset >> 32);
		}
	}
	tally_fixed_pmuv3_begin(f);
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCNTENSET, 0,
			      tally_fixed_pmuv3_enables(f, false));
	if (!tally_fixed_pmuv3_facts(f)->user &&
	    tally_fixed_pmuv3_enables(f, true))
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMINTENSET, 0,
				      tally_fixed_pmuv3_enables(f, true));
	if (f->setup->options & TALLY_USER)
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMUSERENR, 0, 1);
	tally_fixed_pmuv3_wait(f);
}

/* Only bits that every core has are compared. */
TALLY_FOLD bool tally_fixed_pmuv3_holds(const struct tally_fixed *f)
{
	const uint64_t kept =
		TALLY_PMUV3_E | TALLY_PMUV3_D | TALLY_PMUV3_LC | TALLY_PMUV3_LP;
	uint64_t wrong = (tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCR, 0) ^
			  tally_pmuv3_control(f->setup)) &
			 kept;

	wrong |= (uint32_t)tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCNTENSET, 0) ^
		 tally_fixed_pmuv3_enables(f, false);
	if (!tally_fixed_pmuv3_facts(f)->user)
		wrong |= (uint32_t)tally_fixed_pmuv3_get(
				 f, TALLY_FIXED_PMINTENSET, 0) ^
			 tally_fixed_pmuv3_enables(f, true);
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];
		bool cycles = tally_fixed_pmuv3_is_cycles(f, i);
		uint32_t mask = TALLY_PMUV3_NOT_EL1 | TALLY_PMUV3_NOT_EL0;

		if (!cycles && !(slot->event & ~0x403Fu))
			mask |= 0xFFFF;
		wrong |= (tally_fixed_pmuv3_get(f,
						cycles ? TALLY_FIXED_PMCCFILTR
						       : TALLY_FIXED_PMEVTYPER,
						cycles ? 0 : slot->counter) ^
			  tally_fixed_pmuv3_type(f, i)) &
			 mask;
	}
	return !wrong;
}

TALLY_FOLD void tally_fixed_pmuv3_release(const struct tally_fixed *f)
{
	struct tally_fixed_pmuv3_found *found =
		(struct tally_fixed_pmuv3_found *)(void *)f->found;
	struct tally_fixed_pmuv3_kept *kept =
		(struct tally_fixed_pmuv3_kept *)f->kept;

	tally_fixed_pmuv3_quiet(f, found->control & ~TALLY_PMUV3_E);
	f->found->opened = false;
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];
		bool cycles = tally_fixed_pmuv3_is_cycles(f, i);

		tally_fixed_pmuv3_put(f,
				      cycles ? TALLY_FIXED_PMCCFILTR
					     : TALLY_FIXED_PMEVTYPER,
				      cycles ? 0 : slot->counter, kept[i].type);
		tally_fixed_pmuv3_put(
			f, cycles ? TALLY_FIXED_PMCCNTR : TALLY_FIXED_PMEVCNTR,
			cycles ? 0 : slot->counter, kept[i].count);
		if (slot->pair) {
			tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVTYPER,
					      slot->counter + 1u,
					      kept[i].type_high);
			tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVCNTR,
					      slot->counter + 1u,
					      kept[i].count_high);
		}
	}
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCNTENSET, 0, found->enabled);
	if (!tally_fixed_pmuv3_facts(f)->user)
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMINTENSET, 0,
				      found->interrupts);
	if (f->setup->options & TALLY_USER)
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMUSERENR, 0, found->user);
	tally_fixed_pmuv3_turn(f, found->control);
}

#define FAMILY pmuv3
#include <tally/fixed_opening.inc>

#endif
