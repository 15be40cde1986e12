/* SPDX-License-Identifier: MIT */
/*
 * The instructions that stay on the target, see inside.h.  They change no
 * flags that the region could see, and keep two registers on its stack:
 *
 *	entry      two registers are kept, and it goes on at NEXT
 *	take       NEXT is `again`; link and sp are kept; the counters are
 *	           started; the registers are put back
 *	go         the region's first instruction, and on behind it
 *	again      an entry is counted, and on at `go`
 *	end        two registers are kept; the counters are stopped
 */
#include <string.h>

#include "target/probe/inside/inside.h"
#include "target/probe/server/gdb.h"

static void emit(struct inside_code *c, uint32_t word)
{
	c->word[c->words++] = word;
}

static uint64_t here(const struct inside_code *c)
{
	return inside_entry(c->wish) + 4 * (uint64_t)c->words;
}

static uint64_t place_at(const struct inside_code *c, unsigned place)
{
	return c->wish->base + (uint64_t)place * c->wish->arch->bits / 8;
}

static bool is_a64(const struct inside_code *c)
{
	return c->wish->arch->a64;
}

bool inside_branch(const struct gdb_arch *a, uint64_t from, uint64_t to,
		   uint32_t *word)
{
	const int64_t by = (int64_t)(to - from);
	const int64_t reach = a->a64 ? 1 << 27 : 1 << 25;

	*word = a->branch((unsigned)by);
	return by >= -reach + 8 && by < reach && !(by & 3);
}

/* All are near each other, but for what the first instruction goes to. */
static void emit_branch(struct inside_code *c, uint64_t to)
{
	uint32_t word;

	(void)inside_branch(c->wish->arch, here(c), to, &word);
	emit(c, word);
}

/* ---- ARM ----------------------------------------------------------------- */

enum { ARM_SP = 13, ARM_LINK = 14, ARM_PC = 15 };

/* A load or a store of a place before it. */
static uint32_t arm_place(const struct inside_code *c, bool load, unsigned reg,
			  unsigned place)
{
	const uint32_t by = (uint32_t)(here(c) + 8 - place_at(c, place));

	return (load ? 0xE51F0000u : 0xE50F0000u) | reg << 12 | by;
}

static void arm_take(struct inside_code *c)
{
	emit(c, 0xE10F1000); /* mrs r1, cpsr */
	emit(c, 0xE311000F); /* tst r1, #15: 0 is user mode */
	emit(c, 0x1A000001); /* bne over the next two */
	emit(c, arm_place(c, false, 1, INSIDE_USER));
	emit_branch(c, c->wish->stop);
	emit(c, 0xE128F001); /* msr cpsr_f, r1 */
	emit(c, arm_place(c, true, 1, INSIDE_TO_AGAIN));
	emit(c, arm_place(c, false, 1, INSIDE_NEXT));
	emit(c, arm_place(c, false, ARM_LINK, INSIDE_LINK));
	emit(c, arm_place(c, false, ARM_SP, INSIDE_SP));
	emit(c, arm_place(c, true, 1, INSIDE_NONCE));
	emit(c, arm_place(c, false, 1, INSIDE_SEEN));
	emit(c, arm_place(c, true, ARM_LINK, INSIDE_TO_END));
}

static void arm_count(struct inside_code *c)
{
	emit(c, arm_place(c, true, 1, INSIDE_AGAIN));
	emit(c, 0xE2811001); /* add r1, r1, #1 */
	emit(c, arm_place(c, false, 1, INSIDE_AGAIN));
}

/* Does it read or write the program counter, other than by a branch? */
static bool arm_uses_pc(uint32_t word)
{
	const uint32_t n = word >> 16 & 15, d = word >> 12 & 15;
	const uint32_t s = word >> 8 & 15, m = word & 15;

	if (word >> 28 == 15)
		return true; /* they may be anything */
	switch (word >> 25 & 7) {
	case 0:
		return (word & 0x0FBF0FFF) != 0x010F0000 && /* MRS */
		       (n == 15 || d == 15 || m == 15 ||
			(word & 0x10 && s == 15));
	case 1:
	case 2:
		return (n == 15 || d == 15) &&
		       (word & 0x0FFFFFFF) != 0x0320F000; /* NOP */
	case 3:
		return n == 15 || d == 15 || m == 15 ||
		       (word & 0x10 && s == 15);
	case 4:
		return n == 15 || word >> 15 & 1;
	case 6:
		return n == 15;
	default:
		return false;
	}
}

/* LDR Rt, [pc, #by]: what is there is a constant. */
static bool arm_literal(struct inside_code *c, uint32_t word)
{
	const uint32_t by = word & 0xFFF;
	const uint64_t pc = c->wish->from + 8;

	if ((word & 0x0F7F0000) != 0x051F0000 || (word >> 12 & 15) == ARM_PC ||
	    word >> 28 == 15)
		return false;
	c->literal = word >> 23 & 1 ? pc + by : pc - by;
	c->literal_bytes = 4;
	emit(c, (word & 0xF0000000) |
			(arm_place(c, true, word >> 12 & 15, INSIDE_LITERAL) &
			 0x0FFFFFFF));
	return true;
}

/* A branch that may not be taken goes on behind it by the next one. */
static bool arm_branches(struct inside_code *c, uint32_t word)
{
	const uint64_t to =
		c->wish->from + 8 +
		((uint64_t)(int64_t)(int32_t)(word << 8) >> 6 & ~UINT64_C(3));
	uint32_t moved;

	if ((word & 0x0F000000) != 0x0A000000 || word >> 28 == 15)
		return false;
	emit(c, word >> 28 == 14 ? 0xE1A00000 : (word & 0xFF000000));
	if (word >> 28 != 14)
		emit_branch(c, c->wish->from + 4);
	if (!inside_branch(c->wish->arch, here(c), to & UINT32_MAX, &moved))
		return false;
	emit(c, moved);
	return true;
}

static bool arm_first(struct inside_code *c, uint32_t word)
{
	if (arm_literal(c, word) || arm_branches(c, word))
		return true;
	if ((word >> 25 & 7) == 5 || arm_uses_pc(word))
		return false;
	emit(c, word);
	return true;
}

/* ---- AArch64 ------------------------------------------------------------- */

static uint64_t extended(uint64_t value, unsigned bits)
{
	const uint64_t sign = UINT64_C(1) << (bits - 1);

	value &= (sign << 1) - 1;
	return (value ^ sign) - sign;
}

/* LDR Xt, of a place before it. */
static uint32_t a64_load(const struct inside_code *c, unsigned reg,
			 unsigned place)
{
	return 0x58000000 |
	       ((uint32_t)((place_at(c, place) - here(c)) >> 2) & 0x7FFFF)
		       << 5 |
	       reg;
}

/* ADR x0, of the data. */
static uint32_t a64_base(const struct inside_code *c)
{
	return 0x10000000 |
	       ((uint32_t)((place_at(c, 0) - here(c)) >> 2) & 0x7FFFF) << 5;
}

static uint32_t a64_store(unsigned reg, unsigned place)
{
	return 0xF9000000 | place << 10 | reg;
}

static void a64_take(struct inside_code *c)
{
	enum { LINK = 30 };

	emit(c, a64_base(c));
	emit(c, a64_load(c, 1, INSIDE_TO_AGAIN));
	emit(c, a64_store(1, INSIDE_NEXT));
	emit(c, a64_store(LINK, INSIDE_LINK));
	emit(c, 0x910003E1); /* mov x1, sp */
	emit(c, a64_store(1, INSIDE_SP));
	emit(c, a64_load(c, 1, INSIDE_NONCE));
	emit(c, a64_store(1, INSIDE_SEEN));
	emit(c, a64_load(c, LINK, INSIDE_TO_END));
}

static void a64_count(struct inside_code *c)
{
	emit(c, a64_base(c));
	emit(c, 0xF9400001 | (uint32_t)INSIDE_AGAIN << 10); /* ldr x1, [x0] */
	emit(c, 0x91000421);                                /* add x1, x1, #1 */
	emit(c, a64_store(1, INSIDE_AGAIN));
}

/* ADR, ADRP, and loads of what is beside the code. */
static bool a64_literal(struct inside_code *c, uint32_t word)
{
	const uint64_t imm =
		extended((word >> 5 & 0x7FFFF) << 2 | (word >> 29 & 3), 21);
	const uint64_t from = c->wish->from;

	if ((word & 0x1F000000) == 0x10000000) {
		c->data[INSIDE_LITERAL] =
			word >> 31 ? (from & ~UINT64_C(0xFFF)) + (imm << 12)
				   : from + imm;
		emit(c, a64_load(c, word & 31, INSIDE_LITERAL));
		return true;
	}
	if ((word & 0x3F000000) != 0x18000000 || word >> 30 == 3)
		return false;
	c->literal = from + extended((word >> 5 & 0x7FFFF) << 2, 21);
	c->literal_bytes = word >> 30 == 1 ? 8 : 4;
	emit(c, (word & 0xC0000000) |
			(a64_load(c, word & 31, INSIDE_LITERAL) & ~0xC0000000));
	return true;
}

/* One under a condition, by the bits of its distance; 0: it is none. */
static unsigned a64_condition(uint32_t word)
{
	if ((word & 0xFF000010) == 0x54000000 ||
	    (word & 0x7E000000) == 0x34000000)
		return 19;
	return (word & 0x7E000000) == 0x36000000 ? 14 : 0;
}

static bool a64_branches(struct inside_code *c, uint32_t word)
{
	const unsigned bits = a64_condition(word);
	const bool plain = (word & 0xFC000000) == 0x14000000;
	uint64_t to = c->wish->from;
	uint32_t moved, field;

	if (!bits && !plain)
		return false;
	if (plain) {
		to += extended((uint64_t)word << 2, 28);
		emit(c, 0xD503201F); /* nop */
	} else {
		field = ((UINT32_C(1) << bits) - 1) << 5;
		to += extended((uint64_t)(word & field) >> 3, bits + 2);
		emit(c, (word & ~field) | 2 << 5);
		emit_branch(c, c->wish->from + 4);
	}
	if (!inside_branch(c->wish->arch, here(c), to, &moved))
		return false;
	emit(c, moved);
	return true;
}

/* Neither a hint that is one of where code may be entered, or signs where it
 * returns to, nor a call, nor a branch to a register. */
static bool a64_first(struct inside_code *c, uint32_t word)
{
	enum { HINTS_PLAIN = 6 };

	if (a64_literal(c, word) || a64_branches(c, word))
		return true;
	if ((word & 0x3B000000) == 0x18000000 ||
	    (word & 0xFE000000) == 0xD6000000 ||
	    (word & 0xFC000000) == 0x94000000 ||
	    ((word & 0xFFFFF01F) == 0xD503201F &&
	     (word >> 5 & 127) >= HINTS_PLAIN))
		return false;
	emit(c, word);
	return true;
}

void inside_return(const struct gdb_arch *a, uint64_t at, uint64_t link,
		   uint32_t word[2])
{
	enum { X16 = 16 };

	if (a->a64) { /* which a return may change */
		word[0] = 0x58000000 |
			  ((uint32_t)((link - at) >> 2) & 0x7FFFF) << 5 | X16;
		word[1] = 0xD61F0200; /* br x16 */
		return;
	}
	word[0] = 0xE51FF000 | (uint32_t)(at + 8 - link); /* ldr pc, ... */
	word[1] = a->stay;
}

/* ---- all of it ----------------------------------------------------------- */

static void push(struct inside_code *c)
{
	/* stp x0, x1, [sp, #-16]!; stmdb sp!, {r0, r1} */
	emit(c, is_a64(c) ? 0xA9BF07E0 : 0xE92D0003);
}

static void pop(struct inside_code *c)
{
	/* ldp x0, x1, [sp], #16; ldmia sp!, {r0, r1} */
	emit(c, is_a64(c) ? 0xA8C107E0 : 0xE8BD0003);
}

static void go_on_at_next(struct inside_code *c)
{
	if (!is_a64(c)) {
		emit(c, arm_place(c, true, ARM_PC, INSIDE_NEXT));
		return;
	}
	emit(c, a64_load(c, 0, INSIDE_NEXT));
	emit(c, 0xD61F0000); /* br x0 */
}

static bool emit_writes(struct inside_code *c, const struct target_step *step,
			unsigned count, unsigned place, struct error *err)
{
	const struct gdb_arch *a = c->wish->arch;

	for (unsigned i = 0; i < count; i++) {
		const struct tally_reg *reg = &step[i].step.reg;
		const uint32_t word = a->access(reg, true);

		if (!word || tally_reg_behind(*reg) ||
		    (reg->bits == 64 && a->bits == 32))
			return error_set(err,
					 "--inside: one of the monitors is "
					 "started by more than one instruction "
					 "of the core; leave out --inside");
		c->data[place + i] = step[i].step.value;
		emit(c, is_a64(c) ? a64_load(c, 0, place + i)
				  : arm_place(c, true, 0, place + i));
		emit(c, word);
		c->words += a->wait(reg, c->word + c->words);
	}
	return true;
}

static bool emit_thumb(struct inside_code *c)
{
	const unsigned words = inside_thumb_first(
		c, here(c), place_at(c, INSIDE_LITERAL), c->word + c->words);

	c->words += words;
	return words;
}

/* Emits what is there in place of the region's first instruction. */
static bool emit_first(struct inside_code *c, struct error *err)
{
	const struct inside_wish *w = c->wish;

	if (w->thumb    ? !emit_thumb(c)
	    : is_a64(c) ? !a64_first(c, w->word)
			: !arm_first(c, w->word))
		return error_set(
			err,
			"--inside: the first instruction there, 0x%08x at "
			"0x%llx, cannot be carried out elsewhere; leave out "
			"--inside",
			(unsigned)w->word, (unsigned long long)w->from);
	if (!w->thumb)
		emit_branch(c, w->from + 4);
	return true;
}

/* Of an empty region the branches alone are there. */
static void emit_empty(struct inside_code *c, unsigned *again)
{
	const unsigned at = c->words;

	/* These words are known when the end is. */
	c->words += c->wish->thumb ? INSIDE_THUMB_EMPTY : 3;
	*again = at + (c->wish->thumb ? INSIDE_THUMB_AGAIN : 2);
}

static void fill_empty(struct inside_code *c, unsigned at)
{
	const uint64_t first = inside_entry(c->wish) + 4 * (uint64_t)at;
	const bool twice = c->wish->region == INSIDE_EMPTY_TWICE;
	const unsigned words = c->words;

	c->words = at;
	emit_branch(c, twice ? first + 4 : c->end);
	emit_branch(c, inside_entry(c->wish));
	emit_branch(c, c->end);
	c->words = words;
}

static void emit_again(struct inside_code *c, unsigned go)
{
	c->again = here(c);
	if (is_a64(c))
		a64_count(c);
	else
		arm_count(c);
	pop(c);
	emit_branch(c, inside_entry(c->wish) + 4 * (uint64_t)go);
}

bool inside_make(struct inside_code *c, const struct inside_wish *w,
		 struct error *err)
{
	unsigned go, again;

	memset(c, 0, sizeof *c);
	c->wish = w;
	push(c);
	go_on_at_next(c);
	c->take = here(c);
	if (is_a64(c))
		a64_take(c);
	else
		arm_take(c);
	if (!emit_writes(c, w->open, w->opens, INSIDE_VALUE, err))
		return false;
	pop(c);
	go = again = c->words;
	if (w->region != INSIDE_PROGRAM)
		emit_empty(c, &again);
	else if (!emit_first(c, err))
		return false;
	emit_again(c, again);
	c->end = here(c);
	push(c);
	if (!emit_writes(c, w->close, w->closes, INSIDE_VALUE + w->opens, err))
		return false;
	emit_branch(c, w->stop);
	if (w->region != INSIDE_PROGRAM && w->thumb)
		inside_thumb_empty(c, inside_entry(w) + 4 * (uint64_t)go,
				   c->word + go);
	else if (w->region != INSIDE_PROGRAM)
		fill_empty(c, go);
	c->data[INSIDE_NEXT] = c->take;
	c->data[INSIDE_NONCE] = w->nonce;
	c->data[INSIDE_TO_AGAIN] = c->again;
	c->data[INSIDE_TO_END] = c->end;
	return true;
}
