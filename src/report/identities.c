/* SPDX-License-Identifier: MIT */
/* Prints what must hold of the counts, for people. */
#include "base/wrap.h"
#include "report/inner.h"

enum { WIDTH = 80 };

static void print_broken(FILE *to, const struct record_identity *i, bool colour)
{
	char line[1024];

	snprintf(line, sizeof line, "%sBROKEN%s %s: %s, yet %s is %.15g [%s]",
		 colour ? "\033[31m" : "", colour ? "\033[0m" : "", i->id,
		 i->text, i->formula, i->value, i->source);
	wrap_print(to, line, 0, 4, WIDTH);
}

static void print_unjudged(FILE *to, const struct record_identity *i)
{
	char line[1024];

	snprintf(line, sizeof line, "not judged, %s: %s; %s is %.15g [%s]",
		 i->id, i->unjudged, i->formula, i->value, i->source);
	wrap_print(to, line, 0, 4, WIDTH);
}

void identities_print(FILE *to, const struct record *r, bool colour)
{
	unsigned checked = 0, broken = 0, unjudged = 0;

	for (unsigned i = 0; i < r->identities; i++) {
		const struct record_identity *one = &r->identity[i];

		checked += one->checked;
		broken += one->broken;
		unjudged += one->unjudged != NULL;
		if (one->broken)
			print_broken(to, one, colour);
		else if (one->unjudged)
			print_unjudged(to, one);
	}
	if (checked)
		fprintf(to, "%u of %u identities of the counts hold\n",
			checked - broken, checked);
	if (checked || unjudged)
		fputc('\n', to);
}
