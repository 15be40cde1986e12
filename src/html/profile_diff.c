/* SPDX-License-Identifier: MIT */
/* Two profiles by function as a page: a table for each event. */
#include <stdlib.h>

#include "base/text.h"
#include "html/inner.h"
#include "html/profile.h"
#include "report/diff_words.h"

static void print_side(FILE *to, const char *name, const struct sample *s)
{
	char hash[13]; /* of a file, which may say anything there */

	snprintf(hash, sizeof hash, "%s", s->sha256 ? s->sha256 : "");
	html_fact(to, name);
	xml_text(to, text_base_name(s->program));
	fputs(" ", to);
	xml_text(to, hash);
	fputs(" on ", to);
	xml_text(to, s->target);
	fputs(", ", to);
	xml_text(to, s->monitors);
	html_fact_end(to);
}

static const char *event_name(const struct sample_diff *d, unsigned column)
{
	return d->side[0]->column[d->column[0][column]].name;
}

static void print_verdict(FILE *to, const struct sample_diff *d,
			  const struct profile_diff_print *how)
{
	uint64_t before = sample_diff_total(d, SAMPLE_BEFORE, 0);
	uint64_t after = sample_diff_total(d, SAMPLE_AFTER, 0);

	fprintf(to,
		"<div class=\"verdict%s\" role=\"note\">\n<p "
		"class=\"answer\">",
		*how->forced ? " alarm" : "");
	html_name(to, event_name(d, 0));
	fputs(": ", to);
	html_count(to, before);
	fputs(" before, ", to);
	html_count(to, after);
	fprintf(to, " after, %s.</p>\n",
		profile_diff_change(before, after).text);
	if (*how->forced) {
		fputs("<p><strong>Compared by <span class=\"option\">"
		      "--force</span></strong>, though they "
		      "differ: ",
		      to);
		xml_text(to, how->forced);
		fputs(".</p>\n", to);
	}
	fputs("</div>\n", to);
}

static void print_cost(FILE *to, bool there, uint64_t cost)
{
	fputs("<td class=\"number\">", to);
	if (there)
		html_count(to, cost);
	fputs("</td>", to);
}

static void print_row(FILE *to, const struct sample_change *row,
		      unsigned column)
{
	fputs("<tr><th scope=\"row\">", to);
	fputs(row->cause ? "(" : "", to);
	html_name(to, row->name);
	fputs(row->cause ? ")" : "", to);
	fputs("</th>", to);
	for (unsigned s = 0; s < SAMPLE_SIDES; s++)
		print_cost(to, row->there[s], row->cost[s][column]);
	fprintf(to, "<td class=\"number\">%s</td></tr>\n",
		profile_diff_row(row, column).text);
}

static bool print_event(FILE *to, const struct sample_diff *d, unsigned column,
			bool all)
{
	uint32_t shown;
	uint32_t *order = profile_diff_order(d, column, all, &shown);
	uint64_t before = sample_diff_total(d, SAMPLE_BEFORE, column);
	uint64_t after = sample_diff_total(d, SAMPLE_AFTER, column);

	if (!order)
		return false;
	html_wide_table(to, "functions", event_name(d, column),
			"Function|#Before|#After|#Change");
	fputs("<tbody class=\"rows\">\n", to);
	for (uint32_t i = 0; i < shown; i++)
		print_row(to, &d->row[order[i]], column);
	fputs("<tr><th scope=\"row\">All</th>", to);
	print_cost(to, true, before);
	print_cost(to, true, after);
	fprintf(to, "<td class=\"number\">%s</td></tr>\n</tbody>",
		profile_diff_change(before, after).text);
	html_wide_table_end(to);
	if (shown < d->rows)
		fprintf(to,
			"<p class=\"small soft\">%u more without a change, or "
			"with the least: <span class=\"option\">--all</span> "
			"has them.</p>\n",
			(unsigned)(d->rows - shown));
	free(order);
	return true;
}

static bool print_end(FILE *to, const struct sample_diff *d, const char *forced)
{
	struct page_json json;
	const bool good =
		html_json_begin(&json) && profile_diff_json(json.to, d, forced);

	return html_json_end(to, &json, good);
}

/* Of the side that is new; with script both are held against each other. */
static bool print_flames(FILE *to, const struct sample_diff *d)
{
	const struct sample *after = d->side[SAMPLE_AFTER];

	if (html_flame_any(after)) {
		fputs("<p>Of the profile after; with script also what has "
		      "changed.</p>\n",
		      to);
		return html_flame(to, after);
	}
	fputs("<p>It has no paths of calls.</p>\n", to);
	return true;
}

/* Both profiles, which the comparison's own document has not. */
static bool print_sides(FILE *to, const struct sample_diff *d)
{
	struct page_json json;
	bool good = html_json_begin(&json);

	if (good)
		fputs("[", json.to);
	good = good && sample_write(json.to, d->side[SAMPLE_BEFORE]);
	if (good)
		fputs(",", json.to);
	good = good && sample_write(json.to, d->side[SAMPLE_AFTER]);
	if (good)
		fputs("]", json.to);
	return html_json_beside(to, &json, "profiles", good);
}

enum { FLAME, FUNCTIONS, ABOUT, SECTIONS };

bool html_profile_diff(FILE *to, const struct sample_diff *d,
		       const struct profile_diff_print *how)
{
	static const struct page_section section[] = {
		{ "flame", "Flame graph", true },
		{ "functions", "Functions", true },
		{ "about", "How it was compared", true },
	};
	bool good = true;

	html_begin(to, "What changed, by function");
	fputs("<h1>What changed, by function</h1>\n<dl>\n", to);
	print_side(to, "Before", d->side[SAMPLE_BEFORE]);
	print_side(to, "After", d->side[SAMPLE_AFTER]);
	fputs("</dl>\n", to);
	print_verdict(to, d, how);
	html_contents(to, section, SECTIONS);
	html_section(to, &section[FLAME]);
	good = print_flames(to, d);
	html_section_end(to);
	html_section(to, &section[FUNCTIONS]);
	for (unsigned i = 0; i < d->columns; i++)
		if (profile_diff_shown(d, i))
			good &= print_event(to, d, i, how->all);
	html_section_end(to);
	html_section(to, &section[ABOUT]);
	if (profile_diff_same_program(d)) {
		fputs("<p>", to);
		html_sentence(to, diff_one_program);
		fputs("</p>\n", to);
	}
	fputs("<p>Functions are matched by name. One run of each was "
	      "profiled: what differs by chance is not told apart.</p>\n",
	      to);
	html_section_end(to);
	good = print_sides(to, d) && good;
	return print_end(to, d, how->forced) && good;
}
