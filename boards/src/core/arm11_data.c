/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 cores: data side.  Accesses are counted per line and instruction
 * [DAI0195B 7], requests to memory wait in the LSU's queue.
 */
#include "boards/src/core/arm11_inner.h"

uint64_t arm11_read(struct uarch *u, enum l2_port port,
		    const struct mapping *map)
{
	return beyond_read(u, arm11_of(u)->controller, port, map->paddr,
			   &map->outer, u->t.read);
}

void arm11_read_unused(struct uarch *u, enum l2_port port, uint32_t paddr,
		       const struct outer *outer)
{
	if (arm11_of(u)->controller)
		(void)l2_read(arm11_of(u)->controller, port, paddr, outer);
}

/* A descriptor; the walk goes by the port for data (chosen). */
static uint64_t read_descriptor(struct uarch *u, const struct mapping *map,
				unsigned level)
{
	return beyond_read(u, arm11_of(u)->controller, L2_DATA,
			   map->table[level], &map->walk, u->t.walk_read);
}

static uint64_t walk(struct uarch *u, const struct mapping *map)
{
	uint64_t cycles = read_descriptor(u, map, 0);

	if (map->page_bits < 20) /* a second-level table */
		cycles += read_descriptor(u, map, 1);
	return cycles;
}

/*
 * A page that the MicroTLB does not have.  The walk is neither an instruction
 * nor a data stall [DAI0195B 4].
 */
void arm11_main_tlb(struct uarch *u, enum cause cause, uint32_t vaddr,
		    const struct mapping *map)
{
	spend(u, cause, u->t.main_tlb);
	if (!tlb_touch(&arm11_of(u)->main_tlb, vaddr, map->page_bits)) {
		count(u, LEDGER_MAIN_TLB_MISS, 1);
		spend(u, cause, walk(u, map));
	}
}

/*
 * A TCM is looked up as a cache is, counts as cacheable [DAI0195B 7], and
 * always hits.  The note's example of speculation: a write to level 2 and a
 * TCM read are three accesses.  So here a read that directly follows such a
 * write, while that is under way, is looked up twice (chosen).
 */
static void tcm_access(struct uarch *u, const struct access *a, uint64_t posted)
{
	unsigned times = !a->write && posted > u->now ? 2 : 1;

	count(u, LEDGER_DCACHE_ACCESS, times);
	count(u, LEDGER_DCACHE_ACCESS_CACHEABLE, times);
	for (unsigned i = 0; i < times; i++)
		ram_access(u, a->map.itcm ? BOARD_ITCM : BOARD_DTCM);
}

/* Cycles until a write has been taken; its first byte tells where it goes. */
static uint64_t write_out(struct uarch *u, const struct mapping *map)
{
	return beyond_write(u, arm11_of(u)->controller, map->paddr, 1,
			    &map->outer, false);
}

/* A request to memory in the LSU queue: when is it done? */
static struct late request(struct uarch *u, const struct mapping *map,
			   bool write, bool cached, uint32_t busy)
{
	struct late done = { .until = bus_start(u, busy) };

	done.until += write ? write_out(u, map) : arm11_read(u, L2_DATA, map);
	done.cause = cached ? data_cause(u) : CAUSE_UNCACHED;
	count(u, LEDGER_EXTERNAL_DATA, 1);
	cache_tell(&u->dcache, map->paddr);
	buffer_put(&arm11_of(u)->requests, map->paddr >> CACHE_LINE_BITS,
		   done.until, (uint8_t)done.cause, u->here);
	if (write)
		arm11_of(u)->posted = done.until;
	return done;
}

struct run {              /* of accesses to one line by one instruction */
	int slot;         /* cached, and to be soiled by writes; else -1 */
	struct late done; /* when the first data are there */
};

/* In the cache, if the line is there. */
static int look_up(struct uarch *u, const struct access *a, uint32_t paddr)
{
	int slot = cache_find(&u->dcache, paddr);

	count(u, LEDGER_DCACHE_ACCESS_CACHEABLE, 1);
	ram_access(u, BOARD_DCACHE_TAG);
	if (slot < 0) {
		count(u, LEDGER_DCACHE_MISS, 1);
		return slot;
	}
	ram_access(u, BOARD_DCACHE_DATA);
	if (a->write && !a->map.write_through)
		ram_access(u, BOARD_DCACHE_DIRTY);
	return slot;
}

static struct run begin_run(struct uarch *u, const struct access *a,
			    uint32_t vaddr)
{
	struct mapping map = a->map;
	struct run run = { .slot = -1 };
	uint64_t posted = arm11_of(u)->posted;
	unsigned halves;
	uint8_t why = 0;

	map.paddr += vaddr - a->vaddr;
	arm11_of(u)->posted = 0;
	if (a->map.tcm) {
		tcm_access(u, a, posted);
		return run;
	}
	count(u, LEDGER_DCACHE_ACCESS, 1);
	if (!arm11_looks_up(u->control.dcache, &a->map)) {
		run.done = request(u, &map, a->write, false,
				   a->write ? u->t.write_busy : u->t.read_busy);
		return run;
	}
	run.slot = look_up(u, a, map.paddr);
	if (run.slot >= 0) {
		run.done.until =
			buffer_find(&arm11_of(u)->requests,
				    map.paddr >> CACHE_LINE_BITS, u->now, &why);
		run.done.cause = why;
	}
	if (a->write && (run.slot < 0 || a->map.write_through)) {
		/* No allocation: the write itself goes out. */
		run.slot = -1;
		request(u, &map, true, true, u->t.write_busy);
	} else if (run.slot < 0) {
		run.done = request(u, &map, false, true, u->t.line_busy);
		run.slot = cache_fill(&u->dcache, map.paddr, &halves);
		ram_access(u, BOARD_DCACHE_DIRTY); /* of what goes */
		uarch_write_back(u, halves);
	}
	return run;
}

/* Bytes of a run of writes: in the first level, or what it sends on. */
static void soil(struct uarch *u, const struct access *a, const struct run *run,
		 uint32_t vaddr, unsigned size)
{
	if (run->slot >= 0)
		cache_soil(&u->dcache, run->slot, vaddr, size);
	else if (arm11_of(u)->controller && !a->map.tcm)
		l2_write_more(arm11_of(u)->controller,
			      a->map.paddr + (vaddr - a->vaddr), size,
			      &a->map.outer);
}

static void data_page(struct uarch *u, const struct access *a)
{
	if (u->control.mmu &&
	    other_page(&u->dpage, a->vaddr, a->map.page_bits) &&
	    !tlb_touch(&arm11_of(u)->dmicro, a->vaddr, a->map.page_bits)) {
		count(u, LEDGER_DMICROTLB_MISS, 1);
		arm11_main_tlb(u, CAUSE_WALK_DATA, a->vaddr, &a->map);
	}
}

/* All accesses of an instruction; when is the last of its data there? */
static struct late accesses(struct uarch *u, const struct retired *r)
{
	uint32_t line = CACHE_NO_LINE;
	struct run run = { .slot = -1 };
	struct late done = { 0 };
	bool write = false;

	for (unsigned i = 0; i < r->accesses; i++) {
		const struct access *a = &r->access[i];
		uint32_t at = a->vaddr;
		uint32_t last = at + a->size - 1;

		data_page(u, a);
		for (;;) { /* twice when it lies across two lines */
			uint32_t end = at | (CACHE_LINE_BYTES - 1);
			uint32_t stop = last < end ? last : end;

			/* A swap's write follows its read: not sequential. */
			if (at >> CACHE_LINE_BITS != line ||
			    a->write != write) {
				line = at >> CACHE_LINE_BITS;
				write = a->write;
				run = begin_run(u, a, at);
				if (!write)
					done = later(done, run.done);
			}
			if (write)
				soil(u, a, &run, at, stop - at + 1);
			if (last <= end || end == UINT32_MAX)
				break;
			at = end + 1;
		}
	}
	return done;
}

void arm11_drain(struct uarch *u, enum cause cause)
{
	count(u, LEDGER_WRITE_BUFFER_DRAINS, 1);
	wait_until(u, cause, arm11_of(u)->requests.last);
	wait_until(u, cause, u->bus_free);
}

void arm11_data(struct uarch *u, const struct retired *r, uint64_t from)
{
	const struct insn *i = r->insn;
	const struct buffer *queue = &arm11_of(u)->requests;
	bool ordered = r->access[0].map.strongly_ordered;
	uint64_t room = buffer_free_at(queue, from), issued;
	struct late done;

	/* Data stall may count the same cycles already [DAI0195B 4]. */
	if (room > from)
		count(u, LEDGER_LSU_FULL_STALL, room - from);
	if (room > u->now)
		wait_for(u, CAUSE_BUFFERS_FULL, room,
			 queue->maker[buffer_first(queue)]);
	wait_for(u, CAUSE_UNITS, arm11_of(u)->lsu_free, arm11_of(u)->lsu_maker);
	if (ordered)
		arm11_drain(u, CAUSE_UNCACHED);
	issued = u->now;
	done = accesses(u, r);
	if (ordered) /* and nothing overtakes it (chosen) */
		wait_until(u, CAUSE_UNCACHED, arm11_of(u)->requests.last);
	arm11_of(u)->lsu_maker = u->here;
	arm11_of(u)->lsu_free =
		u->now + (uint64_t)(i->transfers + 1) / 2 * u->t.pair_cycle;
	if (!r->access[0].write && !r->exception && u->t.latency[i->class])
		uarch_results(u, uarch_loaded(i), CAUSE_LOAD_USE,
			      issued + u->t.latency[i->class], u->t.pair_cycle,
			      done);
}
