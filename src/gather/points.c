/* SPDX-License-Identifier: MIT */
/* From samples, which know addresses, to a profile, which has names. */
#include "gather/points.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* No function begins at an odd address. */
enum { UNKNOWN = 1 };

bool points_add(struct points *p, const struct point *point, struct error *err)
{
	if (!array_grow(&p->point, p->count, &p->room, sizeof *p->point))
		return error_no_memory(err);
	p->point[p->count] = *point;
	if (point->cause == POINT_INSTRUCTION && point->addr > INT64_MAX)
		p->point[p->count].cause = POINT_BEYOND;
	p->count++;
	return true;
}

void points_free(struct points *p)
{
	free(p->point);
	*p = (struct points){ 0 };
}

static int order(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Points of instructions come first, by their addresses. */
static int by_place(const void *x, const void *y)
{
	const struct point *a = x, *b = y;

	if (a->cause != b->cause)
		return order(a->cause, b->cause);
	return order(a->addr, b->addr);
}

static bool same_place(const struct point *a, const struct point *b)
{
	return a->cause == b->cause &&
	       (a->cause != POINT_INSTRUCTION || a->addr == b->addr);
}

/* Its bytes as a number; 0: the program has none there. */
static uint32_t word_at(const struct program *p, uint64_t addr)
{
	for (size_t i = 0; i < p->segments; i++) {
		const struct program_segment *s = &p->segment[i];
		uint8_t b[4];

		if (addr < s->addr || addr - s->addr > s->file_size ||
		    s->file_size - (addr - s->addr) < sizeof b)
			continue;
		memcpy(b, s->bytes + (addr - s->addr), sizeof b);
		if (p->big_endian)
			return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 |
			       (uint32_t)b[2] << 8 | b[3];
		return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 |
		       (uint32_t)b[1] << 8 | b[0];
	}
	return 0;
}

/* The function's number; one that was not there is added. */
static uint32_t function_of(struct sample *s, const struct program *program,
			    uint64_t addr)
{
	const struct program_symbol *symbol =
		program ? program_at(program, addr, NULL) : NULL;
	const uint64_t first = symbol ? symbol->addr : UNKNOWN;
	struct sample_function *f = &s->function[s->functions];

	/* Places come in the order of addresses, and so do functions, but for
	 * the one that is unknown. */
	for (uint32_t i = s->functions; i-- > 0;)
		if (s->function[i].addr == first)
			return i;
	f->addr = first;
	f->name = sample_text(s, symbol ? symbol->shown : "[unknown]");
	if (symbol && strcmp(symbol->shown, symbol->name) != 0)
		f->linked = sample_text(s, symbol->name);
	return s->functions++;
}

static void add_place(struct sample *s, const struct program *program,
		      uint64_t addr)
{
	s->place[s->places++] = (struct sample_place){
		.addr = addr,
		.word = program ? word_at(program, addr) : 0,
		.function = function_of(s, program, addr),
		.file = SAMPLE_NONE,
		.inlined = SAMPLE_NONE,
	};
}

static const char *const causes[POINT_CAUSES] = {
	[POINT_EXCEPTION] = "exception entry",
	[POINT_WAITING] = "waiting for an interrupt",
	[POINT_BEYOND] = "beyond addresses of 63 bits",
	[POINT_REST] = "after the last sample",
};

static bool make_room(struct sample *s, const struct points *p)
{
	size_t places = 0;

	for (size_t i = 0; i < p->count; i++)
		places += !i || !same_place(&p->point[i - 1], &p->point[i]);
	s->place = sample_room(s, places, sizeof *s->place);
	s->function = sample_room(s, places, sizeof *s->function);
	s->cause = sample_room(s, POINT_CAUSES, sizeof *s->cause);
	s->cause_count = sample_room(s, POINT_CAUSES, sizeof *s->cause_count);
	s->place_cost =
		sample_room(s, places * s->columns, sizeof *s->place_cost);
	s->cause_cost = sample_room(s, (size_t)POINT_CAUSES * s->columns,
				    sizeof *s->cause_cost);
	s->total = sample_room(s, s->columns, sizeof *s->total);
	return !s->failed;
}

static void add_points(struct sample *s, const struct points *p,
		       const struct program *program)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct point *at = &p->point[i];
		const bool first = !i || !same_place(at - 1, at);
		uint64_t *cost, *samples;

		if (at->cause == POINT_INSTRUCTION) {
			if (first)
				add_place(s, program, at->addr);
			cost = s->place_cost +
			       (size_t)(s->places - 1) * s->columns;
			samples = &s->place[s->places - 1].count;
		} else {
			if (first)
				s->cause[s->causes++] = causes[at->cause];
			cost = s->cause_cost +
			       (size_t)(s->causes - 1) * s->columns;
			samples = &s->cause_count[s->causes - 1];
		}
		cost[at->column] += at->weight;
		s->total[at->column] += at->weight;
		*samples += at->cause != POINT_REST;
	}
}

/* Callers are not known: each function is a path of its own. */
static bool add_paths(struct sample *s)
{
	const size_t paths = (size_t)s->functions + 1;

	s->path = sample_room(s, paths, sizeof *s->path);
	s->path_cost = sample_room(s, paths * s->columns, sizeof *s->path_cost);
	if (s->failed)
		return false;
	s->path[0].function = SAMPLE_NONE;
	for (uint32_t i = 0; i < s->functions; i++)
		s->path[i + 1].function = i;
	for (uint32_t i = 0; i < s->places; i++) {
		const uint32_t path = s->place[i].function + 1;

		s->path[path].count += s->place[i].count;
		for (unsigned k = 0; k < s->columns; k++)
			s->path_cost[(size_t)path * s->columns + k] +=
				sample_cost(s, s->place_cost, i)[k];
	}
	s->paths = (uint32_t)paths;
	return true;
}

uint32_t points_place(const struct sample *s, uint64_t addr)
{
	uint32_t low = 0, high = s->places;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (s->place[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->places && s->place[low].addr == addr ? low
							     : SAMPLE_NONE;
}

bool points_lines(struct sample *s, const struct program *program,
		  struct error *err)
{
	const size_t count = (size_t)s->places + s->functions;
	uint64_t *addr = sample_room(s, count, sizeof *addr);
	struct program_lines lines;

	if (!addr)
		return error_no_memory(err);
	for (uint32_t i = 0; i < s->places; i++)
		addr[i] = s->place[i].addr;
	for (uint32_t i = 0; i < s->functions; i++)
		addr[s->places + i] = s->function[i].addr;
	if (!program_lines(program, addr, count, &lines, err))
		return false;
	s->file = sample_room(s, lines.files, sizeof *s->file);
	for (uint32_t i = 0; s->file && i < lines.files; i++)
		s->file[i] = sample_text(s, lines.file[i]);
	s->files = lines.files;
	s->inlined = sample_room(s, lines.inlineds, sizeof *s->inlined);
	for (uint32_t i = 0; s->inlined && i < lines.inlineds; i++)
		s->inlined[i] = sample_text(s, lines.inlined[i]);
	s->inlineds = lines.inlineds;
	for (uint32_t i = 0; i < s->places; i++) {
		s->place[i].file = lines.line[i].file;
		s->place[i].line = lines.line[i].line;
		s->place[i].inlined = lines.line[i].inlined;
	}
	for (uint32_t i = 0; i < s->functions; i++) {
		const struct program_line *at = &lines.line[s->places + i];

		/* A function without a name has no first instruction, either.
		 */
		if (at->file >= lines.files || s->function[i].addr & 1)
			continue;
		s->function[i].file = at->file;
		s->function[i].line = at->line;
	}
	program_lines_free(&lines);
	return !s->failed || error_no_memory(err);
}

bool points_fill(struct sample *s, struct points *p,
		 const struct program *program, struct error *err)
{
	if (p->count)
		qsort(p->point, p->count, sizeof *p->point, by_place);
	if (!make_room(s, p))
		return error_no_memory(err);
	add_points(s, p, program);
	if (!add_paths(s))
		return error_no_memory(err);
	return !program || points_lines(s, program, err);
}
