/* SPDX-License-Identifier: MIT */
/* From block to block, until something is not at hand or somebody looks. */
#include "boards/src/block/inner.h"
#include "boards/src/block/shares.h"

enum {
	/* Each item that is no time gains no more by one instruction outside of
	 * blocks, in cycles of those. */
	STEP_GAINS = 16,
	NEAR = 256,
	/* In instructions: trying for a block, and one that is not at hand. */
	TRY_COSTS = 5,
	VAIN_COSTS = 12,
	SAVED_MOST = 4096,
	SAVED_LEAST = -1024,
	REST_LEAST = 1 << 13,
	REST_MOST = 1 << 18,
};

void blocks_saved(struct blocks *b)
{
	if (b->saved < SAVED_MOST)
		b->saved += (int32_t)(b->instructions - b->counted);
	b->counted = b->instructions;
}

bool blocks_tired(const struct blocks *b)
{
	return b->saved <= SAVED_LEAST && !b->tireless;
}

/* The core and the machine have what was gone through. */
static void give_back(struct blocks *b)
{
	struct machine *m = b->m;

	b->arch->gone(m, b->s, b->place, b->instructions);
	if (!b->instructions) /* nothing since */
		return;
	if (b->profile) {
		shares_settle(b);
		profile_goes_on(b->profile, block_address(b->place.at));
	}
	m->instructions += b->instructions;
	blocks_saved(b);
	m->last = b->way ? b->way->last : b->last;
	if (b->way)
		timing_give(b->timing, &b->left, b->now, m->last,
			    block_address(b->place.at));
	b->instructions = b->counted = 0;
	b->way = NULL;
}

/* The block is left before an instruction; the way to there, if any. */
static struct way *put_down_before(struct blocks *b, unsigned n)
{
	struct block *v = b->at;
	struct way *w;

	b->place = v->place;
	b->left = b->states[v->state];
	if (!n)
		return NULL;
	w = way_left(b, v, n);
	way_gone(b, w);
	b->place = w->place;
	b->left = w->after;
	if (w == &b->spare)
		blocks_settle(b);
	return w;
}

/* The block behind a way, if it can be entered. */
static struct block *behind(struct blocks *b)
{
	struct way *w = b->end.way;
	struct block **to = w->share ? way_led(b, w) : w->to;
	struct block **known = b->end.late < 8 ? &to[b->end.late] : NULL;
	struct block *v = known ? *known : NULL;

	if (!v || v->dead || !same_place(v->place, b->place)) {
		uint16_t state = state_later(b, w->state, b->end.late);

		v = state == NO_STATE ? NULL : block_at(b, b->place, state);
		if (v && known)
			*known = v;
	}
	if (v && b->now + v->most < b->limit && block_good(b, v))
		return v;
	b->left = state_after(&w->after, b->end.late);
	return NULL;
}

void blocks_look_at_pages(struct blocks *b)
{
	const uint32_t pages = timing_pages(b->timing, false);
	const uint32_t code_pages = timing_pages(b->timing, true);

	if (pages != b->seen.pages)
		lines_forget(b);
	if (code_pages != b->seen.code_pages)
		b->epoch++;
	b->seen.pages = pages;
	b->seen.code_pages = code_pages;
}

/* Rights, and where they lead, may have changed since. */
static void look_for_changes(struct blocks *b)
{
	const struct machine *m = b->m;
	const uint32_t mmu = b->arch->changes(m);

	b->privileged = b->arch->privileged(m);
	b->predicts = timing_predicts(b->timing);
	blocks_look_at_pages(b);
	if (mmu != b->seen.mmu || b->privileged != b->seen.privileged)
		lines_forget(b);
	if (mmu != b->seen.mmu || b->privileged != b->seen.privileged ||
	    m->break_places != b->seen.break_places)
		b->epoch++;
	b->seen.mmu = mmu;
	b->seen.privileged = b->privileged;
	b->seen.break_places = m->break_places;
}

/* Cycles in which nothing gains more than so much that gains as instructions
 * do, one each cycle of a core of single issue. */
static uint64_t cycles_of(const struct blocks *b, uint64_t gain)
{
	const uint64_t width = timing_width(b->timing);

	if (width == 1)
		return gain;
	/* Some may be over already in this cycle, and in the last. */
	return gain > 2 * width ? (gain - 2 * width) / width : 0;
}

/* Before that cycle nobody looks. */
static uint64_t horizon(struct blocks *b)
{
	const struct machine *m = b->m;
	uint64_t limit = m->lines_at, slice;
	const uint64_t alone = timing_alone(b->timing);

	if (b->now + NEAR >= b->quiet_until) {
		blocks_settle(b);
		b->quiet_until =
			b->now + cycles_of(b, monitors_quiet_cycles(m));
	}
	if (m->attention <= m->instructions)
		return 0;
	slice = b->now + cycles_of(b, m->attention - m->instructions);
	limit = slice < limit ? slice : limit;
	limit = alone < limit ? alone : limit;
	if (m->clocked && m->until < limit)
		limit = m->until;
	return b->quiet_until < limit ? b->quiet_until : limit;
}

void blocks_go_until(struct blocks *b, uint64_t horizon)
{
	const uint64_t there = timing_under_way(b->timing);
	const uint64_t late = there > b->now ? there - b->now : 0;

	b->horizon = horizon;
	b->limit = horizon > late ? horizon - late : 0;
}

void blocks_begin(struct blocks *b)
{
	b->quiet_until = 0;
}

/* Is anybody there who wants to know of each instruction? */
static bool watched(struct blocks *b)
{
	const struct machine *m = b->m;

	if (!m->monitors.due)
		blocks_begin(b);
	return (m->observer.retired && !m->clocked && !m->watch.observes &&
		!b->profile) ||
	       m->irq || m->fiq || !m->monitors.due;
}

struct block *block_in_state(struct blocks *b, struct block **known,
			     const struct timing_state *state)
{
	struct block *v = *known;

	if (!v || v->dead || !same_place(v->place, b->place) ||
	    memcmp(&b->states[v->state], state, sizeof(*state)) != 0) {
		uint16_t number = state_number(b, state);

		v = number == NO_STATE ? NULL : block_at(b, b->place, number);
		if (v)
			*known = v;
	}
	if (v && block_good(b, v))
		return v;
	b->saved -= v ? VAIN_COSTS : 0;
	return NULL;
}

struct block *block_over(struct blocks *b)
{
	b->end.way = NULL;
	b->end.n = BLOCK_OVER;
	return NULL;
}

/* The block at the program's place, as the core is; `known` may be it. */
static struct block *arrive(struct blocks *b, struct block **known)
{
	struct timing_state state;
	struct block *v;

	b->place = b->arch->place(b->m, b->s);
	if (!timing_take(b->timing, block_address(b->place.at), &state,
			 &b->now)) {
		b->saved -= VAIN_COSTS;
		return NULL;
	}
	look_for_changes(b);
	v = block_in_state(b, known, &state);
	if (!v)
		return NULL;
	blocks_go_until(b, horizon(b));
	return b->now + v->most < b->limit ? v : NULL;
}

static struct block *first(struct blocks *b)
{
	struct block *none = NULL;

	blocks_room(b);
	return watched(b) ? NULL : arrive(b, &none);
}

/* An instruction of the block by itself; false: nothing was done. */
static bool carry_out(struct blocks *b, const struct insn *insn)
{
	struct mapping map = b->at->map;

	map.paddr += insn->addr - b->at->pc;
	if (!b->arch->carry_out(b->m, b->s, insn, &map))
		return false;
	blocks_stepped(b);
	return true;
}

/*
 * An access was not at hand: its instruction goes by itself, and the program
 * goes on in a block behind it.
 */
static struct block *through(struct blocks *b)
{
	const struct insn *insn;
	struct block *none = NULL;
	struct way *w;

	if (b->end.n == BLOCK_OVER)
		return NULL;
	insn = block_insn(b, b->at, b->end.n);
	w = put_down_before(b, b->end.n);
	give_back(b);
	b->saved -= (int32_t)b->arch->through;
	if (b->end.n == b->at->count || insn->flow != FLOW_NEXT ||
	    !carry_out(b, insn))
		return NULL;
	b->place = b->arch->place(b->m, b->s);
	if (blocks_due(b) || b->m->attention <= b->m->instructions ||
	    blocks_tired(b))
		return NULL;
	return arrive(b, w ? &w->to[0] : &none);
}

/*
 * Blocks cost more than they save where hardly anything is at hand, as in code
 * that is larger than its cache: then they rest, the longer the more often.
 */
uint32_t blocks_rest(struct blocks *b)
{
	if (b->tireless)
		return 0;
	if (b->rest)
		return b->rest;
	if (b->saved >= SAVED_MOST)
		b->next_rest = REST_LEAST;
	if (b->saved > SAVED_LEAST)
		return 0;
	b->saved = 0;
	b->rest = b->next_rest;
	if (b->next_rest < REST_MOST)
		b->next_rest *= 2;
	return b->rest;
}

void blocks_never_rest(struct blocks *b)
{
	b->tireless = true;
}

void blocks_always_rest(struct blocks *b)
{
	b->rest = UINT32_MAX;
}

void blocks_rested(struct blocks *b, uint64_t instructions)
{
	b->rest -= (uint32_t)instructions;
	blocks_begin(b);
}

bool blocks_run(struct blocks *b, void *s)
{
	struct machine *m = b->m;
	const uint64_t before = m->instructions;
	struct block *v;

	b->saved -= TRY_COSTS;
	b->s = s;
	b->place = b->arch->place(m, s);
	b->instructions = b->counted = 0;
	b->way = NULL;
	v = first(b);
	while (v) {
		b->at = v;
		v = v->op->run(b, v->op);
		if (!v)
			v = b->end.way ? behind(b) : through(b);
	}
	give_back(b);
	if (m->instructions == before)
		return false;
	m->step_over = false;
	return true;
}

void blocks_looked(struct blocks *b)
{
	const struct machine *m = b->m;

	b->quiet_until = uarch_ledger(m->uarch)->n[LEDGER_CYCLES] +
			 cycles_of(b, monitors_quiet_cycles(m));
}

void blocks_stepped(struct blocks *b)
{
	if (b->quiet_until > STEP_GAINS)
		b->quiet_until -= STEP_GAINS;
}

bool blocks_due(const struct blocks *b)
{
	const struct machine *m = b->m;
	uint64_t now = uarch_ledger(m->uarch)->n[LEDGER_CYCLES];

	return !m->monitors.due || now >= b->quiet_until || now >= m->lines_at;
}
