/* SPDX-License-Identifier: MIT */
/* From block to block, until something is not at hand or somebody looks. */
#include "boards/src/a32/block/inner.h"

enum {
	/* Each item that is no time gains no more by one instruction outside of
	 * blocks, in cycles of those. */
	STEP_GAINS = 16,
	NEAR = 256,
};

/* The block is left before an instruction. */
static void put_down_before(struct blocks *b, unsigned n)
{
	struct block *v = b->at;
	struct way *w;

	b->pc = v->pc;
	b->left = b->states[v->state];
	if (!n)
		return;
	w = way_left(b, v, n);
	way_gone(b, w);
	b->pc = w->pc;
	b->left = w->after;
	if (w == &b->spare)
		blocks_settle(b);
}

/* The block behind a way, if it can be entered. */
static struct block *behind(struct blocks *b)
{
	struct way *w = b->end.way;
	struct block **known = b->end.late < 8 ? &w->to[b->end.late] : NULL;
	struct block *v = known ? *known : NULL;

	if (!v || v->dead || v->pc != b->pc) {
		uint16_t state = state_later(b, w->state, b->end.late);

		v = state == NO_STATE ? NULL : block_at(b, b->pc, state);
		if (v && known)
			*known = v;
	}
	if (v && b->now + v->most < b->limit && block_good(b, v))
		return v;
	b->left = state_after(&w->after, b->end.late);
	return NULL;
}

/* No block is known to be next. */
static struct block *next(struct blocks *b)
{
	if (b->end.way)
		return behind(b);
	put_down_before(b, b->end.n);
	return NULL;
}

/* Rights, and where they lead, may have changed since. */
static void look_for_changes(struct blocks *b)
{
	const struct machine *m = b->m;
	const uint32_t mmu = mmu_changes(a32_of(m)->mmu);
	const uint32_t pages = timing_pages(b->timing, false);
	const uint32_t code_pages = timing_pages(b->timing, true);

	b->privileged = machine_privileged(m);
	b->predicts = timing_predicts(b->timing);
	if (pages != b->seen.pages || mmu != b->seen.mmu ||
	    b->privileged != b->seen.privileged)
		lines_forget(b);
	if (code_pages != b->seen.code_pages || mmu != b->seen.mmu ||
	    b->privileged != b->seen.privileged ||
	    m->break_places != b->seen.break_places)
		b->epoch++;
	b->seen.pages = pages;
	b->seen.code_pages = code_pages;
	b->seen.mmu = mmu;
	b->seen.privileged = b->privileged;
	b->seen.break_places = m->break_places;
}

/* Before that cycle nobody looks; an instruction takes a cycle, at least. */
static uint64_t horizon(struct blocks *b)
{
	const struct machine *m = b->m;
	uint64_t limit = m->lines_at, slice;

	if (b->now + NEAR >= b->quiet_until) {
		blocks_settle(b);
		b->quiet_until = b->now + monitors_quiet_cycles(m);
	}
	if (m->attention <= m->instructions)
		return 0;
	slice = b->now + (m->attention - m->instructions);
	limit = slice < limit ? slice : limit;
	if (m->clocked && m->until < limit)
		limit = m->until;
	return b->quiet_until < limit ? b->quiet_until : limit;
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
	return (m->observer.retired && !m->clocked) || m->irq || m->fiq ||
	       !m->monitors.due;
}

static struct block *first(struct blocks *b)
{
	struct timing_state state;
	struct block *v;
	uint16_t number;

	blocks_room(b);
	if (watched(b) || !timing_take(b->timing, &state, &b->now))
		return NULL;
	look_for_changes(b);
	number = state_number(b, &state);
	v = number == NO_STATE ? NULL : block_at(b, b->s->pc, number);
	if (!v || !block_good(b, v))
		return NULL;
	b->limit = horizon(b);
	return b->now + v->most < b->limit ? v : NULL;
}

bool blocks_run(struct blocks *b, struct engine_state *s)
{
	struct machine *m = b->m;
	struct block *v;

	b->s = s;
	v = first(b);
	if (!v)
		return false;
	b->instructions = 0;
	b->way = NULL;
	while (v) {
		b->at = v;
		v = v->op->run(b, v->op);
		if (!v)
			v = next(b);
	}
	s->pc = b->pc;
	if (!b->way) /* the very first was not at hand */
		return false;
	m->step_over = false;
	m->instructions += b->instructions;
	m->last = b->way->last;
	s->carried_out += (unsigned)b->instructions;
	timing_give(b->timing, &b->left, b->now, m->last);
	return true;
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
