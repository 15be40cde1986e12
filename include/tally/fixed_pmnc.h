/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_PMNC_H
#define TALLY_FIXED_PMNC_H

/*
 * The folded form for monitors of one control word: ARM11 and the XScales of
 * the first generation.  The procedures are those of src/monitors/pmnc.c, where
 * they are reasoned about.
 */
#include <tally/fixed.h>
#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>
#include <tally/words/pmnc.h>

struct tally_fixed_pmnc_found {
	struct tally_fixed_found common;
	uint32_t control, user, count[TALLY_PMNC_COUNTERS];
};
#define TALLY_FIXED_STORE_pmnc(slots)
#define TALLY_FIXED_KEPT_pmnc(store) 0

enum { tally_fixed_pmnc_mapped = false, tally_fixed_pmnc_loses = false };

TALLY_FOLD const struct tally_pmnc_facts *
tally_fixed_pmnc_facts(const struct tally_fixed *f)
{
	return (const struct tally_pmnc_facts *)f->facts;
}

TALLY_FOLD uint32_t tally_fixed_pmnc_word(const struct tally_fixed *f)
{
	return tally_pmnc_control(tally_fixed_pmnc_facts(f), f->setup);
}

TALLY_FOLD uint32_t tally_fixed_pmnc_get(const struct tally_fixed *f)
{
	const struct tally_reg *reg = &tally_fixed_pmnc_facts(f)->control;

	return (uint32_t)TALLY_FIXED_GET(reg->space, reg->addr);
}

TALLY_FOLD void tally_fixed_pmnc_put(const struct tally_fixed *f,
				     uint32_t value)
{
	const struct tally_reg *reg = &tally_fixed_pmnc_facts(f)->control;

	TALLY_FIXED_PUT(reg->space, reg->addr, value);
}

/* The counters come after the control word: by CRn on XScale, else by opc2. */
TALLY_FOLD uint32_t tally_fixed_pmnc_counter(const struct tally_fixed *f,
					     unsigned counter)
{
	const struct tally_reg *reg = &tally_fixed_pmnc_facts(f)->control;

	return reg->addr + (counter + 1) * (reg->space == TALLY_CP14
						    ? TALLY_CP(0, 1, 0, 0)
						    : TALLY_CP(0, 0, 0, 1));
}

TALLY_FOLD uint32_t tally_fixed_pmnc_get_counter(const struct tally_fixed *f,
						 unsigned counter)
{
	return (uint32_t)TALLY_FIXED_GET(
		tally_fixed_pmnc_facts(f)->control.space,
		tally_fixed_pmnc_counter(f, counter));
}

TALLY_FOLD void tally_fixed_pmnc_put_counter(const struct tally_fixed *f,
					     unsigned counter, uint32_t value)
{
	TALLY_FIXED_PUT(tally_fixed_pmnc_facts(f)->control.space,
			tally_fixed_pmnc_counter(f, counter), value);
}

/* Functions that the template asks for. */

TALLY_FOLD uint32_t tally_fixed_pmnc_flags(const struct tally_fixed *f)
{
	return tally_fixed_pmnc_get(f);
}

TALLY_FOLD uint32_t tally_fixed_pmnc_flag(const struct tally_fixed *f,
					  unsigned i)
{
	return UINT32_C(1) << tally_pmnc_flag(f->setup->slot[i].counter);
}

TALLY_FOLD unsigned tally_fixed_pmnc_bits(const struct tally_fixed *f,
					  unsigned i)
{
	(void)f;
	(void)i;
	return 32;
}

TALLY_FOLD uint64_t tally_fixed_pmnc_raw(const struct tally_fixed *f,
					 unsigned i)
{
	return tally_fixed_pmnc_get_counter(f, f->setup->slot[i].counter);
}

TALLY_FOLD void tally_fixed_pmnc_load(const struct tally_fixed *f, unsigned i,
				      uint64_t value)
{
	tally_fixed_pmnc_put_counter(f, f->setup->slot[i].counter,
				     (uint32_t)value);
}

TALLY_FOLD bool tally_fixed_pmnc_running(const struct tally_fixed *f,
					 uint32_t seen)
{
	(void)f;
	return seen & TALLY_PMNC_E;
}

TALLY_FOLD uint32_t tally_fixed_pmnc_started(const struct tally_fixed *f)
{
	return tally_fixed_pmnc_word(f) | TALLY_PMNC_E;
}

TALLY_FOLD uint32_t tally_fixed_pmnc_stopped(const struct tally_fixed *f)
{
	return tally_fixed_pmnc_word(f);
}

TALLY_FOLD void tally_fixed_pmnc_turn(const struct tally_fixed *f,
				      uint32_t word)
{
	tally_fixed_pmnc_put(f, word);
}

TALLY_FOLD void tally_fixed_pmnc_wait(const struct tally_fixed *f)
{
	(void)f;
}

/* Clear flags of an ARM11 while it is stopped; `on`: it runs on idle events. */
TALLY_COLD uint32_t tally_fixed_arm11_settle(uint32_t word, uint32_t on,
					     uint32_t seen)
{
	static const struct tally_pmnc_facts facts =
		TALLY_PMNC_ARM11(0, 0, TALLY_PMNC_NO_USER);
	const struct tally_fixed self = { &facts, 0, 0, 0, 0, 0, 0, 0, 0 };
	uint32_t set = seen & TALLY_PMNC_FLAGS;
	uint32_t count[TALLY_PMNC_COUNTERS];

	if (!set)
		return 0;
	TALLY_UNROLLED
	for (unsigned i = 0; i < TALLY_PMNC_COUNTERS; i++)
		count[i] = tally_fixed_pmnc_get_counter(&self, i);
	tally_fixed_pmnc_put(&self, on | TALLY_PMNC_C | TALLY_PMNC_P);
	tally_fixed_pmnc_put(&self, on | set);
	tally_fixed_pmnc_put(&self, word);
	TALLY_UNROLLED
	for (unsigned i = 0; i < TALLY_PMNC_COUNTERS; i++)
		tally_fixed_pmnc_put_counter(&self, i, count[i]);
	return set;
}

/*
 * Clear the flags that are set; which they were.  Without one this writes the
 * word that is there already, or, where flags are cleared only while E is 1,
 * nothing while it is 0.  `started` is at hand, as it is what says that the
 * monitor is open.
 */
TALLY_FOLD uint32_t tally_fixed_pmnc_acknowledge(const struct tally_fixed *f,
						 uint32_t started)
{
	const struct tally_pmnc_facts *facts = tally_fixed_pmnc_facts(f);
	uint32_t word = tally_fixed_pmnc_word(f);
	uint32_t seen = tally_fixed_pmnc_get(f);

	if (!facts->clear_needs_enable)
		tally_fixed_pmnc_put(
			f, (started & ~TALLY_PMNC_E) |
				   (seen & (TALLY_PMNC_FLAGS | TALLY_PMNC_E)));
	else if (__builtin_expect(seen & TALLY_PMNC_E, 1))
		tally_fixed_pmnc_put(f, started | (seen & TALLY_PMNC_FLAGS));
	else
		seen = tally_fixed_arm11_settle(
			word,
			(word & (TALLY_PMNC_INTEN | TALLY_PMNC_FIQ)) |
				tally_pmnc_idle(facts) | TALLY_PMNC_E,
			seen);
	return seen;
}

#define FAMILY pmnc
#include <tally/fixed_counting.inc>

/* Opening and closing. */

TALLY_FOLD bool tally_fixed_pmnc_cores(const struct tally_fixed *f)
{
	(void)f;
	return false;
}

TALLY_FOLD void tally_fixed_pmnc_quiet(const struct tally_fixed *f,
				       uint32_t control)
{
	const uint32_t zero = TALLY_PMNC_C | TALLY_PMNC_P;
	uint32_t idle = tally_pmnc_idle(tally_fixed_pmnc_facts(f));

	if (tally_fixed_pmnc_facts(f)->clear_needs_enable) {
		tally_fixed_pmnc_put(f, idle | zero | TALLY_PMNC_E);
		tally_fixed_pmnc_put(f, idle | TALLY_PMNC_FLAGS | TALLY_PMNC_E);
		tally_fixed_pmnc_put(f, control | zero);
	} else {
		control |= TALLY_PMNC_FLAGS | zero;
		tally_fixed_pmnc_put(
			f, tally_fixed_pmnc_facts(f)->twice ? control : idle);
		tally_fixed_pmnc_put(f, control);
	}
}

/* All are 0, so only periods are loaded; in the counters' order, as always. */
TALLY_FOLD void tally_fixed_pmnc_preset(const struct tally_fixed *f)
{
	TALLY_UNROLLED
	for (unsigned c = 0; c < TALLY_PMNC_COUNTERS; c++) {
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++) {
			const struct tally_slot *slot = &f->setup->slot[i];

			if (slot->counter == c && slot->period)
				tally_fixed_pmnc_load(
					f, i,
					tally_fixed_preset(slot->period, 32));
		}
	}
}

TALLY_FOLD void tally_fixed_pmnc_configure(const struct tally_fixed *f)
{
	const struct tally_reg *user = &tally_fixed_pmnc_facts(f)->user;

	tally_fixed_pmnc_quiet(f, tally_fixed_pmnc_word(f));
	tally_fixed_pmnc_preset(f);
	if (f->setup->options & TALLY_USER)
		TALLY_FIXED_PUT(user->space, user->addr, 1);
	tally_fixed_pmnc_begin(f);
}

TALLY_FOLD bool tally_fixed_pmnc_save(const struct tally_fixed *f, bool force)
{
	const struct tally_pmnc_facts *facts = tally_fixed_pmnc_facts(f);
	struct tally_fixed_pmnc_found *found =
		(struct tally_fixed_pmnc_found *)f->found;
	uint32_t control = tally_fixed_pmnc_get(f);

	if (!force && tally_pmnc_busy(facts, control))
		return false;
	found->control = control & facts->kept;
	TALLY_UNROLLED
	for (unsigned i = 0; i < TALLY_PMNC_COUNTERS; i++)
		found->count[i] = tally_fixed_pmnc_get_counter(f, i);
	if (f->setup->options & TALLY_USER)
		found->user = (uint32_t)TALLY_FIXED_GET(facts->user.space,
							facts->user.addr) &
			      1;
	return true;
}

TALLY_FOLD void tally_fixed_pmnc_release(const struct tally_fixed *f)
{
	const struct tally_pmnc_facts *facts = tally_fixed_pmnc_facts(f);
	const struct tally_fixed_pmnc_found *found =
		(const struct tally_fixed_pmnc_found *)f->found;

	tally_fixed_pmnc_quiet(f, found->control & ~TALLY_PMNC_E);
	f->found->opened = false;
	TALLY_UNROLLED
	for (unsigned i = 0; i < TALLY_PMNC_COUNTERS; i++)
		tally_fixed_pmnc_put_counter(f, i, found->count[i]);
	if (f->setup->options & TALLY_USER)
		TALLY_FIXED_PUT(facts->user.space, facts->user.addr,
				found->user);
	tally_fixed_pmnc_put(f, found->control);
}

TALLY_FOLD enum tally_status tally_fixed_pmnc_probe(const struct tally_fixed *f)
{
	const struct tally_pmnc_facts *facts = tally_fixed_pmnc_facts(f);
	uint32_t id =
		(uint32_t)TALLY_FIXED_GET(TALLY_CP15, TALLY_CP(0, 0, 0, 0));

	return (id & facts->id_mask) == facts->id_value ? TALLY_OK
							: TALLY_E_ABSENT;
}

TALLY_FOLD bool tally_fixed_pmnc_holds(const struct tally_fixed *f)
{
	return ((tally_fixed_pmnc_get(f) ^ tally_fixed_pmnc_word(f)) &
		tally_fixed_pmnc_facts(f)->kept) == 0;
}

/* A handler has at hand what it writes. */
#define OPENED tally_fixed_pmnc_started
#define FAMILY pmnc
#include <tally/fixed_opening.inc>

/* Checks what a slot asks for, beside those before it, but not its event. */
TALLY_FOLD enum tally_status
tally_fixed_pmnc_check(const struct tally_pmnc_facts *facts,
		       const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	bool fiq = facts->kept & TALLY_PMNC_FIQ;

	if (slot->counter >= TALLY_PMNC_COUNTERS || tally_fixed_taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > (fiq ? TALLY_FIQ : TALLY_IRQ) || slot->levels ||
	    slot->pair || slot->refine)
		return TALLY_E_FEATURE;
	return slot->period > UINT32_MAX ? TALLY_E_INVALID : TALLY_OK;
}

/*
 * The monitors: facts, the events they have, from the rows, and the options.
 */
#define TALLY_FIXED_FAMILY_arm1136 pmnc
enum { tally_fixed_kind_arm1136_mapped = tally_fixed_pmnc_mapped };
static const struct tally_pmnc_facts tally_fixed_kind_arm1136 =
	TALLY_PMNC_ARM11(TALLY_ARM11_PART_1136, 0, TALLY_PMNC_NO_USER);
TALLY_FOLD bool tally_fixed_kind_arm1136_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_ARM11_CCNT)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#define ON_ARM11(code)        TALLY_FIXED_YES(code)
#define ON_ARM1136_1176(code) TALLY_FIXED_YES(code)
#define ON_ARM1156(code)
#define ON_ARM1176(code)
#define EVENT(id, name, code, cores, ...) ON_##cores(code)
#include <tally/monitors/arm11.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(arm1136, pmnc, TALLY_DIVIDE | TALLY_EXPORT)

#define TALLY_FIXED_FAMILY_arm1176 pmnc
enum { tally_fixed_kind_arm1176_mapped = tally_fixed_pmnc_mapped };
static const struct tally_pmnc_facts tally_fixed_kind_arm1176 =
	TALLY_PMNC_ARM11(TALLY_ARM11_PART_1176, 0, TALLY_PMNC_ARM1176_USER);
TALLY_FOLD bool tally_fixed_kind_arm1176_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_ARM11_CCNT)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#undef ON_ARM1176
#define ON_ARM1176(code)                  TALLY_FIXED_YES(code)
#define EVENT(id, name, code, cores, ...) ON_##cores(code)
#include <tally/monitors/arm11.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(arm1176, pmnc, TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER)

#define TALLY_FIXED_FAMILY_arm1156 pmnc
enum { tally_fixed_kind_arm1156_mapped = tally_fixed_pmnc_mapped };
static const struct tally_pmnc_facts tally_fixed_kind_arm1156 =
	TALLY_PMNC_ARM11(TALLY_ARM11_PART_1156, TALLY_PMNC_FIQ,
			 TALLY_PMNC_NO_USER);
TALLY_FOLD bool tally_fixed_kind_arm1156_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_ARM11_CCNT)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#undef ON_ARM1136_1176
#undef ON_ARM1176
#undef ON_ARM1156
#define ON_ARM1136_1176(code)
#define ON_ARM1176(code)
#define ON_ARM1156(code)                  TALLY_FIXED_YES(code)
#define EVENT(id, name, code, cores, ...) ON_##cores(code)
#include <tally/monitors/arm11.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(arm1156, pmnc, TALLY_DIVIDE | TALLY_EXPORT)
#undef ON_ARM11
#undef ON_ARM1136_1176
#undef ON_ARM1156
#undef ON_ARM1176

#define TALLY_FIXED_FAMILY_pxa250 pmnc
enum { tally_fixed_kind_pxa250_mapped = tally_fixed_pmnc_mapped };
static const struct tally_pmnc_facts tally_fixed_kind_pxa250 =
	TALLY_PMNC_XSCALE;
TALLY_FOLD bool tally_fixed_kind_pxa250_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_XSCALE_CCNT)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#define ON_XSCALE(code) TALLY_FIXED_YES(code)
#define ON_XSC1(code)   TALLY_FIXED_YES(code)
#define ON_XSC2(code)
#define ON_I80200(code)
#define EVENT(id, name, code, cores, ...) ON_##cores(code)
#include <tally/monitors/xscale.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(pxa250, pmnc, TALLY_DIVIDE)

#define TALLY_FIXED_FAMILY_i80200 pmnc
enum { tally_fixed_kind_i80200_mapped = tally_fixed_pmnc_mapped };
static const struct tally_pmnc_facts tally_fixed_kind_i80200 =
	TALLY_PMNC_I80200;
TALLY_FOLD bool tally_fixed_kind_i80200_has(unsigned counter, unsigned code)
{
	if (counter == TALLY_XSCALE_CCNT)
		return code == TALLY_EVENT_CYCLES;
	switch (code) {
#undef ON_I80200
#define ON_I80200(code)                   TALLY_FIXED_YES(code)
#define EVENT(id, name, code, cores, ...) ON_##cores(code)
#include <tally/monitors/xscale.def>
		return true;
	default:
		return false;
	}
}
TALLY_FIXED_KIND(i80200, pmnc, TALLY_DIVIDE)
#undef ON_XSCALE
#undef ON_XSC1
#undef ON_XSC2
#undef ON_I80200

#endif
