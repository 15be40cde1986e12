/* SPDX-License-Identifier: MIT */
/*
 * Ordered and exclusive loads and stores [DDI0487 C4.1.4, B2.9].  There is one
 * processor, so that the order is kept anyway.  By the engine's rule a store
 * succeeds if its address is that of the load, and what is there is what that
 * has read.  The engine does the store if it has done the load.
 */
#include "boards/src/a64/quick_memory.h"

static uint32_t load_ordered(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const uint64_t at = s->x[q->n];
	const struct a64_page *page;
	const uint8_t *from =
		a64_access_plain(m, at, q->size, q->size, false, &page);

	if (!from)
		return A64_QUICK_NOT;
	a64_access_tell(m, page, (uint32_t)at, q->size, false);
	s->x[q->d] = get(from, q->size, A64_UNSIGNED);
	return i->insn.addr + 4;
}

static uint32_t store_ordered(struct machine *m, struct a64_state *s,
			      const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const uint64_t at = s->x[q->n];
	const struct a64_page *page;
	uint8_t *to = a64_access_plain(m, at, q->size, q->size, true, &page);

	if (!to)
		return A64_QUICK_NOT;
	a64_access_tell(m, page, (uint32_t)at, q->size, true);
	memcpy(to, &s->x[q->d], q->size);
	return i->insn.addr + 4;
}

/* A load is the engine's where its store could not go. */
static uint32_t load_exclusive(struct machine *m, struct a64_state *s,
			       const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	struct a64_exclusive *x = &a64_of(m)->exclusive;
	const uint64_t at = s->x[q->n];
	const struct a64_page *page;
	uint32_t next;

	if (at > UINT32_MAX ||
	    at % (q->form == A64_LOAD_PAIR ? 2u * q->size : q->size))
		return A64_QUICK_NOT; /* it will not be done */
	x->by = A64_ENGINE;
	if (q->form == A64_LOAD_PAIR ||
	    !a64_access_plain(m, at, q->size, q->size, true, &page))
		return A64_QUICK_NOT;
	next = load_ordered(m, s, i);
	if (next == A64_QUICK_NOT)
		return next;
	x->by = A64_OWN;
	x->at = at;
	x->value = 0;
	memcpy(&x->value, m->memory + page->map.paddr + at % 4096, q->size);
	return next;
}

static uint32_t store_exclusive(struct machine *m, struct a64_state *s,
				const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	struct a64_exclusive *x = &a64_of(m)->exclusive;
	const bool here = x->by == A64_OWN && x->at == s->x[q->n] &&
			  q->form != A64_STORE_PAIR;
	const struct a64_page *page;
	bool same = false;
	uint8_t *to;

	if (x->by == A64_ENGINE || s->x[q->n] > UINT32_MAX) {
		x->by = A64_NOBODY;
		return A64_QUICK_NOT;
	}
	x->by = A64_NOBODY;
	to = here ? a64_access_plain(m, x->at, q->size, q->size, true, &page)
		  : NULL;
	if (here && x->at % q->size) { /* the load was of less */
		a64_begin_abort(
			m,
			a64_mmu_lookup(a64_of(m)->mmu, (uint32_t)x->at, false),
			A64_ALIGNMENT, x->at, true);
		return A64_QUICK_NOT;
	}
	if (to) {
		a64_access_tell(m, page, (uint32_t)x->at, q->size, true);
		same = get(to, q->size, A64_UNSIGNED) == x->value;
		if (same)
			memcpy(to, &s->x[q->d], q->size);
	}
	s->x[q->m] = !same;
	return i->insn.addr + 4;
}

a64_quick_function *a64_quick_exclusive(struct a64_quick *q, uint32_t w)
{
	const bool ordered = a64_bits(w, 23, 1), loads = a64_bits(w, 22, 1);
	const bool pair = a64_bits(w, 21, 1), o0 = a64_bits(w, 15, 1);
	const uint32_t t = w & 31;

	q->alone = true;
	q->size = (uint8_t)(1u << a64_bits(w, 30, 2));
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->d = loads ? a64_written(t, false) : a64_read(t, false);
	q->m = a64_written(a64_bits(w, 16, 5), false);
	q->form = pair ? (loads ? A64_LOAD_PAIR : A64_STORE_PAIR)
		       : (loads ? A64_LOAD : A64_STORE);
	if (ordered)
		return pair || !o0 ? NULL
		       : loads     ? load_ordered
				   : store_ordered;
	return loads ? load_exclusive : store_exclusive;
}
