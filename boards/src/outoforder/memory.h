/* SPDX-License-Identifier: MIT */
#ifndef BOARD_OUTOFORDER_MEMORY_H
#define BOARD_OUTOFORDER_MEMORY_H

#include "boards/src/outoforder/inner.h"

/* Stores and lines that an instruction may wait for. */

static inline uint64_t sooner(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline bool reads_memory(const struct insn *i)
{
	return i->class == CLASS_LOAD || i->class == CLASS_LOAD_MULTIPLE;
}

static inline bool writes_memory(const struct insn *i)
{
	return i->class == CLASS_STORE || i->class == CLASS_STORE_MULTIPLE;
}

static inline uint32_t numbered(uint32_t at)
{
	return at / 8 + 1;
}

/* Its data go to loads of the same doublewords. */
static inline void remember_store(struct outoforder *e, unsigned bytes,
				  uint32_t at, uint64_t ready)
{
	const uint32_t last = numbered(at + bytes - 1u);

	for (uint32_t n = numbered(at); n <= last; n++)
		e->store[n % STORES] = (struct outoforder_store){ n, ready };
}

/* When a load has what was stored there. */
static inline uint64_t stored_there(const struct outoforder *e,
				    const struct outoforder_core *c,
				    unsigned bytes, uint32_t at, uint64_t done)
{
	const uint32_t last = numbered(at + bytes - 1u);

	for (uint32_t n = numbered(at); n <= last; n++) {
		const struct outoforder_store *s = &e->store[n % STORES];

		if (s->number == n && s->ready + c->forward > done)
			done = s->ready + c->forward;
	}
	return done;
}

/* A line is in the cache, or on its way there. */
static inline void wait_for_line(const struct outoforder *e,
				 const struct outoforder_core *c,
				 struct outoforder_move *m, uint64_t done)
{
	for (unsigned i = 0; i < c->fills; i++) {
		const struct outoforder_fill *f = &e->fill[i];

		if (f->until <= done || f->line != m->at >> c->a.line_bits)
			continue;
		m->late = f->until - done;
		m->cause = f->cause;
	}
}

#endif
