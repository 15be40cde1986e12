/* SPDX-License-Identifier: MIT */
/*
 * A profile from its document, checked as a stranger's: whatever is read here
 * can be printed and exported.
 */
#include <stdlib.h>
#include <string.h>

#include "metric/formula.h"
#include "sample/file.h"
#include "sample/inner.h"
#include "sample/reader.h"

/* ---- members, each of which has to be there ------------------------------ */

static uint64_t number_of(struct sample_reader *f, json_t *object,
			  const char *key)
{
	return reader_whole(&f->in, json_object_get(object, key), key,
			    INT64_MAX);
}

static uint32_t small_of(struct sample_reader *f, json_t *object,
			 const char *key, uint32_t limit)
{
	return (uint32_t)reader_whole(&f->in, json_object_get(object, key), key,
				      limit);
}

/* A place in a list of so many; SAMPLE_NONE of null. */
static uint32_t perhaps_index(struct sample_reader *f, const json_t *value,
			      const char *key, uint32_t count)
{
	if (json_is_null(value))
		return SAMPLE_NONE;
	if (!count)
		reader_fail(&f->in, "%s is of a list that is empty", key);
	return f->in.failed
		       ? 0
		       : (uint32_t)reader_whole(&f->in, value, key, count - 1);
}

/* Reads an index that has to be there. */
static uint32_t index_of(struct sample_reader *f, json_t *object,
			 const char *key, uint32_t count)
{
	const json_t *value = json_object_get(object, key);

	if (json_is_null(value))
		reader_fail(&f->in, "%s is missing", key);
	return f->in.failed ? 0 : perhaps_index(f, value, key, count);
}

static double real_of(struct sample_reader *f, json_t *object, const char *key)
{
	return json_number_value(reader_needed(&f->in, object, key, JSON_REAL));
}

static bool flag_of(struct sample_reader *f, json_t *object, const char *key)
{
	return json_is_true(reader_needed(&f->in, object, key, JSON_TRUE));
}

static const char *text_of(struct sample_reader *f, json_t *object,
			   const char *key)
{
	return reader_text_of(&f->in, json_object_get(object, key), key);
}

/* ---- their rows ---------------------------------------------------------- */

/* The rows of a list, and room for each, in the profile. */
static uint32_t begin_list(struct sample_reader *f, json_t *root,
			   const char *key, json_t **list, size_t size,
			   void *to)
{
	void *room;

	f->in.list = NULL;
	*list = reader_list(&f->in, root, key, SAMPLE_NONE - 1);
	room = sample_room(f->to, json_array_size(*list), size);
	memcpy(to, &room, sizeof room);
	if (f->to->failed)
		*list = NULL;
	f->in.list = key;
	return (uint32_t)json_array_size(*list);
}

static json_t *row_at(struct sample_reader *f, json_t *list, uint32_t row)
{
	json_t *object = json_array_get(list, row);

	f->in.row = row;
	if (!json_is_object(object))
		reader_fail(&f->in, "it is to be an object");
	return object;
}

static uint64_t *begin_costs(struct sample_reader *f, uint32_t rows)
{
	return sample_room(f->to, (size_t)rows * f->to->columns,
			   sizeof(uint64_t));
}

static void read_costs(struct sample_reader *f, json_t *object, const char *key,
		       uint64_t *to)
{
	json_t *list = reader_list(&f->in, object, key, SAMPLE_COLUMNS);

	if (!list || !to)
		return;
	if (json_array_size(list) != f->to->columns) {
		reader_fail(&f->in,
			    "%s is to have a number for each of `columns`",
			    key);
		return;
	}
	for (unsigned i = 0; i < f->to->columns; i++)
		to[i] = reader_whole(&f->in, json_array_get(list, i), key,
				     INT64_MAX);
}

static uint64_t *cost_at(const struct sample_reader *f, uint64_t *costs,
			 uint32_t row)
{
	return costs ? costs + (size_t)row * f->to->columns : NULL;
}

/* ---- lists --------------------------------------------------------------- */

static void read_columns(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;
	const uint32_t rows = begin_list(f, root, "columns", &list,
					 sizeof *s->column, &s->column);

	if (rows < 1 || rows > SAMPLE_COLUMNS) {
		f->in.list = NULL;
		reader_fail(&f->in, "columns are to be 1 to %u",
			    SAMPLE_COLUMNS);
		return;
	}
	s->columns = rows;
	for (uint32_t i = 0; i < rows && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);

		s->column[i] = (struct sample_column){
			.name = text_of(f, row, "name"),
			.monitor = text_of(f, row, "monitor"),
			.class = text_of(f, row, "class"),
			.code = (uint16_t)small_of(f, row, "code", UINT16_MAX),
			.asked = flag_of(f, row, "asked"),
		};
		if (s->sampling)
			s->column[i].period = number_of(f, row, "period");
	}
}

static uint32_t operand(struct sample_reader *f, const json_t *value)
{
	const char *text = json_string_value(value);

	if (text && strcmp(text, "clock_hz") == 0)
		return SAMPLE_CLOCK;
	if (text && strcmp(text, "clock_ratio") == 0)
		return SAMPLE_RATIO;
	return perhaps_index(f, value, "operands", f->to->columns);
}

static void read_operands(struct sample_reader *f, json_t *row,
			  struct sample_metric *m)
{
	json_t *list = reader_list(&f->in, row, "operands", FORMULA_NAMES_MAX);
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
		reader_fail(&f->in, "formula: %s", why.text);
		return;
	}
	(void)formula_names(formula, &names);
	if (names != count)
		reader_fail(&f->in,
			    "operands are to be as many as the names of the "
			    "formula");
	formula_free(formula);
}

static void read_metrics(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;
	const uint32_t rows = begin_list(f, root, "metrics", &list,
					 sizeof *s->metric, &s->metric);

	for (uint32_t i = 0; i < rows && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);
		struct sample_metric *m = &s->metric[i];

		m->name = text_of(f, row, "name");
		m->formula = text_of(f, row, "formula");
		m->unit = text_of(f, row, "unit");
		m->scale = real_of(f, row, "scale");
		/* Profiles of before have none that was not. */
		m->asked = !json_is_false(json_object_get(row, "asked"));
		if (!f->in.failed)
			read_operands(f, row, m);
	}
	s->metrics = rows;
}

static void read_causes(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->causes = begin_list(f, root, "causes", &list, sizeof *s->cause,
			       &s->cause);
	s->cause_cost = begin_costs(f, s->causes);
	if (s->sampling)
		s->cause_count =
			sample_room(s, s->causes, sizeof *s->cause_count);
	for (uint32_t i = 0; i < s->causes && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);

		s->cause[i] = text_of(f, row, "name");
		if (s->cause_count)
			s->cause_count[i] = number_of(f, row, "count");
		read_costs(f, row, "cost", cost_at(f, s->cause_cost, i));
	}
}

static uint32_t read_texts(struct sample_reader *f, json_t *root,
			   const char *key, const char ***to)
{
	json_t *list;
	const uint32_t count = begin_list(f, root, key, &list, sizeof **to, to);

	for (uint32_t i = 0; i < count && !f->in.failed; i++) {
		f->in.row = i;
		(*to)[i] =
			reader_text_of(&f->in, json_array_get(list, i), "it");
	}
	return count;
}

static void read_names(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->functions = begin_list(f, root, "functions", &list,
				  sizeof *s->function, &s->function);
	for (uint32_t i = 0; i < s->functions && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);

		s->function[i].name = text_of(f, row, "name");
		s->function[i].linked = reader_text(&f->in, row, "linked");
		s->function[i].addr = small_of(f, row, "addr", UINT32_MAX);
	}
	s->files = read_texts(f, root, "files", &s->file);
	reader_declared(f, root);
	if (json_object_get(root, "inlined"))
		s->inlineds = read_texts(f, root, "inlined", &s->inlined);
}

/* A file without such functions does not speak of them. */
static uint32_t inlined_of(struct sample_reader *f, json_t *row)
{
	const json_t *value = json_object_get(row, "inlined");

	return value ? perhaps_index(f, value, "inlined", f->to->inlineds)
		     : SAMPLE_NONE;
}

static void read_places(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->places = begin_list(f, root, "places", &list, sizeof *s->place,
			       &s->place);
	s->place_cost = begin_costs(f, s->places);
	for (uint32_t i = 0; i < s->places && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);

		s->place[i] = (struct sample_place){
			.addr = small_of(f, row, "addr", UINT32_MAX),
			.word = small_of(f, row, "word", UINT32_MAX),
			.function = index_of(f, row, "function", s->functions),
			.file = perhaps_index(f, json_object_get(row, "file"),
					      "file", s->files),
			.line = small_of(f, row, "line", UINT32_MAX),
			.inlined = inlined_of(f, row),
			.count = number_of(f, row, "count"),
		};
		read_costs(f, row, "cost", cost_at(f, s->place_cost, i));
	}
}

static void read_calls(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->calls =
		begin_list(f, root, "calls", &list, sizeof *s->call, &s->call);
	s->call_cost = begin_costs(f, s->calls);
	for (uint32_t i = 0; i < s->calls && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);

		s->call[i] = (struct sample_call){
			.place = index_of(f, row, "place", s->places),
			.function = index_of(f, row, "function", s->functions),
			.count = number_of(f, row, "count"),
		};
		read_costs(f, row, "cost", cost_at(f, s->call_cost, i));
	}
}

/* Each is behind one that is told before it; the first has no function. */
static void read_paths(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list;

	s->paths =
		begin_list(f, root, "paths", &list, sizeof *s->path, &s->path);
	s->path_cost = begin_costs(f, s->paths);
	for (uint32_t i = 0; i < s->paths && !f->in.failed; i++) {
		json_t *row = row_at(f, list, i);
		struct sample_path *p = &s->path[i];

		p->parent = index_of(f, row, "parent", i ? i : 1);
		p->function = i ? index_of(f, row, "function", s->functions)
				: SAMPLE_NONE;
		p->count = number_of(f, row, "count");
		read_costs(f, row, "cost", cost_at(f, s->path_cost, i));
	}
}

/* ---- the document -------------------------------------------------------- */

static void read_facts(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;

	s->of_task = reader_text(&f->in, root, "of_task");
	s->target = text_of(f, root, "target");
	s->title = text_of(f, root, "title");
	s->monitors = text_of(f, root, "monitors");
	s->program = text_of(f, root, "program");
	s->sha256 = reader_text(&f->in, root, "program_sha256");
	s->unguarded = reader_text(&f->in, root, "not_sandboxed");
	s->superset = reader_text(&f->in, root, "engine_knows_more");
	s->sketch = reader_text(&f->in, root, "cycles_sketch");
	s->clock_hz = real_of(f, root, "clock_hz");
	s->clock_ratio = real_of(f, root, "clock_ratio");
	s->unfinished = reader_text(&f->in, root, "unfinished");
	s->status = json_integer_value(json_object_get(root, "status"));
	s->instructions = number_of(f, root, "instructions");
	s->lost_calls = number_of(f, root, "lost_calls");
	s->astray = number_of(f, root, "astray");
	s->full = flag_of(f, root, "full");
}

/* Of a sampled profile, before its lists. */
static void read_sampling(struct sample_reader *f, json_t *root)
{
	struct sample_sampling *how = sample_room(f->to, 1, sizeof *how);
	json_t *row = json_object_get(root, "sampled");

	if (!json_is_object(row))
		reader_fail(&f->in, "sampled is to be an object");
	if (f->in.failed || !how)
		return;
	how->samples = number_of(f, row, "samples");
	how->lost = number_of(f, row, "lost");
	how->skid = text_of(f, row, "skid");
	how->simulated = flag_of(f, root, "simulated");
	f->to->sampling = how;
}

/* Checks that what happened is at an instruction or has a cause. */
static void check_total(struct sample_reader *f)
{
	const struct sample *s = f->to;

	for (unsigned k = 0; k < s->columns && !f->in.failed; k++) {
		uint64_t sum = 0;

		for (uint32_t i = 0; i < s->places; i++)
			sum += sample_cost(s, s->place_cost, i)[k];
		for (uint32_t i = 0; i < s->causes; i++)
			sum += sample_cost(s, s->cause_cost, i)[k];
		if (sum != s->total[k])
			reader_fail(
				&f->in,
				"total of %.80s is %llu, and its places and "
				"causes have %llu",
				s->column[k].name,
				(unsigned long long)s->total[k],
				(unsigned long long)sum);
	}
}

static void read_all(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	const json_int_t schema =
		json_integer_value(json_object_get(root, "schema"));

	if (schema < SAMPLE_SCHEMA || schema > SAMPLE_SAMPLED) {
		reader_fail(
			&f->in,
			"its schema is %lld, and this Tally reads profiles of "
			"schema %d and %d; a newer one may read it",
			(long long)schema, SAMPLE_SCHEMA, SAMPLE_SAMPLED);
		return;
	}
	if (schema == SAMPLE_SAMPLED)
		read_sampling(f, root);
	read_facts(f, root);
	read_columns(f, root);
	if (f->in.failed || s->failed)
		return;
	read_metrics(f, root);
	f->in.list = NULL;
	s->total = begin_costs(f, 1);
	read_costs(f, root, "total", s->total);
	read_causes(f, root);
	read_names(f, root);
	read_places(f, root);
	read_calls(f, root);
	read_paths(f, root);
	steps_read(&f->in, s, root);
	timeline_read(&f->in, s, root);
	f->in.list = NULL;
	reader_singles(f, root);
	if (!s->failed)
		check_total(f);
}

bool sample_is_document(const struct json_t *document)
{
	const char *kind =
		json_string_value(json_object_get(document, "document"));

	return kind && strcmp(kind, SAMPLE_DOCUMENT) == 0;
}

static const char *keep(void *owner, const char *text)
{
	struct sample *s = owner;

	if (!text)
		s->failed = true;
	return sample_text(s, text);
}

struct sample *sample_read(struct json_t *document, const char *file,
			   struct error *err)
{
	struct sample_reader f = { .in = { .err = err, .keep = keep },
				   .to = sample_new() };

	f.in.owner = f.to;
	if (f.to && sample_is_document(document))
		read_all(&f, document);
	else if (f.to)
		reader_fail(&f.in,
			    "it is no profile of `tally profile --json`");
	if (!f.in.failed && (!f.to || f.to->failed))
		reader_fail(&f.in, "out of memory");
	if (!f.in.failed) {
		f.to->document = document;
		return f.to;
	}
	error_within(err, "%s", file);
	json_decref(document);
	sample_free(f.to);
	return NULL;
}
