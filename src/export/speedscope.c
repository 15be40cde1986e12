/* SPDX-License-Identifier: MIT */
/*
 * A profile as speedscope reads it: a JSON document with the functions, then
 * each cause, as frames, and for each event the paths of calls as weighted
 * stacks.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "export/inner.h"

#include "base/memory.h"

/* In brackets, so that no function has the name. */
static bool print_cause(FILE *to, const char *cause)
{
	char *text = NULL;
	size_t size;
	FILE *name = memory_stream(&text, &size);
	bool good;

	if (name)
		fprintf(name, "(%s)", cause);
	good = name && memory_stream_end(name, &text) == 0 &&
	       export_json_text(to, text);
	free(text);
	return good;
}

static bool print_frames(FILE *to, const struct sample *s)
{
	uint32_t *first = sample_first(s);
	bool good = first;

	for (uint32_t i = 0; good && i < s->functions; i++) {
		const struct sample_begin at = sample_begin(s, first, i);

		fputs(i ? ",{\"name\":" : "{\"name\":", to);
		good = export_json_text(to, s->function[i].name);
		if (good && at.file != SAMPLE_NONE) {
			fputs(",\"file\":", to);
			good = export_json_text(to, s->file[at.file]);
			if (at.line)
				fprintf(to, ",\"line\":%" PRIu32, at.line);
		}
		fputc('}', to);
	}
	for (uint32_t i = 0; good && i < s->causes; i++) {
		fputs(i || s->functions ? ",{\"name\":" : "{\"name\":", to);
		good = print_cause(to, s->cause[i]);
		fputc('}', to);
	}
	free(first);
	return good;
}

static void print_stack(FILE *to, const struct sample *s, uint32_t path,
			uint32_t *stack)
{
	uint32_t depth = export_stack(s, path, stack);

	while (depth-- > 0)
		fprintf(to, "%" PRIu32 "%s", stack[depth], depth ? "," : "");
}

/* Prints what happened on each path, and what each cause did: the stacks, or
 * (without room for one) the numbers. */
static void print_samples(FILE *to, const struct sample *s, uint32_t column,
			  uint32_t *stack)
{
	const char *const open = stack ? "[" : "", *const end =
							   stack ? "]" : "";
	const char *before = "";

	fputc('[', to);
	for (uint32_t i = s->paths ? 1 : 0; i < s->paths + s->causes; i++) {
		const bool path = i < s->paths;
		const uint32_t cause = i - s->paths;
		const uint64_t weight =
			path ? sample_cost(s, s->path_cost, i)[column]
			     : sample_cost(s, s->cause_cost, cause)[column];

		if (!weight)
			continue;
		fprintf(to, "%s%s", before, open);
		if (!stack)
			fprintf(to, "%" PRIu64, weight);
		else if (path)
			print_stack(to, s, i, stack);
		else
			fprintf(to, "%" PRIu32, s->functions + cause);
		fputs(end, to);
		before = ",";
	}
	fputc(']', to);
}

static bool print_profile(FILE *to, const struct sample *s, uint32_t column,
			  uint32_t *stack)
{
	fputs("{\"type\":\"sampled\",\"name\":", to);
	if (!export_json_text(to, s->column[column].name))
		return false;
	fprintf(to,
		",\"unit\":\"none\",\"startValue\":0,\"endValue\":%" PRIu64
		",\"samples\":",
		s->total[column]);
	print_samples(to, s, column, stack);
	fputs(",\"weights\":", to);
	print_samples(to, s, column, NULL);
	fputc('}', to);
	return true;
}

static bool export_speedscope(FILE *to, const struct sample *s, uint32_t column)
{
	uint32_t *stack = malloc((s->paths + (size_t)1) * sizeof *stack);
	const char *before = "";
	bool good = stack;

	fputs("{\"$schema\":"
	      "\"https://www.speedscope.app/file-format-schema.json\","
	      "\"exporter\":\"tally\",\"name\":",
	      to);
	good = good && export_json_text(to, s->program);
	fputs(",\"activeProfileIndex\":0,\"shared\":{\"frames\":[", to);
	good = good && print_frames(to, s);
	fputs("]},\"profiles\":[", to);
	for (uint32_t i = 0; good && i < s->columns; i++) {
		if (column != SAMPLE_NONE && i != column)
			continue;
		fputs(before, to);
		good = print_profile(to, s, i, stack);
		before = ",";
	}
	fputs("]}\n", to);
	free(stack);
	return good;
}

const struct export_format export_format_speedscope = {
	.name = "speedscope",
	.about = "for www.speedscope.app, JSON: paths of calls",
	.kind = EXPORT_JSON,
	.chosen = true,
	.write = export_speedscope,
	.otherwise = EXPORT_OF_PROFILES,
};
