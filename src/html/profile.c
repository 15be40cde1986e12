/* SPDX-License-Identifier: MIT */
/*
 * A profile as a page: the functions in which events happened, and the lines of
 * those that have the most.
 */
#include "html/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/text.h"
#include "html/inner.h"

enum { EXCERPTS = 3 };

static void print_line(FILE *to, const struct sample *s,
		       const struct sample_row *r)
{
	if (r->file == SAMPLE_NONE)
		return;
	fputs(" <span class=\"soft small\">", to);
	xml_text(to, text_base_name(s->file[r->file]));
	if (r->line)
		fprintf(to, ":%u", (unsigned)r->line);
	fputs("</span>", to);
}

static void print_function(FILE *to, const struct sample *s,
			   const struct sample_row *r)
{
	fputs("<tr><th scope=\"row\">", to);
	if (r->cause != SAMPLE_NONE) {
		fputs("(", to);
		xml_text(to, s->cause[r->cause]);
		fputs(")", to);
	} else {
		html_name(to, r->function != SAMPLE_NONE
				      ? s->function[r->function].name
				      : "?");
	}
	print_line(to, s, r);
	fputs("</th>", to);
}

static void print_functions(FILE *to, const struct sample *s,
			    const struct html_columns *c,
			    const struct sample_table *t, uint32_t shown)
{
	char what[96];

	snprintf(what, sizeof what, "Functions by their %s, each by itself",
		 s->column[0].name);
	fputs("<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
	      "aria-labelledby=\"functions\">\n",
	      to);
	html_costs_begin(to, s, c, what);
	for (uint32_t i = 0; i < shown; i++) {
		print_function(to, s, &t->row[i]);
		html_costs(to, s, c, t->row[i].cost);
	}
	fputs("<tr><th scope=\"row\">All</th>", to);
	html_costs(to, s, c, s->total);
	fputs("</tbody></table></div>\n", to);
}

static void print_all_functions(FILE *to, const struct sample *s,
				const struct sample_table *t, unsigned most)
{
	const uint32_t shown = most && most < t->rows ? most : t->rows;
	struct html_columns c = html_columns(s, NULL);

	fputs("<div id=\"functions-view\">\n", to);
	print_functions(to, s, &c, t, shown);
	while (c.more) {
		c = html_columns(s, &c);
		print_functions(to, s, &c, t, shown);
	}
	if (shown < t->rows)
		fprintf(to,
			"<p class=\"small soft\">%u more row%s: "
			"<span class=\"option\">--max-rows</span> 0 "
			"shows all.</p>\n",
			(unsigned)(t->rows - shown),
			t->rows - shown == 1 ? "" : "s");
	fputs("</div>\n", to);
}

/* ---- lines --------------------------------------------------------------- */

struct place {
	uint32_t line;
	const uint64_t *cost;
};

static int by_line(const void *x, const void *y)
{
	const struct place *a = x, *b = y;

	return a->line < b->line ? -1 : a->line > b->line;
}

/* The lines of a function, in the file in which it begins. */
static uint32_t lines_of(const struct sample_table *lines,
			 const struct sample_row *function, struct place *place)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < lines->rows; i++) {
		const struct sample_row *r = &lines->row[i];

		if (r->cause == SAMPLE_NONE && r->line &&
		    r->function == function->function &&
		    r->file == function->file)
			place[count++] = (struct place){ r->line, r->cost };
	}
	qsort(place, count, sizeof *place, by_line);
	return count;
}

/* `why`: its source could not be read. */
static void print_excerpt(FILE *to, const struct sample *s,
			  const struct html_columns *c,
			  const struct place *place, uint32_t count,
			  const struct sample_row *function,
			  const struct source_lines *source, const char *why)
{
	const char *path = s->file[function->file];
	char what[256];

	snprintf(what, sizeof what, "Lines of %.60s, %.60s%s%.60s",
		 s->function[function->function].name, text_base_name(path),
		 source ? "" : ", which is not read: ", source ? "" : why);
	fputs("<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
	      "aria-label=\"lines\">\n",
	      to);
	html_costs_begin(to, s, c, what);
	for (uint32_t i = 0; i < count; i++) {
		const char *text = source_lines_at(source, place[i].line);

		fprintf(to,
			"<tr><th scope=\"row\"><code>%u <span class=\"code\">",
			(unsigned)place[i].line);
		xml_text(to, text ? text : "");
		fputs("</span></code></th>", to);
		html_costs(to, s, c, place[i].cost);
	}
	fputs("</tbody></table></div>\n", to);
}

/* False: its source could not be read. */
static bool print_excerpts(FILE *to, const struct sample *s,
			   const struct place *place, uint32_t count,
			   const struct sample_row *function,
			   const struct source_places *sources,
			   const struct annotation *of)
{
	struct error why = { "" };
	struct source_lines *source =
		source_lines_open(sources, s->file[function->file], &why);
	struct html_columns c = html_columns(s, NULL);
	const bool good = source;

	if (!good && of)
		return html_disassembly(to, of);
	print_excerpt(to, s, &c, place, count, function, source, why.text);
	while (c.more) {
		c = html_columns(s, &c);
		print_excerpt(to, s, &c, place, count, function, source,
			      why.text);
	}
	source_lines_close(source);
	return good;
}

/* The first thing to know. */
static void print_verdict(FILE *to, const struct sample *s,
			  const struct sample_table *t)
{
	const struct sample_row *r = t->rows ? &t->row[0] : NULL;

	if (!r || !s->total[0])
		return;
	fputs("<div class=\"verdict\" role=\"note\"><p><strong>", to);
	if (r->cause != SAMPLE_NONE)
		xml_text(to, s->cause[r->cause]);
	else
		html_name(to, r->function != SAMPLE_NONE
				      ? s->function[r->function].name
				      : "?");
	fprintf(to, "</strong> has %.1f %% of all ",
		(double)r->cost[0] * 100 / (double)s->total[0]);
	xml_text(to, s->column[0].name);
	fputs(".</p></div>\n", to);
}

static const struct annotation *listing_of(const struct html_listings *l,
					   uint32_t function)
{
	for (unsigned i = 0; i < l->count; i++)
		if (l->of[i]->function == function)
			return l->of[i];
	return NULL;
}

/* Of functions with less than a twentieth of all there is little to learn. */
static bool is_excerpted(const struct sample *s, const struct sample_row *r)
{
	return r->cause == SAMPLE_NONE && r->file != SAMPLE_NONE &&
	       r->cost[0] >= s->total[0] / 20;
}

static bool any_excerpts(const struct sample *s, const struct sample_table *t)
{
	for (uint32_t i = 0; i < EXCERPTS && i < t->rows; i++)
		if (is_excerpted(s, &t->row[i]))
			return true;
	return false;
}

static bool print_lines(FILE *to, const struct sample *s,
			const struct sample_table *t,
			const struct source_places *sources,
			const struct html_listings *listings)
{
	struct sample_table lines;
	struct place *place;
	bool all = true;

	if (!sample_rows(s, SAMPLE_LINES, false, &lines))
		return false;
	place = calloc((size_t)lines.rows + 1, sizeof *place);
	for (uint32_t i = 0; place && i < EXCERPTS && i < t->rows; i++) {
		const struct sample_row *r = &t->row[i];
		uint32_t count;

		if (!is_excerpted(s, r))
			continue;
		count = lines_of(&lines, r, place);
		if (count && !print_excerpts(to, s, place, count, r, sources,
					     listing_of(listings, r->function)))
			all = false;
	}
	if (!all)
		source_lines_cure(to);
	sample_table_free(&lines);
	free(place);
	return place;
}

/* ---- the page ------------------------------------------------------------ */

static void print_head(FILE *to, const struct sample *s)
{
	char title[160];

	snprintf(title, sizeof title, "%.80s on %.60s",
		 text_base_name(s->program), s->target);
	html_begin(to, title);
	fputs("<h1>", to);
	xml_text(to, title);
	fputs("</h1>\n<p class=\"soft\">", to);
	xml_text(to, s->monitors);
	if (s->title) {
		fputs(", ", to);
		xml_text(to, s->title);
	}
	if (sample_is_simulated(s))
		fputs(", <strong>simulated</strong>", to);
	if (s->instructions) {
		fputs("; ", to);
		html_count(to, s->instructions);
		if (s->unfinished)
			fputs(" instructions run, <strong>not to its end"
			      "</strong>",
			      to);
		else
			fprintf(to, " instructions run, exit status %lld",
				(long long)s->status);
	}
	fputs(".</p>\n", to);
}

static void print_basis(FILE *to, const struct sample *s)
{
	if (!s->sampling) {
		fputs("<p>Exact: each instruction has what the board&#39;s "
		      "ledger gained while it was carried out.</p>\n",
		      to);
		return;
	}
	fputs("<p>Sampled: ", to);
	html_count(to, s->sampling->samples);
	fputs(" samples, ", to);
	html_count(to, s->sampling->lost);
	fputs(" lost. ", to);
	xml_text(to, s->sampling->skid ? s->sampling->skid : "");
	fputs("</p>\n", to);
}

static void print_about(FILE *to, const struct sample *s)
{
	print_basis(to, s);
	if (s->unfinished) {
		fputs("<p>Not whole: ", to);
		xml_text(to, s->unfinished);
		fputs(". What follows that is not counted here.</p>\n", to);
	}
	if (s->lost_calls || s->full)
		fputs("<p>More calls or instructions than there is room for: "
		      "who called whom is not all told.</p>\n",
		      to);
	if (s->sketch) {
		fputs("<p>Cycles are a sketch: ", to);
		xml_text(to, s->sketch);
		fputs(".</p>\n", to);
	}
	if (s->superset) {
		fputs("<p>", to);
		xml_text(to, s->superset);
		fputs("</p>\n", to);
	}
	fputs("<dl>\n", to);
	html_fact(to, "Program");
	fputs("<code>", to);
	xml_text(to, s->program);
	fputs("</code>", to);
	html_fact_end(to);
	if (s->sha256) {
		html_fact(to, "SHA-256");
		fputs("<code>", to);
		xml_text(to, s->sha256);
		fputs("</code>", to);
		html_fact_end(to);
	}
	fputs("</dl>\n<p class=\"small soft\">The profile is in this file: "
	      "<code>tally report FILE "
	      "<span class=\"option\">--json</span></code> prints it.</p>\n",
	      to);
}

static bool print_end(FILE *to, const struct sample *s)
{
	struct page_json json;
	const bool good = html_json_begin(&json) && sample_write(json.to, s);

	return html_json_end(to, &json, good);
}

/* The first of them; with script any. */
static bool print_source(FILE *to, const struct html_listings *l)
{
	bool good = true;

	fputs("<div id=\"source-view\">\n", to);
	if (l->count)
		good = html_annotation(to, l->of[0]);
	if (l->why) {
		fputs("<p class=\"small soft\">Not all is listed: ", to);
		html_text(to, l->why);
		fputs(".</p>\n", to);
	}
	fputs("</div>\n", to);
	return html_listing(to, l) && good;
}

enum { FLAME, FUNCTIONS, CAUSES, TRACKS, LINES, SOURCE, PROVENANCE, SECTIONS };

bool html_profile(FILE *to, const struct sample *s, unsigned most,
		  const struct source_places *sources,
		  const struct html_listings *listings)
{
	struct page_section section[] = {
		{ "flame", "Flame graph", html_flame_any(s) },
		{ "functions", "Functions", true },
		{ "causes", "Cycles by cause", html_causes_any(s) },
		{ "time", "Over time", html_tracks_any(s) },
		{ "lines", "Lines", true },
		{ "source", "Source and assembly", true },
		{ "provenance", "Provenance", true },
	};
	struct sample_table t;
	bool good = true;

	if (!sample_rows(s, SAMPLE_FUNCTIONS, false, &t))
		return false;
	section[LINES].there = any_excerpts(s, &t);
	print_head(to, s);
	print_verdict(to, s, &t);
	html_contents(to, section, SECTIONS);
	if (section[FLAME].there) {
		html_section(to, &section[FLAME]);
		good = html_flame(to, s);
		html_section_end(to);
	}
	html_section(to, &section[FUNCTIONS]);
	print_all_functions(to, s, &t, most);
	html_section_end(to);
	if (section[CAUSES].there) {
		html_section(to, &section[CAUSES]);
		html_causes_print(to, s, &t);
		html_section_end(to);
	}
	if (section[TRACKS].there) {
		html_section(to, &section[TRACKS]);
		good = html_tracks(to, s) && good;
		html_section_end(to);
	}
	if (section[LINES].there) {
		html_section(to, &section[LINES]);
		good = print_lines(to, s, &t, sources, listings) && good;
		html_section_end(to);
	}
	html_section(to, &section[SOURCE]);
	good = print_source(to, listings) && good;
	html_section_end(to);
	html_section(to, &section[PROVENANCE]);
	print_about(to, s);
	html_section_end(to);
	sample_table_free(&t);
	return print_end(to, s) && good;
}
