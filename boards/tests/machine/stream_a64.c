/* SPDX-License-Identifier: MIT */
/*
 * AArch64: see streams.h.  x0 to x7: anything; x8: data; x9: rounds; x10: an
 * instruction of the loop; x11: what is written there; x12: far data; x13: a
 * small number; x14, x16: places of the loop; x17: a bit of x11.
 */
#include "boards/tests/machine/streams.h"

enum { BODY = 40 };

struct body {
	struct rng *rng;
	uint32_t *to;
	unsigned n;
};

static void put(struct body *b, uint32_t word)
{
	b->to[b->n++] = word;
}

/* One of the first so many. */
static uint32_t any(struct body *b, uint32_t number)
{
	return rng_next(b->rng) % number;
}

/* Registers 0 to 7 as destination, first and second operand, and the width. */
static uint32_t registers(struct body *b)
{
	uint32_t x = rng_next(b->rng);

	return (x & 7) | (x >> 3 & 7) << 5 | (x >> 6 & 7) << 16 |
	       (x >> 9 & 1) << 31;
}

static uint32_t without_second(uint32_t word)
{
	return word & ~(UINT32_C(31) << 16);
}

static uint32_t by_number(struct body *b)
{
	uint32_t r = without_second(registers(b)), x = rng_next(b->rng);
	uint32_t n = r >> 31 << 22;

	switch (any(b, 6)) {
	case 0: /* add, sub */
		return r | 0x11000000 | (x & 0x607ffc00);
	case 1: /* and, orr, eor, ands: of a pattern of 32 bits */
		return r | 0x12000000 | (x & 0x60000000) | (x & 31) << 16 |
		       (x >> 5) % 31 << 10;
	case 2: /* movn, movz, movk */
		return (r & 0x80000007) | 0x12800000 |
		       (x % 3 + (x % 3 != 0)) << 29 | (x & 0x3fffe0);
	case 3: /* sbfm, bfm, ubfm */
		return r | 0x13000000 | x % 3 << 29 | n | (x >> 2 & 31) << 16 |
		       (x >> 7 & 31) << 10;
	case 4: /* nop, yield */
		return 0xd503201f | x % 2 << 5;
	default: /* extr */
		return r | 0x13800000 | n | (x & 7) << 16 | (x >> 3 & 31) << 10;
	}
}

static uint32_t by_register(struct body *b)
{
	uint32_t r = registers(b), x = rng_next(b->rng);
	static const uint8_t two[] = { 2, 3, 8, 9, 10, 11, 16, 17, 18, 22 };

	switch (any(b, 9)) {
	case 0: /* add, sub */
		return r | 0x0b000000 | (x & 0x60000000) | x % 3 << 22 |
		       (x >> 2 & 31) << 10;
	case 1:
		return r | 0x0b000000 | (x & 0x60000000);
	case 2:
		return r | 0x0b200000 | (x & 0x6000e000) | x % 5 << 10;
	case 3: /* and to bics */
		return r | 0x0a000000 | (x & 0x60e07c00);
	case 4: /* adc, sbc */
		return r | 0x1a000000 | (x & 0x60000000);
	case 5: /* csel to csneg; ccmn, ccmp */
		return x & 1 ? r | 0x1a800000 | (x & 0x4000f400)
			     : (r & ~7u) | 0x3a400000 | (x & 0x4000f80e);
	case 6: /* udiv, sdiv, shifts, crc32; rbit, rev and so on */
		if (x & 64)
			return (x % 10 < 6 ? r : r & INT32_MAX) | 0x1ac00000 |
			       (uint32_t)two[x % 10] << 10;
		return without_second(r) | 0x5ac00000 |
		       (x >> 7) % 5 % (r >> 31 ? 5 : 3) << 10;
	case 7: /* madd, msub */
		return r | 0x1b000000 | (x & 0x8000) | (x >> 3 & 7) << 10;
	default: /* smaddl, umsubl and so on; umulh */
		return x & 1 ? (r | 0x9bc07c00)
			     : r | 0x9b200000 | (x & 0x00808000) |
				       (x >> 3 & 7) << 10;
	}
}

/* Size, load or store, and with a sign, as there are. */
static uint32_t single(struct body *b)
{
	uint32_t size = any(b, 4), opc = any(b, 4);

	if (size == 3 || (size == 2 && opc == 3))
		opc &= size == 3 ? 1 : 2;
	return size << 30 | opc << 22 | any(b, 8);
}

static void memory(struct body *b)
{
	static const uint32_t far[] = { 0x9100818c, 0x9140058c, 0x9144018c };
	uint32_t x = rng_next(b->rng), one = single(b);

	switch (any(b, 8)) {
	case 0: /* with an offset */
		put(b, one | 0x39000000 | (x & 31) << 10 | 8 << 5);
		break;
	case 1: /* indexed by w13 or x13 */
		put(b, one | 0x38204800 | (x & 0x2000) | (x & 0x9000) |
			       13 << 16 | 8 << 5);
		break;
	case 2: /* before or after, as x12 moves on */
		put(b,
		    one | 0x38000400 | (x & 0x800) | (x & 0x38000) | 12 << 5);
		break;
	case 3: /* misaligned, mostly */
		put(b, one | 0x38000000 | (x & 0x1ff000) | 8 << 5 | 8 << 5);
		break;
	case 4: /* pairs, of one line and of two */
		put(b, 0x29000000 | (x & 0x80400000) | (x & 0x78000) | 1 << 10 |
			       8 << 5 | 2 << 0);
		break;
	case 5:
		put(b, 0x28800000 | (x & 0x80400000) | (x & 0x18000) | 3 << 10 |
			       12 << 5 | 4 << 0);
		break;
	case 6: /* what stands in the code */
		put(b, 0x18000000 | x % 3 << 30 | (x >> 2 & 7) << 5 | 5);
		break;
	default: /* in the next line, page, or far */
		put(b, far[x % 3]);
		break;
	}
}

/* Over an instruction, or two. */
static void branch(struct body *b)
{
	uint32_t x = rng_next(b->rng), on = 2 + (x & 1), r = x >> 1 & 7;

	switch (any(b, 3)) {
	case 0:
		put(b, 0x54000000 | on << 5 | (x >> 4) % 15);
		break;
	case 1: /* cbz, cbnz */
		put(b, 0x34000000 | (x & 0x81000000) | on << 5 | r);
		break;
	default: /* tbz, tbnz */
		put(b, 0x36000000 | (x & 0x81f80000) | on << 5 | r);
		break;
	}
	for (; on > 1; on--)
		put(b, by_number(b));
}

/* A call, or a branch to one of two places. */
static void by_address(struct body *b)
{
	if (any(b, 2)) {
		put(b, 0x94000002); /* bl, over the next */
		put(b, 0x14000003); /* b, behind */
		put(b, by_register(b));
		put(b, 0xd65f03c0); /* ret */
		return;
	}
	put(b, 0x1000008e);                          /* adr x14, .+16 */
	put(b, 0x10000090);                          /* adr x16, .+16 */
	put(b, 0x9a9001ce | any(b, 14) << 12);       /* csel x14, x14, x16 */
	put(b, any(b, 2) ? 0xd61f01c0 : 0xd63f01c0); /* br, blr x14 */
	put(b, by_number(b));
	put(b, by_register(b));
}

static void anything(struct body *b)
{
	static const uint32_t others[] = {
		0x4ea28420, /* add v0.4s, v1.4s, v2.4s */
		0xd53b4200, /* mrs x0, nzcv */
		0xd51b4201, /* msr nzcv, x1 */
		0xd503201f, /* nop */
		0xd5033bbf, /* dmb ish */
		0xf9800100, /* prfm pldl1keep, [x8] */
		0x88dffd00, /* ldar w0, [x8] */
		0x885f7d00, /* ldxr w0, [x8] */
	};

	switch (any(b, 16)) {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4:
		memory(b);
		break;
	case 5:
	case 6:
		branch(b);
		break;
	case 7:
		by_address(b);
		break;
	case 8: /* vectors, and what goes in no block */
		put(b, others[any(b, sizeof(others) / sizeof(others[0]))]);
		break;
	case 9:
	case 10:
	case 11:
		put(b, by_number(b));
		break;
	default:
		put(b, by_register(b));
		break;
	}
}

/*
 * An instruction to be written, and a bit of it that changes: an addition; or,
 * in the engine's hands, umov w0, v1.s[0] of a zero, to w0 and w1 in turn.
 */
static void written(struct body *b)
{
	const bool engine = any(b, 2);
	const uint32_t word = engine ? 0x0e043c20 : 0x11000400;

	put(b, 0x5280000b | (word & 0xffff) << 5); /* mov w11, #.. */
	put(b, 0x72a0000b | (word >> 16) << 5);    /* movk w11, #.., lsl 16 */
	put(b, 0xd2800011 | (engine ? 1u : 0x400u) << 5); /* mov x17, #.. */
}

static unsigned loop(struct rng *rng, uint32_t *to, bool writes)
{
	struct body b = { .rng = rng, .to = to };
	unsigned start = 2;

	if (writes) {
		written(&b);
		start = 5;
	}
	put(&b, 0xd2800009 | (8 + any(&b, 50)) << 5); /* mov x9, #rounds */
	put(&b, 0x1000000a | (2 + any(&b, 8)) << 5);  /* adr x10, .+.. */
	if (writes) {
		put(&b, 0x4a11016b); /* eor w11, w11, w17 */
		put(&b, 0xb900014b); /* str w11, [x10] */
	}
	while (b.n < BODY)
		anything(&b);
	put(&b, 0x9266f58c); /* and x12, x12, #~0x03000000 */
	put(&b, 0xf1000529); /* subs x9, x9, #1 */
	put(&b, 0x54000001 | ((start - b.n) & 0x7ffff) << 5); /* b.ne */
	return b.n;
}

static uint32_t jump(uint32_t words)
{
	return 0x14000000 | (words & 0x3ffffff);
}

static void begin(struct board_cpu *cpu, uint32_t data)
{
	cpu->cpsr = 0x3c5;
	cpu->r[8] = data + 1024;
	cpu->r[12] = data + 8192;
	cpu->r[13] = 0x48;
}

const struct stream_isa stream_a64 = { loop, jump, begin };
