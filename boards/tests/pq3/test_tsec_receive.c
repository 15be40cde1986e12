/* SPDX-License-Identifier: MIT */
/*
 * The Ethernet controllers of a PowerQUICC III receive frames: descriptors,
 * buffers, the times of both, and what goes into L2.
 */
#include "test.h"
#include "tsec_bench.h"

/*
 * One frame, clock by clock: it is there at 336; its descriptor is read until
 * 336 + 2 + 2 (not in L2) + 4 + 6 + 5 + 4 = 359; two lines go out at 361 and
 * 363, the second's last beat at 385; the descriptor is written until 385 + 2 +
 * 4 + 5 + 4 = 400.
 */
TEST(one_frame)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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

/* Thresholds of the monitor see the same three times (23, 15, 41): Ref:41, 43
 * and 46, above 22 and 23, 14 and 15, 40 and 41. */
TEST(durations)
{
	static const struct {
		uint32_t event, clocks;
	} want[] = { { 41, 23 }, { 43, 15 }, { 46, 41 } };
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(padding_and_fcs)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(a_frame_over_buffers)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(a_buffer_off_the_line)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(no_buffer)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(no_buffer_within_a_frame)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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

TEST(descriptors_nowhere)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(a_silent_frame)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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

/* ---- when frames come --------------------------------------------------- */

/* Frames 10 us apart in the capture, at one, two and three times the speed; the
 * wire's own time (672 ns) comes on top. */
TEST(at_their_own_times)
{
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
TEST(receiver_off)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(attributes)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(nothing_is_stashed_by_itself)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
TEST(a_part_is_stashed)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

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
