/* SPDX-License-Identifier: MIT */
/* ARM state: see streams.h. */
#include "boards/tests/machine/streams.h"

enum { BODY = 14 };

/* Arithmetic on r0 to r7, by a register shifted in any way, or a number. */
static uint32_t arithmetic(struct rng *rng)
{
	uint32_t x = rng_next(rng), op = x & 15, d = x >> 4 & 7;
	uint32_t n = x >> 7 & 7, flags = x >> 10 & 1, word = rng_next(rng);
	uint32_t by_number = 1u << 25 | (word & 0xfff);
	uint32_t second = word & 0xf67;

	if (second & 0x10) /* by a register of the first eight */
		second &= 0x777;
	if (op >= 8 && op < 12) { /* tests */
		d = 0;
		flags = 1;
	}
	if (op == 13 || op == 15)
		n = 0;
	return (x >> 11 & 3 ? second : by_number) | op << 21 | flags << 20 |
	       n << 16 | d << 12;
}

/*
 * The instructions of a loop.  r8: data; r9: rounds; r10: an instruction of the
 * loop; r11: what is written there; r12: far data; r13: a small number.
 */
static uint32_t anything(struct rng *rng)
{
	uint32_t x = rng_next(rng), d = x & 7, n = x >> 3 & 7, m = x >> 6 & 7;
	uint32_t condition = (x >> 9 & 3 ? 14 : (x >> 11) % 15) << 28;
	uint32_t word = rng_next(rng);

	switch (x >> 20 & 15) {
	case 0: /* ldr, ldrb, str, strb */
		return condition | 0x05880000 | (word & 0x00500000) | d << 12 |
		       (word & 0xfc);
	case 1: /* ldr with a register */
		return condition | 0x0798000d | d << 12;
	case 2: /* ldrh, strh */
		return condition | 0x01c800b0 | (word & 0x00100000) | d << 12 |
		       (word & 0xe);
	case 3: /* ldm, stm, of one line and of two */
		return condition | 0x08880001 | (word & 0x011000fe);
	case 4:
		return condition | 0x05dc0000 | d << 12 | (word & 0xfff);
	case 5: /* mul */
		return condition | 0x00000090 | (word & 0x00100000) | d << 16 |
		       n << 8 | m;
	case 6: /* ldr of what stands in the code */
		return 0xe51f0000 | d << 12 | (word & 0x3c);
	case 7: /* far data: in the next line, page or section */
		return word & 1   ? 0xe28cc020
		       : word & 6 ? 0xe28cca01
				  : 0xe28cc601;
	default:
		return condition | arithmetic(rng);
	}
}

/* A loop, which some streams write to on each round. */
static unsigned loop_of(struct rng *rng, uint32_t *to, bool writes)
{
	unsigned n = 0, begin = 2;

	to[n++] = 0xe3a09000 | (8 + rng_next(rng) % 50); /* mov r9, #rounds */
	to[n++] = 0xe28fa000 | 4 * (rng_next(rng) % 8);  /* add r10, pc, #.. */
	if (writes) {
		to[n++] = 0xe22bb001; /* eor r11, r11, #1 */
		to[n++] = 0xe58ab000; /* str r11, [r10] */
	}
	for (unsigned i = 0; i < BODY; i++)
		to[n++] = anything(rng);
	to[n++] = 0xe3ccc403; /* bic r12, r12, #.. */
	to[n++] = 0xe2599001; /* subs r9, r9, #1 */
	to[n] = 0x1a000000 | ((begin - n - 2) & 0xffffff); /* bne */
	return n + 1;
}

static uint32_t jump(uint32_t words)
{
	return 0xea000000 | ((words - 2) & 0xffffff);
}

static void begin(struct board_cpu *cpu, uint32_t data)
{
	cpu->cpsr = 0xd3;
	cpu->r[8] = data;
	cpu->r[11] = 0xe2800001; /* add r0, r0, #1 */
	cpu->r[12] = data + 8192;
	cpu->r[13] = 0x48;
	cpu->r[15] = cpu->pc;
}

const struct stream_isa stream_a32 = { loop_of, jump, begin };
