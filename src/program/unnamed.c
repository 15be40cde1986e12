/* SPDX-License-Identifier: MIT */
/* Functions that were stripped of their names, by their addresses. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "program/cfi.h"
#include "program/inner.h"

enum { NAME = sizeof "0x0123456789abcdef" };

/* A label without a size reaches over whatever follows it. */
static bool has_name(const struct opened *o, uint64_t addr)
{
	const struct program_symbol *s = program_at(&o->p, addr, NULL);

	return s && (s->addr == addr || o->extent[s - o->p.symbol].sized);
}

static size_t find(const struct opened *o, struct program_symbol *symbol,
		   struct extent *extent, size_t most)
{
	size_t found = 0;

	for (size_t i = 0; i < most; i++) {
		char *name = o->unnamed + found * NAME;
		uint64_t from, size;

		if (!cfi_function(&o->p, i, &from, &size) || has_name(o, from))
			continue;
		snprintf(name, NAME, "0x%" PRIx64, from);
		symbol[found] = (struct program_symbol){
			.name = name, .addr = from, .size = size, .shown = name
		};
		extent[found++] =
			(struct extent){ .end = from + size, .sized = true };
	}
	return found;
}

bool unnamed_add(struct opened *o)
{
	const size_t most = (size_t)cfi_functions(&o->p);
	struct program_symbol *symbol;
	struct extent *extent;
	size_t found;
	bool good;

	if (!most)
		return true;
	o->unnamed = calloc(most, NAME);
	symbol = calloc(most, sizeof *symbol);
	extent = calloc(most, sizeof *extent);
	good = o->unnamed && symbol && extent;
	if (good) {
		found = find(o, symbol, extent, most);
		good = !found || symbols_add(o, symbol, extent, found);
	}
	free(symbol);
	free(extent);
	return good;
}
