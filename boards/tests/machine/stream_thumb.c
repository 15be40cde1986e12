/* SPDX-License-Identifier: MIT */
/* Thumb state, without and with Thumb-2: see streams.h. */
#include "boards/tests/machine/streams.h"

enum { BODY = 22, HALVES = 2 * STREAM_WORDS };

/* Halfwords that are put one behind the other. */
struct code {
	uint16_t half[HALVES];
	unsigned n;
	bool wide; /* Thumb-2 */
};

static void put(struct code *c, uint32_t half)
{
	c->half[c->n++] = (uint16_t)half;
}

static void put_wide(struct code *c, uint32_t word)
{
	put(c, word >> 16);
	put(c, word);
}

/*
 * r3: a small number; r4: data; r5: rounds; r6: an instruction of the loop; r7:
 * far data; r0 to r2 and r8 to r10 are anything.
 */
static uint32_t low(uint32_t x)
{
	return x % 3;
}

static uint32_t narrow_arithmetic(uint32_t x, uint32_t word, bool wide)
{
	uint32_t d = low(x), n = low(x >> 2), m = low(x >> 4);

	switch (x >> 8 & 7) {
	case 0: /* lsl, lsr, asr */
		return low(word >> 5) << 11 | (word & 31) << 6 | m << 3 | d;
	case 1: /* add, sub, of a register or a number */
		return 0x1800 | (word & 3) << 9 | m << 6 | n << 3 | d;
	case 2: /* mov, cmp, add, sub of a number */
		return 0x2000 | (word & 3) << 11 | d << 8 | (word >> 4 & 0xff);
	case 3: /* high registers: add, cmp, mov */
		return 0x4480 | low(word) << 8 | (word & 8 ? 8 + m : m) << 3 |
		       d;
	case 4: /* the address of a word, from r13 or the pc */
		return 0xa000 | (word & 1) << 11 | d << 8 | (word >> 4 & 15);
	case 5: /* extend, which is new in ARMv6 */
		return (wide ? 0xb200 : 0x4000) | (word & 6) << 5 | m << 3 | d;
	default:
		return 0x4000 | (word & 15) << 6 | m << 3 | d;
	}
}

static uint32_t narrow_transfer(uint32_t x, uint32_t word)
{
	uint32_t d = low(x), at_data = (word & 31) << 6 | 4 << 3 | d;

	switch (x >> 8 & 7) {
	case 0:
		return 0x6000 | (word & 0x0800) | at_data;
	case 1: /* half words */
		return 0x8000 | (word & 0x0800) | at_data;
	case 2: /* by a register, of all kinds */
		return 0x5000 | (word & 0x0e00) | 3 << 6 | 4 << 3 | d;
	case 3: /* of the pc */
		return 0x4800 | d << 8 | (word & 7);
	case 4: /* of r13 */
		return 0x9000 | (word & 0x0800) | d << 8 | (word & 31);
	case 5: /* push, pop */
		return 0xb400 | (word & 0x0800) | (1 + word % 7);
	case 6: /* far data */
		return 0x6800 | 7 << 3 | d;
	default:
		return 0x7000 | (word & 0x0800) | at_data;
	}
}

/* Operations of data by their numbers, but tests and what is none. */
static uint32_t operation(uint32_t x)
{
	static const uint8_t number[] = { 0, 1, 2, 3, 4, 8, 10, 11, 13, 14 };

	return (uint32_t)number[x % sizeof(number)] << 21;
}

/* Two registers, of which one or both give the result d. */
static uint32_t wide_registers(uint32_t x, uint32_t d, uint32_t m)
{
	static const uint32_t row[] = {
		0xfa90f080, 0xfa90f0a0, 0xfa90f090, 0xfa90f0b0, 0xfab0f080,
		0xfa00f000, 0xfa30f000, 0xfb00f000, 0xfb000000, 0xfb000010,
		0xfa0ff080, 0xfa5ff090, 0xfa4ff080, 0xfb10f000, 0xfb100020,
	};

	return row[x % (sizeof(row) / sizeof(row[0]))] | m << 16 | d << 8 | m;
}

static uint32_t wide_number(uint32_t x, uint32_t word, uint32_t d, uint32_t n)
{
	static const uint32_t field[] = { 0xf3400000, 0xf3c00000, 0xf3600000 };

	switch (x & 3) {
	case 0: /* movw, movt */
		return 0xf2400000 | (word & 0x048f70ff) | d << 8;
	case 1: /* sbfx, ubfx, bfi: lowest bit up to 13, and 14 to 17 wide */
		return field[low(word)] | n << 16 | d << 8 | (word & 0x3040) |
		       (13 + (word >> 16 & 3));
	case 2: /* addw, subw, of the pc, too */
		return (word & 1 ? 0xf2000000 : 0xf2a00000) | d << 8 |
		       (word & 2 ? 15 : n) << 16 | (word & 0x040070ff);
	default:
		return 0xf0000000 | (word & 0x041070ff) | d << 8 | n << 16 |
		       operation(word >> 27);
	}
}

static uint32_t wide_transfer(uint32_t x, uint32_t word, uint32_t d)
{
	uint32_t loads = word & 0x00100000, at_data = 4 << 16 | d << 12;

	switch (x & 7) {
	case 0: /* with a sign */
		return 0xf9900000 | (word >> 8 & 1) << 21 | at_data |
		       (word & 0x7e);
	case 1: /* two */
		return 0xe9c40000 | loads |
		       (x & 64 ? low(x >> 3) << 12 | 9 << 8
			       : 8 << 12 | 1 << 8) |
		       (word & 15);
	case 2: /* many */
		return 0xe8840000 | loads | 0x0300 | (word & 7);
	case 3: /* of the pc */
		return 0xf8df0000 | d << 12 | (word & 0x1c);
	case 4: /* by a register, shifted */
		return 0xf8400000 | loads | at_data | (word & 0x20) | 3;
	case 5: /* before the base, which stays */
		return 0xf8400c00 | loads | at_data | (word & 0x3c);
	default:
		return 0xf8800000 | loads | low(word >> 8) << 21 | at_data |
		       (word & 0x7c);
	}
}

static uint32_t wide_one(uint32_t x, uint32_t word)
{
	uint32_t d = x & 4 ? 8 + low(x) : low(x), n = low(x >> 3),
		 m = low(x >> 5);

	switch (x >> 8 & 3) {
	case 0:
		return wide_number(x >> 10, word, d, n);
	case 1: /* a register, shifted */
		return 0xea000000 | (word & 0x001070f0) | d << 8 | n << 16 | m |
		       operation(word >> 27);
	case 2:
		return wide_registers(word, d, m);
	default:
		return wide_transfer(x >> 10, word, d);
	}
}

static void one(struct code *c, struct rng *rng, bool within)
{
	uint32_t x = rng_next(rng), word = rng_next(rng);

	if (c->wide && x >> 24 & 1)
		put_wide(c, wide_one(x, word));
	else if (x >> 25 & 1 || within)
		put(c, narrow_arithmetic(x, word, c->wide));
	else
		put(c, narrow_transfer(x, word));
}

/* One to four instructions of either condition. */
static void it_block(struct code *c, struct rng *rng)
{
	uint32_t x = rng_next(rng), count = 1 + (x & 3);
	uint32_t end = 1u << (4 - count), condition = (x >> 8) % 14;

	put(c, 0xbf00 | condition << 4 | (x >> 4 & 15 & ~(2 * end - 1)) | end);
	for (unsigned i = 0; i < count; i++)
		one(c, rng, x >> 12 & 1);
}

/* Over an instruction, and where there is Thumb-2 in three ways. */
static void branch(struct code *c, struct rng *rng)
{
	uint32_t x = rng_next(rng), condition = (x >> 4) % 14;

	switch (x & 3) {
	case 0:
		if (c->wide) {
			put(c, 0xb100 | (x & 0x0800) | low(x >> 2)); /* cbz */
			put(c, 0x3001); /* add r0, #1 */
			break;
		}
		put(c, 0xe000); /* b */
		put(c, 0x3001);
		break;
	case 1:
		if (c->wide) { /* b, of four bytes */
			put_wide(c, 0xf0008001 | condition << 22);
			put(c, 0x3001);
			break;
		}
		put_wide(c, 0xf000f800); /* bl to what follows */
		break;
	default:
		put(c, 0xd000 | condition << 8);
		put(c, 0x3001);
		break;
	}
}

/* To ARM state, and back after an instruction there. */
static void over_arm(struct code *c, struct rng *rng)
{
	bool call = rng_next(rng) & 1;

	if (c->n & 1)
		put(c, 0x46c0); /* mov r8, r8 */
	if (call) {
		put_wide(c, 0xf000e800); /* blx to what follows */
	} else {
		put(c, 0x4778); /* bx pc */
		put(c, 0x46c0);
	}
	put(c, 0x0001); /* add r0, r0, r1 */
	put(c, 0xe080);
	put(c, 0x8001); /* add r8, pc, #1 */
	put(c, 0xe28f);
	put(c, 0xff18); /* bx r8 */
	put(c, 0xe12f);
}

/* tbb [pc, r9], with r9 0 or 1. */
static void table(struct code *c, struct rng *rng)
{
	uint32_t r = low(rng_next(rng));

	put_wide(c, 0xf0000901 | r << 16); /* and r9, r., #1 */
	put_wide(c, 0xe8dff009);
	put(c, 0x0201);
	put(c, 0x3001);
	put(c, 0x3102);
}

static void anything_thumb(struct code *c, struct rng *rng)
{
	switch (rng_next(rng) % 16) {
	case 0:
	case 1:
	case 2:
		branch(c, rng);
		break;
	case 3:
	case 4:
	case 5:
		if (c->wide)
			it_block(c, rng);
		else
			one(c, rng, false);
		break;
	case 6:
		over_arm(c, rng);
		break;
	case 7:
		if (c->wide)
			table(c, rng);
		else
			one(c, rng, false);
		break;
	case 8:
		put(c, 0x2300 | (rng_next(rng) & 0x7c)); /* mov r3, #.. */
		break;
	default:
		one(c, rng, false);
		break;
	}
}

/* A loop, which some streams write to on each round. */
static unsigned loop_of(struct rng *rng, uint32_t *to, bool writes, bool wide)
{
	struct code c = { .wide = wide };
	unsigned begin;

	put(&c, 0x2500 | (8 + rng_next(rng) % 50)); /* mov r5, #rounds */
	put(&c, 0xa603);                            /* add r6, pc, #12 */
	put(&c, 0x46a5);                            /* mov sp, r4 */
	begin = c.n;
	if (writes) {
		put(&c, 0x6832); /* ldr r2, [r6] */
		put(&c, 0x2102); /* mov r1, #2 */
		put(&c, 0x404a); /* eor r2, r1 */
		put(&c, 0x6032); /* str r2, [r6] */
		put(&c, 0x46c0);
		put(&c, 0x3001); /* add r0, #1, or #3 */
		put(&c, 0x3101);
	}
	for (unsigned i = 0; i < BODY && c.n < HALVES - 32; i++)
		anything_thumb(&c, rng);
	put(&c, 0x3720); /* add r7, #32 */
	put(&c, 0x3d01); /* sub r5, #1 */
	put(&c, 0xd000); /* beq over a branch that reaches far */
	put(&c, 0xe000 | ((begin - c.n - 2) & 0x7ff));
	if (c.n & 1)
		put(&c, 0x46c0);
	for (unsigned i = 0; i < c.n / 2; i++)
		to[i] = c.half[2 * i] | (uint32_t)c.half[2 * i + 1] << 16;
	return c.n / 2;
}

static unsigned loop_narrow(struct rng *rng, uint32_t *to, bool writes)
{
	return loop_of(rng, to, writes, false);
}

static unsigned loop_wide(struct rng *rng, uint32_t *to, bool writes)
{
	return loop_of(rng, to, writes, true);
}

/* BL, which reaches far in both. */
static uint32_t jump(uint32_t words)
{
	uint32_t halves = 2 * words - 2;

	return (0xf000 | (halves >> 11 & 0x7ff)) | (0xf800 | (halves & 0x7ff))
							   << 16;
}

static void begin(struct board_cpu *cpu, uint32_t data)
{
	cpu->cpsr = 0xf3;
	cpu->r[3] = 0x48;
	cpu->r[4] = data;
	cpu->r[7] = data + 8192;
	cpu->r[15] = cpu->pc;
}

const struct stream_isa stream_thumb = { loop_narrow, jump, begin };
const struct stream_isa stream_thumb2 = { loop_wide, jump, begin };
