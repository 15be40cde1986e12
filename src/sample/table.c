/* SPDX-License-Identifier: MIT */
/*
 * Rows of a profile: costs of instructions, put together by what they belong
 * to.
 */
#include <stdlib.h>
#include <string.h>

#include "metric/formula.h"
#include "sample/inner.h"

static void add(const struct sample *s, uint64_t *to, const uint64_t *from)
{
	for (unsigned i = 0; i < s->columns; i++)
		to[i] += from[i];
}

/* ---- what belongs together ---------------------------------------------- */

static struct sample_row row_of(const struct sample *s, uint32_t place,
				enum sample_by by)
{
	const struct sample_place *p = &s->place[place];
	struct sample_row row = { .function = p->function,
				  .file = p->file,
				  .line = p->line,
				  .addr = p->addr,
				  .place = place,
				  .cause = SAMPLE_NONE,
				  .inlined = SAMPLE_NONE };

	if (by == SAMPLE_INSNS || s->sampling)
		row.count = p->count;
	if (by == SAMPLE_INSNS)
		return row;
	row.place = SAMPLE_NONE;
	if (by == SAMPLE_FILES) {
		row.function = SAMPLE_NONE;
		row.line = 0;
	}
	if (by == SAMPLE_INLINED)
		row.inlined = p->inlined;
	if (by == SAMPLE_FUNCTIONS ||
	    (by == SAMPLE_INLINED && row.inlined == SAMPLE_NONE))
		row.addr = s->function[p->function].addr;
	return row;
}

static int order(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Rows that are alike come together; lines that are not known, by function. */
static int alike(const struct sample_row *a, const struct sample_row *b,
		 enum sample_by by)
{
	int result = 0;

	if (by == SAMPLE_INSNS)
		return order(a->place, b->place);
	if (by == SAMPLE_INLINED) {
		result = order(a->inlined, b->inlined);
		if (result || a->inlined != SAMPLE_NONE)
			return result;
	} else if (by != SAMPLE_FUNCTIONS) {
		result = order(a->file, b->file);
		if (!result)
			result = order(a->line, b->line);
		if (!result && by == SAMPLE_LINES)
			result = order(a->function, b->function);
		return result;
	}
	return order(a->function, b->function);
}

static int by_function(const void *a, const void *b)
{
	return alike(a, b, SAMPLE_FUNCTIONS);
}

static int by_line(const void *a, const void *b)
{
	return alike(a, b, SAMPLE_LINES);
}

static int by_insn(const void *a, const void *b)
{
	return alike(a, b, SAMPLE_INSNS);
}

static int by_file(const void *a, const void *b)
{
	return alike(a, b, SAMPLE_FILES);
}

static int by_inlined(const void *a, const void *b)
{
	return alike(a, b, SAMPLE_INLINED);
}

/* The most first; what is as much, in the order of addresses. */
static int by_cost(const void *x, const void *y)
{
	const struct sample_row *a = x, *b = y;
	int result = order(b->cost[0], a->cost[0]);

	if (!result)
		result = order(a->cause, b->cause);
	if (!result)
		result = order(a->addr, b->addr);
	return result ? result : order(a->place, b->place);
}

/* Rows that are alike become one. */
static void unite(const struct sample *s, struct sample_table *t,
		  enum sample_by by)
{
	static int (*const orders[])(const void *a, const void *b) = {
		[SAMPLE_FUNCTIONS] = by_function, [SAMPLE_LINES] = by_line,
		[SAMPLE_INSNS] = by_insn,         [SAMPLE_FILES] = by_file,
		[SAMPLE_INLINED] = by_inlined,
	};
	uint32_t kept = 0;

	qsort(t->row, t->rows, sizeof *t->row, orders[by]);
	for (uint32_t i = 1; i < t->rows; i++) {
		struct sample_row *to = &t->row[kept];

		if (orders[by](to, &t->row[i]) != 0) {
			t->row[++kept] = t->row[i];
			continue;
		}
		add(s, to->cost, t->row[i].cost);
		if (by == SAMPLE_FUNCTIONS || s->sampling)
			to->count += t->row[i].count;
		if (t->row[i].addr < to->addr) {
			to->addr = t->row[i].addr;
			to->function = t->row[i].function;
			if (by == SAMPLE_INLINED) {
				to->file = t->row[i].file;
				to->line = t->row[i].line;
			}
		}
	}
	t->rows = t->rows ? kept + 1 : 0;
}

/* A function is where it is declared.  False: out of memory. */
static bool place_functions(const struct sample *s, struct sample_table *t)
{
	uint64_t *calls = calloc(s->functions + (size_t)1, sizeof *calls);
	uint32_t *first = sample_first(s);
	const bool good = calls && first;

	for (uint32_t i = 0; good && i < s->calls; i++)
		calls[s->call[i].function] += s->call[i].count;
	for (uint32_t i = 0; good && i < t->rows; i++) {
		struct sample_row *r = &t->row[i];
		struct sample_begin at;

		if (r->inlined != SAMPLE_NONE)
			continue;
		at = sample_begin(s, first, r->function);
		r->count += calls[r->function];
		if (!at.line)
			continue;
		r->file = at.file;
		r->line = at.line;
	}
	free(calls);
	free(first);
	return good;
}

static bool begin(const struct sample *s, struct sample_table *t, size_t rows)
{
	*t = (struct sample_table){ 0 };
	t->row = calloc(rows + 1, sizeof *t->row);
	t->costs = calloc((rows + 1) * s->columns, sizeof *t->costs);
	if (t->row && t->costs)
		return true;
	sample_table_free(t);
	return false;
}

static struct sample_row *append(const struct sample *s, struct sample_table *t,
				 const struct sample_row *row,
				 const uint64_t *cost)
{
	struct sample_row *to = &t->row[t->rows++];

	*to = *row;
	to->cost = t->costs + t->taken++ * s->columns;
	add(s, to->cost, cost);
	return to;
}

static void append_causes(const struct sample *s, struct sample_table *t)
{
	for (uint32_t i = 0; i < s->causes; i++) {
		const struct sample_row row = {
			.function = SAMPLE_NONE,
			.file = SAMPLE_NONE,
			.place = SAMPLE_NONE,
			.cause = i,
			.inlined = SAMPLE_NONE,
			.count = s->cause_count ? s->cause_count[i] : 0,
		};
		const uint64_t *cost = sample_cost(s, s->cause_cost, i);
		bool any = false;

		for (unsigned k = 0; k < s->columns; k++)
			any = any || cost[k];
		if (any)
			append(s, t, &row, cost);
	}
}

/* ---- with all that is called -------------------------------------------- */

/* Of each path what happened there and behind it: costs, then how often.  The
 * caller's to free; NULL: out of memory. */
static uint64_t *path_sums(const struct sample *s)
{
	const size_t each = s->columns + (size_t)1;
	uint64_t *sum = calloc(s->paths * each + 1, sizeof *sum);

	for (uint32_t i = s->paths; sum && i-- > 0;) {
		uint64_t *own = sum + i * each;

		add(s, own, sample_cost(s, s->path_cost, i));
		own[s->columns] += s->path[i].count;
		for (size_t k = 0; i && k < each; k++)
			sum[s->path[i].parent * each + k] += own[k];
	}
	return sum;
}

static void append_function(const struct sample *s, struct sample_table *t,
			    uint32_t function, uint64_t count,
			    const uint64_t *cost)
{
	append(s, t,
	       &(struct sample_row){ .function = function,
				     .file = SAMPLE_NONE,
				     .addr = s->function[function].addr,
				     .place = SAMPLE_NONE,
				     .cause = SAMPLE_NONE,
				     .inlined = SAMPLE_NONE,
				     .count = count },
	       cost);
}

/* No function is twice on a path, so that each counts once. */
static bool inclusive_rows(const struct sample *s, struct sample_table *t)
{
	uint64_t *sum = path_sums(s);

	if (!sum || !begin(s, t, s->paths)) {
		free(sum);
		return false;
	}
	for (uint32_t i = 0; i < s->paths; i++) {
		const uint64_t *own = sum + i * (s->columns + (size_t)1);

		if (s->path[i].function != SAMPLE_NONE)
			append_function(s, t, s->path[i].function,
					s->sampling ? own[s->columns] : 0, own);
	}
	free(sum);
	unite(s, t, SAMPLE_FUNCTIONS);
	if (!place_functions(s, t)) {
		sample_table_free(t);
		return false;
	}
	qsort(t->row, t->rows, sizeof *t->row, by_cost);
	return true;
}

bool sample_rows(const struct sample *s, enum sample_by by, bool inclusive,
		 struct sample_table *t)
{
	if (inclusive)
		return inclusive_rows(s, t);
	if (by == SAMPLE_TASKS)
		return sample_task_rows(s, t);
	if (!begin(s, t, (size_t)s->places + s->causes))
		return false;
	for (uint32_t i = 0; i < s->places; i++) {
		const struct sample_row row = row_of(s, i, by);

		append(s, t, &row, sample_cost(s, s->place_cost, i));
	}
	unite(s, t, by);
	if ((by == SAMPLE_FUNCTIONS || by == SAMPLE_INLINED) &&
	    !place_functions(s, t)) {
		sample_table_free(t);
		return false;
	}
	append_causes(s, t);
	qsort(t->row, t->rows, sizeof *t->row, by_cost);
	return true;
}

static void append_calls(const struct sample *s, uint32_t function,
			 bool callers, struct sample_table *t)
{
	for (uint32_t i = 0; i < s->calls; i++) {
		const uint32_t from = s->place[s->call[i].place].function;
		const uint32_t to = s->call[i].function;

		if ((callers ? to : from) == function)
			append_function(s, t, callers ? from : to,
					s->call[i].count,
					sample_cost(s, s->call_cost, i));
	}
}

/* Of samples that know who called: what happened behind each such step. */
static bool append_steps(const struct sample *s, uint32_t function,
			 bool callers, struct sample_table *t)
{
	uint64_t *sum = path_sums(s);

	for (uint32_t i = 1; sum && i < s->paths; i++) {
		const uint32_t from = s->path[s->path[i].parent].function;
		const uint32_t to = s->path[i].function;
		const uint64_t *own = sum + i * (s->columns + (size_t)1);

		if (from != SAMPLE_NONE && (callers ? to : from) == function)
			append_function(s, t, callers ? from : to,
					own[s->columns], own);
	}
	if (!sum)
		return false;
	free(sum);
	return true;
}

bool sample_calls(const struct sample *s, uint32_t function, bool callers,
		  struct sample_table *t)
{
	if (!begin(s, t, s->sampling ? s->paths : s->calls))
		return false;
	if (!s->sampling) {
		append_calls(s, function, callers, t);
	} else if (!append_steps(s, function, callers, t)) {
		sample_table_free(t);
		return false;
	}
	unite(s, t, SAMPLE_FUNCTIONS);
	qsort(t->row, t->rows, sizeof *t->row, by_cost);
	return true;
}

/* ---- metrics ------------------------------------------------------------- */

struct values {
	const struct sample *s;
	const struct sample_metric *m;
	const char *const *name;
	const uint64_t *cost;
};

static bool operand(void *ctx, const char *name, double *value)
{
	const struct values *v = ctx;
	unsigned i = 0;

	while (i < v->m->operands && strcmp(v->name[i], name) != 0)
		i++;
	if (i == v->m->operands)
		return false;
	switch (v->m->operand[i]) {
	case SAMPLE_CLOCK:
		*value = v->s->clock_hz;
		return *value > 0;
	case SAMPLE_NONE: /* nobody counted it */
		return false;
	case SAMPLE_RATIO:
		*value = v->s->clock_ratio;
		return *value > 0;
	default:
		*value = (double)v->cost[v->m->operand[i]];
		return true;
	}
}

bool sample_value(const struct sample *s, unsigned metric, const uint64_t *cost,
		  double *value)
{
	struct values v = { .s = s, .m = &s->metric[metric], .cost = cost };
	struct formula *f;
	struct error err;
	bool good = false;
	size_t names;

	f = formula_parse(v.m->formula, &err);
	if (!f)
		return false;
	v.name = formula_names(f, &names);
	if (names == v.m->operands)
		good = formula_eval(f, operand, &v, value, NULL) == FORMULA_OK;
	formula_free(f);
	if (good)
		*value *= v.m->scale;
	return good;
}
