/* SPDX-License-Identifier: MIT */

/*
 * Suggestions for mistyped names, by edit distance: insert, delete, replace
 * and swap of neighbours cost one each.  A guess is worth making while no
 * more than a third of what was typed is wrong.
 */
#include "base/nearest.h"

#include <stdbool.h>
#include <stdio.h>
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

/* `most` + 1 if there are more than that; most pairs are found to be so within
 * a few letters. */
static unsigned edits(const char *a, size_t na, const char *b, size_t nb,
		      unsigned most)
{
	unsigned rows[3][NAME_MAX_LENGTH + 1];
	unsigned *before = rows[0], *prev = rows[1], *now = rows[2], *spare;
	unsigned best, best_before = 0; /* of a row: of the two that count */
	size_t i, j;

	for (j = 0; j <= nb; j++)
		prev[j] = (unsigned)j;
	for (i = 1; i <= na; i++) {
		best = now[0] = (unsigned)i;
		for (j = 1; j <= nb; j++) {
			char x = lower(a[i - 1]), y = lower(b[j - 1]);

			now[j] = least(least(prev[j], now[j - 1]) + 1,
				       prev[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == lower(b[j - 2]) &&
			    y == lower(a[i - 2]))
				now[j] = least(now[j], before[j - 2] + 1);
			best = least(best, now[j]);
		}
		if (best > most && best_before > most)
			return most + 1;
		best_before = best;
		spare = before;
		before = prev;
		prev = now;
		now = spare;
	}
	return prev[nb];
}

void nearest_offer(struct nearest *n, const char *typed, const char *known)
{
	nearest_offer_as(n, typed, known, known);
}

void nearest_offer_as(struct nearest *n, const char *typed, const char *name,
		      const char *known)
{
	size_t nt = strlen(typed), nk = strlen(known);
	unsigned allowed = nt < 6 ? 1 + (nt > 3) : (unsigned)(nt / 3);
	size_t gap = nt < nk ? nk - nt : nt - nk;
	unsigned d;

	if (n->best && n->distance == 0)
		return;
	if (n->best && n->distance <= allowed)
		allowed = n->distance; /* it has to be as near */
	if (nt > NAME_MAX_LENGTH || nk > NAME_MAX_LENGTH || gap > allowed)
		return;
	d = edits(typed, nt, known, nk, allowed);
	/*
	 * A name of which every letter is wrong does not resemble, however
	 * short it is.
	 */
	if (d > allowed || d >= nt)
		return;
	if (n->best && d == n->distance) {
		if (!n->other && strcmp(n->best, name) != 0)
			n->other = name;
		return;
	}
	*n = (struct nearest){ .best = name, .distance = d };
}

const char *nearest_names(const struct nearest *n, char *text, size_t room)
{
	snprintf(text, room, "%s%s%s", n->best, n->other ? " or " : "",
		 n->other ? n->other : "");
	return text;
}

static bool is_part(const char *typed, const char *known)
{
	const size_t length = strlen(typed);

	for (const char *at = known; *at; at++) {
		size_t same = 0;

		if (at != known && at[-1] != '_')
			continue;
		while (same < length && lower(at[same]) == lower(typed[same]))
			same++;
		if (same == length && (!at[same] || at[same] == '_'))
			return true;
	}
	return false;
}

void nearest_part_offer(struct nearest_parts *p, const char *typed,
			const char *known)
{
	enum { LEAST = 3 }; /* letters that say anything */

	if (strlen(typed) < LEAST || !is_part(typed, known))
		return;
	for (unsigned i = 0; i < p->count && i < NEAREST_PARTS; i++)
		if (strcmp(p->name[i], known) == 0)
			return;
	if (p->count < NEAREST_PARTS)
		p->name[p->count] = known;
	p->count++;
}

const char *nearest_part_names(const struct nearest_parts *p, char *text,
			       size_t room)
{
	const unsigned shown =
		p->count < NEAREST_PARTS ? p->count : NEAREST_PARTS;
	size_t used = 0;

	*text = '\0';
	for (unsigned i = 0; i < shown && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s",
					 !i                 ? ""
					 : i + 1 < p->count ? ", "
							    : " or ",
					 p->name[i]);
	if (p->count > shown && used < room)
		snprintf(text + used, room - used, " or one of %u more",
			 p->count - shown);
	return text;
}
