/* SPDX-License-Identifier: MIT */
/*
 * Prints where each cycle of a simulated core went, by the causes that the
 * board's ledger has; and makes a document's member of it.
 */
#include "record/stack.h"

#include <string.h>

#include "base/digits.h"
#include "report/inner.h"
#include "report/stack.h"

enum { WIDTH = 80, ALONE = 6 /* rows beside counts */ };

/* Causes of less than this share are summed up, unless all are wanted. */
#define SHOWN_FROM 0.001

struct columns {
	int name, cycles;
};

static int longer(int width, const char *text)
{
	const int length = (int)strlen(text);

	return length > width ? length : width;
}

static void print_row(FILE *to, const struct columns *c, const char *name,
		      uint64_t cycles, double share, const char *found)
{
	int used = fprintf(to, "  %-*s  %*s  %5.1f %%", c->name, name,
			   c->cycles, digits_grouped(cycles).text, 100 * share);

	if (found && used + 2 + (int)strlen(found) < WIDTH)
		fprintf(to, "  %s", found);
	fputc('\n', to);
}

static void print_others(FILE *to, const struct columns *c,
			 const struct stack *s, unsigned shown, unsigned some)
{
	uint64_t rest = 0;
	char name[32];

	for (unsigned i = shown; i < some; i++)
		rest += s->row[i].cycles;
	snprintf(name, sizeof name, "%u other%s", some - shown,
		 some - shown == 1 ? "" : "s");
	print_row(to, c, name, rest, (double)rest / (double)s->cycles, NULL);
}

void stack_print(FILE *to, const struct stack *s, unsigned most)
{
	static const char head[] = "simulated cause";
	struct columns c = {
		longer(0, head),
		longer((int)strlen("cycles"), digits_grouped(s->cycles).text),
	};
	unsigned some = 0, shown = 0;

	while (some < s->rows && s->row[some].cycles)
		some++;
	while (shown < some &&
	       (most == STACK_ALL ||
		(shown < most && s->row[shown].share >= SHOWN_FROM)))
		c.name = longer(c.name, s->row[shown++].name);
	fprintf(to, "  %-*s  %*s  of all\n", c.name, head, c.cycles, "cycles");
	for (unsigned i = 0; i < shown; i++)
		print_row(to, &c, s->row[i].name, s->row[i].cycles,
			  s->row[i].share, stack_found(&s->row[i]));
	if (shown < some)
		print_others(to, &c, s, shown, some);
	print_row(to, &c, "all", s->cycles, 1, "each cycle once, by the board");
}

bool stack_print_alone(FILE *to, const struct record *r)
{
	struct stack s;

	for (unsigned i = 0; i < r->truths; i++)
		if (r->truth[i].code != RECORD_CAUSE)
			return false;
	if (stack_of(r, &s)) {
		stack_print(to, &s, ALONE);
		fputc('\n', to);
	}
	return true;
}

json_t *stack_json(const struct stack *s)
{
	json_t *rows = json_array();

	for (unsigned i = 0; i < s->rows; i++) {
		const struct stack_row *row = &s->row[i];

		json_array_append_new(
			rows, json_pack("{s:s, s:s, s:I, s:f}", "cause",
					row->name, "found", stack_found(row),
					"cycles", (json_int_t)row->cycles,
					"share", row->share));
	}
	return json_pack("{s:b, s:I, s:o}", "simulated", true, "cycles",
			 (json_int_t)s->cycles, "rows", rows);
}
