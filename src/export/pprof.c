/* SPDX-License-Identifier: MIT */
/*
 * A profile as pprof reads it: samples, which are paths of calls with the
 * numbers of each event, each with the line that it ends at.  A caller is where
 * its call is, if that is one place, and else where its function begins.
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

/* A function in a file that is not its own. */
struct part {
	struct part *next;
	uint32_t file;
	uint64_t id;
};

struct writer {
	const struct sample *s;
	uint32_t column; /* SAMPLE_NONE: all */
	struct block *blocks;
	bool failed;
	Pprof__Profile p;
	struct sample_walk walk;
	uint32_t names;     /* functions, and causes behind them */
	uint32_t *first;    /* place of each function */
	struct part **part; /* of each function: those that it has */
	uint64_t *file;     /* of each file: its string */
	uint64_t *stack;    /* locations of callers */
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
	sample_walk_free(&w->walk);
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

static void put_mapping(struct writer *w, const struct sample_module *of)
{
	Pprof__Mapping *m = room(w, 1, sizeof *m);

	if (!m)
		return;
	pprof__mapping__init(m);
	m->id = w->p.n_mapping + 1;
	m->memory_start = of->base;
	m->memory_limit = of->base + of->size;
	m->filename = string(w, of->path);
	m->build_id = string(w, of->build_id ? of->build_id : "");
	m->has_functions = m->has_filenames = m->has_line_numbers = true;
	w->p.mapping[w->p.n_mapping++] = m;
}

/* A board's program has all addresses, and goes by its hash. */
static void put_mappings(struct writer *w)
{
	const struct sample *s = w->s;
	const struct sample_module whole = { .path = s->program,
					     .build_id = s->sha256,
					     .size = UINT32_MAX };
	int64_t *comment = room(w, 1, sizeof *comment);

	w->p.mapping = room(w, s->modules + (size_t)1, sizeof(void *));
	if (w->failed)
		return;
	if (!s->modules)
		put_mapping(w, &whole);
	for (uint32_t i = 0; i < s->modules; i++)
		put_mapping(w, &s->module[i]);
	comment[0] = string(w, w->s->title);
	w->p.comment = comment;
	w->p.n_comment = 1;
}

/* The place where a function begins; nowhere, where a cause. */
static struct sample_begin begin_of(const struct writer *w, uint32_t name)
{
	if (name >= w->s->functions)
		return (struct sample_begin){ SAMPLE_NONE, 0 };
	return sample_begin(w->s, w->first, name);
}

/* Causes are functions behind the others.  Where one begins is not told: pprof
 * shows no line above that, and inlined ones are there. */
static void put_functions(struct writer *w)
{
	const struct sample *s = w->s;
	const size_t most = w->names + s->places + (size_t)w->walk.steps;
	Pprof__Function *f = room(w, w->names, sizeof *f);

	w->p.function = room(w, most, sizeof(void *));
	for (uint32_t i = 0; !w->failed && i < w->names; i++) {
		const bool cause = i >= s->functions;
		const struct sample_begin at = begin_of(w, i);

		pprof__function__init(&f[i]);
		f[i].id = i + 1;
		f[i].name = string(w, cause ? cause_name(w, i - s->functions)
					    : s->function[i].name);
		f[i].system_name = f[i].name;
		if (!cause && s->function[i].linked)
			f[i].system_name = string(w, s->function[i].linked);
		if (at.file != SAMPLE_NONE)
			f[i].filename = (int64_t)w->file[at.file];
		w->p.function[i] = &f[i];
	}
	w->p.n_function = w->failed ? 0 : w->names;
}

/* ---- places -------------------------------------------------------------- */

/* The function under whose name a line stands: a function's in that file.
 * Other files are those of what is inlined into it. */
static uint64_t function_in(struct writer *w, uint32_t function, uint32_t file)
{
	struct part *part = w->part[function];
	Pprof__Function *f;

	if (file == SAMPLE_NONE || begin_of(w, function).file == file)
		return function + 1u;
	while (part && part->file != file)
		part = part->next;
	if (part)
		return part->id;
	f = room(w, 1, sizeof *f);
	part = room(w, 1, sizeof *part);
	if (w->failed)
		return function + 1u;
	*f = *w->p.function[function];
	f->id = w->p.n_function + 1;
	f->filename = (int64_t)w->file[file];
	w->p.function[w->p.n_function++] = f;
	*part = (struct part){ w->part[function], file, f->id };
	w->part[function] = part;
	return part->id;
}

/* The mapping that an address is in; 0: none, as of the kernel's functions. */
static uint64_t mapping_of(const struct writer *w, uint64_t address)
{
	const struct sample_module *in = sample_module_at(w->s, address);

	if (!w->s->modules)
		return 1;
	return in ? (uint64_t)(in - w->s->module) + 1 : 0;
}

/* The next location; its number. */
static uint64_t add_location(struct writer *w, uint64_t function,
			     uint64_t number, uint64_t address, bool mapped)
{
	Pprof__Location *l = room(w, 1, sizeof *l);
	Pprof__Line *line = room(w, 1, sizeof *line);
	Pprof__Line **lines = room(w, 1, sizeof(void *));

	if (w->failed)
		return 0;
	pprof__line__init(line);
	line->function_id = function;
	line->line = (int64_t)number;
	*lines = line;
	pprof__location__init(l);
	l->id = w->p.n_location + 1;
	l->line = lines;
	l->n_line = 1;
	l->address = address;
	l->mapping_id = mapped ? mapping_of(w, address) : 0;
	w->p.location[w->p.n_location++] = l;
	return l->id;
}

static uint64_t locate(struct writer *w, uint32_t function, uint32_t place)
{
	const struct sample_place *p = &w->s->place[place];

	return add_location(w, function_in(w, function, p->file), p->line,
			    p->addr, true);
}

/* Of each function, of each cause, then of each instruction. */
static void put_locations(struct writer *w)
{
	const struct sample *s = w->s;

	w->p.location =
		room(w, w->names + s->places + w->walk.steps, sizeof(void *));
	w->part = room(w, s->functions, sizeof(void *));
	for (uint32_t i = 0; !w->failed && i < w->names; i++) {
		const bool cause = i >= s->functions;

		add_location(w, i + 1u, begin_of(w, i).line,
			     cause ? 0 : s->function[i].addr, !cause);
	}
	for (uint32_t i = 0; !w->failed && i < s->places; i++)
		(void)locate(w, s->place[i].function, i);
}

/* The place as one of the function: of what the compiler's own helpers do
 * there, which nobody calls, that is the one that they are part of. */
static uint64_t place_in(struct writer *w, uint32_t function, uint32_t place)
{
	if (w->s->place[place].function == function)
		return w->names + place + 1;
	return locate(w, function, place);
}

/* ---- samples ------------------------------------------------------------- */

static bool any(const struct writer *w, const uint64_t *cost)
{
	for (unsigned i = 0; i < w->s->columns; i++)
		if (cost[i] && (w->column == SAMPLE_NONE || w->column == i))
			return true;
	return false;
}

/* `leaf` is a location; its callers are behind it. */
static void put_sample(struct writer *w, uint64_t leaf, uint32_t callers,
		       const uint64_t *cost)
{
	const unsigned values = (unsigned)w->p.n_sample_type;
	Pprof__Sample *one;

	if (!any(w, cost))
		return;
	one = room(w, 1, sizeof *one);
	if (!one)
		return;
	pprof__sample__init(one);
	one->location_id = room(w, callers + (size_t)1, sizeof(uint64_t));
	one->value = room(w, values, sizeof(int64_t));
	if (w->failed)
		return;
	one->location_id[0] = leaf;
	for (uint32_t i = 0; i < callers; i++)
		one->location_id[i + 1] = w->stack[i];
	one->n_location_id = callers + (size_t)1;
	for (unsigned i = 0; i < values; i++)
		one->value[i] =
			(int64_t)cost[w->column == SAMPLE_NONE ? i : w->column];
	one->n_value = values;
	w->p.sample[w->p.n_sample++] = one;
}

/* The places where each function on a path calls the next; their number. */
static uint32_t put_callers(struct writer *w, uint32_t path)
{
	const struct sample *s = w->s;
	uint32_t count = 0;

	while (s->path[path].parent) {
		const uint32_t at = w->walk.caller[path];
		uint32_t function;

		path = s->path[path].parent;
		function = s->path[path].function;
		w->stack[count++] = at == SAMPLE_NONE
					    ? function + 1u
					    : place_in(w, function, at);
	}
	return count;
}

static void put_path(struct writer *w, uint32_t path)
{
	const struct sample *s = w->s;
	const uint32_t function = s->path[path].function;
	const uint32_t callers = put_callers(w, path);
	const uint32_t from = w->walk.first[path];
	const uint32_t end = w->walk.first[path + 1];

	if (from == end)
		put_sample(w, function + 1u, callers,
			   sample_cost(s, s->path_cost, path));
	for (uint32_t i = from; i < end; i++)
		put_sample(w, place_in(w, function, w->walk.step[i].place),
			   callers, sample_cost(s, w->walk.cost, i));
}

static void put_samples(struct writer *w)
{
	const struct sample *s = w->s;
	const size_t most = (size_t)s->paths + w->walk.steps + s->causes;

	w->p.sample = room(w, most, sizeof(void *));
	w->stack = room(w, s->paths, sizeof *w->stack);
	for (uint32_t i = 1; !w->failed && i < s->paths; i++)
		put_path(w, i);
	for (uint32_t i = 0; !w->failed && i < s->causes; i++)
		put_sample(w, (uint64_t)s->functions + i + 1, 0,
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
			       s->files + s->causes + 2 * (size_t)s->modules +
			       8;

	w->p.string_table = room(w, strings, sizeof(char *));
	w->file = room(w, s->files, sizeof *w->file);
	w->first = sample_first(s);
	w->names = s->functions + s->causes;
	if (w->failed || !w->first || !sample_walk(s, &w->walk))
		return false;
	(void)string(w, "");
	for (uint32_t i = 0; i < s->files; i++)
		w->file[i] = (uint64_t)string(w, s->file[i]);
	put_types(w);
	put_mappings(w);
	put_functions(w);
	put_locations(w);
	if (!w->failed)
		put_samples(w);
	return !w->failed;
}

static bool export_pprof(FILE *to, const struct sample *s, uint32_t column)
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

const struct export_format export_format_pprof = {
	.name = "pprof",
	.about = "for `go tool pprof`: paths of calls, and lines; give it -o",
	.chosen = true,
	.binary = true,
	.write = export_pprof,
	.otherwise = EXPORT_OF_PROFILES,
};
