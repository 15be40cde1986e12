/* SPDX-License-Identifier: MIT */
/*
 * The end of the report for people: how it was measured, and on what.
 */
#include <limits.h>
#include <string.h>

#include "base/wrap.h"
#include "report/inner.h"

/* Digits of a file's hash; JSON and CSV have all of them. */
enum { SHORT_HASH = 16 };

static void print_inputs(FILE *to, const struct record *r, bool colour)
{
	const struct record_capture *capture = &r->capture;
	const char *why = r->target.unguarded;

	if (r->program.path && r->program.sha256 && *r->program.sha256)
		fprintf(to, "program sha256 %.*s", SHORT_HASH,
			r->program.sha256);
	else
		fputs(r->program.path ? "program not looked into"
				      : "no program",
		      to);
	if (capture->file)
		fprintf(to, ", capture %.*s", SHORT_HASH, capture->sha256);
	if (why)
		fprintf(to, "; %snot sandboxed: %s%s", colour ? "\033[31m" : "",
			why, colour ? "\033[0m" : "");
	fputc('\n', to);
	if (capture->file)
		fprintf(to,
			"%llu frames of the capture arrived, %llu passed the "
			"address filter\n",
			(unsigned long long)capture->arrived,
			(unsigned long long)capture->passed);
}

/* Notes which of the marks stands beside a number. */
static void find_mark(const struct reading *r, bool *has)
{
	if (reading_has_value(r))
		has[(unsigned char)class_mark(r->class)] = true;
}

/* Why an event is not exact, where no other before it is for the same reason;
 * NULL: it is. */
static const char *inexact(const struct record *r, unsigned event)
{
	const struct reading *own = &r->event[event].reading;

	/* A wrong number says so in its own line. */
	if (own->class != CLASS_DOUBTED || own->doubts & DOUBT_WRONG)
		return NULL;
	for (unsigned i = 0; i < event; i++)
		if (r->event[i].reading.class == CLASS_DOUBTED &&
		    strcmp(r->event[i].reading.why, own->why) == 0)
			return NULL;
	return own->why;
}

/* Explains the mark of a number that is not exact. */
static void print_inexact(FILE *to, const struct record *r)
{
	char line[512];

	for (unsigned i = 0; i < r->events; i++) {
		const char *why = inexact(r, i);

		if (!why)
			continue;
		snprintf(line, sizeof line, "! not exact: %.60s: %s",
			 r->event[i].name, why);
		wrap_print(to, line, 0, 2, 80);
	}
}

/* Explains the mark of such cycles. */
void foot_sketch(FILE *to, const struct record *r)
{
	char line[512];

	if (!r->target.sketch)
		return;
	snprintf(line, sizeof line, "^ a sketch of cycles: %s",
		 r->target.sketch);
	wrap_print(to, line, 0, 2, 80);
}

/* How far the board goes for the numbers, as its ledger has it. */
static void print_marks(FILE *to, const struct record *r)
{
	bool has[UCHAR_MAX + 1] = { false };

	for (unsigned i = 0; i < r->events; i++)
		find_mark(&r->event[i].reading, has);
	for (unsigned i = 0; i < r->metrics; i++)
		find_mark(&r->metric[i].reading, has);
	for (unsigned i = 0; r->log.known && i < r->parts; i++)
		for (unsigned k = 0; k < r->events; k++)
			find_mark(&r->part[i].event[k].reading, has);
	if (has['^'])
		foot_sketch(to, r);
	if (has['~'])
		fputs("~ modelled; ", to);
	if (has['*'])
		fputs("* injected; ", to);
	if (has['?'])
		fputs("? what is exact and what modelled is not told there\n",
		      to);
	else if (has['~'] || has['*'] || has['^'] || (has['!'] && has[' ']))
		fputs("no mark: exact\n", to);
	else if (!has['!'])
		fputs("all exact\n", to);
}

static void print_repeats(FILE *to, const struct record *r)
{
	const char *of = "the spread of this computer's runs";

	if (r->repeats < 2)
		return;
	if (r->machine.layouts && !r->machine.jitter)
		of = "the spread of layouts in the model, the first as linked";
	else if (machine_varies(&r->machine))
		of = "the spread of the model's seeds, not of hardware";
	else if (record_by_link(r))
		of = "the spread of what was measured over the link";
	else if (!record_of_here(r))
		of = "nothing was varied: see --jitter";
	if (r->repeats < 3)
		fprintf(to,
			"%u repeats, means; range: highest less lowest;\n"
			"  %s\n",
			r->repeats, of);
	else
		fprintf(to,
			"%u repeats, means; +-: 95 %% confidence interval "
			"(Student's t);\n  %s\n",
			r->repeats, of);
}

static void print_plan(FILE *to, const struct record *r)
{
	fprintf(to, "%u pass%s", r->passes, r->passes == 1 ? "" : "es");
	if (r->at_least == r->passes)
		fputs(" (optimal)", to);
	else
		fprintf(to, ", at least %u", r->at_least);
}

/* The monitors as they are started and stopped. */
static void print_order(FILE *to, const struct record *r)
{
	fputs("one window: ", to);
	for (unsigned i = 0; i < r->monitors; i++)
		fprintf(to, "%s%s", i ? ", then " : "",
			r->monitor[r->order[i]].name);
	fprintf(to, "; %s%s\n", record_stood_still(r) ? "skew 0 cycles: " : "",
		record_skew(r));
}

void foot_print(FILE *to, const struct record *r, bool colour)
{
	if (record_has_users(r))
		fprintf(to, "%s\n", users_legend);
	/* Of counts that were given nobody knows how they were come by. */
	if (record_is_given(r))
		return;
	if (r->log.known) {
		fprintf(to, "%u pass%s, of each %u repeat%s%s\n", r->passes,
			r->passes == 1 ? "" : "es", r->repeats,
			r->repeats == 1 ? "" : "s",
			r->repeats > 1 ? " at most: means" : "");
		print_inexact(to, r);
		print_marks(to, r);
		print_inputs(to, r, colour);
		return;
	}
	print_plan(to, r);
	fprintf(to, ", %s%u %srun%s", r->together ? "together in " : "",
		r->board_runs,
		strncmp(r->target.name, "board:", 6) ? "" : "board ",
		r->board_runs == 1 ? "" : "s");
	if (r->board_runs > 1 && r->drift_anchor)
		fprintf(to, ", drift %.2f %% (%s)", 100 * r->drift,
			r->drift_anchor);
	if (r->machine.jitter)
		fprintf(to, ", jitter seed %llu",
			(unsigned long long)r->machine.seed);
	if (r->machine.layouts)
		fprintf(to, ", layout seed %llu",
			(unsigned long long)r->machine.layouts_seed);
	fprintf(to, ", %.1f s\n", r->host_seconds);
	if (r->warmup)
		fprintf(to, "before, without being counted: %u %s\n", r->warmup,
			record_left_out(r));
	print_repeats(to, r);
	print_inexact(to, r);
	if (!record_of_here(r))
		print_marks(to, r);
	else if (r->multiplexed)
		fputs("multiplexed: passes took turns, and what each counted "
		      "stands for the whole time\n",
		      to);
	print_inputs(to, r, colour);
	if (r->target.way)
		fprintf(to, "registers were reached %s\n", r->target.way);
	if (r->target.lacks)
		wrap_print(to, r->target.lacks, 0, 2, 80);
	if (idle_cache(r))
		fprintf(to,
			"%s counted nothing: the second-level cache is off "
			"after reset;\n  --l2 on starts with it on\n",
			idle_cache(r));
	if (r->monitors > 1)
		print_order(to, r);
}
