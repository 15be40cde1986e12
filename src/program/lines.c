/* SPDX-License-Identifier: MIT */
/*
 * Source lines of instructions, from a program's DWARF, which libdw interprets
 * in a process of its own.  That says of each address a file and a line, and
 * then the files' names; all of it is checked here.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "program/apart.h"
#include "program/inlined.h"
#include "program/inner.h"
#include "program/libdw.h"

/* Of all names of files together; no program comes near. */
enum { MOST_NAMES = 64 << 20 };

/* Of a list of names how many there are, and bytes, each with its end. */
struct names_head {
	uint64_t count, bytes;
};

struct lines_head {
	uint64_t ok;
	struct names_head files, inlined;
};

/* ---- in the process ----------------------------------------------------- */

/* Instructions of one line. */
struct stretch {
	uint64_t from, to;
	const char *file;
	Dwarf_Off unit;
	uint32_t line;
	bool after; /* where instructions of others have ended */
};

struct stretches {
	struct stretch *of;
	size_t count, room;
	Dwarf_Addr ended; /* where instructions in a row did last */
};

struct asked {
	const struct opened *o;
	const uint64_t *addr;
	size_t count;
};

static bool add_stretch(struct stretches *s, const struct stretch *one)
{
	if (!array_grow(&s->of, s->count, &s->room, sizeof *s->of))
		return false;
	s->of[s->count++] = *one;
	return true;
}

/* A row of the table, up to the next one. */
static bool take_row(struct stretches *s, Dwarf_Off unit, Dwarf_Line *row,
		     Dwarf_Line *next)
{
	struct stretch one = { .unit = unit };
	Dwarf_Addr from, to;
	bool ends = true;
	int line;

	if (dwarf_lineendsequence(row, &ends) || dwarf_lineaddr(row, &from))
		return true;
	if (ends)
		s->ended = from;
	if (ends || dwarf_lineaddr(next, &to) || to <= from ||
	    dwarf_lineno(row, &line) || line < 0)
		return true;
	one.after = from == s->ended;
	one.from = from;
	one.to = to;
	one.file = dwarf_linesrc(row, NULL, NULL);
	one.line = (uint32_t)line;
	return !one.file || add_stretch(s, &one);
}

static bool read_unit(struct stretches *s, Dwarf_Off at, Dwarf_Die *unit)
{
	Dwarf_Lines *lines;
	size_t count;

	if (dwarf_getsrclines(unit, &lines, &count))
		return true; /* it has none */
	s->ended = UINT64_MAX;
	for (size_t i = 0; i + 1 < count; i++)
		if (!take_row(s, at, dwarf_onesrcline(lines, i),
			      dwarf_onesrcline(lines, i + 1)))
			return false;
	return true;
}

static bool read_all(struct stretches *s, Dwarf *dwarf)
{
	Dwarf_Off at = 0, next;
	size_t head;

	while (dwarf_nextcu(dwarf, at, &next, &head, NULL, NULL, NULL) == 0) {
		Dwarf_Die unit;

		if (dwarf_offdie(dwarf, at + head, &unit) &&
		    !read_unit(s, at, &unit))
			return false;
		if (next <= at)
			break;
		at = next;
	}
	return true;
}

/*
 * A linker leaves the lines of functions that it has left out at the first
 * addresses, where others are.  And libdw has the end of instructions in a row
 * before a line that is there, whether it is the last of these, and so of
 * nothing, or the first of others.
 */
static bool is_of_nothing(const struct stretch *s,
			  const struct inlined_codes *codes)
{
	const enum inlined_at at = inlined_at(codes, s->unit, s->from);

	return at == INLINED_AT_LEFT_OUT || (s->after && at == INLINED_AT_NONE);
}

static void drop_wrong(struct stretches *s, const struct inlined_codes *codes)
{
	uint64_t end = 0;
	size_t kept = 0;

	for (size_t i = 0; i < codes->count; i++)
		if (codes->of[i].left_out && codes->of[i].to > end)
			end = codes->of[i].to;
	for (size_t i = 0; i < s->count; i++) {
		const struct stretch *one = &s->of[i];

		if ((!one->after && one->from >= end) ||
		    !is_of_nothing(one, codes))
			s->of[kept++] = *one;
	}
	s->count = kept;
}

static int by_from(const void *x, const void *y)
{
	const struct stretch *a = x, *b = y;

	return a->from < b->from ? -1 : a->from > b->from;
}

/* The stretch that covers the address, or NULL. */
static const struct stretch *covering(const struct stretches *s, uint64_t addr)
{
	size_t low = 0, high = s->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->of[middle].from <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low && addr < s->of[low - 1].to ? &s->of[low - 1] : NULL;
}

/* Names that were said already, by a small hash. */
struct names {
	const char **name;
	uint32_t *next, *first;
	uint32_t count, room;
	size_t bytes;
};

enum { BUCKETS = 1 << 12 };

static uint32_t bucket_of(const char *name)
{
	uint32_t h = 2166136261u;

	for (; *name; name++)
		h = (h ^ (uint8_t)*name) * 16777619u;
	return h % BUCKETS;
}

static uint32_t name_index(struct names *n, const char *name)
{
	uint32_t *bucket = &n->first[bucket_of(name)];

	for (uint32_t i = *bucket; i != UINT32_MAX; i = n->next[i])
		if (strcmp(n->name[i], name) == 0)
			return i;
	if (n->count == n->room ||
	    n->bytes + strlen(name) + 1 > (size_t)MOST_NAMES)
		return UINT32_MAX;
	n->name[n->count] = name;
	n->next[n->count] = *bucket;
	*bucket = n->count;
	n->bytes += strlen(name) + 1;
	return n->count++;
}

static bool begin_names(struct names *n, size_t room)
{
	n->room = (uint32_t)room;
	n->name = calloc(room + 1, sizeof *n->name);
	n->next = calloc(room + 1, sizeof *n->next);
	n->first = malloc(BUCKETS * sizeof *n->first);
	if (!n->name || !n->next || !n->first)
		return false;
	memset(n->first, 0xff, BUCKETS * sizeof *n->first);
	return true;
}

static void free_names(struct names *n)
{
	free(n->name);
	free(n->next);
	free(n->first);
}

/* In place of the linker's; they stay until the process ends. */
static void show_names(struct names *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		const char *shown = name_shown(n->name[i]);
		const size_t before = strlen(n->name[i]);

		if (!shown ||
		    n->bytes - before + strlen(shown) > (size_t)MOST_NAMES)
			continue;
		n->bytes += strlen(shown) - before;
		n->name[i] = shown;
	}
}

/* The lines of each address, and the names in them. */
struct told {
	struct program_line *line;
	const char **inlined;
	struct names files, functions;
};

static bool find_all(const struct asked *a, const struct stretches *s,
		     struct told *t)
{
	if (!begin_names(&t->files, a->count) ||
	    !begin_names(&t->functions, a->count))
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const struct stretch *at = covering(s, a->addr[i]);
		struct program_line *line = &t->line[i];

		*line = (struct program_line){ UINT32_MAX, 0, UINT32_MAX };
		if (at)
			line->file = name_index(&t->files, at->file);
		if (line->file != UINT32_MAX)
			line->line = at->line;
		if (t->inlined[i])
			line->inlined =
				name_index(&t->functions, t->inlined[i]);
	}
	show_names(&t->functions);
	return true;
}

static bool read_lines(const struct asked *a, struct stretches *s,
		       struct told *t)
{
	const struct opened *o =
		a->o->debug && !a->o->debug_name.has_lines ? a->o->debug : a->o;
	struct inlined_codes codes = { .count = 0 };
	Dwarf *dwarf = NULL;
	Elf *elf = NULL;
	bool good;

	if (elf_version(EV_CURRENT) != EV_NONE)
		elf = elf_memory((char *)o->image, o->size);
	if (elf)
		dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	/* Names of files are libdw's, which ends with the process. */
	good = !dwarf || (read_all(s, dwarf) &&
			  inlined_find(dwarf, &a->o->p, a->addr, a->count,
				       t->inlined, &codes));
	drop_wrong(s, &codes);
	free(codes.of);
	if (s->count)
		qsort(s->of, s->count, sizeof *s->of, by_from);
	return good;
}

static void say_names(const struct names *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		apart_put(n->name[i], strlen(n->name[i]) + 1);
}

static void say(const struct asked *a, const struct told *t)
{
	const struct lines_head head = {
		1,
		{ t->files.count, t->files.bytes },
		{ t->functions.count, t->functions.bytes },
	};

	apart_put(&head, sizeof head);
	for (size_t i = 0; i < a->count; i++)
		apart_put(&t->line[i], sizeof t->line[i]);
	say_names(&t->files);
	say_names(&t->functions);
}

/* Says nothing where memory runs out. */
static void lines_apart(void *ctx, enum sandbox_state sandbox)
{
	const struct asked *a = ctx;
	struct stretches s = { .count = 0 };
	struct told t = { .line = calloc(a->count + 1, sizeof *t.line),
			  .inlined = calloc(a->count + 1, sizeof *t.inlined) };

	(void)sandbox;
	if (t.line && t.inlined && read_lines(a, &s, &t) && find_all(a, &s, &t))
		say(a, &t);
	free(t.line);
	free(t.inlined);
	free(s.of);
	free_names(&t.files);
	free_names(&t.functions);
}

/* ---- in the tool -------------------------------------------------------- */

/* `*names` has the bytes, `*list` points into them. */
static bool take_names(const struct apart *a, const struct names_head *head,
		       char **names, const char ***list, uint32_t *count)
{
	char *at;

	if (head->bytes > MOST_NAMES || head->count > head->bytes)
		return false;
	*names = malloc(head->bytes + 1);
	*list = calloc(head->count + 1u, sizeof **list);
	if (!*names || !*list || !apart_get(a, *names, head->bytes))
		return false;
	at = *names;
	for (uint32_t i = 0; i < head->count; i++) {
		char *end =
			memchr(at, '\0', head->bytes - (size_t)(at - *names));

		if (!end)
			return false;
		(*list)[i] = text_clean(at);
		at = end + 1;
	}
	*count = (uint32_t)head->count;
	return true;
}

static bool take_lines(const struct apart *a, size_t count,
		       struct program_lines *to)
{
	struct lines_head head;

	if (!apart_get(a, &head, sizeof head) || !head.ok)
		return false;
	to->line = calloc(count + 1, sizeof *to->line);
	if (!to->line || !apart_get(a, to->line, count * sizeof *to->line) ||
	    !take_names(a, &head.files, &to->names, &to->file, &to->files) ||
	    !take_names(a, &head.inlined, &to->inlined_names, &to->inlined,
			&to->inlineds))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct program_line *line = &to->line[i];

		if (line->file >= to->files)
			*line = (struct program_line){ UINT32_MAX, 0,
						       line->inlined };
		if (line->inlined >= to->inlineds)
			line->inlined = UINT32_MAX;
	}
	return true;
}

bool program_lines(const struct program *p, const uint64_t *addr, size_t count,
		   struct program_lines *lines, struct error *err)
{
	struct asked asked = { (const struct opened *)p, addr, count };
	struct apart a = { .fd = -1 };
	bool good;

	*lines = (struct program_lines){ .files = 0 };
	good = libdw_load(err) && apart_start(&a, lines_apart, &asked, err) &&
	       (take_lines(&a, count, lines) || apart_fail(&a, err));
	apart_end(&a);
	if (good)
		return true;
	program_lines_free(lines);
	return error_within(err, "%s", p->path);
}

void program_lines_free(struct program_lines *lines)
{
	free(lines->file);
	free(lines->line);
	free(lines->names);
	free(lines->inlined);
	free(lines->inlined_names);
	*lines = (struct program_lines){ .files = 0 };
}
