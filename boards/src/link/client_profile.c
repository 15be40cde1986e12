/* SPDX-License-Identifier: MIT */
/*
 * The tool's side of a profile.  Rows are checked as a stranger's: each comes
 * after those that it names, and there are no more of them than a board has
 * memory for.
 */
#include <string.h>

#include "boards/src/link/client.h"

static const uint64_t MOST_ROWS = UINT64_C(1) << 24;

bool board_profile(struct board *b, const struct board_column *column,
		   unsigned columns, uint32_t spans, struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	if (!columns || columns > BOARD_COLUMNS)
		return error_set(err, "a profile has 1 to %u events, not %u",
				 BOARD_COLUMNS, columns);
	wire_start(&m, WIRE_PROFILE, 0);
	m.u.profile.columns = columns;
	m.u.profile.spans = spans;
	memcpy(m.u.profile.column, column, columns * sizeof *column);
	if (!client_ask(b, &m, WIRE_BREAK))
		return error_set(err, "%s", b->stop.text);
	return client_result(b, err);
}

bool board_watch(struct board *b, struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_WATCH, 0);
	if (!client_ask(b, &m, WIRE_BREAK))
		return error_set(err, "%s", b->stop.text);
	return client_result(b, err);
}

/* How many rows of each kind there were. */
struct counted {
	uint64_t of[BOARD_PROFILE_KINDS];
	uint32_t newest; /* kind */
	uint64_t step;   /* behind the newest: its path and its place */
	uint64_t all;
};

/* Nothing comes before what it names, and kinds come in their order. */
static bool sound(struct counted *c, const struct board_profile_row *r)
{
	uint64_t below = 0;

	if (r->kind >= BOARD_PROFILE_KINDS || r->kind < c->newest ||
	    c->all++ >= MOST_ROWS)
		return false;
	c->newest = r->kind;
	switch ((enum board_profile_kind)r->kind) {
	case BOARD_PROFILE_CAUSE:
		below = BOARD_CAUSES;
		break;
	case BOARD_PROFILE_PLACE:
		below = UINT64_MAX;
		break;
	case BOARD_PROFILE_CALL:
		below = c->of[BOARD_PROFILE_PLACE];
		break;
	case BOARD_PROFILE_PATH:
		below = c->of[BOARD_PROFILE_PATH];
		below += !below; /* the first */
		break;
	case BOARD_PROFILE_STEP:
		if (r->place < c->of[BOARD_PROFILE_PLACE] &&
		    c->step <= ((uint64_t)r->from << 32 | r->place))
			below = c->of[BOARD_PROFILE_PATH];
		c->step = ((uint64_t)r->from << 32 | r->place) + 1;
		break;
	case BOARD_PROFILE_WAIT:
		if (r->place < c->of[BOARD_PROFILE_PLACE])
			below = c->of[BOARD_PROFILE_PLACE];
		break;
	case BOARD_PROFILE_CONTEXT:
		below = 1;
		break;
	case BOARD_PROFILE_SPAN:
		below = r->begin <= r->end ? c->of[BOARD_PROFILE_CONTEXT] : 0;
		break;
	case BOARD_PROFILE_KINDS:
		break;
	}
	c->of[r->kind]++;
	return r->from < below;
}

bool board_profile_read(struct board *b,
			bool (*take)(void *ctx,
				     const struct board_profile_row *row,
				     struct error *err),
			void *ctx, struct board_profile_end *end,
			struct error *err)
{
	struct counted counted = { .all = 0 };
	struct wire_message m;
	bool good = true;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_PROFILE_READ, 0);
	client_begin(b, &m);
	while (b->state != CLIENT_DEAD) {
		if (!client_take(b))
			continue;
		if (b->in.m.kind == WIRE_PROFILE_READ)
			break;
		if (b->in.m.kind != WIRE_PROFILE_ROW ||
		    !sound(&counted, &b->in.m.u.row))
			client_died(b, "the engine sent garbage");
		else
			good = good && take(ctx, &b->in.m.u.row, err);
	}
	if (b->state == CLIENT_DEAD)
		return error_set(err, "%s", b->stop.text);
	*end = b->in.m.u.end;
	return good;
}
