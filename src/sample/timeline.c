/* SPDX-License-Identifier: MIT */
/*
 * When calls began and ended, as a member of a profile's document: a row of
 * five numbers each.  What is read can be told in its order as beginnings and
 * ends that match.
 */
#include "sample/document.h"

enum { ROW = 5, DEEPEST = 1 << 16 };

/* Spans that have not ended, while they are read. */
struct nesting {
	struct sample_timeline *t;
	/* 1 + the innermost span of each context that has not ended, behind
	 * them that of who has the core, and of each span the same of the one
	 * around it; 0: none.  NULL unless they are read. */
	uint32_t *inner, *around;
};

/* The newest span: is it within what is open around it? */
static bool nested(struct nesting *r)
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

static void say_span(struct document *d, struct sample_timeline *t, uint32_t i)
{
	struct io *x = &d->x;
	struct sample_span *p = &t->span[i];
	const json_t *row = json_array_get(io_here(x), i);
	size_t count = ROW;

	if (io_reads(x) &&
	    (json_array_size(row) != ROW || !t->contexts ||
	     (!d->s->functions && !json_is_null(json_array_get(row, 2)))))
		io_fail(x, "it is to be five numbers");
	if (!io_list(x, "spans", ROW, &count))
		return;
	io_index(x, "context", &p->context, t->contexts);
	io_whole32(x, "depth", &p->depth, DEEPEST);
	io_index_or_none(x, "function", &p->function, d->s->functions);
	io_whole(x, "begin", &p->begin, INT64_MAX);
	io_whole(x, "end", &p->end, INT64_MAX);
	io_leave(x);
}

static void begin_spans(struct document *d, struct nesting *r, size_t count)
{
	struct io *x = &d->x;

	r->t->span = io_room(x, count, sizeof *r->t->span);
	r->inner = io_room(x, r->t->contexts + (size_t)1, sizeof *r->inner);
	r->around = io_room(x, count, sizeof *r->around);
}

static void say_spans(struct document *d, struct sample_timeline *t)
{
	struct io *x = &d->x;
	struct nesting r = { .t = t };
	size_t count = t->spans;

	if (!io_list(x, "spans", SAMPLE_NONE - 1, &count))
		return;
	if (io_reads(x))
		begin_spans(d, &r, count);
	for (uint32_t i = 0; !x->failed && i < count; i++) {
		x->list = "spans of timeline";
		x->row = i;
		say_span(d, t, i);
		t->spans = i + 1;
		if (r.inner && !x->failed && !nested(&r))
			io_fail(x, "it is not within the call around it");
	}
	x->list = NULL;
	io_leave(x);
}

void say_timeline(struct document *d)
{
	struct io *x = &d->x;
	struct sample_timeline told = { 0 }, *t = &told;

	if (!io_there(x, "timeline", d->s->timeline) ||
	    !io_object(x, "timeline"))
		return;
	if (io_reads(x))
		d->s->timeline = t = io_room(x, 1, sizeof *t);
	else if (d->s->timeline)
		told = *d->s->timeline;
	if (!t)
		return;
	io_whole(x, "most", &t->most, INT64_MAX);
	io_whole(x, "left_out", &t->left_out, INT64_MAX);
	io_whole(x, "until_cycles", &t->until, INT64_MAX);
	io_texts(x, "contexts", &t->context, &t->contexts);
	if (t->contexts > UINT16_MAX)
		io_fail(x, "contexts has %lu rows; %u are the most",
			(unsigned long)t->contexts, UINT16_MAX);
	say_spans(d, t);
	io_leave(x);
}
