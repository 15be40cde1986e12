/* SPDX-License-Identifier: MIT */
/* A profile as a JSON document, with all there is. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "sample/file.h"
#include "sample/inner.h"
#include "json/writer.h"

struct document {
	const struct sample *s;
	struct writer out;
};

static void put_count(struct document *d, json_t *object, const char *key,
		      uint64_t count)
{
	writer_put(&d->out, object, key, json_integer((json_int_t)count));
}

static json_t *index_value(uint32_t index)
{
	return index == SAMPLE_NONE ? json_null() : json_integer(index);
}

static json_t *cost_value(struct document *d, const uint64_t *cost)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->s->columns; i++)
		writer_append(&d->out, list, json_integer((json_int_t)cost[i]));
	return list;
}

static json_t *columns_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->s->columns; i++) {
		const struct sample_column *c = &d->s->column[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "name", writer_text(c->name));
		writer_put(&d->out, one, "monitor", writer_text(c->monitor));
		writer_put(&d->out, one, "code", json_integer(c->code));
		writer_put(&d->out, one, "class", writer_text(c->class));
		writer_put(&d->out, one, "asked", json_boolean(c->asked));
		if (d->s->sampling)
			put_count(d, one, "period", c->period);
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *operands_value(struct document *d, const struct sample_metric *m)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < m->operands; i++)
		switch (m->operand[i]) {
		case SAMPLE_CLOCK:
			writer_append(&d->out, list, json_string("clock_hz"));
			break;
		case SAMPLE_RATIO:
			writer_append(&d->out, list,
				      json_string("clock_ratio"));
			break;
		default:
			writer_append(&d->out, list,
				      index_value(m->operand[i]));
		}
	return list;
}

static json_t *metrics_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->s->metrics; i++) {
		const struct sample_metric *m = &d->s->metric[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "name", writer_text(m->name));
		writer_put(&d->out, one, "formula", writer_text(m->formula));
		writer_put(&d->out, one, "operands", operands_value(d, m));
		writer_put(&d->out, one, "scale", json_real(m->scale));
		writer_put(&d->out, one, "unit", writer_text(m->unit));
		if (!m->asked)
			writer_put(&d->out, one, "asked", json_false());
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *functions_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->functions; i++) {
		const struct sample_function *f = &d->s->function[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "name", writer_text(f->name));
		if (f->linked)
			writer_put(&d->out, one, "linked",
				   writer_text(f->linked));
		writer_put(&d->out, one, "addr", json_integer(f->addr));
		if (f->line) {
			writer_put(&d->out, one, "file", json_integer(f->file));
			writer_put(&d->out, one, "line", json_integer(f->line));
		}
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *places_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->places; i++) {
		const struct sample_place *p = &d->s->place[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "addr", json_integer(p->addr));
		writer_put(&d->out, one, "word", json_integer(p->word));
		writer_put(&d->out, one, "function", json_integer(p->function));
		writer_put(&d->out, one, "file", index_value(p->file));
		writer_put(&d->out, one, "line", json_integer(p->line));
		if (p->inlined != SAMPLE_NONE)
			writer_put(&d->out, one, "inlined",
				   json_integer(p->inlined));
		writer_put(&d->out, one, "count",
			   json_integer((json_int_t)p->count));
		writer_put(
			&d->out, one, "cost",
			cost_value(d, sample_cost(d->s, d->s->place_cost, i)));
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *calls_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->calls; i++) {
		const struct sample_call *c = &d->s->call[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "place", json_integer(c->place));
		writer_put(&d->out, one, "function", json_integer(c->function));
		writer_put(&d->out, one, "count",
			   json_integer((json_int_t)c->count));
		writer_put(
			&d->out, one, "cost",
			cost_value(d, sample_cost(d->s, d->s->call_cost, i)));
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *paths_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->paths; i++) {
		const struct sample_path *p = &d->s->path[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "parent", json_integer(p->parent));
		writer_put(&d->out, one, "function", index_value(p->function));
		writer_put(&d->out, one, "count",
			   json_integer((json_int_t)p->count));
		writer_put(
			&d->out, one, "cost",
			cost_value(d, sample_cost(d->s, d->s->path_cost, i)));
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *causes_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->causes; i++) {
		json_t *one = json_object();

		writer_put(&d->out, one, "name", writer_text(d->s->cause[i]));
		if (d->s->sampling)
			put_count(d, one, "count", d->s->cause_count[i]);
		writer_put(
			&d->out, one, "cost",
			cost_value(d, sample_cost(d->s, d->s->cause_cost, i)));
		writer_append(&d->out, list, one);
	}
	return list;
}

static json_t *texts_value(struct document *d, const char *const *text,
			   uint32_t count)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < count; i++)
		writer_append(&d->out, list, writer_text(text[i]));
	return list;
}

static json_t *tasks_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->tasks; i++) {
		const struct sample_task *t = &d->s->task[i];
		json_t *one = json_object();

		writer_put(&d->out, one, "name", writer_text(t->name));
		if (t->process)
			put_count(d, one, "process", t->process);
		put_count(d, one, "number", t->number);
		writer_append(&d->out, list, one);
	}
	return list;
}

/* A list for each of what is known, with an entry for each sample: a row for
 * each would be four times as long. */
static json_t *singles_value(struct document *d)
{
	static const char *const key[] = { "weight", "column", "task",   "cpu",
					   "place",  "path",   "time_ns" };
	enum { LISTS = sizeof key / sizeof *key };
	const struct sample *s = d->s;
	json_t *object = json_object(), *list[LISTS];

	for (unsigned k = 0; k < LISTS; k++)
		list[k] = json_array();
	for (uint32_t i = 0; i < s->singles; i++) {
		const struct sample_single *one = &s->single[i];

		writer_append(&d->out, list[0],
			      json_integer((json_int_t)one->weight));
		writer_append(&d->out, list[1], index_value(one->column));
		writer_append(&d->out, list[2], index_value(one->task));
		writer_append(&d->out, list[3], index_value(one->cpu));
		writer_append(&d->out, list[4], index_value(one->place));
		writer_append(&d->out, list[5], index_value(one->path));
		if (s->timed)
			writer_append(&d->out, list[6],
				      json_integer((json_int_t)one->time));
	}
	for (unsigned k = 0; k < LISTS; k++)
		if (s->timed || k < LISTS - 1)
			writer_put(&d->out, object, key[k], list[k]);
		else
			json_decref(list[k]);
	return object;
}

static json_t *sampling_value(struct document *d)
{
	const struct sample_sampling *how = d->s->sampling;
	json_t *one = json_object();

	put_count(d, one, "samples", how->samples);
	put_count(d, one, "lost", how->lost);
	writer_put(&d->out, one, "skid", writer_text(how->skid));
	return one;
}

static void put_facts(struct document *d, json_t *root)
{
	const struct sample *s = d->s;

	writer_put(&d->out, root, "schema",
		   json_integer(s->sampling ? SAMPLE_SAMPLED : SAMPLE_SCHEMA));
	writer_put(&d->out, root, "document", json_string(SAMPLE_DOCUMENT));
	writer_put(&d->out, root, "simulated",
		   json_boolean(sample_is_simulated(s)));
	if (s->sampling)
		writer_put(&d->out, root, "sampled", sampling_value(d));
	if (s->of_task)
		writer_put(&d->out, root, "of_task", writer_text(s->of_task));
	writer_put(&d->out, root, "target", writer_text(s->target));
	writer_put(&d->out, root, "title", writer_text(s->title));
	writer_put(&d->out, root, "monitors", writer_text(s->monitors));
	writer_put(&d->out, root, "program", writer_text(s->program));
	writer_put(&d->out, root, "program_sha256", writer_text(s->sha256));
	writer_put(&d->out, root, "status",
		   s->unfinished ? json_null()
				 : json_integer((json_int_t)s->status));
	if (s->unfinished)
		writer_put(&d->out, root, "unfinished",
			   writer_text(s->unfinished));
	writer_put(&d->out, root, "sandboxed", json_boolean(!s->unguarded));
	writer_put(&d->out, root, "not_sandboxed", writer_text(s->unguarded));
	writer_put(&d->out, root, "engine_knows_more",
		   writer_text(s->superset));
	writer_put(&d->out, root, "cycles_sketch", writer_text(s->sketch));
	writer_put(&d->out, root, "clock_hz", json_real(s->clock_hz));
	writer_put(&d->out, root, "clock_ratio", json_real(s->clock_ratio));
	writer_put(&d->out, root, "instructions",
		   json_integer((json_int_t)s->instructions));
	writer_put(&d->out, root, "lost_calls",
		   json_integer((json_int_t)s->lost_calls));
	writer_put(&d->out, root, "astray",
		   json_integer((json_int_t)s->astray));
	writer_put(&d->out, root, "full", json_boolean(s->full));
}

static json_t *whole_document(struct document *d)
{
	json_t *root = json_object();

	put_facts(d, root);
	writer_put(&d->out, root, "columns", columns_value(d));
	writer_put(&d->out, root, "metrics", metrics_value(d));
	writer_put(&d->out, root, "total", cost_value(d, d->s->total));
	writer_put(&d->out, root, "causes", causes_value(d));
	writer_put(&d->out, root, "functions", functions_value(d));
	writer_put(&d->out, root, "files",
		   texts_value(d, d->s->file, d->s->files));
	if (d->s->inlineds)
		writer_put(&d->out, root, "inlined",
			   texts_value(d, d->s->inlined, d->s->inlineds));
	writer_put(&d->out, root, "places", places_value(d));
	writer_put(&d->out, root, "calls", calls_value(d));
	writer_put(&d->out, root, "paths", paths_value(d));
	if (d->s->steps)
		writer_put(&d->out, root, "steps", steps_value(d->s));
	if (d->s->singles) {
		writer_put(&d->out, root, "tasks", tasks_value(d));
		writer_put(&d->out, root, "samples", singles_value(d));
	}
	if (d->s->timeline)
		writer_put(&d->out, root, "timeline",
			   timeline_value(d->s->timeline));
	return root;
}

bool sample_write(FILE *to, const struct sample *s)
{
	struct document d = { .s = s };
	json_t *root =
		s->document ? json_incref(s->document) : whole_document(&d);
	const bool good = root && !d.out.failed &&
			  json_dumpf(root, to,
				     JSON_COMPACT | JSON_PRESERVE_ORDER |
					     JSON_REAL_PRECISION(15)) == 0 &&
			  fputc('\n', to) != EOF;

	json_decref(root);
	return good;
}
