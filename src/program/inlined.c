/* SPDX-License-Identifier: MIT */
/*
 * Which instructions are of inlined functions, and which functions are not in
 * the program, by the entries of its DWARF.  See inlined.h.  The file may be
 * anybody's: what is looked at is bounded, and each address is told once.
 */
#include "program/inlined.h"
#include "base/array.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum {
	DEPTH = 64,               /* of entries in entries */
	MOST_ENTRIES = 1 << 24,   /* that are looked at */
	MOST_STRETCHES = 1 << 22, /* of inlined code */
	MOST_CODES = 1 << 20,     /* of functions */
};

struct inlined_stretch {
	uint64_t from, to;
	uint32_t depth;
	const char *name;
};

struct walk {
	const struct program *p;
	struct inlined_codes *codes;
	Dwarf_Off unit;
	struct inlined_stretch *of;
	size_t count, room;
	uint32_t entries;
};

static bool add_stretch(struct walk *w, const struct inlined_stretch *one)
{
	if (!array_grow(&w->of, w->count, &w->room, sizeof *w->of))
		return false;
	w->of[w->count++] = *one;
	return true;
}

/* The linker's, which tells more of a function of C++. */
static const char *name_of(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	if (!name && dwarf_attr_integrate(die, DW_AT_name, &attr))
		name = dwarf_formstring(&attr);
	return name;
}

static bool take_entry(struct walk *w, Dwarf_Die *die, uint32_t depth)
{
	struct inlined_stretch one = { .depth = depth };
	Dwarf_Addr base, from, to;
	ptrdiff_t at = 0;

	if (dwarf_tag(die) != DW_TAG_inlined_subroutine)
		return true;
	one.name = name_of(die);
	if (!one.name)
		return true;
	while (w->count < MOST_STRETCHES &&
	       (at = dwarf_ranges(die, at, &base, &from, &to)) > 0) {
		one.from = from;
		one.to = to;
		if (from < to && !add_stretch(w, &one))
			return false;
	}
	return true;
}

/* "open" is that of a compiler's copy, too: "open.part.0". */
static bool is_of(const char *symbol, const char *name)
{
	const size_t length = strlen(name);

	return strncmp(symbol, name, length) == 0 &&
	       (!symbol[length] || symbol[length] == '.');
}

/*
 * A linker leaves the entries of a function that it has left out, and puts it
 * at address 0, or 1.  What is really there has a symbol.
 */
static bool is_left_out(const struct program *p, Dwarf_Die *die)
{
	Dwarf_Addr base, from = 0, to;
	const char *name;

	if (!p->symbols || dwarf_tag(die) != DW_TAG_subprogram ||
	    dwarf_ranges(die, 0, &base, &from, &to) <= 0 || from > 1)
		return false;
	name = name_of(die);
	for (size_t i = 0; i < p->symbols && p->symbol[i].addr <= from; i++)
		if (!name || is_of(p->symbol[i].name, name))
			return false;
	return true;
}

/* Notes where a function is, and whether it is there.  False: out of memory. */
static bool take_function(struct walk *w, Dwarf_Die *die, bool *left_out)
{
	struct inlined_codes *c = w->codes;
	struct inlined_code one = { .unit = w->unit };
	Dwarf_Addr base, from, to;
	ptrdiff_t at = 0;

	one.left_out = *left_out = is_left_out(w->p, die);
	if (dwarf_tag(die) != DW_TAG_subprogram)
		return true;
	while (c->count < MOST_CODES &&
	       (at = dwarf_ranges(die, at, &base, &from, &to)) > 0) {
		one.from = from;
		one.to = to;
		if (from >= to)
			continue;
		if (!array_grow(&c->of, c->count, &c->room, sizeof *c->of))
			return false;
		c->of[c->count++] = one;
	}
	return true;
}

/* A file may say that an entry is followed by one that is before it. */
static bool go_on(Dwarf_Die *die)
{
	Dwarf_Die next;

	if (dwarf_siblingof(die, &next) != 0 ||
	    dwarf_dieoffset(&next) <= dwarf_dieoffset(die))
		return false;
	*die = next;
	return true;
}

/* All entries of a unit, each before those that are in it. */
static bool walk_unit(struct walk *w, const Dwarf_Die *unit)
{
	Dwarf_Die path[DEPTH];
	uint32_t depth = 0;
	bool left_out;

	path[0] = *unit;
	while (w->entries < MOST_ENTRIES) {
		w->entries++;
		if (!take_entry(w, &path[depth], depth) ||
		    !take_function(w, &path[depth], &left_out))
			return false;
		if (depth + 1 < DEPTH && !left_out &&
		    dwarf_child(&path[depth], &path[depth + 1]) == 0) {
			depth++;
			continue;
		}
		while (depth && !go_on(&path[depth]))
			depth--;
		if (!depth)
			break;
	}
	return true;
}

static bool walk_all(struct walk *w, Dwarf *dwarf)
{
	Dwarf_Off at = 0, next;
	size_t head;

	while (dwarf_nextcu(dwarf, at, &next, &head, NULL, NULL, NULL) == 0) {
		Dwarf_Die unit;

		w->unit = at;
		if (dwarf_offdie(dwarf, at + head, &unit) &&
		    !walk_unit(w, &unit))
			return false;
		if (next <= at)
			break;
		at = next;
	}
	return true;
}

/* ---- whose each address is ----------------------------------------------- */

/* The deepest first; of one depth, by addresses. */
static int deepest(const void *x, const void *y)
{
	const struct inlined_stretch *a = x, *b = y;

	if (a->depth != b->depth)
		return a->depth > b->depth ? -1 : 1;
	return a->from < b->from ? -1 : a->from > b->from;
}

/* An address that was asked for, and which of them. */
struct asked_addr {
	uint64_t addr;
	size_t index;
};

static int by_addr(const void *x, const void *y)
{
	const struct asked_addr *a = x, *b = y;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

/* The first address that is not told yet, from here on. */
static size_t untold(size_t *next, size_t i)
{
	while (next[i] != i) {
		next[i] = next[next[i]];
		i = next[i];
	}
	return i;
}

static size_t first_from(const struct asked_addr *a, size_t count, uint64_t at)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (a[middle].addr < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* `next` has one more than there are addresses. */
static void tell(const struct walk *w, const struct asked_addr *a, size_t count,
		 size_t *next, const char **name)
{
	for (size_t i = 0; i <= count; i++)
		next[i] = i;
	for (size_t k = 0; k < w->count; k++) {
		const struct inlined_stretch *one = &w->of[k];
		size_t i = untold(next, first_from(a, count, one->from));

		while (i < count && a[i].addr < one->to) {
			name[a[i].index] = one->name;
			next[i] = i + 1;
			i = untold(next, i);
		}
	}
}

bool inlined_find(Dwarf *dwarf, const struct program *p, const uint64_t *addr,
		  size_t count, const char **name, struct inlined_codes *codes)
{
	struct walk w = { .p = p, .codes = codes };
	struct asked_addr *a = calloc(count + 1, sizeof *a);
	size_t *next = calloc(count + 1, sizeof *next);
	const bool good = a && next && walk_all(&w, dwarf);

	for (size_t i = 0; good && i < count; i++)
		a[i] = (struct asked_addr){ addr[i], i };
	if (good && w.count && count) {
		qsort(a, count, sizeof *a, by_addr);
		qsort(w.of, w.count, sizeof *w.of, deepest);
		tell(&w, a, count, next, name);
	}
	free(a);
	free(next);
	free(w.of);
	return good;
}

enum inlined_at inlined_at(const struct inlined_codes *codes, Dwarf_Off unit,
			   uint64_t addr)
{
	enum inlined_at at = INLINED_AT_UNKNOWN;
	size_t low = 0, high = codes->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (codes->of[middle].unit < unit)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < codes->count && codes->of[low].unit == unit; low++) {
		const struct inlined_code *c = &codes->of[low];

		if (addr < c->from || addr >= c->to) {
			if (at == INLINED_AT_UNKNOWN)
				at = INLINED_AT_NONE;
			continue;
		}
		if (!c->left_out)
			return INLINED_AT_FUNCTION;
		at = INLINED_AT_LEFT_OUT;
	}
	return at;
}
