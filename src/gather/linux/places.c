/* SPDX-License-Identifier: MIT */
/* Places of the samples of a command: files, functions, lines, callers. */
#include "gather/linux/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "gather/linux/callers.h"
#include "gather/linux/modules.h"
#include "gather/points.h"

/* Addresses that no file has: before all files, where none has code. */
enum { OUTSIDE = 3, KERNEL = 5 };
/* The kernel's functions are behind all files, an address for each; then those
 * that processes made themselves, and files that cannot be read. */
static const uint64_t FUNCTIONS = 0xF0000000;

/* A path of calls, and where the search for the next ones goes on. */
struct node {
	uint32_t parent, function, child, sibling;
};

struct places {
	struct sample *s;
	const struct perf_taking *t;
	struct modules modules;
	struct sample_function *function;
	size_t functions, function_room;
	struct node *node;
	size_t nodes, node_room;
	/* Of each sample: its path, and where it is in the profile. */
	uint32_t *leaf;
	uint64_t *addr;
	/* Of each function: where a table of them by their addresses has it. */
	uint32_t *known; /* function + 1; 0: none */
	size_t known_room;
	bool full; /* no memory is left */
};

/* ---- addresses --------------------------------------------------------------
 */

/* The place of an instruction in the profile. */
static uint64_t locate(struct places *p, const struct perf_taken *t,
		       uint64_t ip)
{
	const struct perf_jit *j = &p->t->jit;
	const uint64_t behind = FUNCTIONS + p->t->kernel.count;
	uint64_t addr;
	const struct module *in = modules_locate(&p->modules, t, ip, &addr);
	size_t i;

	if (in && addr != UINT64_MAX)
		return addr;
	i = perf_jit_at(j, t->pid, ip);
	if (i < j->count)
		return behind + i;
	return in ? behind + j->count + (uint64_t)(in - p->modules.module)
		  : OUTSIDE;
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

/* "[libgone.so (deleted)]" */
static uint32_t name_by_file(struct places *p, const struct module *m,
			     uint64_t addr)
{
	const char *file = module_name(m->path);
	char text[128];

	snprintf(text, sizeof text, file[0] == '[' ? "%.100s" : "[%.100s]",
		 file);
	return add_function(p, text, NULL, addr);
}

/* A function without one goes by its address. */
static bool is_nameless(const struct program_symbol *symbol)
{
	return strncmp(symbol->name, "0x", 2) == 0;
}

/* A function of another file than the program has that one's name, too; code
 * without a symbol goes by that alone. */
static uint32_t name_in_file(struct places *p, const struct module *m,
			     const struct program_symbol *symbol)
{
	const char *file = module_name(m->path);
	size_t size;
	char *text;

	if (!symbol)
		return name_by_file(p, m, m->base + 1);
	if (m == p->modules.first && !is_nameless(symbol))
		return add_function(p, symbol->shown,
				    strcmp(symbol->shown, symbol->name) != 0
					    ? symbol->name
					    : NULL,
				    m->base + symbol->addr);
	size = strlen(symbol->shown) + strlen(file) + sizeof " []";
	text = sample_room(p->s, size, 1);
	if (!text)
		return 0;
	snprintf(text, size, file[0] == '[' ? "%s %s" : "%s [%s]",
		 symbol->shown, file);
	return add_function(p, text, symbol->name, m->base + symbol->addr);
}

/* "schedule [kernel]", "ext4_map_blocks [ext4]" */
static uint32_t name_in_kernel(struct places *p, size_t i)
{
	const struct perf_symbol *symbol = &p->t->kernel.symbol[i];
	const char *in = *symbol->module ? symbol->module : "[kernel]";
	char text[256];

	snprintf(text, sizeof text, "%.200s %.50s", symbol->name, in);
	return add_function(p, text, symbol->name, FUNCTIONS + i);
}

/* "jitted_loop [jit]" */
static uint32_t name_of_jit(struct places *p, size_t i)
{
	const char *name = p->t->jit.function[i].name;
	char text[256];

	snprintf(text, sizeof text, "%.240s [jit]", name);
	return add_function(p, text, name, FUNCTIONS + p->t->kernel.count + i);
}

static uint32_t name_behind_files(struct places *p, uint64_t addr)
{
	uint64_t i = addr - FUNCTIONS;

	if (i < p->t->kernel.count)
		return name_in_kernel(p, (size_t)i);
	i -= p->t->kernel.count;
	if (i < p->t->jit.count)
		return name_of_jit(p, (size_t)i);
	return name_by_file(p, &p->modules.module[i - p->t->jit.count], addr);
}

/* A table with room for all functions and as many again. */
static uint32_t *slot_of(const struct places *p, uint64_t addr)
{
	size_t i = (size_t)(addr * UINT64_C(0x9e3779b97f4a7c15) >> 20) &
		   (p->known_room - 1);

	while (p->known[i] && p->function[p->known[i] - 1].addr != addr)
		i = (i + 1) & (p->known_room - 1);
	return &p->known[i];
}

static bool make_slots(struct places *p)
{
	const size_t wanted = p->known_room ? 2 * p->known_room : 1024;
	uint32_t *known;

	if (2 * (p->functions + 1) < p->known_room)
		return true;
	known = calloc(wanted, sizeof *known);
	p->full = p->full || !known;
	if (!known)
		return false;
	free(p->known);
	p->known = known;
	p->known_room = wanted;
	for (size_t i = 0; i < p->functions; i++)
		*slot_of(p, p->function[i].addr) = (uint32_t)i + 1;
	return true;
}

/* The function that an address of the profile is of. */
static uint32_t function_at(struct places *p, uint64_t addr)
{
	const struct module *m =
		addr > KERNEL ? modules_at(&p->modules, addr) : NULL;
	const struct program_symbol *symbol =
		m ? program_at(m->program, addr - m->base, NULL) : NULL;
	const uint64_t first = symbol ? m->base + symbol->addr
			       : m    ? m->base + 1
				      : addr;
	uint32_t *known;

	if (!make_slots(p))
		return 0;
	known = slot_of(p, first);
	if (*known)
		return *known - 1;
	*known = (m ? name_in_file(p, m, symbol) : name_behind_files(p, addr)) +
		 1;
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
	const struct module *m = modules_locate(&p->modules, t, ip, addr);

	if (!m || *addr == UINT64_MAX)
		return NULL;
	*addr -= m->base;
	return m->program;
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

	for (size_t k = 0; good && k < p->modules.count; k++) {
		const struct module *m = &p->modules.module[k];
		size_t count = 0;

		for (uint32_t i = 0; m->program && i < all; i++) {
			const uint64_t at =
				i < s->places ? s->place[i].addr
					      : s->function[i - s->places].addr;

			if (at <= KERNEL || modules_at(&p->modules, at) != m)
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
	modules_free(&p->modules);
	free(p->function);
	free(p->node);
	free(p->leaf);
	free(p->addr);
	free(p->known);
}

bool places_fill(struct sample *s, const struct perf_taking *t,
		 const char *program, const uint64_t *rest, struct error *err)
{
	struct places p = { .s = s, .t = t };
	struct points points = { 0 };
	bool good;

	p.leaf = calloc(t->takens + 1, sizeof *p.leaf);
	p.addr = calloc(t->takens + 1, sizeof *p.addr);
	p.full = !modules_begin(&p.modules, t, program, FUNCTIONS) || !p.leaf ||
		 !p.addr;
	if (!p.full) {
		(void)add_function(&p, "[no file]", NULL, OUTSIDE);
		(void)add_function(&p, "[kernel]", NULL, KERNEL);
		(void)add_node(&p, 0, SAMPLE_NONE);
	}
	good = !p.full || error_no_memory(err);
	good = good && take_points(&p, rest, &points, err) &&
	       points_fill(s, &points, NULL, err);
	if (good && (!name_places(&p) || !take_paths(&p) || !take_lines(&p) ||
		     !singles_fill(s, t, p.leaf, p.addr) ||
		     !modules_keep(&p.modules, s)))
		good = error_no_memory(err);
	points_free(&points);
	release(&p);
	return good;
}
