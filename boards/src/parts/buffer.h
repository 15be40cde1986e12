/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PARTS_BUFFER_H
#define BOARD_PARTS_BUFFER_H

#include <stdint.h>

/*
 * Requests under way between core and memory: a load/store queue, fill
 * buffers, a write buffer.  Each entry holds an address tag and the cycle in
 * which it is done; an entry whose cycle has come is free.
 */
enum { BUFFER_ENTRIES_MAX = 8 };

struct buffer {
	uint32_t size;
	uint64_t last; /* when all are done */
	uint64_t done[BUFFER_ENTRIES_MAX];
	uint32_t tag[BUFFER_ENTRIES_MAX];
	uint8_t why[BUFFER_ENTRIES_MAX];    /* what the user of it says */
	uint32_t maker[BUFFER_ENTRIES_MAX]; /* ... and whose it is */
};

/* The cycle, not before `now`, in which an entry is free. */
static inline uint64_t buffer_free_at(const struct buffer *b, uint64_t now)
{
	uint64_t first = UINT64_MAX;

	if (b->last <= now)
		return now;
	for (uint32_t i = 0; i < b->size; i++) {
		if (b->done[i] < first)
			first = b->done[i];
	}
	return first > now ? first : now;
}

/* The entry that is free first. */
static inline uint32_t buffer_first(const struct buffer *b)
{
	uint32_t entry = 0;

	for (uint32_t i = 1; i < b->size; i++) {
		if (b->done[i] < b->done[entry])
			entry = i;
	}
	return entry;
}

/* Take the entry that is free first; the caller waited for it. */
static inline void buffer_put(struct buffer *b, uint32_t tag, uint64_t done,
			      uint8_t why, uint32_t maker)
{
	const uint32_t entry = buffer_first(b);

	b->tag[entry] = tag;
	b->why[entry] = why;
	b->maker[entry] = maker;
	b->done[entry] = done;
	if (done > b->last)
		b->last = done;
}

/* When the request for `tag` is done, and what was said of it; 0 when none is
 * under way. */
static inline uint64_t buffer_find(const struct buffer *b, uint32_t tag,
				   uint64_t now, uint8_t *why)
{
	if (b->last <= now)
		return 0;
	for (uint32_t i = 0; i < b->size; i++) {
		if (b->tag[i] == tag && b->done[i] > now) {
			*why = b->why[i];
			return b->done[i];
		}
	}
	return 0;
}

#endif
