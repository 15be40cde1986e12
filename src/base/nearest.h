/* SPDX-License-Identifier: MIT */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

/*
 * The best guess for a mistyped name.  Start with {0}, offer every known name,
 * then look at `best`: NULL if none is near enough to be worth suggesting.
 * Case is ignored.
 */
struct nearest {
	const char *best;
	unsigned distance;
};

void nearest_offer(struct nearest *n, const char *typed, const char *known);

#endif
