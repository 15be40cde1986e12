/* SPDX-License-Identifier: MIT */
/* Cycles by their causes, as a board's ledger has them. */
#include "record/stack.h"

#include <string.h>

static const char prefix[] = "cause: ";

const char *stack_name(const char *row)
{
	const size_t length = sizeof prefix - 1;

	return strncmp(row, prefix, length) == 0 ? row + length : row;
}

static void add(struct stack *s, const struct record_truth *t)
{
	const char *name = stack_name(t->name);
	unsigned at = s->rows;

	if (s->rows == STACK_ROWS)
		return;
	while (at > 0 && s->row[at - 1].cycles < t->count)
		at--;
	memmove(&s->row[at + 1], &s->row[at],
		(s->rows - at) * sizeof s->row[0]);
	s->row[at] = (struct stack_row){ .name = name,
					 .cause = catalog_cause(name),
					 .cycles = t->count };
	s->rows++;
	s->cycles += t->count;
}

bool stack_of(const struct record *r, struct stack *s)
{
	memset(s, 0, sizeof *s);
	for (unsigned i = 0; i < r->truths; i++)
		if (r->truth[i].code == RECORD_CAUSE)
			add(s, &r->truth[i]);
	for (unsigned i = 0; i < s->rows && s->cycles; i++)
		s->row[i].share = (double)s->row[i].cycles / (double)s->cycles;
	return s->cycles > 0;
}

const char *stack_found(const struct stack_row *row)
{
	return row->cause ? row->cause->found : "have another cause";
}
