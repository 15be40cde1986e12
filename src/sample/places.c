/* SPDX-License-Identifier: MIT */
/* Costs of a profile in its document: where they are, and what has no place. */
#include "sample/document.h"

#include <string.h>

void say_cost(struct document *d, const char *key, uint64_t *cost)
{
	struct io *x = &d->x;
	size_t count = d->s->columns;

	if (!io_list(x, key, SAMPLE_COLUMNS, &count))
		return;
	if (count != d->s->columns)
		io_fail(x, "%s is to have a number for each of `columns`", key);
	for (unsigned i = 0; !x->failed && i < d->s->columns; i++)
		io_whole(x, key, &cost[i], INT64_MAX);
	io_leave(x);
}

static uint64_t *cost_of(const struct document *d, uint64_t *costs,
			 ptrdiff_t row)
{
	return costs + (size_t)row * d->s->columns;
}

/* Room for the costs of all rows that a list has. */
static uint64_t *cost_room(struct document *d, const char *key)
{
	const json_t *list = json_object_get(io_root(&d->x), key);

	return io_room(&d->x, json_array_size(list) * d->s->columns,
		       sizeof(uint64_t));
}

static void begin_costs(struct document *d)
{
	struct sample *s = d->s;
	const json_t *causes = json_object_get(io_root(&d->x), "causes");

	s->cause_cost = cost_room(d, "causes");
	s->place_cost = cost_room(d, "places");
	s->call_cost = cost_room(d, "calls");
	s->path_cost = cost_room(d, "paths");
	if (s->sampling)
		s->cause_count = io_room(&d->x, json_array_size(causes),
					 sizeof *s->cause_count);
}

static void say_cause(struct document *d, const char **cause)
{
	struct sample *s = d->s;
	const ptrdiff_t i = cause - s->cause;

	io_name(&d->x, "name", cause);
	if (s->cause_count)
		io_whole(&d->x, "count", &s->cause_count[i], INT64_MAX);
	say_cost(d, "cost", cost_of(d, s->cause_cost, i));
}

/* The files come behind the functions. */
static uint32_t count_files(const struct document *d)
{
	return io_reads(&d->x) ? (uint32_t)json_array_size(json_object_get(
					 io_root(&d->x), "files"))
			       : d->s->files;
}

static bool is_hexadecimal(const char *text)
{
	return strspn(text, "0123456789abcdef") == strlen(text);
}

static void say_module(struct document *d, struct sample_module *m)
{
	struct io *x = &d->x;

	io_name(x, "path", &m->path);
	io_name(x, "sha256", &m->sha256);
	if (io_perhaps(x, m->build_id))
		io_text(x, "build_id", &m->build_id);
	io_whole(x, "base", &m->base, INT64_MAX);
	io_whole(x, "size", &m->size, INT64_MAX);
	if (!x->failed && m->build_id && !is_hexadecimal(m->build_id))
		io_fail(x, "build_id is to be hexadecimal");
}

static void say_function(struct document *d, struct sample_function *f)
{
	struct io *x = &d->x;

	io_name(x, "name", &f->name);
	if (io_perhaps(x, f->linked))
		io_text(x, "linked", &f->linked);
	io_whole(x, "addr", &f->addr, INT64_MAX);
	if (!io_there(x, "line", f->line))
		return;
	io_index(x, "file", &f->file, count_files(d));
	io_whole32(x, "line", &f->line, UINT32_MAX);
}

static void say_place(struct document *d, struct sample_place *p)
{
	struct io *x = &d->x;
	struct sample *s = d->s;

	io_whole(x, "addr", &p->addr, INT64_MAX);
	io_whole32(x, "word", &p->word, UINT32_MAX);
	io_index(x, "function", &p->function, s->functions);
	io_index_or_none(x, "file", &p->file, s->files);
	io_whole32(x, "line", &p->line, UINT32_MAX);
	/* A file without such functions does not speak of them. */
	if (io_there(x, "inlined", p->inlined != SAMPLE_NONE))
		io_index_or_none(x, "inlined", &p->inlined, s->inlineds);
	else
		p->inlined = SAMPLE_NONE;
	io_whole(x, "count", &p->count, INT64_MAX);
	say_cost(d, "cost", cost_of(d, s->place_cost, p - s->place));
}

static void say_call(struct document *d, struct sample_call *c)
{
	struct sample *s = d->s;

	io_index(&d->x, "place", &c->place, s->places);
	io_index(&d->x, "function", &c->function, s->functions);
	io_whole(&d->x, "count", &c->count, INT64_MAX);
	say_cost(d, "cost", cost_of(d, s->call_cost, c - s->call));
}

/* Each is behind one that is told before it; the first has no function. */
static void say_path(struct document *d, struct sample_path *p)
{
	struct io *x = &d->x;
	struct sample *s = d->s;
	const ptrdiff_t i = p - s->path;

	io_index(x, "parent", &p->parent, i ? (uint32_t)i : 1);
	if (i)
		io_index(x, "function", &p->function, s->functions);
	else if (io_reads(x))
		p->function = SAMPLE_NONE;
	else
		io_index_or_none(x, "function", &p->function, s->functions);
	io_whole(x, "count", &p->count, INT64_MAX);
	say_cost(d, "cost", cost_of(d, s->path_cost, i));
}

void say_places(struct document *d)
{
	enum { MOST = SAMPLE_NONE - 1 };
	struct io *x = &d->x;
	struct sample *s = d->s;

	if (io_reads(x))
		begin_costs(d);
	IO_ROWS(d, "causes", MOST, s->cause, s->causes, say_cause);
	/* Profiles of boards, and of before, have none. */
	if (io_there(x, "modules", s->modules))
		IO_ROWS(d, "modules", MOST, s->module, s->modules, say_module);
	IO_ROWS(d, "functions", MOST, s->function, s->functions, say_function);
	io_texts(x, "files", &s->file, &s->files);
	if (io_there(x, "inlined", s->inlineds))
		io_texts(x, "inlined", &s->inlined, &s->inlineds);
	IO_ROWS(d, "places", MOST, s->place, s->places, say_place);
	IO_ROWS(d, "calls", MOST, s->call, s->calls, say_call);
	IO_ROWS(d, "paths", MOST, s->path, s->paths, say_path);
}
