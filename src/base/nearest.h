/* SPDX-License-Identifier: MIT */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/*
 * The best guess for a mistyped name.  Start with {0}, offer every known name,
 * then look at `best`: NULL if none is near enough to be worth suggesting.
 * Case is ignored.
 */
struct nearest {
	const char *best;
	const char *other; /* another one that is as near; NULL: none is */
	unsigned distance;
};

void nearest_offer(struct nearest *n, const char *typed, const char *known);
/* One that is known by another name, too: it is the first that is suggested. */
void nearest_offer_as(struct nearest *n, const char *typed, const char *name,
		      const char *known);

/* "icache_miss or dcache_miss", or the best alone; gives `text` back. */
const char *nearest_names(const struct nearest *n, char *text, size_t room);

/*
 * Names that have what was typed as a part between underscores: "mpki" is one
 * of dcache_mpki.  Start with {0} and offer every known name once.
 */
enum { NEAREST_PARTS = 4 }; /* that are told */
struct nearest_parts {
	const char *name[NEAREST_PARTS];
	unsigned count; /* of all */
};
void nearest_part_offer(struct nearest_parts *p, const char *typed,
			const char *known);
/* "a, b and c", "a, b, c, d and 3 more"; gives `text` back. */
const char *nearest_part_names(const struct nearest_parts *p, char *text,
			       size_t room);

#endif
