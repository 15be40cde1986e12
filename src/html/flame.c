/* SPDX-License-Identifier: MIT */
/*
 * A profile's paths of calls as a flame graph that needs no script: a frame is
 * as wide as what happened in a function and in what it called there, and
 * stands on the frame of its caller.
 */
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "html/inner.h"
#include "html/profile.h"

enum {
	TALL = 20,       /* of a frame, in points */
	DEEPEST = 48,    /* rows */
	COLOURS = 5,     /* of files, in page.css */
	LETTERS = 120,   /* of a name, at most */
	NARROWEST = 256, /* frames beside each other, at most */
	LETTERED = 40, /* frames beside each other that have room for a name */
};

/* A path among those behind the same one, with all that happened on it. */
struct branch {
	uint32_t parent, path;
	uint64_t all;
};

struct frame {
	uint32_t path, cause; /* SAMPLE_NONE: it is a path's */
	uint64_t all;
	double from;
	unsigned depth;
};

struct flame {
	const struct sample *s;
	struct branch *branch; /* by parents, the widest first */
	uint32_t *first;       /* branch of each parent, and one more */
	struct frame *frame;
	size_t frames, room;
	unsigned depth;
};

static int by_parents(const void *x, const void *y)
{
	const struct branch *a = x, *b = y;

	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->all != b->all)
		return a->all > b->all ? -1 : 1;
	return a->path < b->path ? -1 : a->path > b->path;
}

/* A path stands behind the one that it goes on from. */
static void sum_paths(struct flame *f)
{
	const struct sample *s = f->s;

	for (uint32_t i = 0; i < s->paths; i++)
		f->branch[i] =
			(struct branch){ i ? s->path[i].parent : SAMPLE_NONE, i,
					 sample_cost(s, s->path_cost, i)[0] };
	for (uint32_t i = s->paths; i-- > 1;)
		f->branch[s->path[i].parent].all += f->branch[i].all;
	qsort(f->branch, s->paths, sizeof *f->branch, by_parents);
	for (uint32_t i = 0, at = 0; i <= s->paths; i++) {
		while (at < s->paths && f->branch[at].parent < i)
			at++;
		f->first[i] = at;
	}
}

/* False: no memory, or it is too narrow to be seen. */
static bool put_frame(struct flame *f, struct frame frame)
{
	struct frame *more;

	if (!frame.all || frame.all < f->s->total[0] / NARROWEST ||
	    frame.depth >= DEEPEST)
		return false;
	if (f->frames == f->room) {
		more = realloc(f->frame, (2 * f->room + 64) * sizeof *f->frame);
		if (!more)
			return false;
		f->frame = more;
		f->room = 2 * f->room + 64;
	}
	f->frame[f->frames++] = frame;
	if (frame.depth > f->depth)
		f->depth = frame.depth;
	return true;
}

static void put_callees(struct flame *f, struct frame on)
{
	const double total = (double)f->s->total[0];

	for (uint32_t i = f->first[on.path]; i < f->first[on.path + 1]; i++) {
		const struct branch *b = &f->branch[i];

		if (!put_frame(f, (struct frame){ b->path, SAMPLE_NONE, b->all,
						  on.from, on.depth + 1 }))
			return;
		on.from += (double)b->all / total;
	}
}

static void put_causes(struct flame *f, uint64_t called)
{
	const struct sample *s = f->s;
	double from = (double)called / (double)s->total[0];

	for (uint32_t i = 0; i < s->causes; i++) {
		const uint64_t cost = sample_cost(s, s->cause_cost, i)[0];

		(void)put_frame(f, (struct frame){ 0, i, cost, from, 1 });
		from += (double)cost / (double)s->total[0];
	}
}

static void lay_frames(struct flame *f)
{
	uint64_t called = sample_cost(f->s, f->s->path_cost, 0)[0];

	for (uint32_t i = f->first[0]; i < f->first[1]; i++)
		called += f->branch[i].all;
	(void)put_frame(f,
			(struct frame){ 0, SAMPLE_NONE, f->s->total[0], 0, 0 });
	put_causes(f, called);
	for (size_t i = 0; i < f->frames; i++)
		if (f->frame[i].cause == SAMPLE_NONE)
			put_callees(f, f->frame[i]);
}

static void short_name(FILE *to, const char *name)
{
	char text[LETTERS + 1];
	size_t length = strlen(name);

	/* No character is cut in two. */
	if (length > LETTERS)
		for (length = LETTERS; length && (name[length] & 0xC0) == 0x80;)
			length--;
	snprintf(text, sizeof text, "%.*s", (int)length, name);
	xml_text(to, text);
}

static void frame_name(FILE *to, const struct flame *f,
		       const struct frame *frame)
{
	const struct sample *s = f->s;
	const uint32_t function = s->path[frame->path].function;

	if (frame->cause != SAMPLE_NONE) {
		fputs("(", to);
		short_name(to, s->cause[frame->cause]);
		fputs(")", to);
	} else if (!frame->path) {
		fputs("all", to);
	} else {
		short_name(to, function == SAMPLE_NONE
				       ? "?"
				       : s->function[function].name);
	}
}

static unsigned colour_of(const struct flame *f, const struct frame *frame)
{
	const struct sample *s = f->s;
	const uint32_t function = s->path[frame->path].function;

	if (frame->cause != SAMPLE_NONE || !frame->path ||
	    function == SAMPLE_NONE || s->function[function].file >= s->files)
		return 0;
	return 1 + s->function[function].file % COLOURS;
}

static void print_frame(FILE *to, const struct flame *f,
			const struct frame *frame)
{
	const double total = (double)f->s->total[0];
	const double share = (double)frame->all / total;
	const unsigned y = (f->depth - frame->depth) * TALL;

	fputs("<g><title>", to);
	frame_name(to, f, frame);
	fprintf(to, ": %s ", digits_grouped(frame->all).text);
	xml_text(to, f->s->column[0].name);
	fprintf(to,
		", %.1f %%</title><rect class=\"f%u\" x=\"%.3f%%\" y=\"%u\" "
		"width=\"%.3f%%\" height=\"%d\"/>",
		100 * share, colour_of(f, frame), 100 * frame->from, y,
		100 * share, TALL);
	if (share * LETTERED >= 1) {
		fprintf(to,
			"<svg x=\"%.3f%%\" y=\"%u\" width=\"%.3f%%\" "
			"height=\"%d\" aria-hidden=\"true\"><text x=\"4\" "
			"y=\"14\">",
			100 * frame->from, y, 100 * share, TALL);
		frame_name(to, f, frame);
		fputs("</text></svg>", to);
	}
	fputs("</g>\n", to);
}

static void print_flame(FILE *to, const struct flame *f)
{
	fputs("<div id=\"flame-view\">\n<p class=\"small soft\">", to);
	fputs(f->s->sampling ? "Sampled" : "Exact", to);
	fputs(": a frame is as wide as the ", to);
	xml_text(to, f->s->column[0].name);
	fprintf(to,
		" of a function and of what it calls there, and stands on its "
		"caller. Frames of less than 1/%d of all are left out.</p>\n"
		"<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
		"aria-labelledby=\"flame\">\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flame\" "
		"height=\"%u\" role=\"img\" aria-labelledby=\"flame-title\">\n"
		"<title id=\"flame-title\">Flame graph</title>\n",
		NARROWEST, (f->depth + 1) * TALL);
	for (size_t i = 0; i < f->frames; i++)
		print_frame(to, f, &f->frame[i]);
	fputs("</svg>\n</div>\n</div>\n", to);
}

bool html_flame_any(const struct sample *s)
{
	return s->paths > 1 && s->total[0];
}

bool html_flame(FILE *to, const struct sample *s)
{
	struct flame f = { .s = s };

	f.branch = calloc(s->paths, sizeof *f.branch);
	f.first = calloc(s->paths + (size_t)1, sizeof *f.first);
	if (f.branch && f.first) {
		sum_paths(&f);
		lay_frames(&f);
		print_flame(to, &f);
	}
	free(f.branch);
	free(f.first);
	free(f.frame);
	return f.branch && f.first;
}
