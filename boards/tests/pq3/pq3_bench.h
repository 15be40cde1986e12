/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PQ3_BENCH_H
#define TESTS_PQ3_BENCH_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/pq3/capture.h"
#include "boards/src/pq3/pq3.h"
#include "test.h"

/*
 * A PowerQUICC III without its core: 32 MiB of memory, booted, core clock twice
 * the platform's at 1 GHz, so a core cycle is 1 ns and a CCB clock is 2.
 */
enum { BENCH_RAM = 32 << 20, SENT_MAX = 8 };

struct bench {
	struct pq3_options options;
	struct pq3 *p;
	uint8_t *memory;
	uint64_t cycle;
	uint64_t lines; /* bit n: internal interrupt n */
	unsigned rises[32];
	unsigned sent;
	uint32_t sent_bytes[SENT_MAX];
	uint8_t sent_frame[SENT_MAX][64];
	uint32_t dirty; /* the core holds this line modified; 0: none */
	unsigned snoops, written;
};

static inline void bench_interrupt(void *ctx, unsigned source, bool level)
{
	struct bench *b = ctx;

	b->lines = (b->lines & ~(UINT64_C(1) << source)) | (uint64_t)level
								   << source;
	b->rises[source] += level;
}

static inline enum pq3_snoop bench_snoop(void *ctx, uint32_t paddr, bool write)
{
	struct bench *b = ctx;

	(void)write;
	b->snoops++;
	if (!b->dirty || paddr != b->dirty)
		return PQ3_SNOOP_MISS;
	b->dirty = 0;
	return PQ3_SNOOP_DIRTY;
}

static inline void bench_written(void *ctx, uint32_t paddr, uint32_t bytes)
{
	struct bench *b = ctx;

	(void)paddr;
	b->written += bytes;
}

static inline void bench_sent(void *ctx, unsigned tsec, const uint8_t *frame,
			      uint32_t bytes)
{
	struct bench *b = ctx;

	(void)tsec;
	if (b->sent < SENT_MAX) {
		b->sent_bytes[b->sent] = bytes;
		memcpy(b->sent_frame[b->sent], frame, 60);
	}
	b->sent++;
}

static inline void bench_start(struct bench *b)
{
	struct pq3_host host = {
		.ctx = b,
		.written = bench_written,
		.snoop = bench_snoop,
		.interrupt = bench_interrupt,
		.sent = bench_sent,
	};
	struct error err;

	if (!b->options.ram_size)
		b->options.ram_size = BENCH_RAM;
	b->options.core_hz = 1000000000;
	if (!b->options.ratio_core) {
		b->options.ratio_core = 2;
		b->options.ratio_ccb = 1;
	}
	b->memory = calloc(1, b->options.ram_size);
	assert_non_null(b->memory);
	host.memory = b->memory;
	b->p = pq3_new(&b->options, &host, &err);
	assert_non_null(b->p);
	pq3_boot(b->p);
}

static inline void bench_stop(struct bench *b)
{
	pq3_free(b->p);
	free(b->memory);
}

/* The core's clock goes on to `clock` of the platform's. */
static inline void bench_at(struct bench *b, uint64_t clock)
{
	b->cycle = clock * b->options.ratio_core / b->options.ratio_ccb;
	pq3_advance(b->p, b->cycle);
}

static inline void poke(struct bench *b, uint32_t offset, uint32_t value)
{
	assert_true(pq3_write(b->p, b->cycle, offset, value));
}

static inline uint32_t peek(struct bench *b, uint32_t offset)
{
	uint32_t value;

	assert_true(pq3_read(b->p, b->cycle, offset, &value));
	return value;
}

static inline void happen(struct bench *b, enum pq3_item item, uint32_t times)
{
	pq3_happened(b->p, b->cycle, item, times);
}

static inline void put16(struct bench *b, uint32_t at, uint32_t value)
{
	b->memory[at] = (uint8_t)(value >> 8);
	b->memory[at + 1] = (uint8_t)value;
}

static inline uint32_t get16(const struct bench *b, uint32_t at)
{
	return (uint32_t)b->memory[at] << 8 | b->memory[at + 1];
}

static inline void put32(struct bench *b, uint32_t at, uint32_t value)
{
	put16(b, at, value >> 16);
	put16(b, at + 2, value & 0xFFFF);
}

#endif
