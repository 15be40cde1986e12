/* SPDX-License-Identifier: MIT */
/*
 * A profile from its document, checked as a stranger's: whatever is read here
 * can be printed and exported.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "metric/formula.h"
#include "sample/file.h"
#include "sample/member.h"

/* The rows of a list, and room for each, in the profile. */
static uint32_t begin_list(struct reader *f, json_t *root, const char *key,
			   json_t **list, size_t size, void *to)
{
	void *room;

	f->list = NULL;
	*list = member_list(f, root, key, SAMPLE_NONE - 1);
	room = sample_room(f->to, json_array_size(*list), size);
	memcpy(to, &room, sizeof room);
	if (f->to->failed)
		*list = NULL;
	f->list = key;
	return (uint32_t)json_array_size(*list);
}

static json_t *row_at(struct reader *f, json_t *list, uint32_t row)
{
	json_t *object = json_array_get(list, row);

	f->row = row;
	if (!json_is_object(object))
		member_fail(f, "it is to be an object");
	return object;
}

static uint64_t *begin_costs(struct reader *f, uint32_t rows)
{
	return sample_room(f->to, (size_t)rows * f->to->columns,
			   sizeof(uint64_t));
}

static void read_costs(struct reader *f, json_t *object, const char *key,
		       uint64_t *to)
{
	json_t *list = member_list(f, object, key, SAMPLE_COLUMNS);

	if (!list || !to)
		return;
	if (json_array_size(list) != f->to->columns) {
		member_fail(f, "%s is to have a number for each of `columns`",
			    key);
		return;
	}
	for (unsigned i = 0; i < f->to->columns; i++)
		to[i] = member_whole(f, json_array_get(list, i), key,
				     INT64_MAX);
}

static uint64_t *cost_at(const struct reader *f, uint64_t *costs, uint32_t row)
{
	return costs ? costs + (size_t)row * f->to->columns : NULL;
}

/* ---- lists --------------------------------------------------------------- */

static void read_columns(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;
	const uint32_t rows = begin_list(f, root, "columns", &list,
					 sizeof *s->column, &s->column);

	if (rows < 1 || rows > SAMPLE_COLUMNS) {
		f->list = NULL;
		member_fail(f, "columns are to be 1 to %u", SAMPLE_COLUMNS);
		return;
	}
	s->columns = rows;
	for (uint32_t i = 0; i < rows && !f->failed; i++) {
		json_t *row = row_at(f, list, i);

		s->column[i] = (struct sample_column){
			.name = member_text(f, row, "name"),
			.monitor = member_text(f, row, "monitor"),
			.class = member_text(f, row, "class"),
			.code = (uint16_t)member_small(f, row, "code",
						       UINT16_MAX),
			.asked = member_flag(f, row, "asked"),
		};
		if (s->sampling)
			s->column[i].period = member_number(f, row, "period");
	}
}

static uint32_t operand(struct reader *f, const json_t *value)
{
	const char *text = json_string_value(value);

	if (text && strcmp(text, "clock_hz") == 0)
		return SAMPLE_CLOCK;
	if (text && strcmp(text, "clock_ratio") == 0)
		return SAMPLE_RATIO;
	return member_perhaps_index(f, value, "operands", f->to->columns);
}

static void read_operands(struct reader *f, json_t *row,
			  struct sample_metric *m)
{
	json_t *list = member_list(f, row, "operands", FORMULA_NAMES_MAX);
	const size_t count = json_array_size(list);
	uint32_t *to = sample_room(f->to, count, sizeof *to);
	struct error why = { "" };
	struct formula *formula;
	size_t names = 0;

	for (size_t i = 0; to && i < count; i++)
		to[i] = operand(f, json_array_get(list, i));
	m->operand = to;
	m->operands = to ? (unsigned)count : 0;
	formula = formula_parse(m->formula, &why);
	if (!formula) {
		member_fail(f, "formula: %s", why.text);
		return;
	}
	(void)formula_names(formula, &names);
	if (names != count)
		member_fail(f, "operands are to be as many as the names of the "
			       "formula");
	formula_free(formula);
}

static void read_metrics(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;
	const uint32_t rows = begin_list(f, root, "metrics", &list,
					 sizeof *s->metric, &s->metric);

	for (uint32_t i = 0; i < rows && !f->failed; i++) {
		json_t *row = row_at(f, list, i);
		struct sample_metric *m = &s->metric[i];

		m->name = member_text(f, row, "name");
		m->formula = member_text(f, row, "formula");
		m->unit = member_text(f, row, "unit");
		m->scale = member_real(f, row, "scale");
		if (!f->failed)
			read_operands(f, row, m);
	}
	s->metrics = rows;
}

static void read_causes(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->causes = begin_list(f, root, "causes", &list, sizeof *s->cause,
			       &s->cause);
	s->cause_cost = begin_costs(f, s->causes);
	if (s->sampling)
		s->cause_count =
			sample_room(s, s->causes, sizeof *s->cause_count);
	for (uint32_t i = 0; i < s->causes && !f->failed; i++) {
		json_t *row = row_at(f, list, i);

		s->cause[i] = member_text(f, row, "name");
		if (s->cause_count)
			s->cause_count[i] = member_number(f, row, "count");
		read_costs(f, row, "cost", cost_at(f, s->cause_cost, i));
	}
}

static void read_names(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->functions = begin_list(f, root, "functions", &list,
				  sizeof *s->function, &s->function);
	for (uint32_t i = 0; i < s->functions && !f->failed; i++) {
		json_t *row = row_at(f, list, i);

		s->function[i].name = member_text(f, row, "name");
		s->function[i].linked = member_perhaps(f, row, "linked");
		s->function[i].addr = member_small(f, row, "addr", UINT32_MAX);
	}
	s->files =
		begin_list(f, root, "files", &list, sizeof *s->file, &s->file);
	for (uint32_t i = 0; i < s->files && !f->failed; i++) {
		f->row = i;
		s->file[i] = member_kept(f, json_array_get(list, i), "it");
	}
}

static void read_places(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->places = begin_list(f, root, "places", &list, sizeof *s->place,
			       &s->place);
	s->place_cost = begin_costs(f, s->places);
	for (uint32_t i = 0; i < s->places && !f->failed; i++) {
		json_t *row = row_at(f, list, i);

		s->place[i] = (struct sample_place){
			.addr = member_small(f, row, "addr", UINT32_MAX),
			.word = member_small(f, row, "word", UINT32_MAX),
			.function =
				member_index(f, row, "function", s->functions),
			.file = member_perhaps_index(
				f, json_object_get(row, "file"), "file",
				s->files),
			.line = member_small(f, row, "line", UINT32_MAX),
			.count = member_number(f, row, "count"),
		};
		read_costs(f, row, "cost", cost_at(f, s->place_cost, i));
	}
}

static void read_calls(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->calls =
		begin_list(f, root, "calls", &list, sizeof *s->call, &s->call);
	s->call_cost = begin_costs(f, s->calls);
	for (uint32_t i = 0; i < s->calls && !f->failed; i++) {
		json_t *row = row_at(f, list, i);

		s->call[i] = (struct sample_call){
			.place = member_index(f, row, "place", s->places),
			.function =
				member_index(f, row, "function", s->functions),
			.count = member_number(f, row, "count"),
		};
		read_costs(f, row, "cost", cost_at(f, s->call_cost, i));
	}
}

/* Each is behind one that is told before it; the first has no function. */
static void read_paths(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->paths =
		begin_list(f, root, "paths", &list, sizeof *s->path, &s->path);
	s->path_cost = begin_costs(f, s->paths);
	for (uint32_t i = 0; i < s->paths && !f->failed; i++) {
		json_t *row = row_at(f, list, i);
		struct sample_path *p = &s->path[i];

		p->parent = member_index(f, row, "parent", i ? i : 1);
		p->function = i ? member_index(f, row, "function", s->functions)
				: SAMPLE_NONE;
		p->count = member_number(f, row, "count");
		read_costs(f, row, "cost", cost_at(f, s->path_cost, i));
	}
}

/* ---- the document -------------------------------------------------------- */

static void read_facts(struct reader *f, json_t *root)
{
	struct sample *s = f->to;

	s->target = member_text(f, root, "target");
	s->title = member_text(f, root, "title");
	s->monitors = member_text(f, root, "monitors");
	s->program = member_text(f, root, "program");
	s->sha256 = member_perhaps(f, root, "program_sha256");
	s->unguarded = member_perhaps(f, root, "not_sandboxed");
	s->superset = member_perhaps(f, root, "engine_knows_more");
	s->clock_hz = member_real(f, root, "clock_hz");
	s->clock_ratio = member_real(f, root, "clock_ratio");
	s->status = json_integer_value(json_object_get(root, "status"));
	s->instructions = member_number(f, root, "instructions");
	s->lost_calls = member_number(f, root, "lost_calls");
	s->astray = member_number(f, root, "astray");
	s->full = member_flag(f, root, "full");
}

/* Of a sampled profile, before its lists. */
static void read_sampling(struct reader *f, json_t *root)
{
	struct sample_sampling *how = sample_room(f->to, 1, sizeof *how);
	json_t *row = json_object_get(root, "sampled");

	if (!json_is_object(row))
		member_fail(f, "sampled is to be an object");
	if (f->failed || !how)
		return;
	how->samples = member_number(f, row, "samples");
	how->lost = member_number(f, row, "lost");
	how->skid = member_text(f, row, "skid");
	how->simulated = member_flag(f, root, "simulated");
	f->to->sampling = how;
}

/* What happened is at an instruction or has a cause. */
static void check_total(struct reader *f)
{
	const struct sample *s = f->to;

	for (unsigned k = 0; k < s->columns && !f->failed; k++) {
		uint64_t sum = 0;

		for (uint32_t i = 0; i < s->places; i++)
			sum += sample_cost(s, s->place_cost, i)[k];
		for (uint32_t i = 0; i < s->causes; i++)
			sum += sample_cost(s, s->cause_cost, i)[k];
		if (sum != s->total[k])
			member_fail(
				f,
				"total of %.80s is %llu, and its places and "
				"causes have %llu",
				s->column[k].name,
				(unsigned long long)s->total[k],
				(unsigned long long)sum);
	}
}

static void read_all(struct reader *f, json_t *root)
{
	struct sample *s = f->to;
	const json_int_t schema =
		json_integer_value(json_object_get(root, "schema"));

	if (schema < SAMPLE_SCHEMA || schema > SAMPLE_SAMPLED) {
		member_fail(
			f,
			"its schema is %lld, and this Tally reads profiles of "
			"schema %d and %d; a newer one may read it",
			(long long)schema, SAMPLE_SCHEMA, SAMPLE_SAMPLED);
		return;
	}
	if (schema == SAMPLE_SAMPLED)
		read_sampling(f, root);
	read_facts(f, root);
	read_columns(f, root);
	if (f->failed || s->failed)
		return;
	read_metrics(f, root);
	f->list = NULL;
	s->total = begin_costs(f, 1);
	read_costs(f, root, "total", s->total);
	read_causes(f, root);
	read_names(f, root);
	read_places(f, root);
	read_calls(f, root);
	read_paths(f, root);
	f->list = NULL;
	if (!s->failed)
		check_total(f);
}

bool sample_is_document(const struct json_t *document)
{
	const char *kind =
		json_string_value(json_object_get(document, "document"));

	return kind && strcmp(kind, SAMPLE_DOCUMENT) == 0;
}

struct sample *sample_read(struct json_t *document, const char *file,
			   struct error *err)
{
	struct reader f = { .to = sample_new(), .err = err };

	if (f.to && sample_is_document(document))
		read_all(&f, document);
	else if (f.to)
		member_fail(&f, "it is no profile of `tally profile --json`");
	if (!f.failed && (!f.to || f.to->failed))
		member_fail(&f, "out of memory");
	if (!f.failed) {
		f.to->document = document;
		return f.to;
	}
	error_within(err, "%s", file);
	json_decref(document);
	sample_free(f.to);
	return NULL;
}
