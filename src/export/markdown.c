/* SPDX-License-Identifier: MIT */
/* A profile as a table of Markdown, for a page or a review: functions, with
 * every event and metric. */
#include <inttypes.h>

#include "base/digits.h"
#include "export/inner.h"

static void print_heading(FILE *to, const struct sample *s)
{
	fputs("Where ", to);
	export_markdown_text(to, s->column[0].name);
	fputs(" went: ", to);
	export_markdown_text(to, s->program);
	fputs(" on ", to);
	export_markdown_text(to, s->target);
	fputs(", ", to);
	export_markdown_text(to, s->monitors);
	fprintf(to, "%s%s.\n\n| function | file |",
		sample_is_simulated(s) ? ", simulated" : "",
		s->unfinished ? "; the program did not end" : "");
	for (unsigned i = 0; i < s->columns; i++) {
		fputc(' ', to);
		export_markdown_text(to, s->column[i].name);
		fputs(" | % |", to);
	}
	for (unsigned i = 0; i < s->metrics; i++) {
		fputc(' ', to);
		export_markdown_text(to, s->metric[i].name);
		fputs(s->metric[i].users ? " (the user's) |" : " |", to);
	}
	fputs("\n|---|---|", to);
	for (unsigned i = 0; i < s->columns; i++)
		fputs("--:|--:|", to);
	for (unsigned i = 0; i < s->metrics; i++)
		fputs("--:|", to);
	fputc('\n', to);
}

static void print_numbers(FILE *to, const struct sample *s,
			  const uint64_t *cost)
{
	double value;

	for (unsigned i = 0; i < s->columns; i++) {
		fprintf(to, " %s |", digits_grouped(cost[i]).text);
		if (s->total[i])
			fprintf(to, " %.1f |",
				(double)cost[i] * 100 / (double)s->total[i]);
		else
			fputs(" |", to);
	}
	for (unsigned i = 0; i < s->metrics; i++)
		if (sample_value(s, i, cost, &value))
			fprintf(to, " %.*f |", value >= 1000 ? 0 : 3, value);
		else
			fputs(" |", to);
	fputc('\n', to);
}

static void print_row(FILE *to, const struct sample *s,
		      const struct sample_row *r)
{
	fputs("| ", to);
	if (r->cause != SAMPLE_NONE) {
		fputc('(', to);
		export_markdown_text(to, s->cause[r->cause]);
		fputc(')', to);
	} else {
		export_markdown_text(to, s->function[r->function].name);
	}
	fputs(" | ", to);
	if (r->file != SAMPLE_NONE) {
		export_markdown_text(to, s->file[r->file]);
		if (r->line)
			fprintf(to, ":%" PRIu32, r->line);
	}
	fputs(" |", to);
	print_numbers(to, s, r->cost);
}

static bool export_markdown(FILE *to, const struct sample *s, uint32_t column)
{
	struct sample_table t;

	(void)column;
	if (!sample_rows(s, SAMPLE_FUNCTIONS, false, &t))
		return false;
	print_heading(to, s);
	for (uint32_t i = 0; i < t.rows; i++)
		print_row(to, s, &t.row[i]);
	fputs("| all | |", to);
	print_numbers(to, s, s->total);
	sample_table_free(&t);
	return true;
}

const struct export_format export_format_markdown = {
	.name = "markdown",
	.about = "a table of the functions, or numbers",
	.kind = EXPORT_MARKDOWN,
	.write = export_markdown,
	.record = export_record_markdown,
};
