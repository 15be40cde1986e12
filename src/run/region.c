/* SPDX-License-Identifier: MIT */
/*
 * Regions as typed: SYMBOL, or FROM..TO with symbols, symbol+offset, source
 * lines or addresses.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/function_name.h"
#include "program/machine.h"
#include "program/program.h"
#include "run/region.h"

/* A number in C's notation for hexadecimal, to the end of the text. */
static bool hexadecimal(const char *text, uint64_t *value)
{
	char *end;
	unsigned long long n;

	if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
		return false;
	errno = 0;
	n = strtoull(text, &end, 16);
	if (errno || *end || end == text + 2)
		return false;
	*value = n;
	return true;
}

/* Tells more of a name that no function has, where more is known. */
static void say_why_none(const struct program *p, const char *name,
			 struct error *err)
{
	char hosts[160];

	if (strpbrk(name, "*?["))
		error_set(err,
			  "a region is one function, and '%s' is a pattern: "
			  "--regions '%s' takes each function that it matches",
			  name, name);
	else if (program_hosts(p, name, hosts, sizeof hosts))
		error_set(err,
			  "%s is inlined into %s: `tally profile --by inlined` "
			  "shows it there; __attribute__((noinline)) makes it "
			  "a function, and a region",
			  name, hosts);
}

/*
 * The symbol of that name, or the compiler's only copy of a function that has
 * it.
 */
static const struct program_symbol *
find_symbol(const struct program *p, const char *name, struct error *err)
{
	const struct program_symbol *exact = program_find(p, name, err);
	const struct program_symbol *copy = NULL;
	char base[256];

	for (size_t i = 0; !exact && i < p->symbols; i++) {
		const struct program_symbol *s = &p->symbol[i];

		if (!function_clone_of(s->name, base, sizeof base) ||
		    strcmp(base, name) != 0)
			continue;
		if (copy) {
			error_set(err,
				  "%s is there as %s and %s; name one of "
				  "them, or all by --regions '%s'",
				  name, copy->name, s->name, name);
			return NULL;
		}
		copy = s;
	}
	if (!exact && !copy)
		say_why_none(p, name, err);
	return exact ? exact : copy;
}

/* `symbol`: the one that it is the beginning of; NULL: of none. */
static bool locate(const struct program *p, const char *text, uint64_t *addr,
		   const struct program_symbol **symbol_at, struct error *err)
{
	const char *plus = strrchr(text, '+');
	const struct program_symbol *symbol;
	uint64_t offset = 0;
	char *name;

	if (hexadecimal(text, addr))
		return true;
	if (plus && !hexadecimal(plus + 1, &offset))
		return error_set(err,
				 "'%s': an offset is written as in main+0x10",
				 text);
	if (!p)
		return error_set(err,
				 "'%s' is in no program, as the target has "
				 "none; give an address, as in 0x8000",
				 text);
	if (region_is_line(text))
		return region_line(p, text, addr, err);
	name = plus ? strndup(text, (size_t)(plus - text)) : strdup(text);
	if (!name)
		return error_no_memory(err);
	symbol = find_symbol(p, name, err);
	free(name);
	if (!symbol)
		return false;
	*addr = symbol->addr + offset;
	*symbol_at = offset ? NULL : symbol;
	return true;
}

/* Of a function, or of what a caller goes to at an address. */
static bool locate_entry(const struct program *p, const struct region *region,
			 struct region_at *at, struct error *err)
{
	const struct program_symbol *symbol = NULL;

	if (!locate(p, region->text, &at->from, &symbol, err))
		return false;
	if (symbol && symbol->size)
		at->own_to = symbol->addr + symbol->size;
	return true;
}

static bool resolve(const struct program *p, const struct region *region,
		    struct region_at *at, struct error *err)
{
	const char *dots = strstr(region->text, "..");
	const struct program_symbol *ignored;
	char *from;
	bool good;

	if (region->kind == REGION_SYMBOL || !dots)
		return locate_entry(p, region, at, err);
	if (dots == region->text || !dots[2])
		return error_set(err, "a range has two ends, as in main..exit");
	from = strndup(region->text, (size_t)(dots - region->text));
	if (!from)
		return error_no_memory(err);
	good = locate(p, from, &at->from, &ignored, err) &&
	       locate(p, dots + 2, &at->to, &ignored, err);
	free(from);
	if (good && at->from == at->to)
		return error_set(err,
				 "it starts and ends at 0x%08llx; choose "
				 "two places",
				 (unsigned long long)at->from);
	return good;
}

bool region_resolve(const struct region *region, const struct program *program,
		    struct region_at *at, struct error *err)
{
	*at = (struct region_at){ .kind = region->kind, .text = region->text };
	if (region->kind == REGION_WHOLE)
		return true;
	if (!resolve(program, region, at, err))
		return error_within(err, "region '%s'", region->text);
	/* The lowest bit says Thumb; a breakpoint has no use for it. */
	if (program) {
		at->from = program_place(program->machine, at->from);
		at->to = program_place(program->machine, at->to);
	}
	return true;
}
