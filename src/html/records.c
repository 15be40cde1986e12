/* SPDX-License-Identifier: MIT */
/*
 * Several records as a page: a row for each, a picture of each metric over all
 * of them, and what each one is of.  Where their names differ in a number, as
 * those of a suite that varies an argument, pictures are over that number.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "html/inner.h"
#include "html/records.h"
#include "report/beside.h"

enum { PICTURES_MOST = 16, SERIES = CHART_PARTS, COLUMN_MOST = 64 };

/* A metric, or an event that was asked for, by its name. */
struct of {
	const char *name, *unit;
	bool event;
	bool users; /* a metric that the user defined */
};

struct table {
	const struct html_records *all;
	struct of column[COLUMN_MOST];
	unsigned columns;
	bool left_out; /* there are more than have room */
	/* Of each record what it is on the axis, and its series; 0 series:
	 * there is no axis. */
	double at[HTML_RECORDS];
	unsigned in[HTML_RECORDS];
	char series_name[SERIES][256];
	unsigned series;
};

/* ---- numbers ------------------------------------------------------------- */

static void add_column(struct table *t, const struct of *of)
{
	for (unsigned i = 0; i < t->columns; i++)
		if (t->column[i].event == of->event &&
		    strcmp(t->column[i].name, of->name) == 0)
			return;
	if (t->columns < COLUMN_MOST)
		t->column[t->columns++] = *of;
	else
		t->left_out = true;
}

static void list_columns(struct table *t)
{
	for (unsigned i = 0; i < t->all->count; i++) {
		const struct record *r = t->all->record[i];

		for (unsigned k = 0; k < r->metrics; k++)
			add_column(t, &(struct of){
					      .name = r->metric[k].name,
					      .unit = r->metric[k].unit,
					      .users = record_metric_is_users(
						      &r->metric[k]) });
	}
	for (unsigned i = 0; i < t->all->count; i++) {
		const struct record *r = t->all->record[i];

		for (unsigned k = 0; k < r->events; k++)
			if (r->event[k].asked)
				add_column(t, &(struct of){
						      .name = r->event[k].name,
						      .unit = "",
						      .event = true });
	}
}

/* False: the record has no such number. */
static bool number_in(const struct record *r, const struct of *of,
		      double *value, struct number *text)
{
	for (unsigned i = 0; !of->event && i < r->metrics; i++)
		if (strcmp(r->metric[i].name, of->name) == 0 &&
		    reading_has_value(&r->metric[i].reading)) {
			*value = r->metric[i].reading.value;
			*text = number_of_metric(&r->metric[i]);
			text->text[strlen(text->text) -
				   html_blanks(text->text)] = '\0';
			return true;
		}
	for (unsigned i = 0; of->event && i < r->events; i++)
		if (strcmp(r->event[i].name, of->name) == 0 &&
		    reading_has_value(&r->event[i].reading)) {
			*value = r->event[i].reading.value;
			*text = number_of_event(&r->event[i]);
			return true;
		}
	return false;
}

/* ---- the axis -------------------------------------------------------------
 */

/* The last number that is a part of a name by itself, as 1000 in
 * "sort@pb1176@1000": where it begins, and how long it is; 0: there is none. */
static size_t number_part(const char *name, const char **from)
{
	size_t found = 0;

	for (const char *at = name; *at;) {
		const size_t length = strcspn(at, "@ ");
		char *end;

		(void)strtod(at, &end);
		if (length && end == at + length &&
		    strspn(at, "0123456789.") == length) {
			*from = at;
			found = length;
		}
		at += length + (at[length] != '\0');
	}
	return found;
}

static unsigned series_named(struct table *t, const char *name)
{
	unsigned i = 0;

	while (i < t->series && strcmp(t->series_name[i], name) != 0)
		i++;
	if (i == t->series && i < SERIES) {
		snprintf(t->series_name[i], sizeof t->series_name[i], "%s",
			 name);
		t->series++;
	}
	return i;
}

/* Finds it, if every name has a number, and these are not all one. */
static void find_axis(struct table *t)
{
	bool varies = false;

	for (unsigned i = 0; i < t->all->count; i++) {
		const char *name = t->all->name[i], *from = NULL;
		const size_t length = number_part(name, &from);
		char rest[sizeof t->series_name[0]];

		if (!length ||
		    snprintf(rest, sizeof rest, "%.*s*%s", (int)(from - name),
			     name, from + length) >= (int)sizeof rest ||
		    (t->in[i] = series_named(t, rest)) == SERIES) {
			t->series = 0;
			return;
		}
		t->at[i] = strtod(from, NULL);
		varies = varies || t->at[i] != t->at[0];
	}
	if (!varies)
		t->series = 0;
}

/* ---- pictures -------------------------------------------------------------
 */

static int by_at(const void *x, const void *y)
{
	const struct chart_at *a = x, *b = y;

	return a->at < b->at ? -1 : a->at > b->at;
}

static void draw_over(FILE *to, const struct table *t,
		      const struct chart_frame *frame, struct chart_at *point,
		      unsigned points, double top, const char *top_text)
{
	const char *name[SERIES];
	char cut[SERIES][48];
	struct chart_over over = { point, points, name, t->series, 0, 0, top };
	char begin[32], end[32];

	qsort(point, points, sizeof *point, by_at);
	over.least = point[0].at;
	over.most = point[points - 1].at;
	for (unsigned i = 0; i < t->series; i++) {
		html_cut(t->series_name[i], cut[i], sizeof cut[i]);
		name[i] = cut[i];
	}
	snprintf(begin, sizeof begin, "%.6g", over.least);
	snprintf(end, sizeof end, "%.6g", over.most);
	chart_over(to, frame, &over,
		   &(struct chart_axes){ top_text, begin, end, NULL, 0 });
}

static void draw_bars(FILE *to, const struct table *t,
		      const struct chart_frame *frame,
		      const struct chart_at *point, unsigned points, double top,
		      const unsigned *of)
{
	struct chart_bar bar[HTML_RECORDS];
	char cut[HTML_RECORDS][40];

	for (unsigned i = 0; i < points; i++) {
		const double share = top > 0 ? point[i].value / top : 0;

		html_cut(t->all->name[of[i]], cut[i], sizeof cut[i]);
		bar[i] = (struct chart_bar){ cut[i], point[i].text, share,
					     share, share };
	}
	chart_bars(to, frame, bar, points);
}

static void draw_column(FILE *to, const struct table *t, unsigned column)
{
	const struct of *of = &t->column[column];
	struct chart_at point[HTML_RECORDS];
	struct number text[HTML_RECORDS];
	unsigned from[HTML_RECORDS], points = 0;
	double top = 0;
	char id[16], top_text[96];
	const struct html_title title = html_title(of->name, of->users);
	const struct chart_frame frame = {
		.id = id,
		.title = title.text,
		.description = "The number of each record, from 0 on.",
	};

	for (unsigned i = 0; i < t->all->count; i++) {
		double value;

		if (!number_in(t->all->record[i], of, &value, &text[points]))
			continue;
		from[points] = i;
		point[points] = (struct chart_at){ t->in[i], t->at[i], value,
						   text[points].text };
		points++;
		top = value > top ? value : top;
	}
	if (points < 2)
		return;
	snprintf(id, sizeof id, "over%u", column);
	snprintf(top_text, sizeof top_text, "%.6g %.40s", top,
		 of->unit ? of->unit : "");
	fputs("<figure>\n<h3>", to);
	html_name(to, of->name);
	html_users(to, of->users);
	fputs("</h3>\n", to);
	if (t->series)
		draw_over(to, t, &frame, point, points, top, top_text);
	else
		draw_bars(to, t, &frame, point, points, top, from);
	if (!t->series)
		fputs("<figcaption>100 % is the most of them.</figcaption>\n",
		      to);
	fputs("</figure>\n", to);
}

static void print_pictures(FILE *to, const struct table *t)
{
	if (t->series)
		fputs("<p>Each metric over the number in which the records "
		      "differ; from 20 times the least on, distances are "
		      "ratios.</p>\n",
		      to);
	fputs("<div class=\"pictures\">\n", to);
	for (unsigned i = 0; i < t->columns && i < PICTURES_MOST; i++)
		draw_column(to, t, i);
	fputs("</div>\n", to);
	if (t->columns > PICTURES_MOST)
		fprintf(to,
			"<p class=\"small soft\">The first %d of %u have a "
			"picture; the table has all numbers that are shown."
			"</p>\n",
			PICTURES_MOST, t->columns);
}

/* ---- tables ----------------------------------------------------------------
 */

static void put_numbers(FILE *to, const struct table *t)
{
	fputs("<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
	      "aria-labelledby=\"numbers\">\n<table class=\"dense\">\n"
	      "<caption>Records, and what each comes to</caption>\n"
	      "<thead><tr><th scope=\"col\">Record</th>",
	      to);
	for (unsigned k = 0; k < t->columns; k++) {
		fputs("<th scope=\"col\" class=\"number\">", to);
		html_name(to, t->column[k].name);
		html_users(to, t->column[k].users);
		fputs("</th>", to);
	}
	fputs("</tr></thead>\n<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < t->all->count; i++) {
		fputs("<tr><th scope=\"row\">", to);
		html_name(to, t->all->name[i]);
		fputs("</th>", to);
		for (unsigned k = 0; k < t->columns; k++) {
			struct number text;
			double value;

			fputs("<td class=\"number\">", to);
			if (number_in(t->all->record[i], &t->column[k], &value,
				      &text))
				html_number(to, value, text.text);
			fputs("</td>", to);
		}
		fputs("</tr>\n", to);
	}
	fputs("</tbody></table></div>\n", to);
	if (t->left_out)
		fprintf(to,
			"<p class=\"small soft\">A table has %d columns; "
			"more metrics and events are in the document.</p>\n",
			COLUMN_MOST);
}

static void print_what(FILE *to, const struct table *t)
{
	html_wide_table(to, "what", "What each record is of",
			"Record|Target|Program|Verdict");
	fputs("<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < t->all->count; i++) {
		const struct record *r = t->all->record[i];

		fputs("<tr><th scope=\"row\">", to);
		html_name(to, t->all->name[i]);
		fputs("</th><td>", to);
		html_name(to, r->target.name ? r->target.name : "given");
		fputs(r->target.simulated ? ", simulated</td><td>"
					  : "</td><td>",
		      to);
		html_name(to, r->program.path ? text_base_name(r->program.path)
					      : "");
		fputs("</td><td>", to);
		if (r->trusted)
			fputs("no check failed", to);
		else
			html_sentence(to, r->verdict.why);
		fputs("</td></tr>\n", to);
	}
	fputs("</tbody>", to);
	html_wide_table_end(to);
}

static void print_verdict(FILE *to, const struct table *t)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < t->all->count; i++)
		bad += !t->all->record[i]->trusted;
	fprintf(to, "<div class=\"verdict%s\" role=\"note\">\n<p>",
		bad ? " alarm" : "");
	if (bad)
		fprintf(to,
			"<strong>Not to be trusted: %u of %u records</strong>, "
			"below with the reason.</p>\n</div>\n",
			bad, t->all->count);
	else
		fprintf(to,
			"No check of these %u records failed; how far the "
			"numbers of each go its own page says.</p>\n</div>\n",
			t->all->count);
}

static bool print_end(FILE *to, const struct table *t)
{
	struct page_json json;
	const bool good = html_json_begin(&json) &&
			  report_beside(json.to, t->all->record, t->all->count,
					REPORT_JSON);

	return html_json_end(to, &json, good);
}

enum { NUMBERS, PICTURED, STACKS, WHAT, SECTIONS };

bool html_records(FILE *to, const struct html_records *all)
{
	struct table t = { .all = all };
	bool stacks = false, good = true;

	for (unsigned i = 0; i < all->count; i++)
		stacks = stacks || html_stack_any(all->record[i]);
	list_columns(&t);
	find_axis(&t);
	const struct page_section section[] = {
		[NUMBERS] = { "numbers", "Numbers", true },
		[PICTURED] = { "pictures", "Pictures", t.columns },
		[STACKS] = { "stacks", "Cycles by cause", stacks },
		[WHAT] = { "what", "Records", true },
	};

	html_begin(to, "Records beside each other");
	fprintf(to, "<h1>%u records beside each other</h1>\n", all->count);
	print_verdict(to, &t);
	html_contents(to, section, SECTIONS);
	html_section(to, &section[NUMBERS]);
	put_numbers(to, &t);
	html_section_end(to);
	if (t.columns) {
		html_section(to, &section[PICTURED]);
		print_pictures(to, &t);
		html_section_end(to);
	}
	if (stacks) {
		html_section(to, &section[STACKS]);
		good = html_stacks_print(to, all->record, all->name,
					 all->count);
		html_section_end(to);
	}
	html_section(to, &section[WHAT]);
	print_what(to, &t);
	html_section_end(to);
	return print_end(to, &t) && good;
}

/* ---- names ------------------------------------------------------------------
 */

/* Is a word of one record's command in that of each other? */
static bool in_all(const struct html_records *all, const char *word)
{
	for (unsigned i = 0; i < all->count; i++) {
		const struct record *r = all->record[i];
		unsigned k = 0;

		while (k < r->commands && strcmp(r->command[k], word) != 0)
			k++;
		if (k == r->commands)
			return false;
	}
	return true;
}

char *html_record_name(const struct html_records *all, unsigned record)
{
	const struct record *r = all->record[record];
	char *name = NULL;
	bool good = true;

	for (unsigned i = 1; good && i < r->commands; i++) {
		if (strcmp(r->command[i - 1], "-o") == 0 ||
		    in_all(all, r->command[i]))
			continue;
		good = text_append(&name, text_base_name(r->command[i]), ' ');
	}
	if (good && !name)
		good = text_append(&name,
				   r->target.name ? r->target.name : "given",
				   ' ') &&
		       (!r->program.path ||
			text_append(&name, text_base_name(r->program.path),
				    ' '));
	if (good)
		return name;
	free(name);
	return NULL;
}
