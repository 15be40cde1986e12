/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_PMUV3_H
#define TALLY_FIXED_PMUV3_H

/*
 * The folded form for PMUv3: from AArch64, from AArch32, at EL0.  The
 * procedures are those of src/monitors/pmuv3/pmuv3.c, where they are reasoned
 * about.
 */
#include <tally/fixed.h>
#include <tally/monitors/pmuv3.h>
#include <tally/words/pmuv3.h>

struct tally_fixed_pmuv3 {
	uint32_t midr;  /* implementer and part; 0: any core */
	uint8_t cycles; /* the number of the cycle counter, the last one */
	uint8_t levels; /* that it can tell apart */
	bool a32, user; /* by CP15; at EL0 */
};

struct tally_fixed_pmuv3_found {
	struct tally_fixed_found common;
	uint64_t control;
	uint32_t enabled, interrupts, user;
};
/* Types are as wide as the registers: an AArch64 one may have thresholds. */
struct tally_fixed_pmuv3_kept {
	uint64_t count, count_high;
	uintptr_t type, type_high;
};
#define TALLY_FIXED_STORE_pmuv3(slots)                                         \
	struct tally_fixed_pmuv3_kept kept[slots];
#define TALLY_FIXED_KEPT_pmuv3(store) (store).kept

enum { tally_fixed_pmuv3_mapped = false, tally_fixed_pmuv3_loses = false };

TALLY_FOLD const struct tally_fixed_pmuv3 *
tally_fixed_pmuv3_facts(const struct tally_fixed *f)
{
	return (const struct tally_fixed_pmuv3 *)f->facts;
}

/*
 * The registers have the same numbers as system registers and in CP15; op1 is
 * 3, and 0 of those that EL0 never reaches.
 */
enum tally_fixed_pmuv3_register {
#define TALLY_FIXED_PMUV3_AT(op1, crn, crm, op2)                               \
	((op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))
	TALLY_FIXED_PMCR = TALLY_FIXED_PMUV3_AT(3, 9, 12, 0),
	TALLY_FIXED_PMCNTENSET = TALLY_FIXED_PMUV3_AT(3, 9, 12, 1),
	TALLY_FIXED_PMCNTENCLR = TALLY_FIXED_PMUV3_AT(3, 9, 12, 2),
	TALLY_FIXED_PMOVSCLR = TALLY_FIXED_PMUV3_AT(3, 9, 12, 3),
	TALLY_FIXED_PMCEID0 = TALLY_FIXED_PMUV3_AT(3, 9, 12, 6),
	TALLY_FIXED_PMCEID1 = TALLY_FIXED_PMUV3_AT(3, 9, 12, 7),
	TALLY_FIXED_PMCCNTR = TALLY_FIXED_PMUV3_AT(3, 9, 13, 0),
	TALLY_FIXED_PMUSERENR = TALLY_FIXED_PMUV3_AT(3, 9, 14, 0),
	TALLY_FIXED_PMINTENSET = TALLY_FIXED_PMUV3_AT(0, 9, 14, 1),
	TALLY_FIXED_PMINTENCLR = TALLY_FIXED_PMUV3_AT(0, 9, 14, 2),
	TALLY_FIXED_PMCEID2 = TALLY_FIXED_PMUV3_AT(3, 9, 14, 4), /* AArch32 */
	TALLY_FIXED_PMCEID3 = TALLY_FIXED_PMUV3_AT(3, 9, 14, 5),
	TALLY_FIXED_PMEVCNTR = TALLY_FIXED_PMUV3_AT(3, 14, 8, 0), /* and on */
	TALLY_FIXED_PMEVTYPER = TALLY_FIXED_PMUV3_AT(3, 14, 12, 0),
	TALLY_FIXED_PMCCFILTR = TALLY_FIXED_PMUV3_AT(3, 14, 15, 7),
	TALLY_FIXED_MIDR = TALLY_FIXED_PMUV3_AT(0, 0, 0, 0),
	TALLY_FIXED_ID_DFR0 = TALLY_FIXED_PMUV3_AT(0, 0, 1, 2), /* AArch32 */
	TALLY_FIXED_ID_AA64DFR0 = TALLY_FIXED_PMUV3_AT(0, 0, 5, 0),
};

/* The address of a register, or of the n-th from it on. */
TALLY_FOLD uint32_t tally_fixed_pmuv3_addr(const struct tally_fixed *f,
					   unsigned reg, unsigned n)
{
	unsigned at = reg + n;

	if (!tally_fixed_pmuv3_facts(f)->a32)
		return TALLY_SYS(3, 0, 0, 0, at);
	if (at == TALLY_FIXED_PMCCNTR)
		return TALLY_CP64(0, 9);
	return TALLY_CP(0, at >> 7 & 15, at >> 3 & 15, at & 7);
}

TALLY_FOLD uint64_t tally_fixed_pmuv3_get(const struct tally_fixed *f,
					  unsigned reg, unsigned n)
{
	uint32_t addr = tally_fixed_pmuv3_addr(f, reg, n);

	if (tally_fixed_pmuv3_facts(f)->a32)
		return TALLY_FIXED_GET_V8(addr);
	return TALLY_FIXED_GET(TALLY_SYSREG, addr);
}

TALLY_FOLD void tally_fixed_pmuv3_put(const struct tally_fixed *f, unsigned reg,
				      unsigned n, uint64_t value)
{
	uint32_t addr = tally_fixed_pmuv3_addr(f, reg, n);

	if (tally_fixed_pmuv3_facts(f)->a32)
		TALLY_FIXED_PUT_V8(addr, value);
	else
		TALLY_FIXED_PUT(TALLY_SYSREG, addr, value);
}

TALLY_FOLD void tally_fixed_pmuv3_wait(const struct tally_fixed *f)
{
	TALLY_FIXED_SYNC(tally_fixed_pmuv3_facts(f)->a32 ? TALLY_CP15
							 : TALLY_SYSREG);
}

TALLY_FOLD bool tally_fixed_pmuv3_is_cycles(const struct tally_fixed *f,
					    unsigned i)
{
	return f->setup->slot[i].counter == tally_fixed_pmuv3_facts(f)->cycles;
}

TALLY_FOLD uint32_t tally_fixed_pmuv3_type(const struct tally_fixed *f,
					   unsigned i)
{
	const struct tally_fixed_pmuv3 *facts = tally_fixed_pmuv3_facts(f);

	return tally_pmuv3_type(facts->cycles, facts->levels & TALLY_EL3,
				&f->setup->slot[i]);
}

TALLY_FOLD uint32_t tally_fixed_pmuv3_enables(const struct tally_fixed *f,
					      bool interrupts)
{
	return tally_pmuv3_bits(tally_fixed_pmuv3_facts(f)->cycles, f->setup,
				interrupts);
}

/* Functions that the template asks for. */

TALLY_FOLD unsigned tally_fixed_pmuv3_bits(const struct tally_fixed *f,
					   unsigned i)
{
	return tally_fixed_pmuv3_is_cycles(f, i) || f->setup->slot[i].pair ||
			       f->setup->options & TALLY_WIDE
		       ? 64
		       : 32;
}

/* A counter of 64 bits overflows for a period's sake only. */
TALLY_FOLD uint32_t tally_fixed_pmuv3_flag(const struct tally_fixed *f,
					   unsigned i)
{
	const struct tally_slot *slot = &f->setup->slot[i];

	if (tally_fixed_pmuv3_bits(f, i) == 64 && !slot->period)
		return 0;
	return tally_pmuv3_bit(tally_fixed_pmuv3_facts(f)->cycles,
			       slot->counter + slot->pair);
}

TALLY_FOLD uint32_t tally_fixed_pmuv3_flags(const struct tally_fixed *f)
{
	tally_fixed_pmuv3_wait(f);
	return (uint32_t)tally_fixed_pmuv3_get(f, TALLY_FIXED_PMOVSCLR, 0);
}

/*
 * Read until the pair's high half is the same before and after the low half was
 * read: the low half may wrap in between.
 */
TALLY_FOLD uint64_t tally_fixed_pmuv3_raw_pair(const struct tally_fixed *f,
					       unsigned counter)
{
	uint64_t high, low, before;

	high = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMEVCNTR, counter + 1);
	do {
		before = high;
		tally_fixed_pmuv3_wait(f);
		low = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMEVCNTR, counter);
		tally_fixed_pmuv3_wait(f);
		high = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMEVCNTR,
					     counter + 1);
	} while (high != before);
	return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}

/* From p5 on a counter has 64 bits even where it overflows after 32. */
TALLY_FOLD uint64_t tally_fixed_pmuv3_raw(const struct tally_fixed *f,
					  unsigned i)
{
	const struct tally_slot *slot = &f->setup->slot[i];
	uint64_t raw;

	if (tally_fixed_pmuv3_is_cycles(f, i))
		return tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCCNTR, 0);
	if (slot->pair)
		return tally_fixed_pmuv3_raw_pair(f, slot->counter);
	raw = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMEVCNTR, slot->counter);
	return f->setup->options & TALLY_WIDE ? raw : (uint32_t)raw;
}

TALLY_FOLD void tally_fixed_pmuv3_load(const struct tally_fixed *f, unsigned i,
				       uint64_t value)
{
	const struct tally_slot *slot = &f->setup->slot[i];

	if (tally_fixed_pmuv3_is_cycles(f, i)) {
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCCNTR, 0, value);
		return;
	}
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVCNTR, slot->counter,
			      slot->pair ? (uint32_t)value : value);
	if (slot->pair)
		tally_fixed_pmuv3_put(f, TALLY_FIXED_PMEVCNTR,
				      slot->counter + 1u, value >> 32);
}

TALLY_FOLD uint64_t tally_fixed_pmuv3_stopped(const struct tally_fixed *f)
{
	return tally_pmuv3_control(f->setup);
}

TALLY_FOLD uint64_t tally_fixed_pmuv3_started(const struct tally_fixed *f)
{
	return tally_pmuv3_control(f->setup) | TALLY_PMUV3_E;
}

TALLY_FOLD void tally_fixed_pmuv3_turn(const struct tally_fixed *f,
				       uint64_t word)
{
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMCR, 0, word);
}

TALLY_FOLD uint32_t tally_fixed_pmuv3_acknowledge(const struct tally_fixed *f,
						  uint32_t opened)
{
	uint64_t set;

	(void)opened;
	tally_fixed_pmuv3_wait(f);
	set = tally_fixed_pmuv3_get(f, TALLY_FIXED_PMOVSCLR, 0);
	tally_fixed_pmuv3_put(f, TALLY_FIXED_PMOVSCLR, 0, set);
	return (uint32_t)set;
}

TALLY_FOLD bool tally_fixed_pmuv3_running(const struct tally_fixed *f,
					  uint32_t seen)
{
	(void)seen;
	return tally_fixed_pmuv3_get(f, TALLY_FIXED_PMCR, 0) & TALLY_PMUV3_E;
}

#define FAMILY pmuv3
#include <tally/fixed_counting.inc>

#include <tally/fixed_pmuv3_opening.h>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_pmuv3_check(const struct tally_fixed_pmuv3 *facts,
			const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	bool cycles = slot->counter == facts->cycles;
	bool wide = setup->options & TALLY_WIDE;

	if (slot->counter > facts->cycles || tally_fixed_taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > (facts->user ? TALLY_SILENT : TALLY_IRQ) ||
	    slot->levels & ~(unsigned)facts->levels || slot->refine)
		return TALLY_E_FEATURE;
	/* The counter sets its flag after 32 bits and not after its 64. */
	if (setup->options & TALLY_DIVIDE && cycles &&
	    (slot->period || slot->interrupt))
		return TALLY_E_FEATURE;
	if (slot->pair && wide)
		return TALLY_E_FEATURE;
	if (slot->pair &&
	    (slot->counter & 1 || slot->counter + 1u >= facts->cycles))
		return TALLY_E_COUNTER;
	if (!cycles && !slot->pair && !wide && slot->period > UINT32_MAX)
		return TALLY_E_INVALID;
	return TALLY_OK;
}

/*
 * The monitors.  A code without a row is taken unchecked; CHAIN comes with a
 * slot's `pair`.
 */
#define TALLY_FIXED_PMUV3_DIVIDES (TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER)
#define TALLY_FIXED_PMUV3_LEVELS  (TALLY_EL0 | TALLY_EL1 | TALLY_EL2)

#define TALLY_FIXED_PMUV3_KIND(kind, midr, cycles, a32, user, levels, options) \
	static const struct tally_fixed_pmuv3 tally_fixed_kind_##kind = {      \
		midr, cycles, levels, a32, user                                \
	};                                                                     \
	TALLY_FOLD bool tally_fixed_kind_##kind##_has(unsigned counter,        \
						      unsigned code)           \
	{                                                                      \
		if (counter == (cycles))                                       \
			return code == TALLY_EVENT_CYCLES;                     \
		return code != TALLY_EVENT_CYCLES &&                           \
		       code != TALLY_PMUV3_CHAIN;                              \
	}                                                                      \
	TALLY_FIXED_KIND(kind, pmuv3, options)

#define TALLY_FIXED_PMUV3_CORE(kind, part)                                     \
	TALLY_FIXED_PMUV3_KIND(kind, TALLY_PMUV3_MIDR_OF(part), 6, false,      \
			       false, TALLY_FIXED_PMUV3_LEVELS | TALLY_EL3,    \
			       TALLY_FIXED_PMUV3_DIVIDES | TALLY_WIDE)
#define TALLY_FIXED_PMUV3_CORE_A32(kind, part, counters)                       \
	TALLY_FIXED_PMUV3_KIND(kind, TALLY_PMUV3_MIDR_OF(part), counters,      \
			       true, false, TALLY_FIXED_PMUV3_LEVELS,          \
			       TALLY_FIXED_PMUV3_DIVIDES)

/* Each core of the list, under the machine whose registers it has. */
#define TALLY_FIXED_PMUV3_MAPPED(word)                                         \
	enum { tally_fixed_kind_##word##_mapped = tally_fixed_pmuv3_mapped };

#if defined(__aarch64__) || !TALLY_FIXED_NATIVE
#define TALLY_FIXED_FAMILY_pmuv3 pmuv3
enum { tally_fixed_kind_pmuv3_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_KIND(pmuv3, 0, 31, false, false,
		       TALLY_FIXED_PMUV3_LEVELS | TALLY_EL3,
		       TALLY_FIXED_PMUV3_DIVIDES | TALLY_WIDE)
#define TALLY_FIXED_FAMILY_pmuv3_el0 pmuv3
enum { tally_fixed_kind_pmuv3_el0_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_KIND(pmuv3_el0, 0, 31, false, true,
		       TALLY_FIXED_PMUV3_LEVELS | TALLY_EL3, 0)
#define TALLY_FIXED_CORE_pmuv3 pmuv3
#define TALLY_FIXED_PMUV3_LISTED_A64(word, part, counters)                     \
	TALLY_FIXED_PMUV3_MAPPED(word)                                         \
	TALLY_FIXED_PMUV3_CORE(word, part)
#else
#define TALLY_FIXED_PMUV3_LISTED_A64(word, part, counters)
#endif
#if defined(__arm__) || !TALLY_FIXED_NATIVE
#define TALLY_FIXED_FAMILY_pmuv3_a32 pmuv3
enum { tally_fixed_kind_pmuv3_a32_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_KIND(pmuv3_a32, 0, 31, true, false, TALLY_FIXED_PMUV3_LEVELS,
		       TALLY_FIXED_PMUV3_DIVIDES)
#define TALLY_FIXED_FAMILY_cortex_a53_a32 pmuv3
enum { tally_fixed_kind_cortex_a53_a32_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_CORE_A32(cortex_a53_a32, 0xD03, 6)
#define TALLY_FIXED_FAMILY_cortex_a55_a32 pmuv3
enum { tally_fixed_kind_cortex_a55_a32_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_CORE_A32(cortex_a55_a32, 0xD05, 6)
#define TALLY_FIXED_FAMILY_cortex_a57_a32 pmuv3
enum { tally_fixed_kind_cortex_a57_a32_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_CORE_A32(cortex_a57_a32, 0xD07, 6)
#define TALLY_FIXED_FAMILY_cortex_a72_a32 pmuv3
enum { tally_fixed_kind_cortex_a72_a32_mapped = tally_fixed_pmuv3_mapped };
TALLY_FIXED_PMUV3_CORE_A32(cortex_a72_a32, 0xD08, 6)
#define TALLY_FIXED_CORE_pmuv3_A32 pmuv3
#define TALLY_FIXED_PMUV3_LISTED_A32(word, part, counters)                     \
	TALLY_FIXED_PMUV3_MAPPED(word)                                         \
	TALLY_FIXED_PMUV3_CORE_A32(word, part, counters)
#else
#define TALLY_FIXED_PMUV3_LISTED_A32(word, part, counters)
#endif
#define LISTED(word, part, counters, view)                                     \
	TALLY_FIXED_PMUV3_LISTED_##view(word, part, counters)
#include <tally/monitors/pmuv3/cores.def>

#endif
