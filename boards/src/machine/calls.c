/* SPDX-License-Identifier: MIT */
/*
 * A profile follows who called whom by a stack of calls beside the program's
 * own, of which nothing is read but its pointer.  A call is left by an
 * instruction that leads to its return address with the stack pointer of the
 * call; deeper calls are over then, too (longjmp).  A function that is jumped
 * to takes the place of the one that jumps.  A handler has a stack of its own,
 * and so has each task: a stack that is left is parked, and goes on when the
 * program comes to where it was left with the stack pointer that it had.
 */
#include <stdlib.h>
#include <string.h>

#include "boards/src/machine/profile_inner.h"

enum {
	WHOLE = 0,   /* the first node: above all others */
	NOWHERE = 1, /* an odd address: nothing returns there */
	MOST_FRAMES = 1 << 16,
	FAR = 1 << 16, /* no function's own data on the stack is larger */
};

/* ---- paths and calls ---------------------------------------------------- */

/* PROFILE_NONE: there is no room. */
static uint32_t new_node(struct profile *p, uint32_t parent, uint32_t function)
{
	const struct profile_growing grow[] = {
		{ (void **)&p->node, sizeof(*p->node) },
		{ (void **)&p->node_cost, p->columns * sizeof(uint64_t) },
	};

	if (p->nodes == p->node_room &&
	    !profile_grow(p, p->nodes, &p->node_room, grow, 2))
		return PROFILE_NONE;
	p->node[p->nodes] = (struct profile_node){ parent, function, 0 };
	return p->nodes++;
}

/* The path to a function from another path; its own, if it is on it already. */
static uint32_t node_of(struct profile *p, uint32_t parent, uint32_t function)
{
	uint32_t *known = profile_map_at(&p->node_of, parent, function);
	uint32_t at = parent;

	if (!known)
		return parent;
	if (*known != PROFILE_NONE)
		return *known;
	while (at != WHOLE && p->node[at].function != function)
		at = p->node[at].parent;
	if (at == WHOLE)
		at = new_node(p, parent, function);
	if (at == PROFILE_NONE)
		return parent;
	*known = at;
	p->node_of.used++;
	return at;
}

static uint32_t arc_of(struct profile *p, uint32_t site, uint32_t function)
{
	const struct profile_growing grow[] = {
		{ (void **)&p->arc, sizeof(*p->arc) },
		{ (void **)&p->arc_cost, p->columns * sizeof(uint64_t) },
	};
	uint32_t *known;

	if (site == PROFILE_NONE)
		return PROFILE_NONE;
	known = profile_map_at(&p->arc_of, site, function);
	if (!known || *known != PROFILE_NONE)
		return known ? *known : PROFILE_NONE;
	if (p->arcs == p->arc_room &&
	    !profile_grow(p, p->arcs, &p->arc_room, grow, 2))
		return PROFILE_NONE;
	p->arc[p->arcs] =
		(struct profile_arc){ .site = site, .function = function };
	*known = p->arcs;
	p->arc_of.used++;
	return p->arcs++;
}

/* Costs since the stack changed last belong to the path so far. */
static void settle(struct profile *p)
{
	const struct profile_stack *s = &p->now;
	uint64_t *cost = p->node_cost;

	profile_sum(p);
	if (s->depth)
		cost += (size_t)s->frame[s->depth - 1].node * p->columns;
	for (unsigned i = 0; i < p->columns; i++) {
		cost[i] += p->sum[i] - p->since[i];
		p->since[i] = p->sum[i];
	}
}

/* ---- one stack ---------------------------------------------------------- */

static struct profile_frame *top(struct profile *p)
{
	return &p->now.frame[p->now.depth - 1];
}

static void push(struct profile *p, uint32_t site, uint32_t function,
		 uint32_t link, uint64_t sp)
{
	struct profile_stack *s = &p->now;
	const struct profile_growing grow[] = {
		{ (void **)&s->frame, sizeof(*s->frame) },
		{ (void **)&s->mark, p->columns * sizeof(uint64_t) },
	};
	uint32_t node, arc;

	settle(p);
	if (s->depth == MOST_FRAMES ||
	    (s->depth == s->room &&
	     !profile_grow(p, s->depth, &s->room, grow, 2))) {
		p->lost++;
		return;
	}
	node = node_of(p, s->depth ? top(p)->node : WHOLE, function);
	arc = arc_of(p, site, function);
	if (arc != PROFILE_NONE)
		p->arc[arc].active++;
	s->frame[s->depth] = (struct profile_frame){
		node, function, arc, false, link, sp, spans_begin(p, function)
	};
	memcpy(s->mark + (size_t)s->depth * p->columns, p->sum,
	       p->columns * sizeof(uint64_t));
	s->depth++;
}

/* The newest call is over.  `counted`: it was one. */
static void pop(struct profile *p, bool counted)
{
	struct profile_stack *s = &p->now;
	const struct profile_frame *f = top(p);
	const uint64_t *mark = s->mark + (size_t)(s->depth - 1) * p->columns;

	settle(p);
	spans_end(p, f->span);
	s->depth--;
	p->node[f->node].calls += counted;
	if (f->arc == PROFILE_NONE)
		return;
	p->arc[f->arc].calls += counted;
	if (--p->arc[f->arc].active)
		return;
	for (unsigned i = 0; i < p->columns; i++)
		p->arc_cost[(size_t)f->arc * p->columns + i] +=
			p->sum[i] - mark[i];
}

static void pop_to(struct profile *p, uint32_t depth)
{
	while (p->now.depth > depth)
		pop(p, true);
}

/* ---- several stacks ----------------------------------------------------- */

static void drop_stack(struct profile *p, struct profile_stack *s)
{
	spans_drop(p, s);
	free(s->frame);
	free(s->mark);
	free(s->left);
	*s = (struct profile_stack){ 0 };
}

/* The stack waits, and costs from now on are others', not its functions'. */
static bool park(struct profile *p, uint32_t at, uint64_t sp, bool interrupted)
{
	struct profile_stack *s = &p->now;

	settle(p);
	s->at = at;
	s->sp = sp;
	s->interrupted = interrupted;
	s->left = profile_keep(p, p->sum);
	if (!s->left)
		return false;
	spans_leave(p);
	if (p->parked_count == PARKED) {
		p->lost += p->parked[0].depth;
		for (uint32_t i = 0; i < p->parked[0].depth; i++)
			if (p->parked[0].frame[i].arc != PROFILE_NONE)
				p->arc[p->parked[0].frame[i].arc].active--;
		drop_stack(p, &p->parked[0]);
		memmove(&p->parked[0], &p->parked[1],
			(PARKED - 1) * sizeof(p->parked[0]));
		p->parked_count--;
	}
	p->parked[p->parked_count++] = *s;
	*s = (struct profile_stack){ 0 };
	return true;
}

static void resume(struct profile *p, unsigned which)
{
	struct profile_stack *s = &p->now;

	profile_sum(p);
	*s = p->parked[which];
	memmove(&p->parked[which], &p->parked[which + 1],
		(p->parked_count - which - 1) * sizeof(p->parked[0]));
	p->parked_count--;
	for (uint32_t f = 0; f < s->depth; f++)
		for (unsigned i = 0; i < p->columns; i++)
			s->mark[(size_t)f * p->columns + i] +=
				p->sum[i] - s->left[i];
	free(s->left);
	s->left = NULL;
	spans_go_on(p);
}

/* A stack that nobody was called on. */
static void begin_stack(struct profile *p, uint32_t kind)
{
	spans_context(p, kind);
	push(p, PROFILE_NONE, kind, NOWHERE, UINT64_MAX);
}

/* The stack that goes on there; the newest of several.  False: none does. */
static bool find_parked(const struct profile *p, uint32_t next, uint64_t sp,
			unsigned *which)
{
	for (unsigned i = p->parked_count; i-- > 0;) {
		const struct profile_stack *s = &p->parked[i];

		*which = i;
		if (s->at == next && s->sp == sp)
			return true;
	}
	return false;
}

/* ---- what instructions do ----------------------------------------------- */

/* The return of a call, or of one below it. */
static bool returned(struct profile *p, uint32_t next, uint64_t sp)
{
	const struct profile_stack *s = &p->now;

	for (uint32_t i = s->depth; i > 1 && s->frame[i - 1].sp <= sp; i--)
		if (s->frame[i - 1].sp == sp && s->frame[i - 1].link == next) {
			pop_to(p, i - 1);
			return true;
		}
	return false;
}

/* The return of the newest call, which has set another stack pointer: start-up
 * code does, and what is below it goes on with that one. */
static bool moved(struct profile *p, uint32_t next)
{
	if (p->now.depth < 2 || top(p)->link != next)
		return false;
	pop(p, true);
	return true;
}

/* Back to a task that was left. */
static bool switched(struct profile *p, uint32_t next, uint64_t sp)
{
	const struct profile_frame *f = top(p);
	bool returns;
	unsigned which;

	if (!find_parked(p, next, sp, &which))
		return false;
	returns = !p->parked[which].interrupted;
	if (!park(p, f->link, f->sp, false))
		return false;
	/* The stack is looked for again: it may have been the oldest, which has
	 * made room, and begins anew. */
	if (!find_parked(p, next, sp, &which)) {
		begin_stack(p, BOARD_FUNCTION_TASK);
		push(p, PROFILE_NONE, profile_function(p, next, next).addr,
		     NOWHERE, sp);
		return true;
	}
	resume(p, which);
	if (returns && p->now.depth > 1)
		pop(p, true);
	return true;
}

/* Within the function, or to one below it in which nothing was called there. */
static bool stayed(struct profile *p, uint32_t function, uint64_t sp)
{
	const struct profile_stack *s = &p->now;

	for (uint32_t i = s->depth; i > 0; i--) {
		if (s->frame[i - 1].function == function) {
			pop_to(p, i);
			return true;
		}
		if (s->frame[i - 1].sp > sp)
			break;
	}
	return false;
}

/* A function is begun on a stack that is no part of this one. */
static bool began_task(struct profile *p, uint32_t function, uint64_t sp)
{
	const struct profile_frame *f = top(p);

	if (p->now.depth < 2 || f->sp == UINT64_MAX ||
	    (sp <= f->sp && f->sp - sp < FAR) ||
	    !park(p, f->link, f->sp, false))
		return false;
	begin_stack(p, BOARD_FUNCTION_TASK);
	push(p, PROFILE_NONE, function, NOWHERE, sp);
	return true;
}

/* Into another function, which returns for the one that is left. */
static void jumped(struct profile *p, uint32_t function)
{
	struct profile_frame f = *top(p);
	uint32_t site = PROFILE_NONE;

	if (p->now.depth == 1) {
		push(p, PROFILE_NONE, function, NOWHERE, UINT64_MAX);
		return;
	}
	if (f.arc != PROFILE_NONE)
		site = p->arc[f.arc].site;
	pop(p, !f.veneer);
	push(p, site, function, f.link, f.sp);
}

static void called(struct profile *p, uint32_t site, uint32_t next,
		   uint32_t link, uint64_t sp)
{
	const struct profile_function f = profile_function(p, next, next);

	if (f.helper)
		return;
	push(p, site, f.addr, link, sp);
	top(p)->veneer = f.veneer;
}

/* The stack that an exception's handler goes back to; PARKED: to none that was
 * left. */
static unsigned interrupted(const struct profile *p, uint32_t next, uint64_t sp)
{
	uint32_t function = profile_function(p, next, next).addr;
	unsigned which;

	if (find_parked(p, next, sp, &which))
		return which;
	/* Behind the instruction that it was for, most often. */
	for (which = p->parked_count; which-- > 0;) {
		const struct profile_stack *s = &p->parked[which];

		if (s->interrupted &&
		    (s->at == next ||
		     profile_function(p, s->at, s->at).addr == function))
			return which;
	}
	return PARKED;
}

/* An exception's handler is over. */
static void went_back(struct profile *p, uint32_t next, uint64_t sp)
{
	unsigned which = interrupted(p, next, sp);

	pop_to(p, 0);
	spans_leave(p);
	drop_stack(p, &p->now);
	if (which < PARKED) {
		resume(p, which);
		return;
	}
	p->astray++;
	begin_stack(p, BOARD_FUNCTION_TASK);
	push(p, PROFILE_NONE, profile_function(p, next, next).addr, NOWHERE,
	     sp);
}

/* By a jump or a branch to where none of the calls came from. */
static void elsewhere(struct profile *p, uint32_t next, uint64_t sp,
		      bool indirect)
{
	const uint32_t here = top(p)->function;
	const struct profile_function f = profile_function(p, next, here);

	if (f.addr == here || (indirect && stayed(p, f.addr, sp)))
		return;
	if (f.addr != next || !f.sized || f.helper)
		return;
	if (!indirect || !began_task(p, next, sp))
		jumped(p, next);
}

static void went(struct profile *p, uint32_t site, const struct retired *r)
{
	const struct insn *i = r->insn;
	const uint32_t link = i->addr + i->size;
	uint64_t sp = 0, lr = 0;

	if (i->flow == FLOW_BRANCH) {
		elsewhere(p, r->next, 0, false);
		return;
	}
	p->machine->arch->stack(p->machine, &sp, &lr);
	if (i->flow == FLOW_EXCEPTION_RETURN)
		went_back(p, r->next, sp);
	/* By `mov lr, pc` and a jump, too. */
	else if (i->flow == FLOW_CALL || (lr & ~UINT64_C(1)) == link)
		called(p, site, r->next, link, sp);
	else if (!returned(p, r->next, sp) && !switched(p, r->next, sp) &&
		 !moved(p, r->next))
		elsewhere(p, r->next, sp, true);
}

void calls_follow(struct profile *p, uint32_t site, const struct retired *r)
{
	const struct insn *i = r->insn;

	if (!p->now.depth)
		return;
	/* To the next instruction: only where that comes of a register. */
	if (r->next != i->addr + i->size || i->indirect)
		went(p, site, r);
}

void calls_interrupt(struct profile *p)
{
	uint64_t sp = 0, link;

	p->machine->arch->stack(p->machine, &sp, &link);
	if (park(p, p->next, sp, true))
		begin_stack(p, BOARD_FUNCTION_EXCEPTION);
}

uint32_t calls_here(const struct profile *p)
{
	const struct profile_stack *s = &p->now;

	return s->depth ? s->frame[s->depth - 1].function
			: (uint32_t)BOARD_FUNCTION_START;
}

bool calls_begin(struct profile *p, uint32_t entry)
{
	if (new_node(p, WHOLE, BOARD_FUNCTION_START) == PROFILE_NONE)
		return false;
	p->next = entry;
	begin_stack(p, BOARD_FUNCTION_START);
	if (p->now.depth)
		push(p, PROFILE_NONE, profile_function(p, entry, entry).addr,
		     NOWHERE, UINT64_MAX);
	return p->now.depth == 2;
}

/* Every call that still lasts is over here. */
void calls_end(struct profile *p)
{
	pop_to(p, 0);
	spans_leave(p);
	p->spans.most = 0; /* the others do not go on */
	while (p->parked_count) {
		drop_stack(p, &p->now);
		resume(p, p->parked_count - 1);
		pop_to(p, 0);
	}
}

void calls_free(struct profile *p)
{
	p->spans.most = 0;
	drop_stack(p, &p->now);
	for (unsigned i = 0; i < p->parked_count; i++)
		drop_stack(p, &p->parked[i]);
	free(p->spans.span);
	profile_map_free(&p->arc_of);
	profile_map_free(&p->node_of);
}
