/* SPDX-License-Identifier: MIT */
/* Functions of compilers and C libraries, by what they are for. */
#include "catalog/helpers.h"

#include "catalog/catalog.h"

static const struct catalog_helper helpers[] = {
#define HELPER(...) { __VA_ARGS__ },
#include "catalog/text/helpers.def"
#undef HELPER
};

enum { ROWS = sizeof(helpers) / sizeof(helpers[0]) };

const struct catalog_helper *catalog_helper(const char *symbol)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (catalog_about(helpers[i].symbols, symbol))
			return &helpers[i];
	return NULL;
}

const struct catalog_helper *catalog_helpers(unsigned *count)
{
	*count = ROWS;
	return helpers;
}
