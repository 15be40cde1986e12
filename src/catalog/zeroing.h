/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_ZEROING_H
#define CATALOG_ZEROING_H

#include "catalog/catalog.h"

/* A field that sets counters to zero where all of it is written as ones. */
struct catalog_zeroing {
	const char *reg, *field;
	const char *counters; /* these and no others: names, or globs of them,
				 blank-separated */
	bool flags_stay;      /* a document says so of overflows' flags */
	const char *source;
};

/* Finds the field that a row is about. */
void catalog_zeroing_at(const struct catalog_monitor *m,
			const struct catalog_zeroing *z, struct tally_reg *reg,
			uint64_t *bits);
#endif
