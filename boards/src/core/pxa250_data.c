/* SPDX-License-Identifier: MIT */
/*
 * PXA250 (XScale core): data side.  Every register loaded or stored is an
 * access [80200 12.5.2].  A miss takes a fill buffer, an access to a line
 * under way a pend buffer, a write to memory a write buffer entry; when the
 * one that is needed is not free the core stalls [80200 6.1.3, 12.5.4].
 */
#include "boards/src/core/pxa250_inner.h"

enum { WRITE_ENTRY_BITS = 4 }; /* 16 bytes [80200 6.1.3] */

/* A stall that begins where the last one ended is the same run (chosen). */
static void full_stall(struct uarch *u, const struct buffer *b)
{
	const uint64_t until = buffer_free_at(b, u->now);

	if (until <= u->now)
		return;
	if (pxa250_of(u)->full_end != u->now)
		count(u, LEDGER_BUFFER_FULL_RUNS, 1);
	count(u, LEDGER_BUFFER_FULL_STALL, until - u->now);
	wait_for(u, CAUSE_BUFFERS_FULL, until, b->maker[buffer_first(b)]);
	pxa250_of(u)->full_end = until;
}

static struct late fill_request(struct uarch *u, uint32_t line, uint32_t busy,
				enum cause cause)
{
	struct late done = { .cause = cause };

	full_stall(u, &pxa250_of(u)->requests);
	done.until = bus_start(u, busy) + vary(u, u->t.read);
	count(u, LEDGER_EXTERNAL_DATA, 1);
	buffer_put(&pxa250_of(u)->requests, line, done.until, (uint8_t)cause,
		   u->here);
	return done;
}

static void pend(struct uarch *u, uint32_t line, struct late done)
{
	full_stall(u, &pxa250_of(u)->pend);
	if (done.until > u->now)
		buffer_put(&pxa250_of(u)->pend, line, done.until,
			   (uint8_t)done.cause, u->here);
}

/* A store goes out; it joins a waiting one to the same 16 bytes. */
static void write_request(struct uarch *u, uint32_t vaddr)
{
	uint32_t block = vaddr >> WRITE_ENTRY_BITS;
	uint64_t done;
	uint8_t why;

	if (buffer_find(&pxa250_of(u)->writes, block, u->now, &why))
		return;
	full_stall(u, &pxa250_of(u)->writes);
	done = bus_start(u, u->t.write_busy) + vary(u, u->t.write);
	count(u, LEDGER_EXTERNAL_DATA, 1);
	buffer_put(&pxa250_of(u)->writes, block, done, CAUSE_DATA_MEMORY,
		   u->here);
}

/* Neither cached nor, perhaps, buffered: then the core stalls until the
 * access is complete [80200 Table 3-1]. */
static struct late uncached(struct uarch *u, const struct access *a)
{
	struct late done = { .cause = CAUSE_UNCACHED };

	if (a->map.bufferable && !a->map.strongly_ordered) {
		if (!a->write)
			return fill_request(u, a->vaddr >> CACHE_LINE_BITS,
					    u->t.read_busy, CAUSE_UNCACHED);
		write_request(u, a->vaddr);
		return done;
	}
	wait_until(u, CAUSE_UNCACHED, pxa250_of(u)->writes.last);
	done.until = bus_start(u, a->write ? u->t.write_busy : u->t.read_busy) +
		     vary(u, a->write ? u->t.write : u->t.read);
	count(u, LEDGER_EXTERNAL_DATA, 1);
	wait_until(u, CAUSE_UNCACHED, done.until);
	return done;
}

static struct late cached(struct uarch *u, const struct access *a)
{
	struct cache *c = a->map.mini ? &pxa250_of(u)->mini : &u->dcache;
	uint32_t line = a->vaddr >> CACHE_LINE_BITS;
	int slot = cache_find(c, a->vaddr);
	bool through = a->write && a->map.write_through;
	struct late done = { 0 };
	unsigned halves;
	uint8_t why = 0;

	if (slot < 0) {
		count(u, LEDGER_DCACHE_MISS, 1);
		if (a->write && !a->map.write_allocate) {
			write_request(u, a->vaddr);
			return done;
		}
		done = fill_request(u, line, u->t.line_busy, CAUSE_DATA_MEMORY);
		slot = cache_fill(c, a->vaddr, &halves);
		uarch_write_back(u, halves);
	} else {
		done.until = buffer_find(&pxa250_of(u)->requests, line, u->now,
					 &why);
		done.cause = why;
		if (done.until)
			pend(u, line, done);
	}
	if (through)
		write_request(u, a->vaddr);
	else if (a->write)
		cache_soil(c, slot, a->vaddr, a->size);
	return done;
}

static void data_page(struct uarch *u, const struct access *a)
{
	if (u->control.mmu &&
	    other_page(&u->dpage, a->vaddr, a->map.page_bits) &&
	    !tlb_touch(&pxa250_of(u)->dtlb, a->vaddr, a->map.page_bits)) {
		count(u, LEDGER_DTLB_MISS, 1);
		spend(u, CAUSE_WALK_DATA, uarch_walk(u, &a->map));
	}
}

/* One for each register; a swap, a preload or a coprocessor's transfer by
 * what the bus sees (chosen). */
static uint64_t registers(const struct retired *r)
{
	const struct insn *i = r->insn;
	bool whole = !r->exception && !i->preload;

	if (whole && i->transfers &&
	    (i->class == CLASS_LOAD || i->class == CLASS_STORE ||
	     i->class == CLASS_LOAD_MULTIPLE ||
	     i->class == CLASS_STORE_MULTIPLE))
		return i->transfers;
	return r->accesses;
}

void pxa250_data(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	uint64_t issued = u->now;
	struct late done = { 0 };
	uint64_t accesses = registers(r);

	count(u, LEDGER_DCACHE_ACCESS, accesses);
	count(u, LEDGER_DCACHE_ACCESS_CACHEABLE,
	      u->control.dcache && r->access[0].map.cacheable ? accesses : 0);
	for (unsigned n = 0; n < r->accesses; n++) {
		const struct access *a = &r->access[n];
		bool in_cache = u->control.dcache && a->map.cacheable;
		struct late there;

		data_page(u, a);
		there = in_cache ? cached(u, a) : uncached(u, a);
		if (!a->write)
			done = later(done, there);
	}
	if (!r->access[0].write && !r->exception && u->t.latency[i->class])
		uarch_results(u, uarch_loaded(i), CAUSE_LOAD_USE,
			      issued + u->t.latency[i->class],
			      2u * u->t.multiple_issue, done);
}

void pxa250_drain(struct uarch *u)
{
	count(u, LEDGER_WRITE_BUFFER_DRAINS, 1);
	wait_until(u, CAUSE_SYNCHRONISE, pxa250_of(u)->requests.last);
	wait_until(u, CAUSE_SYNCHRONISE, pxa250_of(u)->writes.last);
	wait_until(u, CAUSE_SYNCHRONISE, u->bus_free);
}
