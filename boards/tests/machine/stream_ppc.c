/* SPDX-License-Identifier: MIT */
/* Power: see streams.h. */
#include "boards/tests/machine/streams.h"

enum { BODY = 14 };

static uint32_t of_registers(uint32_t op, uint32_t t, uint32_t a, uint32_t b)
{
	return 31u << 26 | t << 21 | a << 16 | b << 11 | op << 1;
}

/* Arithmetic on r3 to r10, with a carry, an overflow or a record, or none. */
static uint32_t arithmetic(struct rng *rng)
{
	static const uint16_t ops[] = {
		266, 40,  10,  8,   138, 136, 202, 200, 104, 235, 11,
		75,  459, 491, 28,  60,  444, 412, 316, 124, 476, 284,
		24,  536, 792, 824, 26,  954, 922, 15,  234, 232
	};
	uint32_t x = rng_next(rng), word = rng_next(rng);
	uint32_t t = 3 + (x & 7), a = 3 + (x >> 3 & 7), b = 3 + (x >> 6 & 7);
	uint32_t op = ops[(x >> 9) % (sizeof(ops) / sizeof(ops[0]))];
	uint32_t rc = word & 1, by_number = t << 21 | a << 16 | (word & 0xffff);

	switch (x >> 28) {
	case 0: /* mulli, subfic, addic, addic., addi, addis */
		return by_number |
		       (word >> 16 & 7 ? 12 + (word >> 16 & 3) : 7 + rc) << 26;
	case 1: /* ori to andis. */
		return by_number | (24 + (word >> 16) % 6) << 26;
	case 2: /* rlwimi, rlwinm */
		return by_number | (20 + (word >> 16 & 1)) << 26;
	case 3: /* cmpw, cmplw */
		return of_registers(word & 2 ? 0 : 32, (word >> 2 & 7) << 2, a,
				    b);
	case 4: /* cmplwi, cmpwi */
		return (10 + (word >> 16 & 1)) << 26 | (word >> 17 & 7) << 23 |
		       a << 16 | (word & 0xffff);
	default:
		return of_registers(op, t, a, b) | rc;
	}
}

/* mfcr, mtcrf, crxor, mflr */
static uint32_t of_conditions(uint32_t t, uint32_t word)
{
	return word & 1   ? of_registers(19, t, 0, 0)
	       : word & 2 ? of_registers(144, t, 0, 0) | 0x40000
	       : word & 4 ? 19u << 26 | (word >> 4 & 0x03fff800) | 193 << 1
			  : of_registers(339, t, 8, 0);
}

/*
 * The instructions of a loop.  r11: data; CTR: rounds; r12: an instruction of
 * the loop; r13: what is written there; r14: far data; r15: a small number.
 */
static uint32_t ppc_anything(struct rng *rng)
{
	static const uint8_t moves[] = { 32, 34, 36, 38, 40, 42, 44 };
	uint32_t x = rng_next(rng), t = 3 + (x & 7), word = rng_next(rng);
	uint32_t move =
		(uint32_t)moves[(x >> 4) % sizeof(moves)] << 26 | t << 21;

	switch (x >> 20 & 15) {
	case 0:
	case 1: /* of two lines now and then */
		return move | 11u << 16 | (word & 0x7e);
	case 2: /* lwzx, lwbrx, lhax, sthx */
		return of_registers(word & 1   ? 23
				    : word & 2 ? 534
				    : word & 4 ? 343
					       : 407,
				    t, 11, 15);
	case 3: /* of far data */
		return move | 14u << 16 | (word & 0xffc);
	case 4: /* lmw, stmw, of r24 on */
		return (46 + (word & 1)) << 26 | 24u << 21 | 11u << 16 |
		       (word >> 1 & 0x3c);
	case 5:
		return of_conditions(t, word);
	case 6: /* far data: in the next line or page, or 16 MiB away */
		return word & 1   ? 0x39ce0020
		       : word & 6 ? 0x39ce1000
				  : 0x3dce0100;
	case 7: /* bc, over the next instruction */
		return 16u << 26 | (word & 8 ? 12u : 4u) << 21 |
		       (word >> 8 & 31) << 16 | 8;
	default:
		return arithmetic(rng);
	}
}

static unsigned loop(struct rng *rng, uint32_t *to, bool writes)
{
	unsigned n = 0, start;

	to[n++] = 0x38600000 | (8 + rng_next(rng) % 50); /* li r3, rounds */
	to[n++] = 0x7c6903a6;                            /* mtctr r3 */
	to[n++] = 0x429f0005;                            /* bcl 20, 31, .+4 */
	to[n++] = 0x7d8802a6;                            /* mflr r12 */
	start = n;
	if (writes) {
		to[n++] = 0x69ad0001; /* xori r13, r13, 1 */
		to[n] = 0x91ac0000 | 4 * (n + rng_next(rng) % 8); /* stw */
		n++;
	}
	for (unsigned i = 0; i < BODY; i++)
		to[n++] = ppc_anything(rng);
	to[n++] = 0x60000000; /* nop, for the last bc */
	to[n++] = 0x55ce01be; /* rlwinm r14, r14, 0, 6, 31 */
	to[n] = 0x42000000 | ((4 * start - 4 * n) & 0xfffc); /* bdnz */
	return n + 1;
}

static uint32_t jump(uint32_t words)
{
	return 0x48000000 | (words << 2 & 0x03fffffc);
}

/* Far data are at the end of a page of 64 MiB. */
static void begin(struct board_cpu *cpu, uint32_t data)
{
	enum { MSR_ME = 1 << 12 };

	cpu->cpsr = MSR_ME;
	for (unsigned r = 8; r < 32; r++)
		cpu->r[r] = cpu->r[r % 8] * r;
	cpu->r[11] = data;
	cpu->r[13] = 0x38630001; /* addi r3, r3, 1 */
	cpu->r[14] = 0x03ffe000;
	cpu->r[15] = 0x48;
}

const struct stream_isa stream_ppc = { loop, jump, begin };
