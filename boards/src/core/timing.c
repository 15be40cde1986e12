/* SPDX-License-Identifier: MIT */
/*
 * A core's model, asked in blocks.  A walk is the model's own functions on a
 * second core, which nothing but blocks uses: its only line of data is always
 * there, and its predictor knows what is coming.
 */
#include "boards/src/core/timing.h"

#include <stdlib.h>
#include <string.h>

#include "boards/src/core/inner.h"

/* Any cycle that is far from the first. */
enum { START = 1 << 20 };

struct walked {
	struct uarch u;
	uint64_t unit;
	uint8_t own[UARCH_MOVED_MOST];
};

struct timing {
	struct uarch *u;
	const struct uarch_blocks *ops;
	struct uarch walk;
	struct walked mark;
	uint32_t window; /* see struct uarch_blocks; 0: none */
	uint32_t tag;
	uint8_t dirty, next, recent;
	bool tells_waits;
	uint64_t nothing;
	struct access access;
};

/* A second core of the same kind. */
static bool make_walker(struct timing *t)
{
	struct uarch *w = &t->walk;

	*w = *t->u;
	w->own = calloc(1, w->ops->own_size);
	if (!w->own)
		return false;
	w->etm_on = w->errors_on = false;
	w->control = (struct uarch_control){ .dcache = true,
					     .branch_prediction = true,
					     .static_prediction = true,
					     .dynamic_prediction = true };
	w->dcache = (struct cache){ .shape = { .sets = 1,
					       .ways = 1,
					       .choice = CACHE_ROUND_ROBIN,
					       .line_bits = CACHE_LINE_BITS },
				    .tag = &t->tag,
				    .dirty = &t->dirty,
				    .next = &t->next,
				    .recent = &t->recent };
	if (t->ops->pretend)
		t->ops->pretend(w, t->u);
	t->access = (struct access){ .size = 4, .map.cacheable = true };
	return true;
}

struct timing *timing_new(struct uarch *u)
{
	struct timing *t;

	/* A trial asks each instruction where it is. */
	if (!u->ops->blocks || u->options.trial.without || !wanted_by_blocks(u))
		return NULL;
	t = calloc(1, sizeof(*t));
	if (!t)
		return NULL;
	t->u = u;
	t->ops = u->ops->blocks;
	t->window = t->ops->window ? t->ops->window(u) : 0;
	if (make_walker(t))
		return t;
	free(t);
	return NULL;
}

void timing_free(struct timing *t)
{
	if (!t)
		return;
	free(t->walk.own);
	free(t);
}

static uint64_t unit_of(const struct timing *t, const struct uarch *u)
{
	return t->ops->unit ? *t->ops->unit(u) : 0;
}

static void set_unit(const struct timing *t, struct uarch *u, uint64_t cycle)
{
	if (t->ops->unit)
		*t->ops->unit(u) = cycle;
}

static bool state_of(const struct timing *t, const struct uarch *u, uint32_t pc,
		     struct timing_state *s)
{
	const uint64_t unit = unit_of(t, u);

	memset(s, 0, sizeof(*s));
	if (t->ops->state)
		return t->ops->state(u, pc, s);
	s->fetched = t->window && (pc & u->fetch_mask) == u->fetch_base;
	for (uint32_t left = u->pending; left; left &= left - 1) {
		unsigned reg = (unsigned)__builtin_ctz(left);

		if (u->ready[reg] <= u->now)
			continue;
		if (u->ready[reg] - u->now > UINT8_MAX)
			return false;
		s->pending |= UINT64_C(1) << reg;
		s->left[reg] = (uint8_t)(u->ready[reg] - u->now);
		s->why[reg] = u->why[reg];
	}
	if (unit <= u->now)
		return true;
	s->unit = (uint8_t)(unit - u->now);
	return unit - u->now <= UINT8_MAX;
}

static void look_up(struct uarch *u, uint32_t bytes, uint32_t addr)
{
	u->fetch_mask = ~(bytes - 1);
	u->fetch_base = addr & u->fetch_mask;
}

static void take_up(const struct timing *t, struct uarch *u, uint32_t pc,
		    const struct timing_state *s)
{
	if (t->ops->take_up) {
		t->ops->take_up(u, pc, s);
		return;
	}
	if (s->fetched)
		look_up(u, t->window, pc);
	else
		forget_fetch(u);
	u->pending = (uint32_t)s->pending;
	for (uint32_t left = u->pending; left; left &= left - 1) {
		unsigned reg = (unsigned)__builtin_ctz(left);

		u->ready[reg] = u->now + s->left[reg];
		u->why[reg] = s->why[reg];
	}
	set_unit(t, u, u->now + s->unit);
}

bool timing_take(const struct timing *t, uint32_t pc, struct timing_state *s,
		 uint64_t *now)
{
	const struct uarch *u = t->u;

	*now = u->now;
	return !u->etm_on && !u->errors_on &&
	       (!t->ops->quiet || t->ops->quiet(u)) && state_of(t, u, pc, s);
}

void timing_give(struct timing *t, const struct timing_state *s, uint64_t now,
		 uint32_t last, uint32_t pc)
{
	struct uarch *u = t->u;
	/* Flows may have moved it, but entered no cycle. */
	uint64_t before = u->ledger.n[LEDGER_CYCLES];

	u->now = now;
	take_up(t, u, pc, s);
	if (!t->window)
		look_up(u, CACHE_LINE_BYTES, last);
	if (t->ops->given)
		t->ops->given(u, last);
	settle(u, before);
}

void timing_clock(struct timing *t, uint64_t now)
{
	t->u->now = now;
	settle(t->u, t->u->ledger.n[LEDGER_CYCLES]);
}

uint32_t *timing_maker(const struct timing *t, bool of_walk, unsigned place)
{
	const struct uarch *u = of_walk ? &t->walk : t->u;

	if (t->ops->maker)
		return t->ops->maker(u, place);
	return place < REGISTERS ? (uint32_t *)&u->maker[place] : NULL;
}

void timing_tell_waits(struct timing *t)
{
	t->tells_waits = true;
}

unsigned timing_waits(const struct timing *t, const struct uarch_wait **wait)
{
	*wait = t->walk.waits.wait;
	return t->walk.waits.count;
}

static void mark_makers(struct timing *t)
{
	for (unsigned i = 0; i < TIMING_PLACES; i++) {
		uint32_t *maker = timing_maker(t, true, i);

		if (maker)
			*maker = timing_before(i);
	}
}

bool timing_misses(const struct timing *t)
{
	return !t->u->ops->access; /* which tells a bus of it beforehand */
}

bool timing_miss(struct timing *t, const struct timing_state *before,
		 uint64_t *now, const struct retired *r,
		 struct timing_state *after)
{
	struct uarch *u = t->u;
	const uint64_t entered = u->ledger.n[LEDGER_CYCLES];

	u->now = *now;
	take_up(t, u, r->insn->addr, before);
	if (!t->window)
		look_up(u, CACHE_LINE_BYTES, r->insn->addr);
	settle(u, entered);
	uarch_retire(u, r);
	return timing_take(t, r->next, after, now);
}

void timing_walk(struct timing *t, uint32_t pc, const struct timing_state *s)
{
	if (t->tells_waits)
		mark_makers(t);
	memset(&t->walk.ledger, 0, sizeof(t->walk.ledger));
	t->walk.now = START;
	take_up(t, &t->walk, pc, s);
}

static bool moves_data(const struct insn *i)
{
	return i->class == CLASS_LOAD || i->class == CLASS_STORE ||
	       i->class == CLASS_LOAD_MULTIPLE ||
	       i->class == CLASS_STORE_MULTIPLE;
}

static struct retired retired(struct timing *t, const struct insn *insn,
			      bool passed)
{
	t->access.write = insn->class == CLASS_STORE ||
			  insn->class == CLASS_STORE_MULTIPLE;
	return (struct retired){ .insn = insn,
				 .fetch = &t->access.map,
				 .passed = passed,
				 .accesses = passed && moves_data(insn),
				 .element = passed && moves_data(insn) ? 4 : 0,
				 .access = &t->access };
}

void timing_walk_on(struct timing *t, const struct insn *insn, bool passed)
{
	const struct retired r = retired(t, insn, passed);

	t->tag = 0;
	t->walk.here = insn->addr;
	t->walk.waits.count = 0;
	t->ops->execute(&t->walk, &r);
}

void timing_walk_flow(struct timing *t, const struct insn *insn, bool passed,
		      enum timing_foretold foretold)
{
	const struct retired r = retired(t, insn, passed);

	if (t->ops->recent_branch)
		*t->ops->recent_branch(&t->walk) =
			foretold == TIMING_LATE ? 1 : insn->addr;
	if (t->ops->lose) {
		t->ops->lose(&t->walk, &r, foretold != TIMING_WRONG);
		return;
	}
	predictor_convince(t->ops->predictor(&t->walk), insn->addr, passed);
	t->ops->flow(&t->walk, &r);
}

bool timing_gained(const struct timing *t, struct timing_gain *gain)
{
	const struct ledger *l = &t->walk.ledger;

	memset(gain, 0, sizeof(*gain));
	gain->cycles = (uint32_t)(t->walk.now - START);
	for (unsigned i = 0; i < LEDGER_ITEMS + CAUSES; i++) {
		uint64_t by =
			i < LEDGER_ITEMS ? l->n[i] : l->cause[i - LEDGER_ITEMS];

		if (!by)
			continue;
		if (gain->parts == TIMING_PARTS || by > UINT16_MAX)
			return false;
		gain->part[gain->parts++] =
			(struct timing_part){ (uint16_t)i, (uint16_t)by };
	}
	return true;
}

bool timing_walked(struct timing *t, uint32_t pc, struct timing_gain *gain,
		   struct timing_state *s)
{
	return timing_gained(t, gain) && state_of(t, &t->walk, pc, s);
}

void timing_mark(struct timing *t)
{
	t->mark.u = t->walk;
	t->mark.unit = unit_of(t, &t->walk);
	memcpy(t->mark.own, (uint8_t *)t->walk.own + t->ops->moved,
	       t->ops->moved_size);
}

void timing_back(struct timing *t)
{
	t->walk = t->mark.u;
	set_unit(t, &t->walk, t->mark.unit);
	memcpy((uint8_t *)t->walk.own + t->ops->moved, t->mark.own,
	       t->ops->moved_size);
}

uint64_t timing_under_way(const struct timing *t)
{
	return t->ops->under_way ? t->ops->under_way(t->u) : 0;
}

bool timing_replays(const struct timing *t)
{
	return t->ops->replay && !t->u->options.flat;
}

uint64_t timing_replay(struct timing *t, const struct timing_gone *gone)
{
	t->ops->replay(t->u, gone);
	return t->u->now;
}

size_t timing_plan_size(const struct timing *t)
{
	return timing_replays(t) ? t->ops->plan_size : 0;
}

void timing_plan(const struct timing *t, const struct insn *insn, void *plan)
{
	t->ops->plan(t->u, insn, plan);
}

void timing_enter(struct timing *t, const struct timing_gain *gain,
		  uint64_t times)
{
	struct ledger *l = &t->u->ledger;

	for (unsigned i = 0; i < gain->parts; i++) {
		const struct timing_part *p = &gain->part[i];

		if (p->what < LEDGER_ITEMS)
			ledger_count(l, (enum ledger_item)p->what,
				     p->by * times);
		else
			l->cause[p->what - LEDGER_ITEMS] += p->by * times;
	}
}

void timing_more_lines(struct timing *t, unsigned lines, bool write)
{
	if (t->ops->more_lines)
		t->ops->more_lines(t->u, lines, write);
}

uint64_t timing_flow(struct timing *t, const struct retired *r, uint64_t now)
{
	t->u->now = now;
	t->ops->flow(t->u, r);
	return t->u->now;
}

bool timing_guesses(const struct timing *t)
{
	return t->ops->lose;
}

struct global_predictor *timing_global(const struct timing *t)
{
	return t->ops->global ? t->ops->global(t->u) : NULL;
}

bool timing_foretells(struct timing *t, const struct insn *insn, bool taken,
		      uint32_t next)
{
	return t->ops->foretells(t->u, insn, taken, next);
}

uint32_t *timing_recent_branch(const struct timing *t)
{
	return t->ops->recent_branch ? t->ops->recent_branch(t->u) : NULL;
}

bool timing_predicts(const struct timing *t)
{
	return (t->ops->predictor || t->ops->global) &&
	       t->u->control.branch_prediction &&
	       t->u->control.dynamic_prediction;
}

const struct predictor *timing_predictor(const struct timing *t)
{
	return t->ops->predictor ? t->ops->predictor(t->u) : NULL;
}

int timing_fetched(struct timing *t, uint32_t vaddr, const struct mapping *map)
{
	return t->ops->fetched(t->u, vaddr, map);
}

int timing_found(struct timing *t, uint32_t vaddr, const struct mapping *map,
		 bool write, uint64_t now)
{
	int slot = t->ops->found(t->u, vaddr, map, now);

	if (slot >= 0 && write)
		cache_soil(&t->u->dcache, slot, vaddr, 1);
	return slot;
}

uint64_t timing_alone(const struct timing *t)
{
	return t->ops->alone ? t->ops->alone(t->u) : UINT64_MAX;
}

uint64_t *timing_touched(struct timing *t, uint32_t *bits)
{
	*bits = t->ops->touched_where ? UINT32_MAX : 0;
	return t->ops->touched ? t->ops->touched(t->u) : &t->nothing;
}

struct cache *timing_cache(struct timing *t, bool fetch)
{
	return fetch ? &t->u->icache : &t->u->dcache;
}

uint32_t timing_pages(const struct timing *t, bool fetch)
{
	return t->ops->pages(t->u, fetch);
}

bool timing_recent(const struct timing *t)
{
	return t->ops->recent;
}

unsigned timing_width(const struct timing *t)
{
	return t->ops->width ? t->ops->width : 1;
}
