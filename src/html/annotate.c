/* SPDX-License-Identifier: MIT */
/*
 * A function of a profile beside its source: a row for each line with its
 * instructions below it, and one for each of these.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "html/inner.h"
#include "html/profile.h"

struct writer {
	FILE *to;
	const struct annotation *a;
	const struct html_columns *c;
	uint64_t *cost; /* of a line, while it is summed up */
};

static bool belongs(const struct annotate_insn *i, uint32_t source,
		    uint32_t line)
{
	return i->source == source &&
	       (source == SAMPLE_NONE || i->line == line);
}

static const uint64_t *cost_of(const struct annotation *a,
			       const struct annotate_insn *i)
{
	const struct sample *s = a->sample;

	return i->place == SAMPLE_NONE
		       ? NULL
		       : sample_cost(s, s->place_cost, i->place);
}

/* What was not carried out has empty cells. */
static void put_costs(const struct writer *w, const uint64_t *cost)
{
	const unsigned cells = w->c->events + w->c->metrics + 1;

	fputs("</code></th>", w->to);
	if (cost) {
		html_costs(w->to, w->a->sample, w->c, cost);
		return;
	}
	fprintf(w->to, "<td colspan=\"%u\"></td></tr>\n", cells);
}

static void put_line(const struct writer *w, uint32_t source, uint32_t line)
{
	const struct annotate_source *s = &w->a->source[source];
	const unsigned columns = w->a->sample->columns;
	bool any = false;

	for (unsigned n = 0; n < columns; n++)
		w->cost[n] = 0;
	for (size_t k = 0; k < w->a->insns; k++) {
		const uint64_t *cost = cost_of(w->a, &w->a->insn[k]);

		if (!cost || !belongs(&w->a->insn[k], source, line))
			continue;
		any = true;
		for (unsigned n = 0; n < columns; n++)
			w->cost[n] += cost[n];
	}
	fprintf(w->to,
		"<tr><th scope=\"row\"><code>%" PRIu32 " <span class=\"code\">",
		line);
	if (line <= s->lines && source_is_one(s->name))
		xml_text(w->to, s->text[line - 1]);
	fputs("</span>", w->to);
	put_costs(w, any ? w->cost : NULL);
}

static void put_insn(const struct writer *w, const struct annotate_insn *i)
{
	fprintf(w->to,
		"<tr><th scope=\"row\"><code class=\"small\">%" PRIx32
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
	put_costs(w, cost_of(w->a, i));
}

static void put_insns(const struct writer *w, uint32_t source, uint32_t line)
{
	for (size_t k = 0; k < w->a->insns; k++)
		if (belongs(&w->a->insn[k], source, line))
			put_insn(w, &w->a->insn[k]);
}

/* The first line behind `after` that has instructions; 0: none has. */
static uint32_t next_line(const struct writer *w, uint32_t source,
			  uint32_t after)
{
	uint32_t next = 0;

	for (size_t k = 0; k < w->a->insns; k++) {
		const struct annotate_insn *i = &w->a->insn[k];

		if (i->source == source && i->line > after &&
		    (!next || i->line < next))
			next = i->line;
	}
	return next;
}

static bool begin(const struct writer *w, const char *where, const char *why)
{
	char *text = NULL;
	size_t size;
	FILE *what = open_memstream(&text, &size);

	if (!what)
		return false;
	fprintf(what, "%s, line by line%s%s%s%s",
		w->a->sample->function[w->a->function].name, *where ? ": " : "",
		where, *why ? ": " : "", why);
	if (fclose(what)) {
		free(text);
		return false;
	}
	fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
	      "aria-labelledby=\"source\">\n",
	      w->to);
	html_costs_begin(w->to, w->a->sample, w->c, text);
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

	if (!begin(w, html_base_name(s->name), s->lines ? "" : s->why))
		return false;
	for (uint32_t line = next_line(w, source, 0); line;
	     line = next_line(w, source, line)) {
		put_line(w, source, line);
		put_insns(w, source, line);
	}
	end(w);
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
	if (!begin(w, "", w->a->sources ? "no line is known" : ""))
		return false;
	put_insns(w, SAMPLE_NONE, 0);
	end(w);
	return true;
}

bool html_annotation(FILE *to, const struct annotation *a,
		     const struct html_columns *c)
{
	const struct writer w = { to, a, c,
				  calloc(a->sample->columns, sizeof *w.cost) };
	bool good = w.cost;

	for (uint32_t i = 0; good && i < a->sources; i++)
		good = put_source(&w, i);
	good = good && put_others(&w);
	fputs("<p class=\"small soft\">What the function calls is not in it. "
	      "(NAME): of that function, which is inlined here. *: carried out "
	      "there, where the program&#39;s file has something else.</p>\n",
	      to);
	free(w.cost);
	return good;
}
