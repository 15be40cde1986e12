/* SPDX-License-Identifier: MIT */
/*
 * A profile as notes of a compiler, which editors put beside the lines:
 * "src/a.c:7: note: 34.1 % of cycles (12,345) in work".
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/digits.h"
#include "base/text.h"
#include "export/inner.h"

/* A line that has less of the whole is none to look at. */
static const double gcc_least = 0.005;

/* A row that is told. */
struct gcc_row {
	uint64_t cost;
	uint32_t row;
};

static int gcc_by_cost(const void *a, const void *b)
{
	const struct gcc_row *one = a, *other = b;

	if (one->cost != other->cost)
		return one->cost > other->cost ? -1 : 1;
	return one->row < other->row ? -1 : one->row > other->row;
}

static void gcc_note(FILE *to, const struct sample *s,
		     const struct sample_row *row, uint32_t k)
{
	text_print(to, s->file[row->file]);
	fprintf(to, ":%" PRIu32 ": note: %.1f %% of ", row->line,
		100 * (double)row->cost[k] / (double)s->total[k]);
	text_print(to, s->column[k].name);
	fprintf(to, " (%s%s)", digits_grouped(row->cost[k]).text,
		sample_is_simulated(s) ? ", simulated" : "");
	if (row->function != SAMPLE_NONE) {
		fputs(" in ", to);
		text_print(to, s->function[row->function].name);
	}
	fputc('\n', to);
}

/* The rows that have a line and enough of the event, the most first. */
static uint32_t gcc_choose(const struct sample *s, const struct sample_table *t,
			   uint32_t k, struct gcc_row *chosen)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < t->rows; i++) {
		const struct sample_row *row = &t->row[i];

		if (row->file != SAMPLE_NONE && row->line && row->cost[k] &&
		    (double)row->cost[k] >= gcc_least * (double)s->total[k])
			chosen[count++] = (struct gcc_row){ row->cost[k], i };
	}
	qsort(chosen, count, sizeof *chosen, gcc_by_cost);
	return count;
}

static bool export_gcc(FILE *to, const struct sample *s, uint32_t column)
{
	const uint32_t k = column == SAMPLE_NONE ? 0 : column;
	struct gcc_row *chosen;
	struct sample_table t;

	if (!sample_rows(s, SAMPLE_LINES, false, &t))
		return false;
	chosen = calloc((size_t)t.rows + 1, sizeof *chosen);
	if (chosen) {
		const uint32_t count = gcc_choose(s, &t, k, chosen);

		for (uint32_t i = 0; i < count; i++)
			gcc_note(to, s, &t.row[chosen[i].row], k);
	}
	sample_table_free(&t);
	if (!chosen)
		return false;
	free(chosen);
	return true;
}

const struct export_format export_format_gcc = {
	.name = "gcc",
	.about = "for editors: a compiler's note for each line, of one event",
	.chosen = true,
	.write = export_gcc,
	.otherwise = EXPORT_OF_PROFILES,
};
