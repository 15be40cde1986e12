/* SPDX-License-Identifier: MIT */
#ifndef EXPLAIN_KINDS_H
#define EXPLAIN_KINDS_H

#include "catalog/catalog.h"
#include "explain/cells.h"
#include "request/request.h"

/* The kinds of things that `tally list` lists, each made into rows. */
struct filter {
	const struct request_member *of; /* NULL: of every monitor */
	unsigned members;
	const char *glob; /* NULL: everything */
};

/* Is the monitor among those that are asked for? */
bool filter_has(const struct filter *f, const struct catalog_monitor *m);

struct kind {
	const char *name; /* plural */
	void (*rows)(const struct catalog_monitor *m, const struct filter *f,
		     json_t *rows);
	const struct rows_column *column;
	size_t columns;
	bool boards; /* there only with simulated boards */
};

extern const struct kind kinds[];
extern const unsigned kind_count;

#endif
