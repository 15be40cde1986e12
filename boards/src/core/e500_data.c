/* SPDX-License-Identifier: MIT */
/*
 * The e500's data side: first level translation and cache, line fill buffers,
 * cache operations, snoops.  A line's tag is there once it is asked for; what
 * is loaded from it, when it has come.
 */
#include "boards/src/core/e500_inner.h"

void e500_tlb_clear(struct e500_tlb *t)
{
	for (unsigned set = 0; set < E500_TLB4K_SETS; set++)
		for (unsigned way = 0; way < E500_TLB_WAYS; way++) {
			t->mask[set][way] = 0;
			t->base[set][way] = 1;
		}
	t->moves++;
	t->goes++;
}

bool e500_reload_set(struct e500_tlb *t, unsigned set, uint32_t vaddr,
		     uint32_t bits)
{
	unsigned way = 1;
	uint32_t *base = t->base[set], *mask = t->mask[set];
	uint32_t found_base, found_mask;
	bool absent;

	while (way < E500_TLB_WAYS && (vaddr & mask[way]) != base[way])
		way++;
	absent = way == E500_TLB_WAYS;
	if (absent)
		way--;
	t->moves++;
	t->goes += absent;
	found_mask = absent ? UINT32_MAX << bits : mask[way];
	found_base = absent ? vaddr & found_mask : base[way];
	for (; way > 0; way--) {
		mask[way] = mask[way - 1];
		base[way] = base[way - 1];
	}
	mask[0] = found_mask;
	base[0] = found_base;
	return absent;
}

static void translate(struct uarch *u, const struct access *a)
{
	struct e500_state *e = e500_of(u);
	bool variable = a->map.variable_size;

	if (!e500_reload(variable ? &e->dvsp : &e->d4k,
			 variable ? 1 : E500_TLB4K_SETS, a->vaddr,
			 variable ? a->map.page_bits : 12))
		return;
	count(u, variable ? LEDGER_DMMU_VSP_RELOADS : LEDGER_DMMU_TLB4K_RELOADS,
	      1);
	spend(u, CAUSE_WALK_DATA, u->t.main_tlb);
}

/* When a line that is in the cache, or on its way, can be used. */
static struct late arrival(const struct uarch *u, uint32_t line)
{
	const struct e500_state *e = e500_of(u);
	const int i = e500_on_its_way(e, line, u->now);
	const struct late here = { 0 };

	if (i < 0)
		return here;
	return (struct late){ e->dlfb[i].until, e->dlfb[i].cause };
}

/* A load or store waited for a buffer; events tell of no other. */
static void count_full(struct uarch *u, enum ledger_item by, uint64_t cycles)
{
	if (by == LEDGER_DLFB_LOADS) {
		count(u, LEDGER_LOADS_DLFB_FULL, 1);
		count(u, LEDGER_LOADS_DLFB_FULL_CYCLES, cycles);
	} else if (by == LEDGER_DLFB_STORES) {
		count(u, LEDGER_STORES_QUEUE_FULL, 1);
		count(u, LEDGER_STORES_QUEUE_FULL_CYCLES, cycles);
	}
}

/* The buffer that is free first; waits for it. */
static unsigned buffer(struct uarch *u, enum ledger_item by)
{
	struct e500_state *e = e500_of(u);
	const uint64_t from = u->now;
	unsigned first = 0;

	for (unsigned i = 1; i < E500_DLFB; i++)
		if (e->dlfb[i].until < e->dlfb[first].until)
			first = i;
	wait_for(u, CAUSE_BUFFERS_FULL, e->dlfb[first].until,
		 e->dlfb[first].maker);
	if (u->now > from)
		count_full(u, by, u->now - from);
	return first;
}

static void write_back(struct uarch *u, uint32_t line)
{
	e500_ask(u, REQUEST_WRITE_BACK, line);
}

/* The line takes the place of another. */
static int install(struct uarch *u, uint32_t line)
{
	unsigned halves;
	int slot = cache_fill(&u->dcache, line, &halves);

	if (halves) {
		count(u, LEDGER_DL1_CASTOUTS, 1);
		count(u, LEDGER_BIU_CASTOUTS, 1);
		write_back(u, u->dcache.gone);
	}
	return slot;
}

/* A line comes from outside; its slot. */
static int reload(struct uarch *u, uint32_t line, enum uarch_request why,
		  enum ledger_item by, struct late *at)
{
	struct e500_state *e = e500_of(u);
	unsigned i = buffer(u, by);
	uint32_t cycles;

	count(u, LEDGER_DLFB, 1);
	count(u, by, 1);
	count(u, LEDGER_DL1_RELOADS, 1);
	cycles = e500_ask(u, why, line);
	e->dlfb[i].cause = data_cause(u);
	if (by == LEDGER_DLFB_LOADS)
		e500_took(u, LEDGER_DLFB_LOAD_TIMES, cycles);
	e->dlfb[i].line = line;
	e->dlfb[i].maker = u->here;
	e->dlfb[i].until = u->now + cycles;
	if (e->dlfb[i].until > e->dlfb_last)
		e->dlfb_last = e->dlfb[i].until;
	at->until = e->dlfb[i].until + u->t.latency[CLASS_LOAD];
	at->cause = e->dlfb[i].cause;
	return install(u, line);
}

/* Past the cache: by itself, and a load waits for it. */
static struct late single(struct uarch *u, const struct access *a,
			  uint32_t paddr)
{
	uint32_t cycles = e500_ask(
		u, a->write ? REQUEST_WRITE_SINGLE : REQUEST_READ_SINGLE,
		paddr);
	struct late at = { u->now + cycles, CAUSE_UNCACHED };

	if (a->write)
		return (struct late){ 0 };
	if (a->map.guarded)
		wait_until(u, CAUSE_UNCACHED, at.until);
	at.until += u->t.latency[CLASS_LOAD];
	return at;
}

/* The part of an access in one line. */
static struct late in_line(struct uarch *u, const struct access *a,
			   uint32_t paddr, unsigned size)
{
	uint32_t line = paddr & ~(E500_LINE - 1u);
	struct late at = { 0 };
	int slot;

	if (!u->control.dcache || !a->map.cacheable)
		return single(u, a, paddr);
	slot = cache_find(&u->dcache, paddr);
	if (a->write && a->map.write_through)
		return single(u, a, paddr);
	if (slot >= 0)
		at = arrival(u, line);
	else
		slot = reload(u, line, a->write ? REQUEST_STORE : REQUEST_LOAD,
			      a->write ? LEDGER_DLFB_STORES : LEDGER_DLFB_LOADS,
			      &at);
	if (!a->write)
		return at;
	cache_soil(&u->dcache, slot, paddr, size);
	return (struct late){ 0 };
}

static void count_access(struct uarch *u, const struct access *a)
{
	bool cached = a->map.cacheable;

	count(u, LEDGER_TRANSLATED, 1);
	count(u, LEDGER_LOADS_CACHEABLE, cached && !a->write);
	count(u, LEDGER_STORES_CACHEABLE, cached && a->write);
	count(u, LEDGER_CACHE_INHIBITED, !cached);
	count(u, LEDGER_GUARDED_LOADS, a->map.guarded && !a->write);
	count(u, LEDGER_WRITE_THROUGH_STORES,
	      cached && a->write && a->map.write_through);
}

static void touch(struct uarch *u, uint32_t line, bool store)
{
	struct late at;

	count(u, LEDGER_TOUCHES, 1);
	if (u->control.dcache && cache_find(&u->dcache, line) < 0)
		reload(u, line, store ? REQUEST_STORE : REQUEST_LOAD,
		       LEDGER_DLFB_TOUCHES, &at);
}

/* dcbz: a line of which nothing has to come. */
static void zero(struct uarch *u, uint32_t line)
{
	int slot = cache_find(&u->dcache, line);

	count(u, LEDGER_STORES_CACHEABLE, 1);
	if (!u->control.dcache)
		return;
	if (slot < 0) {
		e500_ask(u, REQUEST_ADDRESS_ONLY, line);
		slot = install(u, line);
	}
	cache_soil(&u->dcache, slot, line, E500_LINE);
}

static void give_up(struct uarch *u, uint32_t line, bool clean, bool drop)
{
	int slot = cache_find(&u->dcache, line);

	if (slot < 0) {
		e500_ask(u, REQUEST_ADDRESS_ONLY, line);
		return;
	}
	if (clean && cache_clean(&u->dcache, slot))
		write_back(u, line);
	if (drop)
		cache_drop(&u->dcache, slot);
}

static void icache_line(struct uarch *u, uint32_t line)
{
	int slot = cache_find(&u->icache, line);

	if (slot >= 0)
		cache_drop(&u->icache, slot);
	e500_of(u)->group_bytes = 0;
	e500_ask(u, REQUEST_ADDRESS_ONLY, line);
}

static void operation(struct uarch *u, const struct retired *r)
{
	const struct access *a = &r->access[0];
	uint32_t line = a->map.paddr;

	translate(u, a);
	count(u, LEDGER_TRANSLATED, 1);
	count(u, LEDGER_CACHE_OPERATIONS,
	      r->operation >= OPERATION_ZERO &&
		      r->operation <= OPERATION_FLUSH);
	if (!a->map.cacheable)
		return;
	switch (r->operation) {
	case OPERATION_TOUCH:
	case OPERATION_TOUCH_STORE:
		touch(u, line, r->operation == OPERATION_TOUCH_STORE);
		break;
	case OPERATION_ZERO:
		zero(u, line);
		break;
	case OPERATION_STORE:
		give_up(u, line, true, false);
		break;
	case OPERATION_FLUSH:
		give_up(u, line, true, true);
		break;
	case OPERATION_INVALIDATE:
		give_up(u, line, false, true);
		break;
	default:
		icache_line(u, line);
		break;
	}
}

static void drain(struct uarch *u)
{
	for (unsigned i = 0; i < E500_DLFB; i++)
		wait_until(u, CAUSE_SYNCHRONISE, e500_of(u)->dlfb[i].until);
	e500_ask(u, REQUEST_ADDRESS_ONLY, 0);
}

struct late e500_data(struct uarch *u, const struct retired *r)
{
	struct late at = { 0 };

	if (r->operation == OPERATION_SYNC) {
		drain(u);
		return at;
	}
	if (r->operation != OPERATION_NONE) {
		operation(u, r);
		return at;
	}
	for (unsigned i = 0; i < r->accesses; i++) {
		const struct access *a = &r->access[i];
		uint32_t left = E500_LINE - a->map.paddr % E500_LINE;
		unsigned size = a->size < left ? a->size : left;
		struct late part;

		translate(u, a);
		count_access(u, a);
		part = in_line(u, a, a->map.paddr, size);
		at = later(at, part);
		if (size == a->size)
			continue;
		part = in_line(u, a, a->map.paddr + size, a->size - size);
		at = later(at, part);
	}
	return at;
}

bool uarch_snoop(struct uarch *u, uint32_t paddr, bool write, bool *dirty)
{
	int slot = cache_find(&u->dcache, paddr);

	count(u, LEDGER_SNOOPS, 1);
	if (slot < 0)
		return false;
	count(u, LEDGER_SNOOP_HITS, 1);
	*dirty = cache_clean(&u->dcache, slot) != 0;
	count(u, LEDGER_SNOOP_PUSHES, *dirty);
	count(u, LEDGER_BIU_CASTOUTS, *dirty);
	if (write)
		cache_drop(&u->dcache, slot);
	return true;
}
