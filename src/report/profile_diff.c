/* SPDX-License-Identifier: MIT */
/* Two profiles by function, for people: text, and Markdown. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "report/profile_diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/text.h"
#include "base/wrap.h"
#include "report/diff_words.h"

enum { WIDTH = 80, MOST = 20, INDENT = 8 };

static const char *const sides[] = { "before", "after" };

struct profile_change profile_diff_change(uint64_t before, uint64_t after)
{
	struct profile_change c;

	if (before == after)
		snprintf(c.text, sizeof c.text, "0");
	else if (!before)
		snprintf(c.text, sizeof c.text, "from 0");
	else
		snprintf(c.text, sizeof c.text, "%+.2f %%",
			 100 * ((double)after / (double)before - 1));
	return c;
}

struct profile_change profile_diff_row(const struct sample_change *row,
				       unsigned column)
{
	if (!row->there[SAMPLE_BEFORE])
		return (struct profile_change){ "new" };
	if (!row->there[SAMPLE_AFTER])
		return (struct profile_change){ "gone" };
	return profile_diff_change(row->cost[SAMPLE_BEFORE][column],
				   row->cost[SAMPLE_AFTER][column]);
}

bool profile_diff_shown(const struct sample_diff *d, unsigned column)
{
	const struct sample *s = d->side[SAMPLE_BEFORE];

	return column == 0 || s->column[d->column[SAMPLE_BEFORE][column]].asked;
}

/* ---- the rows in order --------------------------------------------------- */

struct order {
	const struct sample_diff *d;
	unsigned column;
};

static uint64_t distance(const struct sample_change *row, unsigned column)
{
	uint64_t a = row->cost[SAMPLE_BEFORE][column];
	uint64_t b = row->cost[SAMPLE_AFTER][column];

	return a > b ? a - b : b - a;
}

static int by_change(const void *x, const void *y, void *ctx)
{
	const struct order *o = ctx;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	uint64_t a = distance(&o->d->row[i], o->column);
	uint64_t b = distance(&o->d->row[k], o->column);

	if (a != b)
		return a < b ? 1 : -1;
	return i < k ? -1 : i > k;
}

uint32_t *profile_diff_order(const struct sample_diff *d, unsigned column,
			     bool all, uint32_t *shown)
{
	struct order o = { d, column };
	uint32_t *order = calloc((size_t)d->rows + 1, sizeof *order);

	*shown = 0;
	if (!order)
		return NULL;
	for (uint32_t i = 0; i < d->rows; i++)
		order[i] = i;
	qsort_r(order, d->rows, sizeof *order, by_change, &o);
	while (*shown < d->rows &&
	       (all ||
		(*shown < MOST && distance(&d->row[order[*shown]], column))))
		++*shown;
	return order;
}

/* ---- text ---------------------------------------------------------------- */

static void print_side(FILE *to, const char *name, const struct sample *s)
{
	char *line = NULL;

	fprintf(to, "%-*s", INDENT, name);
	if (asprintf(&line, "%s %.12s on %s, %s", text_base_name(s->program),
		     s->sha256 ? s->sha256 : "", s->target, s->monitors) < 0)
		return;
	wrap_print(to, text_clean(line), INDENT, INDENT, WIDTH);
	free(line);
}

static void print_cost(FILE *to, bool there, uint64_t cost)
{
	fprintf(to, "%13s", there ? digits_grouped(cost).text : "-");
}

static void print_row(FILE *to, const struct sample_change *row,
		      unsigned column)
{
	char *name = text_cleaned(row->name);

	for (unsigned s = 0; s < SAMPLE_SIDES; s++)
		print_cost(to, row->there[s], row->cost[s][column]);
	fprintf(to, "%12s  %s%s%s\n", profile_diff_row(row, column).text,
		row->cause ? "(" : "", name ? name : "?",
		row->cause ? ")" : "");
	free(name);
}

static const char *event_name(const struct sample_diff *d, unsigned column)
{
	return d->side[0]->column[d->column[0][column]].name;
}

static bool print_event(FILE *to, const struct sample_diff *d, unsigned column,
			bool all)
{
	uint32_t shown;
	uint32_t *order = profile_diff_order(d, column, all, &shown);
	uint64_t before = sample_diff_total(d, 0, column);
	uint64_t after = sample_diff_total(d, 1, column);

	if (!order)
		return false;
	fprintf(to, "\n%s\n%13s%13s%12s  function\n", event_name(d, column),
		"before", "after", "change");
	for (uint32_t i = 0; i < shown; i++)
		print_row(to, &d->row[order[i]], column);
	print_cost(to, true, before);
	print_cost(to, true, after);
	fprintf(to, "%12s  all\n", profile_diff_change(before, after).text);
	free(order);
	return true;
}

bool profile_diff_same_program(const struct sample_diff *d)
{
	const char *before = d->side[SAMPLE_BEFORE]->sha256;
	const char *after = d->side[SAMPLE_AFTER]->sha256;

	return before && after && *before && strcmp(before, after) == 0;
}

/* Remarks below the rows: one sentence after another; NULL: no more. */
static const char *remark(const struct sample_diff *d,
			  const struct profile_diff_print *how, unsigned index)
{
	static const char *const said[] = {
		"functions are matched by name; what was left out has no "
		"change, or the least, and --all has it",
		"one run of each: what differs by chance is not told apart",
	};

	if (profile_diff_same_program(d) && index-- == 0)
		return diff_one_program;
	return index + how->all < 2 ? said[index + how->all] : NULL;
}

bool profile_diff_text(FILE *to, const struct sample_diff *d,
		       const struct profile_diff_print *how)
{
	const char *text;

	for (unsigned s = 0; s < SAMPLE_SIDES; s++)
		print_side(to, sides[s], d->side[s]);
	for (unsigned i = 0; i < d->columns; i++)
		if (profile_diff_shown(d, i) &&
		    !print_event(to, d, i, how->all))
			return false;
	fputc('\n', to);
	if (*how->forced) {
		fputs("compared by --force, though they differ: ", to);
		wrap_print(to, how->forced, 41, 2, WIDTH);
	}
	for (unsigned i = 0; (text = remark(d, how, i)); i++)
		wrap_print(to, text, 0, 2, WIDTH);
	return true;
}

/* ---- Markdown ------------------------------------------------------------ */

/* A bar would end a cell, and a backquote the code. */
static void markdown_name(FILE *to, const char *text)
{
	char *name = text_cleaned(text);

	fputs("| `", to);
	for (const char *c = name ? name : "?"; *c; c++)
		if (*c == '|')
			fputs("\\|", to);
		else
			fputc(*c == '`' ? '\'' : *c, to);
	fputs("` |", to);
	free(name);
}

static void markdown_row(FILE *to, const struct sample_change *row,
			 unsigned column)
{
	markdown_name(to, row->name);
	for (unsigned s = 0; s < SAMPLE_SIDES; s++)
		fprintf(to, " %s |",
			row->there[s]
				? digits_grouped(row->cost[s][column]).text
				: "");
	fprintf(to, " %s |\n", profile_diff_row(row, column).text);
}

static bool markdown_event(FILE *to, const struct sample_diff *d,
			   unsigned column, bool all)
{
	uint32_t shown;
	uint32_t *order = profile_diff_order(d, column, all, &shown);
	uint64_t before = sample_diff_total(d, 0, column);
	uint64_t after = sample_diff_total(d, 1, column);

	if (!order)
		return false;
	fprintf(to, "\n| %s | before | after | change |\n|---|--:|--:|--:|\n",
		event_name(d, column));
	for (uint32_t i = 0; i < shown; i++)
		markdown_row(to, &d->row[order[i]], column);
	fprintf(to, "| all | %s |", digits_grouped(before).text);
	fprintf(to, " %s | %s |\n", digits_grouped(after).text,
		profile_diff_change(before, after).text);
	free(order);
	return true;
}

bool profile_diff_markdown(FILE *to, const struct sample_diff *d,
			   const struct profile_diff_print *how)
{
	const char *text;

	for (unsigned s = 0; s < SAMPLE_SIDES; s++) {
		const struct sample *of = d->side[s];
		char *name = text_cleaned(text_base_name(of->program));

		fprintf(to, "- %s: %s %.12s on %s, %s\n", sides[s],
			name ? name : "?", of->sha256 ? of->sha256 : "",
			of->target, of->monitors);
		free(name);
	}
	for (unsigned i = 0; i < d->columns; i++)
		if (profile_diff_shown(d, i) &&
		    !markdown_event(to, d, i, how->all))
			return false;
	if (*how->forced)
		fprintf(to, "\ncompared by --force, though they differ: %s.\n",
			how->forced);
	for (unsigned i = 0; (text = remark(d, how, i)); i++)
		fprintf(to, "\n%s.\n", text);
	return true;
}
