/* SPDX-License-Identifier: MIT */
/* A record as a sheet, and as a table of Markdown. */
#include <inttypes.h>
#include <string.h>

#include "base/digits.h"
#include "export/inner.h"
#include "report/report.h"

bool export_record_csv(FILE *to, const struct record *r)
{
	report_csv(to, r);
	return true;
}

static void print_doubts(FILE *to, const struct reading *r)
{
	const char *before = "";

	for (unsigned i = 0; doubt_word(i); i++)
		if (r->doubts >> i & 1) {
			fputs(before, to);
			export_markdown_text(to, doubt_word(i));
			before = ", ";
		}
	if (*r->why) {
		fputs(*before ? ": " : "", to);
		export_markdown_text(to, r->why);
	}
}

static void print_row(FILE *to, const char *name, const char *mark,
		      const char *monitor, const char *unit,
		      const struct reading *r, bool event)
{
	fputs("| ", to);
	export_markdown_text(to, name);
	fprintf(to, "%s | ", mark);
	if (!reading_has_value(r))
		fputs("| ", to);
	else if (event && r->high <= r->low)
		fprintf(to, "%s | ", digits_grouped(r->count).text);
	else
		fprintf(to, "%.10g | ", r->value);
	export_markdown_text(to, unit);
	fputs(" | ", to);
	if (reading_has_value(r) && r->high > r->low)
		fprintf(to, "%.10g to %.10g", r->low, r->high);
	fputs(" | ", to);
	export_markdown_text(to, monitor);
	fprintf(to, " | %s | ",
		r->doubts & DOUBT_NOT_COUNTED ? "" : class_word(r->class));
	print_doubts(to, r);
	fputs(" |\n", to);
}

static void print_heading(FILE *to, const struct record *r)
{
	if (r->program.path) {
		export_markdown_text(to, r->program.path);
		fputs(" on ", to);
	}
	export_markdown_text(to,
			     r->target.name ? r->target.name : "given counts");
	if (r->region.text) {
		fputs(", region ", to);
		export_markdown_text(to, r->region.text);
	}
	fputs(r->target.simulated ? ", simulated." : ".", to);
	if (!r->trusted) {
		fputs(" Not to be trusted: ", to);
		export_markdown_text(to, r->verdict.why);
		fputc('.', to);
	}
	fputs("\n\n| name | value | unit | range | monitor | class | doubts |\n"
	      "|---|--:|---|---|---|---|---|\n",
	      to);
}

bool export_record_markdown(FILE *to, const struct record *r)
{
	print_heading(to, r);
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];

		print_row(to, m->name,
			  record_metric_is_users(m) ? " (the user's)" : "",
			  m->row ? r->monitor[m->monitor].name : "", m->unit,
			  &m->reading, false);
	}
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		print_row(to, e->name, "", r->monitor[e->monitor].name, "",
			  &e->reading, true);
	}
	return true;
}
