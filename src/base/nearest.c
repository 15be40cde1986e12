/* SPDX-License-Identifier: MIT */

/*
 * Suggestions for mistyped names, by edit distance: insert, delete, replace
 * and swap of neighbours cost one each.  A guess is worth making while no
 * more than a third of what was typed is wrong.
 */
#include "base/nearest.h"

#include <stddef.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 96 }; /* longer ones are not what people type */

/* Not tolower(): what matches must not depend on the locale. */
static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned edits(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned rows[3][NAME_MAX_LENGTH + 1];
	unsigned *before = rows[0], *prev = rows[1], *now = rows[2], *spare;
	size_t i, j;

	for (j = 0; j <= nb; j++)
		prev[j] = (unsigned)j;
	for (i = 1; i <= na; i++) {
		now[0] = (unsigned)i;
		for (j = 1; j <= nb; j++) {
			char x = lower(a[i - 1]), y = lower(b[j - 1]);

			now[j] = least(least(prev[j], now[j - 1]) + 1,
				       prev[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == lower(b[j - 2]) &&
			    y == lower(a[i - 2]))
				now[j] = least(now[j], before[j - 2] + 1);
		}
		spare = before;
		before = prev;
		prev = now;
		now = spare;
	}
	return prev[nb];
}

void nearest_offer(struct nearest *n, const char *typed, const char *known)
{
	size_t nt = strlen(typed), nk = strlen(known);
	size_t allowed = nt < 6 ? 1 + (nt > 3) : nt / 3;
	size_t gap = nt < nk ? nk - nt : nt - nk;
	unsigned d;

	if (nt > NAME_MAX_LENGTH || nk > NAME_MAX_LENGTH || gap > allowed)
		return;
	d = edits(typed, nt, known, nk);
	/* All wrong is no resemblance, however short the names. */
	if (d > allowed || d >= nt || (n->best && d >= n->distance))
		return;
	n->best = known;
	n->distance = d;
}
