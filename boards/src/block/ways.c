/* SPDX-License-Identifier: MIT */
/* Memory of blocks, which all goes at once; ways that were gone are counted. */
#include <stdlib.h>

#include "boards/src/block/inner.h"

enum { PIECE = 1 << 18, PIECES = 64 };

struct arena_piece {
	struct arena_piece *next;
	unsigned number;
	max_align_t bytes[PIECE / sizeof(max_align_t)];
};

void *arena_get(struct blocks *b, size_t bytes)
{
	struct arena *a = &b->arena;
	char *got;

	bytes = (bytes + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
	if (!a->piece || a->used + bytes > PIECE) {
		unsigned number = a->piece ? a->piece->number + 1 : 0;
		struct arena_piece *p =
			number < PIECES ? malloc(sizeof(*p)) : NULL;

		if (!p) {
			b->full = true;
			return NULL;
		}
		p->next = a->piece;
		p->number = number;
		a->piece = p;
		a->used = 0;
	}
	got = (char *)a->piece->bytes + a->used;
	a->used += bytes;
	return memset(got, 0, bytes);
}

void arena_done(struct blocks *b)
{
	struct arena *a = &b->arena;

	while (a->piece) {
		struct arena_piece *p = a->piece;

		a->piece = p->next;
		free(p);
	}
	a->used = 0;
}

void ways_settle(struct blocks *b)
{
	while (b->touched) {
		struct way *w = b->touched;

		b->touched = w->touched;
		timing_enter(b->timing, &w->gain, w->count);
		w->count = 0;
	}
}

uint64_t way_replayed(struct blocks *b, const struct way *w, unsigned from,
		      unsigned count)
{
	const struct timing_gone gone = {
		.insn = block_insn(b, b->at, from),
		.size = b->arch->insn_size,
		.count = count,
		.plan = b->at->plan + from * timing_plan_size(b->timing),
		.address = b->address + from,
		.flow = w->flow && from + count == w->instructions,
		.taken = w->taken,
		.foretold = (enum timing_foretold)w->foretold,
	};

	return timing_replay(b->timing, &gone);
}
