/* SPDX-License-Identifier: MIT */
/* A profile as a JSON document, with all there is. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sample/file.h"
#include "sample/inner.h"

/*
 * Jansson's *_new functions take ownership of a value and refuse NULL: a member
 * that is missing after a failed allocation is noted here.
 */
struct document {
	const struct sample *s;
	bool failed;
};

static void put(struct document *d, json_t *object, const char *key,
		json_t *value)
{
	if (json_object_set_new(object, key, value))
		d->failed = true;
}

static void append(struct document *d, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		d->failed = true;
}

static void put_count(struct document *d, json_t *object, const char *key,
		      uint64_t count)
{
	put(d, object, key, json_integer((json_int_t)count));
}

static json_t *text_value(const char *text)
{
	char *utf8 = text ? text_utf8(text) : NULL;
	json_t *value = utf8 ? json_string(utf8) : NULL;

	free(utf8);
	return text ? value : json_null();
}

static json_t *index_value(uint32_t index)
{
	return index == SAMPLE_NONE ? json_null() : json_integer(index);
}

static json_t *cost_value(struct document *d, const uint64_t *cost)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->s->columns; i++)
		append(d, list, json_integer((json_int_t)cost[i]));
	return list;
}

static json_t *columns_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->s->columns; i++) {
		const struct sample_column *c = &d->s->column[i];
		json_t *one = json_object();

		put(d, one, "name", text_value(c->name));
		put(d, one, "monitor", text_value(c->monitor));
		put(d, one, "code", json_integer(c->code));
		put(d, one, "class", text_value(c->class));
		put(d, one, "asked", json_boolean(c->asked));
		if (d->s->sampling)
			put_count(d, one, "period", c->period);
		append(d, list, one);
	}
	return list;
}

static json_t *operands_value(struct document *d, const struct sample_metric *m)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < m->operands; i++)
		switch (m->operand[i]) {
		case SAMPLE_CLOCK:
			append(d, list, json_string("clock_hz"));
			break;
		case SAMPLE_RATIO:
			append(d, list, json_string("clock_ratio"));
			break;
		default:
			append(d, list, index_value(m->operand[i]));
		}
	return list;
}

static json_t *metrics_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->s->metrics; i++) {
		const struct sample_metric *m = &d->s->metric[i];
		json_t *one = json_object();

		put(d, one, "name", text_value(m->name));
		put(d, one, "formula", text_value(m->formula));
		put(d, one, "operands", operands_value(d, m));
		put(d, one, "scale", json_real(m->scale));
		put(d, one, "unit", text_value(m->unit));
		append(d, list, one);
	}
	return list;
}

static json_t *functions_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->functions; i++) {
		const struct sample_function *f = &d->s->function[i];
		json_t *one = json_object();

		put(d, one, "name", text_value(f->name));
		if (f->linked)
			put(d, one, "linked", text_value(f->linked));
		put(d, one, "addr", json_integer(f->addr));
		append(d, list, one);
	}
	return list;
}

static json_t *places_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->places; i++) {
		const struct sample_place *p = &d->s->place[i];
		json_t *one = json_object();

		put(d, one, "addr", json_integer(p->addr));
		put(d, one, "word", json_integer(p->word));
		put(d, one, "function", json_integer(p->function));
		put(d, one, "file", index_value(p->file));
		put(d, one, "line", json_integer(p->line));
		if (p->inlined != SAMPLE_NONE)
			put(d, one, "inlined", json_integer(p->inlined));
		put(d, one, "count", json_integer((json_int_t)p->count));
		put(d, one, "cost",
		    cost_value(d, sample_cost(d->s, d->s->place_cost, i)));
		append(d, list, one);
	}
	return list;
}

static json_t *calls_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->calls; i++) {
		const struct sample_call *c = &d->s->call[i];
		json_t *one = json_object();

		put(d, one, "place", json_integer(c->place));
		put(d, one, "function", json_integer(c->function));
		put(d, one, "count", json_integer((json_int_t)c->count));
		put(d, one, "cost",
		    cost_value(d, sample_cost(d->s, d->s->call_cost, i)));
		append(d, list, one);
	}
	return list;
}

static json_t *paths_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->paths; i++) {
		const struct sample_path *p = &d->s->path[i];
		json_t *one = json_object();

		put(d, one, "parent", json_integer(p->parent));
		put(d, one, "function", index_value(p->function));
		put(d, one, "count", json_integer((json_int_t)p->count));
		put(d, one, "cost",
		    cost_value(d, sample_cost(d->s, d->s->path_cost, i)));
		append(d, list, one);
	}
	return list;
}

static json_t *causes_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->causes; i++) {
		json_t *one = json_object();

		put(d, one, "name", text_value(d->s->cause[i]));
		if (d->s->sampling)
			put_count(d, one, "count", d->s->cause_count[i]);
		put(d, one, "cost",
		    cost_value(d, sample_cost(d->s, d->s->cause_cost, i)));
		append(d, list, one);
	}
	return list;
}

static json_t *texts_value(struct document *d, const char *const *text,
			   uint32_t count)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < count; i++)
		append(d, list, text_value(text[i]));
	return list;
}

static json_t *tasks_value(struct document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < d->s->tasks; i++) {
		const struct sample_task *t = &d->s->task[i];
		json_t *one = json_object();

		put(d, one, "name", text_value(t->name));
		if (t->process)
			put_count(d, one, "process", t->process);
		put_count(d, one, "number", t->number);
		append(d, list, one);
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

		append(d, list[0], json_integer((json_int_t)one->weight));
		append(d, list[1], index_value(one->column));
		append(d, list[2], index_value(one->task));
		append(d, list[3], index_value(one->cpu));
		append(d, list[4], index_value(one->place));
		append(d, list[5], index_value(one->path));
		if (s->timed)
			append(d, list[6], json_integer((json_int_t)one->time));
	}
	for (unsigned k = 0; k < LISTS; k++)
		if (s->timed || k < LISTS - 1)
			put(d, object, key[k], list[k]);
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
	put(d, one, "skid", text_value(how->skid));
	return one;
}

static void put_facts(struct document *d, json_t *root)
{
	const struct sample *s = d->s;

	put(d, root, "schema",
	    json_integer(s->sampling ? SAMPLE_SAMPLED : SAMPLE_SCHEMA));
	put(d, root, "document", json_string(SAMPLE_DOCUMENT));
	put(d, root, "simulated",
	    json_boolean(!s->sampling || s->sampling->simulated));
	if (s->sampling)
		put(d, root, "sampled", sampling_value(d));
	put(d, root, "target", text_value(s->target));
	put(d, root, "title", text_value(s->title));
	put(d, root, "monitors", text_value(s->monitors));
	put(d, root, "program", text_value(s->program));
	put(d, root, "program_sha256", text_value(s->sha256));
	put(d, root, "status", json_integer((json_int_t)s->status));
	put(d, root, "sandboxed", json_boolean(!s->unguarded));
	put(d, root, "not_sandboxed", text_value(s->unguarded));
	put(d, root, "engine_knows_more", text_value(s->superset));
	put(d, root, "clock_hz", json_real(s->clock_hz));
	put(d, root, "clock_ratio", json_real(s->clock_ratio));
	put(d, root, "instructions", json_integer((json_int_t)s->instructions));
	put(d, root, "lost_calls", json_integer((json_int_t)s->lost_calls));
	put(d, root, "astray", json_integer((json_int_t)s->astray));
	put(d, root, "full", json_boolean(s->full));
}

static json_t *whole_document(struct document *d)
{
	json_t *root = json_object();

	put_facts(d, root);
	put(d, root, "columns", columns_value(d));
	put(d, root, "metrics", metrics_value(d));
	put(d, root, "total", cost_value(d, d->s->total));
	put(d, root, "causes", causes_value(d));
	put(d, root, "functions", functions_value(d));
	put(d, root, "files", texts_value(d, d->s->file, d->s->files));
	if (d->s->inlineds)
		put(d, root, "inlined",
		    texts_value(d, d->s->inlined, d->s->inlineds));
	put(d, root, "places", places_value(d));
	put(d, root, "calls", calls_value(d));
	put(d, root, "paths", paths_value(d));
	if (d->s->singles) {
		put(d, root, "tasks", tasks_value(d));
		put(d, root, "samples", singles_value(d));
	}
	if (d->s->timeline)
		put(d, root, "timeline", timeline_value(d->s->timeline));
	return root;
}

bool sample_write(FILE *to, const struct sample *s)
{
	struct document d = { .s = s };
	json_t *root =
		s->document ? json_incref(s->document) : whole_document(&d);
	const bool good = root && !d.failed &&
			  json_dumpf(root, to,
				     JSON_COMPACT | JSON_PRESERVE_ORDER |
					     JSON_REAL_PRECISION(15)) == 0 &&
			  fputc('\n', to) != EOF;

	json_decref(root);
	return good;
}
