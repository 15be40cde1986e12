/* SPDX-License-Identifier: MIT */
/*
 * A PowerQUICC III under random traffic, random descriptors and random writes
 * to its registers: the books add up, plain counters say what the ledger says,
 * and nothing is read or written outside of memory (with sanitizers).
 */
#include "base/rng.h"
#include "boards/src/pq3/inner.h"
#include "pq3_bench.h"
#include "test.h"

enum { FRAMES = 200, STEPS = 4000, SEEDS = 20 };

#define N(item) pq3_count(b->p, PQ3_##item)

struct traffic {
	struct capture_frame frame[FRAMES];
	uint8_t bytes[FRAMES][1600];
	struct capture frames;
};

static void make_traffic(struct traffic *t, struct rng *rng)
{
	static const uint8_t station[6] = { 0, 0x04, 0x9F, 0, 0, 1 };

	t->frames.frame = t->frame;
	t->frames.count = FRAMES;
	for (uint32_t i = 0; i < FRAMES; i++) {
		t->frame[i].bytes = t->bytes[i];
		t->frame[i].count = 14 + rng_next(rng) % 1580;
		t->frame[i].time_ns = (uint64_t)i * 700;
		for (uint32_t n = 0; n < t->frame[i].count; n++)
			t->bytes[i][n] = (uint8_t)rng_next(rng);
		if (rng_next(rng) % 4)
			memcpy(t->bytes[i], station, 6);
	}
}

/* Descriptors and pointers that are good as often as not. */
static uint32_t some_address(struct rng *rng)
{
	uint32_t r = rng_next(rng);

	switch (r % 8) {
	case 0:
		return rng_next(rng); /* anywhere */
	case 1:
		return BENCH_RAM - r / 8 % 64;
	case 2:
	case 3: /* few sets of the cache */
		return r / 8 % (BENCH_RAM - 4096) & ~UINT32_C(0x7F80);
	default:
		return r / 8 % (BENCH_RAM - 4096);
	}
}

static void make_rings(struct bench *b, struct rng *rng)
{
	for (uint32_t i = 0; i < 64; i++) {
		uint32_t at = 0x8000 + 8 * i;

		put16(b, at, rng_next(rng) | (rng_next(rng) % 4 ? 0x8000 : 0));
		put16(b, at + 2, rng_next(rng) % 3000);
		put32(b, at + 4, some_address(rng));
	}
}

static void random_register(struct bench *b, struct rng *rng)
{
	static const uint32_t tsec[] = {
		IEVENT, IMASK,   DMACTRL, TSTAT,  TBASE,   RCTRL,
		RSTAT,  MRBLR,   RBASE,   ECNTRL, MACCFG1, MACCFG2,
		ATTR,   ATTRELI, IADDR0,  GADDR0, MAXFRM,
	};
	uint32_t r = rng_next(rng), value = rng_next(rng);
	uint32_t offset = tsec[r / 16 % (sizeof(tsec) / sizeof(tsec[0]))];

	switch (r % 16) {
	case 0: /* DDR: refresh and page life, not too short */
		poke(b, 0x2124, (value & 0x3FFF3FFF) | 0x00400000);
		break;
	case 1:
		poke(b, 0x20000, value);
		break;
	case 2:
		poke(b, 0x2000 + 8 * (r / 16 % 4), value & 0x00FF00FF);
		break;
	case 3:
	case 4: /* on with it */
		make_rings(b, rng);
		poke(b, 0x24000 + RBASE, 0x8000);
		poke(b, 0x24000 + MRBLR, 64 + value % 1536);
		poke(b, 0x24000 + RSTAT, UINT32_MAX);
		poke(b, 0x24000 + DMACTRL, value & DMACTRL_WOP);
		poke(b, 0x24000 + MACCFG1, 5);
		break;
	default:
		if (offset == TBASE || offset == RBASE)
			value = r & 0x10000 ? 0x8000 : some_address(rng);
		if (offset == MACCFG1)
			value |= r & 0x30000 ? 5 : 0;
		if (offset == MRBLR)
			value &= 0x7FF;
		poke(b, 0x24000 + (r >> 20 & 1) * 0x1000 + offset, value);
		break;
	}
}

static void books_add_up(const struct bench *b)
{
	uint64_t accesses = N(DDR_READS) + N(DDR_WRITES);

	assert_int_equal(N(DDR_ROT_HIT) + N(DDR_ROT_MISS), accesses);
	assert_int_equal(N(DDR_PIPE_RW_HIT) + N(DDR_NONPIPE_RW_HIT),
			 N(DDR_ROT_HIT));
	assert_int_equal(N(DDR_PIPE_RW_MISS) + N(DDR_NONPIPE_RW_MISS),
			 N(DDR_ROT_MISS));
	assert_int_equal(N(DDR_PIPE_READ_HIT) + N(DDR_PIPE_READ_MISS) +
				 N(DDR_NONPIPE_READ_HIT) +
				 N(DDR_NONPIPE_READ_MISS),
			 N(DDR_READS));
	assert_int_equal(N(DDR_CORE_RW) + N(DDR_TSECS_RW), accesses);
	assert_int_equal(N(TSEC1_DDR_RW) + N(TSEC2_DDR_RW), N(DDR_TSECS_RW));
	assert_int_equal(N(DDR_BEATS), 4 * accesses);
	assert_int_equal(N(DDR_READ_BEATS), 4 * N(DDR_READS));
	assert_true(N(DDR_COLLISION_CLOSE) <= N(DDR_CLOSE_NOT_REFRESH));
	assert_true(N(DDR_CLOSE_NOT_REFRESH) <= N(DDR_CLOSE));
	/* what is open was opened once: a miss each */
	assert_true(N(DDR_CLOSE) <= N(DDR_ROT_MISS));
	assert_int_equal(N(ECM_DISPATCH_CORE) + N(TSEC1_ECM_DISPATCH) +
				 N(TSEC2_ECM_DISPATCH),
			 N(ECM_DISPATCH));
	assert_int_equal(N(TSEC1_DMA_READS) + N(TSEC1_DMA_WRITES),
			 N(TSEC1_ECM_DISPATCH));
	assert_int_equal(N(TSEC2_DMA_READS) + N(TSEC2_DMA_WRITES),
			 N(TSEC2_ECM_DISPATCH));
	assert_true(N(TSEC1_DROPPED) <= N(TSEC1_ACCEPTED));
	assert_true(N(L2_VICTIM) <= N(L2_ALLOC));
	assert_true(N(L2_INVALIDATE) + N(L2_VICTIM) <= N(L2_ALLOC));
}

/* Plain counters, at work from the start. */
static const struct {
	uint32_t event;
	enum pq3_item item;
} plain[] = {
	{ 15, PQ3_ECM_DISPATCH },      { 65, PQ3_DDR_ROT_MISS },
	{ 64, PQ3_DDR_ROT_HIT },       { 85, PQ3_TSEC2_ECM_DISPATCH },
	{ 110, PQ3_TSEC1_BD_WRITES },  { 121, PQ3_L2_INVALIDATE },
	{ 112, PQ3_TSEC1_DATA_BEATS }, { 77, PQ3_ECM_REQ_WAIT_CORE },
};

static void one_seed(uint32_t seed)
{
	static struct traffic t;
	struct bench b = { .options.frames = &t.frames };
	struct rng rng;

	rng_seed(&rng, seed);
	make_traffic(&t, &rng);
	b.options.speed_milli = seed % 2 ? 1000 : 0;
	b.options.ratio_core = 1 + seed % 7;
	b.options.ratio_ccb = 1;
	bench_start(&b);
	for (uint32_t n = 1; n <= 8; n++)
		poke(&b, 0xE1010 + 0x10 * n, plain[n - 1].event << 16);
	make_rings(&b, &rng);
	for (unsigned i = 0; i < STEPS; i++) {
		uint32_t r = rng_next(&rng);

		b.cycle += r % 1024;
		if (r >> 10 & 3)
			pq3_core(b.p, b.cycle,
				 (enum pq3_request)((r >> 12) %
						    (PQ3_ADDRESS_ONLY + 1)),
				 some_address(&rng));
		else if (r >> 12 & 3)
			random_register(&b, &rng);
		pq3_advance(b.p, b.cycle);
		assert_true(pq3_next(b.p) > b.cycle);
	}
	pq3_advance(b.p, b.cycle);
	books_add_up(&b);
	for (uint32_t n = 1; n <= 8; n++)
		assert_int_equal(peek(&b, 0xE1018 + 0x10 * n),
				 (uint32_t)pq3_count(b.p, plain[n - 1].item));
	assert_int_equal(peek(&b, 0xE1018), b.cycle / b.options.ratio_core);
	bench_stop(&b);
}

TEST(random_traffic)
{
	for (uint32_t seed = 1; seed <= SEEDS; seed++)
		one_seed(seed);
}
