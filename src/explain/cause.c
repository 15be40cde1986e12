/* SPDX-License-Identifier: MIT */
/* Explains a cause of a board's cycles, which is no event of any monitor. */
#include "base/wrap.h"
#include "catalog/causes.h"
#include "explain/explain.h"

json_t *explain_cause(const char *name)
{
	const struct catalog_cause *c = catalog_cause(name);

	return c ? json_pack("{s:s, s:s, s:b, s:s, s:s, s:s, s:s, s:s}", "kind",
			     "cause", "name", c->name, "simulated", true,
			     "found", c->found, "boards", c->model, "cores",
			     c->cores, "advice", c->advice, "advice_source",
			     c->source)
		 : NULL;
}

static void print_part(FILE *to, const char *head, const char *text, int width)
{
	const int used = fprintf(to, "%-8s", head);

	wrap_print(to, text, used, used, width);
}

void explain_cause_text(FILE *to, const char *name, int width, bool colour)
{
	const struct catalog_cause *c = catalog_cause(name);
	char text[160], both[256];

	if (!c)
		return;
	fprintf(to,
		"%s%s%s: a simulated cause of cycles, and no event of a "
		"monitor\n",
		colour ? "\033[1m" : "", c->name, colour ? "\033[0m" : "");
	snprintf(text, sizeof text, "N %% of cycles %s", c->found);
	print_part(to, "says", text, width);
	print_part(to, "boards", c->model, width);
	print_part(to, "cores", c->cores, width);
	snprintf(both, sizeof both, "%s [%s]", c->advice, c->source);
	print_part(to, "people", both, width);
	print_part(to, "see",
		   "tally why, which has all causes of a program; each cycle "
		   "has one, and an instruction that waits for several things "
		   "waits for the one that comes last",
		   width);
}
