/* SPDX-License-Identifier: MIT */
/*
 * A profile as a table: what happened, and where.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "report/profile.h"
#include "base/memory.h"
#include "option/machine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/digits.h"
#include "base/text.h"
#include "base/wrap.h"
#include "report/columns.h"
#include "report/numbers.h"

enum {
	WIDTH = 79,
	WHERE = 30,  /* columns that the last column has, at least */
	SAMPLES = 9, /* of their number */
};

static const char *const words[] = {
	[SAMPLE_FUNCTIONS] = "function", [SAMPLE_LINES] = "line",
	[SAMPLE_INSNS] = "instruction",  [SAMPLE_FILES] = "file",
	[SAMPLE_INLINED] = "function",   [SAMPLE_TASKS] = "task",
};

/* "matmul.c:8"; NULL: nothing is known, or out of memory. */
static char *line_text(const struct sample *s, const struct sample_row *r)
{
	char *text = NULL;

	if (r->file == SAMPLE_NONE)
		return NULL;
	if (asprintf(&text, r->line ? "%s:%u" : "%s",
		     text_base_name(s->file[r->file]), (unsigned)r->line) < 0)
		return NULL;
	return text_clean(text);
}

/* The function of a row that has one; "hash (inlined)".  NULL: out of memory.
 */
static char *name_text(const struct sample *s, const struct sample_row *r)
{
	char *text = NULL;

	if (r->inlined == SAMPLE_NONE)
		return text_cleaned(s->function[r->function].name);
	if (asprintf(&text, "%s (inlined)", s->inlined[r->inlined]) < 0)
		return NULL;
	return text_clean(text);
}

/* The first of both always, the second where there is room for it. */
static void print_two(FILE *to, const char *first, const char *second, int room)
{
	fputs(first, to);
	if (second && strlen(first) + 2 + strlen(second) <= (size_t)room)
		fprintf(to, "  %s", second);
}

static void print_task(FILE *to, const struct sample *s,
		       const struct sample_row *r)
{
	char *name = r->task == SAMPLE_NONE
			     ? NULL
			     : text_clean(sample_task_text(s, r->task));

	fputs(name ? name : "(nobody knows whose)", to);
	free(name);
}

/* Prints the row's place, in `room` columns if it can be. */
static void print_where(FILE *to, const struct sample *s,
			const struct sample_row *r, enum sample_by by, int room)
{
	char *name = NULL, *line;

	if (r->cause != SAMPLE_NONE) {
		fprintf(to, "(%s)", s->cause[r->cause]);
		return;
	}
	if (by == SAMPLE_TASKS) {
		print_task(to, s, r);
		return;
	}
	line = line_text(s, r);
	if (r->function != SAMPLE_NONE)
		name = name_text(s, r);
	if (by == SAMPLE_INSNS)
		room -= fprintf(to, "0x%08" PRIx64 "  ", r->addr);
	if (by == SAMPLE_FILES)
		fputs(line ? line : "(no line is known)", to);
	else if (by == SAMPLE_LINES && line)
		print_two(to, line, name, room);
	else
		print_two(to, name ? name : "?", line, room);
	free(name);
	free(line);
}

static void print_samples(FILE *to, const struct sample *s, uint64_t samples)
{
	if (s->sampling)
		fprintf(to, "%*s  ", SAMPLES, digits_grouped(samples).text);
}

static bool rows_of(const struct sample *s, const struct profile_view *v,
		    struct sample_table *t)
{
	if (v->callers || v->callees)
		return sample_calls(s, v->of, v->callers, t);
	return sample_rows(s, v->by, v->inclusive, t);
}

static void print_title(FILE *to, const struct sample *s,
			const struct profile_view *v)
{
	char *program = text_cleaned(text_base_name(s->program));
	const char *what_if = machine_what_if(s->title);
	char rest[512];
	const int used = fprintf(to, "%s", program ? program : "?");

	free(program);
	snprintf(rest, sizeof rest, " on %s, %s%s%s%s: where %s went%s",
		 s->target, s->monitors,
		 sample_is_simulated(s) ? ", simulated" : "",
		 what_if ? ", " : "", what_if ? what_if : "", s->column[0].name,
		 s->sampling ? ", sampled" : "");
	wrap_print(to, rest, used, 4, WIDTH + 1);
	if (s->unfinished)
		fputs("until it was stopped: the program did not end\n", to);
	if (s->of_task) {
		fputs("of the samples of task ", to);
		text_print(to, s->of_task);
		fputc('\n', to);
	}
	if (v->inclusive)
		fputs("with all that each function calls\n", to);
	if (v->callers)
		fprintf(to, "calls of %s, by who calls it\n", v->callers);
	if (v->callees)
		fprintf(to, "calls by %s, with all that they do\n", v->callees);
	fputc('\n', to);
}

static void note(FILE *to, const char *text)
{
	fputs("  ", to);
	wrap_print(to, text, 2, 2, WIDTH + 1);
}

/* "Sampled: every 10,000 cycles, about, ..." */
static void print_basis(FILE *to, const struct sample *s)
{
	const struct sample_sampling *how = s->sampling;
	char *text = NULL;
	size_t size;
	FILE *into;

	if (!how) {
		note(to, "Exact: each instruction has what the board's ledger "
			 "gained while it was carried out.");
		return;
	}
	into = memory_stream(&text, &size);
	if (!into)
		return;
	fputs("Sampled: one sample for about every", into);
	for (unsigned i = 0; i < s->columns; i++)
		fprintf(into, "%s %s %s", i ? "," : "",
			digits_grouped(s->column[i].period).text,
			s->column[i].name);
	fprintf(into, "; %s lost.  %s",
		how->lost ? digits_grouped(how->lost).text : "none", how->skid);
	if (!memory_stream_end(into, &text))
		note(to, text_clean(text));
	free(text);
}

static void print_timeline(FILE *to, const struct sample_timeline *t)
{
	char text[256];
	int used = snprintf(text, sizeof text,
			    "Timeline: %u calls and switches of contexts, for "
			    "tally export chrome and perfetto",
			    (unsigned)t->spans);

	if (t->left_out)
		snprintf(text + used, sizeof text - (size_t)used,
			 "; %s more, from cycle %s on, are left out: "
			 "--timeline %llu keeps all.",
			 digits_grouped(t->left_out).text,
			 digits_grouped(t->until).text,
			 (unsigned long long)t->spans + t->left_out);
	else
		snprintf(text + used, sizeof text - (size_t)used,
			 "; all of them.");
	note(to, text);
}

static void print_unfinished(FILE *to, const char *why)
{
	char text[640];

	snprintf(text, sizeof text,
		 "Not whole: %.540s.  What follows that is not counted here.",
		 why);
	note(to, text_clean(text));
}

static void print_foot(FILE *to, const struct sample *s,
		       const struct columns *c, uint32_t hidden)
{
	char text[256];

	if (hidden) {
		snprintf(text, sizeof text,
			 "%u more row%s: --max-rows 0 shows all.",
			 (unsigned)hidden, hidden == 1 ? "" : "s");
		note(to, text);
	}
	if (c->left_out) {
		snprintf(text, sizeof text,
			 "%u more column%s, for which there is no room here: "
			 "--csv has all.",
			 c->left_out, c->left_out == 1 ? "" : "s");
		note(to, text);
	}
	if (s->unfinished)
		print_unfinished(to, s->unfinished);
	if (s->lost_calls || s->full)
		note(to, "More calls or instructions than there is room for: "
			 "who called whom is not all told.");
	if (s->astray) {
		snprintf(text, sizeof text,
			 "%llu returns from exceptions led to where nothing "
			 "was interrupted; what followed is [task].",
			 (unsigned long long)s->astray);
		note(to, text);
	}
	if (s->timeline)
		print_timeline(to, s->timeline);
	if (columns_users(s))
		note(to, users_legend);
	if (s->sketch) {
		snprintf(text, sizeof text, "^ a sketch of cycles: %s.",
			 s->sketch);
		note(to, text);
	}
	if (s->superset)
		note(to, s->superset);
	if (s->unguarded)
		fprintf(to, "  not sandboxed: %s\n", s->unguarded);
}

/* A table of these columns; its rows are those of all. */
static void print_table(FILE *to, const struct sample *s,
			const struct profile_view *v,
			const struct sample_table *t, uint32_t shown,
			const struct columns *c)
{
	const int samples = s->sampling ? SAMPLES + 2 : 0;

	if (samples)
		fprintf(to, "%*s  ", SAMPLES, "samples");
	columns_heading(to, s, c);
	fprintf(to, "%s\n", words[v->by]);
	for (uint32_t i = 0; i < shown; i++) {
		print_samples(to, s, t->row[i].count);
		columns_numbers(to, s, c, t->row[i].cost);
		print_where(to, s, &t->row[i], v->by,
			    WIDTH - samples - c->used);
		if ((v->callers || v->callees) && !s->sampling)
			fprintf(to, "  %s time%s",
				digits_grouped(t->row[i].count).text,
				t->row[i].count == 1 ? "" : "s");
		fputc('\n', to);
	}
	if (s->sampling)
		print_samples(to, s, s->sampling->samples);
	columns_numbers(to, s, c, s->total);
	fputs("all\n\n", to);
}

bool report_profile_text(FILE *to, const struct sample *s,
			 const struct profile_view *v)
{
	const int room = WIDTH - WHERE - (s->sampling ? SAMPLES + 2 : 0);
	struct columns c = columns_choose(s, s->total, room, NULL);
	struct sample_table t;
	uint32_t shown;

	if (!rows_of(s, v, &t))
		return false;
	shown = v->max_rows && v->max_rows < t.rows ? v->max_rows : t.rows;
	print_title(to, s, v);
	print_table(to, s, v, &t, shown, &c);
	while (c.more) {
		c = columns_choose(s, s->total, room, &c);
		print_table(to, s, v, &t, shown, &c);
	}
	print_basis(to, s);
	print_foot(to, s, &c, t.rows - shown);
	sample_table_free(&t);
	return true;
}

/* ---- CSV ----------------------------------------------------------------- */

static void csv_place(FILE *to, const struct sample *s,
		      const struct sample_row *r, enum sample_by by)
{
	char *name;

	if (r->cause != SAMPLE_NONE) {
		csv_text(to, s->cause[r->cause]);
		if (s->sampling)
			fprintf(to, ",,,,,%llu", (unsigned long long)r->count);
		else
			fputs(",,,,,", to);
		return;
	}
	fputc(',', to);
	name = r->function == SAMPLE_NONE ? NULL : name_text(s, r);
	if (name)
		csv_text(to, name);
	free(name);
	fputc(',', to);
	if (r->file != SAMPLE_NONE)
		csv_text(to, s->file[r->file]);
	fputc(',', to);
	if (r->file != SAMPLE_NONE && by != SAMPLE_FILES)
		fprintf(to, "%u", (unsigned)r->line);
	fputc(',', to);
	if (by == SAMPLE_FUNCTIONS || by == SAMPLE_INLINED ||
	    by == SAMPLE_INSNS || s->sampling)
		fprintf(to, "0x%08" PRIx64 ",%llu", r->addr,
			(unsigned long long)r->count);
	else
		fputc(',', to);
}

static void csv_numbers(FILE *to, const struct sample *s, const uint64_t *cost)
{
	const char *what_if = machine_what_if(s->title);
	double value;

	for (unsigned i = 0; i < s->columns; i++)
		fprintf(to, ",%llu", (unsigned long long)cost[i]);
	for (unsigned i = 0; i < s->metrics; i++) {
		fputc(',', to);
		if (sample_value(s, i, cost, &value))
			fprintf(to, "%.15g", value);
	}
	if (what_if) {
		fputc(',', to);
		csv_text(to, what_if);
	}
	fputs("\r\n", to);
}

static void csv_task(FILE *to, const struct sample *s,
		     const struct sample_row *r)
{
	const struct sample_task *t =
		r->task == SAMPLE_NONE ? NULL : &s->task[r->task];

	csv_text(to, r->cause == SAMPLE_NONE ? "" : s->cause[r->cause]);
	fputc(',', to);
	csv_text(to, t && t->name ? t->name : "");
	if (t)
		fprintf(to, ",%llu,%llu", (unsigned long long)t->process,
			(unsigned long long)t->number);
	else
		fputs(",,", to);
	fprintf(to, ",%llu", (unsigned long long)r->count);
}

bool report_profile_csv(FILE *to, const struct sample *s,
			const struct profile_view *v)
{
	const bool tasks = v->by == SAMPLE_TASKS;
	struct sample_table t;

	if (!rows_of(s, v, &t))
		return false;
	columns_csv(to, s,
		    tasks ? "cause,task,process,number,count"
			  : "cause,function,file,line,address,count");
	fputs(machine_what_if(s->title) ? ",what_if\r\n" : "\r\n", to);
	for (uint32_t i = 0; i < t.rows; i++) {
		if (tasks)
			csv_task(to, s, &t.row[i]);
		else
			csv_place(to, s, &t.row[i], v->by);
		csv_numbers(to, s, t.row[i].cost);
	}
	sample_table_free(&t);
	return true;
}
