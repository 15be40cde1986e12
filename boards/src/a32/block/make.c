/* SPDX-License-Identifier: MIT */
/* Blocks are made: instructions decoded, and the ways through them timed. */
#include "boards/src/a32/block/inner.h"
#include "boards/src/a32/decode/bits.h"

enum { PAGE = 4096 };

/* A block that grows. */
struct growing {
	struct blocks *b;
	struct block *v;
	struct decoded insn[BLOCK_MOST];
	struct block_op op[2 * BLOCK_MOST + 1];
	unsigned ops, count;
	bool ended;
};

/* The way that was walked, of so many instructions; false: it cannot be told.
 */
static bool way_walked(struct blocks *b, struct way *w, unsigned instructions,
		       uint32_t last)
{
	bool told = timing_walked(b->timing, &w->gain, &w->after);

	w->cycles = w->gain.cycles;
	w->instructions = (uint16_t)instructions;
	w->last = last;
	w->pc = last + 4;
	return told && w->cycles >= instructions;
}

static struct way *walked(struct growing *g, uint32_t pc)
{
	struct way *w = arena_get(g->b, sizeof(*w));

	if (!w || !way_walked(g->b, w, g->count + 1, g->v->pc + 4 * g->count))
		return NULL;
	w->pc = pc;
	w->state = state_number(g->b, &w->after);
	return w->state == NO_STATE ? NULL : w;
}

static struct block_op *add(struct growing *g, block_function *run)
{
	struct block_op *o = &g->op[g->ops++];

	*o = (struct block_op){ .run = run, .n = (uint16_t)g->count };
	return o;
}

static bool uses_pc(const struct insn *i)
{
	return (i->reads | i->writes) >> PC & 1;
}

/* NULL: it is not for blocks. */
static block_function *function_of(const struct decoded *d)
{
	switch ((enum quick_kind)d->quick.kind) {
	case QUICK_OTHER:
		return op_quick;
	case QUICK_ALU:
		return uses_pc(&d->insn) ? op_quick : op_alu(&d->quick);
	case QUICK_LOAD:
	case QUICK_STORE:
	case QUICK_LOAD_PC:
	case QUICK_PAIR:
	case QUICK_MULTIPLE:
	default:
		return op_memory(d);
	}
}

/* A branch to an address, which ends the block. */
static bool add_branch(struct growing *g, const struct insn *i)
{
	struct blocks *b = g->b;
	struct block *v = g->v;

	timing_mark(b->timing);
	if (i->conditional) {
		timing_walk_on(b->timing, i, false);
		v->end[0] = walked(g, i->addr + 4);
		timing_walk_flow(b->timing, i, false);
		v->foretold[0] = walked(g, i->addr + 4);
		timing_back(b->timing);
	}
	timing_walk_on(b->timing, i, true);
	v->end[1] = walked(g, i->target);
	timing_walk_flow(b->timing, i, true);
	v->foretold[1] = walked(g, i->target);
	add(g, op_branch);
	g->ended = true;
	return v->end[1] && v->foretold[1] &&
	       (!i->conditional || (v->end[0] && v->foretold[0]));
}

/* The condition of any other instruction, which has been walked if it holds. */
static bool add_condition(struct growing *g, const struct insn *i)
{
	struct blocks *b = g->b;
	struct way *failed, *passed;

	timing_mark(b->timing);
	timing_walk_on(b->timing, i, false);
	if (i->flow != FLOW_NEXT)
		timing_walk_flow(b->timing, i, false);
	failed = walked(g, i->addr + 4);
	timing_back(b->timing);
	timing_walk_on(b->timing, i, true);
	passed = walked(g, i->addr + 4);
	if (!failed || !passed)
		return false;
	if (i->flow == FLOW_NEXT && failed->state == passed->state &&
	    !memcmp(&failed->gain, &passed->gain, sizeof(passed->gain))) {
		add(g, op_skip);
		return true;
	}
	add(g, op_fail)->way = failed;
	if (failed->cycles > g->v->most)
		g->v->most = failed->cycles;
	return true;
}

/* False: the block cannot be had. */
static bool add_insn(struct growing *g, block_function *run)
{
	const struct decoded *d = &g->insn[g->count];
	struct block_op *o;

	if (d->insn.flow != FLOW_NEXT && !d->insn.indirect)
		return add_branch(g, &d->insn);
	if (d->condition == 14)
		timing_walk_on(g->b->timing, &d->insn, true);
	else if (!add_condition(g, &d->insn))
		return false;
	o = add(g, run);
	o->to = d->insn.addr + 8;
	o->to += d->quick.down ? 0 - d->quick.immediate : d->quick.immediate;
	if (d->insn.flow == FLOW_NEXT)
		return true;
	g->v->end[1] = walked(g, 0);
	g->ended = true;
	return g->v->end[1];
}

/* The next instruction; false: it is none for blocks. */
static bool next(struct growing *g, block_function **run)
{
	struct block *v = g->v;
	uint32_t at = v->pc + 4 * g->count, word;
	const struct decoded *d;

	if (g->ended || g->count == BLOCK_MOST || at / PAGE != v->pc / PAGE)
		return false;
	memcpy(&word, &g->b->m->memory[v->paddr + 4 * g->count], 4);
	d = decode(a32_of(g->b->m)->decoder, at, word, 4, false, 0);
	if (!d->quick.ready)
		return false;
	g->insn[g->count] = *d;
	if (d->insn.flow == FLOW_NEXT)
		*run = function_of(d);
	else
		*run = d->insn.indirect ? op_jump : op_branch;
	return *run != NULL;
}

static bool finish(struct growing *g)
{
	struct blocks *b = g->b;
	struct block *v = g->v;
	struct block_op *ops;

	if (!g->count)
		return false;
	if (!g->ended) { /* another may follow, or none */
		g->count--;
		v->end[1] = walked(g, v->pc + 4 * (g->count + 1));
		g->count++;
		add(g, g->count == BLOCK_MOST ? op_end : op_leave);
	}
	v->count = (uint16_t)g->count;
	ops = arena_get(b, g->ops * sizeof(*ops));
	v->insn = arena_get(b, g->count * sizeof(*v->insn));
	if (!v->end[1] || !ops || !v->insn)
		return false;
	memcpy(ops, g->op, g->ops * sizeof(*ops));
	memcpy(v->insn, g->insn, g->count * sizeof(*v->insn));
	for (unsigned i = 0; i < g->ops; i++)
		ops[i].d = &v->insn[ops[i].n];
	v->op = ops;
	for (unsigned i = 0; i < 2; i++)
		if (v->end[i] && v->end[i]->cycles > v->most)
			v->most = v->end[i]->cycles;
	for (unsigned i = 0; i < g->count; i++)
		v->break_places |= UINT64_C(1) << (((v->pc >> 2) + i) & 63);
	return true;
}

struct block *block_make(struct blocks *b, uint32_t pc, uint32_t paddr,
			 uint16_t state)
{
	struct growing g = { .b = b };
	block_function *run;

	g.v = arena_get(b, sizeof(*g.v));
	if (!g.v)
		return NULL;
	g.v->pc = pc;
	g.v->paddr = paddr;
	g.v->state = state;
	timing_walk(b->timing, &b->states[state]);
	for (; next(&g, &run); g.count++)
		if (!add_insn(&g, run))
			return NULL;
	return finish(&g) ? g.v : NULL;
}

struct way *way_left(struct blocks *b, struct block *v, unsigned n)
{
	struct way *w = v->left[n];

	if (w)
		return w;
	w = arena_get(b, sizeof(*w));
	if (w)
		v->left[n] = w;
	else
		w = &b->spare;
	memset(w, 0, sizeof(*w));
	timing_walk(b->timing, &b->states[v->state]);
	for (unsigned i = 0; i < n; i++)
		timing_walk_on(b->timing, &v->insn[i].insn, true);
	/* Its parts are some of those of the whole block, which were told. */
	(void)way_walked(b, w, n, v->pc + 4 * n - 4);
	return w;
}
