/* SPDX-License-Identifier: MIT */
/*
 * When calls began and ended: the first so many of them, by the core's cycles.
 * Each stack of calls has a context of its own while it lives, so that in one
 * context spans are nested; a context whose stack is gone is taken again.
 */
#include <stdlib.h>

#include "boards/src/machine/profile_inner.h"

static uint64_t now(const struct profile *p)
{
	return machine_ledger(p->machine)->n[LEDGER_CYCLES];
}

static bool make_room(struct profile_spans *s)
{
	uint32_t room = s->room ? s->room * 2 : 64;
	void *grown;

	if (room > s->most)
		room = s->most;
	if (s->count < s->room)
		return true;
	grown = s->count < room ? reallocarray(s->span, room, sizeof *s->span)
				: NULL;
	if (!grown)
		return false;
	s->span = grown;
	s->room = room;
	return true;
}

static uint32_t begin(struct profile *p, uint32_t function, uint32_t depth)
{
	struct profile_spans *s = &p->spans;
	uint64_t at;

	if (!s->most || !p->now.context)
		return PROFILE_NONE;
	at = now(p);
	if (s->left_out || !make_room(s)) {
		if (!s->left_out++)
			s->whole_until = at;
		return PROFILE_NONE;
	}
	s->span[s->count] = (struct profile_span){ p->now.context - 1, depth,
						   function, at, SPAN_OPEN };
	return s->count++;
}

uint32_t spans_begin(struct profile *p, uint32_t function)
{
	return begin(p, function, p->now.depth);
}

void spans_end(struct profile *p, uint32_t span)
{
	if (span != PROFILE_NONE)
		p->spans.span[span].end = now(p);
}

void spans_context(struct profile *p, uint32_t kind)
{
	struct profile_spans *s = &p->spans;
	uint32_t i = 0;

	while (i < s->contexts &&
	       (s->context[i].lives || s->context[i].kind != kind))
		i++;
	if (i == sizeof s->context / sizeof *s->context)
		return;
	if (i == s->contexts)
		s->context[s->contexts++].kind = kind;
	s->context[i].lives = true;
	p->now.context = i + 1;
	spans_go_on(p);
}

void spans_go_on(struct profile *p)
{
	p->spans.running = begin(p, BOARD_FUNCTION_RUNS, 0);
}

void spans_leave(struct profile *p)
{
	spans_end(p, p->spans.running);
	p->spans.running = PROFILE_NONE;
}

void spans_drop(struct profile *p, const struct profile_stack *stack)
{
	for (uint32_t i = 0; i < stack->depth; i++)
		spans_end(p, stack->frame[i].span);
	if (stack->context)
		p->spans.context[stack->context - 1].lives = false;
}
