/* SPDX-License-Identifier: MIT */
/*
 * A comparison for people: a line for each row, no wider than a terminal, and a
 * table of Markdown for a pull request.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/wrap.h"
#include "report/diff_words.h"

enum { WIDTH = 80, NAME = 22, INDENT = 8 };

#define GREEN "\033[32m"
#define RED   "\033[31m"
#define PLAIN "\033[0m"

static const char *style(const struct diff_print *how, enum diff_word word)
{
	if (!how->colour)
		return "";
	return word == DIFF_BETTER ? GREEN : word == DIFF_WORSE ? RED : "";
}

static const char *plain(const struct diff_print *how, enum diff_word word)
{
	return *style(how, word) ? PLAIN : "";
}

static void print_side(FILE *to, const char *name, const struct diff_side *side)
{
	char *text = diff_side_text(side);

	fprintf(to, "%-*s", INDENT, name);
	wrap_print(to, text ? text : "", INDENT, INDENT, WIDTH);
	free(text);
}

/* A name that leaves no room for the numbers has a line of its own. */
static void print_name(FILE *to, const struct diff *d,
		       const struct diff_row *row)
{
	bool several = d->side[DIFF_BEFORE].record[0]->monitors > 1;
	int width = fprintf(to, "%s%s%s%s", several ? row->monitor : "",
			    several ? ":" : "", row->name,
			    diff_is_users(row) ? "=" : "");

	if (width > NAME)
		fprintf(to, "\n%*s", NAME, "");
	else
		fprintf(to, "%*s", NAME - width, "");
}

static void print_row(FILE *to, const struct diff *d,
		      const struct diff_row *row, const struct diff_print *how)
{
	struct diff_cells cells;

	print_name(to, d, row);
	if (!row->valued) {
		fprintf(to, "  %s\n", row->why);
		return;
	}
	cells = diff_cells(row);
	fprintf(to, "%13s%13s%11s", cells.before.text, cells.after.text,
		cells.change);
	if (row->why)
		fprintf(to, "  %s\n", row->why);
	else
		fprintf(to, "%11s  %s%s%s\n", cells.spread,
			style(how, row->word), diff_word_text(row->word),
			plain(how, row->word));
}

/* "region walk, entered 60 times, then 59". */
static void print_region(FILE *to, const struct diff *d,
			 const struct diff_row *row)
{
	char *text = diff_region_text(d, row);

	fputc('\n', to);
	wrap_print(to, text ? text : "", 0, 2, WIDTH);
	free(text);
}

static void print_rows(FILE *to, const struct diff *d,
		       const struct diff_print *how)
{
	const struct diff_row *last = NULL;
	bool users = false;

	fprintf(to, "%-*s%13s%13s%11s%11s\n", NAME, "", "before", "after",
		"change", "95 %");
	for (unsigned i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];

		if (diff_is_quiet(row) && !how->all)
			continue;
		if (diff_begins_region(row, last))
			print_region(to, d, row);
		else if (last && !last->event && row->event)
			fputc('\n', to);
		print_row(to, d, row, how);
		users |= diff_is_users(row);
		last = row;
	}
	if (!last)
		fputs("nothing changed\n", to);
	if (users)
		fprintf(to, "%s\n", users_legend);
}

static double cycles_more(const struct diff *d)
{
	return d->cycles->test.after - d->cycles->test.before;
}

static void print_part(FILE *to, const struct diff *d,
		       const struct diff_part *part)
{
	const char *name = diff_part_name(part);
	char share[16] = "";
	double all = cycles_more(d);

	if (part->kind != PART_OCCURRENCE)
		snprintf(share, sizeof share, "%.1f %%",
			 100 * part->change / all);
	fprintf(to, "%15s  %9s  %s%s%s\n", diff_signed(part->change).text,
		share, name, *name ? ", " : "", diff_part_text(part, all > 0));
}

static void print_why(FILE *to, const struct diff *d)
{
	if (!d->cycles || !d->parts)
		return;
	fprintf(to, "\nwhy %s cycles: %s\n",
		cycles_more(d) > 0 ? "more" : "fewer",
		diff_signed(cycles_more(d)).text);
	for (unsigned i = 0; i < d->parts; i++) {
		const char *heading = diff_part_heading(d, i);

		if (heading) {
			fputs("  ", to);
			wrap_print(to, heading, 2, 4, WIDTH);
		}
		print_part(to, d, &d->part[i]);
	}
}

/* The change as linked, in three that add up to it. */
static void print_layout(FILE *to, const struct diff *d)
{
	const struct diff_layout *l = &d->layout;

	if (!l->known)
		return;
	fprintf(to, "\ncycles as linked: %s\n",
		diff_signed(l->after - l->before).text);
	for (unsigned i = 0; i < DIFF_LAYOUT_PARTS; i++)
		fprintf(to, "%15s  %s\n",
			diff_signed(diff_layout_part(l, i)).text,
			diff_layout_text(i));
}

/* The answer, as the page has it on top. */
static void print_verdict(FILE *to, const struct diff *d,
			  const struct diff_print *how)
{
	const struct diff_row *row = diff_verdict(d);
	struct diff_cells cells;

	if (!row)
		return;
	cells = diff_cells(row);
	fprintf(to, "Cycles: %s before, %s after, %s: %s%s%s\n",
		cells.before.text, cells.after.text, cells.change,
		style(how, row->word), diff_row_word(row),
		plain(how, row->word));
}

void diff_text(FILE *to, const struct diff *d, const struct diff_print *how)
{
	char *text;

	print_side(to, "before", &d->side[DIFF_BEFORE]);
	print_side(to, "after", &d->side[DIFF_AFTER]);
	print_verdict(to, d, how);
	fputc('\n', to);
	print_rows(to, d, how);
	print_why(to, d);
	print_layout(to, d);
	fputc('\n', to);
	for (unsigned i = 0; (text = diff_remark(d, how, i)); i++) {
		if (*text)
			wrap_print(to, text, 0, 2, WIDTH);
		free(text);
	}
}

/* A bar would end a cell, and a backquote the code. */
static void markdown_name(FILE *to, const char *name, const char *behind)
{
	fputs("| `", to);
	for (; *name; name++)
		if (*name == '|')
			fputs("\\|", to);
		else
			fputc(*name == '`' ? '\'' : *name, to);
	fprintf(to, "`%s |", behind);
}

static void markdown_row(FILE *to, const struct diff_row *row)
{
	struct diff_cells cells = { .spread = "" };
	bool bold = row->word == DIFF_BETTER || row->word == DIFF_WORSE;

	if (row->valued)
		cells = diff_cells(row);
	markdown_name(to, row->name, diff_is_users(row) ? " (the user's)" : "");
	fprintf(to, " %s | %s | %s | %s | %s%s%s |\n", cells.before.text,
		cells.after.text, cells.change, cells.spread, bold ? "**" : "",
		diff_row_word(row), bold ? "**" : "");
}

static void markdown_why(FILE *to, const struct diff *d)
{
	if (!d->cycles || !d->parts)
		return;
	fprintf(to, "\n%s cycles:\n", diff_signed(cycles_more(d)).text);
	for (unsigned i = 0; i < d->parts; i++) {
		const struct diff_part *part = &d->part[i];
		const char *heading = diff_part_heading(d, i);

		if (heading)
			fprintf(to, "\n%s:\n\n", heading);
		fprintf(to, "- %s", diff_signed(part->change).text);
		if (part->kind != PART_OCCURRENCE)
			fprintf(to, " (%.1f %%)",
				100 * part->change / cycles_more(d));
		fprintf(to, " %s%s%s\n", diff_part_name(part),
			*diff_part_name(part) ? ", " : "",
			diff_part_text(part, cycles_more(d) > 0));
	}
}

static void markdown_layout(FILE *to, const struct diff *d)
{
	const struct diff_layout *l = &d->layout;

	if (!l->known)
		return;
	fprintf(to, "\n%s cycles as linked:\n\n",
		diff_signed(l->after - l->before).text);
	for (unsigned i = 0; i < DIFF_LAYOUT_PARTS; i++)
		fprintf(to, "- %s %s\n",
			diff_signed(diff_layout_part(l, i)).text,
			diff_layout_text(i));
}

void diff_markdown(FILE *to, const struct diff *d, const struct diff_print *how)
{
	static const char *const names[] = { "before", "after" };
	const struct diff_row *last = NULL;
	const struct diff_row *cycles = diff_verdict(d);
	char *text;

	for (unsigned s = 0; s < DIFF_SIDES; s++) {
		text = diff_side_text(&d->side[s]);
		fprintf(to, "- %s: %s\n", names[s], text ? text : "");
		free(text);
	}
	if (cycles) {
		const struct diff_cells cells = diff_cells(cycles);

		fprintf(to, "\nCycles: %s before, %s after, %s: **%s**\n",
			cells.before.text, cells.after.text, cells.change,
			diff_row_word(cycles));
	}
	fputs("\n| | before | after | change | 95 % | |\n"
	      "|---|--:|--:|--:|--:|---|\n",
	      to);
	for (unsigned i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];

		if (!how->all && diff_is_quiet(row))
			continue;
		if (diff_begins_region(row, last)) {
			text = diff_region_text(d, row);
			markdown_name(to, text ? text : "", "");
			fputs(" | | | | |\n", to);
			free(text);
		}
		markdown_row(to, row);
		last = row;
	}
	markdown_why(to, d);
	markdown_layout(to, d);
	for (unsigned i = 0; (text = diff_remark(d, how, i)); i++) {
		if (*text)
			fprintf(to, "\n%s.\n", text);
		free(text);
	}
}
