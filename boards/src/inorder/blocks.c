/* SPDX-License-Identifier: MIT */
/*
 * A core that issues in order, asked in blocks: see core/timing.h.  Vectors are
 * in no block, so that what is late of them stays as it is, and only places
 * before PLACES_WITHOUT_VECTORS are told.
 */
#include <stddef.h>
#include <string.h>

#include "boards/src/core/timing.h"
#include "boards/src/inorder/inner.h"

_Static_assert((int)PLACES_WITHOUT_VECTORS <= (int)TIMING_REGISTERS,
	       "each has its place in a state");
_Static_assert(offsetof(struct inorder, told) -
			       offsetof(struct inorder, ready) <=
		       UARCH_MOVED_MOST,
	       "a walk has room for what it moves");

static bool tell_state(const struct uarch *u, uint32_t pc,
		       struct timing_state *s)
{
	struct inorder *e = inorder_of(u);

	s->fetched = (pc & u->fetch_mask) == u->fetch_base;
	s->issued = (uint16_t)e->slots;
	for (unsigned i = 0; i < PLACES_WITHOUT_VECTORS; i++)
		s->pending |= (uint64_t)(e->ready[i] > u->now) << i;
	e->told = s->pending;
	for (uint64_t left = s->pending; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		if (e->ready[i] - u->now > UINT8_MAX)
			return false;
		s->left[i] = (uint8_t)(e->ready[i] - u->now);
		s->why[i] = e->why[i];
	}
	return true;
}

/* Nothing else has moved since tell_state() told of it. */
static void take_state(struct uarch *u, uint32_t pc,
		       const struct timing_state *s)
{
	struct inorder *e = inorder_of(u);

	if (s->fetched)
		cortex_a_look_up(u, pc);
	else
		forget_fetch(u);
	e->slots = s->issued;
	for (uint64_t left =
		     e->walks ? UINT64_MAX >> (64 - PLACES_WITHOUT_VECTORS)
			      : e->told;
	     left; left &= left - 1)
		e->ready[__builtin_ctzll(left)] = 0;
	e->told = s->pending;
	for (uint64_t left = s->pending; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		e->ready[i] = u->now + s->left[i];
		e->why[i] = s->why[i];
	}
}

static void begin_walks(struct uarch *second, const struct uarch *u)
{
	(void)u;
	inorder_of(second)->walks = true;
	inorder_of(second)->recent = 1;
}

static uint32_t *maker_at(const struct uarch *u, unsigned place)
{
	return place < PLACES_WITHOUT_VECTORS ? &inorder_of(u)->maker[place]
					      : NULL;
}

static uint32_t *recent(const struct uarch *u)
{
	return &inorder_of(u)->recent;
}

#define INORDER_BLOCKS                                                         \
	CORTEX_A_BLOCKS, .pretend = begin_walks, .execute = inorder_execute,   \
			 .lose = inorder_branch, .state = tell_state,          \
			 .take_up = take_state, .maker = maker_at,             \
			 .moved = offsetof(struct inorder, ready),             \
			 .moved_size = offsetof(struct inorder, told) -        \
				       offsetof(struct inorder, ready),        \
			 .width = 2

const struct uarch_blocks inorder_blocks = { INORDER_BLOCKS,
					     .recent_branch = recent };
const struct uarch_blocks inorder_blocks_no_target = { INORDER_BLOCKS };
