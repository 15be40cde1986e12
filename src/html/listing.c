/* SPDX-License-Identifier: MIT */
/*
 * Functions of a profile instruction by instruction, for a page's script: a
 * document beside the profile, with the lines of source that they are of.
 */
#include <jansson.h>
#include <stdlib.h>

#include "base/text.h"
#include "html/inner.h"
#include "html/profile.h"

enum { AROUND = 2, LINES = 1000, INSNS = 10000 };

/* Lines of a source from the first to the last that has an instruction, and how
 * many of them are one page's room too many. */
struct extent {
	uint32_t from, end, left;
};

static struct extent extent_of(const struct annotation *a, uint32_t source)
{
	struct extent e = { annotate_next_line(a, source, 0), 0, 0 };

	for (uint32_t line = e.from; line;
	     line = annotate_next_line(a, source, line))
		e.end = line;
	if (!a->source[source].lines)
		return (struct extent){ e.from, e.from, 0 };
	e.from = e.from > AROUND ? e.from - AROUND : 1;
	e.end += AROUND + 1;
	if (e.end > a->source[source].lines + 1)
		e.end = a->source[source].lines + 1;
	if (e.end > e.from + LINES) {
		e.left = e.end - e.from - LINES;
		e.end = e.from + LINES;
	}
	return e;
}

static json_t *text_json(const char *text)
{
	char *clean = text ? text_utf8(text) : NULL;
	json_t *made = clean ? json_string(clean) : json_null();

	free(clean);
	return made;
}

static json_t *source_json(const struct annotation *a, uint32_t source)
{
	const struct annotate_source *s = &a->source[source];
	const struct extent e = extent_of(a, source);
	json_t *text = json_array();

	for (uint32_t line = e.from; line && line < e.end; line++)
		json_array_append_new(text, text_json(s->text[line - 1]));
	return json_pack("{s:o, s:o, s:I, s:o, s:b, s:I}", "name",
			 text_json(text_base_name(s->name)), "why",
			 s->lines ? json_null() : text_json(s->why), "from",
			 (json_int_t)e.from, "text", text, "newer", s->newer,
			 "left", (json_int_t)e.left);
}

static json_t *index_json(uint32_t index)
{
	return index == SAMPLE_NONE ? json_null() : json_integer(index);
}

/* Address, text, place, source, line, the function that it leads to, and the
 * one that is inlined there. */
static json_t *insn_json(const struct annotate_insn *i)
{
	char addr[24];

	snprintf(addr, sizeof addr, "%llx", (unsigned long long)i->addr);
	return json_pack("[s, o, o, o, I, o, o]", addr, text_json(i->text),
			 index_json(i->place), index_json(i->source),
			 (json_int_t)i->line, text_json(i->leads_to),
			 text_json(i->inlined));
}

static json_t *function_json(const struct annotation *a)
{
	json_t *sources = json_array(), *insns = json_array();
	const size_t left = a->insns > INSNS ? a->insns - INSNS : 0;

	for (uint32_t i = 0; i < a->sources; i++)
		json_array_append_new(sources, source_json(a, i));
	for (size_t i = 0; i < a->insns - left; i++)
		json_array_append_new(insns, insn_json(&a->insn[i]));
	return json_pack("{s:I, s:o, s:o, s:I}", "function",
			 (json_int_t)a->function, "sources", sources, "insns",
			 insns, "left", (json_int_t)left);
}

bool html_listing(FILE *to, const struct html_listings *l)
{
	json_t *functions = json_array(), *all;
	struct page_json json;
	bool good;

	for (unsigned i = 0; i < l->count; i++)
		json_array_append_new(functions, function_json(l->of[i]));
	all = json_pack("{s:o, s:o}", "functions", functions, "why",
			text_json(l->why));
	good = html_json_begin(&json) && all &&
	       json_dumpf(all, json.to, JSON_COMPACT) == 0;
	json_decref(all);
	return html_json_beside(to, &json, "listing", good);
}
