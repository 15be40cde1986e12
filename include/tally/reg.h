/* SPDX-License-Identifier: MIT */
#ifndef TALLY_REG_H
#define TALLY_REG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Registers and their fields as values.  Nothing here accesses one: that does a
 * bus (tally/bus.h).  All of it is arithmetic on its arguments, for any
 * context, handlers too, and constant where these are.
 */

/*
 * TALLY_M_PROFILE: the compiler's core is an Arm one of the M profile, whose
 * registers are all in memory; TALLY_COPROCESSORS: an Arm one with MRC and MCR.
 */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define TALLY_M_PROFILE
#elif defined(__arm__)
#define TALLY_COPROCESSORS
#endif

/* A register lives in one of these spaces.  The number is stable: recorded logs
 * carry it. */
enum tally_space {
	TALLY_CP14 = 0,   /* ARM coprocessor 14, addr = TALLY_CP() */
	TALLY_CP15 = 1,   /* ARM coprocessor 15, addr = TALLY_CP(), _CP64() */
	TALLY_SYSREG = 2, /* AArch64 system register, addr = TALLY_SYS() */
	TALLY_PMR = 3,    /* Power Architecture performance monitor register */
	TALLY_MMIO = 4,   /* memory mapped, addr = offset from the bus's base,
			     below 2^25 */
};

/* A register: 8 bytes, copied freely. */
struct tally_reg {
	uint32_t addr; /* within its space */
	uint8_t space; /* enum tally_space */
	uint8_t bits;  /* width: 8, 16, 32 or 64; 0: no register */
};

/*
 * No register: START and STOP of a monitor that nothing starts write there, and
 * a bus that can only read drops it (tally_bus_drop()).
 */
#define TALLY_NOWHERE                                                          \
	{                                                                      \
		0, TALLY_MMIO, 0                                               \
	}

/* Is it none? */
static inline bool tally_reg_none(struct tally_reg r)
{
	return !r.bits;
}

/* The address of a coprocessor register, in the order of MRC and MCR. */
#define TALLY_CP(opc1, crn, crm, opc2)                                         \
	((uint32_t)(opc1) << 12 | (uint32_t)(crn) << 8 |                       \
	 (uint32_t)(crm) << 4 | (uint32_t)(opc2))

/* One of 64 bits, as MRRC and MCRR name it. */
#define TALLY_CP64(opc1, crm)                                                  \
	(UINT32_C(1) << 16 | (uint32_t)(opc1) << 12 | (uint32_t)(crm) << 4)

/* The address of a system register: S<op0>_<op1>_C<crn>_C<crm>_<op2>. */
#define TALLY_SYS(op0, op1, crn, crm, op2)                                     \
	((uint32_t)(op0) << 14 | (uint32_t)(op1) << 11 |                       \
	 (uint32_t)(crn) << 7 | (uint32_t)(crm) << 3 | (uint32_t)(op2))

/*
 * The n-th of the registers behind a select register, n from 0: who accesses it
 * writes n into `select`, accesses `window`, and puts back what `select` held.
 * Both are addresses of one space other than memory, which differ in their
 * lowest 8 bits alone; n is at most 126.
 */
#define TALLY_NTH(window, select, n)                                           \
	((uint32_t)(window) | ((uint32_t)(select)&0xFF) << 17 |                \
	 ((uint32_t)(n) + 1) << 25)
#define TALLY_NTH_STEP (UINT32_C(1) << 25) /* from one to the next */

/* Is it behind a select register? */
static inline bool tally_reg_behind(struct tally_reg r)
{
	return r.space != TALLY_MMIO && r.addr >> 25;
}

/* Of one that is: its number; where it is seen; and where it is selected. */
static inline unsigned tally_reg_number(struct tally_reg r)
{
	return (unsigned)(r.addr >> 25) - 1;
}

static inline struct tally_reg tally_reg_window(struct tally_reg r)
{
	r.addr &= 0x1FFFF;
	return r;
}

static inline struct tally_reg tally_reg_select(struct tally_reg r)
{
	r.addr = (r.addr & 0x1FF00) | (r.addr >> 17 & 0xFF);
	return r;
}

/*
 * A word in memory of which a monitor owns bit n alone, and others the rest:
 * a read gives all of it, a write changes that bit.  The bus reads the word and
 * writes it back, so what an interrupt handler writes to it in between is lost.
 */
#define TALLY_BIT_OF(offset, n) ((uint32_t)(offset) | ((uint32_t)(n) + 1) << 25)

/* The offset of a word in memory, shared or not, without the bit. */
#define TALLY_OFFSET(addr) ((uint32_t)(addr)&0x1FFFFFF)

/* Is it one? */
static inline bool tally_reg_shared(struct tally_reg r)
{
	return r.space == TALLY_MMIO && r.addr >> 25;
}

/* The bit of one that is. */
static inline uint32_t tally_reg_bit(struct tally_reg r)
{
	return UINT32_C(1) << ((r.addr >> 25) - 1);
}

/* The word to write to it, where it held `was`. */
static inline uint64_t tally_reg_merge(struct tally_reg r, uint64_t was,
				       uint64_t value)
{
	return (was & ~(uint64_t)tally_reg_bit(r)) | (value & tally_reg_bit(r));
}

/* The offset of a register in memory, shared or not. */
static inline uint32_t tally_reg_offset(struct tally_reg r)
{
	return TALLY_OFFSET(r.addr);
}

static inline bool tally_reg_same(struct tally_reg a, struct tally_reg b)
{
	return a.addr == b.addr && a.space == b.space;
}

/* A field: bits lsb .. lsb + width - 1; width 1 to 64. */
struct tally_field {
	uint8_t lsb;
	uint8_t width;
};

/*
 * A FIELD row as constants of an enum, and the field's bits of 32, or 64, made
 * of them: so a driver's masks come from the rows that the catalogue tells.
 */
#define TALLY_FIELD_ROW(family, reg, name, lsb, width)                         \
	TALLY_##family##_##reg##_##name##_LSB = (lsb),                         \
	TALLY_##family##_##reg##_##name##_WIDTH = (width),
#define TALLY_FIELD(family, reg, name)                                         \
	((uint32_t)TALLY_FIELD_AT(TALLY_##family##_##reg##_##name))
#define TALLY_FIELD_AT(row) (UINT64_MAX >> (64 - row##_WIDTH) << row##_LSB)

/* The field's bits set, in place.  Any context. */
static inline uint64_t tally_field_mask(struct tally_field f)
{
	return (UINT64_MAX >> (64 - f.width)) << f.lsb;
}

/* The field's value, right-aligned. */
static inline uint64_t tally_field_get(uint64_t word, struct tally_field f)
{
	return (word & tally_field_mask(f)) >> f.lsb;
}

/* `word` with the field set to `value`; bits that do not fit are dropped. */
static inline uint64_t tally_field_put(uint64_t word, struct tally_field f,
				       uint64_t value)
{
	return (word & ~tally_field_mask(f)) |
	       ((value << f.lsb) & tally_field_mask(f));
}

#ifdef __cplusplus
}
#endif

#endif
