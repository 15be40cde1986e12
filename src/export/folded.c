/* SPDX-License-Identifier: MIT */
/*
 * A profile as folded stacks, which flamegraph.pl reads: a line for each path
 * of calls, "main;work 42", with one event's count.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "export/inner.h"

/* A semicolon is between two functions, never in one. */
static void print_stack(FILE *to, const struct sample *s, uint32_t path,
			uint32_t *stack)
{
	uint32_t depth = export_stack(s, path, stack);

	while (depth-- > 0) {
		export_without(to, s->function[stack[depth]].name, ';', ':');
		if (depth)
			fputc(';', to);
	}
}

static bool export_folded(FILE *to, const struct sample *s, uint32_t column)
{
	uint32_t *stack = malloc((s->paths + (size_t)1) * sizeof *stack);
	const uint32_t k = column == SAMPLE_NONE ? 0 : column;

	if (!stack)
		return false;
	for (uint32_t i = 1; i < s->paths; i++) {
		const uint64_t count = sample_cost(s, s->path_cost, i)[k];

		if (!count)
			continue;
		print_stack(to, s, i, stack);
		fprintf(to, " %" PRIu64 "\n", count);
	}
	free(stack);
	for (uint32_t i = 0; i < s->causes; i++) {
		const uint64_t count = sample_cost(s, s->cause_cost, i)[k];

		if (!count)
			continue;
		fputc('(', to);
		export_without(to, s->cause[i], ';', ':');
		fprintf(to, ") %" PRIu64 "\n", count);
	}
	return true;
}

const struct export_format export_format_folded = {
	.name = "folded",
	.about = "for flamegraph.pl: a line for each path of calls, of one "
		 "event",
	.chosen = true,
	.write = export_folded,
	.otherwise = EXPORT_OF_PROFILES,
};
