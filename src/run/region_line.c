/* SPDX-License-Identifier: MIT */
/* Places of a region that are named as a source file and a line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program/machine.h"
#include "program/program.h"
#include "run/region.h"

/* A C++ name has two colons, and no number behind them. */
bool region_is_line(const char *text)
{
	const char *colon = strrchr(text, ':');

	return colon && colon > text && colon[-1] != ':' && colon[1] &&
	       strspn(colon + 1, "0123456789") == strlen(colon + 1);
}

/* A function is no larger, whatever its symbol says; nor is all code together,
 * in instructions. */
enum { LARGEST = 1 << 24, MOST_CODE = 1 << 25 };

static uint64_t size_of(const struct program_symbol *s)
{
	return s->size < LARGEST ? s->size : 0;
}

/*
 * The addresses of all instructions of functions, each once, or if there is no
 * room for them only how many: more than MOST_CODE are not counted.
 */
static size_t list_code(const struct program *p, uint64_t *addr)
{
	const unsigned step = program_machine(p->machine, p->profile)->step;
	uint64_t listed = 0;
	size_t count = 0;

	for (size_t i = 0; i < p->symbols; i++) {
		const struct program_symbol *s = &p->symbol[i];
		uint64_t at = s->addr;

		if (at < listed)
			at += (listed - at + step - 1) / step * step;
		for (; at < s->addr + size_of(s); at += step) {
			if (count > MOST_CODE)
				return count;
			if (addr)
				addr[count] = at;
			count++;
		}
		if (at > listed)
			listed = at;
	}
	return count;
}

/* "sort.c" is what "/src/demo/sort.c" ends with. */
static bool is_file(const char *path, const char *name, size_t size)
{
	const size_t whole = strlen(path);

	return whole >= size && !strncmp(path + whole - size, name, size) &&
	       (whole == size || path[whole - size - 1] == '/');
}

/* Addresses that were found of a line: its lowest address; else the lines
 * beside it, of which 0 is none. */
struct search {
	uint64_t addr;
	bool found;
	uint32_t below, above;
};

static void look(struct search *s, uint64_t addr, uint32_t line, uint64_t want)
{
	if (line == want && line && (!s->found || addr < s->addr)) {
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
	const char *line = strrchr(text, ':') + 1;

	if (!s->below && !s->above)
		return error_set(
			err,
			"the program has no code of %.*s, or was compiled "
			"without -g",
			(int)(line - 1 - text), text);
	if (s->below && s->above)
		return error_set(err,
				 "line %s of %.*s has no code; the next that "
				 "have are %" PRIu32 " and %" PRIu32,
				 line, (int)(line - 1 - text), text, s->below,
				 s->above);
	return error_set(err,
			 "line %s of %.*s has no code; the %s that has is "
			 "%" PRIu32,
			 line, (int)(line - 1 - text), text,
			 s->below ? "last" : "first", s->below + s->above);
}

static void search_lines(const struct program_lines *lines,
			 const uint64_t *code, size_t count, const char *text,
			 size_t name, struct search *s)
{
	const uint64_t want = strtoull(text + name + 1, NULL, 10);

	for (size_t i = 0; i < count; i++)
		if (lines->line[i].file < lines->files &&
		    is_file(lines->file[lines->line[i].file], text, name))
			look(s, code[i], lines->line[i].line, want);
}

bool region_line(const struct program *p, const char *text, uint64_t *addr,
		 struct error *err)
{
	const size_t name = (size_t)(strrchr(text, ':') - text);
	const size_t count = list_code(p, NULL);
	struct program_lines lines = { 0 };
	struct search s = { .found = false };
	uint64_t *code;
	bool good;

	*addr = 0;
	if (count > MOST_CODE)
		return error_set(err,
				 "'%s': the sizes of the program's functions "
				 "come to more than %d MiB; name an address",
				 text,
				 (int)(MOST_CODE * program_machine(p->machine,
								   p->profile)
							   ->step >>
				       20));
	code = calloc(count + 1, sizeof *code);
	if (!code)
		return error_no_memory(err);
	(void)list_code(p, code);
	good = program_lines(p, code, count, &lines, err);
	if (good)
		search_lines(&lines, code, count, text, name, &s);
	program_lines_free(&lines);
	free(code);
	*addr = s.addr;
	return good && (s.found || tell(&s, text, err));
}
