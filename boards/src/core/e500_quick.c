/* SPDX-License-Identifier: MIT */
/*
 * The e500 at its most usual: an instruction whose group, page, line and branch
 * are where the last ones were.  What it costs then is known without asking
 * anybody, and what it takes and makes ready was worked out beforehand.
 * Everything else goes the long way (e500.c), which is to the same effect.
 */
#include "boards/src/core/e500_inner.h"

enum shape {
	LONG_WAY,
	SIMPLE, /* between registers, and of one cycle's issue */
	TRANSFER,
	BRANCH,
};

static enum shape shape(const struct insn *i)
{
	if (flow_changes_mode(i->flow))
		return LONG_WAY;
	if (i->flow != FLOW_NEXT)
		return BRANCH;
	switch (i->class) {
	case CLASS_ALU:
	case CLASS_MULTIPLY:
	case CLASS_OTHER:
		return SIMPLE;
	case CLASS_LOAD:
	case CLASS_STORE:
		return i->transfers == 1 ? TRANSFER : LONG_WAY;
	default:
		return LONG_WAY;
	}
}

/* The places of a set of registers; false: they are too many. */
static bool places(uint32_t regs, uint32_t extra, uint8_t none, uint8_t *to,
		   unsigned room)
{
	uint64_t left = regs | (uint64_t)extra << E500_EXTRAS;

	for (unsigned i = 0; i < room; i++, left &= left - 1)
		to[i] = left ? (uint8_t)__builtin_ctzll(left) : none;
	return !left;
}

void uarch_prepare(struct insn *i)
{
	struct e500_facts *f = &i->e500;
	bool fits = places(i->reads, i->extra_reads, E500_ALWAYS, f->waits_for,
			   E500_WAITS) &&
		    places(i->writes, i->extra_writes, E500_NOWHERE,
			   f->makes_ready, E500_READIES);

	f->shape = (uint8_t)(fits ? shape(i) : LONG_WAY);
	f->uops = (uint8_t)(1 + e500_updates(i));
	f->slots = (uint16_t)e500_slots(i);
}

/* The slot of the line of an access that waits for nothing; or -1. */
static ALWAYS int data_at_hand(const struct uarch *u, const struct access *a)
{
	const struct e500_state *e = e500_of(u);
	const struct mapping *map = &a->map;
	bool near =
		map->variable_size
			? e500_newest(&e->dvsp, 0, a->vaddr)
			: e500_newest(&e->d4k,
				      a->vaddr >> 12 & (E500_TLB4K_SETS - 1),
				      a->vaddr);

	if (!near || !map->cacheable || map->write_through || map->guarded ||
	    !u->control.dcache || u->now < e->dlfb_last ||
	    map->paddr % E500_LINE + a->size > E500_LINE)
		return -1;
	return cache_at_hand(&u->dcache, map->paddr);
}

static ALWAYS void transfer(struct uarch *u, const struct retired *r, int slot)
{
	const struct access *a = &r->access[0];

	count(u, LEDGER_TRANSLATED, 1);
	if (a->write) {
		count(u, LEDGER_STORES_CACHEABLE, 1);
		count(u, LEDGER_STORE_UOPS, 1);
		cache_soil(&u->dcache, slot, a->map.paddr, a->size);
	} else {
		count(u, LEDGER_LOADS_CACHEABLE, 1);
		count(u, LEDGER_LOAD_UOPS, 1);
	}
	count(u, LEDGER_MISALIGNED, (a->vaddr & (r->element - 1u)) != 0);
}

/* Of the operands that are there at that cycle, the first. */
static unsigned last_of(const struct e500_state *e, const uint8_t *from,
			uint64_t at)
{
	unsigned k = 0;

	while (k < E500_WAITS - 1 && e->ready[from[k]] != at)
		k++;
	return from[k];
}

/* The usual instructions retire here without a call of anybody else. */
void uarch_retire_usual(struct uarch *u, const struct retired *r)
{
	struct e500_state *e = e500_of(u);
	const struct insn *i = r->insn;
	const struct e500_facts *f = &i->e500;
	const uint8_t *from = f->waits_for;
	uint64_t before = u->now, at;
	bool begins = i->addr - e->group >= e->group_bytes;
	int slot = 0;

	if (u->options.trial.ranges || u->moved) {
		uarch_retire(u, r);
		return;
	}
	if (f->shape == TRANSFER)
		slot = data_at_hand(u, r->access);
	if (f->shape == LONG_WAY || slot < 0 || u->options.flat ||
	    (begins && e500_code_at_hand(u, r->insn->addr, r->fetch) < 0)) {
		e500_retire(u, r);
		return;
	}
	if (begins)
		e500_group(u, i->addr);
	at = e500_later(e500_later(e->ready[from[0]], e->ready[from[1]]),
			e->ready[from[2]]);
	if (at > u->now)
		e500_wait_for(u, last_of(e, from, at), at);
	e500_take(u, f->slots);
	if (f->shape == TRANSFER)
		transfer(u, r, slot);
	at = u->now + u->t.latency[i->class];
	for (unsigned k = 0; k < E500_READIES; k++) {
		e->ready[f->makes_ready[k]] = at;
		e->why[f->makes_ready[k]] = u->result[i->class];
		e->maker[f->makes_ready[k]] = i->addr;
	}
	count(u, LEDGER_INSTRUCTIONS, 1);
	count(u, LEDGER_UOPS, f->uops);
	if (f->shape == BRANCH)
		e500_branch(u, r);
	settle(u, before);
}
