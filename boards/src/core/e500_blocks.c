/* SPDX-License-Identifier: MIT */
/*
 * The e500, asked in blocks: see timing.h.  The order in which lines and pages
 * were used last is part of its state, so what is at hand for a block is also
 * the newest; of data, what is not becomes so by uarch_found_again().
 */
#include <stddef.h>

#include "boards/src/core/e500_inner.h"
#include "boards/src/core/timing.h"

enum { PLACES = E500_ALWAYS };

_Static_assert((int)E500_ALWAYS <= (int)TIMING_REGISTERS,
	       "each has its place in a state");

/* Instructions of the group before `pc`, and from there on. */
static uint8_t group_at(const struct e500_state *e, uint32_t pc)
{
	uint32_t past = pc - e->group;

	if (past >= e->group_bytes)
		return 0;
	return (uint8_t)(past / 4 << 4 | (e->group_bytes - past) / 4);
}

static bool tell_state(const struct uarch *u, uint32_t pc,
		       struct timing_state *s)
{
	struct e500_state *e = e500_of(u);

	s->fetched = group_at(e, pc);
	s->issued = (uint16_t)e->slots;
	for (unsigned i = 0; i < PLACES; i++)
		s->pending |= (uint64_t)(e->ready[i] > u->now) << i;
	e->told = s->pending;
	for (uint64_t left = s->pending; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		if (e->ready[i] - u->now > UINT8_MAX)
			return false;
		s->left[i] = (uint8_t)(e->ready[i] - u->now);
		s->why[i] = e->why[i];
	}
	if (e->divider_free > u->now)
		s->unit = (uint8_t)(e->divider_free - u->now);
	return true;
}

/* Nothing else has moved since tell_state() told of it. */
static void take_state(struct uarch *u, uint32_t pc,
		       const struct timing_state *s)
{
	struct e500_state *e = e500_of(u);

	e->group = pc - (s->fetched >> 4) * 4u;
	e->group_bytes = (s->fetched & 15u) + (s->fetched >> 4);
	e->group_bytes *= 4;
	e->slots = s->issued;
	for (uint64_t left = e->walks ? UINT64_MAX >> (64 - PLACES) : e->told;
	     left; left &= left - 1)
		e->ready[__builtin_ctzll(left)] = 0;
	e->told = s->pending;
	for (uint64_t left = s->pending; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		e->ready[i] = u->now + s->left[i];
		e->why[i] = s->why[i];
	}
	e->divider_free = u->now + s->unit;
}

static uint32_t *maker_at(const struct uarch *u, unsigned place)
{
	struct e500_state *e = e500_of(u);

	return place == TIMING_UNIT ? &e->divider_maker : &e->maker[place];
}

static void begin_walks(struct uarch *second, const struct uarch *u)
{
	(void)u;
	e500_of(second)->walks = true;
}

static void walk_on(struct uarch *u, const struct retired *r)
{
	const struct e500_state *e = e500_of(u);

	if (r->insn->addr - e->group >= e->group_bytes)
		e500_group(u, r->insn->addr);
	e500_execute(u, r);
}

static void lose(struct uarch *u, const struct retired *r, bool foretold)
{
	e500_go_on(u, r->insn, r->passed, foretold);
}

static int fetched_now(struct uarch *u, uint32_t vaddr,
		       const struct mapping *map)
{
	return e500_code_at_hand(u, vaddr, map);
}

static bool has_page(const struct e500_tlb *t, uint32_t vaddr)
{
	for (unsigned way = 0; way < E500_TLB_WAYS; way++)
		if ((vaddr & t->mask[0][way]) == t->base[0][way])
			return true;
	return false;
}

/* Pages of 4 KiB are for nobody but steps. */
static int found_data(struct uarch *u, uint32_t vaddr,
		      const struct mapping *map, uint64_t now)
{
	struct e500_state *e = e500_of(u);
	int slot;

	if (!u->control.dcache || !map->variable_size || !map->cacheable ||
	    map->write_through || map->guarded || !has_page(&e->dvsp, vaddr) ||
	    e500_on_its_way(e, map->paddr & ~(E500_LINE - 1u), now) >= 0)
		return -1;
	slot = cache_find(&u->dcache, map->paddr);
	if (slot >= 0)
		e500_reload(&e->dvsp, 1, vaddr, map->page_bits);
	return slot;
}

struct uarch_newest uarch_newest(const struct uarch *u)
{
	const struct e500_state *e = e500_of(u);

	return (struct uarch_newest){ u->dcache.recent, e->dvsp.base[0],
				      e->dvsp.mask[0] };
}

void uarch_found_again(struct uarch *u, uint32_t vaddr, unsigned slot)
{
	/* The page is there, so that its size does not matter. */
	e500_reload(&e500_of(u)->dvsp, 1, vaddr, 0);
	if (u->dcache.recent[slot / u->dcache.shape.ways] !=
	    slot % u->dcache.shape.ways)
		cache_touch(&u->dcache, (int)slot);
}

/* Pages that were found again are there as before. */
static uint32_t page_moves(const struct uarch *u, bool fetch)
{
	const struct e500_state *e = e500_of(u);

	return fetch ? e->ivsp.moves + e->i4k.moves : e->dvsp.goes;
}

static const struct uarch_blocks blocks = {
	.pretend = begin_walks,
	.state = tell_state,
	.take_up = take_state,
	.maker = maker_at,
	.execute = walk_on,
	.lose = lose,
	.foretells = uarch_foretells,
	.fetched = fetched_now,
	.found = found_data,
	.pages = page_moves,
	.moved = offsetof(struct e500_state, group),
	.moved_size = offsetof(struct e500_state, dlfb) -
		      offsetof(struct e500_state, group),
	.width = 2,
	.recent = true,
};

_Static_assert(offsetof(struct e500_state, dlfb) -
			       offsetof(struct e500_state, group) <=
		       UARCH_MOVED_MOST,
	       "a walk has room for what it moves");

const struct uarch_ops uarch_e500_ops = {
	.blocks = &blocks,
	.timing = &e500_timing,
	.own_size = sizeof(struct e500_state),
	.init = e500_init,
	.junk = e500_junk,
	.retire = e500_retire,
	.maintain = e500_maintain,
};
