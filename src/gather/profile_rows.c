/* SPDX-License-Identifier: MIT */
/*
 * From a board's profile, which knows addresses, to one that can be kept, which
 * has names.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/board.h"
#include "gather/points.h"
#include "gather/profile.h"
#include "program/program.h"

/* A cause of cycles below a hundredth of them is not shown unasked. */
enum { CAUSE_PART = 100 };

/* A row without its costs. */
struct arrived {
	uint32_t kind, from, word, place;
	uint64_t addr, function;
	uint64_t count, begin, end;
};

/* Rows while they arrive. */
struct arriving {
	struct arrived *row;
	uint64_t *cost;
	size_t rows, room;
	unsigned columns;
	uint32_t of[BOARD_PROFILE_KINDS]; /* rows of each kind */
};

static bool take_row(void *ctx, const struct board_profile_row *row,
		     struct error *err)
{
	struct arriving *a = ctx;

	if (a->rows == a->room) {
		const size_t more = a->room ? a->room * 2 : 1024;
		void *rows = reallocarray(a->row, more, sizeof *a->row);
		void *costs;

		if (rows)
			a->row = rows;
		costs = reallocarray(a->cost, more * a->columns,
				     sizeof *a->cost);
		if (costs)
			a->cost = costs;
		if (!rows || !costs)
			return error_no_memory(err);
		a->room = more;
	}
	a->row[a->rows] =
		(struct arrived){ row->kind,  row->from,  row->word,
				  row->place, row->addr,  row->function,
				  row->count, row->begin, row->end };
	memcpy(a->cost + a->rows++ * a->columns, row->cost,
	       a->columns * sizeof *a->cost);
	a->of[row->kind]++;
	return true;
}

static int by_value(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

static struct sample_function
function_at(struct sample *s, const struct program *program, uint64_t addr)
{
	struct sample_function f = { .addr = addr };
	const struct program_symbol *symbol = program_at(program, addr, NULL);
	char text[32];

	if (addr == BOARD_FUNCTION_START) {
		f.name = "[start]";
	} else if (addr == BOARD_FUNCTION_EXCEPTION) {
		f.name = "[exception]";
	} else if (addr == BOARD_FUNCTION_TASK) {
		f.name = "[task]";
	} else if (symbol && symbol->addr == addr) {
		f.name = sample_text(s, symbol->shown);
		if (strcmp(symbol->shown, symbol->name) != 0)
			f.linked = sample_text(s, symbol->name);
	} else {
		snprintf(text, sizeof text, "[0x%" PRIx64 "..]", addr);
		f.name = sample_text(s, text);
	}
	return f;
}

/* Every function once, in the order of their addresses. */
static void take_functions(struct sample *s, const struct arriving *a,
			   const struct program *program)
{
	uint64_t *addr = sample_room(s, a->rows, sizeof *addr);
	size_t count = 0, kept = 0;

	for (size_t i = 0; addr && i < a->rows; i++)
		if (a->row[i].kind != BOARD_PROFILE_CAUSE &&
		    a->row[i].kind != BOARD_PROFILE_STEP &&
		    a->row[i].kind != BOARD_PROFILE_WAIT &&
		    a->row[i].function != BOARD_FUNCTION_RUNS)
			addr[count++] = a->row[i].function;
	if (count)
		qsort(addr, count, sizeof *addr, by_value);
	s->function = sample_room(s, count, sizeof *s->function);
	for (size_t i = 0; s->function && i < count; i++)
		if (!i || addr[i] != addr[i - 1])
			s->function[kept++] = function_at(s, program, addr[i]);
	s->functions = (uint32_t)kept;
}

static int by_addr(const void *x, const void *y)
{
	return by_value(&((const struct sample_function *)x)->addr,
			&((const struct sample_function *)y)->addr);
}

static uint32_t function_of(const struct sample *s, uint64_t addr)
{
	const struct sample_function key = { .addr = addr };
	const struct sample_function *found =
		bsearch(&key, s->function, s->functions, sizeof key, by_addr);

	return found ? (uint32_t)(found - s->function) : 0;
}

static bool make_room(struct sample *s, const struct arriving *a)
{
	const unsigned c = s->columns;

	s->place = sample_room(s, a->of[BOARD_PROFILE_PLACE], sizeof *s->place);
	s->call = sample_room(s, a->of[BOARD_PROFILE_CALL], sizeof *s->call);
	s->path = sample_room(s, a->of[BOARD_PROFILE_PATH], sizeof *s->path);
	s->step = sample_room(s, a->of[BOARD_PROFILE_STEP], sizeof *s->step);
	s->wait = sample_room(s, a->of[BOARD_PROFILE_WAIT], sizeof *s->wait);
	s->cause = sample_room(s, BOARD_CAUSES, sizeof *s->cause);
	s->place_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_PLACE] * c,
				    sizeof *s->total);
	s->call_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_CALL] * c,
				   sizeof *s->total);
	s->path_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_PATH] * c,
				   sizeof *s->total);
	s->step_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_STEP] * c,
				   sizeof *s->total);
	s->cause_cost =
		sample_room(s, (size_t)BOARD_CAUSES * c, sizeof *s->total);
	s->total = sample_room(s, c, sizeof *s->total);
	return !s->failed;
}

/* The place where the row's costs belong. */
static uint64_t *keep_row(struct sample *s, const struct arrived *r)
{
	static const char *const causes[BOARD_CAUSES] = {
		[BOARD_CAUSE_EXCEPTION] = "exception entry",
		[BOARD_CAUSE_WAIT] = "waiting for an interrupt",
		[BOARD_CAUSE_OUTSIDE] = "devices and other masters",
		[BOARD_CAUSE_END] = "after the last instruction",
		[BOARD_CAUSE_NO_ROOM] = "not told apart",
	};
	const size_t c = s->columns;
	const uint32_t function = function_of(s, r->function);

	switch ((enum board_profile_kind)r->kind) {
	case BOARD_PROFILE_PLACE:
		s->place[s->places] =
			(struct sample_place){ .addr = r->addr,
					       .word = r->word,
					       .function = function,
					       .file = SAMPLE_NONE,
					       .inlined = SAMPLE_NONE,
					       .count = r->count };
		return s->place_cost + s->places++ * c;
	case BOARD_PROFILE_CALL:
		s->call[s->calls] =
			(struct sample_call){ r->from, function, r->count };
		return s->call_cost + s->calls++ * c;
	case BOARD_PROFILE_PATH:
		s->path[s->paths] = (struct sample_path){
			r->from, s->paths ? function : SAMPLE_NONE, r->count
		};
		return s->path_cost + s->paths++ * c;
	case BOARD_PROFILE_STEP:
		s->step[s->steps] = (struct sample_step){ r->from, r->place };
		return s->step_cost + s->steps++ * c;
	case BOARD_PROFILE_WAIT:
	case BOARD_PROFILE_CONTEXT:
	case BOARD_PROFILE_SPAN:
	case BOARD_PROFILE_CAUSE:
	case BOARD_PROFILE_KINDS:
		break;
	}
	s->cause[s->causes] = causes[r->from];
	return s->cause_cost + s->causes++ * c;
}

/* Of a cause that no column is, nobody asked. */
static void keep_waits(struct sample *s, const struct arriving *a)
{
	unsigned first = 0;

	while (first < s->columns && s->column[first].code != TARGET_CAUSE)
		first++;
	for (size_t i = 0; i < a->rows; i++) {
		const struct arrived *r = &a->row[i];
		const uint64_t column = (uint64_t)first + r->word;

		if (r->kind == BOARD_PROFILE_WAIT && column < s->columns)
			s->wait[s->waits++] = (struct sample_wait){
				r->from, r->place, (uint32_t)column, r->count
			};
	}
}

/* All rows that have costs: they are before the others. */
static void keep_rows(struct sample *s, const struct arriving *a)
{
	for (size_t i = 0; i < a->rows && a->row[i].kind < BOARD_PROFILE_WAIT;
	     i++) {
		const uint64_t *cost = a->cost + i * a->columns;
		uint64_t *to = keep_row(s, &a->row[i]);

		memcpy(to, cost, a->columns * sizeof *to);
		for (unsigned k = 0; k < a->columns; k++)
			if (a->row[i].kind <= BOARD_PROFILE_PLACE)
				s->total[k] += cost[k];
	}
}

/* ---- when ---------------------------------------------------------------- */

/* A context, while its name is made. */
struct named {
	uint32_t kind;  /* the function that its stacks begin with */
	uint32_t inner; /* the one behind it; SAMPLE_NONE: none, yet */
	bool several;   /* ... of several stacks */
};

static void keep_spans(struct sample *s, struct sample_timeline *t,
		       const struct arriving *a, struct named *named)
{
	for (size_t i = 0; i < a->rows; i++) {
		const struct arrived *r = &a->row[i];
		const uint32_t function = function_of(s, r->function);
		struct named *n = &named[r->from];

		if (r->kind == BOARD_PROFILE_CONTEXT)
			named[t->contexts++] =
				(struct named){ .kind = function,
						.inner = SAMPLE_NONE };
		if (r->kind != BOARD_PROFILE_SPAN)
			continue;
		t->span[t->spans++] =
			(struct sample_span){ r->from, (uint32_t)r->count,
					      r->function == BOARD_FUNCTION_RUNS
						      ? SAMPLE_NONE
						      : function,
					      r->begin, r->end };
		if (r->count == 1) {
			n->several |=
				n->inner != SAMPLE_NONE && n->inner != function;
			n->inner = function;
		}
	}
}

/* "[exception] 2", "[task] 3 worker": numbered within their kind, and a task
 * with its function, unless several were there one after the other. */
static const char *context_name(struct sample *s, const struct named *all,
				uint32_t which)
{
	const struct named *n = &all[which];
	const bool task = s->function[n->kind].addr == BOARD_FUNCTION_TASK;
	const bool inner = task && n->inner != SAMPLE_NONE && !n->several;
	unsigned number = 1;
	char text[160], count[16] = "";

	for (uint32_t i = 0; i < which; i++)
		number += all[i].kind == n->kind;
	if (task || number > 1)
		snprintf(count, sizeof count, " %u", number);
	snprintf(text, sizeof text, "%s%s%s%.100s", s->function[n->kind].name,
		 count, inner ? " " : "",
		 inner ? s->function[n->inner].name : "");
	return sample_text(s, text);
}

/* Fills the timeline, where calls were asked for. */
static void fill_timeline(struct sample *s, const struct arriving *a,
			  const struct board_profile_end *end)
{
	struct sample_timeline *t = sample_room(s, 1, sizeof *t);
	const uint32_t contexts = a->of[BOARD_PROFILE_CONTEXT];
	struct named *named = sample_room(s, contexts, sizeof *named);

	if (!t || !named)
		return;
	t->most = s->timeline->most;
	t->left_out = end->spans_left_out;
	t->until = end->spans_until;
	t->context = sample_room(s, contexts, sizeof *t->context);
	t->span = sample_room(s, a->of[BOARD_PROFILE_SPAN], sizeof *t->span);
	if (!t->context || !t->span)
		return;
	keep_spans(s, t, a, named);
	for (uint32_t i = 0; i < contexts; i++)
		t->context[i] = context_name(s, named, i);
	s->timeline = t;
}

static bool fill(struct sample *s, const struct arriving *a,
		 const struct board_profile_end *end,
		 const struct program *program, struct error *err)
{
	if (a->rows)
		take_functions(s, a, program);
	if (s->failed || !make_room(s, a))
		return error_no_memory(err);
	keep_rows(s, a);
	keep_waits(s, a);
	if (s->timeline)
		fill_timeline(s, a, end);
	return points_lines(s, program, err);
}

/* Of the causes of cycles those are shown that have a part of them. */
static void choose_causes(struct sample *s)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < s->columns; i++)
		if (s->column[i].code == TARGET_CAUSE)
			all += s->total[i];
	for (unsigned i = 0; i < s->columns; i++)
		if (s->column[i].code == TARGET_CAUSE ||
		    s->column[i].code == TARGET_WAITED)
			s->column[i].asked = s->total[i] >= all / CAUSE_PART &&
					     s->total[i] > 0;
}

bool profile_end(struct sample *s, struct board *b,
		 const struct program *program, struct error *err)
{
	struct arriving a = { .columns = s->columns };
	struct board_profile_end end;
	bool good = board_profile_read(b, take_row, &a, &end, err);

	if (good) {
		s->lost_calls = end.lost_calls;
		s->astray = end.astray;
		s->full = end.full != 0;
		good = fill(s, &a, &end, program, err);
		if (good)
			choose_causes(s);
	}
	free(a.row);
	free(a.cost);
	return good;
}
