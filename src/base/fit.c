/* SPDX-License-Identifier: MIT */
/* Long text on a screen that is not.  See fit.h. */
#include "base/fit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { LEAST = 3 }; /* lines of a part: a heading, a row, and the mark */

/* The mark of what is left out is one of those shown. */
struct part {
	const char *at;
	unsigned lines, shown;
};

struct parts {
	struct part *part;
	unsigned count, lines; /* of all, without those between */
};

static const char *behind(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : line + strlen(line);
}

static bool find_parts(const char *text, struct parts *p)
{
	bool inside = false;
	unsigned room = 1;

	for (const char *at = text; *at; at = behind(at))
		room++;
	*p = (struct parts){ calloc(room, sizeof *p->part), 0, 0 };
	if (!p->part)
		return false;
	for (const char *at = text; *at; at = behind(at)) {
		if (*at != '\n' && !inside)
			p->part[p->count++].at = at;
		inside = *at != '\n';
		if (inside) {
			p->part[p->count - 1].shown =
				++p->part[p->count - 1].lines;
			p->lines++;
		}
	}
	return true;
}

static unsigned height(const struct parts *p)
{
	unsigned lines = 0;

	for (unsigned i = 0; i < p->count; i++)
		if (p->part[i].shown)
			lines += p->part[i].shown + (lines != 0);
	return lines;
}

/* Takes a line away, or a whole part where all are short. */
static void shorten(struct parts *p)
{
	struct part *longest = NULL, *last = &p->part[0];

	for (unsigned i = 1; i < p->count; i++) {
		struct part *one = &p->part[i];

		if (one->shown > LEAST &&
		    (!longest || one->shown > longest->shown))
			longest = one;
		if (one->shown)
			last = one;
	}
	if (longest)
		longest->shown--;
	else if (last != &p->part[0])
		last->shown = 0;
	else
		last->shown--;
}

static unsigned put_part(FILE *to, const struct part *part)
{
	const bool whole = part->shown == part->lines;
	const unsigned some = whole ? part->lines : part->shown - 1;
	const char *end = part->at;

	for (unsigned i = 0; i < some; i++)
		end = behind(end);
	fwrite(part->at, 1, (size_t)(end - part->at), to);
	if (!whole)
		fputs("  ...\n", to);
	return some;
}

static void put_what_fits(FILE *to, const struct parts *p, const char *text,
			  const char *rest)
{
	unsigned told = 0;

	for (unsigned i = 0; i < p->count; i++) {
		if (!p->part[i].shown)
			continue;
		if (told)
			fputc('\n', to);
		told += put_part(to, &p->part[i]);
	}
	/* A colour may have begun in a line that lost its end. */
	fprintf(to, "%s%u more line%s than the screen has room for: %s\n",
		strchr(text, '\033') ? "\033[0m" : "", p->lines - told,
		p->lines - told == 1 ? "" : "s", rest);
}

char *fit_text(const char *text, unsigned lines, const char *rest)
{
	struct parts p;
	char *made = NULL;
	size_t size;
	FILE *to;

	if (!find_parts(text, &p))
		return NULL;
	if (height(&p) <= lines) {
		free(p.part);
		return strdup(text);
	}
	while (height(&p) + 1 > lines && height(&p) > 1)
		shorten(&p);
	to = memory_stream(&made, &size);
	if (to)
		put_what_fits(to, &p, text, rest);
	free(p.part);
	if (to && memory_stream_end(to, &made) == 0)
		return made;
	free(made);
	return NULL;
}
