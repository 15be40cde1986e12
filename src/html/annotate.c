/* SPDX-License-Identifier: MIT */
/*
 * A function of a profile beside its source: a row for each line with its
 * instructions below it, and one for each of these.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "html/inner.h"
#include "html/profile.h"

static const char by_line[] = "line by line";

struct writer {
	FILE *to;
	const struct annotation *a;
	struct html_columns c;
	uint64_t *cost; /* of a line, while it is summed up */
};

/* A line that was not carried out has empty cells. */
static void put_costs(const struct writer *w, const uint64_t *cost)
{
	fputs("</code></th>", w->to);
	if (cost) {
		html_costs(w->to, w->a->sample, &w->c, cost);
		return;
	}
	fprintf(w->to, "<td colspan=\"%u\"></td></tr>\n",
		html_columns_cells(&w->c));
}

static void put_line(const struct writer *w, uint32_t source, uint32_t line)
{
	const struct annotate_source *s = &w->a->source[source];

	fprintf(w->to,
		"<tr><th scope=\"row\"><code>%" PRIu32 " <span class=\"code\">",
		line);
	if (line <= s->lines)
		xml_text(w->to, s->text[line - 1]);
	fputs("</span>", w->to);
	put_costs(w, annotate_line_cost(w->a, source, line, w->cost));
}

static void put_insn(const struct writer *w, const struct annotate_insn *i)
{
	fprintf(w->to,
		"<tr><th scope=\"row\"><code class=\"small\">%" PRIx64
		"%s <span class=\"code\">",
		i->addr, i->other ? "*" : "");
	xml_text(w->to, i->text);
	if (i->leads_to) {
		fputs(" &lt;", w->to);
		xml_text(w->to, i->leads_to);
		fputs("&gt;", w->to);
	}
	if (i->inlined) {
		fputs(" (", w->to);
		xml_text(w->to, i->inlined);
		fputs(")", w->to);
	}
	fputs("</span>", w->to);
	put_costs(w, annotate_cost(w->a, i));
}

static void put_insns(const struct writer *w, uint32_t source, uint32_t line)
{
	for (size_t k = 0; k < w->a->insns; k++)
		if (annotate_belongs(&w->a->insn[k], source, line))
			put_insn(w, &w->a->insn[k]);
}

static bool begin(const struct writer *w, const char *how, const char *where,
		  const char *why)
{
	char *text = NULL;
	size_t size;
	FILE *what = memory_stream(&text, &size);

	if (!what)
		return false;
	fprintf(what, "%s, %s%s%s%s%s",
		w->a->sample->function[w->a->function].name, how,
		*where ? ": " : "", where, *why ? ": " : "", why);
	if (memory_stream_end(what, &text)) {
		free(text);
		return false;
	}
	fputs("<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
	      "aria-label=\"lines and instructions\">\n",
	      w->to);
	html_costs_begin(w->to, w->a->sample, &w->c, text);
	free(text);
	return true;
}

static void end(const struct writer *w)
{
	fputs("</tbody></table></div>\n", w->to);
}

static bool put_source(const struct writer *w, uint32_t source)
{
	const struct annotate_source *s = &w->a->source[source];

	if (!begin(w, by_line, text_base_name(s->name), s->lines ? "" : s->why))
		return false;
	for (uint32_t line = annotate_next_line(w->a, source, 0); line;
	     line = annotate_next_line(w->a, source, line)) {
		put_line(w, source, line);
		put_insns(w, source, line);
	}
	end(w);
	return true;
}

bool html_disassembly(FILE *to, const struct annotation *a)
{
	struct writer w = { .to = to, .a = a };

	do {
		w.c = html_columns(a->sample, w.c.more ? &w.c : NULL);
		if (!begin(&w, "instruction by instruction", "",
			   "its source is not read"))
			return false;
		for (size_t k = 0; k < a->insns; k++)
			put_insn(&w, &a->insn[k]);
		end(&w);
	} while (w.c.more);
	return true;
}

/* Instructions of which no line is known. */
static bool put_others(const struct writer *w)
{
	bool any = false;

	for (size_t k = 0; k < w->a->insns; k++)
		any = any || w->a->insn[k].source == SAMPLE_NONE;
	if (!any)
		return true;
	if (!begin(w, by_line, "", w->a->sources ? "no line is known" : ""))
		return false;
	put_insns(w, SAMPLE_NONE, 0);
	end(w);
	return true;
}

static bool put_all(const struct writer *w)
{
	for (uint32_t i = 0; i < w->a->sources; i++)
		if (!put_source(w, i))
			return false;
	return put_others(w);
}

bool html_annotation(FILE *to, const struct annotation *a)
{
	struct writer w = { to, a, html_columns(a->sample, NULL),
			    calloc(a->sample->columns, sizeof *w.cost) };
	bool good = w.cost && put_all(&w), newer = false, all = true;

	while (good && w.c.more) {
		w.c = html_columns(a->sample, &w.c);
		good = put_all(&w);
	}
	for (uint32_t i = 0; i < a->sources; i++) {
		newer = newer || a->source[i].newer;
		all = all && a->source[i].lines;
	}
	fputs("<p class=\"small soft\">What the function calls is not in it. "
	      "(NAME): of that function, which is inlined here. *: carried out "
	      "there, where the program&#39;s file has something else.",
	      to);
	if (newer)
		fputs(" A source is newer than the program: its lines may be "
		      "other ones by now.",
		      to);
	fputs("</p>\n", to);
	if (!all)
		source_lines_cure(to);
	free(w.cost);
	return good;
}
