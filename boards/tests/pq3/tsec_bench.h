/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TSEC_BENCH_H
#define TESTS_TSEC_BENCH_H

#include "boards/src/pq3/inner.h"
#include "pq3_bench.h"

/*
 * The Ethernet controllers of the bench: frames for the first one, and rings of
 * descriptors that are written by hand.  Registers as in U-Boot's tsec.h and
 * Linux's gianfar.h.
 */
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
static const uint8_t everybody[6] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

struct traffic {
	struct capture_frame frame[FRAMES_MAX];
	uint8_t bytes[FRAMES_MAX][2048];
	struct capture frames;
};

static inline void add(struct traffic *t, const uint8_t *to, uint32_t count)
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

static inline void ring(struct bench *b, unsigned count, uint32_t size)
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

static inline void receive(struct bench *b)
{
	poke(b, T1(MACCFG1), MACCFG1_RX_EN);
}

static inline void send_ring(struct bench *b, unsigned i, uint32_t status,
			     uint32_t length)
{
	put16(b, SEND_RING + 8 * i, status);
	put16(b, SEND_RING + 8 * i + 2, length);
	put32(b, SEND_RING + 8 * i + 4, SEND_BUFFERS + 2048 * i);
	for (uint32_t n = 0; n < length; n++)
		b->memory[SEND_BUFFERS + 2048 * i + n] = (uint8_t)(n * 3 + i);
}

static inline void send(struct bench *b)
{
	poke(b, T1(IMASK), IEVENT_TXF | IEVENT_TXB);
	poke(b, T1(ECNTRL), ECNTRL_STEN);
	poke(b, T1(TBASE), SEND_RING);
	poke(b, T1(DMACTRL), DMACTRL_WOP);
	poke(b, T1(MACCFG1), MACCFG1_TX_EN);
}

#endif
