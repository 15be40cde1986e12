/* SPDX-License-Identifier: MIT */
#include "core.h"

#include <string.h>

enum {
	MODE = 0x1F,
	USER = 0x10,
	FIQ = 0x11,
	SVC = 0x13,
	ABORT = 0x17,
	UNDEFINED = 0x1B,
	MASKED = 1 << 7,
	THUMB = 1 << 5,
	CARRY = 1 << 29,
};

/* ---- modes --------------------------------------------------------------- */

static unsigned bank_of(uint32_t cpsr)
{
	switch (cpsr & MODE) {
	case FIQ:
		return 1;
	case 0x12: /* IRQ */
		return 2;
	case SVC:
		return 3;
	case 0x16: /* Monitor */
		return 4;
	case ABORT:
		return 5;
	case UNDEFINED:
		return 6;
	default:
		return 0;
	}
}

uint32_t *arm11_spsr(struct arm11_core *c)
{
	return &c->spsr[bank_of(c->cpsr)];
}

void arm11_set_cpsr(struct arm11_core *c, uint32_t value, uint32_t mask)
{
	const unsigned old = bank_of(c->cpsr);
	unsigned now;

	/* A debugger may leave user mode, a program may not. */
	if ((c->cpsr & MODE) == USER && !c->debug.on)
		mask &= 0xF80F0000;
	c->cpsr = (c->cpsr & ~mask) | (value & mask);
	now = bank_of(c->cpsr);
	if (now == old)
		return;
	memcpy(c->banked[old], c->r + 13, sizeof c->banked[old]);
	memcpy(c->r + 13, c->banked[now], sizeof c->banked[now]);
	if (old == 1 || now == 1) {
		memcpy(old == 1 ? c->fast : c->usual, c->r + 8, sizeof c->fast);
		memcpy(c->r + 8, now == 1 ? c->fast : c->usual, sizeof c->fast);
	}
}

static void except(struct arm11_core *c, uint32_t mode, uint32_t vector,
		   uint32_t link)
{
	const uint32_t was = c->cpsr;
	const bool debug = c->debug.on;

	c->debug.on = true; /* from user mode, too */
	arm11_set_cpsr(c, mode | MASKED, MODE | MASKED | THUMB);
	c->debug.on = debug;
	*arm11_spsr(c) = was;
	c->r[14] = link;
	c->r[15] = vector;
}

/* r15 is behind the instruction. */
void arm11_abort(struct arm11_core *c)
{
	if (c->debug.on)
		c->debug.aborted = true;
	else
		except(c, ABORT, 0x10, c->r[15] + 4);
}

void arm11_undefined(struct arm11_core *c)
{
	if (!c->debug.on)
		except(c, UNDEFINED, 0x4, c->r[15]);
}

/* ---- data processing [DDI0100I A4, A5.1] --------------------------------- */

/* r15 reads two instructions on; in debug state it is not behind. */
static uint32_t operand(const struct arm11_core *c, unsigned number)
{
	return c->r[number] + (number == 15 ? (c->debug.on ? 8u : 4u) : 0u);
}

static uint32_t shifted(const struct arm11_core *c, uint32_t word, bool *carry)
{
	const uint32_t value = operand(c, word & 15);
	const bool by_register = word >> 4 & 1;
	unsigned by =
		by_register ? operand(c, word >> 8 & 15) & 255 : word >> 7 & 31;
	const unsigned kind = word >> 5 & 3;

	if (by_register && !by)
		return value;
	if (!by_register && !by && kind == 3) { /* RRX */
		const uint32_t in = *carry;

		*carry = value & 1;
		return value >> 1 | in << 31;
	}
	if (!by_register && !by && kind)
		by = 32;
	if (!by)
		return value;
	if (kind == 3) {
		by &= 31;
		*carry = value >> ((by - 1) & 31) & 1;
		return by ? value >> by | value << (32 - by) : value;
	}
	if (by > 32 || (by == 32 && kind == 2)) {
		const bool ones = kind == 2 && value >> 31;

		*carry = ones;
		return ones ? UINT32_MAX : 0;
	}
	*carry = kind ? value >> (by - 1) & 1 : value >> (32 - by) & 1;
	if (by == 32)
		return 0;
	return kind == 0   ? value << by
	       : kind == 1 ? value >> by
			   : (uint32_t)((int64_t)(int32_t)value >> by);
}

static uint32_t immediate(uint32_t word, bool *carry)
{
	const unsigned by = (word >> 8 & 15) * 2;
	const uint32_t value = word & 255;

	if (!by)
		return value;
	*carry = value >> ((by - 1) & 31) & 1;
	return value >> by | value << (32 - by);
}

static void set_flags(struct arm11_core *c, uint32_t value, bool carry,
		      bool over)
{
	c->cpsr = (c->cpsr & 0x0FFFFFFF) | (value & 0x80000000) |
		  (uint32_t)!value << 30 | (uint32_t)carry << 29 |
		  (uint32_t)over << 28;
}

/* a + b + in, where a subtraction adds the complement. */
static uint32_t add(uint32_t a, uint32_t b, bool in, bool *carry, bool *over)
{
	const uint64_t wide = (uint64_t)a + b + in;
	const uint32_t value = (uint32_t)wide;

	*carry = wide >> 32;
	*over = (~(a ^ b) & (a ^ value)) >> 31;
	return value;
}

static uint32_t compute(unsigned what, uint32_t a, uint32_t b, bool in,
			bool *carry, bool *over)
{
	switch (what) {
	case 0: /* AND, TST */
	case 8:
		return a & b;
	case 1: /* EOR, TEQ */
	case 9:
		return a ^ b;
	case 2: /* SUB, CMP */
	case 10:
		return add(a, ~b, true, carry, over);
	case 3: /* RSB */
		return add(b, ~a, true, carry, over);
	case 4: /* ADD, CMN */
	case 11:
		return add(a, b, false, carry, over);
	case 5: /* ADC */
		return add(a, b, in, carry, over);
	case 6: /* SBC */
		return add(a, ~b, in, carry, over);
	case 7: /* RSC */
		return add(b, ~a, in, carry, over);
	case 12: /* ORR */
		return a | b;
	case 13: /* MOV */
		return b;
	case 14: /* BIC */
		return a & ~b;
	default: /* MVN */
		return ~b;
	}
}

static void process(struct arm11_core *c, uint32_t word)
{
	const unsigned what = word >> 21 & 15, to = word >> 12 & 15;
	const bool in = c->cpsr & CARRY;
	bool carry = in, over = c->cpsr >> 28 & 1;
	const uint32_t b = word >> 25 & 1 ? immediate(word, &carry)
					  : shifted(c, word, &carry);
	const uint32_t value = compute(what, operand(c, word >> 16 & 15), b, in,
				       &carry, &over);

	if ((what & 12) != 8)
		c->r[to] = value;
	if (!(word >> 20 & 1))
		return;
	if (to == 15 && (what & 12) != 8)
		arm11_set_cpsr(c, *arm11_spsr(c), UINT32_MAX);
	else
		set_flags(c, value, carry, over);
}

static void multiply(struct arm11_core *c, uint32_t word)
{
	const unsigned high = word >> 16 & 15, low = word >> 12 & 15;
	const uint32_t a = c->r[word & 15], b = c->r[word >> 8 & 15];
	uint64_t value = (uint64_t)a * b;

	if (!(word >> 23 & 1)) { /* MUL, MLA */
		c->r[high] = (uint32_t)value + (word >> 21 & 1 ? c->r[low] : 0);
		if (word >> 20 & 1)
			set_flags(c, c->r[high], c->cpsr >> 29 & 1,
				  c->cpsr >> 28 & 1);
		return;
	}
	if (word >> 22 & 1)
		value = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
	if (word >> 21 & 1)
		value += (uint64_t)c->r[high] << 32 | c->r[low];
	c->r[low] = (uint32_t)value;
	c->r[high] = (uint32_t)(value >> 32);
}

/* ---- the status register ------------------------------------------------- */

static uint32_t status_mask(uint32_t word)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < 4; i++)
		if (word >> (16 + i) & 1)
			mask |= UINT32_C(0xFF) << 8 * i;
	return mask;
}

static void write_status(struct arm11_core *c, uint32_t word, uint32_t value)
{
	const uint32_t mask = status_mask(word);
	uint32_t *spsr = arm11_spsr(c);

	if (word >> 22 & 1)
		*spsr = (*spsr & ~mask) | (value & mask);
	else
		arm11_set_cpsr(c, value, mask);
}

/* MRS, MSR, BX, BLX and BKPT; false: none of these. */
static bool special(struct arm11_core *c, uint32_t word)
{
	bool ignored;

	if ((word & 0x0FBF0FFF) == 0x010F0000) {
		c->r[word >> 12 & 15] =
			word >> 22 & 1 ? *arm11_spsr(c) : c->cpsr;
	} else if ((word & 0x0FB0FFF0) == 0x0120F000) {
		write_status(c, word, operand(c, word & 15));
	} else if ((word & 0x0FB0F000) == 0x0320F000) {
		write_status(c, word, immediate(word, &ignored));
	} else if ((word & 0x0FFFFFD0) == 0x012FFF10) {
		const uint32_t to = operand(c, word & 15);

		if (word >> 5 & 1)
			c->r[14] = c->r[15];
		c->r[15] = to & ~UINT32_C(1);
		arm11_set_cpsr(c, to << 5, THUMB);
	} else if ((word & 0xFFF000F0) == 0xE1200070) {
		c->r[15] -= 4;
		arm11_halt(c, ARM11_BY_BKPT);
	} else {
		return false;
	}
	return true;
}

/* ---- one instruction ----------------------------------------------------- */

static bool holds(const struct arm11_core *c, unsigned condition)
{
	const bool n = c->cpsr >> 31 & 1, z = c->cpsr >> 30 & 1;
	const bool carry = c->cpsr >> 29 & 1, v = c->cpsr >> 28 & 1;
	const bool is[8] = { z,      carry,        n,   v, carry && !z,
			     n == v, n == v && !z, true };

	return is[condition >> 1] != (condition & 1);
}

/* Without a condition there is CPS alone. */
static void change_state(struct arm11_core *c, uint32_t word)
{
	uint32_t value = word >> 18 & 1 ? word & 0x1C0 : 0, mask = 0;

	if ((word & 0xFFF1FE20) != 0xF1000000) {
		arm11_undefined(c);
		return;
	}
	if (word >> 19 & 1)
		mask |= word & 0x1C0;
	if (word >> 17 & 1) {
		mask |= MODE;
		value |= word & MODE;
	}
	arm11_set_cpsr(c, value, mask);
}

static void execute(struct arm11_core *c, uint32_t word)
{
	const unsigned group = word >> 25 & 7;

	if (word >> 28 == 15) {
		change_state(c, word);
	} else if (!holds(c, word >> 28)) {
		return;
	} else if (group == 5) {
		if (word >> 24 & 1)
			c->r[14] = c->r[15];
		c->r[15] += 4 + (uint32_t)((int32_t)(word << 8) >> 6);
	} else if (group >= 6) {
		if (word >> 24 == 0xEF)
			except(c, SVC, 0x8, c->r[15]);
		else if (!arm11_coprocessor(c, word))
			arm11_undefined(c);
	} else if (group < 2 && special(c, word)) {
		return;
	} else if ((word & 0x0F0000F0) == 0x00000090) {
		multiply(c, word);
	} else if (!arm11_memory_access(c, word)) {
		if (group < 2)
			process(c, word);
		else
			arm11_undefined(c);
	}
}

void arm11_carry_out(struct arm11_core *c, uint32_t word)
{
	execute(c, word);
}

/* ---- running ------------------------------------------------------------- */

void arm11_halt(struct arm11_core *c, unsigned why)
{
	if (c->debug.on)
		return;
	c->debug.on = true;
	c->debug.why = why;
}

void arm11_restart(struct arm11_core *c)
{
	c->debug.on = false;
}

/* Bit 1: it was restarted, once. */
uint32_t arm11_dscr(const struct arm11_core *c)
{
	uint32_t value = c->debug.dscr | 2;

	value |= (uint32_t)c->debug.on | c->debug.why << 2;
	if (c->debug.aborted)
		value |= ARM11_DSCR_ABORTED;
	if (c->debug.out_full)
		value |= ARM11_DSCR_OUT_FULL;
	if (c->debug.in_full)
		value |= ARM11_DSCR_IN_FULL;
	return value;
}

/* A match, or with bit 22 of its control a mismatch. */
static bool is_break(const struct arm11_core *c)
{
	for (unsigned i = 0; i < ARM11_BREAKS; i++) {
		const uint32_t control = c->debug.control[i];
		const bool same = ((c->debug.value[i] ^ c->r[15]) & ~3u) == 0;

		if ((control & 1) && same != (control >> 22 & 1))
			return true;
	}
	return false;
}

static void bump(struct arm11_core *c, uint32_t *counter, unsigned flag)
{
	if (!++*counter)
		c->pmnc |= 1u << flag;
}

static bool is_branch(uint32_t word)
{
	return (word >> 25 & 7) == 5 || (word & 0x0FFFFFD0) == 0x012FFF10;
}

/* An instruction a cycle, and with D the cycle counter each 64th; events:
 * instructions, branches, cycles. */
static void count(struct arm11_core *c, uint32_t word)
{
	enum { ENABLE = 1, DIVIDE = 8 };

	if (!(c->pmnc & ENABLE))
		return;
	if (!(c->pmnc & DIVIDE) || c->cycles % 64 == 0)
		bump(c, &c->ccnt, 10);
	for (unsigned i = 0; i < 2; i++) {
		const unsigned event = c->pmnc >> (i ? 12 : 20) & 255;

		if (event == 0x07 || event == 0xFF ||
		    (event == 0x05 && is_branch(word)))
			bump(c, &c->pmn[i], 8 + i);
	}
}

static void step(struct arm11_core *c)
{
	uint32_t word;

	c->cycles++;
	c->r[15] += 4;
	if ((c->cpsr & THUMB) || !arm11_load(c, c->r[15] - 4, 4, &word)) {
		arm11_undefined(c);
		return;
	}
	count(c, word);
	execute(c, word);
}

void arm11_run(struct arm11_core *c, uint64_t cycles)
{
	for (; cycles && !c->debug.on; cycles--) {
		if (is_break(c))
			arm11_halt(c, ARM11_BY_BREAK);
		else
			step(c);
	}
}
