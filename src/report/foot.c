/* SPDX-License-Identifier: MIT */
/*
 * The end of the report for people: how it was measured, and on what.
 */
#include <limits.h>

#include "board/board.h"
#include "program/program.h"
#include "report/part.h"

/* Digits of a file's hash; JSON and CSV have all of them. */
enum { SHORT_HASH = 16 };

static void print_inputs(FILE *to, const struct report *r, bool colour)
{
	const char *capture = board_capture_sha256(r->machine);
	const char *why = r->result->unguarded;

	fprintf(to, "program sha256 %.*s", SHORT_HASH,
		r->options->target->program->sha256);
	if (capture)
		fprintf(to, ", capture %.*s", SHORT_HASH, capture);
	if (why)
		fprintf(to, "; %snot sandboxed: %s%s", colour ? "\033[31m" : "",
			why, colour ? "\033[0m" : "");
	fputc('\n', to);
	if (capture)
		fprintf(to,
			"%llu frames of the capture arrived, %llu passed the "
			"address filter\n",
			(unsigned long long)r->result->frames.arrived,
			(unsigned long long)r->result->frames.passed);
}

/* Which of the marks beside the numbers there are. */
static void find_marks(const struct reading *r, unsigned count, bool *has)
{
	for (unsigned i = 0; i < count; i++)
		if (reading_has_value(&r[i]))
			has[(unsigned char)class_mark(r[i].class)] = true;
}

/* How far the board goes for the numbers, as its ledger has it. */
static void print_marks(FILE *to, const struct report *r)
{
	bool has[UCHAR_MAX + 1] = { false };

	find_marks(r->result->event, r->request->events, has);
	find_marks(r->result->metric, r->request->metrics, has);
	if (has['~'])
		fputs("~ modelled; ", to);
	if (has['*'])
		fputs("* injected; ", to);
	fputs(has['~'] || has['*'] ? "no mark: exact\n" : "all exact\n", to);
}

static void print_repeats(FILE *to, const struct report *r)
{
	const struct run_options *o = r->options;
	const char *of = r->machine->jitter
				 ? "the spread of the model's seeds, not of "
				   "hardware"
				 : "nothing was varied: see --jitter";

	if (o->repeats < 2)
		return;
	if (o->repeats < 3)
		fprintf(to,
			"%u repeats, means; range: highest less lowest;\n"
			"  %s\n",
			o->repeats, of);
	else
		fprintf(to,
			"%u repeats, means; +-: 95 %% confidence interval "
			"(Student's t);\n  %s\n",
			o->repeats, of);
}

void foot_print(FILE *to, const struct report *r, bool colour)
{
	const struct run_result *result = r->result;
	char line[64], names[160];

	fprintf(to, "%s, %u board run%s",
		plan_line(line, sizeof line, r->request->plan), result->runs,
		result->runs == 1 ? "" : "s");
	if (result->runs > 1 && result->drift_anchor)
		fprintf(to, ", drift %.2f %% (%s)", 100 * result->drift,
			result->drift_anchor);
	if (r->machine->jitter)
		fprintf(to, ", jitter seed %llu",
			(unsigned long long)r->machine->seed);
	fprintf(to, ", %.1f s\n", result->seconds);
	print_repeats(to, r);
	print_marks(to, r);
	print_inputs(to, r, colour);
	if (idle_cache(r))
		fprintf(to,
			"%s counted nothing: the second-level cache is off "
			"after reset;\n  --l2 on starts with it on\n",
			idle_cache(r));
	if (r->request->members > 1)
		fprintf(to, "one window: %s; skew 0 cycles: %s\n",
			request_window_order(names, r->request), no_skew);
}
