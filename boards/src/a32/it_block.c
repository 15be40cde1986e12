/* SPDX-License-Identifier: MIT */
/*
 * IT blocks of Thumb-2 [DDI0406B A2.5.2].  The engine has its own idea of them:
 * it shows no ITSTATE in its CPSR, passes over instructions whose condition
 * fails without a word, and cannot be stopped inside of a block.  So it never
 * gets into one.  The machine carries out IT itself and keeps the ITSTATE, of
 * the instruction in flight or else of the next one; it skips what fails; and
 * what passes, the engine executes as if it stood alone.  Alone, some
 * instructions of two bytes would set flags, so these are put back.
 *
 * An exception return that brings an ITSTATE would bring the engine into a
 * block, too: it gets to see none, in the SPSR or, for RFE, in memory.
 */
#include <string.h>

#include "boards/src/a32/inner.h"

enum {
	CPSR_IT_LOW = 3 << 25, /* ITSTATE bits 1:0 */
	CPSR_IT_HIGH = 0xfc00, /* and 7:2 */
	CPSR_IT = CPSR_IT_LOW | CPSR_IT_HIGH,
};

static const uint32_t CPSR_FLAGS = 0xf0000000;

uint32_t it_to_cpsr(uint32_t cpsr, uint8_t it)
{
	return (cpsr & ~(uint32_t)CPSR_IT) | (it & 0xfcu) << 8 |
	       (it & 3u) << 25;
}

/* The ITSTATE that a CPSR to be returned to has. */
uint8_t it_from_cpsr(uint32_t cpsr)
{
	if (!(cpsr & CPSR_T))
		return 0;
	return (uint8_t)((cpsr >> 8 & 0xfc) | (cpsr >> 25 & 3));
}

/* RFE finds the CPSR in memory after the pc, at this address. */
static uint32_t returned_at(struct machine *m)
{
	uint32_t w = a32_of(m)->now->insn.word;
	uint32_t base = engine_reg(a32_of(m)->engine, w >> 16 & 15);
	bool up = w & 1 << 23, before = w & 1 << 24;

	if (a32_of(m)->now->insn.thumb) /* DB or IA */
		before = !up;
	if (up)
		return base + (before ? 4u : 0) + 4;
	return base - (before ? 8u : 4u) + 4;
}

static void prepare_from_memory(struct machine *m)
{
	uint32_t vaddr = returned_at(m), word;

	if (vaddr % 4) { /* maybe over the end of a page */
		access_data(m, vaddr - 4, sizeof(word), false, 0);
		access_deliver_abort(m);
		return;
	}
	if (!machine_read_virtual(m, vaddr, &word, sizeof(word)) ||
	    !it_from_cpsr(word))
		return;
	a32_of(m)->return_it = it_from_cpsr(word);
	a32_of(m)->return_word = word;
	a32_of(m)->return_paddr =
		mmu_map(mmu_lookup(a32_of(m)->mmu, vaddr, false), vaddr).paddr;
	word = it_to_cpsr(word, 0);
	engine_write(a32_of(m)->engine, a32_of(m)->return_paddr, &word,
		     sizeof(word));
}

void it_prepare_return(struct machine *m)
{
	uint32_t spsr;

	if (a32_of(m)->now->from_memory) {
		prepare_from_memory(m);
		return;
	}
	spsr = engine_spsr(a32_of(m)->engine);
	a32_of(m)->return_it = it_from_cpsr(spsr);
	if (a32_of(m)->return_it)
		engine_set_spsr(a32_of(m)->engine, it_to_cpsr(spsr, 0));
}

/* Bits that the engine was not to see are back in their place. */
static void restore_return(struct machine *m, bool returned)
{
	if (a32_of(m)->now->from_memory)
		engine_write(a32_of(m)->engine, a32_of(m)->return_paddr,
			     &a32_of(m)->return_word,
			     sizeof(a32_of(m)->return_word));
	else if (!returned)
		engine_set_spsr(a32_of(m)->engine,
				it_to_cpsr(engine_spsr(a32_of(m)->engine),
					   a32_of(m)->return_it));
	a32_of(m)->return_it = 0;
}

void it_undo_return(struct machine *m)
{
	if (a32_of(m)->return_it)
		restore_return(m, false);
}

void it_advance(struct machine *m)
{
	uint8_t it = a32_of(m)->return_it;

	if (it) {
		restore_return(m, true);
		a32_of(m)->it = it;
	} else {
		a32_of(m)->it = decode_it_after(a32_of(m)->now);
	}
}

/* Shifts, arithmetic, MOV, logic of two bytes: but comparisons do. */
static bool sets_no_flags(const struct decoded *d)
{
	return d->in_it && d->insn.size == 2 && d->insn.word < 0x4400 &&
	       !decode_compares(d->insn.word);
}

void it_keep_flags(struct machine *m)
{
	a32_of(m)->flags_kept = sets_no_flags(a32_of(m)->now);
	if (a32_of(m)->flags_kept)
		a32_of(m)->flags = engine_cpsr(a32_of(m)->engine) & CPSR_FLAGS;
}

void it_restore_flags(struct machine *m)
{
	uint32_t cpsr = engine_cpsr(a32_of(m)->engine);

	engine_set_cpsr(a32_of(m)->engine,
			(cpsr & ~CPSR_FLAGS) | a32_of(m)->flags);
}
