/* SPDX-License-Identifier: MIT */
/* Causes of a simulated core's cycles, in words. */
#include "catalog/causes.h"

#include <string.h>

static const struct catalog_cause causes[] = {
#define CAUSE(...) { __VA_ARGS__ },
#include "catalog/text/causes.def"
#undef CAUSE
};

enum { ROWS = sizeof(causes) / sizeof(causes[0]) };

const struct catalog_cause *catalog_cause(const char *name)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (strcmp(causes[i].name, name) == 0)
			return &causes[i];
	return NULL;
}

const struct catalog_cause *catalog_causes(unsigned *count)
{
	*count = ROWS;
	return causes;
}
