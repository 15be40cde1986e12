/* SPDX-License-Identifier: MIT */
/*
 * Findings of `tally why` on a board, for people and as members of a document:
 * a cause each, with its place, what a run without it took, and a remedy.
 */
#include "report/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/text.h"
#include "base/wrap.h"
#include "report/inner.h"

enum { WIDTH = 80, TEXT = 512 };

/* "-27 %", "-3.1 %", "+0.2 %" */
static struct said change(double by)
{
	struct said s;

	snprintf(s.text, sizeof s.text,
		 fabs(by) < 0.0995 ? "%+.1f %%" : "%+.0f %%", 100 * by);
	return s;
}

static void append(char *text, const char *more)
{
	const size_t used = strlen(text);

	snprintf(text + used, TEXT - used, "%s", more);
}

/* "12 % wait for data from memory, 68 % of it at quicksort sort.c:40" */
static void say_place(const struct why_finding *f, char *text)
{
	append(text, said_share(f->row.share).text);
	append(text, " ");
	append(text, stack_found(&f->row));
	if (!f->place[0])
		return;
	append(text, ", at ");
	append(text, f->place);
	append(text, " (");
	append(text, said_share(f->here).text);
	append(text, " of it)");
	if (f->maker[0]) {
		append(text, ", waiting for ");
		append(text, f->maker);
	}
	if (f->caller[0]) {
		append(text, ", for ");
		append(text, f->caller);
	}
}

/* "; without them -11 %, without those there -8.1 %, run" */
static void say_trial(const struct why_finding *f, char *text)
{
	if (!f->tried)
		return;
	append(text, "; without them ");
	append(text, change(f->without).text);
	if (f->tried_here) {
		append(text, ", without those there ");
		append(text, change(f->without_here).text);
	}
	append(text, ", run");
}

static void print_wrapped(FILE *to, const char *text, int indent, int more)
{
	char *clean = text_cleaned(text);

	fprintf(to, "%*s", indent, "");
	if (clean)
		wrap_print(to, clean, indent, indent + more, WIDTH);
	free(clean);
}

void findings_print(FILE *to, const struct why *w, unsigned which)
{
	const struct why_finding *f = &w->finding[which];
	char text[TEXT] = "";

	say_place(f, text);
	say_trial(f, text);
	print_wrapped(to, text, 2, 2);
	if (f->row.cause)
		print_wrapped(to, f->row.cause->advice, 6, 0);
}

void findings_print_pair(FILE *to, const struct why *w)
{
	const struct why_pair *p = &w->pair;
	const struct why_finding *a = &w->finding[p->finding[0]];
	const struct why_finding *b = &w->finding[p->finding[1]];
	const double apart = a->without + b->without;
	char text[TEXT];

	if (!p->tried || fabs(p->without - apart) < WHY_OVERLAP_FROM)
		return;
	snprintf(text, sizeof text,
		 "without both %.40s and %.40s %s, run (%s and %s alone)",
		 a->row.name, b->row.name, change(p->without).text,
		 change(a->without).text, change(b->without).text);
	print_wrapped(to, text, 2, 2);
}

static double relative(uint64_t before, uint64_t now)
{
	return before ? (double)now / (double)before - 1 : 0;
}

static uint64_t cycles_of(const struct stack *s, const char *name)
{
	for (unsigned i = 0; i < s->rows; i++)
		if (strcmp(s->row[i].name, name) == 0)
			return s->row[i].cycles;
	return 0;
}

void findings_print_against(FILE *to, const struct why *w)
{
	const struct why_against *old = &w->against;
	char text[TEXT];
	struct stack s;

	if (!old->cycles || !stack_of(w->first, &s))
		return;
	snprintf(text, sizeof text,
		 "against %.200s: %s cycles before, %s now (%s)", old->file,
		 digits_grouped(old->cycles).text,
		 digits_grouped(s.cycles).text,
		 change(relative(old->cycles, s.cycles)).text);
	print_wrapped(to, text, 0, 4);
	for (unsigned i = 0; i < old->rows; i++) {
		const uint64_t was = old->row[i].cycles;
		const uint64_t is = cycles_of(&s, old->row[i].cause->name);

		fprintf(to, "  %-16s %15s -> %15s  %s\n",
			old->row[i].cause->name, digits_grouped(was).text,
			digits_grouped(is).text,
			was ? change(relative(was, is)).text : "");
	}
}

static json_t *text_or_null(const char *text)
{
	return text[0] ? json_string(text) : json_null();
}

static json_t *real_or_null(bool known, double value)
{
	return known ? json_real(value) : json_null();
}

json_t *findings_json(const struct why *w)
{
	json_t *rows = json_array();

	for (unsigned i = 0; i < w->findings; i++) {
		const struct why_finding *f = &w->finding[i];
		const struct catalog_cause *c = f->row.cause;
		const bool placed = f->place[0] != '\0';

		json_array_append_new(
			rows,
			json_pack("{s:s, s:I, s:f, s:o, s:o, s:o, s:o, s:o, "
				  "s:o, s:s?, s:s?}",
				  "cause", f->row.name, "cycles",
				  (json_int_t)f->row.cycles, "share",
				  f->row.share, "place", text_or_null(f->place),
				  "share_there", real_or_null(placed, f->here),
				  "waits_for", text_or_null(f->maker), "for",
				  text_or_null(f->caller), "without",
				  real_or_null(f->tried, f->without),
				  "without_there",
				  real_or_null(f->tried_here, f->without_here),
				  "advice", c ? c->advice : NULL,
				  "advice_source", c ? c->source : NULL));
	}
	return rows;
}

json_t *findings_pair_json(const struct why *w)
{
	const struct why_pair *p = &w->pair;

	return p->tried ? json_pack("{s:[ss], s:f}", "causes",
				    w->finding[p->finding[0]].row.name,
				    w->finding[p->finding[1]].row.name,
				    "without", p->without)
			: json_null();
}

json_t *findings_against_json(const struct why *w)
{
	const struct why_against *old = &w->against;
	json_t *rows;
	struct stack s;

	if (!old->cycles || !stack_of(w->first, &s))
		return json_null();
	rows = json_array();
	for (unsigned i = 0; i < old->rows; i++) {
		const char *name = old->row[i].cause->name;

		json_array_append_new(
			rows,
			json_pack("{s:s, s:I, s:I}", "cause", name, "before",
				  (json_int_t)old->row[i].cycles, "now",
				  (json_int_t)cycles_of(&s, name)));
	}
	return json_pack("{s:s, s:I, s:I, s:o}", "file", old->file, "before",
			 (json_int_t)old->cycles, "now", (json_int_t)s.cycles,
			 "rows", rows);
}
