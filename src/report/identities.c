/* SPDX-License-Identifier: MIT */
/*
 * What must hold of the counts, for people.
 */
#include "base/wrap.h"
#include "report/part.h"

enum { WIDTH = 80 };

static void print_broken(FILE *to, const struct catalog_identity *i,
			 const struct run_identity *r, bool colour)
{
	char line[1024];

	snprintf(line, sizeof line, "%sBROKEN%s %s: %s, yet %s is %.15g [%s]",
		 colour ? "\033[31m" : "", colour ? "\033[0m" : "", i->id,
		 i->text, i->formula, r->value, i->source);
	wrap_print(to, line, 0, 4, WIDTH);
}

static void print_unjudged(FILE *to, const struct catalog_identity *i,
			   const struct run_identity *r)
{
	char line[1024];

	snprintf(line, sizeof line, "not judged, %s: %s; %s is %.15g [%s]",
		 i->id, r->unjudged, i->formula, r->value, i->source);
	wrap_print(to, line, 0, 4, WIDTH);
}

void identities_print(FILE *to, const struct report *r, bool colour)
{
	const struct request *q = r->request;
	unsigned checked = 0, broken = 0, unjudged = 0;

	for (unsigned i = 0; i < q->identities; i++) {
		const struct run_identity *one = &r->result->identity[i];

		checked += one->checked;
		broken += one->broken;
		unjudged += one->unjudged != NULL;
		if (one->broken)
			print_broken(to, q->identity[i].identity, one, colour);
		else if (one->unjudged)
			print_unjudged(to, q->identity[i].identity, one);
	}
	if (checked)
		fprintf(to, "%u of %u identities of the counts hold\n",
			checked - broken, checked);
	if (checked || unjudged)
		fputc('\n', to);
}
