/* SPDX-License-Identifier: MIT */
/* Symbols that come behind those of the file's table. */
#include <stdlib.h>

#include "program/inner.h"

struct both {
	struct program_symbol symbol;
	struct extent extent;
};

/* Of one address those with a size are found first. */
static int by_addr(const void *a, const void *b)
{
	const struct both *x = a, *y = b;

	if (x->symbol.addr != y->symbol.addr)
		return x->symbol.addr < y->symbol.addr ? -1 : 1;
	return x->extent.sized - y->extent.sized;
}

static void take(struct both *to, const struct program_symbol *symbol,
		 const struct extent *extent, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = (struct both){ symbol[i], extent[i] };
}

bool symbols_add(struct opened *o, const struct program_symbol *symbol,
		 const struct extent *extent, size_t count)
{
	const size_t all = o->p.symbols + count;
	struct both *both = calloc(all + 1, sizeof *both);
	struct program_symbol *symbols = calloc(all + 1, sizeof *symbols);
	struct extent *extents = calloc(all + 1, sizeof *extents);
	const bool good = both && symbols && extents;
	uint64_t reach = 0;

	if (good) {
		take(both, o->symbol, o->extent, o->p.symbols);
		take(both + o->p.symbols, symbol, extent, count);
		qsort(both, all, sizeof *both, by_addr);
		for (size_t i = 0; i < all; i++) {
			if (both[i].extent.end > reach)
				reach = both[i].extent.end;
			symbols[i] = both[i].symbol;
			extents[i] = both[i].extent;
			extents[i].reach = reach;
		}
		free(o->symbol);
		free(o->extent);
		o->p.symbol = o->symbol = symbols;
		o->extent = extents;
		o->p.symbols = all;
	} else {
		free(symbols);
		free(extents);
	}
	free(both);
	return good;
}
