/* SPDX-License-Identifier: MIT */
/*
 * A profile as callgrind writes it, for callgrind_annotate and KCachegrind: the
 * costs of each instruction by function, and the inclusive costs of each call.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "export/inner.h"

struct writer {
	FILE *to;
	const struct sample *s;
	uint32_t *place; /* all, by function and address */
	uint32_t *call;  /* all, by place */
	uint32_t *first; /* place of each function */
	/* Functions, files and modules that have a number already. */
	bool *named, *filed, *told;
};

/* Keys are sorted, since qsort() hands nothing on. */
struct key {
	uint64_t high, low;
	uint32_t then, index;
};

static int by_key(const void *x, const void *y)
{
	const struct key *a = x, *b = y;

	if (a->high != b->high)
		return a->high < b->high ? -1 : 1;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	if (a->then != b->then)
		return a->then < b->then ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/* The indices in the order of their keys; `key` is freed. */
static uint32_t *sorted(struct key *key, uint32_t count)
{
	uint32_t *index =
		key ? malloc((count + (size_t)1) * sizeof *index) : NULL;

	if (index)
		qsort(key, count, sizeof *key, by_key);
	for (uint32_t i = 0; index && i < count; i++)
		index[i] = key[i].index;
	free(key);
	return index;
}

static uint32_t *places_sorted(const struct sample *s)
{
	struct key *key = malloc((s->places + (size_t)1) * sizeof *key);

	for (uint32_t i = 0; key && i < s->places; i++)
		key[i] = (struct key){ s->place[i].function, s->place[i].addr,
				       0, i };
	return sorted(key, s->places);
}

static uint32_t *calls_sorted(const struct sample *s)
{
	struct key *key = malloc((s->calls + (size_t)1) * sizeof *key);

	for (uint32_t i = 0; key && i < s->calls; i++) {
		const struct sample_place *p = &s->place[s->call[i].place];

		key[i] = (struct key){ p->function, p->addr, s->call[i].place,
				       i };
	}
	return sorted(key, s->calls);
}

/* ---- names --------------------------------------------------------------- */

/* Names have numbers, and stand beside them the first time.  File 1 is that of
 * which nothing is known. */
static void print_file(struct writer *w, const char *key, uint32_t file)
{
	const uint32_t number = file == SAMPLE_NONE ? 1 : file + 2;

	fprintf(w->to, "%s=(%" PRIu32 ")", key, number);
	if (!w->filed[number - 1])
		fprintf(w->to, " %s",
			file == SAMPLE_NONE ? "???" : w->s->file[file]);
	w->filed[number - 1] = true;
	fputc('\n', w->to);
}

static void print_function(struct writer *w, const char *key, uint32_t function)
{
	fprintf(w->to, "%s=(%" PRIu32 ")", key, function + 1);
	if (!w->named[function])
		fprintf(w->to, " %s", w->s->function[function].name);
	w->named[function] = true;
	fputc('\n', w->to);
}

/* The file with the code: "ob" of a function, "cob" of one that is called.  Of
 * a board's program there is one, and it is not told. */
static void print_module(struct writer *w, const char *key, uint32_t function)
{
	const struct sample *s = w->s;
	const struct sample_module *m =
		sample_module_at(s, s->function[function].addr);
	const uint32_t number = m ? (uint32_t)(m - s->module) + 2 : 1;

	if (!s->modules)
		return;
	fprintf(w->to, "%s=(%" PRIu32 ")", key, number);
	if (!w->told[number - 1])
		fprintf(w->to, " %s", m ? m->path : "???");
	w->told[number - 1] = true;
	fputc('\n', w->to);
}

static uint32_t file_of(const struct writer *w, uint32_t function)
{
	const uint32_t first = w->first[function];

	return first == SAMPLE_NONE ? SAMPLE_NONE : w->s->place[first].file;
}

/* ---- costs --------------------------------------------------------------- */

static void print_costs(struct writer *w, const uint64_t *cost)
{
	for (unsigned i = 0; i < w->s->columns; i++)
		fprintf(w->to, " %" PRIu64, cost[i]);
	fputc('\n', w->to);
}

static void print_position(struct writer *w, const struct sample_place *p)
{
	fprintf(w->to, "0x%" PRIx64 " %" PRIu32, p->addr, p->line);
}

static void print_call(struct writer *w, uint32_t index)
{
	const struct sample_call *c = &w->s->call[index];
	const uint32_t first = w->first[c->function];

	print_module(w, "cob", c->function);
	print_file(w, "cfi", file_of(w, c->function));
	print_function(w, "cfn", c->function);
	fprintf(w->to, "calls=%" PRIu64 " 0x%" PRIx64 " %" PRIu32 "\n",
		c->count, w->s->function[c->function].addr,
		first == SAMPLE_NONE ? 0 : w->s->place[first].line);
	print_position(w, &w->s->place[c->place]);
	print_costs(w, sample_cost(w->s, w->s->call_cost, index));
}

/* Code of another file, which was inlined, is in the function all the same. */
static void print_places(struct writer *w)
{
	uint32_t function = SAMPLE_NONE, file = SAMPLE_NONE, call = 0;

	for (uint32_t i = 0; i < w->s->places; i++) {
		const uint32_t index = w->place[i];
		const struct sample_place *p = &w->s->place[index];

		if (!i || p->function != function) {
			function = p->function;
			file = file_of(w, function);
			fputc('\n', w->to);
			print_module(w, "ob", function);
			print_file(w, "fl", file);
			print_function(w, "fn", function);
		}
		if (p->file != file) {
			file = p->file;
			print_file(w,
				   file == file_of(w, function) ? "fe" : "fi",
				   file);
		}
		print_position(w, p);
		print_costs(w, sample_cost(w->s, w->s->place_cost, index));
		while (call < w->s->calls &&
		       w->s->call[w->call[call]].place == index)
			print_call(w, w->call[call++]);
	}
}

static bool any(const struct writer *w, const uint64_t *cost)
{
	bool found = false;

	for (unsigned i = 0; i < w->s->columns; i++)
		found = found || cost[i];
	return found;
}

/* Each is a function that nobody calls, without an address. */
static void print_causes(struct writer *w)
{
	for (uint32_t i = 0; i < w->s->causes; i++) {
		const uint64_t *cost = sample_cost(w->s, w->s->cause_cost, i);

		if (!any(w, cost))
			continue;
		fputc('\n', w->to);
		print_file(w, "fl", SAMPLE_NONE);
		fprintf(w->to, "fn=(%" PRIu64 ") (%s)\n0x0 0",
			(uint64_t)w->s->functions + i + 1, w->s->cause[i]);
		print_costs(w, cost);
	}
}

static void print_head(struct writer *w)
{
	const struct sample *s = w->s;

	fprintf(w->to,
		"# callgrind format\n"
		"version: 1\n"
		"creator: tally\n"
		"cmd: %s\n"
		"desc: Target: %s, %s%s%s\n"
		"positions: instr line\n"
		"events:",
		s->program, s->target, s->monitors,
		sample_is_simulated(s) ? ", simulated" : "",
		s->unfinished ? "; the program did not end" : "");
	for (unsigned i = 0; i < s->columns; i++) {
		fputc(' ', w->to);
		export_event(w->to, s, i);
	}
	fputs("\nsummary:", w->to);
	print_costs(w, s->total);
}

static bool export_callgrind(FILE *to, const struct sample *s, uint32_t column)
{
	struct writer w = {
		.to = to,
		.s = s,
		.place = places_sorted(s),
		.call = calls_sorted(s),
		.first = sample_first(s),
		.named = calloc(s->functions + (size_t)1, sizeof *w.named),
		.filed = calloc(s->files + (size_t)1, sizeof *w.filed),
		.told = calloc(s->modules + (size_t)1, sizeof *w.told),
	};
	const bool good =
		w.place && w.call && w.first && w.named && w.filed && w.told;

	(void)column;
	if (good) {
		print_head(&w);
		print_places(&w);
		print_causes(&w);
		fputs("\ntotals:", to);
		print_costs(&w, s->total);
	}
	free(w.place);
	free(w.call);
	free(w.first);
	free(w.named);
	free(w.filed);
	free(w.told);
	return good;
}

const struct export_format export_format_callgrind = {
	.name = "callgrind",
	.about = "for callgrind_annotate, KCachegrind: instructions, lines, "
		 "calls",
	.write = export_callgrind,
	.otherwise = EXPORT_OF_PROFILES,
};
