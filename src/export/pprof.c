/* SPDX-License-Identifier: MIT */
/*
 * A profile as pprof reads it: samples, which are paths of calls with the
 * numbers of each event.  Where a function was come to by one path alone, what
 * happened in it is told by its instructions, so that pprof has the lines, too.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "export/inner.h"
#include "pprof.pb-c.h"

/* All messages, and what they point to, go together. */
struct block {
	struct block *next;
	max_align_t bytes[];
};

struct writer {
	const struct sample *s;
	uint32_t column; /* SAMPLE_NONE: all */
	struct block *blocks;
	bool failed;
	Pprof__Profile p;
	uint32_t *first;  /* place of each function */
	uint32_t *alone;  /* of each function: the path that it is on */
	uint64_t *file;   /* of each file: its string */
	uint32_t *inner;  /* places by functions: where each begins ... */
	uint32_t *places; /* ... in here */
	uint32_t *stack;
};

static void *room(struct writer *w, size_t count, size_t size)
{
	struct block *b = NULL;

	if (count < (SIZE_MAX - sizeof *b) / size - 1)
		b = calloc(1, sizeof *b + (count + 1) * size);
	if (!b) {
		w->failed = true;
		return NULL;
	}
	b->next = w->blocks;
	w->blocks = b;
	return b->bytes;
}

static void release(struct writer *w)
{
	struct block *next;

	for (struct block *b = w->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	free(w->first);
}

/* ---- names --------------------------------------------------------------- */

static int64_t string(struct writer *w, const char *text)
{
	if (w->p.n_string_table == 0 || *text) {
		w->p.string_table[w->p.n_string_table] = (char *)text;
		return (int64_t)w->p.n_string_table++;
	}
	return 0;
}

/* In parentheses, so that no function has the name. */
static const char *cause_name(struct writer *w, uint32_t cause)
{
	const char *name = w->s->cause[cause];
	const size_t size = strlen(name) + 3;
	char *text = room(w, size, 1);

	if (!text)
		return "";
	snprintf(text, size, "(%s)", name);
	return text;
}

static void put_types(struct writer *w)
{
	const struct sample *s = w->s;
	const unsigned count = w->column == SAMPLE_NONE ? s->columns : 1;
	Pprof__ValueType *type = room(w, count, sizeof *type);
	int64_t unit;

	w->p.sample_type = room(w, count, sizeof(void *));
	if (w->failed)
		return;
	unit = string(w, "count");
	for (unsigned i = 0; i < count; i++) {
		const unsigned k = w->column == SAMPLE_NONE ? i : w->column;

		pprof__value_type__init(&type[i]);
		type[i].type = string(w, s->column[k].name);
		type[i].unit = unit;
		w->p.sample_type[i] = &type[i];
	}
	w->p.n_sample_type = count;
	w->p.default_sample_type = type[0].type;
}

static void put_mapping(struct writer *w)
{
	Pprof__Mapping *m = room(w, 1, sizeof *m);
	int64_t *comment = room(w, 1, sizeof *comment);

	w->p.mapping = room(w, 1, sizeof(void *));
	if (w->failed)
		return;
	pprof__mapping__init(m);
	m->id = 1;
	m->memory_limit = UINT32_MAX;
	m->filename = string(w, w->s->program);
	m->build_id = string(w, w->s->sha256 ? w->s->sha256 : "");
	m->has_functions = m->has_filenames = m->has_line_numbers = true;
	w->p.mapping[0] = m;
	w->p.n_mapping = 1;
	comment[0] = string(w, w->s->title);
	w->p.comment = comment;
	w->p.n_comment = 1;
}

/* Causes are functions behind the others. */
static void put_functions(struct writer *w)
{
	const struct sample *s = w->s;
	const uint32_t count = s->functions + s->causes;
	Pprof__Function *f = room(w, count, sizeof *f);

	w->p.function = room(w, count, sizeof(void *));
	for (uint32_t i = 0; !w->failed && i < count; i++) {
		const bool cause = i >= s->functions;
		const uint32_t first = cause ? SAMPLE_NONE : w->first[i];

		pprof__function__init(&f[i]);
		f[i].id = i + 1;
		f[i].name = string(w, cause ? cause_name(w, i - s->functions)
					    : s->function[i].name);
		f[i].system_name = f[i].name;
		if (!cause && s->function[i].linked)
			f[i].system_name = string(w, s->function[i].linked);
		if (first != SAMPLE_NONE &&
		    s->place[first].file != SAMPLE_NONE) {
			f[i].filename = (int64_t)w->file[s->place[first].file];
			f[i].start_line = s->place[first].line;
		}
		w->p.function[i] = &f[i];
	}
	w->p.n_function = w->failed ? 0 : count;
}

/* ---- places -------------------------------------------------------------- */

static void put_location(struct writer *w, Pprof__Location *l,
			 Pprof__Line **lines, Pprof__Line *line,
			 uint64_t function, uint64_t number)
{
	pprof__line__init(line);
	line->function_id = function;
	line->line = (int64_t)number;
	*lines = line;
	pprof__location__init(l);
	l->id = w->p.n_location + 1;
	l->line = lines;
	l->n_line = 1;
	w->p.location[w->p.n_location++] = l;
}

/* Of each function, of each cause, then of each instruction. */
static void put_locations(struct writer *w)
{
	const struct sample *s = w->s;
	const uint32_t names = s->functions + s->causes;
	const size_t count = (size_t)names + s->places;
	Pprof__Location *l = room(w, count, sizeof *l);
	Pprof__Line *line = room(w, count, sizeof *line);
	Pprof__Line **lines = room(w, count, sizeof(void *));

	w->p.location = room(w, count, sizeof(void *));
	for (size_t i = 0; !w->failed && i < count; i++) {
		const struct sample_place *p =
			i < names ? NULL : &s->place[i - names];
		uint64_t number = p ? p->line : 0;

		if (i < s->functions && w->first[i] != SAMPLE_NONE)
			number = s->place[w->first[i]].line;
		put_location(w, &l[i], &lines[i], &line[i],
			     p ? p->function + 1u : i + 1, number);
		if (p)
			l[i].address = p->addr;
		else if (i < s->functions)
			l[i].address = s->function[i].addr;
		l[i].mapping_id = p || i < s->functions;
	}
}

/* ---- samples ------------------------------------------------------------- */

static bool any(const struct writer *w, const uint64_t *cost)
{
	for (unsigned i = 0; i < w->s->columns; i++)
		if (cost[i] && (w->column == SAMPLE_NONE || w->column == i))
			return true;
	return false;
}

static bool is_sum(const struct writer *w, uint32_t function, uint32_t path)
{
	const struct sample *s = w->s;
	const uint64_t *whole = sample_cost(s, s->path_cost, path);

	for (unsigned k = 0; k < s->columns; k++) {
		uint64_t sum = 0;

		for (uint32_t i = w->inner[function];
		     i < w->inner[function + 1]; i++)
			sum += sample_cost(s, s->place_cost, w->places[i])[k];
		if (sum != whole[k])
			return false;
	}
	return true;
}

/* Places by their functions. */
static void sort_places(struct writer *w)
{
	const struct sample *s = w->s;

	w->inner = room(w, s->functions + (size_t)2, sizeof *w->inner);
	w->places = room(w, s->places, sizeof *w->places);
	if (w->failed)
		return;
	for (uint32_t i = 0; i < s->places; i++)
		w->inner[s->place[i].function + 2]++;
	for (uint32_t i = 2; i < s->functions + 2; i++)
		w->inner[i] += w->inner[i - 1];
	for (uint32_t i = 0; i < s->places; i++)
		w->places[w->inner[s->place[i].function + 1]++] = i;
}

/* Which functions were come to by one path, and what happened on it was all at
 * their instructions. */
static void find_alone(struct writer *w)
{
	const struct sample *s = w->s;
	uint32_t *paths = room(w, s->functions, sizeof *paths);

	sort_places(w);
	w->alone = room(w, s->functions, sizeof *w->alone);
	if (w->failed)
		return;
	for (uint32_t i = 1; i < s->paths; i++) {
		paths[s->path[i].function]++;
		w->alone[s->path[i].function] = i;
	}
	for (uint32_t i = 0; i < s->functions; i++)
		if (paths[i] != 1 || !is_sum(w, i, w->alone[i]))
			w->alone[i] = 0;
}

/* `leaf` is a location; its callers are behind it. */
static void put_sample(struct writer *w, uint64_t leaf, const uint32_t *callers,
		       uint32_t depth, const uint64_t *cost)
{
	const unsigned values = (unsigned)w->p.n_sample_type;
	Pprof__Sample *one;

	if (!any(w, cost))
		return;
	one = room(w, 1, sizeof *one);
	if (!one)
		return;
	pprof__sample__init(one);
	one->location_id = room(w, depth + (size_t)1, sizeof(uint64_t));
	one->value = room(w, values, sizeof(int64_t));
	if (w->failed)
		return;
	one->location_id[0] = leaf;
	for (uint32_t i = 0; i < depth; i++)
		one->location_id[i + 1] = callers[i] + 1u;
	one->n_location_id = depth + (size_t)1;
	for (unsigned i = 0; i < values; i++)
		one->value[i] =
			(int64_t)cost[w->column == SAMPLE_NONE ? i : w->column];
	one->n_value = values;
	w->p.sample[w->p.n_sample++] = one;
}

static void put_path(struct writer *w, uint32_t path)
{
	const struct sample *s = w->s;
	const uint32_t function = s->path[path].function;
	const uint32_t depth = export_stack(s, path, w->stack);
	const uint64_t names = (uint64_t)s->functions + s->causes;

	if (w->alone[function] != path) {
		put_sample(w, function + 1u, w->stack + 1, depth - 1,
			   sample_cost(s, s->path_cost, path));
		return;
	}
	for (uint32_t i = w->inner[function]; i < w->inner[function + 1]; i++)
		put_sample(w, names + w->places[i] + 1, w->stack + 1, depth - 1,
			   sample_cost(s, s->place_cost, w->places[i]));
}

static void put_samples(struct writer *w)
{
	const struct sample *s = w->s;
	const size_t most = (size_t)s->paths + s->places + s->causes;

	find_alone(w);
	w->p.sample = room(w, most, sizeof(void *));
	w->stack = room(w, s->paths, sizeof *w->stack);
	for (uint32_t i = 1; !w->failed && i < s->paths; i++)
		put_path(w, i);
	for (uint32_t i = 0; !w->failed && i < s->causes; i++)
		put_sample(w, (uint64_t)s->functions + i + 1, NULL, 0,
			   sample_cost(s, s->cause_cost, i));
}

/* ---- the file ------------------------------------------------------------ */

/* With the head of a gzip file, which has no time in it. */
static bool compressed(FILE *to, uint8_t *from, size_t size)
{
	enum { GZIP = 16 + 15, MEMORY = 8 };
	z_stream z = { .next_in = from };
	uint8_t out[1 << 14] = { 0 };
	int got = Z_OK;

	if (size > UINT32_MAX ||
	    deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	z.avail_in = (uInt)size;
	while (got == Z_OK) {
		z.next_out = out;
		z.avail_out = sizeof out;
		got = deflate(&z, Z_FINISH);
		fwrite(out, 1, sizeof out - z.avail_out, to);
	}
	deflateEnd(&z);
	return got == Z_STREAM_END;
}

static bool make(struct writer *w)
{
	const struct sample *s = w->s;
	const size_t strings = (size_t)s->columns + 2 * (size_t)s->functions +
			       s->files + s->causes + 8;

	w->p.string_table = room(w, strings, sizeof(char *));
	w->file = room(w, s->files, sizeof *w->file);
	w->first = sample_first(s);
	if (w->failed || !w->first)
		return false;
	(void)string(w, "");
	for (uint32_t i = 0; i < s->files; i++)
		w->file[i] = (uint64_t)string(w, s->file[i]);
	put_types(w);
	put_mapping(w);
	put_functions(w);
	put_locations(w);
	if (!w->failed)
		put_samples(w);
	return !w->failed;
}

bool export_pprof(FILE *to, const struct sample *s, uint32_t column)
{
	struct writer w = { .s = s, .column = column };
	uint8_t *packed = NULL;
	bool good;
	size_t size;

	pprof__profile__init(&w.p);
	good = make(&w);
	if (good) {
		size = pprof__profile__get_packed_size(&w.p);
		packed = malloc(size + 1);
		good = packed && pprof__profile__pack(&w.p, packed) == size &&
		       compressed(to, packed, size);
	}
	free(packed);
	release(&w);
	return good;
}
