/* SPDX-License-Identifier: MIT */
/*
 * The cache of an L210, L220 or L2C-310: what becomes of a request of the first
 * level. Only what the memory's outer attributes make cacheable is looked up;
 * all else passes by, and counts as nothing.
 *
 * Size, ways, line       128 KiB, 8, 32 B   i.MX31, PB1176, PBX-A9 alike [Linux
 *                                           realview_pb1176.c, realview_pbx.c;
 *                                           OKL4]
 * A read copies its line into the port's 32-byte buffer; reads that this can
 * serve are neither request nor hit [DAI0195B 9].
 *
 * Chosen, since no document at hand says:
 * - One buffer for each port that reads: instructions, and data with page
 *   walks.  A write to the line, a maintenance operation and switching the
 *   cache off empty it; that the line leaves the cache does not.
 * - Victim: the lowest invalid way, else one at random.
 * - Every cacheable read that misses brings its line in.
 * - Writes do not merge, and nothing is prefetched: each request of the core
 * counts as one.
 * - A line that the first level casts out comes as one request, write-back
 *   without allocation, whatever its page says.
 * - Cast out counts what is dirty only, by cleaning too.  An L210 counts
 *   halves [DDI0284G C.1], the others lines.
 */
#include "boards/src/core/l2.h"
#include "boards/src/core/wanted.h"

#include <stdlib.h>

enum {
	DEBUG_NO_FILL = 1 << 0,
	DEBUG_WRITE_THROUGH = 1 << 1,
	L2_WAYS = 8,
	L2_SETS = 512,
};

struct l2 *l2_new(enum l2_kind kind, const struct board_options *o)
{
	const struct cache_shape shape = {
		.sets = L2_SETS,
		.ways = L2_WAYS,
		.choice = CACHE_INVALID_THEN_RANDOM,
	};
	struct l2 *l2 = calloc(1, sizeof(*l2));

	if (!l2)
		return NULL;
	l2->kind = kind;
	l2_sync(l2);
	if (!wanted_cache(o, BOARD_L2, &l2->cache, &shape)) {
		l2_free(l2);
		return NULL;
	}
	l2->aux = l2_aux_shape(l2, l2_facts[kind].reset);
	return l2;
}

void l2_free(struct l2 *l2)
{
	if (!l2)
		return;
	cache_done(&l2->cache);
	free(l2);
}

void l2_attach(struct l2 *l2, struct ledger *ledger)
{
	l2->ledger = ledger;
}

void l2_junk(struct l2 *l2, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	cache_junk(&l2->cache, &rng);
}

static void note(struct l2 *l2, enum ledger_item item, uint64_t n)
{
	ledger_count(l2->ledger, item, n);
}

static void goes_out(struct l2 *l2, unsigned halves)
{
	note(l2, LEDGER_L2CC_HALF_LINES_OUT, halves);
	note(l2, LEDGER_L2CC_LINES_OUT, halves ? 1 : 0);
}

/* The slot for a line that is absent; -1: it cannot come in. */
static int allocate(struct l2 *l2, enum l2_port port, uint32_t paddr)
{
	unsigned halves;
	int slot;

	if (l2->lock[port] == l2_all_ways(l2) || l2->debug & DEBUG_NO_FILL)
		return -1;
	l2->cache.locked = l2->lock[port];
	slot = cache_fill(&l2->cache, paddr, &halves);
	goes_out(l2, halves);
	return slot;
}

enum l2_answer l2_read(struct l2 *l2, enum l2_port port, uint32_t paddr,
		       const struct outer *outer)
{
	static const enum ledger_item request[] = {
		[L2_INSTRUCTION] = LEDGER_L2CC_INSTRUCTION_READS,
		[L2_DATA] = LEDGER_L2CC_DATA_READS,
	};
	static const enum ledger_item hit[] = {
		[L2_INSTRUCTION] = LEDGER_L2CC_INSTRUCTION_HITS,
		[L2_DATA] = LEDGER_L2CC_DATA_READ_HITS,
	};
	uint32_t line = paddr >> CACHE_LINE_BITS;

	if (!l2_takes(l2, outer))
		return L2_PASSED;
	if (l2->buffer[port] == line) {
		note(l2, LEDGER_L2CC_BUFFER_READS, 1);
		return L2_FROM_BUFFER;
	}
	l2->buffer[port] = line;
	note(l2, request[port], 1);
	if (cache_find(&l2->cache, paddr) >= 0) {
		note(l2, hit[port], 1);
		return L2_HIT;
	}
	(void)allocate(l2, port, paddr);
	return L2_MISS;
}

static void empty_buffers_of(struct l2 *l2, uint32_t line)
{
	for (unsigned port = 0; port < L2_PORTS; port++)
		if (l2->buffer[port] == line)
			l2->buffer[port] = CACHE_NO_LINE;
}

static bool writes_through(const struct l2 *l2, const struct outer *outer)
{
	return outer->write_through || l2->debug & DEBUG_WRITE_THROUGH;
}

enum l2_answer l2_write(struct l2 *l2, uint32_t paddr, unsigned size,
			const struct outer *outer)
{
	bool through = writes_through(l2, outer);
	enum l2_answer answer = L2_HIT;
	int slot;

	if (!l2_takes(l2, outer))
		return L2_PASSED;
	empty_buffers_of(l2, paddr >> CACHE_LINE_BITS);
	note(l2, LEDGER_L2CC_WRITES, 1);
	note(l2,
	     outer->write_through ? LEDGER_L2CC_WRITES_THROUGH
				  : LEDGER_L2CC_WRITES_BACK,
	     1);
	slot = cache_find(&l2->cache, paddr);
	if (slot >= 0) {
		note(l2, LEDGER_L2CC_WRITE_HITS, 1);
	} else {
		answer = L2_MISS;
		if (!through && l2_allocates(l2, outer))
			slot = allocate(l2, L2_DATA, paddr);
		note(l2, LEDGER_L2CC_WRITE_ALLOCATIONS, slot >= 0 ? 1 : 0);
	}
	if (slot >= 0 && !through)
		cache_soil(&l2->cache, slot, paddr, size);
	return answer;
}

void l2_write_more(struct l2 *l2, uint32_t paddr, unsigned size,
		   const struct outer *outer)
{
	int slot = -1;

	if (l2_takes(l2, outer) && !writes_through(l2, outer))
		slot = cache_find(&l2->cache, paddr);
	if (slot >= 0)
		cache_soil(&l2->cache, slot, paddr, size);
}

void l2_cast_out(void *ctx, uint32_t paddr, unsigned halves)
{
	static const struct outer back = { .cacheable = true };
	const uint32_t half = CACHE_LINE_BYTES / 2;

	if (halves == CACHE_UPPER)
		paddr += half;
	(void)l2_write(ctx, paddr,
		       halves == (CACHE_LOWER | CACHE_UPPER) ? 2 * half : half,
		       &back);
}

void l2_sync(struct l2 *l2)
{
	for (unsigned port = 0; port < L2_PORTS; port++)
		l2->buffer[port] = CACHE_NO_LINE;
}

static void maintain(struct l2 *l2, int slot, bool clean, bool drop)
{
	if (clean)
		goes_out(l2, cache_clean(&l2->cache, slot));
	if (drop)
		cache_drop(&l2->cache, slot);
}

void l2_line(struct l2 *l2, uint32_t paddr, bool clean, bool drop)
{
	int slot = cache_find(&l2->cache, paddr);

	l2_sync(l2);
	if (slot >= 0)
		maintain(l2, slot, clean, drop);
}

void l2_slot(struct l2 *l2, unsigned way, uint32_t index, bool clean, bool drop)
{
	const struct cache_shape *s = &l2->cache.shape;
	uint32_t set = index & (s->sets - 1);

	l2_sync(l2);
	maintain(l2, (int)(set * s->ways + way % s->ways), clean, drop);
}

void l2_ways(struct l2 *l2, uint32_t ways, bool clean, bool drop)
{
	const struct cache_shape *s = &l2->cache.shape;

	l2_sync(l2);
	for (unsigned way = 0; way < s->ways; way++)
		for (uint32_t set = 0; ways & 1u << way && set < s->sets; set++)
			maintain(l2, (int)(set * s->ways + way), clean, drop);
}
