/* SPDX-License-Identifier: MIT */
/*
 * From a board's profile, which knows addresses, to one that can be kept, which
 * has names.
 */
#include "cli/profile/gather.h"

#include <stdlib.h>
#include <string.h>

#include "board/board.h"
#include "cli/sampling/points.h"
#include "program/program.h"
#include "record/record.h"
#include "target/board.h"

/* More than any board has events. */
enum { TRUTH_ROOM = 1024 };

/* ---- which events -------------------------------------------------------- */

static const char *word_of_class(uint8_t class)
{
	switch ((enum pmu_class) class) {
	case PMU_MODELLED:
		return "modelled";
	case PMU_INJECTED:
		return "injected";
	case PMU_EXACT:
	case PMU_NOT_MODELLED:
		break;
	}
	return "exact";
}

/* The board's ledger, as it tells it. */
struct ledger {
	struct board_truth row[TRUTH_ROOM];
	unsigned rows;
};

/* The row of an event, by the monitor's rows; false: the board does not model
 * it. */
static bool find_row(const struct ledger *l, int monitor, uint16_t code,
		     struct board_column *column, const char **class)
{
	uint32_t at = 0;

	for (unsigned i = 0; i < l->rows; i++) {
		const struct board_truth *t = &l->row[i];

		if (t->monitor != monitor)
			continue;
		if (t->code == code) {
			*column =
				(struct board_column){ (uint32_t)monitor, at };
			*class = word_of_class(t->class);
			return t->class != PMU_NOT_MODELLED;
		}
		at++;
	}
	return false;
}

static bool refuse(const char *event, struct error *err)
{
	return error_set(err,
			 "%s: the simulated board does not model it; tally "
			 "board NAME PROG.elf --truth has what it does",
			 event);
}

static bool plain(const struct catalog_event *e, struct error *err)
{
	if (!e->levels && (!e->refine || refine_plain(e->refine)))
		return true;
	return error_set(err,
			 "%s: a profile has an event as it comes; leave out "
			 "what is behind the colon",
			 e->name);
}

/* The events of a request in the order of a profile's columns. */
struct chosen {
	unsigned event[SAMPLE_COLUMNS];  /* of each column */
	uint32_t column[SAMPLE_COLUMNS]; /* of each event; SAMPLE_NONE */
	unsigned count;
};

/* What an operand of a formula is in a profile. */
static uint32_t operand_of(const struct chosen *c, uint16_t index)
{
	if (index == REQUEST_CLOCK)
		return SAMPLE_CLOCK;
	if (index == REQUEST_RATIO)
		return SAMPLE_RATIO;
	return index < SAMPLE_COLUMNS ? c->column[index] : SAMPLE_NONE;
}

static void choose_event(struct chosen *c, unsigned event)
{
	if (c->column[event] != SAMPLE_NONE)
		return;
	c->column[event] = c->count;
	c->event[c->count++] = event;
}

/* What was asked for first, as it was typed; then what metrics need.  Cycles
 * and instructions that would only ride along are left out. */
static bool choose(struct chosen *c, const struct request *q, struct error *err)
{
	c->count = 0;
	if (q->events > SAMPLE_COLUMNS)
		return error_set(err,
				 "%u events; a profile has at most %u: name "
				 "fewer with -e",
				 q->events, SAMPLE_COLUMNS);
	for (unsigned i = 0; i < q->events; i++)
		c->column[i] = SAMPLE_NONE;
	for (unsigned i = 0; i < q->problem.wants; i++) {
		const struct plan_want *w = &q->problem.want[i];

		for (unsigned k = 0; k < w->events; k++)
			if (q->asked[w->event[k]] != ASKED_NOT)
				choose_event(c, w->event[k]);
	}
	for (unsigned i = 0; i < q->metrics; i++) {
		size_t names;

		(void)formula_names(q->metric[i].formula, &names);
		for (size_t k = 0; k < names; k++)
			if (q->metric[i].index[k] < REQUEST_NAMES)
				choose_event(c, q->metric[i].index[k]);
	}
	return c->count ||
	       error_set(err, "nothing to count; name events with -e");
}

/* What `all` has and the board has not is left out; what was named is refused.
 */
static bool take_columns(struct sample *s, const struct board_info *info,
			 const struct request *q, struct chosen *c,
			 const struct ledger *l, struct board_column *column,
			 struct error *err)
{
	s->column = sample_room(s, c->count, sizeof *s->column);
	if (!s->column)
		return error_no_memory(err);
	for (unsigned i = 0; i < c->count; i++) {
		const unsigned event = c->event[i];
		const struct catalog_event *e = q->event[event];
		const char *monitor = request_event_monitor(q, event);
		struct sample_column *to = &s->column[s->columns];

		if (!plain(e, err))
			return false;
		if (find_row(l, board_monitor(info, monitor), e->code,
			     &column[s->columns], &to->class)) {
			to->name = sample_text(s, e->name);
			to->monitor = sample_text(s, monitor);
			to->code = e->code;
			to->asked = q->asked[event] != ASKED_NOT;
			c->column[event] = s->columns++;
		} else if (q->asked[event] == ASKED_BY_NAME) {
			return refuse(e->name, err);
		} else {
			c->column[event] = SAMPLE_NONE;
		}
	}
	return s->columns || error_set(err, "the simulated board models none "
					    "of these events; name others");
}

/* Are all events of the metrics there that were asked for by name? */
static bool check_metrics(const struct request *q, const struct chosen *c,
			  struct error *err)
{
	for (unsigned i = 0; i < q->metrics; i++) {
		const struct request_metric *m = &q->metric[i];
		size_t names;

		(void)formula_names(m->formula, &names);
		for (size_t k = 0; m->named && k < names; k++)
			if (operand_of(c, m->index[k]) == SAMPLE_NONE)
				return refuse(q->event[m->index[k]]->name, err);
	}
	return true;
}

static void take_metrics(struct sample *s, const struct request *q,
			 const struct chosen *c)
{
	s->metric = sample_room(s, q->metrics, sizeof *s->metric);
	for (unsigned i = 0; !s->failed && i < q->metrics; i++) {
		const struct request_metric *m = &q->metric[i];
		uint32_t *operand;
		size_t names;

		(void)formula_names(m->formula, &names);
		operand = sample_room(s, names, sizeof *operand);
		for (size_t k = 0; operand && k < names; k++)
			operand[k] = operand_of(c, m->index[k]);
		s->metric[i] = (struct sample_metric){
			.name = sample_text(s, m->name),
			.formula = sample_text(s, m->metric ? m->metric->formula
							    : m->name),
			.unit = sample_text(s,
					    m->metric ? m->metric->unit : ""),
			.scale = m->metric ? m->metric->scale : 1,
			.operand = operand,
			.operands = (unsigned)names,
		};
	}
	s->metrics = q->metrics;
}

static void take_facts(struct sample *s, const struct target *t,
		       const struct request *q)
{
	const struct board_info *info = target_board_info(t);
	char names[160];

	s->target = sample_text(s, t->facts.name);
	s->title = sample_text(s, info->title);
	s->monitors = sample_text(s, request_monitors(q, names, sizeof names));
	s->program = sample_text(s, t->program->path);
	s->sha256 = sample_text(s, t->program->sha256);
	s->superset = info->simulated_superset ? sample_text(s, info->superset)
					       : NULL;
	s->clock_hz = record_real(t->facts.clock_hz);
	s->clock_ratio = record_real(t->facts.clock_ratio);
}

struct sample *gather_begin(struct target *t, struct board *b,
			    const struct request *q, struct error *err)
{
	static struct ledger ledger;
	struct board_column column[SAMPLE_COLUMNS];
	struct sample *s = sample_new();
	struct chosen chosen;

	_Static_assert(SAMPLE_COLUMNS <= BOARD_COLUMNS, "a board has them");
	if (!s) {
		error_no_memory(err);
		return NULL;
	}
	if (choose(&chosen, q, err) &&
	    board_truth_read(b, ledger.row, TRUTH_ROOM, &ledger.rows, err) &&
	    take_columns(s, target_board_info(t), q, &chosen, &ledger, column,
			 err) &&
	    check_metrics(q, &chosen, err) &&
	    board_profile(b, column, s->columns, err)) {
		take_metrics(s, q, &chosen);
		take_facts(s, t, q);
		if (!s->failed)
			return s;
		error_no_memory(err);
	}
	sample_free(s);
	return NULL;
}

/* ---- what came of it ----------------------------------------------------- */

/* A row without its costs. */
struct arrived {
	uint32_t kind, from, addr, word, function;
	uint64_t count;
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
		(struct arrived){ row->kind, row->from,     row->addr,
				  row->word, row->function, row->count };
	memcpy(a->cost + a->rows++ * a->columns, row->cost,
	       a->columns * sizeof *a->cost);
	a->of[row->kind]++;
	return true;
}

static int by_value(const void *x, const void *y)
{
	const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return a < b ? -1 : a > b;
}

static struct sample_function
function_at(struct sample *s, const struct program *program, uint32_t addr)
{
	struct sample_function f = { .addr = addr };
	const struct program_symbol *symbol = program_at(program, addr, NULL);
	char text[24];

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
		snprintf(text, sizeof text, "[0x%x..]", (unsigned)addr);
		f.name = sample_text(s, text);
	}
	return f;
}

/* Every function once, in the order of their addresses. */
static void take_functions(struct sample *s, const struct arriving *a,
			   const struct program *program)
{
	uint32_t *addr = sample_room(s, a->rows, sizeof *addr);
	size_t count = 0, kept = 0;

	for (size_t i = 0; addr && i < a->rows; i++)
		if (a->row[i].kind != BOARD_PROFILE_CAUSE)
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

static uint32_t function_of(const struct sample *s, uint32_t addr)
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
	s->cause = sample_room(s, BOARD_CAUSES, sizeof *s->cause);
	s->place_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_PLACE] * c,
				    sizeof *s->total);
	s->call_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_CALL] * c,
				   sizeof *s->total);
	s->path_cost = sample_room(s, (size_t)a->of[BOARD_PROFILE_PATH] * c,
				   sizeof *s->total);
	s->cause_cost =
		sample_room(s, (size_t)BOARD_CAUSES * c, sizeof *s->total);
	s->total = sample_room(s, c, sizeof *s->total);
	return !s->failed;
}

/* Where the row's costs belong. */
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
	case BOARD_PROFILE_CAUSE:
	case BOARD_PROFILE_KINDS:
		break;
	}
	s->cause[s->causes] = causes[r->from];
	return s->cause_cost + s->causes++ * c;
}

static void keep_rows(struct sample *s, const struct arriving *a)
{
	for (size_t i = 0; i < a->rows; i++) {
		const uint64_t *cost = a->cost + i * a->columns;
		uint64_t *to = keep_row(s, &a->row[i]);

		memcpy(to, cost, a->columns * sizeof *to);
		for (unsigned k = 0; k < a->columns; k++)
			if (a->row[i].kind <= BOARD_PROFILE_PLACE)
				s->total[k] += cost[k];
	}
}

static bool fill(struct sample *s, const struct arriving *a,
		 const struct program *program, struct error *err)
{
	if (a->rows)
		take_functions(s, a, program);
	if (s->failed || !make_room(s, a))
		return error_no_memory(err);
	keep_rows(s, a);
	return points_lines(s, program, err);
}

bool gather_end(struct sample *s, struct board *b,
		const struct program *program, struct error *err)
{
	struct arriving a = { .columns = s->columns };
	struct board_profile_end end;
	bool good = board_profile_read(b, take_row, &a, &end, err);

	if (good) {
		s->lost_calls = end.lost_calls;
		s->astray = end.astray;
		s->full = end.full != 0;
		good = fill(s, &a, program, err);
	}
	free(a.row);
	free(a.cost);
	return good;
}
