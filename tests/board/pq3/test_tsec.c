/* SPDX-License-Identifier: MIT */
/*
 * The simulated Ethernet controllers of a PowerQUICC III: filter, rings,
 * statistics and interrupts, by hand.  Registers as in U-Boot's tsec.h and
 * Linux's gianfar.h.
 */
#include "board/pq3/inner.h"
#include "pq3_bench.h"

#define N(item) pq3_count(b.p, PQ3_##item)
#define T1(reg) (0x24000u + (reg))

enum {
	RING = 0x8000,     /* receive descriptors ... */
	BUFFERS = 0x12000, /* and their buffers, 2 KiB each */
	SEND_RING = 0x9000,
	SEND_BUFFERS = 0x20000,
	FRAMES_MAX = 16,
	/* a frame of 60 bytes, with FCS, preamble and gap, at 1 Gbit/s and
	 * 500 MHz */
	SHORT_FRAME = (60 + 4 + 20) * 8 / 2,
};

static const uint8_t station[6] = { 0x00, 0x04, 0x9F, 0x00, 0x00, 0x01 };
static const uint8_t other[6] = { 0x00, 0x0C, 0x29, 0x4E, 0x56, 0x78 };
static const uint8_t group[6] = { 0x01, 0x00, 0x5E, 0x00, 0x00, 0xFB };
static const uint8_t all[6] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

struct traffic {
	struct capture_frame frame[FRAMES_MAX];
	uint8_t bytes[FRAMES_MAX][2048];
	struct capture frames;
};

static void add(struct traffic *t, const uint8_t *to, uint32_t count)
{
	uint32_t n = t->frames.count++;

	for (uint32_t i = 0; i < count; i++)
		t->bytes[n][i] = (uint8_t)(i + n);
	memcpy(t->bytes[n], to, 6);
	t->frame[n].bytes = t->bytes[n];
	t->frame[n].count = count;
	t->frame[n].time_ns = n * 10000;
	t->frames.frame = t->frame;
}

static void ring(struct bench *b, unsigned count, uint32_t size)
{
	for (unsigned i = 0; i < count; i++) {
		put16(b, RING + 8 * i, i + 1 == count ? 0xB000 : 0x9000);
		put16(b, RING + 8 * i + 2, 0xDEAD);
		put32(b, RING + 8 * i + 4, BUFFERS + 2048 * i);
	}
	poke(b, T1(MRBLR), size);
	poke(b, T1(RBASE), RING);
	poke(b, T1(IMASK), IEVENT_RXF0 | IEVENT_RXB0 | IEVENT_BSY);
	poke(b, T1(ECNTRL), ECNTRL_STEN);
}

static void receive(struct bench *b)
{
	poke(b, T1(MACCFG1), MACCFG1_RX_EN);
}

/* ---- receiving ---------------------------------------------------------- */

/*
 * One frame, clock by clock: it is there at 336; its descriptor is read until
 * 336 + 2 + 2 (not in L2) + 4 + 6 + 5 + 4 = 359; two lines go out at 361 and
 * 363, the second's last beat at 385; the descriptor is written until 385 + 2 +
 * 4 + 5 + 4 = 400.
 */
static void one_frame(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	bench_start(&b);
	ring(&b, 4, 1536);
	receive(&b);
	assert_int_equal(peek(&b, T1(MACCFG1)), 0xC); /* and synchronised */
	bench_at(&b, SHORT_FRAME - 1);
	assert_int_equal(N(TSEC1_ACCEPTED), 0);
	bench_at(&b, SHORT_FRAME);
	assert_int_equal(N(TSEC1_ACCEPTED), 1);
	bench_at(&b, 399);
	assert_int_equal(get16(&b, RING), 0x9000);
	assert_int_equal(b.lines, 0);
	bench_at(&b, 400);
	assert_int_equal(get16(&b, RING), 0x1C00); /* I, L, F */
	assert_int_equal(get16(&b, RING + 2), 64);
	assert_int_equal(b.lines, 1 << 14);
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_RXF0);
	assert_int_equal(peek(&b, T1(RBPTR)), RING + 8);
	assert_memory_equal(b.memory + BUFFERS, t.bytes[0], 60);
	assert_int_equal(b.memory[BUFFERS + 64], 0);
	assert_int_equal(b.written, 64 + 4);
	poke(&b, T1(IEVENT), IEVENT_RXF0);
	assert_int_equal(b.lines, 0);
	assert_int_equal(pq3_next(b.p) > 2 * 400, 1);

	assert_int_equal(b.snoops, 0);
	assert_int_equal(N(TSEC1_BD_READS), 1);
	assert_int_equal(N(TSEC1_RXBD_READS), 1);
	assert_int_equal(N(TSEC1_BD_WRITES), 1);
	assert_int_equal(N(TSEC1_RXBD_WRITES), 1);
	assert_int_equal(N(TSEC1_DMA_READS), 1);
	assert_int_equal(N(TSEC1_DMA_WRITES), 3);
	assert_int_equal(N(TSEC1_DATA_BEATS), 1 + 8 + 1);
	assert_int_equal(N(TSEC1_READ_BEATS), 1);
	assert_int_equal(N(TSEC1_RX_INT), 1);
	assert_int_equal(N(TSEC1_ECM_DISPATCH), 4);
	assert_int_equal(N(TSEC1_DDR_RW), 4);
	assert_int_equal(N(TSEC1_DDR_ROT_HIT), 2);
	assert_int_equal(N(L2_NC_READ_MISS), 1);
	assert_int_equal(N(L2_NC_WRITE_MISS), 3);
	assert_int_equal(N(L2_ALLOC), 0);
	bench_stop(&b);
}

/* The same three times (23, 15, 41) seen through thresholds of the monitor:
 * Ref:41, 43 and 46, above 22 and 23, 14 and 15, 40 and 41. */
static void durations(void **state)
{
	static const struct {
		uint32_t event, clocks;
	} want[] = { { 41, 23 }, { 43, 15 }, { 46, 41 } };
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	bench_start(&b);
	ring(&b, 4, 1536);
	for (uint32_t i = 0; i < 3; i++) {
		poke(&b, 0xE1020 + 0x20 * i, want[i].event << 16);
		poke(&b, 0xE1024 + 0x20 * i, want[i].clocks - 1);
		poke(&b, 0xE1030 + 0x20 * i, want[i].event << 16);
		poke(&b, 0xE1034 + 0x20 * i, want[i].clocks);
	}
	receive(&b);
	bench_at(&b, 1000);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(peek(&b, 0xE1028 + 0x20 * i), 1);
		assert_int_equal(peek(&b, 0xE1038 + 0x20 * i), 0);
	}
	bench_stop(&b);
}

/* The FCS, least significant byte first, makes the CRC of the whole the
 * residue 0x2144DF1C; and "123456789" is 0xCBF43926. */
static void padding_and_fcs(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	assert_int_equal(tsec_crc32((const uint8_t *)"123456789", 9),
			 0xCBF43926);
	add(&t, station, 42);
	bench_start(&b);
	ring(&b, 1, 1536);
	memset(b.memory + BUFFERS, 0x55, 64);
	receive(&b);
	bench_at(&b, 1000);
	assert_int_equal(get16(&b, RING + 2), 64);
	for (unsigned i = 42; i < 60; i++)
		assert_int_equal(b.memory[BUFFERS + i], 0);
	assert_int_equal(tsec_crc32(b.memory + BUFFERS, 64), 0x2144DF1C);
	assert_int_equal(peek(&b, T1(RBPTR)), RING); /* W */
	bench_stop(&b);
}

/* 300 bytes with FCS in buffers of 128: F; neither; L with the whole length. */
static void a_frame_over_buffers(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 296);
	bench_start(&b);
	ring(&b, 4, 128);
	receive(&b);
	bench_at(&b, 5000);
	assert_int_equal(get16(&b, RING), 0x1400);
	assert_int_equal(get16(&b, RING + 2), 128);
	assert_int_equal(get16(&b, RING + 8), 0x1000);
	assert_int_equal(get16(&b, RING + 10), 128);
	assert_int_equal(get16(&b, RING + 16), 0x1800);
	assert_int_equal(get16(&b, RING + 18), 300);
	assert_int_equal(get16(&b, RING + 24), 0xB000);
	assert_memory_equal(b.memory + BUFFERS + 2048, t.bytes[0] + 128, 128);
	assert_memory_equal(b.memory + BUFFERS + 4096, t.bytes[0] + 256, 40);
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_RXB0 | IEVENT_RXF0);
	assert_int_equal(N(TSEC1_RXBD_WRITES), 3);
	assert_int_equal(N(TSEC1_ACCEPTED), 1);
	/* lines: 4, 4 and 2 (44 bytes), and three descriptors */
	assert_int_equal(N(TSEC1_DMA_WRITES), 10 + 3);
	bench_stop(&b);
}

/* A buffer that starts within a line: 31, 32 and 1 bytes. */
static void a_buffer_off_the_line(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	bench_start(&b);
	ring(&b, 1, 1536);
	put32(&b, RING + 4, BUFFERS + 1);
	receive(&b);
	bench_at(&b, 1000);
	assert_int_equal(N(TSEC1_DMA_WRITES), 3 + 1);
	assert_memory_equal(b.memory + BUFFERS + 1, t.bytes[0], 60);
	bench_stop(&b);
}

/* Two descriptors, five frames: two received; the third halts the queue and is
 * dropped like the fourth; software gives both back, the fifth comes. */
static void no_buffer(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	for (unsigned i = 0; i < 5; i++)
		add(&t, station, 60);
	bench_start(&b);
	ring(&b, 2, 1536);
	receive(&b);
	bench_at(&b, SHORT_FRAME * 3 - 1);
	assert_int_equal(peek(&b, T1(RSTAT)), 0);
	bench_at(&b, SHORT_FRAME * 4 + 100);
	assert_int_equal(peek(&b, T1(RSTAT)), RSTAT_QHLT);
	assert_int_equal(b.lines, 1 << 14 | 1 << 18);
	assert_int_equal(N(TSEC1_ACCEPTED), 4);
	assert_int_equal(N(TSEC1_DROPPED), 2);
	assert_int_equal(N(TSEC1_RXBD_READS), 3);
	assert_int_equal(N(TSEC1_RX_INT), 1); /* still up */
	assert_int_equal(b.rises[14], 1);
	assert_int_equal(b.rises[18], 1);
	assert_int_equal(peek(&b, T1(RDRP)), 2);
	assert_int_equal(peek(&b, T1(RPKT)), 4);
	ring(&b, 2, 1536);
	poke(&b, T1(RSTAT), RSTAT_QHLT);
	assert_int_equal(peek(&b, T1(RSTAT)), 0);
	bench_at(&b, SHORT_FRAME * 6);
	assert_int_equal(N(TSEC1_ACCEPTED), 5);
	assert_int_equal(N(TSEC1_DROPPED), 2);
	assert_int_equal(get16(&b, RING), 0x1C00);
	assert_memory_equal(b.memory + BUFFERS, t.bytes[4], 60);
	poke(&b, T1(IEVENT), IEVENT_BSY);
	assert_int_equal(b.lines, 1 << 14);
	bench_stop(&b);
}

/* The ring ends within a frame: closed as last and truncated, then halted. */
static void no_buffer_within_a_frame(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 296);
	bench_start(&b);
	ring(&b, 4, 128);
	put16(&b, RING + 16, 0x1000); /* not empty */
	receive(&b);
	bench_at(&b, 5000);
	assert_int_equal(get16(&b, RING), 0x1400);
	assert_int_equal(get16(&b, RING + 8), 0x1801); /* I, L, TR */
	assert_int_equal(peek(&b, T1(RSTAT)), RSTAT_QHLT);
	assert_int_equal(N(TSEC1_DROPPED), 1);
	bench_stop(&b);
}

static void descriptors_nowhere(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		add(&t, station, 60);
	bench_start(&b);
	ring(&b, 2, 1536);
	poke(&b, T1(RBASE), 0x40000000);
	receive(&b);
	bench_at(&b, SHORT_FRAME + 100);
	assert_true(peek(&b, T1(IEVENT)) & IEVENT_EBERR);
	poke(&b, T1(RBASE), RING); /* there, but its buffer is not */
	put32(&b, RING + 4, 0x40000000);
	poke(&b, T1(RSTAT), RSTAT_QHLT);
	bench_at(&b, SHORT_FRAME * 2 + 100);
	assert_int_equal(N(TSEC1_DROPPED), 2);
	poke(&b, T1(MRBLR), 63); /* is 0: it is a multiple of 64 */
	poke(&b, T1(RSTAT), RSTAT_QHLT);
	bench_at(&b, SHORT_FRAME * 4);
	assert_int_equal(N(TSEC1_DROPPED), 3);
	bench_stop(&b);
}

/* A descriptor without I asks for nothing. */
static void a_silent_frame(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	bench_start(&b);
	ring(&b, 2, 1536);
	put16(&b, RING, 0x8000);
	receive(&b);
	bench_at(&b, 1000);
	assert_int_equal(get16(&b, RING), 0x0C00);
	assert_int_equal(peek(&b, T1(IEVENT)), 0);
	bench_stop(&b);
}

/* ---- the address filter ------------------------------------------------- */

static void who_is_let_in(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	add(&t, other, 60);
	add(&t, group, 60);
	add(&t, all, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	receive(&b);
	bench_at(&b, SHORT_FRAME * 5);
	assert_int_equal(N(TSEC1_ACCEPTED), 2);
	assert_int_equal(N(TSEC1_REJECTED), 2);
	assert_int_equal(get16(&b, RING), 0x1C00);
	assert_int_equal(get16(&b, RING + 8), 0x1C80); /* BC */
	assert_int_equal(peek(&b, T1(RPKT)), 4);
	assert_int_equal(peek(&b, T1(RMCA)), 1);
	assert_int_equal(peek(&b, T1(RBCA)), 1);
	assert_int_equal(peek(&b, T1(RBYT)), 4 * 64);
	assert_int_equal(peek(&b, T1(TR64)), 4);
	bench_stop(&b);
}

static void promiscuous(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	add(&t, other, 60);
	add(&t, group, 60);
	add(&t, all, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	poke(&b, T1(RCTRL), RCTRL_PROM);
	receive(&b);
	bench_at(&b, SHORT_FRAME * 5);
	assert_int_equal(N(TSEC1_ACCEPTED), 4);
	assert_int_equal(get16(&b, RING), 0x1C00);
	assert_int_equal(get16(&b, RING + 8), 0x1D00);  /* M */
	assert_int_equal(get16(&b, RING + 16), 0x1D40); /* M, MC */
	assert_int_equal(get16(&b, RING + 24), 0x1C80);
	bench_stop(&b);
}

static enum tsec_match filter(const struct tsec *t, bool etsec,
			      const uint8_t *to)
{
	uint8_t frame[60] = { 0 };

	memcpy(frame, to, 6);
	return tsec_filter(t, etsec, frame);
}

/*
 * The hash by another way than the code's: the CRC shifted left, bit by bit as
 * on the wire, which is the definition in IEEE 802.3 with the polynomial
 * 0x04C11DB7.
 */
static uint32_t crc_by_bits(const uint8_t *a)
{
	uint32_t crc = UINT32_MAX;

	for (unsigned bit = 0; bit < 48; bit++) {
		uint32_t in = a[bit / 8] >> bit % 8 & 1;
		uint32_t out = crc >> 31;

		crc = crc << 1 ^ (in ^ out ? 0x04C11DB7 : 0);
	}
	return crc;
}

static void hash_tables(void **state)
{
	struct bench b = { 0 };
	struct tsec *t;

	(void)state;
	bench_start(&b);
	t = &b.p->tsec[0];
	for (unsigned n = 0; n < 64; n++) {
		uint8_t one[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, (uint8_t)n };
		uint8_t many[6] = { 0x01, 0x11, 0x22, 0x33, 0x44, (uint8_t)n };
		uint32_t hash = crc_by_bits(one), ghash = crc_by_bits(many);
		uint32_t reg = IADDR0 + 4 * (hash >> 29);
		uint32_t greg = GADDR0 + 4 * (ghash >> 29);

		assert_int_equal(filter(t, false, one), MATCH_NONE);
		poke(&b, T1(reg), UINT32_C(0x80000000) >> (hash >> 24 & 31));
		assert_int_equal(filter(t, false, one), MATCH_IND_HASH);
		poke(&b, T1(reg), ~(UINT32_C(0x80000000) >> (hash >> 24 & 31)));
		assert_int_equal(filter(t, false, one), MATCH_NONE);
		poke(&b, T1(reg), 0);
		poke(&b, T1(greg), UINT32_C(0x80000000) >> (ghash >> 24 & 31));
		assert_int_equal(filter(t, false, many), MATCH_GRP_HASH);
		poke(&b, T1(greg), 0);
		assert_int_equal(filter(t, false, many), MATCH_NONE);
	}
	bench_stop(&b);
}

static void extended_hash_and_exact_match(void **state)
{
	struct bench b = { .options.part = PQ3_MPC8548 };
	uint32_t hash = crc_by_bits(group) >> 23;
	uint32_t reg = (hash < 256 ? IADDR0 : GADDR0) + 4 * (hash / 32 % 8);
	struct tsec *t;

	(void)state;
	bench_start(&b);
	t = &b.p->tsec[0];
	poke(&b, T1(RCTRL), RCTRL_GHTX);
	poke(&b, T1(reg), UINT32_C(0x80000000) >> hash % 32);
	assert_int_equal(filter(t, true, group), MATCH_GRP_HASH);
	poke(&b, T1(reg), 0);
	assert_int_equal(filter(t, true, group), MATCH_NONE);
	for (uint32_t i = 0; i < 32; i += 4) /* no individual hash then */
		poke(&b, T1(IADDR0 + i), UINT32_MAX);
	assert_int_equal(filter(t, true, other), MATCH_NONE);
	poke(&b, T1(RCTRL), 0);
	assert_int_equal(filter(t, true, other), MATCH_IND_HASH);
	for (uint32_t i = 0; i < 32; i += 4)
		poke(&b, T1(IADDR0 + i), 0);
	/* 00:0C:29:4E:56:78, its last byte first, in the 15th pair */
	poke(&b, T1(MAC15ADDR2 - 4), 0x78564E29);
	poke(&b, T1(MAC15ADDR2), 0x0C000000);
	assert_int_equal(filter(t, true, other), MATCH_NONE);
	poke(&b, T1(RCTRL), RCTRL_EMEN);
	assert_int_equal(filter(t, true, other), MATCH_STATION);
	assert_int_equal(filter(t, true, station), MATCH_STATION);
	assert_int_equal(filter(t, true, group), MATCH_NONE);
	bench_stop(&b);
}

static void broadcasts_refused(void **state)
{
	struct bench b = { 0 };
	struct tsec *t;

	(void)state;
	bench_start(&b);
	t = &b.p->tsec[0];
	assert_int_equal(filter(t, false, all), MATCH_STATION);
	poke(&b, T1(RCTRL), RCTRL_BC_REJ);
	assert_int_equal(filter(t, false, all), MATCH_NONE);
	poke(&b, T1(RCTRL), RCTRL_BC_REJ | RCTRL_PROM);
	assert_int_equal(filter(t, false, all), MATCH_PROMISCUOUS);
	/* another station address: 0A:0B:0C:0D:0E:0F */
	poke(&b, T1(RCTRL), 0);
	poke(&b, T1(MACSTNADDR1), 0x0F0E0D0C);
	poke(&b, T1(MACSTNADDR2), 0x0B0A0000);
	assert_int_equal(
		filter(t, false, (const uint8_t *)"\x0A\x0B\x0C\x0D\x0E\x0F"),
		MATCH_STATION);
	assert_int_equal(filter(t, false, station), MATCH_NONE);
	bench_stop(&b);
}

static void hash_matches_are_counted(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, other, 60);
	add(&t, group, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	for (uint32_t i = 0; i < 32; i += 4) {
		poke(&b, T1(IADDR0 + i), UINT32_MAX);
		poke(&b, T1(GADDR0 + i), UINT32_MAX);
	}
	receive(&b);
	bench_at(&b, SHORT_FRAME * 3);
	assert_int_equal(N(TSEC1_ACC_IND_HASH), 1);
	assert_int_equal(N(TSEC1_ACC_GRP_HASH), 1);
	assert_int_equal(N(TSEC1_ACCEPTED), 2);
	bench_stop(&b);
}

/* ---- when frames come --------------------------------------------------- */

/* Frames 10 us apart in the capture, at one, two and three times the speed; the
 * wire's own time (672 ns) comes on top. */
static void at_their_own_times(void **state)
{
	(void)state;
	for (uint32_t speed = 1; speed <= 3; speed++) {
		struct traffic t = { 0 };
		struct bench b = { .options.frames = &t.frames,
				   .options.speed_milli = 1000 * speed };
		/* in ns, rounded up to clocks of 2 */
		uint64_t second = (10000 / speed + 672 + 1) / 2;

		add(&t, station, 60);
		add(&t, station, 60);
		bench_start(&b);
		ring(&b, 8, 1536);
		poke(&b, T1(MACCFG1), MACCFG1_TX_EN); /* not yet */
		bench_at(&b, 100);
		receive(&b);
		bench_at(&b, 100 + SHORT_FRAME);
		assert_int_equal(N(TSEC1_ACCEPTED), 1);
		bench_at(&b, 100 + second - 1);
		assert_int_equal(N(TSEC1_ACCEPTED), 1);
		bench_at(&b, 100 + second);
		assert_int_equal(N(TSEC1_ACCEPTED), 2);
		bench_stop(&b);
	}
}

/* While the receiver is off, or told to stop, frames pass by. */
static void receiver_off(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		add(&t, station, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	bench_at(&b, 5000);
	receive(&b);
	bench_at(&b, 5000 + SHORT_FRAME + 50); /* in the middle of it */
	poke(&b, T1(DMACTRL), DMACTRL_GRS);
	assert_int_equal(peek(&b, T1(IEVENT)), 0);
	bench_at(&b, 5000 + SHORT_FRAME + 100);
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_GRSC | IEVENT_RXF0);
	bench_at(&b, 5000 + SHORT_FRAME * 2 + 100);
	poke(&b, T1(DMACTRL), 0);
	poke(&b, T1(MACCFG1), 0);
	bench_at(&b, 5000 + SHORT_FRAME * 3 + 100);
	receive(&b);
	bench_at(&b, 5000 + SHORT_FRAME * 5);
	assert_int_equal(N(TSEC1_ACCEPTED), 2);
	assert_int_equal(peek(&b, T1(RPKT)), 2);
	poke(&b, T1(IEVENT), UINT32_MAX);
	poke(&b, T1(DMACTRL), DMACTRL_GRS); /* idle: at once */
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_GRSC);
	bench_stop(&b);
}

/* ---- snooping and stashing ---------------------------------------------- */

/* ATTRELI: 32 bytes from byte 0 of each frame; descriptors too. */
static void attributes(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	bench_start(&b);
	ring(&b, 1, 1536);
	poke(&b, T1(ATTR),
	     ATTR_ELCWT_ALLOC | ATTR_BDLWT_ALLOC | ATTR_RDSEN | ATTR_RBDSEN);
	poke(&b, T1(ATTRELI), 32u << 16);
	receive(&b);
	bench_at(&b, 1000);
	assert_int_equal(b.snoops, 4);
	assert_int_equal(N(L2_NC_BURST_WRITE), 1);
	assert_int_equal(N(L2_NC_WRITE), 1);
	assert_int_equal(N(L2_NC_WRITE_MISS), 1);
	assert_int_equal(N(L2_ALLOC), 2);
	bench_stop(&b);
}

/* ATTRELI says how much; ATTR whether. */
static void nothing_is_stashed_by_itself(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 60);
	bench_start(&b);
	ring(&b, 1, 1536);
	poke(&b, T1(ATTRELI), 64u << 16);
	receive(&b);
	bench_at(&b, 1000);
	assert_int_equal(N(L2_ALLOC), 0);
	assert_int_equal(N(L2_NC_WRITE_MISS), 3);
	bench_stop(&b);
}

/* From byte 32 on: the second line, of 100 bytes in four, and no more. */
static void a_part_is_stashed(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	(void)state;
	add(&t, station, 96);
	bench_start(&b);
	ring(&b, 1, 1536);
	poke(&b, T1(ATTR), ATTR_ELCWT_ALLOC);
	poke(&b, T1(ATTRELI), 32u << 16 | 32);
	receive(&b);
	bench_at(&b, 1000);
	assert_int_equal(N(L2_ALLOC), 1);
	assert_int_equal(N(L2_NC_BURST_WRITE), 1);
	assert_int_equal(N(L2_NC_WRITE_MISS), 4);
	assert_int_equal(pq3_core(b.p, b.cycle, PQ3_LOAD, BUFFERS + 32).by,
			 PQ3_BY_L2);
	bench_stop(&b);
}

/* ---- sending ------------------------------------------------------------ */

static void send_ring(struct bench *b, unsigned i, uint32_t status,
		      uint32_t length)
{
	put16(b, SEND_RING + 8 * i, status);
	put16(b, SEND_RING + 8 * i + 2, length);
	put32(b, SEND_RING + 8 * i + 4, SEND_BUFFERS + 2048 * i);
	for (uint32_t n = 0; n < length; n++)
		b->memory[SEND_BUFFERS + 2048 * i + n] = (uint8_t)(n * 3 + i);
}

static void send(struct bench *b)
{
	poke(b, T1(IMASK), IEVENT_TXF | IEVENT_TXB);
	poke(b, T1(ECNTRL), ECNTRL_STEN);
	poke(b, T1(TBASE), SEND_RING);
	poke(b, T1(DMACTRL), DMACTRL_WOP);
	poke(b, T1(MACCFG1), MACCFG1_TX_EN);
}

/*
 * One frame of 64 bytes, sent at clock 0.  Ring and buffer are rows of one
 * bank.  The descriptor is read in 2 + 2 + 4 + 6 + 5 + 4 = 23 clocks; the first
 * line in 2 + 2 + 4 + 12 + 5 + 4 = 29, the second in 17; the status is written
 * in 2 + 4 + 12 + 5 + 4 = 27; the descriptor that is not ready is read in 17.
 */
static void durations_of_sending(void **state)
{
	static const struct {
		uint32_t event, clocks, longer;
	} want[] = {
		{ 42, 16, 2 }, { 42, 22, 1 }, { 42, 23, 0 }, { 44, 26, 1 },
		{ 44, 27, 0 }, { 45, 16, 2 }, { 45, 28, 1 }, { 45, 29, 0 },
	};
	struct bench b = { 0 };

	(void)state;
	bench_start(&b);
	for (uint32_t i = 0; i < 8; i++) {
		poke(&b, 0xE1020 + 0x10 * i, want[i].event << 16);
		poke(&b, 0xE1024 + 0x10 * i, want[i].clocks);
	}
	send_ring(&b, 0, 0x8800, 64);
	send(&b);
	/* 23 + 29 + 17, and 88 bytes on the wire */
	bench_at(&b, 69 + 88 * 4 - 1);
	assert_int_equal(b.sent, 0);
	bench_at(&b, 69 + 88 * 4);
	assert_int_equal(b.sent, 1);
	bench_at(&b, 2000);
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(peek(&b, 0xE1028 + 0x10 * i), want[i].longer);
	bench_stop(&b);
}

/* A frame of two buffers, one of 40 bytes, then nothing: halted. */
static void frames_go_out(void **state)
{
	struct bench b = { 0 };

	(void)state;
	bench_start(&b);
	send_ring(&b, 0, 0x9000, 70); /* R, I */
	send_ring(&b, 1, 0x9800, 50); /* R, I, L */
	send_ring(&b, 2, 0xB800, 40); /* and W */
	send(&b);
	bench_at(&b, 2000);
	assert_int_equal(b.sent, 2);
	assert_int_equal(b.sent_bytes[0], 120);
	assert_memory_equal(b.sent_frame[0], b.memory + SEND_BUFFERS, 60);
	assert_int_equal(b.sent_bytes[1], 60); /* padded */
	assert_memory_equal(b.sent_frame[1], b.memory + SEND_BUFFERS + 4096,
			    40);
	assert_int_equal(b.sent_frame[1][40], 0);
	assert_int_equal(get16(&b, SEND_RING), 0x1000);
	assert_int_equal(get16(&b, SEND_RING + 8), 0x1800);
	assert_int_equal(get16(&b, SEND_RING + 16), 0x3800);
	assert_int_equal(peek(&b, T1(TSTAT)), TSTAT_THLT);
	assert_int_equal(peek(&b, T1(TBPTR)), SEND_RING);
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_TXF | IEVENT_TXB);
	assert_int_equal(b.lines, 1 << 13);
	assert_int_equal(N(TSEC1_TX_INT), 1);
	assert_int_equal(N(TSEC1_BD_READS), 4);
	assert_int_equal(N(TSEC1_RXBD_READS), 0);
	assert_int_equal(N(TSEC1_BD_WRITES), 3);
	assert_int_equal(N(TSEC1_TXBD_READ_LAT), 4);
	assert_int_equal(N(TSEC1_TXBD_WRITE_LAT), 3);
	/* lines of the three buffers: 3 (70), 2 (50), 2 (40) */
	assert_int_equal(N(TSEC1_TXDATA_READ_LAT), 7);
	assert_int_equal(N(TSEC1_DMA_READS), 11);
	assert_int_equal(N(TSEC1_DMA_WRITES), 3);
	assert_int_equal(peek(&b, T1(TPKT)), 2);
	assert_int_equal(peek(&b, T1(TBYT)), 124 + 64);
	assert_int_equal(peek(&b, T1(TR64)), 1);
	assert_int_equal(peek(&b, T1(TR127)), 1);

	/* more: software clears THLT */
	send_ring(&b, 0, 0x8800, 62); /* 66 with its FCS */
	send_ring(&b, 1, 0x8800, 300);
	poke(&b, T1(TSTAT), TSTAT_THLT);
	bench_at(&b, 5000);
	assert_int_equal(b.sent, 4);
	assert_int_equal(b.sent_bytes[3], 300);
	assert_int_equal(peek(&b, T1(TR64)), 1);
	assert_int_equal(peek(&b, T1(TR127)), 2);
	assert_int_equal(peek(&b, T1(TR511)), 1);
	assert_int_equal(peek(&b, T1(TSTAT)), TSTAT_THLT);
	assert_int_equal(b.snoops, 0);
	bench_stop(&b);
}

/*
 * The second controller: one frame of 64 bytes, so descriptor (twice: the next
 * is not ready), two lines, and the status.  The fourth of an MPC8548 as well,
 * of which only the sum is a device event.
 */
static void the_others_send_too(void **state)
{
	struct bench b = { 0 };

	(void)state;
	bench_start(&b);
	send_ring(&b, 0, 0x9800, 64);
	poke(&b, 0x25000 + IMASK, IEVENT_TXF);
	poke(&b, 0x25000 + TBASE, SEND_RING);
	poke(&b, 0x25000 + DMACTRL, DMACTRL_WOP);
	poke(&b, 0x25000 + MACCFG1, MACCFG1_TX_EN);
	bench_at(&b, 1000);
	assert_int_equal(b.sent, 1);
	assert_int_equal(b.lines, 1 << 19);
	assert_int_equal(N(TSEC2_TX_INT), 1);
	assert_int_equal(N(TSEC2_BD_READS), 2);
	assert_int_equal(N(TSEC2_DMA_READS), 4);
	assert_int_equal(N(TSEC2_DMA_WRITES), 1);
	assert_int_equal(N(TSEC2_BD_WRITES), 1);
	assert_int_equal(N(TSEC2_TXBD_READ_LAT), 2);
	assert_int_equal(N(TSEC2_TXDATA_READ_LAT), 2);
	assert_int_equal(N(TSEC2_TXBD_WRITE_LAT), 1);
	assert_int_equal(N(TSEC2_READ_BEATS), 2 + 8);
	assert_int_equal(N(TSEC2_DATA_BEATS), 2 + 8 + 1);
	assert_int_equal(N(TSEC2_ECM_DISPATCH), 5);
	assert_int_equal(N(TSEC2_DDR_RW), 5);
	/* ring (page 4) and buffer (16) share bank 0: the second line and the
	 * second descriptor find their row open */
	assert_int_equal(N(TSEC2_DDR_ROT_HIT), 2);
	assert_int_equal(N(DDR_COLLISION_CLOSE), 2);
	assert_int_equal(N(TSEC1_ECM_DISPATCH), 0);
	bench_stop(&b);

	memset(&b, 0, sizeof(b));
	b.options.part = PQ3_MPC8548;
	bench_start(&b);
	send_ring(&b, 0, 0x9800, 64);
	poke(&b, 0x27000 + IMASK, IEVENT_TXF);
	poke(&b, 0x27000 + TBASE, SEND_RING);
	poke(&b, 0x27000 + DMACTRL, DMACTRL_WOP);
	poke(&b, 0x27000 + MACCFG1, MACCFG1_TX_EN);
	bench_at(&b, 1000);
	assert_int_equal(b.lines, 1 << 21);
	assert_int_equal(N(DDR_TSECS_RW), 5);
	assert_int_equal(N(TSEC4_DDR_RW), 5);
	bench_stop(&b);
}

/* WOP clear: it is looked at every 512 x 8 ns, 2048 clocks. */
static void the_ring_is_polled(void **state)
{
	struct bench b = { 0 };

	(void)state;
	bench_start(&b);
	send(&b);
	poke(&b, T1(DMACTRL), 0);
	bench_at(&b, 100);
	poke(&b, T1(TSTAT), TSTAT_THLT);
	bench_at(&b, 200);
	send_ring(&b, 0, 0x8800, 60);
	bench_at(&b, 2147);
	assert_int_equal(N(TSEC1_BD_READS), 2);
	bench_at(&b, 2148);
	assert_int_equal(N(TSEC1_BD_READS), 3);
	bench_at(&b, 2148 + 500);
	assert_int_equal(b.sent, 1);
	assert_int_equal(peek(&b, T1(TSTAT)), 0);
	bench_stop(&b);
}

/* A graceful stop lets a frame out, a ring that is nowhere stops by itself. */
static void sending_stops(void **state)
{
	struct bench b = { 0 };

	(void)state;
	bench_start(&b);
	send_ring(&b, 0, 0x8000, 64);
	send_ring(&b, 1, 0x8800, 64);
	send_ring(&b, 2, 0x8800, 64);
	send(&b);
	bench_at(&b, 40);
	poke(&b, T1(DMACTRL), DMACTRL_WOP | DMACTRL_GTS);
	assert_int_equal(peek(&b, T1(IEVENT)), 0);
	bench_at(&b, 3000);
	assert_int_equal(b.sent, 1);
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_GTSC);
	poke(&b, T1(DMACTRL), DMACTRL_WOP);
	bench_at(&b, 6000);
	assert_int_equal(b.sent, 2);
	poke(&b, T1(IEVENT), UINT32_MAX);
	poke(&b, T1(DMACTRL), DMACTRL_WOP | DMACTRL_GTS); /* idle: at once */
	assert_int_equal(peek(&b, T1(IEVENT)), IEVENT_GTSC);
	poke(&b, T1(DMACTRL), DMACTRL_WOP);
	poke(&b, T1(TBASE), 0x40000000);
	poke(&b, T1(TSTAT), TSTAT_THLT);
	bench_at(&b, 6100);
	assert_true(peek(&b, T1(IEVENT)) & IEVENT_EBERR);
	assert_int_equal(peek(&b, T1(TSTAT)), TSTAT_THLT);
	bench_stop(&b);
}

/* ---- registers ---------------------------------------------------------- */

static void registers(void **state)
{
	struct bench b = { 0 };
	uint32_t value;

	(void)state;
	bench_start(&b);
	assert_int_equal(peek(&b, T1(MACCFG2)), 0x7000);
	assert_int_equal(peek(&b, T1(MAXFRM)), 0x600);
	assert_int_equal(peek(&b, T1(MACSTNADDR1)), 0x0100009F);
	assert_int_equal(peek(&b, T1(MACSTNADDR2)), 0x04000000);
	assert_int_equal(peek(&b, T1(MIIMSTAT)), 0xFFFF);
	poke(&b, T1(0x7FC), 5); /* no register */
	assert_int_equal(peek(&b, T1(0x7FC)), 0);
	poke(&b, T1(RXIC), 6);
	poke(&b, T1(RBPTR), 0x8018);
	poke(&b, T1(TBPTR), 0x9018);
	poke(&b, T1(MIIMCFG), 3);
	poke(&b, T1(TQUEUE), 3); /* eTSEC only */
	assert_int_equal(peek(&b, T1(TBPTR)), 0x9018);
	assert_int_equal(peek(&b, T1(MIIMCFG)), 3);
	assert_int_equal(peek(&b, T1(TQUEUE)), 0);
	assert_int_equal(peek(&b, T1(RXIC)), 6);
	assert_int_equal(peek(&b, T1(RBPTR)), 0x8018);
	poke(&b, T1(MAC01ADDR1), 5); /* eTSEC only */
	assert_int_equal(peek(&b, T1(MAC01ADDR1)), 0);
	assert_int_equal(peek(&b, T1(TSEC_ID)), 0);
	/* the second is there, a third is not */
	assert_int_equal(peek(&b, 0x25000 + MACSTNADDR1), 0x0200009F);
	assert_false(pq3_read(b.p, b.cycle, 0x26000 + MACSTNADDR1, &value));
	assert_false(pq3_write(b.p, b.cycle, 0x26000 + MACSTNADDR1, 0));
	assert_false(pq3_read(b.p, b.cycle, 0x40000, &value)); /* the PIC */
	assert_false(pq3_write(b.p, b.cycle, 0x4500, value));  /* DUART */
	/* counters: off, counting, cleared on reading, cleared */
	tsec_mib(&b.p->tsec[0], RPKT, 3);
	assert_int_equal(peek(&b, T1(RPKT)), 0);
	poke(&b, T1(ECNTRL), ECNTRL_STEN);
	tsec_mib(&b.p->tsec[0], RPKT, 3);
	tsec_mib(&b.p->tsec[0], TFRG, 3);
	assert_int_equal(peek(&b, T1(RPKT)), 3);
	poke(&b, T1(ECNTRL), ECNTRL_STEN | ECNTRL_AUTOZ);
	assert_int_equal(peek(&b, T1(TFRG)), 3);
	assert_int_equal(peek(&b, T1(TFRG)), 0);
	assert_int_equal(peek(&b, T1(RPKT)), 3);
	assert_int_equal(peek(&b, T1(RPKT)), 0);
	poke(&b, T1(ECNTRL), ECNTRL_STEN);
	tsec_mib(&b.p->tsec[0], RPKT, 3);
	tsec_mib(&b.p->tsec[0], TFRG, 3);
	poke(&b, T1(ECNTRL), ECNTRL_STEN | ECNTRL_CLRCNT);
	assert_int_equal(peek(&b, T1(RPKT)), 0);
	assert_int_equal(peek(&b, T1(TFRG)), 0);
	bench_stop(&b);
}

/* Sizes at both sides of each bound. */
static void sizes(void **state)
{
	static const struct {
		uint16_t bytes, counter;
	} want[] = {
		{ 64, TR64 },    { 65, TR127 },   { 127, TR127 },
		{ 128, TR255 },  { 255, TR255 },  { 256, TR511 },
		{ 511, TR511 },  { 512, TR1K },   { 1023, TR1K },
		{ 1024, TRMAX }, { 1518, TRMAX }, { 1519, TRMGV },
		{ 1522, TRMGV }, { 1523, ROVR },
	};
	struct bench b = { 0 };

	(void)state;
	bench_start(&b);
	poke(&b, T1(ECNTRL), ECNTRL_STEN);
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		uint32_t before = peek(&b, T1(want[i].counter));

		tsec_mib_size(&b.p->tsec[0], want[i].bytes);
		assert_int_equal(peek(&b, T1(want[i].counter)), before + 1);
	}
	bench_stop(&b);
}

/* An eTSEC of the MPC8548, and a frame beyond MAXFRM. */
static void an_etsec(void **state)
{
	struct traffic t = { 0 };
	struct bench b = { .options.part = PQ3_MPC8548,
			   .options.frames = &t.frames };

	(void)state;
	add(&t, station, 1600);
	bench_start(&b);
	assert_int_equal(peek(&b, T1(TSEC_ID)), 0x01240000);
	assert_int_equal(peek(&b, 0x27000 + MACSTNADDR1), 0x0400009F);
	ring(&b, 1, 1984);
	receive(&b);
	bench_at(&b, 10000);
	assert_int_equal(get16(&b, RING), 0x3C20); /* W, I, L, F, LG */
	assert_int_equal(get16(&b, RING + 2), 1604);
	assert_int_equal(N(DDR_TSECS_RW), N(TSEC1_DDR_RW));
	bench_stop(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_frame),
		cmocka_unit_test(durations),
		cmocka_unit_test(padding_and_fcs),
		cmocka_unit_test(a_frame_over_buffers),
		cmocka_unit_test(a_buffer_off_the_line),
		cmocka_unit_test(no_buffer),
		cmocka_unit_test(no_buffer_within_a_frame),
		cmocka_unit_test(descriptors_nowhere),
		cmocka_unit_test(a_silent_frame),
		cmocka_unit_test(nothing_is_stashed_by_itself),
		cmocka_unit_test(a_part_is_stashed),
		cmocka_unit_test(durations_of_sending),
		cmocka_unit_test(who_is_let_in),
		cmocka_unit_test(promiscuous),
		cmocka_unit_test(hash_tables),
		cmocka_unit_test(extended_hash_and_exact_match),
		cmocka_unit_test(broadcasts_refused),
		cmocka_unit_test(hash_matches_are_counted),
		cmocka_unit_test(at_their_own_times),
		cmocka_unit_test(receiver_off),
		cmocka_unit_test(attributes),
		cmocka_unit_test(frames_go_out),
		cmocka_unit_test(the_others_send_too),
		cmocka_unit_test(the_ring_is_polled),
		cmocka_unit_test(sending_stops),
		cmocka_unit_test(registers),
		cmocka_unit_test(sizes),
		cmocka_unit_test(an_etsec),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
