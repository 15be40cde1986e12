/* SPDX-License-Identifier: MIT */
/* Which instructions are of a line, and what they cost. */
#include "sample/annotation.h"

bool annotate_belongs(const struct annotate_insn *i, uint32_t source,
		      uint32_t line)
{
	return i->source == source && (!line || i->line == line);
}

const uint64_t *annotate_cost(const struct annotation *a,
			      const struct annotate_insn *i)
{
	const struct sample *s = a->sample;

	return i->place == SAMPLE_NONE
		       ? NULL
		       : sample_cost(s, s->place_cost, i->place);
}

const uint64_t *annotate_line_cost(const struct annotation *a, uint32_t source,
				   uint32_t line, uint64_t *cost)
{
	const unsigned columns = a->sample->columns;
	bool any = false;

	for (unsigned n = 0; n < columns; n++)
		cost[n] = 0;
	for (size_t k = 0; k < a->insns; k++) {
		const struct annotate_insn *i = &a->insn[k];
		const uint64_t *of = annotate_cost(a, i);

		if (!of || !annotate_belongs(i, source, line))
			continue;
		any = true;
		for (unsigned n = 0; n < columns; n++)
			cost[n] += of[n];
	}
	return any ? cost : NULL;
}

uint32_t annotate_next_line(const struct annotation *a, uint32_t source,
			    uint32_t after)
{
	uint32_t next = 0;

	for (size_t k = 0; k < a->insns; k++) {
		const struct annotate_insn *i = &a->insn[k];

		if (i->source == source && i->line > after &&
		    (!next || i->line < next))
			next = i->line;
	}
	return next;
}
