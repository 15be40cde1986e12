/* SPDX-License-Identifier: MIT */
/* Places of a region that are named as a source file and a line. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"
#include "run/region.h"

/* A C++ name has two colons, and no number behind them. */
bool region_is_line(const char *text)
{
	const char *colon = strrchr(text, ':');

	return colon && colon > text && colon[-1] != ':' && colon[1] &&
	       strspn(colon + 1, "0123456789") == strlen(colon + 1);
}

/* A function is no larger, whatever its symbol says. */
static uint64_t size_of(const struct program_symbol *s)
{
	enum { LARGEST = 1 << 24 };

	return s->size < LARGEST ? s->size : 0;
}

/* The addresses of all instructions of functions, to be freed. */
static uint32_t *list_code(const struct program *p, size_t *count)
{
	const unsigned step = p->machine == EM_ARM ? 2 : 4;
	uint32_t *addr;
	size_t room = 1;

	*count = 0;
	for (size_t i = 0; i < p->symbols; i++)
		room += (size_t)(size_of(&p->symbol[i]) / step) + 1;
	addr = malloc(room * sizeof *addr);
	for (size_t i = 0; addr && i < p->symbols; i++)
		for (uint64_t at = 0; at < size_of(&p->symbol[i]); at += step)
			addr[(*count)++] = (uint32_t)(p->symbol[i].addr + at);
	return addr;
}

/* "sort.c" is what "/src/demo/sort.c" ends with. */
static bool is_file(const char *path, const char *name, size_t size)
{
	const size_t whole = strlen(path);

	return whole >= size && !strncmp(path + whole - size, name, size) &&
	       (whole == size || path[whole - size - 1] == '/');
}

/* What was found of a line: its lowest address; else the lines beside it. */
struct search {
	uint64_t addr;
	bool found, file;
	uint32_t below, above;
};

static void look(struct search *s, uint32_t addr, uint32_t line, uint32_t want)
{
	s->file = true;
	if (line == want && (!s->found || addr < s->addr)) {
		s->found = true;
		s->addr = addr;
	} else if (line < want && line > s->below) {
		s->below = line;
	} else if (line > want && (!s->above || line < s->above)) {
		s->above = line;
	}
}

static bool tell(const struct search *s, const char *text, struct error *err)
{
	if (!s->file)
		return error_set(
			err,
			"'%s': the program has no code of such a file, "
			"or was compiled without -g",
			text);
	return error_set(err,
			 "'%s': that line has no code; the next that have are "
			 "%u and %u",
			 text, (unsigned)s->below, (unsigned)s->above);
}

bool region_line(const struct program *p, const char *text, uint64_t *addr,
		 struct error *err)
{
	const size_t name = (size_t)(strrchr(text, ':') - text);
	const uint32_t want = (uint32_t)strtoul(text + name + 1, NULL, 10);
	struct program_lines lines = { 0 };
	struct search s = { .found = false };
	size_t count;
	uint32_t *code = list_code(p, &count);
	bool good;

	if (!code)
		return error_no_memory(err);
	good = program_lines(p, code, count, &lines, err);
	for (size_t i = 0; good && i < count; i++)
		if (lines.line[i].file < lines.files &&
		    is_file(lines.file[lines.line[i].file], text, name))
			look(&s, code[i], lines.line[i].line, want);
	if (good)
		program_lines_free(&lines);
	free(code);
	*addr = s.addr;
	return good && (s.found || tell(&s, text, err));
}
