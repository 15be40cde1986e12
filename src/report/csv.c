/* SPDX-License-Identifier: MIT */
/*
 * The report for sheets, by RFC 4180: one table, a header line, CR LF.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "board/board.h"
#include "program/program.h"
#include "report/part.h"

static void doubts(FILE *to, unsigned set)
{
	const char *gap = "";

	for (unsigned i = 0; doubt_word(i); i++)
		if (set >> i & 1) {
			fprintf(to, "%s%s", gap, doubt_word(i));
			gap = " ";
		}
}

/* What is the same in every row of a report, so that reports can be stacked. */
struct sheet {
	FILE *to;
	const struct report *r;
};

/* The end of a line: whose it is, of which run, and how sure; `class` is how
 * far the board goes for it. */
static void end(const struct sheet *s, const char *monitor, const char *event,
		const struct reading *r, double scale, const char *class)
{
	const struct run_options *o = s->r->options;

	fputc(',', s->to);
	csv_text(s->to, monitor);
	fprintf(s->to, ",board:%s,", s->r->board->name);
	csv_text(s->to,
		 o->target->program->path ? o->target->program->path : "");
	fputc(',', s->to);
	csv_text(s->to, o->region.kind == REGION_WHOLE ? "" : o->region.text);
	fputc(',', s->to);
	csv_text(s->to, event);
	if (r && reading_has_value(r) && r->margin >= 0)
		fprintf(s->to, ",%u,%.10g", r->samples, r->margin * scale);
	else
		fprintf(s->to, ",%u,", r ? r->samples : 0);
	fprintf(s->to, ",%s\r\n", class);
}

/* From the column `pass` to the end of the line. */
static void tail(const struct sheet *s, const struct reading *r,
		 const char *monitor, const char *event, double scale)
{
	if (r->pass == PLAN_SPLIT)
		fprintf(s->to, ",,");
	else
		fprintf(s->to, ",%u,", r->pass + 1);
	doubts(s->to, r->doubts);
	fputc(',', s->to);
	csv_text(s->to, r->why);
	end(s, monitor, event, r, scale,
	    r->doubts & DOUBT_NOT_COUNTED ? "" : truth_class(r->class));
}

static void metric(const struct sheet *s, const struct request_metric *q,
		   const struct reading *r, const char *monitor)
{
	FILE *to = s->to;
	double scale = q->metric ? q->metric->scale : 1;

	fputs("metric,", to);
	csv_text(to, q->name);
	if (reading_has_value(r))
		fprintf(to, ",%.10g,", r->value * scale);
	else
		fputs(",,", to);
	csv_text(to, q->metric ? q->metric->unit : "");
	if (reading_has_value(r))
		fprintf(to, ",%.10g,%.10g", r->low * scale, r->high * scale);
	else
		fputs(",,", to);
	tail(s, r, monitor, "", scale);
}

static void event(const struct sheet *s, const struct catalog_event *e,
		  const struct reading *r, const char *monitor)
{
	FILE *to = s->to;

	fputs("event,", to);
	csv_text(to, e->name);
	if (!reading_has_value(r))
		fputs(",,,,", to);
	else if (r->high > r->low)
		fprintf(to, ",%.15g,,%.15g,%.15g", r->value, r->low, r->high);
	else
		fprintf(to, ",%" PRIu64 ",,%" PRIu64 ",%" PRIu64, r->count,
			r->count, r->count);
	tail(s, r, monitor, e->name, 1);
}

static void truth(const struct sheet *s, const struct target_truth *t,
		  const char *monitor)
{
	FILE *to = s->to;
	const char *class = truth_class(t->class);

	fputs("truth,", to);
	csv_text(to, t->name);
	if (strcmp(class, "not modelled") == 0)
		fputs(",,,,,,simulated not_modelled,", to);
	else
		fprintf(to, ",%" PRIu64 ",,,,,simulated,", t->count);
	csv_text(to, class);
	end(s, monitor, truth_event(s->r->request, t), NULL, 1, class);
}

/* The value is of the formula; its doubt is that it breaks, or that it is not
 * judged. */
static void identity(const struct sheet *s, const struct request_identity *i,
		     const struct run_identity *r)
{
	FILE *to = s->to;

	if (!r->counted)
		return;
	fprintf(to, "identity,%s,%.15g,,,,,%s,", i->identity->id, r->value,
		r->broken     ? "broken"
		: r->unjudged ? "not_judged"
			      : "");
	csv_text(to, r->broken     ? i->identity->text
		     : r->unjudged ? r->unjudged
				   : "");
	end(s, "", "", NULL, 1, "");
}

/* A fact that is no number stands where reasons stand. */
static void word(const struct sheet *s, const char *name, const char *what)
{
	fprintf(s->to, "fact,%s,,,,,,simulated,", name);
	csv_text(s->to, what);
	end(s, "", "", NULL, 1, "");
}

static void fact(const struct sheet *s, const char *name, double value)
{
	fprintf(s->to, "fact,%s,%.15g,,,,,simulated,", name, value);
	end(s, "", "", NULL, 1, "");
}

/* A formula of the user's is no monitor's. */
static const char *metric_of(const struct request *q, unsigned i)
{
	return q->metric[i].metric
		       ? q->member[q->metric[i].member].monitor->name
		       : "";
}

static void facts(const struct sheet *s)
{
	const struct request *q = s->r->request;
	const struct run_result *result = s->r->result;
	const char *capture = board_capture_sha256(s->r->machine);

	fact(s, "passes", q->plan->passes);
	fact(s, "passes_at_least", q->plan->at_least);
	fact(s, "board_runs", result->runs);
	fact(s, "drift", result->drift);
	fact(s, "windows", (double)result->windows);
	fact(s, "instructions", (double)result->instructions);
	fact(s, "program_status", result->program_status);
	fact(s, "trusted", result->trusted);
	word(s, "program_sha256", s->r->options->target->program->sha256);
	if (capture) {
		word(s, "capture_sha256", capture);
		fact(s, "frames_arrived", (double)result->frames.arrived);
		fact(s, "frames_passed", (double)result->frames.passed);
	}
	fact(s, "sandboxed", result->unguarded == NULL);
	if (result->unguarded)
		word(s, "not_sandboxed", result->unguarded);
	if (q->members > 1)
		fact(s, "skew_cycles", 0);
}

void report_csv(FILE *to, const struct report *r)
{
	const struct sheet s = { to, r };
	const struct request *q = r->request;
	const struct run_result *result = r->result;

	fputs("kind,name,value,unit,low,high,pass,doubts,why,monitor,target,"
	      "program,region,event,repeats,margin95,class\r\n",
	      to);
	for (unsigned i = 0; i < q->metrics; i++)
		metric(&s, &q->metric[i], &result->metric[i], metric_of(q, i));
	for (unsigned i = 0; i < q->events; i++)
		if (q->asked[i] || reading_has_value(&result->event[i]))
			event(&s, q->event[i], &result->event[i],
			      request_event_monitor(q, i));
	for (unsigned i = 0; i < q->identities; i++)
		identity(&s, &q->identity[i], &result->identity[i]);
	for (unsigned i = 0; i < result->truths; i++)
		truth(&s, &result->truth[i],
		      q->member[result->truth[i].monitor].monitor->name);
	facts(&s);
}
