/* SPDX-License-Identifier: MIT */
/* A function of a profile beside its source.  See annotate.h. */
#include "report/annotate.h"
#include "option/machine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"
#include "base/wrap.h"
#include "report/columns.h"
#include "report/numbers.h"

enum {
	WIDTH = 79,
	WHERE = 42, /* columns of source and instructions, at least */
	NEAR = 3,   /* lines without instructions that are shown in between */
};

struct writer {
	FILE *to;
	const struct annotation *a;
	struct columns c;
	uint64_t *cost; /* of a line, while it is summed up */
};

/* Of an instruction or a line that was not carried out: nothing. */
static void print_numbers(const struct writer *w, const uint64_t *cost)
{
	if (cost)
		columns_numbers(w->to, w->a->sample, &w->c, cost);
	else
		fprintf(w->to, "%*s", w->c.used, "");
}

static int print_insn(const struct writer *w, const struct annotate_insn *i)
{
	int used;

	print_numbers(w, annotate_cost(w->a, i));
	used = fprintf(w->to, "%8" PRIx64 ":%c %s", i->addr,
		       i->other ? '*' : ' ', i->text);
	if (i->leads_to) {
		fputs(" <", w->to);
		text_print(w->to, i->leads_to);
		used += fprintf(w->to, ">") + 2 + (int)strlen(i->leads_to);
	}
	if (i->inlined &&
	    w->c.used + used + 4 + (int)strlen(i->inlined) <= WIDTH) {
		fputs("  (", w->to);
		text_print(w->to, i->inlined);
		used += fprintf(w->to, ")") + 3 + (int)strlen(i->inlined);
	}
	return used;
}

/* ---- by lines ------------------------------------------------------------ */

/* As many characters as there is room for; a line of a source is no table. */
static void print_text(const struct writer *w, const char *text, int room)
{
	int used = 0;

	for (; *text; text++) {
		const bool first = (*text & 0xc0) != 0x80;

		if (first && used == room)
			break;
		used += first;
		fputc(*text, w->to);
	}
}

/* Is the instruction of that line?  Line 0: of any of the source. */
static void print_line(const struct writer *w, uint32_t source, uint32_t line)
{
	const struct annotate_source *s = &w->a->source[source];

	print_numbers(w, annotate_line_cost(w->a, source, line, w->cost));
	fprintf(w->to, "%5" PRIu32 "  ", line);
	if (line <= s->lines)
		print_text(w, s->text[line - 1], WIDTH - w->c.used - 7);
	fputc('\n', w->to);
}

static void print_insns(const struct writer *w, uint32_t source, uint32_t line)
{
	for (size_t k = 0; k < w->a->insns; k++)
		if (annotate_belongs(&w->a->insn[k], source, line)) {
			print_insn(w, &w->a->insn[k]);
			fputc('\n', w->to);
		}
}

static void print_head(const struct writer *w, uint32_t source)
{
	const struct annotate_source *s = &w->a->source[source];

	fprintf(w->to, "%*s", w->c.used, "");
	text_print(w->to, text_base_name(s->name));
	if (!s->lines)
		fprintf(w->to, ": %s", s->why);
	fputc('\n', w->to);
}

static void print_source(const struct writer *w, uint32_t source)
{
	uint32_t before = 0, line;

	print_head(w, source);
	for (line = annotate_next_line(w->a, source, 0); line;
	     line = annotate_next_line(w->a, source, line)) {
		if (before && line - before > NEAR + 1)
			fprintf(w->to, "%*s  ...\n", w->c.used, "");
		else if (before && w->a->source[source].lines)
			while (++before < line)
				print_line(w, source, before);
		before = line;
		print_line(w, source, line);
		print_insns(w, source, line);
	}
}

static void print_sources(const struct writer *w)
{
	for (uint32_t i = 0; i < w->a->sources; i++)
		print_source(w, i);
	for (size_t k = 0; k < w->a->insns; k++)
		if (w->a->insn[k].source == SAMPLE_NONE) {
			if (w->a->sources)
				fprintf(w->to, "%*s(no line is known)\n",
					w->c.used, "");
			print_insns(w, SAMPLE_NONE, 0);
			return;
		}
}

/* ---- by addresses -------------------------------------------------------- */

static void print_assembly(const struct writer *w)
{
	const struct annotate_insn *before = NULL;

	for (size_t k = 0; k < w->a->insns; k++) {
		const struct annotate_insn *i = &w->a->insn[k];
		int used = w->c.used + print_insn(w, i);

		if (i->source != SAMPLE_NONE &&
		    (!before ||
		     !annotate_belongs(i, before->source, before->line))) {
			if (used < WIDTH - 16)
				fprintf(w->to, "%*s", WIDTH - 16 - used, "");
			fputs("  ", w->to);
			text_print(
				w->to,
				text_base_name(w->a->source[i->source].name));
			fprintf(w->to, ":%" PRIu32, i->line);
		}
		fputc('\n', w->to);
		before = i;
	}
}

/* ---- both ---------------------------------------------------------------- */

static void print_title(const struct writer *w)
{
	const struct sample *s = w->a->sample;
	const char *what_if = machine_what_if(s->title);

	text_print(w->to, text_base_name(s->program));
	fprintf(w->to, " on %s, %s%s%s%s\n", s->target, s->monitors,
		sample_is_simulated(s) ? ", simulated" : "",
		what_if ? ", " : "", what_if ? what_if : "");
	text_print(w->to, s->function[w->a->function].name);
	fprintf(w->to, ": where %s went\n\n", s->column[0].name);
}

static void note(FILE *to, const char *text)
{
	fputs("  ", to);
	wrap_print(to, text, 2, 2, WIDTH + 1);
}

static void print_foot(const struct writer *w)
{
	bool other = false, newer = false, missing = false, inlined = false;
	char text[96];

	for (size_t k = 0; k < w->a->insns; k++) {
		other = other || w->a->insn[k].other;
		inlined = inlined || w->a->insn[k].inlined;
	}
	for (uint32_t i = 0; i < w->a->sources; i++) {
		newer = newer || w->a->source[i].newer;
		missing = missing || !w->a->source[i].lines;
	}
	note(w->to, "Shares are of this function; what it calls is not in it.");
	if (inlined)
		note(w->to, "(NAME): of that function, which is inlined here.");
	if (other)
		note(w->to, "*: carried out there, where the program's file "
			    "has something else.");
	if (columns_users(w->a->sample))
		note(w->to, users_legend);
	if (newer)
		note(w->to, "A source is newer than the program: its lines "
			    "may be other ones by now.");
	if (missing)
		note(w->to, "Sources are read below the current folder, the "
			    "program's and --source FOLDER.");
	if (w->c.left_out) {
		snprintf(text, sizeof text,
			 "%u more column%s, for which there is no room here: "
			 "--csv has all.",
			 w->c.left_out, w->c.left_out == 1 ? "" : "s");
		note(w->to, text);
	}
}

static void print_table(const struct writer *w, bool assembly)
{
	columns_heading(w->to, w->a->sample, &w->c);
	fputs(assembly ? "instruction\n" : "line\n", w->to);
	if (assembly)
		print_assembly(w);
	else
		print_sources(w);
	print_numbers(w, w->a->total);
	fputs("all\n\n", w->to);
}

bool report_annotate_text(FILE *to, const struct annotation *a, bool assembly)
{
	const struct sample *s = a->sample;
	struct writer w = {
		.to = to,
		.a = a,
		.c = columns_choose(s, a->total, WIDTH - WHERE, NULL),
		.cost = calloc(s->columns, sizeof *w.cost),
	};

	if (!w.cost)
		return false;
	print_title(&w);
	for (bool more = true; more;) {
		more = w.c.more;
		w.c.sparse = true;
		print_table(&w, assembly);
		if (more)
			w.c = columns_choose(s, a->total, WIDTH - WHERE, &w.c);
	}
	print_foot(&w);
	free(w.cost);
	return true;
}

/* ---- CSV ----------------------------------------------------------------- */

static void csv_insn(FILE *to, const struct annotation *a,
		     const struct annotate_insn *i)
{
	const struct sample *s = a->sample;
	const uint64_t *cost = annotate_cost(a, i);
	double value;

	csv_text(to, s->function[a->function].name);
	fputc(',', to);
	if (i->source != SAMPLE_NONE) {
		csv_text(to, a->source[i->source].name);
		fprintf(to, ",%" PRIu32, i->line);
	} else {
		fputc(',', to);
	}
	fprintf(to, ",0x%08" PRIx64 ",0x%08" PRIx32 ",", i->addr, i->word);
	csv_text(to, i->text);
	fprintf(to, ",%" PRIu64,
		i->place == SAMPLE_NONE ? 0 : s->place[i->place].count);
	for (unsigned k = 0; k < s->columns; k++)
		fprintf(to, ",%" PRIu64, cost ? cost[k] : 0);
	for (unsigned k = 0; k < s->metrics; k++) {
		fputc(',', to);
		if (cost && sample_value(s, k, cost, &value))
			fprintf(to, "%.15g", value);
	}
	fputc(',', to);
	if (i->inlined)
		csv_text(to, i->inlined);
	fputs("\r\n", to);
}

void report_annotate_csv(FILE *to, const struct annotation *a)
{
	columns_csv(to, a->sample,
		    "function,file,line,address,word,instruction,count");
	fputs(",inlined\r\n", to);
	for (size_t k = 0; k < a->insns; k++)
		csv_insn(to, a, &a->insn[k]);
}
