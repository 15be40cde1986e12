/* SPDX-License-Identifier: MIT */
/*
 * The tool's side of a trace.  Its steps are looked at as a stranger's: each
 * goes on where the last one ended, and its causes sum to its cycles.
 */
#include "boards/src/link/client.h"

bool board_trace(struct board *b, uint32_t steps, struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	if (!steps || steps > BOARD_TRACE_MOST)
		return error_set(err, "a trace has 1 to %d steps, not %u",
				 (int)BOARD_TRACE_MOST, (unsigned)steps);
	wire_start(&m, WIRE_TRACE, 0);
	m.u.steps = steps;
	if (!client_ask(b, &m, WIRE_BREAK))
		return error_set(err, "%s", b->stop.text);
	return client_result(b, err);
}

/* The steps that have come, and where the last one ended. */
struct traced {
	uint32_t count;
	uint64_t cycle;
};

static bool step_follows(struct traced *t, const struct board_trace_row *r)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < TARGET_CAUSES; i++)
		sum += r->cause[i];
	if (t->count++ == BOARD_TRACE_MOST || r->kind >= BOARD_TRACE_KINDS ||
	    (t->count > 1 && r->begin != t->cycle) || r->end < r->begin ||
	    sum != r->end - r->begin)
		return false;
	t->cycle = r->end;
	return !r->scheduled ||
	       (r->dispatched <= r->issued && r->issued < r->done);
}

bool board_trace_read(struct board *b,
		      bool (*take)(void *ctx, const struct board_trace_row *row,
				   struct error *err),
		      void *ctx, struct error *err)
{
	struct traced traced = { 0 };
	struct wire_message m;
	bool good = true;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_TRACE_READ, 0);
	client_begin(b, &m);
	while (b->state != CLIENT_DEAD) {
		if (!client_take(b))
			continue;
		if (b->in.m.kind == WIRE_TRACE_READ)
			return good;
		if (b->in.m.kind != WIRE_TRACE_ROW ||
		    !step_follows(&traced, &b->in.m.u.step))
			client_died(b, "the engine sent garbage");
		else
			good = good && take(ctx, &b->in.m.u.step, err);
	}
	return error_set(err, "%s", b->stop.text);
}
