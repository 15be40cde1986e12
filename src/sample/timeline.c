/* SPDX-License-Identifier: MIT */
/*
 * When calls began and ended, as a member of a profile's document: a row of
 * five numbers each.  What is read can be told in its order as beginnings and
 * ends that match.
 */
#include <jansson.h>
#include <stdlib.h>

#include "sample/inner.h"

enum { ROW = 5, DEEPEST = 1 << 16 };

static void append(json_t *list, json_t *value, bool *good)
{
	*good = json_array_append_new(list, value) == 0 && *good;
}

static json_t *span_value(const struct sample_span *p, bool *good)
{
	json_t *row = json_array();

	append(row, json_integer(p->context), good);
	append(row, json_integer(p->depth), good);
	append(row,
	       p->function == SAMPLE_NONE ? json_null()
					  : json_integer(p->function),
	       good);
	append(row, json_integer((json_int_t)p->begin), good);
	append(row, json_integer((json_int_t)p->end), good);
	return row;
}

json_t *timeline_value(const struct sample_timeline *t)
{
	bool good = true;
	json_t *contexts = json_array(), *spans = json_array();

	for (uint32_t i = 0; i < t->contexts; i++)
		append(contexts, json_string(t->context[i]), &good);
	for (uint32_t i = 0; i < t->spans; i++)
		append(spans, span_value(&t->span[i], &good), &good);
	if (good)
		return json_pack("{sI,sI,sI,so,so}", "most",
				 (json_int_t)t->most, "left_out",
				 (json_int_t)t->left_out, "until_cycles",
				 (json_int_t)t->until, "contexts", contexts,
				 "spans", spans);
	json_decref(contexts);
	json_decref(spans);
	return NULL;
}

/* ---- reading ------------------------------------------------------------- */

struct reading {
	struct reader *in;
	const struct sample *s;
	struct sample_timeline *t;
	/* 1 + the innermost span of each context that has not ended, behind
	 * them that of who has the core, and of each span the same of the one
	 * around it; 0: none. */
	uint32_t *inner, *around;
};

static uint64_t number(const struct reading *r, const json_t *row, unsigned i,
		       const char *what, uint64_t limit)
{
	return reader_whole(r->in, json_array_get(row, i), what, limit);
}

/* The newest span: is it within what is open around it? */
static bool nested(struct reading *r)
{
	const struct sample_span *span = r->t->span;
	const uint32_t newest = r->t->spans - 1;
	const struct sample_span *p = &span[newest];
	/* A track of its own tells who has the core. */
	uint32_t *inner = &r->inner[p->function == SAMPLE_NONE ? r->t->contexts
							       : p->context];
	uint32_t depth;

	if (p->end < p->begin || (newest && p->begin < span[newest - 1].begin))
		return false;
	while (*inner && span[*inner - 1].depth >= p->depth) {
		if (span[*inner - 1].end > p->begin)
			return false;
		*inner = r->around[*inner - 1];
	}
	depth = *inner ? span[*inner - 1].depth + 1 : 0;
	if (depth != p->depth || (*inner && span[*inner - 1].end < p->end))
		return false;
	r->around[newest] = *inner;
	*inner = newest + 1;
	return true;
}

static void read_span(struct reading *r, const json_t *row)
{
	const json_t *function = json_array_get(row, 2);
	struct sample_span *p = &r->t->span[r->t->spans++];

	if (json_array_size(row) != ROW || !r->t->contexts ||
	    (!r->s->functions && !json_is_null(function))) {
		reader_fail(r->in, "it is to be five numbers");
		return;
	}
	p->context = (uint32_t)number(r, row, 0, "context", r->t->contexts - 1);
	p->depth = (uint32_t)number(r, row, 1, "depth", DEEPEST);
	p->function = json_is_null(function)
			      ? SAMPLE_NONE
			      : (uint32_t)number(r, row, 2, "function",
						 r->s->functions - 1);
	p->begin = number(r, row, 3, "begin", INT64_MAX);
	p->end = number(r, row, 4, "end", INT64_MAX);
	if (!r->in->failed && !nested(r))
		reader_fail(r->in, "it is not within the call around it");
}

static void read_contexts(struct reading *r, struct sample *s, json_t *root)
{
	json_t *list = reader_list(r->in, root, "contexts", UINT16_MAX);
	const size_t count = json_array_size(list);

	r->t->context = sample_room(s, count, sizeof *r->t->context);
	for (size_t i = 0; r->t->context && i < count; i++)
		r->t->context[i] = reader_text_of(
			r->in, json_array_get(list, i), "contexts");
	r->t->contexts = r->t->context ? (uint32_t)count : 0;
}

static void read_spans(struct reading *r, struct sample *s, json_t *root)
{
	json_t *list = reader_list(r->in, root, "spans", SAMPLE_NONE - 1);
	const size_t count = json_array_size(list);

	r->t->span = sample_room(s, count, sizeof *r->t->span);
	r->inner = sample_room(s, r->t->contexts + (size_t)1, sizeof *r->inner);
	r->around = sample_room(s, count, sizeof *r->around);
	r->in->list = "spans of timeline";
	for (size_t i = 0; !s->failed && !r->in->failed && i < count; i++) {
		r->in->row = i;
		read_span(r, json_array_get(list, i));
	}
}

void timeline_read(struct reader *in, struct sample *s, json_t *root)
{
	json_t *from = json_object_get(root, "timeline");
	struct sample_timeline *t;
	struct reading r = { .in = in, .s = s };

	if (!from)
		return;
	in->list = NULL;
	r.t = t = sample_room(s, 1, sizeof *t);
	if (!t || !reader_needed(in, root, "timeline", JSON_OBJECT))
		return;
	t->most = reader_whole(in, json_object_get(from, "most"), "most",
			       INT64_MAX);
	t->left_out = reader_whole(in, json_object_get(from, "left_out"),
				   "left_out", INT64_MAX);
	t->until = reader_whole(in, json_object_get(from, "until_cycles"),
				"until_cycles", INT64_MAX);
	read_contexts(&r, s, from);
	if (!in->failed)
		read_spans(&r, s, from);
	s->timeline = t;
}
