/* SPDX-License-Identifier: MIT */
/*
 * Obstacles make two records incomparable: whatever else but the program could
 * have changed their numbers, and what the program was to do.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/diff.h"

#include "base/memory.h"

/* One fact of a record, as people read it. */
struct fact {
	const char *name;
	void (*print)(FILE *to, const struct record *r);
};

static void target(FILE *to, const struct record *r)
{
	fputs(r->target.name ? r->target.name : "counts that were given", to);
}

static void monitors(FILE *to, const struct record *r)
{
	for (unsigned i = 0; i < r->monitors; i++)
		fprintf(to, "%s%s", i ? "+" : "", r->monitor[i].name);
}

static void clocks(FILE *to, const struct record *r)
{
	fprintf(to, "%.15g Hz", r->target.clock_hz);
	if (r->target.clock_ratio > 0)
		fprintf(to, ", ratio %.15g", r->target.clock_ratio);
}

static void counting(FILE *to, const struct record *r)
{
	fprintf(to, "%s%s", r->divided ? "cycles in 64s" : "every cycle",
		r->calibrated || record_is_given(r) ? "" : ", not calibrated");
}

static void region(FILE *to, const struct record *r)
{
	fputs(r->region.text ? r->region.text : "the whole program", to);
}

static void warmup(FILE *to, const struct record *r)
{
	fprintf(to, "%u", r->warmup);
}

static void entered(FILE *to, const struct record *r)
{
	fprintf(to, "%" PRIu64, r->region.entered);
}

static void status(FILE *to, const struct record *r)
{
	fprintf(to, "%" PRId64, r->program.status);
}

static void capture(FILE *to, const struct record *r)
{
	fprintf(to, "%.12s", r->capture.sha256 ? r->capture.sha256 : "none");
}

static void arguments(FILE *to, const struct record *r)
{
	bool behind = false;

	for (unsigned i = 0; i < r->commands; i++) {
		if (behind)
			fprintf(to, "%s ", r->command[i]);
		behind |= strcmp(r->command[i], "--") == 0;
	}
	if (!behind)
		fputs("none", to);
}

static void program(FILE *to, const struct record *r)
{
	fprintf(to, "%.12s", r->program.sha256 ? r->program.sha256 : "none");
}

static const struct fact facts[] = {
	{ "target", target },
	{ "monitors", monitors },
	{ "clocks", clocks },
	{ "machine", record_machine_facts },
	{ "counting", counting },
	{ "options", record_machine_options },
	{ "capture", capture },
	{ "program's arguments", arguments },
	{ "program's exit status", status },
	{ "region", region },
	{ "entries or runs left out before", warmup },
	{ "times the region was entered", entered },
};

static char *fact_text(const struct fact *fact, const struct record *r)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	fact->print(to, r);
	if (memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}

/* "; name: one against other"; false: no memory. */
static bool compare_fact(FILE *to, const char **gap, const struct fact *fact,
			 const struct record *a, const struct record *b)
{
	char *one = fact_text(fact, a), *other = fact_text(fact, b);
	bool good = one && other;

	if (good && strcmp(one, other) != 0) {
		fprintf(to, "%s%s: %s against %s", *gap, fact->name, one,
			other);
		*gap = "; ";
	}
	free(one);
	free(other);
	return good;
}

static const char *const side_names[] = { "before", "after" };

/* A side is one program that can be trusted. */
static bool compare_within(FILE *to, const char **gap,
			   const struct diff_side *side, const char *name)
{
	static const struct fact one = { "program", program };
	bool good = true;

	for (unsigned i = 0; i < side->records; i++) {
		const struct record *r = side->record[i];

		if (!r->trusted) {
			fprintf(to, "%s%s is not to be trusted: %s", *gap, name,
				r->verdict.why);
			*gap = "; ";
		}
		good &= compare_fact(to, gap, &one, side->record[0], r);
	}
	return good;
}

static bool compare_all(FILE *to, const struct diff_side *side)
{
	const struct record *first = side[DIFF_BEFORE].record[0];
	const char *gap = "";
	bool good = true;

	for (unsigned s = 0; s < DIFF_SIDES; s++) {
		good &= compare_within(to, &gap, &side[s], side_names[s]);
		for (unsigned i = 0; i < side[s].records; i++)
			for (unsigned k = 0; k < sizeof facts / sizeof *facts;
			     k++)
				good &= compare_fact(to, &gap, &facts[k], first,
						     side[s].record[i]);
	}
	return good;
}

char *diff_obstacles(const struct diff_side side[DIFF_SIDES])
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);
	bool good = to && compare_all(to, side);

	if (to && memory_stream_end(to, &text))
		good = false;
	if (good)
		return text;
	free(text);
	return NULL;
}
