/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_HELPERS_H
#define CATALOG_HELPERS_H

/*
 * Helpers are functions of compilers' and C libraries' that a program calls
 * without its author having written the call, or for a service: one row for
 * each service.
 */
struct catalog_helper {
	const char *name;   /* "software floating point", after "80 % are in" */
	const char *advice; /* what people do about it; Tally's advice */
	const char *symbols; /* names or globs, blank-separated */
};

/* The row that a function belongs to; NULL: it is none of these. */
const struct catalog_helper *catalog_helper(const char *symbol);
/* All of them. */
const struct catalog_helper *catalog_helpers(unsigned *count);

#endif
