/* SPDX-License-Identifier: MIT */
/*
 * Regions as typed: SYMBOL, or FROM..TO with symbols, symbol+offset or
 * addresses.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

static bool locate(const struct program *p, const char *text, uint64_t *addr,
		   struct error *err)
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
	name = plus ? strndup(text, (size_t)(plus - text)) : strdup(text);
	if (!name)
		return error_set(err, "out of memory");
	symbol = program_find(p, name, err);
	free(name);
	if (!symbol)
		return false;
	*addr = symbol->addr + offset;
	return true;
}

static bool resolve(const struct program *p, const struct region *region,
		    struct region_at *at, struct error *err)
{
	const char *dots = strstr(region->text, "..");
	char *from;
	bool good;

	if (region->kind == REGION_SYMBOL || !dots)
		return locate(p, region->text, &at->from, err);
	from = strndup(region->text, (size_t)(dots - region->text));
	if (!from)
		return error_set(err, "out of memory");
	good = locate(p, from, &at->from, err) &&
	       locate(p, dots + 2, &at->to, err);
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
	*at = (struct region_at){ .kind = region->kind };
	if (region->kind == REGION_WHOLE)
		return true;
	if (!resolve(program, region, at, err))
		return error_within(err, "region '%s'", region->text);
	/* The lowest bit says Thumb; a breakpoint has no use for it. */
	if (program && program->machine == EM_ARM) {
		at->from &= ~UINT64_C(1);
		at->to &= ~UINT64_C(1);
	}
	return true;
}
