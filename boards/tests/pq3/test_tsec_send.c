/* SPDX-License-Identifier: MIT */
/*
 * The Ethernet controllers of a PowerQUICC III send frames at these times.
 */
#include "test.h"
#include "tsec_bench.h"

/*
 * One frame of 64 bytes, sent at clock 0.  Ring and buffer are rows of one
 * bank.  The descriptor is read in 2 + 2 + 4 + 6 + 5 + 4 = 23 clocks; the first
 * line in 2 + 2 + 4 + 12 + 5 + 4 = 29, the second in 17; the status is written
 * in 2 + 4 + 12 + 5 + 4 = 27; the descriptor that is not ready is read in 17.
 */
TEST(durations_of_sending)
{
	static const struct {
		uint32_t event, clocks, longer;
	} want[] = {
		{ 42, 16, 2 }, { 42, 22, 1 }, { 42, 23, 0 }, { 44, 26, 1 },
		{ 44, 27, 0 }, { 45, 16, 2 }, { 45, 28, 1 }, { 45, 29, 0 },
	};
	struct bench b = { 0 };

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
TEST(frames_go_out)
{
	struct bench b = { 0 };

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
TEST(the_others_send_too)
{
	struct bench b = { 0 };

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
TEST(the_ring_is_polled)
{
	struct bench b = { 0 };

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
TEST(sending_stops)
{
	struct bench b = { 0 };

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

/* Of a frame whose second buffer is nowhere nothing goes out, nor is its
 * beginning in the next one. */
TEST(a_frame_is_lost)
{
	struct bench b = { 0 };

	bench_start(&b);
	send_ring(&b, 0, 0x8000, 70);
	send_ring(&b, 1, 0x8800, 50);
	put32(&b, SEND_RING + 8 + 4, 0x40000000);
	send(&b);
	bench_at(&b, 2000);
	assert_true(peek(&b, T1(IEVENT)) & IEVENT_EBERR);
	assert_int_equal(b.sent, 0);
	send_ring(&b, 0, 0x8800, 64);
	poke(&b, T1(TBASE), SEND_RING);
	poke(&b, T1(TSTAT), TSTAT_THLT);
	bench_at(&b, 4000);
	assert_int_equal(b.sent, 1);
	assert_int_equal(b.sent_bytes[0], 64);
	bench_stop(&b);
}
