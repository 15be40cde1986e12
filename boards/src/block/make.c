/* SPDX-License-Identifier: MIT */
/* Blocks are made: instructions decoded, and the ways through them timed. */
#include "boards/src/block/inner.h"
#include "boards/src/block/shares.h"

enum { PAGE = 4096 };

/* A block that grows. */
struct growing {
	struct blocks *b;
	struct block *v;
	struct block_op op[2 * BLOCK_MOST + 1];
	unsigned ops, count;
	struct block_place place; /* of the next instruction */
	uint32_t last;            /* of the newest */
	bool ended;
};

/* A block is over: another one may follow. */
static struct block *op_end(struct blocks *b, const struct block_op *o)
{
	(void)o;
	return go(b, b->at->end[1]);
}

/* And here none may. */
static struct block *op_leave(struct blocks *b, const struct block_op *o)
{
	return leave(b, o);
}

/* The way that was walked, of so many instructions; false: it cannot be told.
 */
static bool way_walked(struct blocks *b, struct way *w, unsigned instructions,
		       uint32_t last, const uint8_t *insn, const uint32_t *site)
{
	bool told = timing_walked(b->timing, block_address(w->place.at),
				  &w->gain, &w->after);

	w->cycles = w->gain.cycles;
	w->instructions = (uint16_t)instructions;
	w->last = last;
	return told &&
	       (w->cycles + 1) * timing_width(b->timing) >= instructions &&
	       share_make(b, w, insn, site);
}

/* To `at`, and past the newest instruction, which is not counted yet. */
static struct way *walked(struct growing *g, uint32_t at)
{
	struct way *w = arena_get(g->b, sizeof(*w));

	if (!w)
		return NULL;
	w->place = (struct block_place){ at, g->place.within };
	if (!way_walked(g->b, w, g->count + 1, g->last, g->b->growing,
			g->v->site))
		return NULL;
	w->state = state_number(g->b, &w->after);
	return w->state == NO_STATE ? NULL : w;
}

static const struct insn *newest(const struct growing *g)
{
	return (const void *)(g->b->growing + g->count * g->b->arch->insn_size);
}

static struct block_op *add(struct growing *g, block_function *run)
{
	struct block_op *o = &g->op[g->ops++];

	*o = (struct block_op){ .run = run, .n = (uint16_t)g->count };
	return o;
}

/* A way by a branch. */
static struct way *branched(struct growing *g, const struct insn *i, bool taken,
			    enum timing_foretold foretold, uint32_t to)
{
	struct way *w;

	timing_walk_flow(g->b->timing, i, taken, foretold);
	w = walked(g, to);
	if (!w)
		return NULL;
	w->flow = true;
	w->taken = taken;
	w->foretold = (uint8_t)foretold;
	if (taken)
		share_lead(g->b, w, i, to);
	return w;
}

/* The way by a branch that was taken and foretold, whose target is not at hand.
 */
static bool add_late_way(struct growing *g, const struct insn *i, uint32_t to)
{
	struct timing *t = g->b->timing;
	struct block *v = g->v;

	v->late = v->foretold[true];
	if (!timing_recent_branch(t))
		return true;
	share_walk(g->b, g->count, i, true);
	v->late = branched(g, i, true, TIMING_LATE, to);
	timing_back(t);
	return v->late;
}

/* The ways to a block's end by its last instruction, a branch to `to`, or to
 * anywhere; the walk is where it was. */
static bool add_ways(struct growing *g, const struct insn *i, bool taken,
		     uint32_t to)
{
	struct timing *t = g->b->timing;
	struct block *v = g->v;

	timing_mark(t);
	share_walk(g->b, g->count, i, taken);
	v->end[taken] = walked(g, to);
	v->foretold[taken] = branched(g, i, taken, TIMING_RIGHT, to);
	timing_back(t);
	if (!v->end[taken] || !v->foretold[taken])
		return false;
	if (taken)
		share_lead(g->b, v->end[taken], i, to);
	if (!timing_guesses(t))
		return true;
	share_walk(g->b, g->count, i, taken);
	v->missed[taken] = branched(g, i, taken, TIMING_WRONG, to);
	timing_back(t);
	return v->missed[taken] && (!taken || add_late_way(g, i, to));
}

static uint32_t target_place(const struct growing *g, const struct insn *i)
{
	if (i->indirect)
		return 0;
	return g->b->arch->target ? g->b->arch->target(i) : i->target;
}

/* A branch, which ends the block. */
static bool add_branch(struct growing *g, const struct insn *i,
		       block_function *run)
{
	add(g, run);
	g->ended = true;
	return (!i->conditional || add_ways(g, i, false, g->place.at)) &&
	       add_ways(g, i, true, target_place(g, i));
}

/* The condition of any other instruction, which has been walked if it holds. */
static bool add_condition(struct growing *g, const struct insn *i)
{
	struct blocks *b = g->b;
	struct way *failed, *passed;

	timing_mark(b->timing);
	share_walk(b, g->count, i, false);
	if (i->flow != FLOW_NEXT)
		timing_walk_flow(b->timing, i, false, TIMING_RIGHT);
	failed = walked(g, g->place.at);
	timing_back(b->timing);
	share_walk(b, g->count, i, true);
	passed = walked(g, g->place.at);
	if (!failed || !passed)
		return false;
	if (i->flow == FLOW_NEXT && failed->state == passed->state &&
	    !memcmp(&failed->gain, &passed->gain, sizeof(passed->gain))) {
		add(g, g->b->arch->skip);
		return true;
	}
	add(g, g->b->arch->fail)->way = failed;
	if (failed->cycles > g->v->most)
		g->v->most = failed->cycles;
	return true;
}

/* False: the block cannot be had. */
static bool add_insn(struct growing *g, block_function *run, uint32_t to)
{
	const struct insn *i = newest(g);

	if (i->flow != FLOW_NEXT &&
	    (!i->indirect || timing_guesses(g->b->timing)))
		return add_branch(g, i, run);
	if (!i->conditional)
		share_walk(g->b, g->count, i, true);
	else if (!add_condition(g, i))
		return false;
	add(g, run)->to = to;
	if (i->flow == FLOW_NEXT)
		return true;
	g->v->end[1] = walked(g, 0);
	g->ended = true;
	if (g->v->end[1])
		share_lead(g->b, g->v->end[1], i, 0);
	return g->v->end[1];
}

/* The next instruction's operation; NULL: it is none for blocks. */
static block_function *next(struct growing *g, uint32_t *to)
{
	const struct block_arch *arch = g->b->arch;
	struct machine *m = g->b->m;
	struct block *v = g->v;
	uint32_t at = block_address(g->place.at);
	block_function *run;
	const void *d;

	if (g->ended || g->count == BLOCK_MOST || at / PAGE != v->pc / PAGE)
		return NULL;
	d = arch->decode(m, g->place, v->paddr + (at - v->pc));
	if (!d)
		return NULL;
	memcpy(g->b->growing + g->count * arch->insn_size, d, arch->insn_size);
	run = arch->operation(g->b, d, to);
	if (!run)
		return NULL;
	g->last = at;
	g->place = block_behind(g->b, newest(g), g->place.at);
	return run;
}

/* Plans of all instructions, for timing_replay(). */
static bool plan_all(struct growing *g)
{
	const size_t size = timing_plan_size(g->b->timing);
	uint8_t *at = size ? arena_get(g->b, g->count * size) : NULL;

	g->v->plan = at;
	if (!at)
		return !size;
	for (unsigned i = 0; i < g->count; i++)
		timing_plan(g->b->timing, block_insn(g->b, g->v, i),
			    at + i * size);
	return true;
}

/* The block's own copy of what was put together. */
static bool keep(struct growing *g)
{
	struct blocks *b = g->b;
	const size_t size = b->arch->insn_size;
	struct block_op *ops = arena_get(b, g->ops * sizeof(*ops));
	uint8_t *insn = arena_get(b, g->count * size);

	if (!ops || !insn)
		return false;
	memcpy(ops, g->op, g->ops * sizeof(*ops));
	memcpy(insn, b->growing, g->count * size);
	for (unsigned i = 0; i < g->ops; i++)
		ops[i].d = insn + ops[i].n * size;
	g->v->op = ops;
	g->v->insn = insn;
	return plan_all(g);
}

static void make_most(struct block *v, const struct way *w)
{
	if (w && w->cycles > v->most)
		v->most = w->cycles;
}

static bool finish(struct growing *g)
{
	struct block *v = g->v;

	if (!g->count)
		return false;
	if (!g->ended) { /* another may follow, or none */
		g->count--;
		v->end[1] = walked(g, g->place.at);
		g->count++;
		add(g, g->count == BLOCK_MOST ? op_end : op_leave);
	}
	v->count = (uint16_t)g->count;
	v->last = g->last;
	v->bytes = block_address(g->place.at) - v->pc;
	if (!v->end[1] || !keep(g))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		make_most(v, v->end[i]);
		make_most(v, v->missed[i]);
	}
	for (uint32_t at = v->pc >> 2; at <= v->last >> 2; at++)
		v->break_places |= UINT64_C(1) << (at & 63);
	return true;
}

struct block *block_make(struct blocks *b, struct block_place place,
			 uint32_t paddr, uint16_t state)
{
	struct growing g = { .b = b, .place = place };
	block_function *run;
	uint32_t to = 0;

	g.v = arena_get(b, sizeof(*g.v));
	if (!g.v)
		return NULL;
	g.v->place = place;
	g.v->pc = block_address(place.at);
	g.v->paddr = paddr;
	g.v->state = state;
	if (b->profile) {
		g.v->site = arena_get(b, BLOCK_MOST * sizeof(*g.v->site));
		if (!g.v->site)
			return NULL;
	}
	timing_walk(b->timing, g.v->pc, &b->states[state]);
	for (; (run = next(&g, &to)) != NULL; g.count++)
		if (!add_insn(&g, run, to))
			return NULL;
	return finish(&g) ? g.v : NULL;
}

static void walk_left(struct blocks *b, const struct block *v, unsigned n,
		      struct way *w)
{
	const struct insn *i = block_insn(b, v, n - 1);

	w->place = block_behind(b, i, v->place.at + (i->addr - v->pc));
	timing_walk(b->timing, v->pc, &b->states[v->state]);
	for (unsigned k = 0; k < n; k++)
		share_walk(b, k, block_insn(b, v, k), true);
	/* Its parts are some of those of the whole block, which were told. */
	(void)way_walked(b, w, n, i->addr, v->insn, v->site);
}

static void make_left(struct blocks *b, const struct block *v, unsigned n,
		      struct way *w)
{
	memset(w, 0, sizeof(*w));
	w->place = v->place;
	w->after = b->states[v->state];
	if (n)
		walk_left(b, v, n, w);
}

struct way *way_left(struct blocks *b, struct block *v, unsigned n)
{
	struct way *w = v->left[n];

	if (w)
		return w;
	w = arena_get(b, sizeof(*w));
	if (w)
		make_left(b, v, n, w);
	if (w && (w->share || !b->profile))
		return v->left[n] = w;
	make_left(b, v, n, &b->spare);
	return &b->spare;
}
