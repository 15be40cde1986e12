/* SPDX-License-Identifier: MIT */
/* Places of the samples of a command: files, functions, lines, callers. */
#include "gather/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "gather/callers.h"
#include "gather/points.h"
#include "program/program.h"

/* Addresses that no file has: before all files, where none has code. */
enum { OUTSIDE = 3, KERNEL = 5, FIRST_BASE = 0, ALIGN = 0x100000 };
/* The kernel's functions are behind all files, an address for each. */
static const uint64_t FUNCTIONS = 0xF0000000;

struct module {
	const char *path;
	struct program *program; /* NULL: it cannot be read */
	uint64_t base, size;
	uint32_t *known; /* function + 1 of each symbol, and of the file */
};

/* A path of calls, and where the search for the next ones goes on. */
struct node {
	uint32_t parent, function, child, sibling;
};

struct places {
	struct sample *s;
	const struct perf_taking *t;
	struct module *module;
	size_t modules;
	struct sample_function *function;
	size_t functions, function_room;
	struct node *node;
	size_t nodes, node_room;
	/* Of each sample: its path, and where it is in the profile. */
	uint32_t *leaf;
	uint64_t *addr;
	uint32_t kernel, outside;
	uint32_t *known; /* function + 1 of each of the kernel's and a JIT's */
	bool full;       /* no memory is left */
};

/* ---- files ------------------------------------------------------------------
 */

static uint64_t size_of(const struct program *p)
{
	uint64_t end = 0;

	for (size_t i = 0; p && i < p->segments; i++)
		if (p->segment[i].addr + p->segment[i].size > end)
			end = p->segment[i].addr + p->segment[i].size;
	return end;
}

static struct module *module_of(struct places *p, const char *path)
{
	struct module *m = p->module;
	uint64_t base = FIRST_BASE;
	struct error ignored;

	for (size_t i = 0; i < p->modules; i++, m++) {
		if (strcmp(m->path, path) == 0)
			return m;
		base = (m->base + m->size + ALIGN) & ~(uint64_t)(ALIGN - 1);
	}
	m->path = path;
	m->program = path[0] == '/'
			     ? program_open_mapped(path, PROGRAM_DEBUG_FOLDER,
						   &ignored)
			     : NULL;
	m->base = base;
	m->size = size_of(m->program);
	m->known = calloc((m->program ? m->program->symbols : 0) + 1,
			  sizeof *m->known);
	p->full = p->full || !m->known;
	p->modules++;
	return m;
}

/* The module of an address of the profile; NULL: it is of no file. */
static struct module *module_at(struct places *p, uint64_t addr)
{
	for (size_t i = 0; addr > KERNEL && i < p->modules; i++)
		if (addr - p->module[i].base < p->module[i].size)
			return &p->module[i];
	return NULL;
}

/* The place of an instruction in the profile. */
static uint64_t locate_in_file(struct places *p, const struct perf_taken *t,
			       uint64_t ip)
{
	const struct perf_mapped *m = perf_mapping(p->t, t->pid, ip, t->time);
	const struct module *in;
	uint64_t addr;

	if (!m)
		return OUTSIDE;
	in = module_of(p, m->path);
	if (!in->program ||
	    !program_address(in->program, ip - m->addr + m->offset, &addr) ||
	    in->base + addr >= FUNCTIONS)
		return OUTSIDE;
	return in->base + addr;
}

/* Functions that the process made itself are behind those of the kernel. */
static uint64_t locate(struct places *p, const struct perf_taken *t,
		       uint64_t ip)
{
	const uint64_t addr = locate_in_file(p, t, ip);
	const struct perf_jit *j = &p->t->jit;
	const size_t i =
		addr == OUTSIDE ? perf_jit_at(j, t->pid, ip) : j->count;

	return i < j->count ? FUNCTIONS + p->t->kernel.count + i : addr;
}

static uint64_t locate_in_kernel(const struct places *p, uint64_t ip)
{
	const struct perf_symbols *all = &p->t->kernel;
	const size_t i = perf_symbol_at(all, ip);

	return i < all->count ? FUNCTIONS + i : (uint64_t)KERNEL;
}

/* ---- functions --------------------------------------------------------------
 */

static bool grow(struct places *p, void *array, size_t count, size_t *room,
		 size_t each)
{
	p->full = p->full || !array_grow(array, count, room, each);
	return !p->full;
}

static uint32_t add_function(struct places *p, const char *name,
			     const char *linked, uint64_t addr)
{
	if (!grow(p, &p->function, p->functions, &p->function_room,
		  sizeof *p->function))
		return 0;
	p->function[p->functions] = (struct sample_function){
		.name = sample_text(p->s, name),
		.linked = linked ? sample_text(p->s, linked) : NULL,
		.addr = addr,
	};
	return (uint32_t)p->functions++;
}

/* Code without a symbol goes by its file's name. */
static uint32_t add_of(struct places *p, const struct module *m,
		       const struct program_symbol *symbol)
{
	const char *last = strrchr(m->path, '/');
	char text[128];

	if (symbol)
		return add_function(p, symbol->shown,
				    strcmp(symbol->shown, symbol->name) != 0
					    ? symbol->name
					    : NULL,
				    m->base + symbol->addr);
	snprintf(text, sizeof text, "[%.100s]", last ? last + 1 : m->path);
	return add_function(p, text, NULL, m->base + 1);
}

/* "schedule [kernel]", "ext4_map_blocks [ext4]" */
static uint32_t function_of_kernel(struct places *p, size_t i)
{
	const struct perf_symbol *symbol = &p->t->kernel.symbol[i];
	const char *in = *symbol->module ? symbol->module : "[kernel]";
	char text[256];

	if (!p->known[i]) {
		snprintf(text, sizeof text, "%.200s %.50s", symbol->name, in);
		p->known[i] =
			add_function(p, text, symbol->name, FUNCTIONS + i) + 1;
	}
	return p->known[i] - 1;
}

/* "jitted_loop [jit]" */
static uint32_t function_of_jit(struct places *p, size_t i)
{
	uint32_t *known = &p->known[p->t->kernel.count + i];
	const char *name = p->t->jit.function[i].name;
	char text[256];

	if (!*known) {
		snprintf(text, sizeof text, "%.240s [jit]", name);
		*known = add_function(p, text, name,
				      FUNCTIONS + p->t->kernel.count + i) +
			 1;
	}
	return *known - 1;
}

static uint32_t function_at(struct places *p, uint64_t addr)
{
	struct module *m = module_at(p, addr);
	const struct program_symbol *symbol;
	uint32_t *known;

	if (addr == KERNEL)
		return p->kernel;
	if (addr >= FUNCTIONS && addr - FUNCTIONS < p->t->kernel.count)
		return function_of_kernel(p, (size_t)(addr - FUNCTIONS));
	if (addr >= FUNCTIONS)
		return function_of_jit(
			p, (size_t)(addr - FUNCTIONS - p->t->kernel.count));
	if (!m || !m->known)
		return p->outside;
	symbol = program_at(m->program, addr - m->base, NULL);
	known = &m->known[symbol ? symbol - m->program->symbol
				 : (ptrdiff_t)m->program->symbols];
	if (!*known)
		*known = add_of(p, m, symbol) + 1;
	return *known - 1;
}

/* ---- paths ------------------------------------------------------------------
 */

static uint32_t add_node(struct places *p, uint32_t parent, uint32_t function)
{
	if (!grow(p, &p->node, p->nodes, &p->node_room, sizeof *p->node))
		return 0;
	p->node[p->nodes] =
		(struct node){ .parent = parent, .function = function };
	if (p->nodes) {
		p->node[p->nodes].sibling = p->node[parent].child;
		p->node[parent].child = (uint32_t)p->nodes;
	}
	return (uint32_t)p->nodes++;
}

/* One call further; a function that is on the path already goes on there. */
static uint32_t step(struct places *p, uint32_t at, uint32_t function)
{
	for (uint32_t n = at; n; n = p->node[n].parent)
		if (p->node[n].function == function)
			return n;
	for (uint32_t n = p->node[at].child; n; n = p->node[n].sibling)
		if (p->node[n].function == function)
			return n;
	return add_node(p, at, function);
}

/* The program that an address was of, for its tables. */
static const struct program *program_of(void *ctx, const struct perf_taken *t,
					uint64_t ip, uint64_t *addr)
{
	struct places *p = ctx;
	const uint64_t at = locate_in_file(p, t, ip);
	const struct module *m = module_at(p, at);

	*addr = m ? at - m->base : 0;
	return m ? m->program : NULL;
}

/* A caller is where its call is, before the address of return.  Of code that
 * keeps neither tables nor a frame pointer some lead nowhere. */
static uint32_t leaf_of(struct places *p, const struct perf_taken *t,
			uint64_t addr)
{
	const struct callers callers = { p->t, program_of, p };
	uint64_t returns[CALLERS];
	uint32_t at = 0;

	for (unsigned i = callers_of(&callers, t, returns);
	     i-- > 0 && !p->full;) {
		const uint64_t call = locate(p, t, returns[i] - 1);

		if (call != OUTSIDE)
			at = step(p, at, function_at(p, call));
	}
	return p->full ? 0 : step(p, at, function_at(p, addr));
}

static bool take_paths(struct places *p)
{
	struct sample *s = p->s;

	s->path = sample_room(s, p->nodes, sizeof *s->path);
	s->path_cost =
		sample_room(s, p->nodes * s->columns, sizeof *s->path_cost);
	if (s->failed)
		return false;
	for (size_t i = 0; i < p->nodes; i++) {
		s->path[i].parent = p->node[i].parent;
		s->path[i].function = p->node[i].function;
	}
	s->paths = (uint32_t)p->nodes;
	for (size_t i = 0; i < p->t->takens; i++) {
		const struct perf_taken *t = &p->t->taken[i];

		s->path[p->leaf[i]].count++;
		s->path_cost[(size_t)p->leaf[i] * s->columns + t->event] +=
			t->weight;
	}
	return true;
}

/* ---- all of it --------------------------------------------------------------
 */

static bool take_points(struct places *p, const uint64_t *rest,
			struct points *points, struct error *err)
{
	for (size_t i = 0; i < p->t->takens && !p->full; i++) {
		const struct perf_taken *t = &p->t->taken[i];
		const struct point one = {
			.addr = t->kernel ? locate_in_kernel(p, t->ip)
					  : locate(p, t, t->ip),
			.weight = t->weight,
			.column = t->event,
		};

		p->addr[i] = one.addr;
		p->leaf[i] = leaf_of(p, t, one.addr);
		if (!points_add(points, &one, err))
			return false;
	}
	for (unsigned i = 0; i < p->s->columns; i++) {
		const struct point one = { .weight = rest[i],
					   .column = i,
					   .cause = POINT_REST };

		if (rest[i] && !points_add(points, &one, err))
			return false;
	}
	return !p->full || error_no_memory(err);
}

/* The functions that were found, in place of none. */
static bool name_places(struct places *p)
{
	struct sample *s = p->s;

	for (uint32_t i = 0; i < s->places; i++)
		s->place[i].function = function_at(p, s->place[i].addr);
	s->function = sample_room(s, p->functions + 1, sizeof *s->function);
	if (s->failed || p->full)
		return false;
	memcpy(s->function, p->function, p->functions * sizeof *p->function);
	s->functions = (uint32_t)p->functions;
	return true;
}

/* Of a place, or, behind these, of a function. */
static void put_line(struct sample *s, uint32_t of, uint32_t file,
		     uint32_t line)
{
	if (of < s->places) {
		s->place[of].file = file;
		s->place[of].line = line;
	} else {
		s->function[of - s->places].file = file;
		s->function[of - s->places].line = line;
	}
}

/* Lines of one file; what cannot be told is not known. */
static bool add_lines(struct places *p, const struct module *m,
		      const uint32_t *of, const uint64_t *addr, size_t count)
{
	struct sample *s = p->s;
	struct program_lines lines;
	struct error ignored;
	const char **file;

	if (!count || !program_lines(m->program, addr, count, &lines, &ignored))
		return true;
	file = sample_room(s, (size_t)s->files + lines.files, sizeof *file);
	if (file) {
		if (s->files)
			memcpy(file, s->file, s->files * sizeof *file);
		for (uint32_t i = 0; i < lines.files; i++)
			file[s->files + i] = sample_text(s, lines.file[i]);
		for (size_t i = 0; i < count; i++) {
			const struct program_line *at = &lines.line[i];

			if (at->file < lines.files)
				put_line(s, of[i], s->files + at->file,
					 at->line);
		}
		s->file = file;
		s->files += lines.files;
	}
	program_lines_free(&lines);
	return !s->failed;
}

static bool take_lines(struct places *p)
{
	struct sample *s = p->s;
	const uint32_t all = s->places + s->functions;
	uint32_t *of = calloc(all + 1u, sizeof *of);
	uint64_t *addr = calloc(all + 1u, sizeof *addr);
	bool good = of && addr;

	for (size_t k = 0; good && k < p->modules; k++) {
		const struct module *m = &p->module[k];
		size_t count = 0;

		for (uint32_t i = 0; m->program && i < all; i++) {
			const uint64_t at =
				i < s->places ? s->place[i].addr
					      : s->function[i - s->places].addr;

			if (module_at(p, at) != m)
				continue;
			of[count] = i;
			addr[count++] = at - m->base;
		}
		good = add_lines(p, m, of, addr, count);
	}
	free(of);
	free(addr);
	return good;
}

static void release(struct places *p)
{
	for (size_t i = 0; i < p->modules; i++) {
		program_close(p->module[i].program);
		free(p->module[i].known);
	}
	free(p->module);
	free(p->function);
	free(p->node);
	free(p->leaf);
	free(p->addr);
	free(p->known);
}

static void begin_with(struct places *p, const char *program)
{
	for (size_t i = 0; program && i < p->t->mappeds; i++)
		if (strcmp(p->t->mapped[i].path, program) == 0) {
			(void)module_of(p, p->t->mapped[i].path);
			return;
		}
}

bool places_fill(struct sample *s, const struct perf_taking *t,
		 const char *program, const uint64_t *rest, struct error *err)
{
	struct places p = { .s = s, .t = t };
	struct points points = { 0 };
	bool good;

	p.module = calloc(t->mappeds + 1, sizeof *p.module);
	p.leaf = calloc(t->takens + 1, sizeof *p.leaf);
	p.addr = calloc(t->takens + 1, sizeof *p.addr);
	p.known = calloc(t->kernel.count + t->jit.count + 1, sizeof *p.known);
	p.full = !p.module || !p.leaf || !p.addr || !p.known;
	if (!p.full) {
		begin_with(&p, program);
		p.outside = add_function(&p, "[no file]", NULL, OUTSIDE);
		p.kernel = add_function(&p, "[kernel]", NULL, KERNEL);
		(void)add_node(&p, 0, SAMPLE_NONE);
	}
	good = !p.full || error_no_memory(err);
	good = good && take_points(&p, rest, &points, err) &&
	       points_fill(s, &points, NULL, err);
	if (good && (!name_places(&p) || !take_paths(&p) || !take_lines(&p) ||
		     !singles_fill(s, t, p.leaf, p.addr)))
		good = error_no_memory(err);
	points_free(&points);
	release(&p);
	return good;
}
