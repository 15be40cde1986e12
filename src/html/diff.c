/* SPDX-License-Identifier: MIT */
/*
 * Two sides held against each other as a page: what became of the cycles and
 * why, every row, and all metrics at a glance against what they were.
 */
#include "html/diff.h"

#include <stdlib.h>
#include <string.h>

#include "html/inner.h"
#include "report/diff_words.h"

static double cycles_more(const struct diff *d)
{
	return d->cycles->test.after - d->cycles->test.before;
}

/* ---- the head ------------------------------------------------------------ */

static void print_side(FILE *to, const char *name, const struct diff_side *side)
{
	char *text = diff_side_text(side);

	html_fact(to, name);
	xml_text(to, text ? text : "");
	html_fact_end(to);
	free(text);
}

static const char *class_of(enum diff_word word)
{
	return word == DIFF_BETTER  ? "better"
	       : word == DIFF_WORSE ? "worse"
				    : "soft";
}

static void print_verdict(FILE *to, const struct diff *d,
			  const struct diff_print *how)
{
	const struct diff_row *row = diff_verdict(d);

	fprintf(to, "<div class=\"verdict%s\" role=\"note\">\n",
		*how->forced ? " alarm" : "");
	if (row) {
		const struct diff_cells c = diff_cells(row);

		fputs("<p class=\"answer\">Cycles: ", to);
		html_number(to, row->test.before, c.before.text);
		fputs(" before, ", to);
		html_number(to, row->test.after, c.after.text);
		fprintf(to, " after, %s: %s.</p>\n", c.change,
			diff_row_word(row));
	} else {
		fputs("<p class=\"answer\">The cycles are not known on both "
		      "sides.</p>\n",
		      to);
	}
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

/* ---- rows ---------------------------------------------------------------- */

static void print_row(FILE *to, const struct diff_row *row, bool several)
{
	struct diff_cells c;

	fputs("<tr><th scope=\"row\">", to);
	if (several) {
		xml_text(to, row->monitor);
		fputs(":<wbr>", to);
	}
	html_name(to, row->name);
	html_users(to, diff_is_users(row));
	fputs("</th>", to);
	if (!row->valued) {
		fputs("<td colspan=\"4\" class=\"soft\">", to);
		xml_text(to, row->why);
		fputs("</td></tr>\n", to);
		return;
	}
	c = diff_cells(row);
	fputs("<td class=\"number\">", to);
	html_number(to, row->test.before, c.before.text);
	fputs("</td><td class=\"number\">", to);
	html_number(to, row->test.after, c.after.text);
	fprintf(to, "</td><td class=\"number\">%s <span class=\"word %s\">",
		c.change, class_of(row->word));
	xml_text(to, diff_row_word(row));
	fputs("</span></td><td class=\"number wide\">", to);
	html_spread(to, c.spread);
	fputs("</td></tr>\n", to);
}

static bool is_of(const struct diff_row *row, bool events, bool quiet)
{
	return !row->event == !events && diff_is_quiet(row) == quiet;
}

static unsigned count(const struct diff *d, bool events, bool quiet)
{
	unsigned n = 0;

	for (unsigned i = 0; i < d->rows; i++)
		n += is_of(&d->row[i], events, quiet);
	return n;
}

/* A line above the rows of a region. */
static void print_region(FILE *to, const struct diff *d,
			 const struct diff_row *row)
{
	char *text = diff_region_text(d, row);

	fputs("<tr><th colspan=\"5\" scope=\"rowgroup\" class=\"soft\">", to);
	xml_text(to, text ? text : "");
	fputs("</th></tr>\n", to);
	free(text);
}

static void print_table(FILE *to, const struct diff *d, bool events, bool quiet,
			const char *caption)
{
	bool several = d->side[DIFF_BEFORE].record[0]->monitors > 1;
	const struct diff_row *last = NULL;

	html_table(to, caption,
		   "Name|#Before|#After|"
		   "#Change <span class=\"word\"></span>|#>95 %");
	fputs("<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];

		if (!is_of(row, events, quiet))
			continue;
		if (diff_begins_region(row, last))
			print_region(to, d, row);
		print_row(to, row, several);
		last = row;
	}
	fputs("</tbody></table>\n", to);
}

static void print_rows(FILE *to, const struct diff *d, bool events)
{
	unsigned quiet = count(d, events, true);

	if (count(d, events, false))
		print_table(to, d, events, false, "What changed");
	else
		fputs("<p>Nothing changed.</p>\n", to);
	if (!quiet)
		return;
	fprintf(to,
		"<details><summary>%u without a change, or that cannot be "
		"compared</summary>\n",
		quiet);
	print_table(to, d, events, true, "Without a change");
	fputs("</details>\n", to);
}

/* ---- why ----------------------------------------------------------------- */

static void print_why(FILE *to, const struct diff *d)
{
	fprintf(to, "<p>%s cycles:</p>\n", diff_signed(cycles_more(d)).text);
	for (unsigned i = 0; i < d->parts; i++) {
		const struct diff_part *part = &d->part[i];
		const char *heading = diff_part_heading(d, i);

		if (heading) {
			fputs(i ? "</ul>\n<p>" : "<p>", to);
			html_sentence(to, heading);
			fputs("</p>\n<ul>\n", to);
		}
		fputs("<li>", to);
		html_number(to, part->change, diff_signed(part->change).text);
		if (part->kind != PART_OCCURRENCE)
			fprintf(to, " (%.1f %%)",
				100 * part->change / cycles_more(d));
		fputs(" ", to);
		if (*diff_part_name(part)) {
			html_name(to, diff_part_name(part));
			fputs(", ", to);
		}
		fprintf(to, "%s</li>\n",
			diff_part_text(part, cycles_more(d) > 0));
	}
	fputs("</ul>\n", to);
}

static void print_layout_parts(FILE *to, const struct diff *d)
{
	const struct diff_layout *l = &d->layout;

	fprintf(to, "<p>%s cycles as linked:</p>\n<ul>\n",
		diff_signed(l->after - l->before).text);
	for (unsigned i = 0; i < DIFF_LAYOUT_PARTS; i++) {
		const double change = diff_layout_part(l, i);

		fputs("<li>", to);
		html_number(to, change, diff_signed(change).text);
		fprintf(to, " %s</li>\n", diff_layout_text(i));
	}
	fputs("</ul>\n", to);
}

/* ---- all at a glance ----------------------------------------------------- */

struct wheel {
	struct chart_spoke spoke[CHART_SPOKES];
	struct html_title title[CHART_SPOKES];
	char text[CHART_SPOKES][32];
	unsigned count;
};

static void find_spokes(const struct diff *d, struct wheel *w)
{
	w->count = 0;
	for (unsigned i = 0; i < d->rows && w->count < CHART_SPOKES; i++) {
		const struct diff_row *row = &d->row[i];

		if (!row->metric || row->region || !row->valued ||
		    !(row->test.before > 0) || row->word == DIFF_NOISE ||
		    row->direction == DIRECTION_NONE)
			continue;
		snprintf(w->text[w->count], sizeof w->text[0], "%s",
			 diff_cells(row).change);
		w->title[w->count] = html_title(row->name, diff_is_users(row));
		w->spoke[w->count] = (struct chart_spoke){
			.name = w->title[w->count].text,
			.text = w->text[w->count],
			.share = row->test.after / row->test.before / 2,
			.higher = row->direction == DIRECTION_HIGHER,
		};
		w->count++;
	}
	chart_take_turns(w->spoke, w->count);
}

static void draw_wheel(FILE *to, const struct wheel *w)
{
	static const char about[] =
		"A Kiviat chart: each spoke is a metric after the change, as a "
		"part of what it was before. The dashed circle is no change, "
		"the rim twice as much or more.";
	const struct chart_frame frame = {
		.id = "kiviat",
		.title = "Against what was before",
		.description = about,
	};
	const struct chart_scale scale = { .rim = "rim: x 2",
					   .ring = 0.5,
					   .ring_text = "as before" };

	fputs("<figure>\n", to);
	chart_kiviat(to, &frame, w->spoke, w->count, &scale);
	fprintf(to, "<figcaption>%s</figcaption>\n</figure>\n", about);
}

/* ---- the page ------------------------------------------------------------ */

enum { METRICS, PICTURE, WHY, EVENTS, ABOUT, SECTIONS };

static void print_about(FILE *to, const struct diff *d,
			const struct diff_print *how)
{
	struct diff_print all = *how;
	char *text;

	/* Nothing is left out here, and what is forced stands on top. */
	all.all = true;
	all.forced = "";
	for (unsigned i = 0; (text = diff_remark(d, &all, i)); i++) {
		if (*text) {
			fputs("<p>", to);
			html_sentence(to, text);
			fputs("</p>\n", to);
		}
		free(text);
	}
	fputs("<dl>\n", to);
	for (unsigned s = 0; s < DIFF_SIDES; s++)
		for (unsigned i = 0; i < d->side[s].records; i++) {
			html_fact(to, s == DIFF_BEFORE ? "Before" : "After");
			fputs("<code>", to);
			xml_text(to,
				 d->side[s].record[i]->program.sha256
					 ? d->side[s].record[i]->program.sha256
					 : "counts given");
			fputs("</code>", to);
			html_fact_end(to);
		}
	fputs("</dl>\n", to);
}

static void print_sections(FILE *to, const struct diff *d,
			   const struct diff_print *how)
{
	struct wheel w;
	struct page_section section[SECTIONS] = {
		[METRICS] = { "metrics", "Metrics",
			      count(d, false, false) + count(d, false, true) },
		[PICTURE] = { "picture", "At a glance", false },
		[WHY] = { "why", "Why",
			  (d->cycles && d->parts) || d->layout.known },
		[EVENTS] = { "counts", "Counts",
			     count(d, true, false) + count(d, true, true) },
		[ABOUT] = { "about", "How it was compared", true },
	};

	find_spokes(d, &w);
	section[PICTURE].there = w.count >= 3;
	html_contents(to, section, SECTIONS);
	for (unsigned i = 0; i < SECTIONS; i++) {
		if (!section[i].there)
			continue;
		html_section(to, &section[i]);
		switch (i) {
		case PICTURE:
			draw_wheel(to, &w);
			break;
		case WHY:
			if (d->cycles && d->parts)
				print_why(to, d);
			if (d->layout.known)
				print_layout_parts(to, d);
			break;
		case ABOUT:
			print_about(to, d, how);
			break;
		default:
			print_rows(to, d, i == EVENTS);
		}
		html_section_end(to);
	}
}

static bool print_end(FILE *to, const struct diff *d, const char *forced)
{
	struct page_json json;
	const bool good =
		html_json_begin(&json) && diff_json(json.to, d, forced);

	return html_json_end(to, &json, good);
}

bool html_diff(FILE *to, const struct diff *d, const struct diff_print *how)
{
	html_begin(to, "What changed");
	fputs("<h1>What changed</h1>\n<dl>\n", to);
	print_side(to, "Before", &d->side[DIFF_BEFORE]);
	print_side(to, "After", &d->side[DIFF_AFTER]);
	fputs("</dl>\n", to);
	print_verdict(to, d, how);
	print_sections(to, d, how);
	return print_end(to, d, how->forced);
}
