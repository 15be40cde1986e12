/* SPDX-License-Identifier: MIT */
/*
 * ARM926EJ-S: data side.  What leaves the core leaves in its order (chosen):
 * reads wait for the writes before them, and a cast-out follows the fill that
 * made it necessary.
 *
 * Constant                      value       source
 * write buffer                  16 words, 4 addresses [DDI0198D 4.1; NS9215
 *                               hardware reference, caches and write buffer]
 * write-back buffer             8 words, 1 address [ibid.]
 * buffered                      writes where the page is bufferable or
 *                               cacheable, and which do not hit [ibid.]
 * bursts                        writes of 8, 4 and 1 words [DDI0198D 6.2.2];
 *                               not over 1 KiB [IHI0011A 3.6]; reads singly
 *                                           [DDI0198D Table 6-1]
 * swap                          locked where not cached; in the cache a load
 *                               and a store (chosen)
 * ERROR                         a data abort, but for buffered writes, which
 *                               nobody waits for, and words of a line besides
 *                               the one that was asked for (chosen)
 */
#include "boards/src/core/arm926_inner.h"

#include <string.h>

enum {
	BUFFER_WORDS = 16,
	BUFFER_ADDRESSES = 4,
	BURST_BOUNDARY = 1024,
	WORD = 4,
	HALF_WORDS = 4,
	LOWER = 1,
	UPPER = 2,
};

enum uarch_bus arm926_walk(struct uarch *u, const struct mapping *map,
			   bool data)
{
	struct ahb_done done;

	for (unsigned i = 0; i < map->tables; i++) {
		struct ahb_burst b = ahb_page_walk(map->table[i], data);

		ahb_transfer(arm926_of(u)->bus, AHB_ARMD, &b, arm926_when(u),
			     &done);
		wait_until(u, data ? CAUSE_WALK_DATA : CAUSE_WALK_FETCH,
			   done.time);
		if (done.error)
			return UARCH_BUS_WALK_ERROR;
	}
	return UARCH_BUS_OK;
}

enum uarch_bus arm926_page(struct uarch *u, struct page_memo *memo,
			   uint32_t vaddr, const struct mapping *map, bool data)
{
	enum uarch_bus bus;

	if (!u->control.mmu || !other_page(memo, vaddr, map->page_bits) ||
	    tlb_touch(&arm926_of(u)->tlb, vaddr, map->page_bits))
		return UARCH_BUS_OK;
	count(u, LEDGER_MAIN_TLB_MISS, 1);
	bus = arm926_walk(u, map, data);
	if (bus) {
		tlb_drop(&arm926_of(u)->tlb, vaddr);
		forget_page(memo);
	}
	return bus;
}

/* Bursts that the bus has finished leave the buffers. */
static void catch_up(struct uarch *u)
{
	struct arm926 *a = arm926_of(u);
	unsigned pending, over;

	if (!a->posts)
		return;
	ahb_advance(arm926_of(u)->bus, u->now);
	pending = ahb_pending(arm926_of(u)->bus, AHB_ARMD);
	if (pending >= a->posts)
		return;
	over = a->posts - pending;
	for (unsigned i = over; i < a->posts; i++)
		a->posted[i - over] = a->posted[i];
	a->posts -= over;
}

static bool has_room(const struct arm926 *a, const struct arm926_posted *p)
{
	unsigned words = p->words, addresses = p->addresses;
	unsigned cast_outs = p->cast_out ? 1 : 0;

	for (unsigned i = 0; i < a->posts; i++) {
		words += a->posted[i].words;
		addresses += a->posted[i].addresses;
		cast_outs += a->posted[i].cast_out ? 1 : 0;
	}
	return words <= BUFFER_WORDS && addresses <= BUFFER_ADDRESSES &&
	       cast_outs <= 1 && a->posts < ARM926_POSTED_MAX;
}

static void make_room(struct uarch *u, const struct arm926_posted *p)
{
	uint64_t asked = u->now;
	struct ahb_done done;

	catch_up(u);
	while (!has_room(arm926_of(u), p)) {
		(void)arm926_await(u, CAUSE_BUFFERS_FULL, AHB_ARMD,
				   arm926_of(u)->posted[0].ticket, 0, &done);
		catch_up(u);
	}
	count(u, LEDGER_BUFFER_FULL_STALL, u->now - asked);
}

/* Ask for it, and do not wait. */
static ahb_ticket post(struct uarch *u, const struct ahb_burst *b,
		       struct arm926_posted p)
{
	make_room(u, &p);
	p.ticket = ahb_post(arm926_of(u)->bus, AHB_ARMD, b, arm926_when(u));
	arm926_of(u)->posted[arm926_of(u)->posts++] = p;
	return p.ticket;
}

static void cast_out(struct uarch *u, uint32_t paddr, unsigned dirty)
{
	const struct arm926_posted p = { .cast_out = true };
	struct ahb_burst b;

	if (!dirty)
		return;
	if (dirty == UPPER)
		paddr += HALF_WORDS * WORD;
	b = ahb_cast_out(paddr, dirty == (LOWER | UPPER) ? 2 * HALF_WORDS
							 : HALF_WORDS);
	count(u, LEDGER_HALF_LINES_WRITTEN_BACK, b.beats / HALF_WORDS);
	post(u, &b, p);
}

static enum uarch_bus fill(struct uarch *u, const struct access *a)
{
	struct ahb_burst b = ahb_line_fill(a->map.paddr & ~(WORD - 1u), true);
	const struct arm926_posted cast = { .cast_out = true }, none = { 0 };
	uint32_t *line = arm926_of(u)->line, out;
	struct ahb_done done;
	enum uarch_bus bus;
	unsigned halves;
	int slot;

	count(u, LEDGER_DCACHE_MISS, 1);
	slot = cache_fill(&u->dcache, a->vaddr, &halves);
	if (halves) /* the victim waits in its buffer meanwhile */
		make_room(u, &cast);
	bus = arm926_await(u, CAUSE_DATA_MEMORY, AHB_ARMD, post(u, &b, none), 1,
			   &done);
	out = line[slot];
	line[slot] = a->map.paddr & ~(CACHE_LINE_BYTES - 1u);
	cast_out(u, out, u->dcache.evicted);
	if (bus)
		cache_drop(&u->dcache, slot);
	return bus;
}

static uint8_t protection(const struct access *a, bool privileged)
{
	bool buffered =
		a->map.cacheable ? !a->map.write_through : a->map.bufferable;

	return (uint8_t)(AHB_DATA | (privileged ? AHB_PRIVILEGED : 0) |
			 (buffered ? AHB_BUFFERABLE : 0) |
			 (a->map.cacheable ? AHB_CACHEABLE : 0));
}

static bool through_cache(const struct uarch *u, const struct access *a)
{
	return u->control.dcache && a->map.cacheable;
}

/* How many words of a store multiple leave the core from this one on.  Those
 * of coprocessors leave one by one (chosen). */
static unsigned run(struct uarch *u, const struct insn *i,
		    const struct access *a)
{
	unsigned words = i->transfers + 1u - arm926_of(u)->stored, n = 1;
	bool back = through_cache(u, a) && !a->map.write_through;

	if (i->class != CLASS_STORE_MULTIPLE || insn_of_coprocessor(i) ||
	    a->size != WORD || arm926_of(u)->stored > i->transfers)
		return 1;
	while (n < words && (a->map.paddr + n * WORD) % BURST_BOUNDARY &&
	       !(back && cache_find(&u->dcache, a->vaddr + n * WORD) >= 0))
		n++;
	return n >= 2 * HALF_WORDS ? 2 * HALF_WORDS
	       : n >= HALF_WORDS   ? HALF_WORDS
				   : 1;
}

static enum uarch_bus write(struct uarch *u, const struct insn *i,
			    const struct access *a, bool privileged,
			    const uint32_t *value)
{
	unsigned words = run(u, i, a);
	struct ahb_burst b = ahb_write_of(a->map.paddr, a->size, words,
					  protection(a, privileged));
	struct arm926_posted p = { .addresses = 1, .words = (uint8_t)words };
	struct ahb_done done;

	memcpy(b.value, value, words * sizeof(b.value[0]));
	arm926_of(u)->burst_left = words - 1;
	if (through_cache(u, a) || a->map.bufferable) {
		post(u, &b, p);
		return UARCH_BUS_OK;
	}
	p.addresses = p.words = 0; /* it does not go through the buffer */
	return arm926_await(u, CAUSE_UNCACHED, AHB_ARMD, post(u, &b, p), 0,
			    &done);
}

static enum uarch_bus swap(struct uarch *u, const struct access *a,
			   bool privileged, uint32_t *value)
{
	struct ahb_done done;

	arm926_of(u)->swapped = true;
	ahb_swap(arm926_of(u)->bus, a->map.paddr, a->size, *value,
		 protection(a, privileged), arm926_when(u), &done);
	wait_until(u, CAUSE_UNCACHED, done.time);
	*value = done.value[0];
	return done.error ? UARCH_BUS_ERROR : UARCH_BUS_OK;
}

static enum uarch_bus uncached(struct uarch *u, const struct insn *i,
			       const struct access *a, bool privileged,
			       uint32_t *value)
{
	const struct arm926_posted none = { 0 };
	struct ahb_burst b;
	struct ahb_done done;
	enum uarch_bus bus;

	if (a->write)
		return write(u, i, a, privileged, value);
	if (i->class == CLASS_SWAP)
		return swap(u, a, privileged, value);
	b = ahb_read_of(a->map.paddr, a->size, 1, protection(a, privileged));
	bus = arm926_await(u, CAUSE_UNCACHED, AHB_ARMD, post(u, &b, none), 0,
			   &done);
	*value = done.value[0];
	return bus;
}

static enum uarch_bus cached(struct uarch *u, const struct insn *i,
			     const struct access *a, bool privileged,
			     const uint32_t *value)
{
	int slot = cache_find(&u->dcache, a->vaddr);

	count(u, LEDGER_DCACHE_ACCESS_CACHEABLE, 1);
	if (!a->write)
		return slot < 0 ? fill(u, a) : UARCH_BUS_OK;
	if (slot < 0 || a->map.write_through)
		return write(u, i, a, privileged, value);
	cache_soil(&u->dcache, slot, a->vaddr, a->size);
	return UARCH_BUS_OK;
}

static enum uarch_bus one(struct uarch *u, const struct insn *i,
			  const struct access *a, bool privileged,
			  uint32_t *value)
{
	uint64_t asked = u->now;
	enum uarch_bus bus;

	count(u, LEDGER_DCACHE_ACCESS, 1);
	if (a->write)
		arm926_of(u)->stored++;
	if (a->write && arm926_of(u)->swapped)
		return UARCH_BUS_OK;
	if (a->write && arm926_of(u)->burst_left) {
		arm926_of(u)->burst_left--;
		return UARCH_BUS_OK;
	}
	bus = arm926_page(u, &u->dpage, a->vaddr, &a->map, true);
	if (bus)
		return bus;
	if (through_cache(u, a))
		bus = cached(u, i, a, privileged, value);
	else
		bus = uncached(u, i, a, privileged, value);
	count(u, LEDGER_DATA_STALL, u->now - asked);
	return bus;
}

/* The bus knows words and aligned parts of them [DDI0198D 6.2.2]. */
enum uarch_bus arm926_access(struct uarch *u, const struct insn *i,
			     const struct access *whole, bool privileged,
			     uint32_t *value)
{
	struct access a = *whole;
	enum uarch_bus bus;

	if (a.size > WORD)
		a.size = WORD;
	a.map.paddr &= ~(a.size - 1u);
	a.vaddr &= ~(a.size - 1u);
	bus = one(u, i, &a, privileged, value);
	if (bus || whole->size <= WORD)
		return bus;
	a.vaddr += WORD;
	a.map.paddr += WORD;
	return one(u, i, &a, privileged, value + 1);
}

void arm926_drain(struct uarch *u)
{
	count(u, LEDGER_WRITE_BUFFER_DRAINS, 1);
	wait_until(u, CAUSE_SYNCHRONISE,
		   ahb_drain(arm926_of(u)->bus, AHB_ARMD, u->now));
	arm926_of(u)->posts = 0;
}

static void maintain_slot(struct uarch *u, int slot, bool clean, bool drop)
{
	struct cache *c = &u->dcache;
	unsigned dirty = c->dirty[slot];

	if (clean) {
		(void)cache_clean(c, slot);
		cast_out(u, arm926_of(u)->line[slot], dirty);
	}
	if (drop)
		cache_drop(c, slot);
}

void arm926_maintain_data(struct uarch *u, enum maintenance what,
			  uint32_t vaddr)
{
	bool all = what == MAINTAIN_D_INVALIDATE_ALL ||
		   what == MAINTAIN_D_CLEAN_ALL ||
		   what == MAINTAIN_D_CLEAN_INVALIDATE_ALL;
	bool clean = what != MAINTAIN_D_INVALIDATE_ALL &&
		     what != MAINTAIN_D_INVALIDATE_LINE;
	bool drop =
		what != MAINTAIN_D_CLEAN_ALL && what != MAINTAIN_D_CLEAN_LINE;
	int slots = (int)(u->dcache.shape.sets * u->dcache.shape.ways);
	int slot = cache_find(&u->dcache, vaddr);

	if (!all && slot >= 0)
		maintain_slot(u, slot, clean, drop);
	for (slot = 0; all && slot < slots; slot++)
		maintain_slot(u, slot, clean, drop);
}

bool uarch_test_and_clean(struct uarch *u, bool invalidate)
{
	struct cache *c = &u->dcache;
	int slots = (int)(c->shape.sets * c->shape.ways), slot = 0;
	uint64_t before = u->now;

	while (slot < slots && !c->dirty[slot])
		slot++;
	if (slot < slots)
		maintain_slot(u, slot, true, false);
	while (slot < slots && !c->dirty[slot])
		slot++;
	if (slot == slots && invalidate)
		cache_drop_all(c);
	settle(u, before);
	return slot == slots;
}
